// A side of a comparison as the command line and `--view compare=` take it:
// "variant=tile,PAD=0,machine=c1060".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "app/session/compare/comparison.h"
#include "app/session/session.h"

namespace lanescope::app {

struct StateText {
  State state;
  std::filesystem::path kernel_file;  // kernel=FILE.cu: in place of the lesson's; empty: its own
};

// Any of lesson=, variant=, machine=, compiler=, kernel= and parameters NAME=VALUE, separated by
// commas; what is not named is as in `base`. The error names the word that is wrong.
[[nodiscard]] tl::expected<StateText, std::string> state_from(std::string_view text,
                                                              const State& base);

// The shortest text by which state_from() makes of `base` a state that runs as `side` does;
// `card` is of the side's lesson. Nothing: there is no such text, as for a path with a comma.
[[nodiscard]] std::optional<std::string> text_of(const State& side, const LessonCard& card,
                                                 const State& base);

// "auto", "nvrtc", "clang"
[[nodiscard]] const char* name_of(compile::Compiler compiler);
[[nodiscard]] std::optional<compile::Compiler> compiler_named(std::string_view name);

// What `--view compare=A` names becomes the other side. The error says what is wrong with it.
[[nodiscard]] tl::expected<void, std::string> compare_with(Comparison& comparison,
                                                           const Session& session,
                                                           const std::string& text);

}  // namespace lanescope::app
