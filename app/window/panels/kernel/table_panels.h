// Tables of counts: of all accesses, of all branches, of the selected access.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/window/panels/base/panel.h"
#include "app/window/panels/kernel/site_columns.h"
#include "app/window/toolkit/animated_picture.h"
#include "app/window/toolkit/row_table.h"
#include "viz/picture/access/branches.h"

namespace lanescope::app {

// All memory accesses of the kernel in one table: what each costs over the whole launch.
//
// A row is one access in the source: instructions of the same line and kind, e.g. from an unrolled
// loop, share a row.
class SitesPanel final : public Panel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  struct Row {
    const report::Site* first = nullptr;
    std::vector<std::uint32_t> sites;  // indices into Report::sites
    report::Counts counts;
  };
  [[nodiscard]] static std::vector<Row> rows_of(const report::Report& report);
  void header(Ui& ui, const Session& session, const Rect& area);
  void draw_row(Ui& ui, Session& session, const Row& row, bool chosen, const Rect& rect);
  void numbers(Ui& ui, const Row& row, const Rect& rect);
  // "global load, 4 bytes"
  [[nodiscard]] std::string access_name(const Row& row, const text::Texts& texts) const;
  void measure(Ui& ui);

  RowTable table_;
  std::size_t followed_ = 0;  // the selected row that the view last scrolled to
  // Cached for the outcome shown.
  OutcomePtr rows_of_;
  std::vector<Row> rows_;
  double full_ = 0;  // the ratio that fills the bar
  SiteWidths widths_;
};

// All branches of the kernel in one table: how often warps diverged there, and how many lanes took
// each side.
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

// The counts of the selected access next to those of the whole kernel.
class CountsPanel final : public Panel {
 public:
  // The table of accesses is seen, too.
  void stand_beside_table(bool is_seen) { beside_table_ = is_seen; }
  [[nodiscard]] AnimatedPicture& transition() { return transition_; }
  [[nodiscard]] const AnimatedPicture& transition() const { return transition_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  bool beside_table_ = false;
  AnimatedPicture transition_;  // animates changes of the numbers
  OutcomePtr shown_;            // in the last frame
  std::string title_;           // title of the counts in the last frame
};

}  // namespace lanescope::app
