// A session without a window: runs a request to completion.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include <tl/expected.hpp>

#include "app/figures/figure_kind.h"
#include "app/figures/page_content.h"
#include "app/session/course.h"
#include "app/session/session.h"

namespace lanescope::app {

struct HeadlessRequest {
  // lesson, variant, values, compiler, machine; language and theme come from its settings
  State state;
  ViewRequest view;
  // Name of a step of the lesson's guide, or "exercise"; its answers are shown.
  std::string step_name;
  std::string recording;   // what --recording names; empty: as settings have it
  std::stop_token stop{};  // once requested, everything stops with Problem::cancelled
};

class Headless {
 public:
  // Runs the request. Problem: what is wrong with the request, or why the run failed.
  [[nodiscard]] static tl::expected<std::unique_ptr<Headless>, Problem> open(
      const HeadlessRequest& request);

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] Course& course() { return course_; }

  // The request's view, or the one of the current guide step.
  [[nodiscard]] const ViewRequest& view() const { return in_guide_ ? course_.view() : view_; }
  // With the prepared page. Valid until the next page is prepared.
  [[nodiscard]] const PageContents& pages() const { return *pages_; }

  // Computes what the page needs: other variants' costs, a sweep's points, registers, or the map,
  // the other side or the step that the view names. For an empty `sweep` the one that the view
  // names, else the lesson's first.
  [[nodiscard]] tl::expected<void, Problem> prepare(FigureKind what, const std::string& sweep);
  // Goes to the guide's step of that number and skips all of its questions, so that every answer is
  // shown.
  [[nodiscard]] tl::expected<void, Problem> enter(std::size_t step);
  // Returns when no work is left.
  void settle();

 private:
  // True: something changed or is still being made.
  bool update_page();
  Headless(const HeadlessRequest& request, Session::Services services);
  [[nodiscard]] tl::expected<void, Problem> go_to(const std::string& step_name);

  // The run's problem, or that it was cancelled.
  [[nodiscard]] tl::expected<void, Problem> status() const;

  std::stop_token stop_;
  ViewRequest view_;
  bool in_guide_ = false;
  Session session_;
  ProgressStore progress_;
  Course course_;
  std::optional<Page> drawn_;  // the prepared page
  std::unique_ptr<PageContents> pages_;
};

}  // namespace lanescope::app
