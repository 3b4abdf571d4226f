// What a panel draws with in one frame: the style, text at exact sizes, pictures, and controls.
// Lengths are device pixels unless a name says otherwise; px() converts units of the visual design
// to pixels.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "app/window/toolkit/action.h"
#include "app/window/toolkit/focus.h"
#include "app/window/toolkit/fonts.h"
#include "app/window/toolkit/tooltip_place.h"
#include "viz/draw/renderer.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/palette.h"
#include "viz/picture/core/style.h"
#include "viz/text/texts.h"

namespace lanescope::app {

using picture::Color;
using picture::FontRole;
using picture::Rect;

[[nodiscard]] ImU32 color_bytes(const Color& color);
[[nodiscard]] inline float right_of(const Rect& rect) { return rect.x + rect.w; }
[[nodiscard]] inline float bottom_of(const Rect& rect) { return rect.y + rect.h; }
[[nodiscard]] inline Rect shrunk(const Rect& rect, float by) {
  return {rect.x + by, rect.y + by, rect.w - 2 * by, rect.h - 2 * by};
}

// The look of a line of text. `size` in units.
struct TextStyle {
  FontRole font = FontRole::ui;
  float size = picture::text_body;
  Color color;
  picture::AlignX align = picture::AlignX::left;
};

// A picture that its owner keeps for later frames.
using SharedPicture = std::shared_ptr<const picture::DrawList>;

struct Press {
  bool hovered = false;
  bool pressed = false;  // released over it, or activated by keyboard
  bool held = false;
  bool focused = false;  // has the keyboard focus
};

class Ui {
 public:
  Ui(Fonts& fonts, draw::Renderer& renderer, Focus& focus)
      : fonts_(fonts), renderer_(renderer), focus_(focus) {}

  // `width`, `height`: size of the framebuffer. `texts` must outlive the frame.
  void begin_frame(int width, int height, float scale, const picture::Palette& palette,
                   const text::Texts& texts);
  void end_frame();

  [[nodiscard]] const picture::Style& style() const { return style_; }
  [[nodiscard]] const picture::Palette& palette() const { return style_.palette; }
  [[nodiscard]] const text::Texts& texts() const { return *style_.texts; }
  // One of text::languages(); lessons and guides are shown in it.
  [[nodiscard]] const std::string& language_code() const { return texts().language(); }
  [[nodiscard]] float px(float units) const;  // whole pixels
  [[nodiscard]] float width() const { return static_cast<float>(target_width_); }
  [[nodiscard]] float height() const { return static_cast<float>(target_height_); }
  [[nodiscard]] Fonts& fonts() { return fonts_; }
  [[nodiscard]] Focus& focus() { return focus_; }
  // The control with the keyboard focus; empty if there is none.
  [[nodiscard]] std::string focused_id() const {
    return focus_.visible() ? focus_.current() : std::string();
  }
  // The target of all drawing. A popup replaces it while it is open.
  [[nodiscard]] ImDrawList& list() { return *list_; }

  void fill(const Rect& rect, const Color& color, float radius = 0);
  void outline(const Rect& rect, const Color& color, float width, float radius = 0);
  void line(float x0, float y0, float x1, float y1, const Color& color, float width = 1);
  void triangle(const Rect& box, bool points_right, const Color& color);

  // Draws one line with its capitals centred on `middle`; returns its width. If `max_width` > 0,
  // longer text ends with an ellipsis.
  float text(float x, float middle, std::string_view text, const TextStyle& text_style,
             float max_width = 0);
  // A heading that a term of the glossary explains under the mouse, as Canvas::explained_label.
  float heading(float x, float middle, const std::string& text_key, const TextStyle& text_style,
                float max_width = 0);
  [[nodiscard]] float text_width(std::string_view text, const TextStyle& text_style);
  // Draws text wrapped to the area's width; returns the height used.
  float paragraph(const Rect& area, std::string_view text, const TextStyle& text_style);
  [[nodiscard]] std::vector<std::string> wrapped(std::string_view text, const TextStyle& text_style,
                                                 float width);

  // Draws the picture at the area's top left corner; returns the hit area under the mouse, or
  // nullptr. A term of the glossary explains itself and opens the glossary: it is no hit.
  const picture::HitArea* picture(const char* id, picture::DrawList picture, const Rect& area,
                                  Press* press = nullptr) {
    return this->picture(id, std::make_shared<const picture::DrawList>(std::move(picture)), area,
                         press);
  }
  const picture::HitArea* picture(const char* id, SharedPicture picture, const Rect& area,
                                  Press* press = nullptr);

