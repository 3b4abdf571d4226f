#include "app/window/toolkit/ui.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::app {

ImU32 color_bytes(const Color& color) {
  const auto byte = [](float value) {
    return static_cast<ImU32>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255));
  };
  return IM_COL32(byte(color.r), byte(color.g), byte(color.b), byte(color.a));
}

void Ui::begin_frame(int width, int height, float scale, const picture::Palette& palette,
                     const text::Texts& texts) {
  pictures_.clear();
  controls_.clear();
  shown_.clear();
  hovered_area_.reset();
  tooltip_.clear();
  blocked_ = false;
  target_width_ = width;
  target_height_ = height;
  style_.scale = scale;
  style_.palette = palette;
  style_.texts = &texts;
  style_.measure = [this](FontRole font, float size, std::string_view text) {
    return fonts_.width(font, size, text);
  };
  focus_.begin_frame();
  list_ = ImGui::GetWindowDrawList();
}

void Ui::end_frame() { show_tooltip(); }

float Ui::px(float units) const { return std::round(units * style_.scale); }

void Ui::fill(const Rect& rect, const Color& color, float radius) {
  list_->AddRectFilled(ImVec2(rect.x, rect.y), ImVec2(right_of(rect), bottom_of(rect)),
                       color_bytes(color), radius);
}

void Ui::outline(const Rect& rect, const Color& color, float width, float radius) {
  const float half = width / 2;
  list_->AddRect(ImVec2(rect.x + half, rect.y + half),
                 ImVec2(right_of(rect) - half, bottom_of(rect) - half), color_bytes(color), radius,
                 0, width);
}

void Ui::line(float x0, float y0, float x1, float y1, const Color& color, float width) {
  list_->AddLine(ImVec2(x0, y0), ImVec2(x1, y1), color_bytes(color), width);
}

void Ui::triangle(const Rect& box, bool points_right, const Color& color) {
  const float middle = box.y + box.h / 2;
  const ImVec2 tip(points_right ? right_of(box) : box.x, middle);
  const ImVec2 top(points_right ? box.x : right_of(box), box.y);
  const ImVec2 bottom(top.x, bottom_of(box));
  if (points_right) {
    list_->AddTriangleFilled(top, tip, bottom, color_bytes(color));
  } else {
    list_->AddTriangleFilled(tip, top, bottom, color_bytes(color));
  }
}

float Ui::text_width(std::string_view text, const TextStyle& text_style) {
  return fonts_.width(text_style.font, text_style.size * style_.scale, text);
}

float Ui::text(float x, float middle, std::string_view text, const TextStyle& text_style,
               float max_width) {
  const float size = text_style.size * style_.scale;
  std::string cut;
  if (max_width > 0) {
    cut = picture::fitted(style_, text_style.font, size, text, max_width);
    text = cut;
  }
  const float width = fonts_.width(text_style.font, size, text);
  const float left = text_style.align == picture::AlignX::left    ? x
                     : text_style.align == picture::AlignX::right ? x - width
                                                                  : x - width / 2;
  fonts_.draw(*list_, text_style.font, size, left, middle, color_bytes(text_style.color), text);
  return width;
}

std::vector<std::string> Ui::wrapped(std::string_view text, const TextStyle& text_style,
                                     float width) {
  return picture::wrapped(style_, text_style.font, text_style.size * style_.scale, text, width);
}

float Ui::paragraph(const Rect& area, std::string_view text_to_wrap, const TextStyle& text_style) {
  const float line_height = std::round(text_style.size * style_.scale * 1.5F);
  float y = area.y;
  for (const std::string& line : wrapped(text_to_wrap, text_style, area.w)) {
    text(area.x, y + line_height / 2, line, text_style);
    y += line_height;
  }
  return y - area.y;
}

