// The lines of the message panel. Needs no window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/run/run.h"
#include "sim/diagnostics/diagnostic.h"
#include "viz/text/texts.h"

namespace lanescope::app {

struct MessageLine {
  std::string text;
  int source_line = 0;  // 0: no line to jump to
  std::string title{};  // kind of finding, in the user's language
  // Index of the first diagnostic it stands for, in the run's report.
  std::optional<std::size_t> finding{};
  std::string full{};  // the text with the whole path, if `text` has only the file's name
  Severity severity = Severity::error;
  bool has_other = false;  // the finding has a second place, and this is its first line
  std::string opens{};     // the path of a file that the user can correct; empty: none
};

// A short name for a kind, e.g. "out of range".
[[nodiscard]] std::string title_of(DiagnosticKind kind, const text::Texts& texts);

// What ptxas may change, and that a whole program is shown: nobody has to know it to go on.
[[nodiscard]] bool is_in_background(const Diagnostic& remark);
// What the status line calls a run's notes: "2 notes", without those in the background.
[[nodiscard]] std::string notes_summary(const report::Report& report, const text::Texts& texts);

// Above the lines of a run that ended with that many errors.
[[nodiscard]] std::string errors_title(const report::Report& report, std::uint64_t errors,
                                       const text::Texts& texts);

// Splits text into lines and replaces tabs.
[[nodiscard]] std::vector<MessageLine> message_lines(std::string_view text, int source_line);
// Why a run failed: what is wrong, then the place in the lesson's file, if the user can change
// that.
[[nodiscard]] std::vector<MessageLine> problem_lines(const Problem& problem,
                                                     const text::Texts& texts, bool is_users_file);
// Every diagnostic in full. Only its first line has a title.
[[nodiscard]] std::vector<MessageLine> all_messages(const std::vector<Diagnostic>& diagnostics,
                                                    const text::Texts& texts);
// That the launch and sizes of a run are guesses, and in which file to correct them: errors may
// come from them. Nullopt: they are none.
[[nodiscard]] std::optional<MessageLine> guesses_line(const RunRequest& request,
                                                      const lesson::Resolved& resolved,
                                                      const text::Texts& texts);
// What the kernel printed, line by line. `is_cut`: the end of the output was not kept.
[[nodiscard]] std::vector<MessageLine> printed_lines(std::string_view printed, bool is_cut,
                                                     const text::Texts& texts);
// One line per kind and source line: the number of findings and the first one. `total` includes the
// findings that were not kept.
[[nodiscard]] std::vector<MessageLine> grouped_messages(const std::vector<Diagnostic>& diagnostics,
                                                        std::uint64_t total,
                                                        const text::Texts& texts);

}  // namespace lanescope::app
