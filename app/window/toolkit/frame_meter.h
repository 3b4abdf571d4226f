// The cost of frames, as processor time of the window's thread: other load on the machine does not
// change it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope::app {

// Processor time of the calling thread so far, in milliseconds; 0 if the system does not provide
// it.
[[nodiscard]] double thread_time_ms();

struct FrameCost {
  double ui_ms = 0;    // layout, text, draw lists, panels: our own code and ImGui's
  double draw_ms = 0;  // submitting to OpenGL; with software OpenGL also its rasteriser
};

// Statistics of the last frames of one view. They start again when the view changes.
class FrameMeter {
 public:
  static constexpr std::size_t kept = 120;

  void add(std::string_view view, const FrameCost& cost);
  [[nodiscard]] std::size_t frames() const { return count_; }  // at most `kept`
  [[nodiscard]] const std::string& view() const { return view_; }
  // Zero before the first frame was added.
  [[nodiscard]] FrameCost median() const;
  [[nodiscard]] FrameCost largest() const;

 private:
  std::array<FrameCost, kept> costs_{};
  std::size_t count_ = 0, next_ = 0;
  std::string view_;
};

}  // namespace lanescope::app
