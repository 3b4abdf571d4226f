// What the message panel says, line by line. No window in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "viz/text/texts.h"

namespace lanescope::app {

struct MessageLine {
  std::string text;
  int source_line = 0;                   // 0: leads nowhere
  std::string title{};                   // what kind of finding it is, in the reader's language
  std::optional<std::size_t> finding{};  // the first one it stands for, an index into the run's
};

// "out of range": a kind in a few words.
[[nodiscard]] std::string title_of(DiagnosticKind kind, const text::Texts& texts);

// The text's lines, without tabs.
[[nodiscard]] std::vector<MessageLine> message_lines(std::string_view text, int source_line);
// Each diagnostic with all it says; its title stands before the first line only.
[[nodiscard]] std::vector<MessageLine> all_messages(const std::vector<Diagnostic>& diagnostics,
                                                    const text::Texts& texts);
// What the kernel printed, line by line; `is_cut`: there was more than is kept.
[[nodiscard]] std::vector<MessageLine> printed_lines(std::string_view printed, bool is_cut,
                                                     const text::Texts& texts);
// One line for all of one kind on one source line: how many, and the first of them. `total`: with
// those that were not kept.
[[nodiscard]] std::vector<MessageLine> grouped_messages(const std::vector<Diagnostic>& diagnostics,
                                                        std::uint64_t total,
                                                        const text::Texts& texts);
// 8192 becomes 8,192; names, addresses and places in a grid stay as they are.
[[nodiscard]] std::string with_grouped_numbers(std::string_view text);

}  // namespace lanescope::app
