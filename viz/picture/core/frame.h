// The frame around the picture of every stage view: title, access, verdict and explanation.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "sim/memory/access.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// How a frame fits its texts into a width. Two pictures side by side use their common form, so that
// both say the same kinds of things in the same places.
struct FrameForm {
  std::size_t title_rows = 0;  // rows of its own that the title takes; 0: it is beside the verdict
  std::size_t shorter = std::numeric_limits<std::size_t>::max();  // explanations left unused
};
[[nodiscard]] FrameForm common_form(const FrameForm& a, const FrameForm& b);

struct Frame {
  std::string title;     // the source line, in the mono font
  std::string subtitle;  // "one 4-byte load, 32 lanes"
  std::string verdict;   // "32-way"
  // What the verdict would be for other numbers. The longest decides about the room, so that a
  // change of the numbers moves nothing.
  std::vector<std::string> other_verdicts{};
  std::string detail;     // "32 wavefronts · ideal 1"
  bool costly = false;    // selects the verdict's colour
  std::string machine{};  // whose model this is, for the badge; empty: the H200
  // One line above the picture: no subtitle, and the detail follows the explanation if there is
  // room.
  bool compact = false;
  // Alternatives, longest first: the first that fits is shown.
  std::vector<std::string> explanations;
  // At least so many rows for the title, and an explanation at least so short.
  FrameForm form{};
};

// The margin around a picture of that size, in pixels.
[[nodiscard]] float frame_margin(const Style& style, float width, float height);
[[nodiscard]] FrameForm form_of(const Canvas& canvas, const Frame& frame);
// The area that draw_frame would leave for the picture.
[[nodiscard]] Rect frame_body(const Canvas& canvas, const Frame& frame);
// Draws the frame and returns the area left for the picture.
[[nodiscard]] Rect draw_frame(Canvas& canvas, const Frame& frame);

struct LegendEntry {
  enum class Sample { wanted, waste, empty, served, waiting, speck, done } sample = Sample::wanted;
  std::string text;
};
// Draws one line of swatches from the left end of `row`: as many as fit, in order.
void draw_legend(Canvas& canvas, const Rect& row, const std::vector<LegendEntry>& entries);

// "one 4-byte load, 32 lanes"; for half of an asynchronous copy, "one 4-byte copy, 32 lanes".
[[nodiscard]] std::string describe(const memory::WarpAccess& access, const text::Texts& texts,
                                   bool is_copy = false);
// "0", "0–3", "0, 7, 9", "0, 7, 9 and 12 more"
[[nodiscard]] std::string lane_list(std::uint32_t lanes, const text::Texts& texts);
// Short forms of a lane mask for a cell, in the order to try: "7" for one lane; "0–3" (if
// contiguous) and "4×" for several.
[[nodiscard]] std::vector<std::string> lane_marks(std::uint32_t lanes);
// First lane of a mask; 0 if the mask is empty.
[[nodiscard]] int first_lane(std::uint32_t lanes);
// Frames the chosen lane's box so that the frame stands out from both the lane's colour and the
// background. `lane` 32: the lane has no colour, and the frame is the text's colour. Draws the part
// outside the box at once, so call it before drawing the box.
void frame_chosen(Canvas& canvas, Box& box, std::size_t lane);

// Pixels: digits are left out where they would be smaller. They grow with the scale, because a
// projector's room must read them, too.
[[nodiscard]] float min_digit(const Canvas& canvas);
// The largest size in whole pixels, from min_digit() to `largest`, at which a two-digit lane
// number fits clear of a cell's edges; 0 if none does. All cells of a kind then use the same size.
[[nodiscard]] float digit_size(const Canvas& canvas, float cell_width, float cell_height,
                               float largest, std::string_view widest = "31");
// A digit's height as a share of its font size, and the clearance above and below it together
// (pixels).
inline constexpr float digit_height = 0.73F;
inline constexpr float digit_clearance_px = 1.4F;
// The lowest cell (pixels) that has room for digits of the smallest size.
[[nodiscard]] float min_digit_cell(const Canvas& canvas);

// `title` and `sentence` on an otherwise empty stage, e.g. for a barrier or when nothing is
// selected.
[[nodiscard]] DrawList build_message_view(const std::string& title, const std::string& sentence,
                                          const Style& style, float width, float height);

}  // namespace lanescope::picture
