// Makes the cells of maps on its own thread, the newest request first, and keeps the latest maps,
// so that going back to one costs nothing.
//
// All functions are called on one thread; update() takes finished work.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "viz/picture/maps/field.h"

namespace lanescope::app {

class MapMaker {
 public:
  // `wake` is called on the worker thread when update() has something to take; it may be empty.
  explicit MapMaker(std::function<void()> wake);
  ~MapMaker();
  MapMaker(const MapMaker&) = delete;
  MapMaker& operator=(const MapMaker&) = delete;

  // May be called every frame: starts only what is neither finished nor in progress.
  void want(const picture::SurveyPtr& survey, const picture::MapChoice& choice);
  // Takes what is finished. True when anything changed.
  bool update();
  // The map of the newest request, else the last one made; nullptr: none yet.
  [[nodiscard]] const picture::MapFieldPtr& made() const { return made_; }
  [[nodiscard]] bool busy() const { return request_ && !is_current_; }

 private:
  struct FieldRequest {
    picture::SurveyPtr survey;
    picture::MapChoice choice;
    bool operator==(const FieldRequest&) const = default;
  };
  // Upper limits, not counting the newest map; bytes of host memory.
  static constexpr std::size_t max_kept = 6;
  static constexpr std::uint64_t max_kept_bytes = 384ULL << 20;

  void loop(const std::stop_token& closing);
  void keep(const picture::MapFieldPtr& map);
  [[nodiscard]] picture::MapFieldPtr find(const FieldRequest& request) const;

  std::function<void()> wake_;
  std::optional<FieldRequest> request_;
  bool is_current_ = false;
  picture::MapFieldPtr made_;
  std::deque<picture::MapFieldPtr> kept_;  // newest first
  std::mutex mutex_;                       // guards the members below
  std::condition_variable_any changed_;
  std::optional<FieldRequest> waiting_;
  std::stop_source stop_;  // stops the current work
  picture::MapFieldPtr finished_;
  std::jthread thread_;  // last, so that it stops before the other members are destroyed
};

}  // namespace lanescope::app
