#include "app/window/panels/bars/top_bar.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/session/shortcuts.h"
#include "app/window/panels/bars/status_bar.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/icon.h"

namespace lanescope::app {
namespace {

constexpr float first_row_height = 56;  // units
constexpr float second_row_height = 48;
constexpr float min_row_height = 48;

Tabs variant_tabs(const Session& session, const std::string& language) {
  Tabs tabs;
  const std::vector<LessonCard::Variant>& all = session.lesson()->variants;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& title = all[i].title.in(language);
    tabs.labels.push_back(title.empty() ? all[i].name : title);
    tabs.tooltips.push_back(fmt::format("{}  [{}]", all[i].name, i + 1));
    if (session.variant() == &all[i]) {
      tabs.chosen = i;
    }
  }
  return tabs;
}

}  // namespace

float TopBar::height(Ui& ui, const Session& session) {
  const auto measure = [&](Detail detail, auto group) {
    Pen pen{&ui, nullptr, &session, detail, 0, 0};
    (this->*group)(pen);
    return pen.x;
  };
  const float margin = 2 * ui.px(16);
  row_ = ui.px(first_row_height);
  const auto fits = [&](Detail detail, bool two_rows) {
    detail_ = detail;
    two_rows_ = two_rows;
    brand_w_ = measure(detail, &TopBar::brand);
    status_w_ = measure(detail, &TopBar::status);
    const float middle_w =
        measure(detail, &TopBar::variants) + measure(detail, &TopBar::parameters);
    return two_rows ? std::max(brand_w_ + status_w_, middle_w) + margin <= ui.width()
                    : brand_w_ + middle_w + status_w_ + margin <= ui.width();
  };
  if (is_short_of_height(ui.height(), ui.style().scale)) {
    row_ = ui.px(min_row_height);
    if (fits(Detail::folded, false) || fits(Detail::least, false) || fits(Detail::bare, false)) {
      return row_;
    }
  }
  for (const Detail detail : {Detail::everything, Detail::no_hints, Detail::no_words}) {
    if (fits(detail, false)) {
      return row_;
    }
  }
  for (const Detail detail :
       {Detail::no_hints, Detail::no_words, Detail::folded, Detail::least, Detail::bare}) {
    if (fits(detail, true)) {
      break;
    }
  }
  return row_ + ui.px(second_row_height);
}

void TopBar::draw(Ui& ui, Session& session) {
  const float total = row_ + (two_rows_ ? ui.px(second_row_height) : 0);
  ui.fill({0, 0, ui.width(), total}, ui.palette().panel);
  ui.fill({0, total - 1, ui.width(), 1}, ui.palette().hairline);
  Pen pen{&ui, &session, &session, detail_, ui.px(16), std::round(row_ / 2)};
  brand(pen);
  Pen second = pen;
  if (two_rows_) {
    second.x = ui.px(16);
    second.middle = row_ + std::round(ui.px(second_row_height) / 2) - ui.px(4);
  }
  variants(second);
  parameters(second);
  Pen last = pen;
  last.x = ui.width() - ui.px(16) - status_w_;
  status(last);
}

void TopBar::brand(Pen& pen) {
  Ui& ui = *pen.ui;
  const picture::Palette& palette = ui.palette();
  const float sign = ui.px(22);
  if (pen.draws()) {
    ui.paint(picture::build_icon(palette, sign, false),
             {pen.x, std::round(pen.middle - sign / 2), sign, sign});
  }
  pen.x += sign + ui.px(10);
  if (pen.detail >= Detail::least) {
    return;  // F3 still opens the lessons
  }
  if (pen.detail <= Detail::no_hints) {
    const TextStyle name{FontRole::ui_bold, picture::text_title, palette.text};
    if (pen.draws()) {
      ui.text(pen.x, pen.middle, "Lanescope", name);
    }
    pen.x += ui.text_width("Lanescope", name) + ui.px(8);
  }
  const auto& card = pen.session->lesson();
  const std::string& language = pen.session->state().settings.language;
  const std::string title = card && !card->title.in(language).empty() ? card->title.in(language)
                                                                      : pen.session->state().lesson;
  const TextStyle text_style{FontRole::ui, picture::text_title, palette.text_dim};
  const float most = ui.px(220);
  const float title_w = std::min(ui.text_width(title, text_style), most);
  const Rect box{pen.x, std::round(pen.middle - ui.px(16)), title_w + ui.px(36), ui.px(32)};
  if (pen.draws()) {
    const std::string tip = ui.texts().get("panel.lessons_tip");
    if (button(ui, "top.lesson", box, {.raised = false, .tooltip = tip}).pressed) {
      ui.ask(OpenOverlay{Overlay::lessons});
    }
    ui.text(box.x + ui.px(8), pen.middle, title, text_style, most);
    draw_glyph(ui, Glyph::down, {right_of(box) - ui.px(26), box.y, ui.px(24), box.h},
               palette.text_dim);
  }
  pen.x += box.w;
  guide_button(pen);
  pen.x += ui.px(group_gap - 8);
}

// Shown if the lesson has a guide and the guide is hidden.
void TopBar::guide_button(Pen& pen) {
  const auto& card = pen.session->lesson();
  if (!card || card->guide == nullptr || pen.session->state().settings.guide) {
    return;
  }
  Ui& ui = *pen.ui;
  const std::string label = ui.texts().get("guide.show");
  const float w = button_width(ui, label);
  pen.x += ui.px(4);
  if (pen.draws()) {
    const std::string tip = ui.texts().get("guide.show_tip");
    const Rect box{pen.x, std::round(pen.middle - ui.px(16)), w, ui.px(32)};
    if (button(ui, "top.guide", box, {.label = label, .tooltip = tip}).pressed) {
      ui.ask(ShowGuide{true});
    }
  }
  pen.x += w;
}