void Ui::paint(SharedPicture picture, const Rect& area) {
  const float x = std::round(area.x);
  const float y = std::round(area.y);
  PictureCall& call = pictures_.emplace_back();
  call.renderer = &renderer_;
  call.list = std::move(picture);
  call.placement.target_width = target_width_;
  call.placement.target_height = target_height_;
  call.placement.x = x;
  call.placement.y = y;
  // The renderer also clips to the panel's visible part.
  const ImVec2 clip_from = list_->GetClipRectMin();
  const ImVec2 clip_to = list_->GetClipRectMax();
  const float clip_x = std::max(x, clip_from.x);
  const float clip_y = std::max(y, clip_from.y);
  call.placement.clip = {clip_x, clip_y, std::max(std::min(x + area.w, clip_to.x) - clip_x, 0.0F),
                         std::max(std::min(y + area.h, clip_to.y) - clip_y, 0.0F)};
  if (call.placement.clip.w <= 0 || call.placement.clip.h <= 0) return;
  if (!call.list->order.empty()) {
    list_->AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
          auto* wanted = static_cast<PictureCall*>(command->UserCallbackData);
          wanted->renderer->draw(*wanted->list, wanted->placement);
        },
        &call);
    list_->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  }
  for (const picture::Label& label : call.list->labels) {
    const float width = fonts_.width(label.font, label.size, label.text);
    const float left = label.align_x == picture::AlignX::left    ? label.x
                       : label.align_x == picture::AlignX::right ? label.x - width
                                                                 : label.x - width / 2;
    const float middle = label.align_y == picture::AlignY::top      ? label.y + label.size / 2
                         : label.align_y == picture::AlignY::middle ? label.y
                                                                    : label.y - label.size / 2;
    fonts_.draw(*list_, label.font, label.size, x + left, y + middle, color_bytes(label.color),
                label.text);
  }
}

picture::DrawList Ui::picture_in(const Rect& area) const {
  std::vector<const PictureCall*> found;
  for (const PictureCall& call : pictures_) {
    const Rect& seen = call.placement.clip;
    if (seen.w > 0 && seen.h > 0 && area.contains(seen.x + seen.w / 2, seen.y + seen.h / 2))
      found.push_back(&call);
  }
  if (found.size() == 1) return *found.front()->list;
  picture::DrawList all;
  if (!found.empty()) {
    all.width = area.w;
    all.height = area.h;
  }
  for (const PictureCall* call : found)
    picture::append(all, *call->list, call->placement.x - area.x, call->placement.y - area.y);
  return all;
}

const picture::HitArea* Ui::picture(const char* id, SharedPicture picture, const Rect& area,
                                    Press* press) {
  paint(std::move(picture), area);
  const PictureCall& call = pictures_.back();
  shown_.push_back({id, call.list.get(), area});
  const Press over = item(id, area, false);
  if (press != nullptr) *press = over;
  if (!over.hovered) return nullptr;
  const ImVec2 mouse = ImGui::GetMousePos();
  const picture::HitArea* hit =
      call.list->hit_at(mouse.x - std::round(area.x), mouse.y - std::round(area.y));
  hovered_area_.reset();
  if (hit != nullptr) {
    hovered_area_ = Rect{hit->rect.x + std::round(area.x), hit->rect.y + std::round(area.y),
                         hit->rect.w, hit->rect.h};
    if (hit->kind == picture::HitKind::term) {
      tooltip(hit->tooltip);
      if (over.pressed) ask(ShowTerm{texts().glossary().terms()[hit->index].id});
      if (press != nullptr) *press = {};
      return nullptr;
    }
  }
  return hit;
}

float Ui::heading(float x, float middle, const std::string& text_key, const TextStyle& text_style,
                  float max_width) {
  const float w = text(x, middle, texts().get(text_key), text_style, max_width);
  const text::Term* term = texts().glossary().of_label(text_key);
  if (term == nullptr || w <= 0) return w;
  const float left = text_style.align == picture::AlignX::right    ? x - w
                     : text_style.align == picture::AlignX::center ? x - w / 2
                                                                   : x;
  const float h = px(text_style.size + 6);
  const Press over = item("heading." + text_key, {left, middle - h / 2, w, h}, false);
  if (over.hovered) tooltip(text::explanation(*term));
  if (over.pressed) ask(ShowTerm{term->id});
  return w;
}

