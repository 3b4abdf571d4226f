#include "app/window/panels/bars/launch_controls.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/session/shortcuts.h"
#include "app/window/panels/bars/status_bar.h"
#include "app/window/panels/base/overlay.h"
#include "app/window/toolkit/widgets.h"
#include "kernels/lesson_file/parameter_range.h"
#include "sim/text/number.h"

namespace lanescope::app {
namespace {

constexpr float group_gap = 16;  // units
constexpr float narrow_gap = 10;
constexpr float switch_height = 36;
constexpr float min_title = 40;  // of a folded variant

bool allows(const lesson::Parameter& parameter, std::int64_t value) {
  return (!parameter.min || *parameter.min <= value) && (!parameter.max || value <= *parameter.max);
}

Tabs variant_tabs(const Session& session, const std::string& language) {
  Tabs tabs;
  const std::vector<LessonCard::Variant>& all = session.lesson()->variants;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& title = all[i].title.in(language);
    tabs.labels.push_back(title.empty() ? all[i].name : title);
    tabs.tooltips.push_back(fmt::format("{}  [{}]", all[i].name, i + 1));
    if (session.variant() == &all[i]) tabs.chosen = i;
  }
  return tabs;
}

// PAD comes first: it is the one a class looks for. Then the lesson file's order.
std::vector<const lesson::Parameter*> parameters_of(const LessonCard::Variant* variant) {
  std::vector<const lesson::Parameter*> all;
  if (variant == nullptr) return all;
  const lesson::Parameter* pad = pad_parameter(*variant);
  if (pad != nullptr) all.push_back(pad);
  for (const lesson::Parameter& each : variant->parameters) {
    if (&each != pad) all.push_back(&each);
  }
  return all;
}

// The key that steps the parameter, with its explanation.
void draw_key(Ui& ui, float x, float middle, const char* key, const std::string& tip_key) {
  const float h = ui.px(20);
  if (ui.item("top.key." + std::string(key), {x, middle - h / 2, keycap_width(ui, key), h}, false)
          .hovered) {
    ui.tooltip(ui.texts().get(tip_key));
  }
  draw_keycap(ui, x, middle, key);
}

}  // namespace

void LaunchControls::draw(Ui& ui, Session& session, const Rect& area, bool sheet_open) {
  if (edits_in_sheet_ && !sheet_open) {
    stop_editing();
    edits_in_sheet_ = false;
  }
  const std::vector<const lesson::Parameter*> all = parameters_of(session.variant());
  const auto lay_out = [&](Pen& pen, const std::vector<const lesson::Parameter*>& parameters,
                           std::size_t shown) {
    variants(pen);
    for (std::size_t i = 0; i < shown; ++i) parameter(pen, *parameters[i]);
    const bool lacks_steppers = !has_steppers(pen) && !parameters.empty();
    if (shown < parameters.size() || lacks_steppers)
      sheet_button(pen, parameters.size() - shown, parameters.size());
    return pen.x - ui.px(gap_after(pen));
  };
  const auto width = [&](Detail detail, const LessonCard::Variant* variant, std::size_t shown) {
    Pen pen{&ui, nullptr, &session, variant, detail, 0, 0, 0};
    return lay_out(pen, parameters_of(variant), shown);
  };
  // The steps between variants are there for all of them or for none: going through the variants
  // must not take the button from under the mouse.
  const auto fits_all = [&](Detail detail) {
    const std::vector<LessonCard::Variant> none;
    const auto& each = session.lesson() ? session.lesson()->variants : none;
    return std::all_of(each.begin(), each.end(), [&](const LessonCard::Variant& variant) {
      return width(detail, &variant, variant.parameters.size()) <= area.w;
    });
  };
  const auto less = [](Detail detail) { return static_cast<Detail>(static_cast<int>(detail) + 1); };
  Detail detail = Detail::tabs;
  while (detail < Detail::no_steps && !fits_all(detail)) detail = less(detail);
  while (detail < Detail::bare && width(detail, session.variant(), all.size()) > area.w)
    detail = less(detail);
  std::size_t shown = all.size();
  float room = 0;
  if (detail == Detail::bare) {
    // The variant's title gives way first, then the last parameters.
    const auto title_room = [&] {
      return area.w - width(detail, session.variant(), shown) + ui.px(min_title);
    };
    while (shown > 1 && title_room() < ui.px(min_title)) --shown;
    room = std::max(title_room(), 1.0F);
  }
  Pen pen{
      &ui, &session, &session, session.variant(), detail, area.x, std::round(area.y + area.h / 2),
      room};
  lay_out(pen, all, shown);
  // Else there would be an empty box.
  if (session.variant() != nullptr && pen.x == area.x) {
    ui.text(area.x + ui.px(8), pen.middle, ui.texts().get("panel.no_values"),
            {FontRole::ui, picture::text_body, ui.palette().text_faint}, area.w - ui.px(16));
  }
}

