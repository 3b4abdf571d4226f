// What is shown of a kernel's run beside the pages: the stage, the strip, the code and the counts.
// Panels, exports and comparisons take their pictures' inputs from here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/session.h"
#include "viz/picture/access/branch_view.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/counts.h"
#include "viz/picture/kernel/strip.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// Shared memory that a run uses, kept for the last run: computing it for a long trace is expensive.
class SharedUseOf {
 public:
  [[nodiscard]] const picture::SharedUse& operator()(const OutcomePtr& outcome);

 private:
  OutcomePtr of_;
  picture::SharedUse use_;
};

// Everything except the hovered and stepped positions.
[[nodiscard]] picture::StageInput stage_input(const Outcome& outcome, const report::Event& event,
                                              const picture::SharedUse& shared);

// What the stage shows of a run: the selected access, the selected line's branch, or words instead
// of both.
struct StageContent {
  std::optional<picture::StageInput> stage;
  std::optional<picture::BranchInput> branches;
  std::string title, sentence;
};
// The positions that a user gives.
struct StageView {
  std::optional<std::uint32_t> wavefront;  // none: all
  std::optional<int> lane;                 // highlighted
  bool hides_comments = false;             // of the line of code
};
[[nodiscard]] StageContent stage_content(const Outcome& outcome, const Selection& selection,
                                         const StageView& view, const picture::SharedUse& shared,
                                         const text::Texts& texts);
[[nodiscard]] picture::PartedList build_stage_content(const StageContent& content,
                                                      const picture::Style& style, float width,
                                                      float height);

// The following require a shown run.
[[nodiscard]] picture::StripInput strip_input(const Session& session);
// Of the selected file, with the lines where the run made errors, ascending. Of the kernel's text,
// without a selected line, where the selected access is in a file of which the user has no text.
[[nodiscard]] picture::CodeInput code_input(const Session& session);
// Of one of the outcome's files, as in CodeInput::file: "tile.cuh"; of several with that name
// "v2/tile.cuh".
[[nodiscard]] std::string code_name(const Outcome& outcome, const std::string& file);
[[nodiscard]] picture::CountsInput counts_input(const Session& session);
[[nodiscard]] int line_count(const std::string& text);

}  // namespace lanescope::app
