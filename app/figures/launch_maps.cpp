#include "app/figures/launch_maps.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

using picture::MapKind;
using picture::MapQuantity;

constexpr std::array all_kinds{MapKind::banks, MapKind::array, MapKind::grid};

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t colon = text.find(':');
    parts.emplace_back(text.substr(0, colon));
    if (colon == std::string_view::npos) return parts;
    text.remove_prefix(colon + 1);
  }
}

std::string names_of(MapKind kind) {
  std::string names;
  for (const MapQuantity quantity : picture::quantities_of(kind))
    names += (names.empty() ? "" : ", ") + std::string(picture::name_of(quantity));
  return names;
}

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

tl::expected<MapRequest, std::string> parse_map(std::string_view text) {
  std::vector<std::string> parts = parts_of(text);
  const auto* const kind = std::find_if(all_kinds.begin(), all_kinds.end(), [&](MapKind each) {
    return picture::name_of(each) == parts.front();
  });
  if (kind == all_kinds.end()) {
    return tl::unexpected(
        fmt::format("no map '{}'; there are banks, array and grid", parts.front()));
  }
  MapRequest request;
  request.kind = *kind;
  parts.erase(parts.begin());
  if (*kind == MapKind::array && !parts.empty()) {
    request.array = parts.front();
    parts.erase(parts.begin());
  }
  if (*kind == MapKind::grid && !parts.empty() && parts.back() == "warps") {
    request.by_warp = true;
    parts.pop_back();
  }
  if (!parts.empty()) {
    const auto quantity = picture::quantity_named(*kind, parts.front());
    if (!quantity || parts.size() > 1) {
      return tl::unexpected(fmt::format("map={}: '{}' is not one of {}", text,
                                        quantity ? parts.back() : parts.front(), names_of(*kind)));
    }
    request.quantity[static_cast<std::size_t>(*kind)] = *quantity;
  }
  return request;
}

std::string map_text(const MapRequest& request, MapKind kind) {
  std::string text(picture::name_of(kind));
  if (kind == MapKind::array) {
    if (request.array.empty()) return text;
    text += ":" + request.array;
  }
  const auto at = static_cast<std::size_t>(kind);
  if (request.quantity[at] != MapRequest{}.quantity[at])
    text += ":" + std::string(picture::name_of(request.quantity[at]));
  return text + (kind == MapKind::grid && request.by_warp ? ":warps" : "");
}

LaunchMaps::LaunchMaps(std::function<void()> wake) : surveys_(wake), maker_(std::move(wake)) {}

void LaunchMaps::open(std::string_view text) { request_ = parse_map(text).value_or(MapRequest{}); }

std::string LaunchMaps::text() const {
  MapRequest named = request_;
  if (surveyed() && !surveyed()->survey.arrays.empty()) {
    const survey::Survey& survey = surveyed()->survey;
    named.array = survey.arrays[array_of(survey)].array.name;
  }
  return map_text(named, kind());
}

std::string LaunchMaps::input_problem() const {
  if (request_.array.empty() || !surveyed()) return {};
  std::string names;
  for (const survey::ArraySurvey& array : surveyed()->survey.arrays) {
    if (array.array.name == request_.array) return {};
    names += (names.empty() ? "" : ", ") + array.array.name;
  }
  return fmt::format("no array '{}'; the kernel has {}", request_.array,
                     names.empty() ? "none" : names);
}

MapKind LaunchMaps::kind() const {
  if (request_.kind) return *request_.kind;
  const bool has_rows = surveyed() && !surveyed()->survey.rows.empty();
  return has_rows || !surveyed() ? MapKind::banks : MapKind::array;
}

std::size_t LaunchMaps::array_of(const survey::Survey& survey) const {
  for (std::size_t i = 0; i < survey.arrays.size(); ++i) {
    if (survey.arrays[i].array.name == request_.array) return i;
  }
  return 0;
}