void LaunchControls::variants(Pen& pen) {
  const auto& card = pen.session->lesson();
  if (!card || card->variants.size() < 2) return;
  if (pen.detail != Detail::tabs) return folded_variants(pen);
  Ui& ui = *pen.ui;
  const Tabs tabs = variant_tabs(*pen.session, pen.session->state().settings.language);
  const float h = ui.px(switch_height);
  const float w = tabs_width(ui, tabs);
  if (pen.draws()) {
    const Rect box{pen.x, std::round(pen.middle - h / 2), w, h};
    if (const auto pressed = draw_tabs(ui, "top.variant", box, tabs))
      pen.target->run().choose_variant(*pressed);
  }
  pen.x += w + ui.px(group_gap);
}

// "< shared tile  4 of 7 v >"
void LaunchControls::folded_variants(Pen& pen) {
  Ui& ui = *pen.ui;
  const picture::Palette& palette = ui.palette();
  const Tabs tabs = variant_tabs(*pen.session, pen.session->state().settings.language);
  const std::size_t count = tabs.labels.size();
  const std::string title = tabs.chosen ? tabs.labels[*tabs.chosen] : pen.session->state().variant;
  const auto position_of = [&](std::size_t index) {
    return ui.texts().get("panel.variant_of", fmt::arg("at", index + 1), fmt::arg("n", count));
  };
  const std::string position = position_of(tabs.chosen.value_or(0));
  const TextStyle title_style{FontRole::ui_bold, picture::text_body, palette.text};
  const TextStyle position_style{FontRole::ui, picture::text_small, palette.text_dim};
  const bool has_position = pen.detail < Detail::no_steps;
  const bool has_steps = has_position;
  const float h = ui.px(control_height);
  const float side = has_steps ? ui.px(24) : 0;
  const float arrow = ui.px(24);
  // As wide as the widest title and position, so that going through the variants moves nothing.
  float title_w = ui.px(min_title);
  if (pen.detail != Detail::bare) {
    for (const std::string& each : tabs.labels)
      title_w = std::max(title_w, std::ceil(ui.text_width(each, title_style)));
    title_w = std::min(title_w, ui.px(pen.detail == Detail::folded ? 220 : 140));
  } else if (pen.title_room > 0) {
    title_w = std::min(pen.title_room, std::ceil(ui.text_width(title, title_style)));
  }
  float position_w = 0;
  for (std::size_t i = 0; has_position && i < count; ++i)
    position_w =
        std::max(position_w, std::ceil(ui.text_width(position_of(i), position_style)) + ui.px(12));
  const float w = ui.px(12) + title_w + position_w + arrow;
  if (pen.draws()) {
    const float top = std::round(pen.middle - h / 2);
    draw_raised(ui, {pen.x, top, w + 2 * side, h}, palette.panel_raised, ui.px(6));
    const auto arrow_button = [&](const char* id, Glyph glyph, float x, std::size_t to,
                                  const char* tip) {
      const std::string words = ui.texts().get(tip);
      if (button(ui, id, {x, top, side, h}, {.glyph = glyph, .raised = false, .tooltip = words})
              .pressed) {
        pen.target->run().choose_variant(to);
      }
    };
    const std::size_t at = tabs.chosen.value_or(0);
    if (has_steps) {
      arrow_button("top.variant.previous", Glyph::back, pen.x, (at + count - 1) % count,
                   "panel.variant_previous");
    }
    const Rect box{pen.x + side, top, w, h};
    std::string tip = fmt::format("{}  {} / {}", ui.texts().get("panel.variants"), at + 1, count);
    if (ui.text_width(title, title_style) > title_w + 1) tip = title + "\n" + tip;
    if (button(ui, "top.variants", box, {.raised = false, .tooltip = tip}).pressed)
      ui.ask(OpenOverlay{Overlay::variants});
    const float middle = top + h / 2;
    ui.text(box.x + ui.px(12), middle, title, title_style, title_w + 1);
    if (has_position)
      ui.text(box.x + ui.px(12) + title_w + ui.px(12), middle, position, position_style);
    draw_glyph(ui, Glyph::down, {right_of(box) - arrow, box.y, arrow, box.h}, palette.text_dim);
    if (has_steps) {
      arrow_button("top.variant.next", Glyph::forward, right_of(box), (at + 1) % count,
                   "panel.variant_next");
    }
  }
  pen.x += w + 2 * side + ui.px(gap_after(pen));
}

