#include "kernels/lesson_file/parameter_range.h"

#include <set>

#include <fmt/format.h>

#include "kernels/lesson_file/expression.h"

namespace lanescope::lesson {

std::string range_problem(const Parameter& parameter, std::int64_t value) {
  for (const std::int64_t given : {value, parameter.min.value_or(0), parameter.max.value_or(0)}) {
    if (given > max_exact_integer || given < -max_exact_integer)
      return fmt::format("{} is too large: parameters lie within +-2^53", given);
  }
  const bool below = parameter.min && value < *parameter.min;
  const bool above = parameter.max && value > *parameter.max;
  const std::int64_t first = parameter.min.value_or(parameter.default_value);
  const bool off_step = (value - first) % parameter.increment != 0;
  if (!below && !above && !off_step) return {};

  std::string range = "any whole number";
  if (parameter.min && parameter.max) {
    range = fmt::format("{} to {}", *parameter.min, *parameter.max);
  } else if (parameter.min) {
    range = fmt::format("at least {}", *parameter.min);
  } else if (parameter.max) {
    range = fmt::format("at most {}", *parameter.max);
  }
  const std::string suffix = parameter.increment == 1 ? ""
                                                      : fmt::format(", in steps of {} from {}",
                                                                    parameter.increment, first);
  return fmt::format("it is {}; {} may be {}{}", value, parameter.name, range, suffix);
}

std::vector<std::int64_t> values_to_sweep(const Parameter& parameter) {
  constexpr std::int64_t most_of_a_range = 33;  // 0 to 32, the range of most paddings
  constexpr std::size_t most_powers = 7;
  constexpr int halvings = 4;
  std::set<std::int64_t> values;
  if (parameter.min && parameter.max &&
      (*parameter.max - *parameter.min) / parameter.increment < most_of_a_range) {
    for (std::int64_t value = *parameter.min; value <= *parameter.max; value += parameter.increment)
      values.insert(value);
    return {values.begin(), values.end()};
  }
  const auto add = [&](std::int64_t value) {
    if (range_problem(parameter, value).empty()) values.insert(value);
  };
  add(parameter.default_value);
  std::int64_t value = parameter.default_value;
  for (int i = 0; i < halvings && value != 0 && value % 2 == 0; ++i) add(value /= 2);
  value = parameter.default_value;
  while (values.size() < most_powers && value <= max_exact_integer && value >= -max_exact_integer) {
    value = value == 0 ? parameter.increment : 2 * value;
    add(value);
  }
  return {values.begin(), values.end()};
}

std::optional<std::int64_t> min_padding(const Parameter& parameter) {
  const bool is_switch = parameter.name == "PAD" && range_problem(parameter, 0).empty() &&
                         range_problem(parameter, parameter.increment).empty();
  return is_switch ? std::optional(parameter.increment) : std::nullopt;
}

tl::expected<std::vector<std::int64_t>, RangeProblem> values_of(const SweepRange& range) {
  const auto problem = [](const char* key, std::string message) {
    return tl::unexpected(RangeProblem{key, std::move(message)});
  };
  if (!range.from) return problem("", "from is missing: give either values, or from and to");
  if (!range.to) return problem("", "to is missing: give either values, or from and to");
  if (range.increment && range.factor)
    return problem("factor", "give either step, which is added, or factor, which multiplies");
  if (*range.from > *range.to)
    return problem("from", fmt::format("from is {}, above to, {}", *range.from, *range.to));
  if (range.increment && *range.increment < 1)
    return problem("step", "the step must be at least 1");
  if (range.factor && *range.factor < 2) return problem("factor", "the factor must be at least 2");
  if (range.factor && *range.from < 1)
    return problem("from", "with a factor, from must be at least 1");
  std::vector<std::int64_t> values;
  std::int64_t value = *range.from;
  while (value <= *range.to) {
    if (values.size() == max_sweep_values) {
      return problem("", fmt::format("there are more than {} values; each value is a separate run",
                                     max_sweep_values));
    }
    values.push_back(value);
    const bool over = range.factor
                          ? __builtin_mul_overflow(value, *range.factor, &value)
                          : __builtin_add_overflow(value, range.increment.value_or(1), &value);
    if (over) break;
  }
  return values;
}

}  // namespace lanescope::lesson
