#include "app/window/panels/kernel/table_panels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/figures/kernel_inputs.h"
#include "app/session/selection/access_names.h"
#include "app/window/toolkit/widgets.h"
#include "sim/text/source_line.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {
namespace {

const char* unit_key(memory::Space space) {
  switch (space) {
    case memory::Space::shared:
    case memory::Space::constant:
      return "panel.unit_wavefronts";
    case memory::Space::global:
    case memory::Space::local:
      break;
  }
  return "panel.unit_sectors";
}

std::string a_request(std::uint64_t cost, std::uint64_t requests) {
  if (requests == 0) return "0";
  return picture::number_text(static_cast<double>(cost) / static_cast<double>(requests));
}

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

// --- accesses ---

std::vector<SitesPanel::Row> SitesPanel::rows_of(const report::Report& report) {
  std::vector<Row> rows;
  for (const report::Site& site : report.sites) {
    const auto same = [&](const Row& row) { return report::is_copy(*row.first, site); };
    auto found = std::find_if(rows.begin(), rows.end(), same);
    if (found == rows.end()) {
      rows.push_back({&site, {}, {}});
      found = rows.end() - 1;
    }
    found->sites.push_back(site.index);
    found->counts += site.counts;
  }
  return rows;
}

// With the line, where it is of another file: the column is for lines of the kernel's own.
std::string SitesPanel::access_name(const Row& row, const text::Texts& texts) const {
  const report::Site& site = *row.first;
  const auto word = [&](std::string key, std::string_view of) { return texts.get(key.append(of)); };
  std::string what =
      texts.get("panel.access", fmt::arg("space", word("space.", name_of(site.space))),
                fmt::arg("op", word("op.", name_of(site.op))), fmt::arg("bytes", site.bytes));
  if (row.sites.size() > 1)
    what += " " + texts.get("panel.copies", fmt::arg("n", row.sites.size()));
  const std::string line = report::line_name(rows_of_->report, site.place);
  return line == std::to_string(site.place.line) ? what : line + ", " + what;
}

// In each frame: a font may be loaded after its first use, and texts then have other widths.
void SitesPanel::measure(Ui& ui) {
  const TextStyle heading{FontRole::ui, picture::text_small, {}};
  const TextStyle name{FontRole::ui, picture::text_body, {}};
  const TextStyle number{FontRole::mono_bold, picture::text_body, {}};
  const auto column = [&](const char* key, const char* usual) {
    return std::max(ui.text_width(ui.texts().get(key), heading), ui.text_width(usual, number));
  };
  widths_ = {};
  widths_.px = ui.style().scale;
  widths_.requests = column("panel.col_requests", "");
  widths_.each = column("panel.col_each", "16.7");
  widths_.ideal = column("panel.col_ideal", "16.7");
  widths_.ratio = column("panel.col_ratio", "16.7×");
  for (const Row& row : rows_) {
    const auto widen = [&](float& width, const std::string& text, const TextStyle& style) {
      width = std::max(width, ui.text_width(text, style));
    };
    const report::CostPair pair = report::cost_pair(row.first->space, row.counts);
    const double ratio = report::cost_ratio(row.first->space, row.counts);
    widen(widths_.name, access_name(row, ui.texts()), name);
    widen(widths_.requests, text::Texts::grouped(row.counts.requests), number);
    widen(widths_.each, a_request(pair.cost, row.counts.requests), number);
    widen(widths_.ideal, a_request(pair.ideal, row.counts.requests), number);
    widen(widths_.ratio, picture::ratio_text(ratio), number);
    widen(widths_.unit, ui.texts().get(unit_key(row.first->space)), heading);
  }
}

void SitesPanel::content(Ui& ui, Session& session, const Rect& area) {
  const OutcomePtr shown = session.run().shown();  // kept alive: pressing a row may replace it
  if (!shown) {
    say_not_run(ui, session, area);
    return;
  }
  if (rows_of_ != shown) {
    rows_of_ = shown;
    rows_ = rows_of(shown->report);
    full_ = min_full_ratio;
    for (const Row& row : rows_)
      full_ = std::max(full_, report::cost_ratio(row.first->space, row.counts));
  }
  measure(ui);
  header(ui, session, area);
  const report::Event* event = session.selector().event();
  std::size_t chosen = rows_.size();
  if (event != nullptr && event->kind == report::EventKind::access) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (std::find(rows_[i].sites.begin(), rows_[i].sites.end(), event->site) !=
          rows_[i].sites.end()) {
        chosen = i;
      }
    }
  }
  std::optional<std::size_t> moved_to;
  if (chosen != followed_ && chosen < rows_.size()) moved_to = chosen;
  followed_ = chosen;
  table_.rows(ui, area, rows_.size(), moved_to, [&](std::size_t index, const Rect& rect) {
    draw_row(ui, session, rows_[index], index == chosen, rect);
  });
}