void TopBar::variants(Pen& pen) {
  const auto& card = pen.session->lesson();
  if (!card || card->variants.size() < 2) {
    return;
  }
  Ui& ui = *pen.ui;
  const Tabs tabs = variant_tabs(*pen.session, pen.session->state().settings.language);
  const float h = ui.px(36);
  const float top = std::round(pen.middle - h / 2);
  if (pen.detail >= Detail::folded) {
    const std::string label =
        tabs.chosen ? tabs.labels[*tabs.chosen] : pen.session->state().variant;
    const TextStyle text_style{FontRole::ui, picture::text_body, ui.palette().text};
    const float label_w = std::ceil(ui.text_width(label, text_style));
    const float w = label_w + ui.px(48);
    if (pen.draws()) {
      const Rect box{pen.x, top, w, h};
      const std::string tip = fmt::format("{}  {} / {}", ui.texts().get("panel.variants"),
                                          tabs.chosen.value_or(0) + 1, tabs.labels.size());
      if (button(ui, "top.variants", box, {.tooltip = tip}).pressed) {
        ui.ask(OpenOverlay{Overlay::variants});
      }
      ui.text(box.x + ui.px(14), pen.middle, label, text_style);
      draw_glyph(ui, Glyph::down, {right_of(box) - ui.px(30), box.y, ui.px(24), box.h},
                 ui.palette().text_dim);
    }
    pen.x += w + ui.px(pen.detail >= Detail::least ? group_gap / 2 : group_gap);
    return;
  }
  const float w = tabs_width(ui, tabs);
  if (pen.draws()) {
    if (const auto pressed = draw_tabs(ui, "top.variant", {pen.x, top, w, h}, tabs)) {
      pen.target->choose_variant(*pressed);
    }
  }
  pen.x += w + ui.px(group_gap);
}

void TopBar::compiler_button(Pen& pen, float top, float h) {
  Ui& ui = *pen.ui;
  const OutcomePtr& shown = pen.session->shown();
  if (!shown && !pen.session->running()) {
    return;  // nothing was compiled or is being compiled
  }
  std::string label = ui.texts().get("panel.compiling");
  if (shown) {
    label = compiler_text(*shown);
    if (pen.detail == Detail::everything && shows_times_) {
      label += fmt::format(" · {:.0f} ms", pen.session->wall_ms());
    }
  }
  const float w = button_width(ui, label);
  if (pen.draws()) {
    const std::string tip =
        shown ? ui.texts().get("panel.compiler_tip",
                               fmt::arg("compile", fmt::format("{:.0f}", shown->ptx.compile_ms)),
                               fmt::arg("wall", fmt::format("{:.0f}", pen.session->wall_ms())))
              : label;
    if (button(ui, "top.compiler", {pen.x, top, w, h},
               {.label = label, .raised = false, .tooltip = tip})
            .pressed) {
      pen.target->choose_compiler(next_compiler(pen.session->state().compiler));
    }
  }
  pen.x += w + ui.px(8);
}

void TopBar::status(Pen& pen) {
  Ui& ui = *pen.ui;
  const float h = ui.px(control_height);
  const float top = std::round(pen.middle - h / 2);
  if (pen.detail <= Detail::no_hints) {
    compiler_button(pen, top, h);
    if (pen.draws()) {
      draw_badge(ui, pen.x, pen.middle, ui.texts().get("counts.model"), ui.palette().good_text);
    }
    pen.x += badge_width(ui, ui.texts().get("counts.model")) + ui.px(8);
  }
  if (pen.detail < Detail::bare) {  // if there is no room, the keys T and L still work
    appearance_buttons(pen, top, h);
  }
  const std::string_view keys = "F1";
  const float keys_w = button_width(ui, keys);
  if (pen.draws()) {
    const std::string tip = ui.texts().get("panel.keys_tip");
    if (button(ui, "top.keys", {pen.x, top, keys_w, h},
               {.label = keys, .raised = false, .tooltip = tip})
            .pressed) {
      ui.ask(OpenOverlay{Overlay::keys});
    }
  }
  pen.x += keys_w;
}

void TopBar::appearance_buttons(Pen& pen, float top, float h) {
  Ui& ui = *pen.ui;
  // Labelled in the language it switches to, so that someone lost in one language finds the other.
  const text::Language& other = text::next_language(pen.session->state().settings.language);
  const float language_w = button_width(ui, other.label);
  if (pen.draws()) {
    const std::string tip = ui.texts().get("panel.language_tip");
    if (button(ui, "top.language", {pen.x, top, language_w, h},
               {.label = other.label, .raised = false, .tooltip = tip})
            .pressed) {
      Settings settings = pen.session->state().settings;
      settings.language = other.code;
      pen.target->change_settings(settings);
    }
  }
  pen.x += language_w;
  if (pen.draws()) {
    const std::string tip = ui.texts().get("panel.theme_tip");
    if (button(ui, "top.theme", {pen.x, top, h, h},
               {.glyph = Glyph::theme, .raised = false, .tooltip = tip})
            .pressed) {
      Settings settings = pen.session->state().settings;
      settings.theme = next(settings.theme);
      pen.target->change_settings(settings);
    }
  }
  pen.x += h;
}

}  // namespace lanescope::app
