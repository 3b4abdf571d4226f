// What frames cost: processor time of the window's thread, so that a busy machine does not change
// it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope::app {

// Processor time of the calling thread so far, milliseconds; 0 where the system does not tell.
[[nodiscard]] double thread_time_ms();

struct FrameCost {
  double ui_ms = 0;    // layout, texts, draw lists, what panels do: our own code and ImGui's
  double draw_ms = 0;  // handing it to OpenGL; with software OpenGL its rasteriser too
};

// Of the last frames of one view. Another view begins anew.
class FrameMeter {
 public:
  static constexpr std::size_t kept = 120;

  void add(std::string_view view, const FrameCost& cost);
  [[nodiscard]] std::size_t frames() const { return count_; }  // at most `kept`
  [[nodiscard]] const std::string& view() const { return view_; }
  // Zero before the first frame.
  [[nodiscard]] FrameCost median() const;
  [[nodiscard]] FrameCost largest() const;

 private:
  std::array<FrameCost, kept> costs_{};
  std::size_t count_ = 0, next_ = 0;
  std::string view_;
};

}  // namespace lanescope::app