Press Ui::item(const std::string& id, const Rect& rect, bool by_keyboard) {
  Press press;
  if (rect.w < 1 || rect.h < 1 || blocked_) return press;
  if (by_keyboard) {
    controls_.push_back({id, rect});
    press.focused = focus_.offer(id);
    press.pressed = focus_.takes_activation(id);
  }
  ImGui::SetCursorScreenPos(ImVec2(rect.x, rect.y));
  const bool clicked = ImGui::InvisibleButton(id.c_str(), ImVec2(rect.w, rect.h));
  press.hovered = ImGui::IsItemHovered();
  if (press.hovered) hovered_area_ = rect;
  press.held = ImGui::IsItemActive();
  press.pressed = press.pressed || clicked;
  draws_again_ = draws_again_ || press.pressed;  // the next frame shows what the press has done
  return press;
}

float Ui::wheel_over(const Rect& area) const {
  const ImGuiIO& io = ImGui::GetIO();
  return !blocked_ && area.contains(io.MousePos.x, io.MousePos.y) ? -io.MouseWheel : 0.0F;
}

float Ui::take_wheel(const Rect& area) const {
  const float wheel = wheel_over(area);
  if (wheel != 0) ImGui::GetIO().MouseWheel = 0;
  return wheel;
}

void Ui::focus_ring(const Rect& rect, float radius) {
  const float gap = px(2);
  outline({rect.x - gap, rect.y - gap, rect.w + 2 * gap, rect.h + 2 * gap}, palette().text,
          std::max(px(2), 2.0F), radius + gap);
}

// Not inline: g++ 12 would warn of the variant's other members.
void Ui::ask(Action action) { actions_.push_back(std::move(action)); }

void Ui::show_tooltip() {
  shown_tooltip_.clear();
  const ImVec2 at = ImGui::GetMousePos();
  if (quiet_at_ && (at.x != quiet_at_->x || at.y != quiet_at_->y)) quiet_at_.reset();
  if (quiet_area_ && !quiet_area_->contains(at.x, at.y)) quiet_area_.reset();
  if (tooltip_.empty() || quiet_at_ || quiet_area_) return;
  shown_tooltip_ = tooltip_;
  ImDrawList* before = std::exchange(list_, ImGui::GetForegroundDrawList());
  const TextStyle text_style{FontRole::ui, picture::text_body, palette().text};
  const float pad = px(8);
  const float line_height = px(picture::text_body * 1.5F);
  std::vector<std::string> lines;
  Rect box;
  const auto measure = [&](float most_units) {
    lines = wrapped(tooltip_, text_style, std::min(px(most_units), width() - 4 * pad));
    float text_w = 0;
    for (const std::string& entry : lines) text_w = std::max(text_w, text_width(entry, text_style));
    box = {0, 0, text_w + 2 * pad, line_height * static_cast<float>(lines.size()) + 2 * pad};
  };
  constexpr float wide = 360, narrow = 240;  // units
  std::optional<Rect> beside;
  if (tooltip_subject_) {
    for (const float most : {wide, narrow}) {
      measure(most);
      beside = place_beside(*tooltip_subject_, box.w, box.h, at.x, at.y,
                            {width(), height(), pad, px(6)});
      if (beside) break;
    }
  }
  if (beside) {
    box = *beside;
  } else {
    measure(wide);
    ImVec2 mouse = at;
    box.x = mouse.x + px(14);
    box.y = mouse.y + px(18);
    if (tooltip_anchor_) {
      mouse = ImVec2(tooltip_anchor_->x, tooltip_anchor_->y);
      box.x = mouse.x;
      box.y = bottom_of(*tooltip_anchor_) + px(6);
    }
    if (right_of(box) > width() - pad) box.x = std::max(pad, width() - pad - box.w);
    if (bottom_of(box) > height() - pad) box.y = std::max(pad, mouse.y - px(10) - box.h);
  }
  fill(box, palette().panel_raised, px(6));
  outline(box, palette().selection_border, 1, px(6));
  float y = box.y + pad;
  for (const std::string& entry : lines) {
    text(box.x + pad, y + line_height / 2, entry, text_style);
    y += line_height;
  }
  list_ = before;
}

}  // namespace lanescope::app