void LaunchControls::parameter(Pen& pen, const lesson::Parameter& parameter) {
  Ui& ui = *pen.ui;
  const bool is_pad = &parameter == pad_parameter(*pen.variant);
  const TextStyle name{FontRole::mono_bold, is_pad ? picture::text_title : picture::text_body,
                       ui.palette().text};
  if (pen.draws()) ui.text(pen.x, pen.middle, parameter.name, name);
  const float name_w =
      ui.text_width(parameter.name, name) + ui.px(has_steppers(pen) ? narrow_gap : 6);
  // The name belongs to the field: a click on it edits the number, too.
  const float h = ui.px(control_height);
  if (pen.draws() && !is_pad &&
      ui.item("top." + parameter.name, {pen.x, std::round(pen.middle - h / 2), name_w, h}, false)
          .pressed) {
    edit(parameter, pen.session->value_of(parameter), false);
  }
  pen.x += name_w;
  if (is_pad) {
    pad_switch(pen, parameter);
  } else {
    const std::int64_t value = pen.session->value_of(parameter);
    const std::int64_t widest = parameter.max ? std::max(*parameter.max, value) : value;
    const float w = field_width(pen, widest);
    if (pen.draws()) value_field(pen, parameter, w);
    pen.x += w;
    // Its key would look like the name of another value: the tooltip has it.
  }
  pen.x += ui.px(gap_after(pen));
}

float LaunchControls::gap_after(const Pen& pen) {
  return has_steppers(pen) ? group_gap : narrow_gap;
}

float LaunchControls::field_width(const Pen& pen, std::int64_t widest) {
  const std::string text = std::to_string(widest);
  if (has_steppers(pen)) return stepper_width(*pen.ui, text);
  return std::ceil(pen.ui->text_width(text, {FontRole::mono_bold, picture::text_body, {}})) +
         pen.ui->px(12);
}

