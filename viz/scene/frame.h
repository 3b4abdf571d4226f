// What every stage view has around its picture: what it is (title, access), the verdict, the
// sentence behind it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/memory/access.h"
#include "viz/scene/canvas.h"

namespace lanescope::scene {

struct Frame {
  std::string title;      // the source line, in mono
  std::string subtitle;   // "one 4-byte load, 32 lanes"
  std::string verdict;    // "32-way"
  std::string detail;     // "32 wavefronts · ideal 1"
  bool costly = false;    // colours the verdict
  std::string machine{};  // whose model this is, in the badge; empty: the usual one
  // One line above the picture: no subtitle, the detail behind the explanation where it has room.
  bool compact = false;
  std::vector<std::string>
      explanations;  // the same truth, longest first: the first that fits is shown
};

// What draw_frame would leave in between.
[[nodiscard]] Rect frame_body(const Canvas& canvas, const Frame& frame);
// Draws it and returns what is left in between.
[[nodiscard]] Rect draw_frame(Canvas& canvas, const Frame& frame);

// A swatch and what it means.
struct LegendEntry {
  enum class Sample { wanted, waste, empty, served, waiting, speck, done } sample = Sample::wanted;
  std::string text;
};
// One line of swatches from the right end of `row`, as many as fit, first ones first. Returns the
// width taken.
float draw_legend(Canvas& canvas, const Rect& row, const std::vector<LegendEntry>& entries);

// "one 4-byte load, 32 lanes"; or, as half of an asynchronous copy, "one 4-byte copy, 32 lanes".
[[nodiscard]] std::string describe(const memory::WarpAccess& access, const text::Texts& texts,
                                   bool is_copy = false);
// "0", "0–3", "0, 7, 9", "0, 7, 9 and 12 more"
[[nodiscard]] std::string lane_list(std::uint32_t lanes, const text::Texts& texts);
// Lanes of a mask as a cell has room for them: "7"; "0–3" or "4×" for several, whichever fits
// first.
[[nodiscard]] std::vector<std::string> lane_marks(std::uint32_t lanes);
// First lane of a mask; 0 for an empty one.
[[nodiscard]] int first_lane(std::uint32_t lanes);
// The frame of the chosen lane's box: seen on its colour and on the ground around it. Of a lane
// that has no colour (`lane` 32) it is the text's. What stands out is drawn at once, so before the
// box itself.
void frame_chosen(Canvas& canvas, Box& box, std::size_t lane);

// The biggest size in whole pixels, up to `largest` and not below least_digit_px, at which the
// digits of a lane (two of them) stand free inside of a cell; 0 when none does. All cells of a kind
// then agree.
[[nodiscard]] float digit_size(const Canvas& canvas, float cell_width, float cell_height,
                               float largest, std::string_view widest = "31");
// A digit's height, of its size, and what it keeps free above and below itself together (pixels).
inline constexpr float digit_height = 0.73F;
inline constexpr float digit_clearance_px = 1.4F;
// A cell of this height (pixels) still has room for digits of the least size.
inline constexpr float least_digit_cell_px = least_digit_px * digit_height + digit_clearance_px;

}  // namespace lanescope::scene
