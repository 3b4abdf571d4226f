#include "app/window/teaching.h"

namespace lanescope::app {
namespace {

MeasureResult measured(const MeasureRequest& request, Progress* progress, std::stop_token stop) {
  auto measurement = measure(request, progress, std::move(stop));
  if (!measurement) return tl::unexpected(std::move(measurement).error());
  return std::make_shared<const Measurement>(std::move(*measurement));
}

}  // namespace

Session::Services services(std::function<void()> wake, std::optional<RecordingEntry> given,
                           std::optional<int> device) {
  Session::Services all;
  all.run = [](const RunRequest& request, Progress* progress, std::stop_token stop) {
    return run(request, progress, std::move(stop));
  };
  all.describe = describe_lesson;
  all.wake = std::move(wake);
  all.measure = measured;
  all.measure_transfers = measure_transfers;
  all.run_arranged = run_arranged;
  all.device = device;
  if (given) all.recording = given->id;
  all.recordings = recording_finder(std::move(given));
  return all;
}

void return_to_step(const Visit& visit, Session& session, Course& course) {
  if (visit.step_name.empty() || !go_to_step(course, visit.step_name) || visit.on_step) return;
  if (const auto view = parse_view(visit.view))
    session.show_variant_setting(visit.variant, visit.set, *view);
}

tl::expected<void, std::string> go_to_step(Course& course, const std::string& name) {
  course.update();
  const auto number = course.step_named(name);
  if (!number) return tl::unexpected(number.error());
  course.go_to(*number);
  return {};
}

}  // namespace lanescope::app
