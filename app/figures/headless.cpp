#include "app/figures/headless.h"

#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

constexpr auto nap = std::chrono::milliseconds(2);

Problem wrong(std::string message) { return {2, false, std::move(message), "", 0, 0}; }

tl::expected<std::optional<RecordingEntry>, Problem> given_recording(const std::string& file) {
  if (file.empty()) return std::nullopt;
  auto recording = read_recording(file);
  if (!recording) return tl::unexpected(wrong(recording.error()));
  return RecordingEntry{file, file, false, std::move(*recording)};
}

Runner runner() {
  return [](const RunRequest& request, Progress* progress, std::stop_token stop) {
    return run(request, progress, std::move(stop));
  };
}

Session::Services services_with(std::optional<RecordingEntry> given) {
  Session::Services all;
  all.run = runner();
  all.describe = describe_lesson;
  if (given) all.recording = given->id;
  all.recordings = [given = std::move(given)] {
    std::vector<RecordingEntry> entries = find_recordings();
    if (given) entries.insert(entries.begin(), *given);
    return entries;
  };
  return all;
}

Course::Services course_services() {
  Course::Services services;
  services.run = runner();
  return services;
}

}  // namespace

Headless::Headless(const HeadlessRequest& request, Session::Services services)
    : stop_(request.stop),
      session_(request.state, request.view, std::move(services)),
      progress_(std::filesystem::path()),  // a file is nobody's progress
      course_(session_, progress_, course_services()) {}

tl::expected<std::unique_ptr<Headless>, Problem> Headless::open(const HeadlessRequest& request) {
  auto recording = given_recording(request.recording);
  if (!recording) return tl::unexpected(recording.error());
  std::unique_ptr<Headless> opened(new Headless(request, services_with(std::move(*recording))));
  if (!request.step.empty()) {
    if (auto there = opened->go_to(request.step); !there) return tl::unexpected(there.error());
  }
  opened->settle();
  if (auto well = opened->outcome(); !well) return tl::unexpected(well.error());
  return opened;
}

tl::expected<void, Problem> Headless::outcome() const {
  if (stop_.stop_requested()) return tl::unexpected(Problem{2, true, "cancelled", "", 0, 0});
  if (session_.problem()) return tl::unexpected(*session_.problem());
  return {};
}

void Headless::settle() {
  while (!stop_.stop_requested() && (session_.update() || course_.update() || !session_.settled() ||
                                     course_.running() || course_.checking())) {
    std::this_thread::sleep_for(nap);
  }
}

tl::expected<void, Problem> Headless::go_to(const std::string& step) {
  course_.update();
  const lesson::Guide* guide = course_.guide();
  if (guide == nullptr) {
    return tl::unexpected(
        wrong(course_.problem().empty()
                  ? fmt::format("this lesson has no guide, and so no step '{}'", step)
                  : course_.problem()));
  }
  std::string names;
  for (std::size_t i = 0; i < guide->steps.size(); ++i) {
    if (guide->steps[i].name == step) return enter(i);
    names += guide->steps[i].name + ", ";
  }
  if (step == "exercise" && guide->exercise) return enter(guide->steps.size());
  return tl::unexpected(wrong(fmt::format("no step '{}'; the lesson has {}exercise", step, names)));
}

tl::expected<void, Problem> Headless::enter(std::size_t step) {
  course_.go_to(step);
  settle();
  while (course_.covered() && outcome()) {
    course_.skip();
    settle();
  }
  return outcome();
}

tl::expected<void, Problem> Headless::prepare(What what, const std::string& sweep) {
  session_.show_times(what == What::times);
  session_.show_machine(what == What::machine);
  session_.show_sweep(false);
  if (what == What::sweep) {
    if (!session_.lesson() || session_.lesson()->sweeps.empty())
      return tl::unexpected(wrong("this lesson has no sweeps"));
    if (!sweep.empty() && !session_.choose_sweep(sweep)) {
      std::string names;
      for (const lesson::Sweep& known : session_.lesson()->sweeps)
        names += (names.empty() ? "" : ", ") + known.name;
      return tl::unexpected(wrong(fmt::format("no sweep '{}'; the lesson has {}", sweep, names)));
    }
    session_.show_sweep(true);
  }
  settle();
  return outcome();
}

}  // namespace lanescope::app
