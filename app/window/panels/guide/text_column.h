// A column of text and controls that scrolls if it is longer than its area.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/window/panels/guide/question_layout.h"
#include "app/window/toolkit/ui.h"
#include "viz/picture/prose/prose.h"

namespace lanescope::app {

// Markdown as plain text on one line.
[[nodiscard]] std::string plain_prose(std::string_view markdown);

// Caches prose that has been laid out: layout takes much longer than drawing.
class ProseCache {
 public:
  // `id` identifies the text from frame to frame.
  const SharedPicture& get(Ui& ui, const std::string& id, const std::string& markdown, float width,
                           const picture::ProseStyle& prose_style);

 private:
  struct Entry {
    std::string markdown, language;
    float width = 0, scale = 0;
    picture::Theme theme = picture::Theme::dark;
    picture::ProseStyle prose_style;
    SharedPicture list;
  };
  std::map<std::string, Entry> entries_;
};

class TextColumn {
 public:
  // Everything between begin() and end() is drawn into `area`, moved up by the scroll offset.
  void begin(Ui& ui, const Rect& area);
  void end(Ui& ui);

  [[nodiscard]] float left() const { return left_; }
  [[nodiscard]] float width() const { return width_; }
  [[nodiscard]] float y() const { return y_; }
  void space(float pixels) { y_ += pixels; }
  // A row of this height and the full width.
  [[nodiscard]] Rect row(float height);
  // Moves both edges inwards (outwards if negative).
  void indent(float by);
  void prose(Ui& ui, const std::string& id, const std::string& markdown,
             const picture::ProseStyle& prose_style = {});
  // Prose at a given position; returns its height.
  float prose_at(Ui& ui, const std::string& id, const std::string& markdown, float x, float y,
                 float width, const picture::ProseStyle& prose_style);

  // Prose that a layout has placed, moved by (x, y).
  void prose_at(Ui& ui, const PlacedProse& placed, float x, float y) {
    prose_at(ui, placed.id, placed.markdown, x + placed.rect.x, y + placed.rect.y, placed.rect.w,
             placed.prose_style);
  }

  [[nodiscard]] float height_of(Ui& ui, const std::string& id, const std::string& markdown,
                                float width, const picture::ProseStyle& prose_style);

  // Scrolls by steps of the wheel or keys, down positive; a step is a few lines.
  void scroll_by(float steps) { scroll_steps_ += steps; }
  [[nodiscard]] float scrolled() const { return scroll_; }  // pixels, in the last frame
  void to_top() {
    scroll_ = 0;
    wanted_.reset();
  }
  // Scrolls this range into view in the next frame, as far as it fits.
  void show(Ui& ui, float from, float to);

 private:
  void links(Ui& ui, const std::string& id, const picture::DrawList& list, float x, float y);
  [[nodiscard]] bool is_longer() const { return content_h_ > area_.h + 1; }

  ProseCache cache_;
  Rect area_;
  float left_ = 0, width_ = 0, y_ = 0;
  float scroll_ = 0;  // pixels
  float scroll_steps_ = 0;
  float content_h_ = 0;  // in the last frame
  struct Wanted {
    float from = 0, to = 0;  // relative to the top of the content
  };
  std::optional<Wanted> wanted_;
};

}  // namespace lanescope::app
