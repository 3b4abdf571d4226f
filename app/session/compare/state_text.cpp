#include "app/session/compare/state_text.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

tl::expected<void, std::string> read_compiler(std::string_view value, State& state) {
  if (value == "auto") {
    state.compiler = compile::Compiler::automatic;
  } else if (value == "nvrtc") {
    state.compiler = compile::Compiler::nvrtc;
  } else if (value == "clang") {
    state.compiler = compile::Compiler::clang;
  } else {
    return tl::unexpected(fmt::format("compiler '{}': nvrtc, clang or auto", value));
  }
  return {};
}

tl::expected<void, std::string> read_machine(std::string_view value, State& state) {
  if (const auto found = machine::find(value); !found) {
    return tl::unexpected(found.error().formatted());
  }
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
    if (name == "compiler") {
      return read_compiler(value, state);
    }
    if (name == "machine") {
      return read_machine(value, state);
    }
    if (name == "kernel") {
      side.kernel_file = value;
      return {};
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && end == value.data() + value.size()) {
      state.overrides[name] = number;
      return {};
    }
  }
  return tl::unexpected(fmt::format(
      "'{}' is none of lesson=NAME, variant=NAME, machine=ID, compiler=NAME, kernel=FILE.cu, "
      "PARAMETER=NUMBER",
      word));
}

}  // namespace

tl::expected<StateText, std::string> state_from(std::string_view text, const State& base) {
  StateText side{base, {}};
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (const auto read = read_word(text.substr(0, comma), side); !read) {
      return tl::unexpected(read.error());
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return side;
}

tl::expected<void, std::string> compare_with(Comparison& comparison, const Session& session,
                                             const std::string& text) {
  if (text.empty()) {
    return {};
  }
  const auto side = state_from(text, session.state());
  if (!side) {
    return tl::unexpected("compare: " + side.error());
  }
  if (!side->kernel_file.empty()) {
    return tl::unexpected(std::string("compare: kernel=FILE.cu is for `lanescope compare`"));
  }
  comparison.keep(side->state);
  return {};
}

}  // namespace lanescope::app
