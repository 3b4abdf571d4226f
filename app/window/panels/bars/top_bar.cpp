#include "app/window/panels/bars/top_bar.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/figures/appearance.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/icon.h"

namespace lanescope::app {
namespace {

// In units.
constexpr float margin = 16;
constexpr float between_groups = 16;
constexpr float widest_search = 420;
constexpr float least_search = 300;  // its words and its key fit
constexpr float least_short_search = 132;
constexpr float enough_launch = 460;  // a variant, PAD and N
constexpr float least_launch = 300;   // a variant and PAD

// In one line, or else in two smaller ones; what still has no room ends in an ellipsis.
void draw_title(Ui& ui, const std::string& title, const TextStyle& text_style, const Rect& area) {
  const float middle = area.y + area.h / 2;
  TextStyle small = text_style;
  small.size = picture::text_small;
  const std::vector<std::string> lines = ui.wrapped(title, small, area.w);
  if (ui.text_width(title, text_style) <= area.w || lines.size() < 2) {
    ui.text(area.x, middle, title, ui.text_width(title, text_style) <= area.w ? text_style : small,
            area.w);
    return;
  }
  const float half = ui.px(8);
  ui.text(area.x, middle - half, lines[0], small, area.w);
  ui.text(area.x, middle + half, lines.size() == 2 ? lines[1] : lines[1] + " …", small, area.w);
}

// Of the strip of page tabs.
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

void TopBar::draw(Ui& ui, Session& session, const Rect& area, const Rect& launch, bool sheet_open) {
  ui.fill(area, ui.palette().panel);
  ui.fill({area.x, area.y + area.h - 1, area.w, 1}, ui.palette().hairline);
  const bool has_launch = launch.h < 1;
  const auto width = [&](Detail detail, auto group) {
    Pen pen{&ui, nullptr, &session, detail, 0, 0};
    (this->*group)(pen);
    return pen.x;
  };
  const float ends = 2 * ui.px(margin);
  const auto room_of = [&](Detail detail) {
    return area.w - ends - width(detail, &TopBar::brand) - width(detail, &TopBar::commands) -
           width(detail, &TopBar::window_buttons) - 2 * ui.px(between_groups);
  };
  const auto wanted = [&](Detail detail) {
    if (has_launch) return ui.px(detail == Detail::folded ? enough_launch : least_launch);
    return detail >= Detail::folded
               ? 0.0F
               : ui.px(detail >= Detail::short_search ? least_short_search : least_search);
  };
  Detail detail = has_launch ? Detail::folded : Detail::everything;
  while (detail != Detail::bare && room_of(detail) < wanted(detail))
    detail = static_cast<Detail>(static_cast<int>(detail) + 1);
  const float middle = std::round(area.y + area.h / 2);
  Pen left{&ui, &session, &session, detail, area.x + ui.px(margin), middle};
  brand(left);
  Pen right{&ui, &session, &session, detail, 0, middle};
  right.x = right_of(area) - ui.px(margin) - width(detail, &TopBar::window_buttons);
  const float right_end = right.x;
  const float commands_w = width(detail, &TopBar::commands);
  const float from = left.x + ui.px(between_groups);
  const float room = right_end - ui.px(between_groups) - from;
  if (detail < Detail::folded) {
    const float w = std::min(room - commands_w - ui.px(between_groups), ui.px(widest_search));
    // The search and the buttons beside it stand in the middle of what is left.
    const float x = std::round(from + (room - w - commands_w - ui.px(between_groups)) / 2);
    const float h = ui.px(control_height);
    search(ui, {x, std::round(middle - h / 2), w, h});
    Pen beside{&ui, &session, &session, detail, x + w + ui.px(between_groups), middle};
    commands(beside);
  }
  window_buttons(right);
  if (!has_launch) draw_background(ui, launch);
  launch_.draw(ui, session,
               has_launch ? Rect{from, area.y, std::max(room, 1.0F), area.h}
                          : Rect{launch.x + ui.px(8), launch.y, launch.w - ui.px(16), launch.h},
               sheet_open);
}

// The program's sign and name, and the lesson, in a room that depends on no lesson.
void TopBar::brand(Pen& pen) {
  Ui& ui = *pen.ui;
  const picture::Palette& palette = ui.palette();
  const float sign = ui.px(22);
  const std::string tip = ui.texts().get("panel.lessons_tip");
  const float h = ui.px(control_height);
  const bool has_title = pen.detail < Detail::least;
  const TextStyle name{FontRole::ui_bold, picture::text_title, palette.text};
  if (pen.draws()) {
    const Rect box{pen.x, std::round(pen.middle - sign / 2), sign, sign};
    if (has_title) {  // the program's sign leads to its first page
      const float w = pen.detail == Detail::everything
                          ? sign + ui.px(10) + ui.text_width("Lanescope", name)
                          : sign;
      const float pad = ui.px(4);
      const Rect around{box.x - pad, std::round(pen.middle - h / 2), w + 2 * pad, h};
      const std::string start_tip = ui.texts().get("keys.start") + "  " + key_text(Command::start);
      if (button(ui, "top.start", around, {.raised = false, .tooltip = start_tip}).pressed)
        ui.ask(Perform{Command::start});
    }
    ui.paint(picture::build_icon(palette, sign, false), box);
    if (!has_title && button(ui, "top.lesson", box, {.raised = false, .tooltip = tip}).pressed)
      ui.ask(OpenOverlay{Overlay::lessons});
  }
  pen.x += sign + ui.px(10);
  if (!has_title) return;
  if (pen.detail == Detail::everything) {
    if (pen.draws()) ui.text(pen.x, pen.middle, "Lanescope", name);
    pen.x += ui.text_width("Lanescope", name) + ui.px(8);
  }
  const float most = ui.px(pen.detail >= Detail::short_title    ? 96
                           : pen.detail >= Detail::short_search ? 140
                                                                : 220);
  if (pen.draws()) {
    const auto& card = pen.session->lesson();
    const std::string& language = pen.session->state().settings.language;
    const std::string title = card && !card->title.in(language).empty()
                                  ? card->title.in(language)
                                  : pen.session->state().lesson;
    const TextStyle text_style{FontRole::ui, picture::text_title, palette.text_dim};
    const float title_w = std::min(ui.text_width(title, text_style), most);
    const Rect box{pen.x, std::round(pen.middle - h / 2), title_w + ui.px(36), h};
    const std::string whole_tip = title_w < most ? tip : title + "\n" + tip;
    if (button(ui, "top.lesson", box, {.raised = false, .tooltip = whole_tip}).pressed)
      ui.ask(OpenOverlay{Overlay::lessons});
    draw_title(ui, title, text_style, {box.x + ui.px(8), box.y, most, h});
    draw_glyph(ui, Glyph::down, {right_of(box) - ui.px(26), box.y, ui.px(24), box.h},
               palette.text_dim);
  }
  pen.x += most + ui.px(36);
}

void TopBar::search(Ui& ui, const Rect& box) {
  const picture::Palette& palette = ui.palette();
  const Press press = ui.item("top.search", box);
  ui.fill(box, press.hovered ? palette.panel_raised : palette.well, ui.px(8));
  ui.outline(box, press.hovered ? palette.selection_border : palette.hairline,
             std::max(ui.px(1), 1.0F), ui.px(8));
  const float middle = box.y + box.h / 2;
  draw_glyph(ui, Glyph::search, {box.x + ui.px(4), box.y, ui.px(28), box.h}, palette.text_faint);
  const TextStyle key{FontRole::mono, picture::text_small, palette.text_faint,
                      picture::AlignX::right};
  const float key_w = ui.text(right_of(box) - ui.px(12), middle, "Ctrl P", key);
  const TextStyle words{FontRole::ui, picture::text_body, palette.text_dim};
  const float room = box.w - ui.px(36) - key_w - ui.px(24);
  std::string hint = ui.texts().get("panel.search");
  if (ui.text_width(hint, words) > room) hint = ui.texts().get("panel.search_short");
  ui.text(box.x + ui.px(36), middle, hint, words, std::max(room, 1.0F));
  if (press.focused) ui.focus_ring(box, ui.px(8));
  if (press.hovered) ui.tooltip(ui.texts().get("panel.search_tip"));
  if (press.pressed) ui.ask(OpenOverlay{Overlay::palette});
}

void TopBar::commands(Pen& pen) {
  if (pen.detail >= Detail::folded) {
    return;  // the menu has them
  }
  Ui& ui = *pen.ui;
  const float h = ui.px(control_height);
  const auto add = [&](const char* id, const char* text_key, const char* tip_key, Command command,
                       bool is_there = true) {
    const std::string label = ui.texts().get(text_key);
    const std::string tip = ui.texts().get(tip_key);
    const float w = button_width(ui, label);
    if (pen.draws() && is_there &&
        button(ui, id, {std::round(pen.x), std::round(pen.middle - h / 2), w, h},
               {.label = label, .tooltip = tip})
            .pressed) {
      ui.ask(Perform{command});
    }
    pen.x += w + ui.px(6);
  };
  add("top.course", "panel.course", "panel.course_tip", Command::lessons);
  add("top.lecture", "panel.lecture", "panel.lecture_tip", Command::lecture);
  add("top.export", "panel.export", "panel.export_tip", Command::export_menu);
  // Its place stays free while the guide is shown: the others must not move.
  add("top.guide", "guide.show", "guide.show_tip", Command::guide, offers_guide_);
  pen.x -= ui.px(6);
}

void TopBar::window_buttons(Pen& pen) {
  Ui& ui = *pen.ui;
  const float h = ui.px(control_height);
  const float top = std::round(pen.middle - h / 2);
  Rect box;  // of the last button
  const auto add = [&](const char* id, float w, std::string_view label, Glyph glyph,
                       const char* tip_key) {
    const std::string tip = ui.texts().get(tip_key);
    box = {std::round(pen.x), top, w, h};
    pen.x += w;
    return pen.draws() &&
           button(ui, id, box, {.label = label, .glyph = glyph, .raised = false, .tooltip = tip})
               .pressed;
  };
  const auto add_word = [&](const char* id, const std::string& label, const char* tip_key) {
    return add(id, button_width(ui, label), label, Glyph::none, tip_key);
  };
  const auto add_glyph = [&](const char* id, Glyph glyph, const char* tip_key) {
    return add(id, h, "", glyph, tip_key);
  };
  if (pen.detail >= Detail::folded && pen.detail < Detail::bare &&
      add_glyph("top.search", Glyph::search, "panel.search_tip")) {
    ui.ask(OpenOverlay{Overlay::palette});
  }
  if (pen.detail < Detail::fewer &&
      add_word("top.checks", ui.texts().get("panel.checks"), "checks.tip")) {
    ui.ask(OpenOverlay{Overlay::checks, box});
  }
  if (pen.detail < Detail::bare) {
    // Labelled in the language it switches to, so that someone lost in one language finds the
    // other.
    if (add_word("top.language", text::next_language(pen.session->state().settings.language).label,
                 "panel.language_tip")) {
      ui.ask(Perform{Command::language});
    }
    if (add_glyph("top.theme", Glyph::theme, "panel.theme_tip")) ui.ask(Perform{Command::theme});
  }
  // Always there: who needs large text has the least room.
  if (add_word("top.text_size", "Aa", "panel.text_size_tip"))
    ui.ask(OpenOverlay{Overlay::text_size, box});
  if (add_glyph("top.more", Glyph::more, "panel.more_tip")) ui.ask(OpenOverlay{Overlay::more, box});
  if (pen.detail < Detail::bare && add_word("top.keys", "?", "panel.keys_tip"))
    ui.ask(OpenOverlay{Overlay::keys});
}

// --- the strip of page tabs ---

bool PageStrip::opens(Page page) const {
  if (page == Page::guide) return has_guide;
  return !covered || page == Page::stage || page == Page::code;
}

std::vector<Page> tabbed_pages(const Ui& ui, Page present) {
  std::vector<Page> pages;
  for (const PageRow& row : page_rows()) {
    if (row.page == present || has_tab(row.page, ui.width(), ui.height(), ui.style().scale))
      pages.push_back(row.page);
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
