#include "app/figures/pictures.h"

#include <algorithm>
#include <cmath>

#include "app/figures/compare_input.h"
#include "app/figures/machine_input.h"
#include "app/figures/map_input.h"
#include "app/figures/stage_input.h"
#include "app/figures/steps_input.h"
#include "app/figures/sweep_input.h"
#include "app/figures/times_input.h"
#include "sim/diagnostics/source_line.h"
#include "viz/picture/access/branch_view.h"
#include "viz/picture/compare/compare.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/index/view.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/counts.h"
#include "viz/picture/kernel/strip.h"
#include "viz/picture/machine/view.h"
#include "viz/picture/sweep/sweep.h"
#include "viz/picture/times/times.h"

namespace lanescope::app {
namespace {

int line_count(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n')) +
         (text.empty() || text.back() == '\n' ? 0 : 1);
}

// Draws one view of a session.
class Drawing {
 public:
  Drawing(const Session& session, const PageSources& page_sources, const picture::Style& style,
          float width, float height)
      : session_(session),
        page_sources_(page_sources),
        style_(style),
        width_(width),
        height_(height) {}

  [[nodiscard]] picture::DrawList stage() const {
    const report::Event* event = session_.event();
    if (session_.state().selection.subject == Subject::divergence) return branches();
    if (event == nullptr) {
      const bool traced = session_.trace() != nullptr;
      return message(traced ? "panel.nothing_title" : "panel.not_run_title",
                     traced ? "panel.nothing" : "panel.not_run");
    }
    if (event->kind == report::EventKind::barrier)
      return message("panel.barrier_title", "panel.barrier");
    picture::StageInput input = stage_input(shown(), *event, picture::shared_use(report()));
    input.wavefront = session_.state().selection.wavefront;
    return picture::build_stage(input, style_, width_, height_);
  }

  [[nodiscard]] picture::DrawList strip() const {
    picture::StripInput input;
    input.trace = session_.trace();
    input.selected = session_.state().selection.event.value_or(static_cast<std::size_t>(-1));
    return picture::build_strip(input, style_, width_, height_);
  }

  [[nodiscard]] picture::DrawList code() const {
    picture::CodeInput input;
    input.text = shown().resolved.source_text;
    input.report = &report();
    input.selected_line = session_.state().selection.line;
    input.divergence = session_.state().selection.subject == Subject::divergence;
    for (const Diagnostic& finding : report().diagnostics) {
      if (finding.severity == Severity::error) input.error_lines.push_back(finding.place.line);
    }
    std::sort(input.error_lines.begin(), input.error_lines.end());
    input.first_line = picture::first_visible_line(1, {input.selected_line, input.selected_line},
                                                   line_count(input.text),
                                                   picture::visible_lines(style_, height_));
    picture::DrawList picture = picture::build_code(input, style_, width_, height_);
    // On the row of the headings, whose left part the picture leaves free; as in the panel.
    const float size = picture::text_small * style_.scale;
    const std::string name = picture::fitted(style_, picture::FontRole::mono, size,
                                             shown().resolved.source_name, width_ / 2);
    picture.add(picture::Label{16 * style_.scale, 12 * style_.scale, picture::AlignX::left,
                               picture::AlignY::middle, picture::FontRole::mono, size,
                               style_.palette.text_dim, name});
    return picture;
  }

  [[nodiscard]] picture::DrawList counts() const {
    if (session_.state().selection.subject == Subject::divergence) {
      return picture::build_divergence_counts(report(), session_.state().selection.line, style_,
                                              width_, height_);
    }
    picture::CountsInput input;
    input.report = &report();
    input.machine = shown().machine != nullptr ? shown().machine->name : "";
    input.in_transactions = rules_of(shown()).global != memory::GlobalRule::sectors;
    const report::Event* event = session_.event();
    if (event != nullptr && event->kind == report::EventKind::access) input.site = event->site;
    return picture::build_counts(input, style_, width_, height_);
  }

  [[nodiscard]] picture::DrawList times() const {
    picture::TimesInput input = times_input(session_, *style_.texts);
    input.on_paper = true;
    return picture::build_times(input, style_, width_, height_);
  }

  [[nodiscard]] picture::DrawList sweep() const {
    if (session_.sweeps().chosen() == nullptr)
      return message("sweep.nothing_title", "sweep.nothing");
    return picture::build_sweep(sweep_input(session_.sweep_table(), 0, *style_.texts), style_,
                                width_, height_);
  }

  [[nodiscard]] picture::DrawList index() const {
    IndexChoice choice = page_sources_.index != nullptr ? *page_sources_.index : IndexChoice();
    choice.follow(session_);
    return picture::build_index({choice.shape(), choice.place()}, style_, width_, height_);
  }

