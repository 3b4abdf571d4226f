#include "app/session/state_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/state.h"
#include "sim/text/number.h"

namespace lanescope::app {
namespace {

tl::expected<void, std::string> read_compiler(std::string_view value, State& state) {
  const auto compiler = compiler_named(value);
  if (!compiler)
    return tl::unexpected(
        fmt::format("compiler '{}': it must be nvrtc, clang, nvcc or auto", value));
  state.compiler = *compiler;
  return {};
}

tl::expected<void, std::string> read_machine(std::string_view value, State& state) {
  if (const auto found = machine::find(value); !found)
    return tl::unexpected(found.error().formatted());
  state.machine = machine::requested_id(value);
  return {};
}

tl::expected<void, std::string> read_word(std::string_view word, StateText& side) {
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::string name(word.substr(0, equals));
  const std::string_view value = word.substr(std::min(equals + 1, word.size()));
  State& state = side.state;
  if (!name.empty() && !value.empty()) {
    if (name == "lesson") {
      state.lesson = value;
      return {};
    }
    if (name == "variant") {
      state.variant = value;
      return {};
    }
    if (name == "compiler") return read_compiler(value, state);
    if (name == "machine") return read_machine(value, state);
    if (name == "kernel") {
      side.kernel_file = value;
      return {};
    }
    if (const auto number = whole_number<std::int64_t>(value)) {
      state.overrides[name] = *number;
      return {};
    }
  }
  return tl::unexpected(fmt::format(
      "'{}' is not one of lesson=NAME, variant=NAME, machine=ID, compiler=NAME, kernel=FILE.cu, "
      "PARAMETER=NUMBER",
      word));
}

// The values of all parameters of the variant.
lesson::Values values_of(const State& state, const LessonCard::Variant& variant) {
  lesson::Values values;
  for (const lesson::Parameter& parameter : variant.parameters) {
    const auto chosen = state.overrides.find(parameter.name);
    values[parameter.name] =
        chosen != state.overrides.end() ? chosen->second : variant.usual_value(parameter);
  }
  return values;
}

}  // namespace

tl::expected<StateText, std::string> state_from(std::string_view text, const State& base) {
  StateText side{base, {}};
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (const auto read = read_word(text.substr(0, comma), side); !read)
      return tl::unexpected(read.error());
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return side;
}

std::optional<std::string> text_of(const State& side, const LessonCard& card, const State& base) {
  const LessonCard::Variant* variant = variant_of(side, card);
  if (variant == nullptr) return std::nullopt;
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
  };
  if (side.lesson != base.lesson) add("lesson", side.lesson);
  if (variant_of(base, card) != variant) add("variant", variant->name);
  if (side.machine != base.machine) add("machine", machine::file_id(side.machine));
  if (side.compiler != base.compiler) add("compiler", name_of(side.compiler));
  const lesson::Values wanted = values_of(side, *variant);
  for (const auto& [name, value] : values_of(base, *variant)) {
    if (const std::int64_t own = wanted.at(name); own != value) add(name, std::to_string(own));
  }
  const auto back = state_from(text, base);
  // Values in the base for parameters that the side's lesson lacks are kept, and ignored by runs.
  const bool is_known = std::all_of(base.overrides.begin(), base.overrides.end(), [&](auto& value) {
    return side.lesson == base.lesson || std::any_of(card.variants.begin(), card.variants.end(),
                                                     [&](const LessonCard::Variant& each) {
                                                       return each.has_parameter(value.first);
                                                     });
  });
  const bool says_it =
      is_known && back && back->kernel_file.empty() && back->state.lesson == side.lesson &&
      variant_of(back->state, card) == variant && back->state.machine == side.machine &&
      back->state.compiler == side.compiler && values_of(back->state, *variant) == wanted;
  return says_it ? std::optional(text) : std::nullopt;
}

tl::expected<void, std::string> compare_with(Comparison& comparison, const Session& session,
                                             const std::string& text) {
  if (text.empty()) return {};
  const auto side = state_from(text, session.state());
  if (!side) return tl::unexpected("compare: " + side.error());
  if (!side->kernel_file.empty()) {
    return tl::unexpected(
        std::string("compare: kernel=FILE.cu works only with `lanescope compare`"));
  }
  comparison.keep(side->state);
  return {};
}

}  // namespace lanescope::app
