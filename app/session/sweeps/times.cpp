#include "app/session/sweeps/times.h"

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
      return PointTime{false, point.cold, recording->gpu.name, recording->date};
  }
  return std::nullopt;
}

}  // namespace lanescope::app
