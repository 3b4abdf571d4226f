// Which map of the shown launch is looked at: its survey and its cells, both made off the window's
// thread. Knows no ImGui.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

#include "app/figures/map_maker.h"
#include "app/session/session.h"
#include "app/session/survey/surveys.h"
#include "viz/scene/map_field.h"

namespace lanescope::app {

// What a person asked for, whatever the launch has of it.
struct MapWish {
  std::optional<scene::MapKind> kind;  // none: the first that has something to show
  std::array<scene::MapQuantity, scene::map_kinds> quantity{
      scene::MapQuantity::of_warp, scene::MapQuantity::reads, scene::MapQuantity::sectors};
  std::string array;  // by name; empty, or not there: the first
  bool by_warp = false;
  bool operator==(const MapWish&) const = default;
};
// "banks", "banks:block", "array", "array:A", "array:A:moved", "grid:sectors",
// "grid:sectors:warps". The error names what there is.
[[nodiscard]] tl::expected<MapWish, std::string> parse_map(std::string_view text);
// The shortest text by which parse_map() makes a wish for the same map of that kind. An array needs
// a name for its quantity to be named.
[[nodiscard]] std::string map_text(const MapWish& wish, scene::MapKind kind);

class LaunchMaps {
 public:
  // `wake` is called on other threads when update() has something to take; may be empty.
  explicit LaunchMaps(std::function<void()> wake);

  // As an option asked for it; it is well formed.
  void open(std::string_view text);
  void open(MapWish wish) { wish_ = std::move(wish); }
  // As open() takes it to look at this map again.
  [[nodiscard]] std::string text() const;
  // Why what was asked for can't be had: no array of that name. Empty: it can, or nobody knows yet.
  [[nodiscard]] std::string complaint() const;

  // Every frame. While somebody looks at it, what is missing is made.
  void look(const Session& session, bool seen);
  // Takes what is finished. True when anything changed.
  bool update();
  // Something is being made.
  [[nodiscard]] bool working() const;
  // Of what is being made, 0..1.
  [[nodiscard]] double share() const;

  // What is shown: of the newest wish, or the last one until that is there; nullptr: nothing yet.
  [[nodiscard]] const scene::MapFieldPtr& shown() const { return maker_.made(); }
  // Of what is shown; its rules.
  [[nodiscard]] const SurveyedPtr& surveyed() const { return surveys_.shown(); }
  [[nodiscard]] const Surveys& surveys() const { return surveys_; }
  [[nodiscard]] const MapWish& wish() const { return wish_; }
  [[nodiscard]] scene::MapKind kind() const;

  void choose(scene::MapKind kind) { wish_.kind = kind; }
  void step_map();  // to the next, around
  void choose_quantity(scene::MapQuantity quantity);
  void step_quantity();  // to the next that has values
  // The next array that has maps; of the grid: blocks or warps.
  void step_part();
  void choose_array(const std::string& name);
  // Gives the survey up; retry() begins it again.
  void cancel() { surveys_.cancel(); }
  void retry() { surveys_.retry(); }

 private:
  [[nodiscard]] scene::MapChoice choice_for(const survey::Survey& survey) const;
  [[nodiscard]] std::size_t array_of(const survey::Survey& survey) const;

  Surveys surveys_;
  MapMaker maker_;
  MapWish wish_;
  report::Dim3 block_{0, 0, 0};  // that is looked at
  std::uint32_t warp_ = 0;
  bool seen_ = false;
};

}  // namespace lanescope::app