picture::MapChoice LaunchMaps::choice_for(const survey::Survey& survey) const {
  const MapKind wanted = kind();
  picture::MapChoice choice;
  if (wanted == MapKind::array) {
    choice.array = array_of(survey);
    choice.difference = difference_of(survey, choice.array);
  } else if (wanted == MapKind::grid) {
    choice.by_warp = request_.by_warp && !survey.warps.empty();
  }
  const MapQuantity quantity = request_.quantity[static_cast<std::size_t>(wanted)];
  if (wanted == MapKind::banks) {
    const report::Dim3 block = clamped_to_grid(block_, survey.grid);
    const std::uint32_t warp = std::min(warp_, std::max(survey.warps_per_block, 1U) - 1);
    choice.warp = survey.warp_number(block, warp);
  }
  choice.quantity = picture::next_with_values(survey, choice, quantity);
  // Reset fields that do not matter, so that choices with the same map compare equal.
  if (choice.quantity != MapQuantity::wrong) choice.difference.reset();
  if (choice.quantity == MapQuantity::of_kernel) {
    choice.warp = 0;
  } else if (choice.quantity == MapQuantity::of_block) {
    choice.warp -= choice.warp % std::max(survey.warps_per_block, 1U);
  }
  return choice;
}

void LaunchMaps::mark(std::vector<report::ArrayDifferencePtr> differences, bool current) {
  differences_ = std::move(differences);
  differences_are_current_ = current;
}

// Until the shown launch has been surveyed, the map is that of the launch before, and so are the
// differences.
report::ArrayDifferencePtr LaunchMaps::difference_of(const survey::Survey& survey,
                                                     std::size_t array) const {
  if (array >= survey.arrays.size() || (!differences_are_current_ && surveys_.is_current()))
    return nullptr;
  const std::string& name = survey.arrays[array].array.name;
  const auto found = std::find_if(differences_.begin(), differences_.end(),
                                  [&](const auto& each) { return each->array.name == name; });
  return found != differences_.end() ? *found : nullptr;
}

void LaunchMaps::follow(const Session& session, bool seen) {
  seen_ = seen;
  surveys_.want(seen ? session.run().shown() : nullptr);
  if (!seen || !surveyed()) return;
  block_ = session.state().selection.block;
  warp_ = session.state().selection.warp;
  const picture::SurveyPtr survey(surveyed(), &surveyed()->survey);
  maker_.want(survey, choice_for(*survey));
}

bool LaunchMaps::update() {
  const bool surveyed_more = surveys_.update();
  return maker_.update() || surveyed_more;
}

bool LaunchMaps::working() const { return seen_ && (surveys_.running() || maker_.busy()); }

double LaunchMaps::share() const {
  return surveys_.running() ? surveys_.share() : surveyed() ? 1 : 0;
}

void LaunchMaps::step_map() {
  const auto next = (static_cast<std::size_t>(kind()) + 1) % all_kinds.size();
  request_.kind = all_kinds[next];
}

void LaunchMaps::choose_quantity(MapQuantity quantity) {
  request_.kind = picture::kind_of(quantity);
  request_.quantity[static_cast<std::size_t>(picture::kind_of(quantity))] = quantity;
}

void LaunchMaps::step_quantity() {
  if (!surveyed()) return;
  picture::MapChoice choice = choice_for(surveyed()->survey);
  if (kind() == MapKind::array) choice.difference = difference_of(surveyed()->survey, choice.array);
  const auto all = picture::quantities_of(kind());
  const auto at =
      static_cast<std::size_t>(std::find(all.begin(), all.end(), choice.quantity) - all.begin());
  choose_quantity(
      picture::next_with_values(surveyed()->survey, choice, all[(at + 1) % all.size()]));
}

void LaunchMaps::choose_array(const std::string& name) {
  request_.kind = MapKind::array;
  request_.array = name;
}

void LaunchMaps::step_part() {
  if (kind() == MapKind::grid) {
    request_.by_warp = !request_.by_warp;
  } else if (kind() == MapKind::array && surveyed() && !surveyed()->survey.arrays.empty()) {
    const std::vector<survey::ArraySurvey>& arrays = surveyed()->survey.arrays;
    choose_array(arrays[(array_of(surveyed()->survey) + 1) % arrays.size()].array.name);
  }
}

// ---- MapMaker ----

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
  if (request == request_) return;
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
  if (!finished || !request_ || FieldRequest{finished->survey, finished->choice} != *request_)
    return false;
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
    if (bytes > max_kept_bytes || kept_[count]->survey != map->survey) break;
  }
  kept_.resize(count);
}

picture::MapFieldPtr MapMaker::find(const FieldRequest& request) const {
  for (const picture::MapFieldPtr& map : kept_) {
    if (FieldRequest{map->survey, map->choice} == request) return map;
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
      if (closing.stop_requested()) return;
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
      if (waiting_) continue;
      finished_ = std::move(map);
    }
    if (wake_) wake_();
  }
}

}  // namespace lanescope::app
