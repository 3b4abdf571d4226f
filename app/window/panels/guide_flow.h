// A column of text and controls, one below the other, that may be longer than its area and is
// scrolled then.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/window/ui.h"
#include "viz/scene/prose.h"

namespace lanescope::app {

// Prose that was set once is kept: setting it takes long beside drawing it.
class ProseCache {
 public:
  // `id` names the place from frame to frame.
  const scene::DrawList& get(Ui& ui, const std::string& id, const std::string& markdown,
                             float width, const scene::ProseLook& look);

 private:
  struct Entry {
    std::string markdown;
    float width = 0, scale = 0;
    scene::Theme theme = scene::Theme::dark;
    scene::ProseLook look;
    scene::DrawList list;
  };
  std::map<std::string, Entry> entries_;
};

class GuideFlow {
 public:
  // Between begin() and end() everything is drawn into `area`, moved up by what is scrolled.
  void begin(Ui& ui, const Rect& area);
  void end(Ui& ui);

  [[nodiscard]] float left() const { return left_; }
  [[nodiscard]] float width() const { return width_; }
  [[nodiscard]] float y() const { return y_; }
  void space(float pixels) { y_ += pixels; }
  // A row of that height over the whole width.
  [[nodiscard]] Rect row(float height);
  // Moves both edges in (or out, negative).
  void indent(float by);
  void prose(Ui& ui, const std::string& id, const std::string& markdown,
             const scene::ProseLook& look = {});
  // The same at a place; returns its height.
  float prose_at(Ui& ui, const std::string& id, const std::string& markdown, float x, float y,
                 float width, const scene::ProseLook& look);

  [[nodiscard]] float height_of(Ui& ui, const std::string& id, const std::string& markdown,
                                float width, const scene::ProseLook& look);

  // Steps of the wheel or of the keys, down positive; a step is a few lines.
  void scroll_by(float steps) { scroll_steps_ += steps; }
  [[nodiscard]] float scrolled() const { return scroll_; }  // pixels, of the last frame
  void to_top() {
    scroll_ = 0;
    wanted_.reset();
  }
  // The next frame shows this, as much of it as there is room for.
  void show(float from, float to);
  // That place of this frame begins below what is seen.
  [[nodiscard]] bool is_below(float y) const { return y > area_.y + area_.h; }
  [[nodiscard]] bool is_longer() const { return content_h_ > area_.h + 1; }

 private:
  ProseCache cache_;
  Rect area_;
  float left_ = 0, width_ = 0, y_ = 0;
  float scroll_ = 0;  // pixels
  float scroll_steps_ = 0;
  float content_h_ = 0;  // of the last frame
  struct Wanted {
    float from = 0, to = 0;  // from the content's top
  };
  std::optional<Wanted> wanted_;
};

}  // namespace lanescope::app
