// The index explorer: a launch shape, which starts as the lesson's, and one selected thread.
#pragma once

#include <cstdint>
#include <optional>

#include "app/figures/page_content.h"
#include "sim/launch/thread_index.h"
#include "viz/picture/index/view.h"

namespace lanescope::app {

class IndexChoice {
 public:
  // Takes over the lesson's launch and selection whenever they change.
  void follow(const Session& session);
  void follow(const launch::Shape& launched, const launch::Dim3& block, std::uint32_t warp);
  // What a view names: a thread by its block, warp and lane, and a shape that is tried out (none:
  // the lesson's launch). Taken over by begin(), as soon as the launch is known.
  struct Start {
    std::optional<launch::Shape> shape;
    launch::Dim3 block{};
    std::uint32_t warp = 0, lane = 0;
    bool operator==(const Start&) const = default;
  };
  void begin_at(const ViewRequest& view);
  // Discards what was tried out: goes to the start, as far as the launch and the selected warp are
  // those that it belongs to.
  void begin();
  // The present shape and thread as a start.
  [[nodiscard]] Start start() const;
  // Returns to the lesson's launch.
  void reset();
  [[nodiscard]] bool is_launched() const { return seen_ && wanted_ == seen_->shape; }
  [[nodiscard]] launch::Shape launched() const { return seen_ ? seen_->shape : shape_; }

  // Sets one extent of the grid or the block; axis 0 is x. If the wanted shape breaks a limit,
  // shape() stays the last valid one.
  void want(bool of_grid, std::size_t axis, std::uint32_t extent);
  [[nodiscard]] const launch::Shape& wanted() const { return wanted_; }
  [[nodiscard]] launch::LimitCheck check() const { return launch::check_limits(wanted_); }

  [[nodiscard]] const launch::Shape& shape() const { return shape_; }
  [[nodiscard]] const launch::ThreadPosition& position() const { return position_; }
  void choose_thread(std::uint32_t number);  // number in its block
  void choose_block(std::uint64_t number);   // number in the grid

  // To the next or previous thread, across blocks; stops at the ends of the launch.
  void step_index(int direction);
  // To the next row of the block; in a block with one row, to the next warp.
  void step_row(int direction);
  void step_layer(int direction);
  void move_warp(int direction);   // to lane 0 of the next warp; wraps around
  void move_block(int direction);  // wraps around
  void choose_end(bool last);      // to the first or last thread of the block

 private:
  struct Seen {
    launch::Shape shape;
    launch::Dim3 block{};
    std::uint32_t warp = 0;
    bool operator==(const Seen&) const = default;
  };
  void keep_inside();  // inside the shape

  std::optional<Seen> seen_;
  std::optional<Start> start_;
  bool has_begun_ = false;  // at start_
  launch::Shape wanted_, shape_;
  launch::ThreadPosition position_;
};

// The launch as it is shown: one that is tried out is no guess.
[[nodiscard]] picture::IndexInput index_input(const IndexChoice& choice, const Session& session);

class IndexPage final : public PageContent {
 public:
  static constexpr Page page = Page::index;
  [[nodiscard]] IndexChoice& choice() { return choice_; }

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override;
  [[nodiscard]] Table table(const Session& session) const override;
  // CUDA's own definition: no model involved.
  void add_to(Provenance& made, const Session& /*session*/) const override { made.origins.clear(); }

 private:
  IndexChoice choice_;
};

}  // namespace lanescope::app
