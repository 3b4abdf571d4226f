// What the index explorer looks at: a shape of its own that begins as the lesson's launch, and one
// thread in it. No window: a test walks it.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/launch/thread_index.h"

namespace lanescope::app {

class IndexChoice {
 public:
  // What the lesson launches and looks at. Taken over whenever that is another than before.
  void follow(const launch::Shape& launched, const launch::Dim3& block, std::uint32_t warp);
  // Back to it.
  void reset();
  [[nodiscard]] bool is_launched() const { return seen_ && wanted_ == seen_->shape; }
  // The lesson's launch, at the first thread of the warp that is looked at.
  [[nodiscard]] bool is_as_begun() const;

  // An extent of the grid or the block, axis 0 for x. What breaks a limit is wanted, but the shape
  // stays the last that did not.
  void want(bool of_grid, std::size_t axis, std::uint32_t extent);
  [[nodiscard]] const launch::Shape& wanted() const { return wanted_; }
  [[nodiscard]] launch::LimitCheck check() const { return launch::check_limits(wanted_); }

  [[nodiscard]] const launch::Shape& shape() const { return shape_; }
  [[nodiscard]] const launch::Place& place() const { return place_; }
  void choose_thread(std::uint32_t number);  // in its block
  void choose_block(std::uint64_t number);   // in the grid

  // Along the count, on into the next block; nothing happens behind the last thread of the launch.
  void step_index(int direction);
  // To the next row of the block; in a block of one row a warp on.
  void step_row(int direction);
  void step_layer(int direction);
  void step_warp(int direction);   // to the lane 0 of the next, around
  void step_block(int direction);  // around
  void choose_end(bool last);      // the first or the last thread of the block

 private:
  struct Seen {
    launch::Shape shape;
    launch::Dim3 block{};
    std::uint32_t warp = 0;
    bool operator==(const Seen&) const = default;
  };
  void keep_place();  // inside of the shape

  std::optional<Seen> seen_;
  launch::Shape wanted_, shape_;
  launch::Place place_;
};

}  // namespace lanescope::app