void SitesPanel::header(Ui& ui, const Session& session, const Rect& area) {
  const text::Texts& texts = ui.texts();
  RowTable::title(
      ui, area,
      texts.get("panel.sites_title", fmt::arg("kernel", session.run().shown()->report.kernel)),
      *session.run().shown(), kept_free());

  const SiteColumns columns = site_columns(area, widths_);
  const float names = RowTable::names_y(ui, area);
  const TextStyle left{FontRole::ui, picture::text_small, ui.palette().text_faint};
  TextStyle right = left;
  right.align = picture::AlignX::right;
  ui.heading(columns.line, names, "panel.col_line", right);
  ui.heading(columns.what, names, "panel.col_access", left);
  ui.heading(columns.requests, names, "panel.col_requests", right);
  ui.heading(columns.each, names, "panel.col_each", right);
  ui.heading(columns.ideal, names, "panel.col_ideal", right);
  ui.heading(columns.ratio, names, "panel.col_ratio", right);
}

void SitesPanel::draw_row(Ui& ui, Session& session, const Row& row, bool chosen, const Rect& rect) {
  const Press press =
      RowTable::begin_row(ui, "sites." + std::to_string(row.first->index), rect, chosen);
  if (press.hovered) {
    ui.tooltip_beside_item(access_name(row, ui.texts()) + "\n" +
                           ui.texts().get(unit_key(row.first->space)));
  }
  numbers(ui, row, rect);
  RowTable::end_row(ui, rect, press);
  if (press.pressed && !chosen) session.selector().choose_site(row.first->index);
}

void SitesPanel::numbers(Ui& ui, const Row& row, const Rect& rect) {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  const report::Site& site = *row.first;
  const report::CostPair pair = report::cost_pair(site.space, row.counts);
  const double ratio = report::cost_ratio(site.space, row.counts);
  const bool costly = pair.cost > pair.ideal;
  const SiteColumns columns = site_columns(rect, widths_);
  const float middle = rect.y + rect.h / 2;
  const Color strong = costly ? palette.costly_text : palette.good_text;
  const TextStyle number{FontRole::mono, picture::text_body, palette.text, picture::AlignX::right};
  const TextStyle strong_number{FontRole::mono_bold, picture::text_body, strong,
                                picture::AlignX::right};
  const std::string requests = text::Texts::grouped(row.counts.requests);
  const std::string line = report::line_name(rows_of_->report, site.place);
  if (line == std::to_string(site.place.line)) {
    ui.text(columns.line, middle, line,
            {FontRole::mono, picture::text_body, palette.text_faint, picture::AlignX::right});
  }
  ui.text(columns.what, middle, access_name(row, texts),
          {FontRole::ui, picture::text_body, palette.text},
          columns.requests - ui.text_width(requests, number) - ui.px(12) - columns.what);
  ui.text(columns.requests, middle, requests, number);
  ui.text(columns.each, middle, a_request(pair.cost, row.counts.requests), strong_number);
  ui.text(columns.ideal, middle, a_request(pair.ideal, row.counts.requests), number);
  ui.text(columns.ratio, middle, picture::ratio_text(ratio), strong_number);

  if (columns.has_unit) {
    ui.text(columns.bar_to, middle, texts.get(unit_key(site.space)),
            {FontRole::ui, picture::text_small, palette.text_faint, picture::AlignX::right});
  }
  if (!columns.has_bar) return;
  const float bar_to =
      columns.has_unit ? columns.bar_to - widths_.unit - ui.px(site_column_gap) : columns.bar_to;
  const float bar_w = (bar_to - columns.bar_from) * bar_share(ratio, full_);
  const Rect bar{columns.bar_from, middle - ui.px(4), std::max(bar_w, std::max(ui.px(3), 3.0F)),
                 ui.px(8)};
  ui.fill(bar, costly ? palette.costly : palette.good, ui.px(2));
}

// --- branches ---

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

// --- counts ---

void CountsPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (!session.run().shown()) {
    say_not_run(ui, session, area);
    return;
  }
  if (session.state().selection.subject == Subject::divergence) {
    const picture::HitArea* hit =
        ui.picture("counts",
                   picture::build_divergence_counts(session.run().shown()->report,
                                                    session.state().selection.line, ui.style(),
                                                    area.w, area.h, session.state().selection.file),
                   area);
    if (hit != nullptr) ui.tooltip(hit->tooltip);
    return;
  }
  picture::CountsInput input = counts_input(session);
  input.beside_table = beside_table_;
  picture::DrawList picture = picture::build_counts(input, ui.style(), area.w, area.h);
  // The title is the only bold label aligned to the left.
  const auto found =
      std::find_if(picture.labels.begin(), picture.labels.end(), [](const picture::Label& label) {
        return label.font == FontRole::ui_bold && label.align_x == picture::AlignX::left;
      });
  std::string title = found != picture.labels.end() ? found->text
                      : picture.labels.empty()      ? std::string()
                                                    : picture.labels.back().text;
  // Animate when another run changes the same counts; switch at once to other counts.
  if (shown_ != session.run().shown() && title == title_) {
    transition_.begin();
  } else if (title != title_) {
    transition_.rest();
  }
  shown_ = session.run().shown();
  title_ = std::move(title);
  const picture::HitArea* hit = ui.picture(
      "counts", transition_.show({std::move(picture)}, session.state().settings.reduced_motion),
      area);
  if (hit != nullptr) ui.tooltip(hit->tooltip);
}

}  // namespace lanescope::app
