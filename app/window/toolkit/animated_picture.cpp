#include "app/window/toolkit/animated_picture.h"

#include <algorithm>
#include <utility>

#include "viz/picture/core/transition.h"

namespace lanescope::app {
namespace {

// Copies everything except the hit areas, whose tooltips are most of a picture's memory.
void keep(const picture::DrawList& list, picture::DrawList& kept) {
  kept.width = list.width;
  kept.height = list.height;
  kept.order = list.order;
  kept.boxes = list.boxes;
  kept.curves = list.curves;
  kept.labels = list.labels;
}

}  // namespace

void AnimatedPicture::rest() {
  begun_s_.reset();
  begins_ = false;
}

void AnimatedPicture::set_time(double now_s) {
  if (progress() >= 1) {
    begun_s_.reset();  // the frame for its end has come, and it was not drawn in it
  }
  now_s_ = now_s;
}

bool AnimatedPicture::gliding() const { return begun_s_ && now_s_; }

float AnimatedPicture::progress() const {
  if (!begun_s_ || !now_s_) return 1;
  return static_cast<float>(std::clamp((*now_s_ - *begun_s_) / picture::transition_s, 0.0, 1.0));
}

picture::DrawList AnimatedPicture::show(picture::PartedList picture, bool reduced) {
  const bool same_size =
      shown_.list.width == picture.list.width && shown_.list.height == picture.list.height;
  const bool may_move = now_s_ && !reduced && same_size;
  const bool begins = std::exchange(begins_, false);
  if (!may_move) {
    begun_s_.reset();
  } else if (begins && !picture::looks_alike(shown_.list, picture.list)) {
    from_ = shown_;
    begun_s_ = now_s_;
    ++count_;
  }
  if (progress() >= 1) begun_s_.reset();
  if (begun_s_) {
    picture::PartedList moved = picture::transition(from_, picture, picture::eased(progress()));
    shown_.parts = std::move(moved.parts);
    keep(moved.list, shown_.list);
    moved.list.hits = std::move(picture.list.hits);
    return std::move(moved.list);
  }
  shown_.parts = std::move(picture.parts);
  keep(picture.list, shown_.list);
  return std::move(picture.list);
}

}  // namespace lanescope::app
