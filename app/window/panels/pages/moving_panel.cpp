// How data move between host and GPU: a button for each figure, and what is measured or recorded.

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "app/figures/pages/moving_page.h"
#include "app/session/course/progress.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/moving/moving.h"

namespace lanescope::app {
namespace {

constexpr float button_height = 28;  // units

class MovingPanel final : public PagePanel {
 public:
  explicit MovingPanel(MovingPage& page) : page_(page) {}

  void add_to_view(ViewRequest& view, const Session& /*session*/) const override {
    view.page_argument = name_of(page_.figure());
  }
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  bool cancel(Session& session) override {
    const bool measuring = session.transfers().measuring();
    session.transfers().cancel();
    return measuring;
  }
  [[nodiscard]] std::vector<picture::Origin> origins(const Session& session) const override {
    if (session.transfers().rows().empty()) return {};
    return {session.transfers().are_measured() ? picture::Origin::measured
                                               : picture::Origin::recorded};
  }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  [[nodiscard]] std::vector<LabelledButton> figure_buttons(const text::Texts& texts) const;
  [[nodiscard]] std::vector<LabelledButton> other_buttons(const Session& session,
                                                          const text::Texts& texts) const;
  void push(std::string_view id, Session& session);
  // Buttons in as many rows as they need; returns the height.
  float header(Ui& ui, Session& session, const Rect& area);

  MovingPage& page_;
};

constexpr const char* measure_id = "moving.measure";
constexpr const char* recording_id = "moving.recording";
constexpr const char* rate_id = "moving.rate";

std::vector<LabelledButton> MovingPanel::figure_buttons(const text::Texts& texts) const {
  std::vector<LabelledButton> buttons;
#define FIGURE(name, ...)                                                       \
  buttons.push_back({"moving.figure." #name, texts.get("moving.figure." #name), \
                     texts.get("moving.about." #name), page_.figure() == MovingFigure::name});
#include "app/session/selection/moving_figures.def"
  return buttons;
}

std::vector<LabelledButton> MovingPanel::other_buttons(const Session& session,
                                                       const text::Texts& texts) const {
  const Transfers& transfers = session.transfers();
  std::vector<LabelledButton> buttons;
  if (page_.figure() == MovingFigure::copies) {
    buttons.push_back({rate_id, texts.get("moving.rate_button"), texts.get("moving.rate_tip"),
                       page_.shows_rate()});
  }
  buttons.push_back({measure_id,
                     texts.get(transfers.measuring() ? "moving.cancel" : "moving.measure"),
                     transfers.failure().empty()
                         ? texts.get("moving.measure_tip")
                         : texts.get("moving.failed", fmt::arg("why", transfers.failure()))});
  if (transfers.recordings().size() > 1 || transfers.are_measured()) {
    buttons.push_back(
        {recording_id, texts.get("moving.recording_button"), texts.get("moving.recording_tip")});
  }
  return buttons;
}

void MovingPanel::push(std::string_view id, Session& session) {
  Transfers& transfers = session.transfers();
  constexpr std::string_view figure = "moving.figure.";
  if (id.starts_with(figure)) {
    if (const auto named = moving_figure_named(id.substr(figure.size()))) page_.show(*named);
  } else if (id == rate_id) {
    page_.toggle_rate();
  } else if (id == recording_id) {
    const std::size_t next = transfers.are_measured() ? transfers.chosen() : transfers.chosen() + 1;
    transfers.choose(next % transfers.recordings().size());
  } else if (transfers.measuring()) {
    transfers.cancel();
  } else {
    transfers.measure(session.times().timings().device(), date_today());
  }
}

float MovingPanel::header(Ui& ui, Session& session, const Rect& area) {
  std::vector<LabelledButton> all = figure_buttons(ui.texts());
  for (LabelledButton& button : other_buttons(session, ui.texts()))
    all.push_back(std::move(button));
  const float left = area.x + ui.px(16);
  const float room = area.w - ui.px(32);
  const float high = ui.px(button_height);
  float y = area.y + ui.px(10);
  std::vector<LabelledButton> row;
  const auto draw = [&] {
    if (row.empty()) return;
    const Rect place{left, std::round(y), std::min(buttons_width(ui, row), room), high};
    if (const char* pressed = draw_button_row(ui, row, place)) push(pressed, session);
    y += high + ui.px(button_gap);
    row.clear();
  };
  for (LabelledButton& button : all) {
    row.push_back(button);
    if (row.size() > 1 && buttons_width(ui, row) > room) {
      row.pop_back();
      draw();
      row.push_back(button);
    }
  }
  draw();
  if (!session.transfers().failure().empty()) {
    ui.text(left, y + ui.px(8),
            ui.texts().get("moving.failed", fmt::arg("why", session.transfers().failure())),
            {FontRole::ui, picture::text_body, ui.palette().text_dim}, room);
    y += ui.px(20);
  }
  return y - area.y;
}

void MovingPanel::content(Ui& ui, Session& session, const Rect& area) {
  const float top = is_lecturing() ? ui.px(8) : header(ui, session, area);
  const Rect body{area.x, area.y + top, area.w, area.h - top};
  if (body.h < 1) return;
  Press press;
  const picture::HitArea* hit =
      ui.picture("moving", page_.picture(session, ui.style(), body.w, body.h), body, &press);
  if (hit == nullptr) return;
  ui.tooltip(hit->tooltip);
  if (!press.pressed) return;
  if (page_.figure() == MovingFigure::copies && hit->kind == picture::HitKind::point) {
    page_.choose_curve(static_cast<std::size_t>(hit->index) / picture::points_per_curve);
  } else if (page_.figure() == MovingFigure::spaces && hit->kind == picture::HitKind::cell) {
    const std::string lesson = lesson_of_space(static_cast<std::size_t>(hit->index));
    if (!lesson.empty()) ui.ask(BeginLesson{lesson});
  }
}

bool MovingPanel::press(const Binding& binding, Ui& /*ui*/, Session& /*session*/) {
  switch (binding.command) {
    case Command::event_next:
      page_.step(1);
      return true;
    case Command::event_previous:
      page_.step(-1);
      return true;
    case Command::next_view:
      if (page_.figure() != MovingFigure::copies) return false;
      page_.toggle_rate();
      return true;
    default:
      return false;
  }
}

}  // namespace

std::unique_ptr<PagePanel> make_moving_panel(const PageContents& contents) {
  return std::make_unique<MovingPanel>(contents.get<MovingPage>());
}

}  // namespace lanescope::app
