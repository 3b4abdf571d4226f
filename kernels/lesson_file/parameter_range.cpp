#include "kernels/lesson_file/parameter_range.h"

#include <set>

#include <fmt/format.h>

#include "kernels/lesson_file/expression.h"

namespace lanescope::lesson {

std::string range_problem(const Parameter& parameter, std::int64_t value) {
  for (const std::int64_t given : {value, parameter.min.value_or(0), parameter.max.value_or(0)}) {
    if (given > max_exact_integer || given < -max_exact_integer) {
      return fmt::format("{} is too large: parameters lie within +-2^53", given);
    }
  }
  const bool below = parameter.min && value < *parameter.min;
  const bool above = parameter.max && value > *parameter.max;
  const std::int64_t first = parameter.min.value_or(parameter.default_value);
  const bool off_step = (value - first) % parameter.step != 0;
  if (!below && !above && !off_step) return {};

  std::string range = "any whole number";
  if (parameter.min && parameter.max) {
    range = fmt::format("{} to {}", *parameter.min, *parameter.max);
  } else if (parameter.min) {
    range = fmt::format("at least {}", *parameter.min);
  } else if (parameter.max) {
    range = fmt::format("at most {}", *parameter.max);
  }
  const std::string step =
      parameter.step == 1 ? "" : fmt::format(", in steps of {} from {}", parameter.step, first);
  return fmt::format("it is {}; {} may be {}{}", value, parameter.name, range, step);
}

std::vector<std::int64_t> values_to_sweep(const Parameter& parameter) {
  constexpr std::int64_t most_of_a_range = 33;  // 0 to 32, the range of most paddings
  constexpr std::size_t most_powers = 7;
  constexpr int halvings = 4;
  std::set<std::int64_t> values;
  if (parameter.min && parameter.max &&
      (*parameter.max - *parameter.min) / parameter.step < most_of_a_range) {
    for (std::int64_t value = *parameter.min; value <= *parameter.max; value += parameter.step) {
      values.insert(value);
    }
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
    value = value == 0 ? parameter.step : 2 * value;
    add(value);
  }
  return {values.begin(), values.end()};
}

std::optional<std::int64_t> min_padding(const Parameter& parameter) {
  const bool is_switch = parameter.name == "PAD" && range_problem(parameter, 0).empty() &&
                         range_problem(parameter, parameter.step).empty();
  return is_switch ? std::optional(parameter.step) : std::nullopt;
}

}  // namespace lanescope::lesson
