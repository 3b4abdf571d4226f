#include "app/window/panels/kernel/branches_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/toolkit/widgets.h"
#include "sim/diagnostics/source_line.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {
namespace {

// Column edges in pixels: numbers are right-aligned to them, texts left-aligned.
struct BranchColumns {
  float line, what, executions, divergent, share, first, second;
  bool sides;  // there is room for the lane counts of both sides
};

BranchColumns branch_columns(Ui& ui, const Rect& area) {
  const float x = area.x;
  const float w = area.w;
  const float pad = ui.px(16);
  const bool sides = w > ui.px(560);
  const float numbers = sides ? 0.40F : 0.56F;
  const float column_w = sides ? 0.12F : 0.16F;
  return {x + pad + ui.px(32),
          x + pad + ui.px(44),
          x + w * numbers,
          x + w * (numbers + column_w),
          sides ? x + w * (numbers + 2 * column_w) : x + w - pad,
          x + w * 0.68F,
          x + w * 0.84F,
          sides};
}

std::string side_text(const text::Texts& texts, const picture::TextBranch& branch,
                      std::size_t side) {
  return texts.get("branch.side", fmt::arg("executions", text::Texts::grouped(branch.all[side])),
                   fmt::arg("to", picture::side_name(branch, side, texts)));
}

}  // namespace

void BranchesPanel::content(Ui& ui, Session& session, const Rect& area) {
  const OutcomePtr shown = session.run().shown();  // kept alive: pressing a row may replace it
  if (!shown) {
    say_not_run(ui, session, area);
    return;
  }
  const std::string& file = session.state().selection.file;
  if (branches_of_ != shown || file_ != file) {
    branches_of_ = shown;
    file_ = file;
    branches_ = picture::text_branches(shown->report, file);
  }
  header(ui, *shown, area);
  if (branches_.empty()) {
    ui.text(area.x + ui.px(16), RowTable::rows_y(ui, area) + RowTable::row_height(ui) / 2,
            ui.texts().get("branch.none"),
            {FontRole::ui, picture::text_body, ui.palette().text_faint}, area.w - ui.px(32));
    return;
  }
  const int line = session.state().selection.line;
  std::optional<std::size_t> moved_to;
  if (line != followed_) {
    const picture::TextBranch* chosen = picture::branch_on(branches_, line);
    if (chosen != nullptr) moved_to = static_cast<std::size_t>(chosen - branches_.data());
    followed_ = line;
  }
  table_.rows(ui, area, branches_.size(), moved_to, [&](std::size_t index, const Rect& rect) {
    draw_row(ui, session, *shown, branches_[index], index, rect);
  });
}

void BranchesPanel::header(Ui& ui, const Outcome& shown, const Rect& area) {
  const text::Texts& texts = ui.texts();
  RowTable::title(ui, area,
                  texts.get("branch.table_title", fmt::arg("kernel", shown.report.kernel)), shown,
                  kept_free());

  const BranchColumns columns = branch_columns(ui, area);
  const float names = RowTable::names_y(ui, area);
  const TextStyle left{FontRole::ui, picture::text_small, ui.palette().text_faint};
  TextStyle right = left;
  right.align = picture::AlignX::right;
  ui.heading(columns.line, names, "panel.col_line", right);
  ui.heading(columns.what, names, "branch.col_branch", left);
  ui.heading(columns.executions, names, "branch.col_executions", right);
  ui.heading(columns.divergent, names, "branch.col_divergent", right);
  ui.heading(columns.share, names, "branch.col_efficiency", right);
  if (columns.sides) {
    ui.heading(columns.first, names, "branch.col_sides", left,
               right_of(area) - ui.px(16) - columns.first);
  }
}

void BranchesPanel::draw_row(Ui& ui, Session& session, const Outcome& shown,
                             const picture::TextBranch& branch, std::size_t index,
                             const Rect& rect) {
  const bool chosen = branch.line == session.state().selection.line;
  const Press press = RowTable::begin_row(ui, "branches." + std::to_string(index), rect, chosen);
  if (press.hovered) ui.tooltip_beside_item(picture::branch_sentence(branch, ui.texts()));
  numbers(ui, shown, branch, rect);
  RowTable::end_row(ui, rect, press);
  if (press.pressed && !chosen) session.selector().choose_line(branch.line);
}

void BranchesPanel::numbers(Ui& ui, const Outcome& shown, const picture::TextBranch& branch,
                            const Rect& rect) {
  const picture::Palette& palette = ui.palette();
  const BranchColumns columns = branch_columns(ui, rect);
  const float middle = rect.y + rect.h / 2;
  const bool costly = branch.divergent > 0;
  const TextStyle number{FontRole::mono, picture::text_body, palette.text, picture::AlignX::right};
  TextStyle strong{FontRole::mono_bold, picture::text_body, palette.good_text,
                   picture::AlignX::right};
  if (costly) strong.color = palette.costly_text;
  const std::string executions = text::Texts::grouped(branch.executions);
  ui.text(columns.line, middle, std::to_string(branch.line),
          {FontRole::mono, picture::text_body, palette.text_faint, picture::AlignX::right});
  ui.text(columns.what, middle, line_at(shown, {file_, branch.line, 0}),
          {FontRole::mono, picture::text_body - 1, palette.text},
          columns.executions - ui.text_width(executions, number) - ui.px(16) - columns.what);
  ui.text(columns.executions, middle, executions, number);
  ui.text(columns.divergent, middle, text::Texts::grouped(branch.divergent), strong);
  const double efficiency = report::branch_efficiency(branch.executions, branch.divergent);
  ui.text(columns.share, middle, picture::percent_text(efficiency) + " %", strong);
  if (columns.sides) {
    const TextStyle side{FontRole::ui, picture::text_small, palette.text_dim};
    ui.text(columns.first, middle, side_text(ui.texts(), branch, 0), side,
            columns.second - columns.first - ui.px(8));
    ui.text(columns.second, middle, side_text(ui.texts(), branch, 1), side,
            right_of(rect) - ui.px(16) - columns.second);
  }
}

}  // namespace lanescope::app
