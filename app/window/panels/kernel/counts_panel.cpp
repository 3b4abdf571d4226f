#include "app/window/panels/kernel/counts_panel.h"

#include "viz/picture/kernel/counts.h"

namespace lanescope::app {

void CountsPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (!session.shown()) {
    say_not_run(ui, session, area);
    return;
  }
  if (session.state().selection.subject == Subject::divergence) {
    const picture::HitArea* hit = ui.picture(
        "counts",
        picture::build_divergence_counts(session.shown()->report, session.state().selection.line,
                                         ui.style(), area.w, area.h),
        area);
    if (hit != nullptr) {
      ui.tooltip(hit->tooltip);
    }
    return;
  }
  picture::CountsInput input;
  input.report = &session.shown()->report;
  input.machine = session.shown()->machine != nullptr ? session.shown()->machine->name : "";
  input.in_transactions = rules_of(*session.shown()).global != memory::GlobalRule::sectors;
  const report::Event* event = session.event();
  if (event != nullptr && event->kind == report::EventKind::access) {
    input.site = event->site;
  }
  picture::DrawList picture = picture::build_counts(input, ui.style(), area.w, area.h);
  if (!input.site) {
    // If nothing is selected, the picture's title says whose counts these are. It is the only bold
    // label aligned to the left.
    for (picture::Label& label : picture.labels) {
      if (label.font == FontRole::ui_bold && label.align_x == picture::AlignX::left) {
        label.text = ui.texts().get("panel.whole_kernel", fmt::arg("counts", label.text));
        break;
      }
    }
  }
  // Animate when another run changes the same counts; switch at once to other counts.
  std::string title = picture.labels.empty() ? "" : picture.labels.back().text;
  for (const picture::Label& label : picture.labels) {
    if (label.font == FontRole::ui_bold && label.align_x == picture::AlignX::left) {
      title = label.text;
      break;
    }
  }
  if (shown_ != session.shown() && title == title_) {
    transition_.begin();
  } else if (title != title_) {
    transition_.rest();
  }
  shown_ = session.shown();
  title_ = std::move(title);
  const picture::HitArea* hit = ui.picture(
      "counts", transition_.show({std::move(picture)}, session.state().settings.reduced_motion),
      area);
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
  }
}

}  // namespace lanescope::app
