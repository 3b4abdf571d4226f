#include "app/window/panels/sites_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/window/widgets.h"

namespace lanescope::app {
namespace {

constexpr float title_height = 36;   // units
constexpr float column_height = 24;
constexpr float row_height = 26;

// Right edges of the number columns, as a share of the width; the bar ends the row.
struct Columns {
  float line, what, requests, each, ideal, ratio, bar_from, bar_to;
};

Columns columns_of(Ui& ui, const Rect& area) {
  const float x = area.x;
  const float w = area.w;
  const float pad = ui.px(16);
  return {x + pad + ui.px(32), x + pad + ui.px(44), x + w * 0.44F, x + w * 0.57F,
          x + w * 0.67F,       x + w * 0.77F,       x + w * 0.79F, x + w - pad};
}

const char* space_key(memory::Space space) {
  switch (space) {
    case memory::Space::global: return "space.global";
    case memory::Space::shared: return "space.shared";
    case memory::Space::local: return "space.local";
    case memory::Space::constant: return "space.constant";
  }
  return "";
}

const char* op_key(memory::Op op) {
  switch (op) {
    case memory::Op::load: return "op.load";
    case memory::Op::store: return "op.store";
    case memory::Op::atomic: return "op.atomic";
    case memory::Op::reduction: return "op.reduction";
  }
  return "";
}

std::string a_request(std::uint64_t cost, std::uint64_t requests) {
  if (requests == 0) {
    return "0";
  }
  return cost % requests == 0 ? text::Texts::grouped(cost / requests)
                              : fmt::format("{:.2f}", static_cast<double>(cost) / static_cast<double>(requests));
}

}  // namespace

void SitesPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (!session.shown()) {
    return;
  }
  const std::vector<report::Site>& sites = session.shown()->report.sites;
  header(ui, session, area);
  const float top = area.y + ui.px(title_height + column_height);
  const float row_h = ui.px(row_height);
  const Rect rows{area.x, top, area.w, bottom_of(area) - ui.px(8) - top};
  const float visible = std::max(std::floor(rows.h / row_h), 1.0F);
  const float last_first = std::max(static_cast<float>(sites.size()) - visible, 0.0F);
  first_row_ = std::clamp(first_row_ + std::round(ui.wheel_over(rows) * 2), 0.0F, last_first);

  ui.list().PushClipRect(ImVec2(rows.x, rows.y), ImVec2(right_of(rows), bottom_of(rows)), true);
  const auto from = static_cast<std::size_t>(first_row_);
  const std::size_t to = std::min(sites.size(), from + static_cast<std::size_t>(visible));
  for (std::size_t i = from; i < to; ++i) {
    row(ui, session, sites[i], {rows.x, rows.y + row_h * static_cast<float>(i - from), rows.w, row_h});
  }
  ui.list().PopClipRect();
  if (last_first > 0) {
    // How much there is, and where we are in it.
    const float share = visible / static_cast<float>(sites.size());
    const float y = rows.y + rows.h * first_row_ / static_cast<float>(sites.size());
    ui.fill({right_of(rows) - ui.px(6), y, ui.px(3), rows.h * share}, ui.palette().text_faint, ui.px(2));
  }
}

void SitesPanel::header(Ui& ui, const Session& session, const Rect& area) {
  const scene::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  const float middle = area.y + ui.px(title_height) / 2 + ui.px(2);
  const float badge = badge_width(ui, ui.texts().get("counts.model"));
  const std::string title = texts.get("panel.sites_title", fmt::arg("kernel", session.shown()->report.kernel));
  const float width = ui.text(area.x + ui.px(16), middle, title, {FontRole::ui_bold, scene::text_body, palette.text},
                              area.w - ui.px(48) - badge);
  draw_badge(ui, area.x + ui.px(28) + width, middle, ui.texts().get("counts.model"), palette.good_text);

  const Columns columns = columns_of(ui, area);
  const float names = area.y + ui.px(title_height + column_height / 2);
  const Look left{FontRole::ui, scene::text_small, palette.text_faint};
  Look right = left;
  right.align = scene::AlignX::right;
  ui.text(columns.line, names, texts.get("panel.col_line"), right);
  ui.text(columns.what, names, texts.get("panel.col_access"), left);
  ui.text(columns.requests, names, texts.get("panel.col_requests"), right);
  ui.text(columns.each, names, texts.get("panel.col_each"), right);
  ui.text(columns.ideal, names, texts.get("panel.col_ideal"), right);
  ui.text(columns.ratio, names, texts.get("panel.col_ratio"), right);
}

