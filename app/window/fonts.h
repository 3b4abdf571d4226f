// Text at the exact pixel sizes it is shown at, in the four faces of the pictures, Chinese merged
// into each.
//
// Dear ImGui before 1.92 has an atlas of fixed sizes and glyphs: what is measured or drawn and not
// yet in it is noted, and rebuild() makes a new atlas before the next frame. From 1.92 on ImGui
// rasterises on demand, and rebuild() has nothing to do. Sizes are those of the em square, as in
// CSS; ImGui's own count from ascender to descender.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "viz/scene/draw_list.h"

namespace lanescope::app {

class Fonts {
 public:
  // Needs the ImGui context.
  Fonts();
  ~Fonts();
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  // What could not be found, for the user; empty when all is well.
  [[nodiscard]] const std::string& notice() const { return notice_; }

  // Width in pixels of one line of text.
  [[nodiscard]] float width(scene::FontRole role, float em_px, std::string_view text);
  // `middle`: where half the height of the capitals comes to lie.
  void draw(ImDrawList& list, scene::FontRole role, float em_px, float x, float middle, ImU32 color,
            std::string_view text);
  // For ImGui's own widgets (tooltips, text fields).
  void push(scene::FontRole role, float em_px);
  static void pop();

  // Notes that these characters will be shown in the sizes for reading.
  void expect(scene::FontRole role, float em_px, std::string_view text);
  // Something was asked for that the atlas lacks: the frame that asked is not to be shown.
  [[nodiscard]] bool needs_rebuild() const { return dirty_; }
  // Between frames, with the GL context current.
  void rebuild();
  // Forgets all sizes: another scale is coming.
  void forget_sizes();

 private:
  struct Face;
  struct Sized {
    ImFont* font = nullptr;
    std::set<unsigned int> extra;  // wanted characters beyond Latin-1
    std::vector<ImWchar> ranges;   // must outlive the atlas build
    bool built = false;
  };
  using Key = std::pair<scene::FontRole, int>;  // half pixels

  [[nodiscard]] static Key key(scene::FontRole role, float em_px);
  [[nodiscard]] const Face* face(scene::FontRole role) const;
  // What is merged into that role's face; nullptr: there is none.
  [[nodiscard]] Face* chinese(scene::FontRole role) const;
  Sized& sized(scene::FontRole role, float em_px, std::string_view text);
  void note_characters(Sized& entry, std::string_view text);
  void load_faces();
  void add_to_atlas(const Key& at, Sized& entry);

  std::map<scene::FontRole, std::unique_ptr<Face>> faces_;
  std::unique_ptr<Face> chinese_, chinese_bold_;
  std::map<Key, Sized> sized_;
  std::string notice_;
  bool dirty_ = false;
};

}  // namespace lanescope::app
