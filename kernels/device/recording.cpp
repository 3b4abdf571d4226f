#include "kernels/device/recording.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "kernels/device/gpu_json.h"

namespace lanescope::device {
namespace {

// The same as nlohmann::ordered_json, but a type of this file alone. This file is optimized
// (CMakeLists.txt). Other files are not, and if they used the same type, the linker might keep
// their code of its functions instead of this file's.
template <class T>
struct Allocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Allocator<U>;
  };
  Allocator() = default;
  template <class U>
  explicit Allocator(const Allocator<U>& other) : std::allocator<T>(other) {}
};
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                  std::int64_t, std::uint64_t, double, Allocator>;

constexpr const char* schema = "lanescope.times/1";

Json json_of(const Summary& summary) {
  return {{"count", summary.count},
          {"median", summary.median},
          {"mean", summary.mean},
          {"deviation", summary.deviation},
          {"minimum", summary.minimum},
          {"maximum", summary.maximum},
          {"median_low", summary.median_low},
          {"median_high", summary.median_high}};
}

Summary summary_in(const Json& json) {
  Summary summary;
  json.at("count").get_to(summary.count);
  json.at("median").get_to(summary.median);
  json.at("mean").get_to(summary.mean);
  json.at("deviation").get_to(summary.deviation);
  json.at("minimum").get_to(summary.minimum);
  json.at("maximum").get_to(summary.maximum);
  json.at("median_low").get_to(summary.median_low);
  json.at("median_high").get_to(summary.median_high);
  return summary;
}

Json json_of(const RecordedPoint& point) {
  Json copy = json_of(point.copy);
  copy["bytes"] = point.copy_bytes;
  Json json{{"lesson", point.lesson},
            {"variant", point.variant},
            {"kernel", point.kernel},
            {"source_hash", point.source_hash},
            {"params", point.params},
            {"grid", point.grid},
            {"block", point.block},
            {"registers", point.registers},
            {"first_ms", point.first_ms},
            {"cold", json_of(point.cold)},
            {"warm", json_of(point.warm)},
            {"bytes_moved", point.bytes_moved},
            {"copy", std::move(copy)},
            {"traps", point.traps},
            {"equal_to_simulator", point.equal_to_simulator},
            {"counts", point.counts}};
  if (!point.bound_name.empty()) {
    json["bound"] = json_of(point.bound);
    json["bound"]["name"] = point.bound_name;
  }
  json.update(state_json<Json>(point.state));
  json["compiler"] = point.compiler;
  return json;
}

RecordedPoint point_in(const Json& json) {
  RecordedPoint point;
  json.at("lesson").get_to(point.lesson);
  json.at("variant").get_to(point.variant);
  json.at("kernel").get_to(point.kernel);
  json.at("params").get_to(point.params);
  json.at("grid").get_to(point.grid);
  json.at("block").get_to(point.block);
  json.at("registers").get_to(point.registers);
  json.at("first_ms").get_to(point.first_ms);
  point.cold = summary_in(json.at("cold"));
  point.warm = summary_in(json.at("warm"));
  json.at("bytes_moved").get_to(point.bytes_moved);
  point.copy = summary_in(json.at("copy"));
  json.at("copy").at("bytes").get_to(point.copy_bytes);
  json.at("traps").get_to(point.traps);
  json.at("equal_to_simulator").get_to(point.equal_to_simulator);
  point.source_hash = json.value("source_hash", std::string());
  point.compiler = json.value("compiler", std::string());
  if (json.contains("clock_mhz")) point.state = state_in(json);
  if (json.contains("counts")) json.at("counts").get_to(point.counts);
  if (json.contains("bound")) {
    point.bound = summary_in(json.at("bound"));
    json.at("bound").at("name").get_to(point.bound_name);
  }
  return point;
}

}  // namespace

const RecordedPoint* Recording::find(std::string_view lesson, std::string_view variant,
                                     const std::map<std::string, std::int64_t>& params) const {
  const auto found = std::find_if(points.begin(), points.end(), [&](const RecordedPoint& point) {
    return point.lesson == lesson && point.variant == variant && point.params == params;
  });
  return found == points.end() ? nullptr : &*found;
}

std::string name_with_days(const std::string& gpu, const std::set<std::string>& days) {
  std::string first, last;
  for (const std::string& day : days) {
    if (first.empty()) first = day;
    last = day;
  }
  std::string name = gpu;
  if (!first.empty()) name += ", " + first;
  if (last != first) name += " … " + last;
  return name;
}

std::string to_json(const Recording& recording) {
  const auto text_of = [](const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
  };
  Json json{{"schema", schema}, {"date", recording.date}, {"gpu", gpu_json<Json>(recording.gpu)}};
  json.update(state_json<Json>(recording.state));
  json["compiler"] = recording.compiler;
  // One point a line, so that a diff shows which points changed.
  std::string text = text_of(json, 2);
  text.erase(text.rfind("\n}"));
  text += ",\n  \"points\": [";
  const char* separator = "\n    ";
  for (const RecordedPoint& point : recording.points) {
    Json line = json_of(point);
    if (!point.date.empty() && point.date != recording.date) line["date"] = point.date;
    text += separator + text_of(line, -1);
    separator = ",\n    ";
  }
  return text + "\n  ]\n}\n";
}

tl::expected<Recording, std::string> recording_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != schema) {
      return tl::unexpected("the schema is " + json.at("schema").dump() + ", expected \"" + schema +
                            "\"");
    }
    Recording recording;
    json.at("date").get_to(recording.date);
    recording.gpu = gpu_in(json.at("gpu"));
    recording.state = state_in(json);
    json.at("compiler").get_to(recording.compiler);
    for (const Json& json_point : json.at("points")) {
      RecordedPoint point = point_in(json_point);
      if (!json_point.contains("clock_mhz")) point.state = recording.state;
      if (point.compiler.empty()) point.compiler = recording.compiler;
      point.date = json_point.value("date", recording.date);
      recording.points.push_back(std::move(point));
    }
    return recording;
  } catch (const std::exception& error) {
    return tl::unexpected(std::string(error.what()));
  }
}

}  // namespace lanescope::device
