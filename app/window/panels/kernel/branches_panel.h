// All branches of the kernel in one table: how often warps diverged there, and how many lanes took
// each side.
#pragma once

#include <string>
#include <vector>

#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/row_table.h"
#include "viz/picture/access/branches.h"

namespace lanescope::app {

class BranchesPanel final : public Panel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void header(Ui& ui, const Outcome& shown, const Rect& area);
  void draw_row(Ui& ui, Session& session, const Outcome& shown, const picture::TextBranch& branch,
                std::size_t index, const Rect& rect);
  void numbers(Ui& ui, const Outcome& shown, const picture::TextBranch& branch, const Rect& rect);

  RowTable table_;
  int followed_ = 0;  // the selected line that the view last scrolled to
  // Cached for the outcome shown and the selected file.
  OutcomePtr branches_of_;
  std::string file_;
  std::vector<picture::TextBranch> branches_;
};

}  // namespace lanescope::app
