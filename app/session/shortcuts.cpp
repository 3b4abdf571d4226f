#include "app/session/shortcuts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::app {

compile::Compiler next_compiler(compile::Compiler now) {
  const std::vector<compile::Availability> all = compile::available();
  const auto usable = [&](compile::Compiler compiler) {
    return std::any_of(all.begin(), all.end(), [&](const compile::Availability& entry) {
      return entry.compiler == compiler && entry.usable;
    });
  };
  constexpr auto& order = compile::all_compilers;
  std::size_t at = static_cast<std::size_t>(std::find(std::begin(order), std::end(order), now) -
                                            std::begin(order));
  do {
    at = (at + 1) % std::size(order);
  } while (order[at] != compile::Compiler::automatic && !usable(order[at]));
  return order[at];
}

const lesson::Parameter* pad_parameter(const LessonCard::Variant& variant) {
  for (const lesson::Parameter& parameter : variant.parameters) {
    if (lesson::min_padding(parameter)) return &parameter;
  }
  return nullptr;
}

const lesson::Parameter* pad_parameter(const Session& session) {
  const LessonCard::Variant* variant = session.variant();
  return variant != nullptr ? pad_parameter(*variant) : nullptr;
}

const lesson::Parameter* size_parameter(const LessonCard::Variant& variant) {
  const lesson::Parameter* pad = pad_parameter(variant);
  for (const lesson::Parameter& parameter : variant.parameters) {
    if (&parameter != pad) return &parameter;
  }
  return nullptr;
}

const lesson::Parameter* size_parameter(const Session& session) {
  const LessonCard::Variant* variant = session.variant();
  return variant != nullptr ? size_parameter(*variant) : nullptr;
}

}  // namespace lanescope::app