void SitesPanel::row(Ui& ui, Session& session, const report::Site& site, const Rect& rect) {
  const scene::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  const report::Event* event = session.event();
  const bool chosen = event != nullptr && event->kind == report::EventKind::access && event->site == site.index;
  const Rect box{rect.x + ui.px(8), rect.y, rect.w - ui.px(16), rect.h};
  const Press press = ui.item("sites." + std::to_string(site.index), box);
  if (chosen) {
    ui.fill(box, palette.selection, ui.px(4));
  } else if (press.hovered) {
    ui.fill(box, palette.panel_raised, ui.px(4));
  }
  if (press.pressed) {
    session.choose_site(site.index);
  }

  const report::CostPair pair = report::cost_pair(site.space, site.counts);
  const double ratio = report::cost_ratio(site.space, site.counts);
  const bool costly = pair.cost > pair.ideal;
  const Columns columns = columns_of(ui, {rect.x, rect.y, rect.w, rect.h});
  const float middle = rect.y + rect.h / 2;
  const Color strong = costly ? palette.costly_text : palette.good_text;
  const Look number{FontRole::mono, scene::text_body, palette.text, scene::AlignX::right};
  const bool passes = site.space == memory::Space::shared || site.space == memory::Space::constant;
  const std::string what = texts.get("panel.access", fmt::arg("space", texts.get(space_key(site.space))),
                                     fmt::arg("op", texts.get(op_key(site.op))), fmt::arg("bytes", site.bytes));
  ui.text(columns.line, middle, std::to_string(site.place.line),
          {FontRole::mono, scene::text_body, palette.text_faint, scene::AlignX::right});
  const std::string requests = text::Texts::grouped(site.counts.requests);
  ui.text(columns.what, middle, what, {FontRole::ui, scene::text_body, palette.text},
          columns.requests - ui.text_width(requests, number) - ui.px(12) - columns.what);
  ui.text(columns.requests, middle, requests, number);
  ui.text(columns.each, middle, a_request(pair.cost, site.counts.requests),
          {FontRole::mono_bold, scene::text_body, strong, scene::AlignX::right});
  ui.text(columns.ideal, middle, a_request(pair.ideal, site.counts.requests), number);
  ui.text(columns.ratio, middle, fmt::format("{:.3g}×", ratio),
          {FontRole::mono_bold, scene::text_body, strong, scene::AlignX::right});

  // Whatever the ratio: what an ideal access would take is filled, what is on top of it stands out.
  const float room = columns.bar_to - columns.bar_from - ui.px(8);
  if (room > ui.px(60)) {
    const std::string unit = texts.get(passes ? "panel.unit_wavefronts" : "panel.unit_sectors");
    const float unit_w = ui.text(columns.bar_to - ui.px(4), middle, unit,
                                 {FontRole::ui, scene::text_small, palette.text_faint, scene::AlignX::right});
    const float bar_room = room - unit_w - ui.px(12);
    if (bar_room > ui.px(24)) {
      // Logarithmic: 32 times fills it.
      const float share = std::clamp(static_cast<float>(std::log2(std::max(ratio, 1.0)) / 5.0), 0.0F, 1.0F);
      const Rect bar{columns.bar_from + ui.px(8), middle - ui.px(4), std::max(bar_room * share, ui.px(4)), ui.px(8)};
      ui.fill(bar, costly ? palette.costly : palette.good, ui.px(2));
    }
  }
  if (press.focused) {
    ui.focus_ring(shrunk(box, ui.px(3)), ui.px(4));
  }
}

}  // namespace lanescope::app
