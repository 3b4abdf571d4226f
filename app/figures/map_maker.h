// Makes the cells of maps on a thread of its own, the newest wish first, and keeps the last ones:
// going back to a map that was just seen costs nothing.
//
// One thread calls all of this; update() takes what is finished.
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

#include "viz/scene/map_field.h"

namespace lanescope::app {

class MapMaker {
 public:
  // `wake` is called on the other thread when update() has something to take; may be empty.
  explicit MapMaker(std::function<void()> wake);
  ~MapMaker();
  MapMaker(const MapMaker&) = delete;
  MapMaker& operator=(const MapMaker&) = delete;

  // May be called every frame: begins only what is not there and not being made.
  void want(const scene::SurveyPtr& survey, const scene::MapChoice& choice);
  // Takes what is finished. True when anything changed.
  bool update();
  // Of the newest wish, else the last one that was made; nullptr: none yet.
  [[nodiscard]] const scene::MapFieldPtr& made() const { return made_; }
  [[nodiscard]] bool busy() const { return wish_ && !is_current_; }

 private:
  struct Wish {
    scene::SurveyPtr survey;
    scene::MapChoice choice;
    bool operator==(const Wish&) const = default;
  };
  // Beside the newest one; of the host.
  static constexpr std::size_t most_kept = 6;
  static constexpr std::uint64_t most_kept_bytes = 384ULL << 20;

  void loop(const std::stop_token& closing);
  void keep(const scene::MapFieldPtr& map);
  [[nodiscard]] scene::MapFieldPtr find(const Wish& wish) const;

  std::function<void()> wake_;
  std::optional<Wish> wish_;
  bool is_current_ = false;
  scene::MapFieldPtr made_;
  std::deque<scene::MapFieldPtr> kept_;  // the newest first
  std::mutex mutex_;                     // of what follows
  std::condition_variable_any changed_;
  std::optional<Wish> waiting_;
  std::stop_source stop_;  // of what is being made
  scene::MapFieldPtr finished_;
  std::jthread thread_;  // last: it must stop before the rest goes
};

}  // namespace lanescope::app
