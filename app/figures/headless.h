// A session without a window: asked for one thing, run until it is there.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include <tl/expected.hpp>

#include "app/figures/beside.h"
#include "app/figures/what.h"
#include "app/session/course/course.h"
#include "app/session/session.h"

namespace lanescope::app {

struct HeadlessRequest {
  State state;  // lesson, variant, values, compiler, machine; settings say language and theme
  ViewRequest view;
  std::string step;        // of the lesson's guide, or "exercise"; its answers are shown
  std::string recording;   // a file of recorded times; empty: those that ship
  std::stop_token stop{};  // once it is asked for, everything gives up and is Problem::cancelled
};

class Headless {
 public:
  // Runs it. The Problem: what was wrong with the request, or why it did not run.
  [[nodiscard]] static tl::expected<std::unique_ptr<Headless>, Problem> open(
      const HeadlessRequest& request);

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] Course& course() { return course_; }

  // What is looked at: as it was asked for, or as the guide's step has it.
  [[nodiscard]] const ViewRequest& view() const { return in_guide_ ? course_.view() : view_; }
  // Of the page that is prepared; what it points to lives until the next one is.
  [[nodiscard]] Beside beside() const { return {maps_.get(), comparison_.get(), steps_.get()}; }

  // Gets ready what the page needs: other variants' costs, a sweep's points, registers; the map,
  // the other side (what lies nearest where the view names none) or the step that the view asks
  // for. The sweep is the named one, the lesson's first when the name is empty.
  [[nodiscard]] tl::expected<void, Problem> prepare(What what, const std::string& sweep);
  // To the guide's step of that number, all of its questions skipped, so that everything is known.
  [[nodiscard]] tl::expected<void, Problem> enter(std::size_t step);
  // Until nothing is being done any more.
  void settle();

 private:
  Headless(const HeadlessRequest& request, Session::Services services);
  [[nodiscard]] tl::expected<void, Problem> go_to(const std::string& step);

  [[nodiscard]] tl::expected<void, Problem> outcome() const;

  // False: nothing was to be done.
  bool update_beside();
  [[nodiscard]] tl::expected<void, Problem> prepare_beside(What what);
  [[nodiscard]] tl::expected<void, Problem> begin_comparison();

  std::stop_token stop_;
  ViewRequest view_;
  bool in_guide_ = false;
  Session session_;
  ProgressStore progress_;
  Course course_;
  std::unique_ptr<LaunchMaps> maps_;
  std::unique_ptr<Comparison> comparison_;
  std::unique_ptr<StepsFollower> steps_;
};

}  // namespace lanescope::app