void LaunchControls::pad_switch(Pen& pen, const lesson::Parameter& parameter) {
  Ui& ui = *pen.ui;
  const std::int64_t value = pen.session->value_of(parameter);
  const std::int64_t least = lesson::min_padding(parameter).value_or(1);
  const float h = ui.px(pen.detail == Detail::bare ? control_height : switch_height);
  const float w = ui.px(pen.detail == Detail::bare ? 64 : 88);
  if (pen.draws()) {
    if (const auto side = draw_switch(ui, "top.pad", {pen.x, std::round(pen.middle - h / 2), w, h},
                                      {0, least}, value)) {
      pen.target->run().set_parameter(parameter.name, *side);
    }
    if (points_at_padding_) {
      const Rect ring{pen.x - ui.px(5), std::round(pen.middle - h / 2) - ui.px(5), w + ui.px(10),
                      h + ui.px(10)};
      ui.outline(ring, ui.palette().costly, std::max(ui.px(2), 2.0F), ring.h / 2);
    }
  }
  pen.x += w;
  if (pen.detail < Detail::bare) {
    pen.x += ui.px(8);
    if (pen.draws()) draw_key(ui, pen.x, pen.middle, "P", "panel.pad_key_tip");
    pen.x += keycap_width(ui, "P");
  }
  if (parameter.max && *parameter.max <= least) return;
  // Other paddings than the two of the switch. What is under the mouse keeps its place and its
  // meaning however often it is pressed.
  if (has_steppers(pen)) {
    pen.x += ui.px(8);
    const float field = field_width(pen, std::max(parameter.max.value_or(0), value));
    if (pen.draws()) value_field(pen, parameter, field);
    pen.x += field;
    return;
  }
  const float side = ui.px(24);
  pen.x += ui.px(4);
  if (pen.draws()) {
    const std::string tip = ui.texts().get("panel.pad_more_tip");
    if (button(ui, "top.pad.more", {pen.x, std::round(pen.middle - side / 2), side, side},
               {.glyph = Glyph::plus, .raised = false, .repeats = true, .tooltip = tip})
            .pressed) {
      pen.target->run().move_parameter(parameter.name, 1);
    }
  }
  pen.x += side;
  if (value == 0 || value == least) return;
  const float field = field_width(pen, value);
  pen.x += ui.px(4);
  if (pen.draws()) value_field(pen, parameter, field);
  pen.x += field;
}

// Opens the sheet with all parameters and their - and +: "+2" if two have no room here. "- +" would
// seem to belong to the last of several.
void LaunchControls::sheet_button(Pen& pen, std::size_t hidden, std::size_t all) {
  Ui& ui = *pen.ui;
  const std::string label = hidden > 0 ? fmt::format("+{}", hidden)
                            : all > 1  ? ui.texts().get("panel.values")
                                       : "−  +";
  const float w = button_width(ui, label);
  const float h = ui.px(control_height);
  if (pen.draws()) {
    const std::string tip = ui.texts().get("panel.parameters_tip");
    if (button(ui, "top.parameters", {pen.x, std::round(pen.middle - h / 2), w, h},
               {.label = label, .tooltip = tip})
            .pressed) {
      ui.ask(OpenOverlay{Overlay::parameters});
    }
  }
  pen.x += w + ui.px(gap_after(pen));
}

bool LaunchControls::draw_sheet(Ui& ui, Session& session) {
  const std::vector<const lesson::Parameter*> all = parameters_of(session.variant());
  const std::string& language = session.state().settings.language;
  draw_veil(ui);
  const float pad = ui.px(24);
  const OutcomePtr& shown = session.run().shown();
  const std::string guess = shown != nullptr ? guess_text(ui.texts(), *shown) : std::string();
  const auto rows = static_cast<float>(all.size() + (guess.empty() ? 1 : 2));
  const float row_h = std::min(ui.px(52), std::floor((ui.height() - ui.px(68)) / rows));
  const Rect sheet = sheet_in_middle(ui, std::min(ui.px(420), ui.width() - ui.px(16)),
                                     row_h * rows + ui.px(12), 3);
  app::draw_sheet(ui, sheet);
  ui.text(sheet.x + pad, sheet.y + row_h / 2, ui.texts().get("panel.parameters"),
          {FontRole::ui_bold, picture::text_title, ui.palette().text});
  float middle = sheet.y + row_h * 1.5F;
  for (const lesson::Parameter* each : all) {
    const std::int64_t value = session.value_of(*each);
    const std::int64_t widest = each->max ? std::max(*each->max, value) : value;
    const float w = stepper_width(ui, std::to_string(widest));
    Pen pen{&ui,    &session, &session, session.variant(), Detail::bare, right_of(sheet) - pad - w,
            middle, 0};
    if (ui.item("sheet." + each->name, {sheet.x, middle - row_h / 2, pen.x - sheet.x, row_h}, false)
            .pressed) {
      edit(*each, value, true);
    }
    value_field(pen, *each, w, true);
    const TextStyle name{FontRole::mono_bold, picture::text_body, ui.palette().text};
    const float used = ui.text(sheet.x + pad, middle, each->name, name) + ui.px(12);
    ui.text(sheet.x + pad + used, middle, each->label.in(language),
            {FontRole::ui, picture::text_body, ui.palette().text_dim},
            std::max(1.0F, pen.x - sheet.x - pad - used - ui.px(12)));
    middle += row_h;
  }
  if (!guess.empty()) {
    ui.text(sheet.x + pad, middle, ui.texts().get("guess.sheet", fmt::arg("from", guess)),
            {FontRole::ui, picture::text_small, ui.palette().text_dim}, sheet.w - 2 * pad);
  }
  return is_dismissed(ui, sheet);
}

