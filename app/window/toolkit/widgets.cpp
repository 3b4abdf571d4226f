#include "app/window/toolkit/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <imgui_internal.h>
#include <imgui_stdlib.h>

namespace lanescope::app {
namespace {

constexpr float corner = 6;  // units

Color lit(Ui& ui, const Press& press) {
  const picture::Palette& palette = ui.palette();
  return press.held      ? palette.selection
         : press.hovered ? picture::mixed(palette.panel_raised, palette.text, 0.10F)
                         : palette.panel_raised;
}

// Draws the edge of `rect` if the theme needs it.
void draw_edge(Ui& ui, const Rect& rect, float radius) {
  if (ui.palette().theme == picture::Theme::contrast)
    ui.outline(rect, ui.palette().hairline, std::max(ui.px(1), 1.0F), radius);
}

// A press at once where the mouse goes down, then one for each step of a held key.
bool is_pressed_or_held(Ui& ui, const Press& press) {
  if (press.held) {
    ui.draw_again();  // holding still makes no events
    return press.hovered && ImGui::IsMouseClicked(0, true);
  }
  return press.pressed && !ImGui::IsMouseReleased(0);  // by keyboard
}

}  // namespace

void draw_panel_edge(Ui& ui, const Rect& panel) { draw_edge(ui, panel, ui.px(8)); }

void draw_background(Ui& ui, const Rect& panel) {
  const float radius = ui.px(8);
  ui.fill(panel, ui.palette().panel, radius);
  draw_edge(ui, panel, radius);
}

void draw_raised(Ui& ui, const Rect& control, const Color& fill, float radius) {
  ui.fill(control, fill, radius);
  draw_edge(ui, control, radius);
}

void draw_tick(Ui& ui, const Rect& box) {
  const picture::Palette& palette = ui.palette();
  ui.fill(box, palette.good, ui.px(4));
  const float width = std::max(ui.px(2), 1.5F);
  const float low_x = box.x + box.w * 0.43F;
  const float low_y = box.y + box.h * 0.72F;
  ui.line(box.x + box.w * 0.23F, box.y + box.h * 0.52F, low_x, low_y, palette.on_good, width);
  ui.line(low_x, low_y, box.x + box.w * 0.78F, box.y + box.h * 0.3F, palette.on_good, width);
}

void draw_glyph(Ui& ui, Glyph glyph, const Rect& box, const Color& color) {
  const float s = ui.px(10);
  const float x = std::round(box.x + (box.w - s) / 2);
  const float y = std::round(box.y + (box.h - s) / 2);
  const float bar = std::max(ui.px(2), 1.0F);
  const float cx = x + s / 2;
  const float cy = y + s / 2;
  switch (glyph) {
    case Glyph::none:
      break;
    case Glyph::first:
      ui.fill({x, y, bar, s}, color);
      ui.triangle({x + bar + 1, y, s - bar - 1, s}, false, color);
      break;
    case Glyph::back:
      ui.triangle({x, y, s, s}, false, color);
      break;
    case Glyph::forward:
    case Glyph::play:
      ui.triangle({x, y, s, s}, true, color);
      break;
    case Glyph::last:
      ui.triangle({x, y, s - bar - 1, s}, true, color);
      ui.fill({x + s - bar, y, bar, s}, color);
      break;
    case Glyph::pause:
      ui.fill({x + 1, y, s / 3, s}, color);
      ui.fill({x + s - s / 3 - 1, y, s / 3, s}, color);
      break;
    case Glyph::plus:
      ui.fill({x, std::round(cy - bar / 2), s, bar}, color);
      ui.fill({std::round(cx - bar / 2), y, bar, s}, color);
      break;
    case Glyph::minus:
      ui.fill({x, std::round(cy - bar / 2), s, bar}, color);
      break;
    case Glyph::cross:
      ui.line(x + 1, y + 1, x + s - 1, y + s - 1, color, bar);
      ui.line(x + s - 1, y + 1, x + 1, y + s - 1, color, bar);
      break;
    case Glyph::theme: {
      const float r = s * 0.6F;
      ui.list().AddCircle(ImVec2(cx, cy), r, color_bytes(color), 0, std::max(bar * 0.75F, 1.0F));
      ui.list().PathArcTo(ImVec2(cx, cy), r, -1.5708F, 1.5708F);
      ui.list().PathFillConvex(color_bytes(color));
      break;
    }
    case Glyph::search: {
      const float r = s * 0.4F;
      const float thick = std::max(bar * 0.75F, 1.0F);
      ui.list().AddCircle(ImVec2(x + r, y + r), r, color_bytes(color), 0, thick);
      ui.line(x + r * 1.7F, y + r * 1.7F, x + s, y + s, color, thick);
      break;
    }
    case Glyph::more:
      for (const float at : {-1.0F, 0.0F, 1.0F}) {
        ui.list().AddCircleFilled(ImVec2(cx + at * s * 0.5F, cy), std::max(s * 0.14F, 1.0F),
                                  color_bytes(color));
      }
      break;
    case Glyph::up: {
      const float h = s * 0.5F;
      ui.list().AddTriangleFilled(ImVec2(cx, cy - h / 2), ImVec2(x + s - 1, cy + h / 2),
                                  ImVec2(x + 1, cy + h / 2), color_bytes(color));
      break;
    }
    case Glyph::down: {
      const float h = s * 0.5F;
      ui.list().AddTriangleFilled(ImVec2(x + 1, cy - h / 2), ImVec2(x + s - 1, cy - h / 2),
                                  ImVec2(cx, cy + h / 2), color_bytes(color));
      break;
    }
  }
}

Press button(Ui& ui, const std::string& id, const Rect& rect, const ButtonStyle& button_style) {
  Press press = ui.item(id, rect, button_style.enabled);
  if (!button_style.enabled) {
    press.pressed = false;
  } else if (button_style.repeats) {
    press.pressed = is_pressed_or_held(ui, press);
  }
  const picture::Palette& palette = ui.palette();
  const float radius = ui.px(corner);
  if (button_style.chosen) {
    ui.fill(rect, palette.good, radius);
  } else if (button_style.raised) {
    draw_raised(ui, rect, button_style.enabled ? lit(ui, press) : palette.panel_raised, radius);
  } else if (press.hovered && button_style.enabled) {
    ui.fill(rect, lit(ui, press), radius);
  }
  const Color color = button_style.chosen ? palette.on_good
                      : button_style.enabled
                          ? (press.hovered ? palette.text : palette.text_dim)
                          : picture::mixed(palette.panel_raised, palette.text_faint, 0.55F);
  if (button_style.glyph != Glyph::none) {
    const float glyph_w = button_style.label.empty() ? rect.w : std::min(rect.w, rect.h);
    draw_glyph(ui, button_style.glyph, {rect.x, rect.y, glyph_w, rect.h}, color);
  }
  if (!button_style.label.empty()) {
    const TextStyle words{button_style.chosen ? FontRole::ui_bold : FontRole::ui,
                          picture::text_body, color, picture::AlignX::center};
    ui.text(rect.x + rect.w / 2, rect.y + rect.h / 2, button_style.label, words, rect.w - ui.px(4));
  }
  if (press.focused) ui.focus_ring(rect, radius);
  if (press.hovered && !button_style.tooltip.empty()) ui.tooltip(std::string(button_style.tooltip));
  if (press.pressed) ui.quiet_in(rect);
  return press;
}

float button_width(Ui& ui, std::string_view label) {
  return std::ceil(ui.text_width(label, {FontRole::ui_bold, picture::text_body, {}})) + ui.px(24);
}

float buttons_width(Ui& ui, const std::vector<LabelledButton>& buttons) {
  float width = 0;
  for (const LabelledButton& each : buttons)
    width += button_width(ui, each.label) + ui.px(button_gap);
  return width;
}

void drop_to_fit(Ui& ui, std::vector<LabelledButton>& buttons, float room, std::size_t least) {
  while (buttons.size() > least && buttons_width(ui, buttons) > room) buttons.pop_back();
}

const char* draw_button_row(Ui& ui, const std::vector<LabelledButton>& buttons, const Rect& row) {
  const char* pressed = nullptr;
  float x = row.x;
  for (const LabelledButton& each : buttons) {
    const float w = button_width(ui, each.label);
    if (button(ui, each.id, {std::round(x), row.y, w, row.h},
               {.label = each.label,
                .chosen = each.chosen,
                .enabled = each.enabled,
                .tooltip = each.tip})
            .pressed) {
      pressed = each.id;
    }
    x += w + ui.px(button_gap);
  }
  return pressed;
}

float tabs_width(Ui& ui, const Tabs& tabs) {
  float width = 2 * ui.px(3);
  for (const std::string& label : tabs.labels) width += button_width(ui, label);
  return width;
}

std::optional<std::size_t> draw_tabs(Ui& ui, const std::string& id, const Rect& rect,
                                     const Tabs& tabs) {
  std::optional<std::size_t> pressed;
  const picture::Palette& palette = ui.palette();
  draw_raised(ui, rect, palette.panel_raised, ui.px(corner + 2));
  const float inset = ui.px(3);
  float x = rect.x + inset;
  for (std::size_t i = 0; i < tabs.labels.size(); ++i) {
    const Rect segment{x, rect.y + inset, button_width(ui, tabs.labels[i]), rect.h - 2 * inset};
    x += segment.w;
    const bool chosen = tabs.chosen == i;
    const std::string_view tooltip =
        i < tabs.tooltips.size() ? std::string_view(tabs.tooltips[i]) : "";
    if (button(ui, id + std::to_string(i), segment,
               {.label = tabs.labels[i], .chosen = chosen, .raised = false, .tooltip = tooltip})
            .pressed) {
      pressed = i;
    }
  }
  return pressed;
}

std::optional<std::int64_t> draw_switch(Ui& ui, const std::string& id, const Rect& rect,
                                        const std::array<std::int64_t, 2>& sides,
                                        std::int64_t value) {
  const picture::Palette& palette = ui.palette();
  const float radius = rect.h / 2;
  ui.fill(rect, palette.panel_raised, radius);
  ui.outline(rect, palette.hairline, std::max(ui.px(1), 1.0F), radius);
  std::optional<std::int64_t> pressed;
  const float inset = ui.px(3);
  const float half = (rect.w - 2 * inset) / 2;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const Rect box{rect.x + inset + half * static_cast<float>(side), rect.y + inset, half,
                   rect.h - 2 * inset};
    const Press press = ui.item(id + std::to_string(side), box);
    const bool chosen = value == sides[side];
    if (chosen) {
      ui.fill(box, palette.good, box.h / 2);
    } else if (press.hovered) {
      ui.fill(box, picture::mixed(palette.panel_raised, palette.text, 0.12F), box.h / 2);
    }
    const TextStyle digit_style{FontRole::mono_bold, picture::text_title,
                                chosen ? palette.on_good : palette.text_dim,
                                picture::AlignX::center};
    ui.text(box.x + box.w / 2, box.y + box.h / 2, std::to_string(sides[side]), digit_style);
    if (press.focused) ui.focus_ring(box, box.h / 2);
    if (press.pressed) pressed = sides[side];
  }
  return pressed;
}