  [[nodiscard]] picture::DrawList machine() const {
    const machine::ProfilePtr profile = session_.machines().chosen();
    if (profile == nullptr) return message("machine.title", "machine.not_known");
    return picture::build_machine(machine_input(session_, *profile), style_, width_, height_);
  }

  [[nodiscard]] picture::DrawList map() const {
    return picture::build_map(map_input(page_sources_.maps, session_, *style_.texts), style_,
                              width_, height_);
  }

  [[nodiscard]] picture::DrawList compare(bool whole = false) const {
    const Comparison* comparison = page_sources_.comparison;
    if (comparison == nullptr || !comparison->active())
      return message("compare.title", "compare.empty_title");
    CompareView compare_view;
    compare_view.step = session_.state().selection.wavefront;
    if (const Compared* both = comparison->compared()) {
      compare_view.shared_a = picture::shared_use(both->a->report);
      compare_view.shared_b = picture::shared_use(both->b->report);
    }
    picture::CompareInput input = compare_input(session_, *comparison, compare_view, *style_.texts);
    input.whole = whole;
    return picture::build_compare(input, style_, width_, height_);
  }

  [[nodiscard]] picture::DrawList steps() const {
    if (!page_sources_.has(FigureKind::steps, session_))
      return message("steps.failed_title", "steps.cancelled");
    const StepsFollower& follower = *page_sources_.steps;
    return build_steps(*follower.steps(), follower.step(), follower.lane(),
                       picture::shared_use(report()), style_, width_, height_);
  }

  [[nodiscard]] picture::DrawList message(const char* title, const char* sentence) const {
    return picture::build_message_view(style_.texts->get(title), style_.texts->get(sentence),
                                       style_, width_, height_);
  }

 private:
  [[nodiscard]] const Outcome& shown() const { return *session_.shown(); }
  [[nodiscard]] const report::Report& report() const { return shown().report; }

  [[nodiscard]] picture::DrawList branches() const {
    picture::BranchInput input;
    input.report = &report();
    input.trace = session_.trace();
    input.line = session_.state().selection.line;
    input.source_text = source_line(shown().resolved.source_text, input.line);
    return picture::build_branch_view(input, style_, width_, height_);
  }

  const Session& session_;
  const PageSources& page_sources_;
  const picture::Style& style_;
  float width_, height_;
};

// The height that shows all of the code.
float code_height(const Session& session, const picture::Style& style) {
  const int lines = session.shown() ? line_count(session.shown()->resolved.source_text) : 1;
  float height = 32 * style.scale;
  const float step = 8 * style.scale;
  while (picture::visible_lines(style, height) < lines && height < 16'000 * style.scale)
    height += step;
  return height;
}

}  // namespace

FigureSize default_size(FigureKind what, const Session& session, const picture::Style& style) {
  const auto scaled = [&](float w, float h) {
    return FigureSize{std::round(w * style.scale), std::round(h * style.scale)};
  };
  switch (what) {
    case FigureKind::strip:
      return scaled(960, 104);
    case FigureKind::code:
      return {std::round(720 * style.scale), std::ceil(code_height(session, style))};
    case FigureKind::counts:
      return scaled(480, 300);
    case FigureKind::times:
      return scaled(960, 560);
    case FigureKind::sweep:
      return scaled(1120, 630);
    case FigureKind::machine:
    case FigureKind::map:
      return scaled(960, 760);
    case FigureKind::compare:
      return scaled(1280, 840);
    case FigureKind::steps:
      return scaled(1120, 880);
    default:
      return scaled(960, 600);
  }
}

picture::DrawList picture_of(FigureKind what, const Session& session, const picture::Style& style,
                             float width, float height, const PageSources& page_sources) {
  const Drawing drawing(session, page_sources, style, width, height);
  if (session.shown() == nullptr)
    return drawing.message("panel.never_ran_title", "panel.never_ran");
  switch (what) {
    case FigureKind::stage:
      return drawing.stage();
    case FigureKind::strip:
      return drawing.strip();
    case FigureKind::code:
      return drawing.code();
    case FigureKind::counts:
      return drawing.counts();
#define PAGE(name, ...)  \
  case FigureKind::name: \
    return drawing.name();
#include "app/session/selection/pages.def"
    case FigureKind::accesses:
    case FigureKind::branches:
    case FigureKind::worksheet:
    case FigureKind::handout:
      break;
  }
  return {};
}

picture::DrawList whole_comparison(const Session& session, const picture::Style& style, float width,
                                   float height, const PageSources& page_sources) {
  return Drawing(session, page_sources, style, width, height).compare(true);
}

}  // namespace lanescope::app
