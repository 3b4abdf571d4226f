#include "app/window/panels/kernel/counts_panel.h"

#include <algorithm>

#include "app/figures/kernel_inputs.h"

namespace lanescope::app {

void CountsPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (!session.run().shown()) {
    say_not_run(ui, session, area);
    return;
  }
  if (session.state().selection.subject == Subject::divergence) {
    const picture::HitArea* hit =
        ui.picture("counts",
                   picture::build_divergence_counts(session.run().shown()->report,
                                                    session.state().selection.line, ui.style(),
                                                    area.w, area.h, session.state().selection.file),
                   area);
    if (hit != nullptr) ui.tooltip(hit->tooltip);
    return;
  }
  picture::CountsInput input = counts_input(session);
  input.beside_table = beside_table_;
  picture::DrawList picture = picture::build_counts(input, ui.style(), area.w, area.h);
  // The title is the only bold label aligned to the left.
  const auto found =
      std::find_if(picture.labels.begin(), picture.labels.end(), [](const picture::Label& label) {
        return label.font == FontRole::ui_bold && label.align_x == picture::AlignX::left;
      });
  std::string title = found != picture.labels.end() ? found->text
                      : picture.labels.empty()      ? std::string()
                                                    : picture.labels.back().text;
  // Animate when another run changes the same counts; switch at once to other counts.
  if (shown_ != session.run().shown() && title == title_) {
    transition_.begin();
  } else if (title != title_) {
    transition_.rest();
  }
  shown_ = session.run().shown();
  title_ = std::move(title);
  const picture::HitArea* hit = ui.picture(
      "counts", transition_.show({std::move(picture)}, session.state().settings.reduced_motion),
      area);
  if (hit != nullptr) ui.tooltip(hit->tooltip);
}

}  // namespace lanescope::app