  // Draws the picture without reacting to the mouse.
  void paint(picture::DrawList picture, const Rect& area) {
    paint(std::make_shared<const picture::DrawList>(std::move(picture)), area);
  }
  void paint(SharedPicture picture, const Rect& area);

  // The pictures of the last frame whose visible middle is inside `area`, as one picture. A single
  // picture is returned whole, even if the screen clips it; several keep their positions. Titles
  // and buttons are not pictures and are left out. Size 0: there is none.
  [[nodiscard]] picture::DrawList picture_in(const Rect& area) const;

  // A control. It takes part in the Tab order unless `by_keyboard` is false.
  Press item(const std::string& id, const Rect& rect, bool by_keyboard = true);
  // Wheel steps over `area` in this frame, positive down; 0 if the mouse is elsewhere.
  [[nodiscard]] float wheel_over(const Rect& area) const;
  // The same, and nothing else gets them.
  [[nodiscard]] float take_wheel(const Rect& area) const;
  void focus_ring(const Rect& rect, float radius);
  // The controls of this frame that can have the keyboard focus, in Tab order.
  struct Control {
    std::string id;
    Rect rect;
  };
  [[nodiscard]] const std::vector<Control>& controls() const { return controls_; }
  // The pictures of this frame that react to the mouse, in drawing order; valid until the next
  // frame.
  struct Shown {
    std::string id;
    const picture::DrawList* list = nullptr;
    Rect area;
  };
  [[nodiscard]] const std::vector<Shown>& shown() const { return shown_; }
  // What is under the mouse in this frame: an item of a picture, otherwise a control; nothing if
  // neither.
  [[nodiscard]] const std::optional<Rect>& hovered_area() const { return hovered_area_; }
  // Shown at the end of the frame: beside the mouse, or below `anchor` if the keyboard asks for it.
  void tooltip(std::string text, std::optional<Rect> anchor = std::nullopt) {
    tooltip_ = std::move(text);
    tooltip_anchor_ = anchor;
    tooltip_subject_.reset();
  }
  // Shown outside `subject` where there is room, otherwise as above.
  void tooltip_beside(std::string text, const TooltipSubject& subject) {
    tooltip(std::move(text));
    tooltip_subject_ = subject;
  }
  // Above or below the item under the mouse, such as a row of a table.
  void tooltip_beside_item(std::string text) {
    tooltip(std::move(text));
    if (hovered_area_) tooltip_subject_ = {*hovered_area_, TooltipSide::above};
  }
  // Ctrl+A: the text field of this frame, or of the next one that has a field, selects all.
  void select_all() { selects_all_ = true; }
  [[nodiscard]] bool take_select_all() { return std::exchange(selects_all_, false); }
  // Another frame shows more: what this one drew does not yet have its place or its state.
  void draw_again() { draws_again_ = true; }
  [[nodiscard]] bool take_draw_again() { return std::exchange(draws_again_, false); }
  // Shows no tooltip until the mouse moves: what is under it has changed by itself.
  void quiet() { quiet_at_ = ImGui::GetMousePos(); }
  // Shows no tooltip until the mouse leaves `area`: what was pressed there has been understood.
  void quiet_in(const Rect& area) { quiet_area_ = area; }
  // The tooltip that was shown at the end of the last frame; empty: none.
  [[nodiscard]] const std::string& shown_tooltip() const { return shown_tooltip_; }

  // Actions are kept until they are taken.
  void ask(Action action);
  [[nodiscard]] std::vector<Action> take_actions() { return std::exchange(actions_, {}); }

  // While an overlay is open, controls below it ignore the mouse and keyboard.
  void set_blocked(bool blocked) { blocked_ = blocked; }

 private:
  struct PictureCall {
    draw::Renderer* renderer = nullptr;
    SharedPicture list;
    draw::Placement placement;
  };
  void show_tooltip();

  Fonts& fonts_;
  draw::Renderer& renderer_;
  Focus& focus_;
  picture::Style style_;
  ImDrawList* list_ = nullptr;
  int target_width_ = 0, target_height_ = 0;
  std::deque<PictureCall> pictures_;  // alive until ImGui has rendered the frame
  std::vector<Control> controls_;
  std::vector<Shown> shown_;
  std::optional<Rect> hovered_area_;
  std::string tooltip_, shown_tooltip_;
  std::optional<Rect> tooltip_anchor_;
  std::optional<TooltipSubject> tooltip_subject_;
  std::optional<ImVec2> quiet_at_;
  std::optional<Rect> quiet_area_;
  std::vector<Action> actions_;
  bool draws_again_ = false;
  bool selects_all_ = false;
  bool blocked_ = false;
};

}  // namespace lanescope::app