float stepper_width(Ui& ui, std::string_view widest_value) {
  const float value_width =
      ui.text_width(widest_value, {FontRole::mono_bold, picture::text_body, {}});
  return 2 * ui.px(26) + std::ceil(value_width) + ui.px(12);
}

StepperResult draw_stepper(Ui& ui, const std::string& id, const Rect& rect, std::string_view value,
                           bool can_less, bool can_more, std::string_view tooltip) {
  const picture::Palette& palette = ui.palette();
  StepperResult result;
  draw_raised(ui, rect, palette.panel_raised, ui.px(corner));
  const float side = ui.px(26);
  const Rect less{rect.x, rect.y, side, rect.h};
  const Rect more{right_of(rect) - side, rect.y, side, rect.h};
  const Rect middle{rect.x + side, rect.y, rect.w - 2 * side, rect.h};
  if (button(ui, id + "-", less,
             {.glyph = Glyph::minus, .raised = false, .enabled = can_less, .repeats = true})
          .pressed) {
    result.change = -1;
  }
  const Press number = ui.item(id + "=", middle);
  ui.text(middle.x + middle.w / 2, middle.y + middle.h / 2, value,
          {FontRole::mono_bold, picture::text_body,
           number.hovered ? palette.good_text : palette.text, picture::AlignX::center});
  if (number.focused) ui.focus_ring(middle, ui.px(corner));
  if (number.hovered && !tooltip.empty()) ui.tooltip(std::string(tooltip));
  result.edit = number.pressed;
  if (button(ui, id + "+", more,
             {.glyph = Glyph::plus, .raised = false, .enabled = can_more, .repeats = true})
          .pressed) {
    result.change = 1;
  }
  return result;
}

