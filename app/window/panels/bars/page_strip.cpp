#include "app/window/panels/bars/page_strip.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float roomy_space = 28;  // units, around a tab's word
constexpr float compact_space = 12;
constexpr float corner = 6;

std::string label_of(Page page, const text::Texts& texts) {
  return texts.get(std::string("page.") + name_of(page));
}

std::string why_closed(Page page, const text::Texts& texts) {
  return texts.get(page == Page::guide ? "page.no_guide" : "page.covered");
}

std::string tip_of(Page page, const PageStrip& strip, const text::Texts& texts) {
  const std::string tip = texts.get(std::string("page.tip.") + name_of(page));
  if (strip.opens(page)) return tip;
  return tip + "\n" + why_closed(page, texts);
}

}  // namespace

bool PageStrip::opens(Page page) const {
  if (page == Page::guide) return has_guide;
  return !covered || page == Page::stage || page == Page::code;
}

std::vector<Page> tabbed_pages(const Ui& ui) {
  std::vector<Page> pages;
  for (const PageRow& row : page_rows()) {
    if (has_tab(row.page, ui.width(), ui.height(), ui.style().scale)) pages.push_back(row.page);
  }
  return pages;
}

std::vector<TabWidth> tab_widths(Ui& ui, std::span<const Page> pages) {
  std::vector<TabWidth> widths;
  for (const Page page : pages) {
    const std::string label = label_of(page, ui.texts());
    const auto width = [&](float size, float space) {
      return std::ceil(ui.text_width(label, {FontRole::ui_bold, size, {}})) + ui.px(space);
    };
    widths.push_back(
        {width(picture::text_body, roomy_space), width(picture::text_small, compact_space)});
  }
  return widths;
}

void draw_page_strip(Ui& ui, const PageStrip& strip, const Layout& layout) {
  const picture::Palette& palette = ui.palette();
  draw_background(ui, layout.pages);
  const float size = layout.compact_tabs ? picture::text_small : picture::text_body;
  for (std::size_t i = 0; i < std::min(strip.pages.size(), layout.tabs.size()); ++i) {
    const Page page = strip.pages[i];
    const Rect& box = layout.tabs[i];
    const bool present = page == strip.present;
    const bool opens = strip.opens(page);
    const Press press = ui.item(std::string("page.") + name_of(page), box, opens);
    if (present) {
      ui.fill(box, palette.selection, ui.px(corner));
      ui.outline(box, palette.selection_border, std::max(ui.px(1.5F), 1.0F), ui.px(corner));
    } else if (press.hovered && opens) {
      ui.fill(box, palette.panel_raised, ui.px(corner));
    }
    const Color color = present || (press.hovered && opens) ? palette.text
                        : opens                             ? palette.text_dim
                                : picture::mixed(palette.panel, palette.text_faint, 0.55F);
    ui.text(box.x + box.w / 2, box.y + box.h / 2, label_of(page, ui.texts()),
            {present ? FontRole::ui_bold : FontRole::ui, size, color, picture::AlignX::center},
            box.w);
    if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(corner));
    if (press.hovered) ui.tooltip(tip_of(page, strip, ui.texts()));
    if (press.pressed) {
      ui.quiet_in(layout.tabs[i]);  // the tooltip would cover the page's own buttons
    }
    if (press.pressed && opens && !present) ui.ask(ShowPage{page});
    if (press.pressed && !opens) ui.ask(Say{why_closed(page, ui.texts())});
  }
}

}  // namespace lanescope::app
