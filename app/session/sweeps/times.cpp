#include "app/session/sweeps/times.h"

#include <set>

namespace lanescope::app {

std::optional<PointTime> time_of(const TimingKey& key, const Timings* timings,
                                 const device::Recording* recording) {
  if (timings != nullptr) {
    if (const MeasurementPtr measured = timings->measured(key))
      return PointTime{true, measured->cold, measured->gpu.name, {}};
  }
  if (recording == nullptr) return std::nullopt;
  for (const device::RecordedPoint& point : recording->points) {
    if (point.cold.count > 0 && is_of(point, key) && !is_of_other_text(point, key))
      return PointTime{false, point.cold, recording->gpu.name, point.date};
  }
  return std::nullopt;
}

std::string names_of_gpus(const std::vector<PointTime>& times, bool measured) {
  std::string gpu;
  std::set<std::string> days;
  for (const PointTime& time : times) {
    if (time.measured != measured) continue;
    gpu = time.gpu;
    if (!time.date.empty()) days.insert(time.date);
  }
  return device::name_with_days(gpu, days);
}

}  // namespace lanescope::app
