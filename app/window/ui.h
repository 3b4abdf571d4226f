// What a panel draws with in one frame: the style, text at exact sizes, pictures, and things to
// press. Units are device pixels unless a name says otherwise; px() turns units of the visual
// system into them.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "app/window/focus.h"
#include "app/window/fonts.h"
#include "viz/draw/renderer.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/palette.h"
#include "viz/scene/style.h"
#include "viz/text/texts.h"

namespace lanescope::app {

using scene::Color;
using scene::FontRole;
using scene::Rect;

[[nodiscard]] ImU32 color_bytes(const Color& color);
[[nodiscard]] inline float right_of(const Rect& rect) { return rect.x + rect.w; }
[[nodiscard]] inline float bottom_of(const Rect& rect) { return rect.y + rect.h; }
[[nodiscard]] inline Rect shrunk(const Rect& rect, float by) {
  return {rect.x + by, rect.y + by, rect.w - 2 * by, rect.h - 2 * by};
}

// How a line of text looks. `size` in units.
struct Look {
  FontRole font = FontRole::ui;
  float size = scene::text_body;
  Color color;
  scene::AlignX align = scene::AlignX::left;
};

struct Press {
  bool hovered = false;
  bool pressed = false;  // released over it, or activated by the keyboard
  bool held = false;
  bool focused = false;  // the keyboard is on it
};

class Ui {
 public:
  Ui(Fonts& fonts, draw::Renderer& renderer, Focus& focus)
      : fonts_(fonts), renderer_(renderer), focus_(focus) {}

  // `width`, `height`: of the framebuffer. `texts` outlives the frame.
  void begin_frame(int width, int height, float scale, const scene::Palette& palette,
                   const text::Texts& texts);
  void end_frame();

  [[nodiscard]] const scene::Style& style() const { return style_; }
  [[nodiscard]] const scene::Palette& palette() const { return style_.palette; }
  [[nodiscard]] const text::Texts& texts() const { return *style_.texts; }
  // "en", "zh"
  [[nodiscard]] std::string language_code() const { return text::code_of(texts().language()); }
  [[nodiscard]] float px(float units) const;  // whole pixels
  [[nodiscard]] float width() const { return static_cast<float>(target_width_); }
  [[nodiscard]] float height() const { return static_cast<float>(target_height_); }
  [[nodiscard]] Fonts& fonts() { return fonts_; }
  [[nodiscard]] Focus& focus() { return focus_; }
  // The control the keyboard is on; empty when none.
  [[nodiscard]] std::string focused_id() const {
    return focus_.visible() ? focus_.current() : std::string();
  }
  // Where drawing goes; a popup puts its own here while it is open.
  [[nodiscard]] ImDrawList& list() { return *list_; }
  void draw_into(ImDrawList* list) { list_ = list; }

  void fill(const Rect& rect, const Color& color, float radius = 0);
  void outline(const Rect& rect, const Color& color, float width, float radius = 0);
  void line(float x0, float y0, float x1, float y1, const Color& color, float width = 1);
  void triangle(const Rect& box, bool points_right, const Color& color);

  // One line, its capitals centred on `middle`; returns its width. Cut with an ellipsis to
  // `max_width` when > 0.
  float text(float x, float middle, std::string_view text, const Look& look, float max_width = 0);
  [[nodiscard]] float text_width(std::string_view text, const Look& look);
  // Lines of at most `width`; returns the height used.
  float paragraph(const Rect& area, std::string_view text, const Look& look);
  [[nodiscard]] std::vector<std::string> wrapped(std::string_view text, const Look& look,
                                                 float width);

  // Draws the picture with its top left corner at the area's; returns the hit area under the mouse,
  // or nullptr.
  const scene::HitArea* picture(const char* id, scene::DrawList picture, const Rect& area,
                                Press* press = nullptr);

  // The same without anything that the mouse could meet.
  void paint(scene::DrawList picture, const Rect& area);

  // All pictures of the last frame whose middle lies in the area, as one: a single one whole, also
  // where the screen cuts it; several where they stand. The text that is no part of a picture
  // (titles, buttons) is not in it. Of no size: there is none.
  [[nodiscard]] scene::DrawList picture_in(const Rect& area) const;

  // A thing to press. Takes part in Tab order unless `by_keyboard` is false.
  Press item(const std::string& id, const Rect& rect, bool by_keyboard = true);
  // Wheel steps over `area` in this frame, down positive; 0 when the mouse is elsewhere.
  [[nodiscard]] float wheel_over(const Rect& area) const;
  void focus_ring(const Rect& rect, float radius);
  // The controls of this frame that the keyboard can be on, in Tab order, and where they are.
  struct Control {
    std::string id;
    Rect rect;
  };
  [[nodiscard]] const std::vector<Control>& controls() const { return controls_; }
  // The pictures of this frame that the mouse can meet, in the order drawn; until the next frame.
  struct Shown {
    std::string id;
    const scene::DrawList* list = nullptr;
    Rect area;
  };
  [[nodiscard]] const std::vector<Shown>& shown() const { return shown_; }
  // What of this frame is under the mouse: a thing in a picture, else a control. Nothing: neither.
  [[nodiscard]] const std::optional<Rect>& met() const { return met_; }
  // Shown at the end of the frame, beside the mouse.
  void tooltip(std::string text) { tooltip_ = std::move(text); }

  // While something lies over the window, what is under it is deaf.
  void set_blocked(bool blocked) { blocked_ = blocked; }

 private:
  struct PictureCall {
    draw::Renderer* renderer = nullptr;
    scene::DrawList list;
    draw::Placement placement;
  };
  void show_tooltip();

  Fonts& fonts_;
  draw::Renderer& renderer_;
  Focus& focus_;
  scene::Style style_;
  ImDrawList* list_ = nullptr;
  int target_width_ = 0, target_height_ = 0;
  std::deque<PictureCall> pictures_;  // alive until ImGui has rendered the frame
  std::vector<Control> controls_;
  std::vector<Shown> shown_;
  std::optional<Rect> met_;
  std::string tooltip_;
  bool blocked_ = false;
};

}  // namespace lanescope::app