namespace {

struct FieldStyle {
  FontRole font{};
  ImGuiInputTextFlags flags = 0;
};

// What was typed since the last frame and the field takes.
std::string typed_now(const FieldStyle& field_style) {
  const bool decimal = (field_style.flags & ImGuiInputTextFlags_CharsDecimal) != 0;
  std::string text;
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    const bool is_decimal = character < 128 && character != 0 &&
                            std::strchr("0123456789.-+", static_cast<int>(character)) != nullptr;
    if (decimal ? is_decimal : character >= 32 && character != 127) {
      std::array<char, 5> utf8{};
      text += ImTextCharToUtf8(utf8.data(), character);
    }
  }
  return text;
}

// What the application does to the text that ImGui edits.
struct FieldEdit {
  bool to_end = false;                     // the cursor
  bool selects_all = false;                // before anything was typed in this frame
  int typed_bytes = 0;                     // in this frame, before the cursor
  const std::string* completed = nullptr;  // replaces the text
};

int edit_field(ImGuiInputTextCallbackData* data) {
  const FieldEdit& edit = *static_cast<const FieldEdit*>(data->UserData);
  if (edit.completed != nullptr) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, edit.completed->c_str());
  } else if (edit.selects_all && edit.typed_bytes == 0) {
    data->SelectAll();
  } else if (edit.selects_all && edit.typed_bytes <= data->CursorPos) {
    data->DeleteChars(data->CursorPos, data->BufTextLen - data->CursorPos);
    data->DeleteChars(0, data->CursorPos - edit.typed_bytes);
  }
  if (edit.to_end) {
    data->CursorPos = data->BufTextLen;
    data->ClearSelection();
  }
  return 0;
}