void LaunchControls::finish_editing(Ui& ui, Session& session) {
  const std::string name = std::exchange(edited_, {});
  const auto number = whole_number<std::int64_t>(typed_);
  if (number) session.run().set_parameter(name, *number);
  for (const lesson::Parameter* parameter : parameters_of(session.variant())) {
    const std::int64_t value = session.value_of(*parameter);
    if (parameter->name == name && !typed_.empty() && value != number) {
      ui.ask(Say{ui.texts().get("panel.value_refused", fmt::arg("name", name),
                                fmt::arg("typed", typed_), fmt::arg("value", value))});
    }
  }
}

void LaunchControls::value_field(Pen& pen, const lesson::Parameter& parameter, float w,
                                 bool in_sheet) {
  Ui& ui = *pen.ui;
  Session& session = *pen.target;
  const std::int64_t value = session.value_of(parameter);
  const float h = ui.px(control_height);
  const Rect box{pen.x, std::round(pen.middle - h / 2), w, h};
  if (edited_ == parameter.name && edits_in_sheet_ == in_sheet) {
    ui.quiet_in(box);  // who has typed a value knows what it is
    if (draw_number_field(ui, "##value", box, typed_, std::exchange(edit_begins_, false)))
      finish_editing(ui, session);
    return;
  }
  const std::string& language = session.state().settings.language;
  std::string tip =
      parameter.label.in(language).empty() ? parameter.name : parameter.label.in(language);
  if (parameter.min && parameter.max)
    tip += fmt::format("  {} … {}", *parameter.min, *parameter.max);
  if (pen.variant != nullptr && &parameter == size_parameter(*pen.variant))
    tip += "\n" + ui.texts().get("panel.size_key_tip");
  if (!in_sheet && !has_steppers(pen)) {
    const Press number = ui.item("top." + parameter.name + "=", box);
    draw_raised(ui, box, ui.palette().panel_raised, ui.px(6));
    ui.text(box.x + box.w / 2, pen.middle, std::to_string(value),
            {FontRole::mono_bold, picture::text_body,
             number.hovered ? ui.palette().good_text : ui.palette().text, picture::AlignX::center});
    if (number.focused) ui.focus_ring(box, ui.px(6));
    if (number.hovered) ui.tooltip(tip);
    if (number.pressed) edit(parameter, value, false);
    return;
  }
  const StepperResult result =
      draw_stepper(ui, (in_sheet ? "sheet." : "top.") + parameter.name, box, std::to_string(value),
                   allows(parameter, value - 1), allows(parameter, value + 1), tip);
  if (result.change != 0) session.run().move_parameter(parameter.name, result.change);
  if (result.edit) edit(parameter, value, in_sheet);
}

void LaunchControls::edit(const lesson::Parameter& parameter, std::int64_t value, bool in_sheet) {
  edited_ = parameter.name;
  typed_ = std::to_string(value);
  edit_begins_ = true;
  edits_in_sheet_ = in_sheet;
}

}  // namespace lanescope::app
