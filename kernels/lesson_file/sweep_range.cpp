#include "kernels/lesson_file/sweep_range.h"

#include <fmt/format.h>

namespace lanescope::lesson {

tl::expected<std::vector<std::int64_t>, RangeProblem> values_of(const SweepRange& range) {
  const auto problem = [](const char* key, std::string message) {
    return tl::unexpected(RangeProblem{key, std::move(message)});
  };
  if (!range.from) return problem("", "values, or from and to: from is missing");
  if (!range.to) return problem("", "values, or from and to: to is missing");
  if (range.step && range.factor)
    return problem("factor", "step adds, factor multiplies: give one of the two");
  if (*range.from > *range.to)
    return problem("from", fmt::format("from is {}, above to, {}", *range.from, *range.to));
  if (range.step && *range.step < 1) return problem("step", "the step must be at least 1");
  if (range.factor && *range.factor < 2) return problem("factor", "the factor must be at least 2");
  if (range.factor && *range.from < 1)
    return problem("from", "with a factor, from must be at least 1");
  std::vector<std::int64_t> values;
  std::int64_t value = *range.from;
  while (value <= *range.to) {
    if (values.size() == most_sweep_values)
      return problem(
          "", fmt::format("more than {} values; each is a run of its own", most_sweep_values));
    values.push_back(value);
    const bool over = range.factor ? __builtin_mul_overflow(value, *range.factor, &value)
                                   : __builtin_add_overflow(value, range.step.value_or(1), &value);
    if (over) break;
  }
  return values;
}

}  // namespace lanescope::lesson
