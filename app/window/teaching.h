// Course and lecture of a session, and the services they start with.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "app/session/course.h"
#include "app/session/lecture/lecture.h"
#include "app/session/session.h"
#include "app/session/start/recent.h"
#include "app/session/state_text.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/window.h"

namespace lanescope::app {

// What works beside a session: course, lecture and the list of lessons.
struct Teaching {
  Teaching(Session& session, std::function<void()> wake, std::filesystem::path kept_in)
      : progress(std::move(kept_in)),
        course(session, progress, learners_services(wake)),
        lecture(session, course_services(wake)),
        course_loader(std::move(wake)) {}
  // Call after Session::update(). True if anything shown changed.
  bool update() {
    const bool changed = lecture.on() ? lecture.update() : course.update();
    return course_loader.update() || changed;
  }
  static Course::Services course_services(std::function<void()> wake) {
    Course::Services services;
    services.run = [](const RunRequest& request, Progress* run_progress, std::stop_token stop) {
      return run(request, run_progress, std::move(stop));
    };
    services.wake = std::move(wake);
    return services;
  }

  static Course::Services learners_services(std::function<void()> wake) {
    Course::Services services = course_services(std::move(wake));
    services.own_copies = true;
    return services;
  }

  ProgressStore progress;
  Course course;
  Lecture lecture;  // while it is running, the course is paused
  CourseLoader course_loader;
};

// Goes to the step with this name, or to "exercise". The error lists the existing names.
[[nodiscard]] tl::expected<void, std::string> go_to_step(Course& course, const std::string& name);

// The guide leads again, at the step that was left; the state that the learner had made of it comes
// back. A step that no longer exists is ignored.
void return_to_step(const Visit& visit, Session& session, Course& course);

// `given`: the recording named by the user. These services do not look for GPUs.
[[nodiscard]] Session::Services services(std::function<void()> wake,
                                         std::optional<RecordingEntry> given,
                                         std::optional<int> device);

}  // namespace lanescope::app
