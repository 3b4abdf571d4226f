// A side of a comparison as text, for the command line and `--view compare=`:
// "variant=tile,PAD=0,machine=c1060".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "app/session/comparison.h"
#include "app/session/session.h"

namespace lanescope::app {

struct StateText {
  State state;
  // kernel=FILE.cu: replaces the lesson's kernel; empty: the lesson's own
  std::filesystem::path kernel_file;
};

// Any of lesson=, variant=, machine=, compiler=, kernel= and parameters NAME=VALUE, separated by
// commas; everything else is as in `base`. The error names the wrong word.
[[nodiscard]] tl::expected<StateText, std::string> state_from(std::string_view text,
                                                              const State& base);

// The shortest text from which state_from() makes, starting with `base`, a state that runs like
// `side`; `card` is of the side's lesson. None: there is no such text, as for a path with a comma.
[[nodiscard]] std::optional<std::string> text_of(const State& side, const LessonCard& card,
                                                 const State& base);

using compile::compiler_named;
using compile::name_of;

// Applies `--view compare=A`: A becomes the other side. The error says what is wrong with it.
[[nodiscard]] tl::expected<void, std::string> compare_with(Comparison& comparison,
                                                           const Session& session,
                                                           const std::string& text);

}  // namespace lanescope::app
