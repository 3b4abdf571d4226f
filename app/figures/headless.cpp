#include "app/figures/headless.h"

#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "app/session/state_text.h"

namespace lanescope::app {
namespace {

constexpr auto nap = std::chrono::milliseconds(2);

Session::Services services_with(std::optional<RecordingEntry> given) {
  Session::Services all;
  all.run = run;
  all.describe = describe_lesson;
  if (given) all.recording = given->id;
  all.recordings = recording_finder(std::move(given));
  return all;
}

Course::Services course_services() {
  Course::Services services;
  services.run = run;
  return services;
}

}  // namespace

Headless::Headless(const HeadlessRequest& request, Session::Services services)
    : stop_(request.stop),
      view_(request.view),
      session_(request.state, request.view, std::move(services)),
      progress_(std::filesystem::path()),  // no progress is read or saved
      course_(session_, progress_, course_services()) {}

tl::expected<std::unique_ptr<Headless>, Problem> Headless::open(const HeadlessRequest& request) {
  auto recording = named_recording(request.recording);
  if (!recording) return tl::unexpected(wrong_request(recording.error()));
  std::unique_ptr<Headless> opened(new Headless(request, services_with(std::move(*recording))));
  if (!request.step.empty()) {
    if (auto there = opened->go_to(request.step); !there) return tl::unexpected(there.error());
  }
  opened->settle();
  if (auto well = opened->status(); !well) return tl::unexpected(well.error());
  if (request.step.empty()) {
    const OutcomePtr& shown = opened->session_.shown();
    const auto lacks = shown ? lacking(request.view, shown->report) : std::vector<std::string>();
    if (!lacks.empty()) return tl::unexpected(wrong_request("--view: " + lacks.front()));
  }
  return opened;
}

tl::expected<void, Problem> Headless::status() const {
  if (stop_.stop_requested()) return tl::unexpected(cancelled());
  if (session_.problem()) return tl::unexpected(*session_.problem());
  return {};
}

void Headless::settle() {
  while (!stop_.stop_requested() &&
         (session_.update() || course_.update() || !session_.settled() || course_.running() ||
          course_.checking() || course_.asking_occupancy() || update_page_sources())) {
    std::this_thread::sleep_for(nap);
  }
}

tl::expected<void, Problem> Headless::go_to(const std::string& step) {
  course_.update();
  const auto number = course_.step_named(step);
  if (!number) return tl::unexpected(wrong_request(number.error()));
  return enter(*number);
}

tl::expected<void, Problem> Headless::enter(std::size_t step) {
  in_guide_ = true;
  course_.go_to(step);
  settle();
  while (course_.covered() && status()) {
    course_.skip();
    settle();
  }
  return status();
}

tl::expected<void, Problem> Headless::prepare(FigureKind what, const std::string& sweep) {
  const std::string name = sweep.empty() ? view().argument_of(Page::sweep) : sweep;
  session_.times().show(what == FigureKind::times);
  session_.machines().show(what == FigureKind::machine);
  session_.sweeps().show(false);
  if (what == FigureKind::sweep) {
    if (!session_.lesson() || session_.lesson()->sweeps.empty())
      return tl::unexpected(wrong_request("this lesson has no sweeps and no parameters"));
    if (!name.empty() && !session_.sweeps().choose(name)) {
      std::string names;
      for (const lesson::Sweep& known : session_.lesson()->sweeps)
        names += (names.empty() ? "" : ", ") + known.name;
      return tl::unexpected(
          wrong_request(fmt::format("no sweep '{}'; the lesson has {}", name, names)));
    }
    session_.sweeps().show(true);
  }
  settle();
  if (auto well = status(); !well) return well;
  return prepare_page_sources(what);
}

bool Headless::update_page_sources() {
  bool changed = false;
  if (comparison_) changed = comparison_->update() || comparison_->running();
  if (maps_) {
    maps_->follow(session_, true);
    changed = maps_->update() || maps_->working() || changed;
  }
  if (steps_) changed = steps_->update(session_, true) || steps_->busy() || changed;
  return changed;
}

tl::expected<void, Problem> Headless::begin_comparison() {
  comparison_ =
      std::make_unique<Comparison>(session_, Comparison::Services{run, describe_lesson, {}});
  settle();  // until it knows the shown state
  const std::string other = view().argument_of(Page::compare);
  if (other.empty()) {
    if (!comparison_->keep_partner())
      return tl::unexpected(
          wrong_request("compare: name what to compare with, such as --view compare=PAD=0"));
    return {};
  }
  if (const auto kept = compare_with(*comparison_, session_, other); !kept)
    return tl::unexpected(wrong_request(kept.error()));
  return {};
}

tl::expected<void, Problem> Headless::prepare_page_sources(FigureKind what) {
  maps_.reset();
  steps_.reset();
  comparison_.reset();
  index_ = {};
  index_.begin_at(view());
  if (what == FigureKind::map) {
    maps_ = std::make_unique<LaunchMaps>(std::function<void()>());
    if (view().page == Page::map) {
      if (const auto named = parse_map(view().page_argument); !named)
        return tl::unexpected(wrong_request("--view: " + named.error()));
      maps_->open(view().page_argument);
    }
  } else if (what == FigureKind::steps) {
    steps_ = std::make_unique<StepsFollower>();
    steps_->begin_at(view().step, view().lane);
  } else if (what == FigureKind::compare) {
    if (auto begun = begin_comparison(); !begun) return begun;
  }
  settle();
  if (auto well = status(); !well) return well;
  if (maps_ && maps_->surveys().problem()) return tl::unexpected(*maps_->surveys().problem());
  if (maps_ && !maps_->input_problem().empty())
    return tl::unexpected(wrong_request(maps_->input_problem()));
  if (steps_ && steps_->problem()) return tl::unexpected(*steps_->problem());
  if (steps_ && steps_->steps()) {
    if (const std::string lack = lacking(view().step, view().lane, *steps_->steps()->recording);
        !lack.empty())
      return tl::unexpected(wrong_request("--view: " + lack));
  }
  if (comparison_ && !comparison_->other()->problem.empty())
    return tl::unexpected(wrong_request("A: " + comparison_->other()->problem));
  return {};
}

}  // namespace lanescope::app
