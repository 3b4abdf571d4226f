// Every branch of the kernel's text in one table: how often warps split there, and who went where.
#pragma once

#include <vector>

#include "app/window/panels/panel.h"
#include "app/window/panels/row_table.h"
#include "viz/scene/branches.h"

namespace lanescope::app {

class BranchesPanel final : public Panel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void header(Ui& ui, const Outcome& shown, const Rect& area);
  void draw_row(Ui& ui, Session& session, const Outcome& shown, const scene::TextBranch& branch,
                std::size_t index, const Rect& rect);
  void numbers(Ui& ui, const Outcome& shown, const scene::TextBranch& branch, const Rect& rect);

  RowTable table_;
  int followed_ = 0;  // the chosen line that the view last moved to
};

}  // namespace lanescope::app
