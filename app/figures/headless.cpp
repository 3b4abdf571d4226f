#include "app/figures/headless.h"

#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

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
      course_(session_, progress_, course_services()),
      pages_(std::make_unique<PageContents>(session_)) {}

tl::expected<std::unique_ptr<Headless>, Problem> Headless::open(const HeadlessRequest& request) {
  auto recording = named_recording(request.recording);
  if (!recording) return tl::unexpected(wrong_request(recording.error()));
  std::unique_ptr<Headless> opened(new Headless(request, services_with(std::move(*recording))));
  if (!request.step_name.empty()) {
    if (auto there = opened->go_to(request.step_name); !there) return tl::unexpected(there.error());
  }
  opened->settle();
  if (auto well = opened->status(); !well) return tl::unexpected(well.error());
  if (request.step_name.empty()) {
    const OutcomePtr& shown = opened->session_.run().shown();
    const auto lacks = shown ? lacking(request.view, shown->report) : std::vector<std::string>();
    if (!lacks.empty()) return tl::unexpected(wrong_request("--view: " + lacks.front()));
  }
  return opened;
}

tl::expected<void, Problem> Headless::status() const {
  if (stop_.stop_requested()) return tl::unexpected(cancelled());
  if (session_.run().problem()) return tl::unexpected(*session_.run().problem());
  return {};
}

bool Headless::update_page() {
  pages_->follow(session_, drawn_);
  PageContent* page = drawn_ ? pages_->of(*drawn_) : nullptr;
  return page != nullptr && (page->update(session_, true) || page->busy());
}

void Headless::settle() {
  while (!stop_.stop_requested() &&
         (session_.update() || course_.update() || !session_.settled() || course_.running() ||
          course_.checking() || course_.asking_occupancy() || update_page())) {
    std::this_thread::sleep_for(nap);
  }
}

tl::expected<void, Problem> Headless::go_to(const std::string& step_name) {
  course_.update();
  const auto number = course_.step_named(step_name);
  if (!number) return tl::unexpected(wrong_request(number.error()));
  return enter(*number);
}

tl::expected<void, Problem> Headless::enter(std::size_t step) {
  in_guide_ = true;
  drawn_.reset();  // what the last picture showed is not computed for this step
  pages_->follow(session_, drawn_);
  course_.go_to(step);
  settle();
  while (course_.covered() && status()) {
    course_.skip();
    settle();
  }
  return status();
}

tl::expected<void, Problem> Headless::prepare(FigureKind what, const std::string& sweep) {
  ViewRequest wanted = view();
  if (what == FigureKind::sweep && !sweep.empty()) {
    wanted.page = Page::sweep;
    wanted.page_argument = sweep;
  }
  // Anew, so that no picture depends on those before.
  pages_ = std::make_unique<PageContents>(session_);
  drawn_ = view_page_named(name_of(what));
  PageContent* page = pages_->of(what);
  const auto refused = [](std::string why) {
    return tl::unexpected(wrong_request(std::move(why)));
  };
  if (page != nullptr) {
    if (auto opened = page->open(wanted, drawn_ ? wanted.argument_of(*drawn_) : "", session_);
        !opened) {
      return refused(std::move(opened).error());
    }
    settle();
    if (auto prepared = page->prepare(wanted, session_); !prepared)
      return refused(std::move(prepared).error());
  }
  settle();
  if (auto well = status(); !well || page == nullptr) return well;
  if (const auto failure = page->failure()) return tl::unexpected(*failure);
  if (std::string lack = page->lack(wanted); !lack.empty()) return refused(std::move(lack));
  return {};
}

}  // namespace lanescope::app
