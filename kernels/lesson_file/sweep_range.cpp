#include "kernels/lesson_file/sweep_range.h"

#include <fmt/format.h>

namespace lanescope::lesson {

tl::expected<std::vector<std::int64_t>, RangeProblem> values_of(const SweepRange& range) {
  const auto problem = [](const char* key, std::string message) {
    return tl::unexpected(RangeProblem{key, std::move(message)});
  };
  if (!range.from) return problem("", "from is missing: give either values, or from and to");
  if (!range.to) return problem("", "to is missing: give either values, or from and to");
  if (range.step && range.factor)
    return problem("factor", "give either step, which is added, or factor, which multiplies");
  if (*range.from > *range.to)
    return problem("from", fmt::format("from is {}, above to, {}", *range.from, *range.to));
  if (range.step && *range.step < 1) return problem("step", "the step must be at least 1");
  if (range.factor && *range.factor < 2) return problem("factor", "the factor must be at least 2");
  if (range.factor && *range.from < 1)
    return problem("from", "with a factor, from must be at least 1");
  std::vector<std::int64_t> values;
  std::int64_t value = *range.from;
  while (value <= *range.to) {
    if (values.size() == max_sweep_values)
      return problem("", fmt::format("there are more than {} values; each value is a separate run",
                                     max_sweep_values));
    values.push_back(value);
    const bool over = range.factor ? __builtin_mul_overflow(value, *range.factor, &value)
                                   : __builtin_add_overflow(value, range.step.value_or(1), &value);
    if (over) break;
  }
  return values;
}

}  // namespace lanescope::lesson
