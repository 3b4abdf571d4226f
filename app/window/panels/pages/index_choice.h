// The state of the index explorer: a launch shape, which starts as the lesson's, and one selected
// thread. Needs no window.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/launch/thread_index.h"

namespace lanescope::app {

class IndexChoice {
 public:
  // Takes over the lesson's launch and selection whenever they change.
  void follow(const launch::Shape& launched, const launch::Dim3& block, std::uint32_t warp);
  // Returns to the lesson's launch.
  void reset();
  [[nodiscard]] bool is_launched() const { return seen_ && wanted_ == seen_->shape; }
  // The shape is the lesson's and the first thread of its selected warp is selected.
  [[nodiscard]] bool is_as_begun() const;

  // Sets one extent of the grid or the block; axis 0 is x. If the wanted shape breaks a limit,
  // shape() stays the last valid one.
  void want(bool of_grid, std::size_t axis, std::uint32_t extent);
  [[nodiscard]] const launch::Shape& wanted() const { return wanted_; }
  [[nodiscard]] launch::LimitCheck check() const { return launch::check_limits(wanted_); }

  [[nodiscard]] const launch::Shape& shape() const { return shape_; }
  [[nodiscard]] const launch::ThreadPosition& place() const { return place_; }
  void choose_thread(std::uint32_t number);  // number in its block
  void choose_block(std::uint64_t number);   // number in the grid

  // To the next or previous thread, across blocks; stops at the ends of the launch.
  void step_index(int direction);
  // To the next row of the block; in a block with one row, to the next warp.
  void step_row(int direction);
  void step_layer(int direction);
  void step_warp(int direction);   // to lane 0 of the next warp; wraps around
  void step_block(int direction);  // wraps around
  void choose_end(bool last);      // to the first or last thread of the block

 private:
  struct Seen {
    launch::Shape shape;
    launch::Dim3 block{};
    std::uint32_t warp = 0;
    bool operator==(const Seen&) const = default;
  };
  void keep_place();  // inside the shape

  std::optional<Seen> seen_;
  launch::Shape wanted_, shape_;
  launch::ThreadPosition place_;
};

}  // namespace lanescope::app
