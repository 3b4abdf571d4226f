// The map shown for the launch: its survey and its cells, both made outside the window's thread.
// Does not use ImGui.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/session.h"
#include "app/session/survey/surveys.h"
#include "viz/picture/maps/field.h"

namespace lanescope::app {

// The user's choice, whether or not the launch has such a map.
struct MapRequest {
  std::optional<picture::MapKind> kind;  // none: the first kind that has values
  std::array<picture::MapQuantity, picture::map_kinds> quantity{
      picture::MapQuantity::of_warp, picture::MapQuantity::reads, picture::MapQuantity::sectors};
  std::string array;  // by name; empty or unknown: the first
  bool by_warp = false;
  bool operator==(const MapRequest&) const = default;
};
// Examples: "banks", "banks:block", "array", "array:A", "array:A:moved", "grid:sectors",
// "grid:sectors:warps". The error lists the valid names.
[[nodiscard]] tl::expected<MapRequest, std::string> parse_map(std::string_view text);
// The shortest text that parse_map() turns into a choice of the same map of that kind. The quantity
// of an array can be named only after the array's name.
[[nodiscard]] std::string map_text(const MapRequest& request, picture::MapKind kind);

// Makes the cells of maps on its own thread, the newest request first, and keeps the latest maps,
// so that going back to one costs nothing.
//
// All functions are called on one thread; update() takes finished work.
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

class LaunchMaps {
 public:
  // `wake` is called on other threads when update() has something to take; it may be empty.
  explicit LaunchMaps(std::function<void()> wake);

  // `text`: the value of an option, already validated by parse_map().
  void open(std::string_view text);
  void open(MapRequest request) { request_ = std::move(request); }
  // The current choice as text for open().
  [[nodiscard]] std::string text() const;
  // Why the choice is impossible (no array of that name). Empty: it is possible, or not known yet.
  [[nodiscard]] std::string input_problem() const;

  // Call it every frame. While `seen`, starts the survey and the map that are missing.
  void follow(const Session& session, bool seen);
  // Where the launch's arrays differ from those that an exercise wants. `current`: of the shown
  // launch; false: of the one before.
  void mark(std::vector<report::ArrayDifferencePtr> differences, bool current);
  // Takes what is finished. True when anything changed.
  bool update();
  [[nodiscard]] bool working() const;
  // Progress of the current work, 0..1.
  [[nodiscard]] double share() const;

  // The map of the newest choice, or the previous one until that is ready; nullptr: none yet.
  [[nodiscard]] const picture::MapFieldPtr& shown() const { return maker_.made(); }
  // The survey of the shown map.
  [[nodiscard]] const SurveyRunPtr& surveyed() const { return surveys_.shown(); }
  [[nodiscard]] const Surveys& surveys() const { return surveys_; }
  [[nodiscard]] const MapRequest& request() const { return request_; }
  [[nodiscard]] picture::MapKind kind() const;

  void choose(picture::MapKind kind) { request_.kind = kind; }
  void step_map();  // to the next one, cyclic
  void choose_quantity(picture::MapQuantity quantity);
  void step_quantity();  // to the next one that has values
  // To the next array that has maps; on the grid map, between blocks and warps.
  void step_part();
  void choose_array(const std::string& name);
  // cancel() stops the survey; retry() starts it again.
  void cancel() { surveys_.cancel(); }
  void retry() { surveys_.retry(); }

 private:
  [[nodiscard]] picture::MapChoice choice_for(const survey::Survey& survey) const;
  [[nodiscard]] std::size_t array_of(const survey::Survey& survey) const;
  [[nodiscard]] report::ArrayDifferencePtr difference_of(const survey::Survey& survey,
                                                         std::size_t array) const;

  Surveys surveys_;
  MapMaker maker_;
  MapRequest request_;
  report::Dim3 block_{0, 0, 0};  // the chosen block
  std::uint32_t warp_ = 0;
  bool seen_ = false;
  std::vector<report::ArrayDifferencePtr> differences_;
  bool differences_are_current_ = false;
};

}  // namespace lanescope::app
