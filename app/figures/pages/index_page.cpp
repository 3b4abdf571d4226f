#include "app/figures/pages/index_page.h"

#include <algorithm>

#include "app/session/export/tables.h"

namespace lanescope::app {

void IndexChoice::follow(const launch::Shape& launched, const launch::Dim3& block,
                         std::uint32_t warp) {
  const Seen now{launched, block, warp};
  if (seen_ == now || !launch::check_limits(launched).ok()) return;
  // Of a launch that only gets another shape, the thread that one looks at stays.
  const bool is_reshaped =
      seen_ && seen_->block == block && seen_->warp == warp && (!start_ || has_begun_);
  seen_ = now;
  if (!is_reshaped) return begin();
  wanted_ = shape_ = launched;
  keep_inside();
}

void IndexChoice::follow(const Session& session) {
  if (session.run().shown()) {
    const report::Report& report = session.run().shown()->report;
    const Selection& selection = session.state().selection;
    follow({report.grid, report.block}, selection.block, selection.warp);
  }
}

void IndexChoice::begin_at(const ViewRequest& view) {
  const std::optional<LaunchShape> shape = launch_shape_of(view.argument_of(Page::index));
  start_ = {shape ? std::optional(launch::Shape{shape->grid, shape->block}) : std::nullopt,
            view.block, view.warp, view.lane.value_or(0)};
  seen_.reset();  // what was chosen before belongs to another view
  has_begun_ = false;
}

void IndexChoice::reset() {
  if (!seen_) return;
  wanted_ = shape_ = seen_->shape;
  position_.block = seen_->block;
  keep_inside();
  choose_thread(
      std::min(seen_->warp * launch::lanes_per_warp, launch::threads_in(shape_.block) - 1));
}

void IndexChoice::begin() {
  reset();
  if (!seen_ || !start_) return;
  // The selection is the start's, clamped to the launch. Otherwise another warp was selected since.
  launch::Dim3 block = start_->block;
  for (std::size_t axis = 0; axis < 3; ++axis)
    block[axis] = std::min(block[axis], seen_->shape.grid[axis] - 1);
  const std::uint32_t warp = std::min(start_->warp, launch::warps_in(seen_->shape.block) - 1);
  if (block != seen_->block || warp != seen_->warp) return;
  has_begun_ = true;
  if (start_->shape) {
    wanted_ = *start_->shape;
    if (check().ok()) shape_ = wanted_;
  }
  position_ = {start_->block, {}};
  keep_inside();
  choose_thread(std::min(start_->warp * launch::lanes_per_warp + start_->lane,
                         launch::threads_in(shape_.block) - 1));
}

IndexChoice::Start IndexChoice::start() const {
  const std::uint32_t number = launch::thread_number(shape_.block, position_.thread);
  return {is_launched() ? std::nullopt : std::optional(wanted_), position_.block,
          launch::warp_of(number), launch::lane_of(number)};
}

void IndexChoice::want(bool of_grid, std::size_t axis, std::uint32_t extent) {
  (of_grid ? wanted_.grid : wanted_.block).at(axis) = extent;
  if (check().ok()) {
    shape_ = wanted_;
    keep_inside();
  }
}

void IndexChoice::keep_inside() {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    position_.block[axis] = std::min(position_.block[axis], shape_.grid[axis] - 1);
    position_.thread[axis] = std::min(position_.thread[axis], shape_.block[axis] - 1);
  }
}

void IndexChoice::choose_thread(std::uint32_t number) {
  if (number < launch::threads_in(shape_.block))
    position_.thread = launch::thread_at(shape_.block, number);
}

void IndexChoice::choose_block(std::uint64_t number) {
  if (number < launch::blocks_in(shape_.grid))
    position_.block = launch::block_at(shape_.grid, number);
}

void IndexChoice::step_index(int direction) {
  const std::uint64_t index = launch::global_index(shape_, position_);
  if (direction > 0 ? index + 1 < launch::threads_in(shape_) : index > 0)
    position_ = launch::thread_position_at(shape_, direction > 0 ? index + 1 : index - 1);
}

void IndexChoice::step_row(int direction) {
  const bool one_row = shape_.block[1] == 1;
  std::uint32_t& at = position_.thread[one_row ? 0 : 1];
  const std::uint32_t by = one_row ? launch::lanes_per_warp : 1;
  const std::uint32_t extent = shape_.block[one_row ? 0 : 1];
  if (direction > 0 ? at + by < extent : at >= by) at = direction > 0 ? at + by : at - by;
}

void IndexChoice::step_layer(int direction) {
  std::uint32_t& z = position_.thread[2];
  if (direction > 0 ? z + 1 < shape_.block[2] : z > 0) z = direction > 0 ? z + 1 : z - 1;
}

void IndexChoice::move_warp(int direction) {
  const std::uint32_t warps = launch::warps_in(shape_.block);
  const std::uint32_t warp = launch::warp_of(launch::thread_number(shape_.block, position_.thread));
  choose_thread((direction > 0 ? warp + 1 : warp + warps - 1) % warps * launch::lanes_per_warp);
}

void IndexChoice::move_block(int direction) {
  const std::uint64_t blocks = launch::blocks_in(shape_.grid);
  const std::uint64_t block = launch::block_number(shape_.grid, position_.block);
  choose_block((direction > 0 ? block + 1 : block + blocks - 1) % blocks);
}

void IndexChoice::choose_end(bool last) {
  choose_thread(last ? launch::threads_in(shape_.block) - 1 : 0);
}

picture::IndexInput index_input(const IndexChoice& choice, const Session& session) {
  picture::IndexInput input{choice.shape(), choice.position()};
  if (const OutcomePtr& shown = session.run().shown(); shown && choice.is_launched()) {
    const lesson::LaunchGuess guess = shown->resolved.guessed;
    input.guesses_grid = guess != lesson::LaunchGuess::none;
    // Else the text tells it, be it by a launch or by its indices.
    input.guesses_block = guess == lesson::LaunchGuess::all;
  }
  return input;
}

tl::expected<void, std::string> IndexPage::open(const ViewRequest& view,
                                                const std::string& /*argument*/,
                                                Session& /*session*/) {
  choice_.begin_at(view);
  choice_.begin();
  return {};
}

picture::DrawList IndexPage::picture(const Session& session, const picture::Style& style,
                                     float width, float height) const {
  IndexChoice choice = choice_;
  choice.follow(session);
  return picture::build_index(index_input(choice, session), style, width, height);
}

Table IndexPage::table(const Session& session) const {
  const report::Report& report = session.run().shown()->report;
  return threads_table({report.grid, report.block}, session.state().selection.block);
}

std::unique_ptr<PageContent> make_index_content(const PageServices& /*services*/) {
  return std::make_unique<IndexPage>();
}

}  // namespace lanescope::app