// True once the field is left.
bool draw_field(Ui& ui, const char* id, const Rect& rect, std::string& typed, bool begins,
                const FieldStyle& field_style, const std::string* completed = nullptr) {
  ui.fill(rect, ui.palette().well, ui.px(corner));
  ui.outline(rect, ui.palette().selection_border, std::max(ui.px(1), 1.0F), ui.px(corner));
  ui.fonts().push(field_style.font, picture::text_body * ui.style().scale);
  ImGui::SetCursorScreenPos(
      ImVec2(rect.x + ui.px(6), rect.y + (rect.h - ImGui::GetFrameHeight()) / 2));
  ImGui::SetNextItemWidth(rect.w - ui.px(12));
  if (begins) ImGui::SetKeyboardFocusHere();
  const ImGuiID field = ImGui::GetID(id);
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  bool early = !begins && memory.GetBool(field);  // something was typed before it had the keyboard
  const bool had_keyboard = ImGui::GetActiveID() == field;
  const std::string now = typed_now(field_style);
  FieldEdit edit;
  edit.selects_all = ui.take_select_all() && had_keyboard;
  edit.typed_bytes = static_cast<int>(now.size());
  const std::string replacement = completed != nullptr ? *completed + now : std::string();
  if (completed != nullptr) edit.completed = &replacement;
  edit.to_end = completed != nullptr;
  if (!had_keyboard) {
    if (completed != nullptr) {
      typed = *completed;
      early = true;
    }
    // ImGui gives a field the keyboard two frames later: what is typed until then is not lost.
    const bool replaces = (field_style.flags & ImGuiInputTextFlags_AutoSelectAll) != 0;
    typed = (early || now.empty() || !replaces ? typed : std::string()) + now;
    early = early || !now.empty();
    edit.to_end = early;
    ImGui::GetIO().InputQueueCharacters.resize(0);
  }
  memory.SetBool(field, early);
  ImGui::InputText(id, &typed, field_style.flags | ImGuiInputTextFlags_CallbackAlways, edit_field,
                   &edit);
  ui.fonts().expect(field_style.font, picture::text_body * ui.style().scale, typed);
  const bool left = ImGui::IsItemDeactivated();
  Fonts::pop();
  return left;
}

}  // namespace

bool draw_number_field(Ui& ui, const char* id, const Rect& rect, std::string& typed, bool begins) {
  return draw_field(
      ui, id, rect, typed, begins,
      {FontRole::mono_bold, ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CharsDecimal});
}

bool draw_path_field(Ui& ui, const char* id, const Rect& rect, std::string& typed, bool begins,
                     bool replaces, const std::string* completed) {
  return draw_field(ui, id, rect, typed, begins,
                    {FontRole::mono, replaces ? ImGuiInputTextFlags_AutoSelectAll : 0}, completed);
}

float badge_width(Ui& ui, std::string_view word) {
  return std::ceil(ui.text_width(word, {FontRole::ui_bold, picture::text_small - 1, {}})) +
         ui.px(14);
}

float draw_badge(Ui& ui, float x, float middle, std::string_view word, const Color& color) {
  const float w = badge_width(ui, word);
  const float h = ui.px(18);
  const Rect box{std::round(x), std::round(middle - h / 2), w, h};
  ui.outline(box, color, std::max(ui.px(1), 1.0F), h / 2);
  ui.text(box.x + w / 2, middle, word,
          {FontRole::ui_bold, picture::text_small - 1, color, picture::AlignX::center});
  return w;
}

float keycap_width(Ui& ui, std::string_view key) {
  return std::max(
      std::ceil(ui.text_width(key, {FontRole::mono, picture::text_small, {}})) + ui.px(10),
      ui.px(20));
}

float draw_keycap(Ui& ui, float x, float middle, std::string_view key) {
  const float w = keycap_width(ui, key);
  const float h = ui.px(20);
  const Rect box{std::round(x), std::round(middle - h / 2), w, h};
  ui.outline(box, ui.palette().hairline, std::max(ui.px(1), 1.0F), ui.px(4));
  ui.text(box.x + w / 2, middle, key,
          {FontRole::mono, picture::text_small, ui.palette().text_dim, picture::AlignX::center});
  return w;
}

}  // namespace lanescope::app
