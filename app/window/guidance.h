// What leads through the lessons, and how options choose where it begins.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "app/session/compare/comparison.h"
#include "app/session/compare/state_text.h"
#include "app/session/course/course.h"
#include "app/session/lecture/lecture.h"
#include "app/session/session.h"
#include "app/window/course_shelf.h"
#include "app/window/window.h"

namespace lanescope::app {

// What stands beside a session: what leads through the lessons, and what is compared with it.
struct Guidance {
  Guidance(Session& session, std::function<void()> wake, std::filesystem::path kept_in)
      : progress(std::move(kept_in)),
        course(session, progress, course_services(wake)),
        comparison(session, comparison_services(wake)),
        lecture(session, course_services(wake)),
        shelf(std::move(wake)) {}
  // After Session::update(). True when anything shown changed.
  bool update() {
    const bool changed = lecture.on() ? lecture.update() : course.update();
    const bool compared = comparison.update();
    return shelf.update() || compared || changed;
  }
  static Course::Services course_services(std::function<void()> wake) {
    Course::Services services;
    services.run = [](const RunRequest& request, Progress* run_progress, std::stop_token stop) {
      return run(request, run_progress, std::move(stop));
    };
    services.wake = std::move(wake);
    return services;
  }

  static Comparison::Services comparison_services(std::function<void()> wake) {
    Comparison::Services services;
    services.run = [](const RunRequest& request, Progress* run_progress, std::stop_token stop) {
      return run(request, run_progress, std::move(stop));
    };
    services.describe = describe_lesson;
    services.wake = std::move(wake);
    return services;
  }

  ProgressStore progress;
  Course course;
  Comparison comparison;
  Lecture lecture;  // while it is on, the course waits
  CourseShelf shelf;
};

// To the step of that name, or "exercise". The error names those that there are.
[[nodiscard]] tl::expected<void, std::string> go_to_step(Course& course, const std::string& name);

// `given`: a recording that was named, already read; it stands first. No GPUs are looked for.
[[nodiscard]] Session::Services services(std::function<void()> wake,
                                         std::optional<RecordingEntry> given,
                                         std::optional<int> device);

// The recording that an option names; the error says what is wrong with it.
[[nodiscard]] tl::expected<std::optional<RecordingEntry>, std::string> given_recording(
    const WindowOptions& options);

// The message for a sweep that the lesson has not.
[[nodiscard]] std::string no_such_sweep(const Session& session, const std::string& name);

}  // namespace lanescope::app
