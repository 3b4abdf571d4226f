#include "tile_recording.h"

namespace lanescope::app::test {

std::optional<lesson::Resolved> resolved(const std::string& lesson, const std::string& variant,
                                         const lesson::Values& overrides, const std::string& text) {
  lesson::Resolved result;
  result.lesson_id = lesson;
  result.variant = variant;
  result.kernel = variant + "_kernel";
  result.source_text = text;
  result.params = variant == "copy" ? lesson::Values{{"N", 1024}}
                                    : lesson::Values{{"N", 1024}, {"PAD", 0}, {"BROKEN", 0}};
  for (const auto& [name, value] : overrides) {
    if (!result.params.contains(name)) return std::nullopt;
    result.params[name] = value;
  }
  if (variant == "copy" && result.params["N"] > 2048) {
    return std::nullopt;  // more than "copy" allows
  }
  result.grid = {result.params["N"] / 32, 1, 1};
  result.block = {32, 2, 1};
  return result;
}

device::Recording recording_of_tile(const std::vector<Values2>& values) {
  device::Recording recording;
  recording.date = "2000-01-01";
  recording.gpu.name = "A GPU of tests";
  recording.gpu.major = 9;
  for (const Values2& value : values) {
    const auto launch = resolved("tile", "tile", {{"N", value.n}, {"PAD", value.pad}});
    device::RecordedPoint point;
    point.lesson = "tile";
    point.variant = "tile";
    point.kernel = launch->kernel;
    point.params = launch->params;
    point.grid = launch->grid;
    point.block = launch->block;
    point.date = recording.date;
    point.cold.median = static_cast<double>(value.n + value.pad);
    recording.points.push_back(point);
  }
  return recording;
}

}  // namespace lanescope::app::test
