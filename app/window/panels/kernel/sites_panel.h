// All memory accesses of the kernel in one table: what each costs over the whole launch.
//
// A row is one access in the source: instructions of the same line and kind, e.g. from an unrolled
// loop, share a row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/window/panels/base/panel.h"
#include "app/window/panels/kernel/site_columns.h"
#include "app/window/toolkit/row_table.h"

namespace lanescope::app {

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

}  // namespace lanescope::app
