// Text at exact pixel sizes, in the four faces that pictures use, each with Chinese merged in.
//
// Before 1.92, Dear ImGui has an atlas of fixed sizes and glyphs. Text that is measured or drawn
// but not in the atlas is noted, and rebuild() makes a new atlas before the next frame. From 1.92
// on, ImGui rasterises on demand and rebuild() does nothing. Sizes are em sizes, as in CSS; ImGui's
// sizes are from ascender to descender.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "viz/picture/core/draw_list.h"

namespace lanescope::app {

class Fonts {
 public:
  // Requires the ImGui context.
  Fonts();
  ~Fonts();
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  // A message for the user about missing fonts; empty if there is none.
  [[nodiscard]] const std::string& notice() const { return notice_; }

  // Width in pixels of one line of text.
  [[nodiscard]] float width(picture::FontRole role, float em_px, std::string_view text);
  // `middle`: the y coordinate of half the height of the capitals.
  void draw(ImDrawList& list, picture::FontRole role, float em_px, float x, float middle,
            ImU32 color, std::string_view text);
  // For ImGui's own widgets (tooltips, text fields).
  void push(picture::FontRole role, float em_px);
  static void pop();

  // Requests these characters at this size before they are first drawn.
  void expect(picture::FontRole role, float em_px, std::string_view text);
  // Text was requested that the atlas lacks: the present frame must not be shown.
  [[nodiscard]] bool needs_rebuild() const { return dirty_; }
  // Call between frames, with the GL context current.
  void rebuild();
  // Discards all sizes. Called when the scale changes.
  void forget_sizes();

 private:
  struct Face;
  struct Sized {
    ImFont* font = nullptr;
    std::set<unsigned int> extra;  // requested characters beyond ASCII
    std::vector<ImWchar> ranges;   // must outlive the atlas build
    bool built = false;
  };
  using Key = std::pair<picture::FontRole, int>;  // size in half pixels

  [[nodiscard]] static Key key(picture::FontRole role, float em_px);
  [[nodiscard]] const Face* face(picture::FontRole role) const;
  // The faces merged into the role's face: one per language that names fonts.
  [[nodiscard]] std::vector<Face*> merged_into(picture::FontRole role) const;
  Sized& sized(picture::FontRole role, float em_px, std::string_view text);
  void note_characters(Sized& entry, std::string_view text);
  void load_faces();
  void add_to_atlas(const Key& at, Sized& entry);

  std::map<picture::FontRole, std::unique_ptr<Face>> faces_;
  // Regular and bold faces, in the order of the languages.
  std::vector<std::pair<std::unique_ptr<Face>, std::unique_ptr<Face>>> languages_;
  std::map<Key, Sized> sized_;
  std::string notice_;
  bool dirty_ = false;
};

}  // namespace lanescope::app
