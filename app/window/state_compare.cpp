#include "app/window/state_compare.h"

#include <nlohmann/json.hpp>

#include "app/figures/compare_input.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

const char* likeness_word(Likeness likeness) {
  switch (likeness) {
    case Likeness::same:
      return "same";
    case Likeness::last:
      return "last";
    case Likeness::alike:
      return "alike";
    case Likeness::none:
      break;
  }
  return "none";
}

const char* hit_word(picture::HitKind kind) {
  return kind == picture::HitKind::side   ? "side"
         : kind == picture::HitKind::lane ? "lane"
                                          : "code_line";
}

Json side_of(const ComparedSide& side, bool is_present) {
  Json json;
  json["lesson"] = side.state.lesson;
  json["variant"] = side.outcome ? side.outcome->resolved.variant : side.state.variant;
  json["params"] = side.outcome ? Json(side.outcome->resolved.params) : Json(nullptr);
  json["present"] = is_present;
  return json;
}

}  // namespace

Json compare_json_of(const Session& session, const ComparePanel& panel) {
  const Comparison* comparison = panel.comparison();
  if (comparison == nullptr || !comparison->active()) {
    return nullptr;
  }
  const ComparedSide present = comparison->present();
  const ComparedSide& other = *comparison->other();
  const bool present_is_a = comparison->present_is_a();
  Json json;
  json["a"] = side_of(present_is_a ? present : other, present_is_a);
  json["b"] = side_of(present_is_a ? other : present, !present_is_a);
  json["differences"] = Json::array();
  if (const Compared* both = comparison->compared()) {
    for (const Difference& each : both->differences) {
      json["differences"].push_back(name_of(each.kind));
    }
  }
  const AccessLink link = comparison->link();
  json["likeness"] = likeness_word(link.likeness);
  json["line"] = link.selection.line;
  json["event"] = link.selection.event ? Json(*link.selection.event) : Json(nullptr);
  json["wavefronts"] = compared_wavefronts(session, *comparison);
  json["step"] = panel.step() ? Json(*panel.step()) : Json(nullptr);
  json["lane"] = panel.lane() ? Json(*panel.lane()) : Json(nullptr);
  json["below"] = panel.below() == picture::CompareBelow::numbers ? "numbers" : "text";
  json["playing"] = panel.playing();
  json["running"] = comparison->running();
  json["problem"] = other.problem;
  json["places"] = Json::array();
  for (const ComparePanel::Place& place : panel.places()) {
    const Rect& rect = place.rect;
    json["places"].push_back({hit_word(place.kind), place.index, {rect.x, rect.y, rect.w, rect.h}});
  }
  return json;
}

}  // namespace lanescope::app
