// A side of a comparison as the command line and `--view compare=` take it:
// "variant=tile,PAD=0,machine=c1060".
#pragma once

#include <filesystem>
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

// What `--view compare=A` names becomes the other side. The error says what is wrong with it.
[[nodiscard]] tl::expected<void, std::string> compare_with(Comparison& comparison,
                                                           const Session& session,
                                                           const std::string& text);

}  // namespace lanescope::app
