// Every memory access of the kernel in one table: what each costs over the whole launch.
//
// A row is what the text says once: instructions of one line and kind, as an unrolled loop makes
// them, stand together.
#pragma once

#include <cstdint>
#include <vector>

#include "app/window/panels/panel.h"
#include "app/window/panels/row_table.h"

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
  // `full`: the ratio that fills a bar.
  void draw_row(Ui& ui, Session& session, const Row& row, double full, bool chosen,
                const Rect& rect);
  void numbers(Ui& ui, const Row& row, double full, const Rect& rect);

  RowTable table_;
  std::size_t followed_ = 0;  // the chosen row that the view last moved to
};

}  // namespace lanescope::app
