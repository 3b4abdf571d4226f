#include "app/figures/map_maker.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanescope::app {
namespace {

std::uint64_t bytes_of(const picture::MapField& map) {
  std::uint64_t bytes = 0;
  for (const auto& field : {map.cells, map.beside}) {
    for (const picture::HeatLevel& level :
         field ? field->levels : std::vector<picture::HeatLevel>{}) {
      bytes += level.values.size() * sizeof(float);
    }
  }
  return bytes;
}

}  // namespace

MapMaker::MapMaker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this](const std::stop_token& closing) { loop(closing); }) {}

MapMaker::~MapMaker() {
  {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
  }
  thread_.request_stop();
  changed_.notify_all();
}

void MapMaker::want(const picture::SurveyPtr& survey, const picture::MapChoice& choice) {
  FieldRequest request{survey, choice};
  if (request == request_) {
    return;
  }
  request_ = request;
  {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
    waiting_.reset();
    finished_.reset();
  }
  if (picture::MapFieldPtr known = find(request)) {
    made_ = std::move(known);
    is_current_ = true;
    return;
  }
  is_current_ = false;
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(request);
  }
  changed_.notify_all();
}

bool MapMaker::update() {
  picture::MapFieldPtr finished;
  {
    const std::lock_guard lock(mutex_);
    finished = std::exchange(finished_, nullptr);
  }
  if (!finished || !request_ || FieldRequest{finished->survey, finished->choice} != *request_) {
    return false;
  }
  made_ = finished;
  is_current_ = true;
  keep(finished);
  return true;
}

void MapMaker::keep(const picture::MapFieldPtr& map) {
  kept_.push_front(map);
  std::uint64_t bytes = 0;
  std::size_t count = 1;
  for (; count < std::min(kept_.size(), max_kept); ++count) {
    bytes += bytes_of(*kept_[count]);
    // A map of another launch would keep that launch's survey alive.
    if (bytes > max_kept_bytes || kept_[count]->survey != map->survey) {
      break;
    }
  }
  kept_.resize(count);
}

picture::MapFieldPtr MapMaker::find(const FieldRequest& request) const {
  for (const picture::MapFieldPtr& map : kept_) {
    if (FieldRequest{map->survey, map->choice} == request) {
      return map;
    }
  }
  return nullptr;
}

void MapMaker::loop(const std::stop_token& closing) {
  while (!closing.stop_requested()) {
    FieldRequest request;
    std::stop_token stop;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, closing, [this] { return waiting_.has_value(); });
      if (closing.stop_requested()) {
        return;
      }
      request = *std::exchange(waiting_, std::nullopt);
      stop_ = std::stop_source();
      stop = stop_.get_token();
    }
    picture::MapFieldPtr map = picture::make_map_field(request.survey, request.choice, stop);
    if (!map) {
      continue;  // a newer request has arrived
    }
    {
      const std::lock_guard lock(mutex_);
      if (waiting_) {
        continue;
      }
      finished_ = std::move(map);
    }
    if (wake_) {
      wake_();
    }
  }
}

}  // namespace lanescope::app
