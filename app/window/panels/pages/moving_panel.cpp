// How data move between host and GPU: a button for each figure, and what is measured or recorded.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "app/figures/pages/moving_page.h"
#include "app/session/course/progress.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/term_links.h"
#include "viz/picture/moving/moving.h"

namespace lanescope::app {
namespace {

constexpr float button_height = 28;  // units
// A page that is lower than this names one figure and one program instead of all, and the buttons
// that change a program are folded away.
constexpr float roomy_page = 520;
constexpr float scroll_hint_height = 20;

class MovingPanel final : public PagePanel {
 public:
  explicit MovingPanel(MovingPage& page) : page_(page) {}

  void add_to_view(ViewRequest& view, const Session& /*session*/) const override {
    view.page_argument = name_of(page_.figure());
  }
  void discard_trials() override { page_.discard_trials(); }
  [[nodiscard]] std::vector<std::string> lost_from_view(const Session& session) const override;
  [[nodiscard]] Restore remember(const Session& /*session*/, bool /*is_open*/) override {
    return [this, before = page_](Session&) { page_ = before; };
  }
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  bool scroll_by(float steps) override {
    scroll_.by(steps);
    return true;
  }
  bool cancel(Session& session) override {
    const bool measuring =
        session.transfers().measuring() || session.transfers().running_arranged();
    session.transfers().cancel();
    session.transfers().cancel_arranged();
    return measuring;
  }
  [[nodiscard]] std::vector<picture::Origin> origins(const Session& session) const override;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  // `is_low`: the present one alone, with the way to the others.
  [[nodiscard]] std::vector<LabelledButton> figure_buttons(const text::Texts& texts,
                                                           bool is_low) const;
  // What the figures are made from, and how they are drawn: they name no figure.
  [[nodiscard]] std::vector<LabelledButton> control_buttons(const Session& session,
                                                            const text::Texts& texts) const;
  void push(std::string_view id, Session& session);
  [[nodiscard]] std::vector<LabelledButton> program_buttons(const Session& session,
                                                            const text::Texts& texts,
                                                            bool is_low) const;
  [[nodiscard]] std::vector<LabelledButton> call_buttons(const Session& session,
                                                         const text::Texts& texts) const;
  // Of the figure `arrange`. False: it is none of its buttons.
  bool push_arrange(std::string_view id, Session& session);
  bool press_arrange(Command command, const Session& session);
  void click_arranged(const picture::HitArea& hit, const Session& session);
  // How far measuring is, else what failed; empty: neither.
  [[nodiscard]] std::string message(const Session& session, const text::Texts& texts) const;
  // Buttons in as many rows as they need; returns the height.
  float header(Ui& ui, Session& session, const Rect& area);
  // The picture, which scrolls where it needs more than `body`; what the mouse is on.
  const picture::HitArea* scrolled_picture(Ui& ui, const Session& session, const Rect& body,
                                           Press& press);

  MovingPage& page_;
  Scroll scroll_;
  MovingFigure scrolled_ = MovingFigure::copies;  // what scroll_ is of
  bool changes_program_ = false;                  // a low page shows the buttons of calls
};

constexpr const char* measure_id = "moving.measure";
constexpr const char* recording_id = "moving.recording";
constexpr const char* rate_id = "moving.rate";

// The buttons that change the chosen call of an arranged program, in their order. Texts:
// moving.do.NAME and moving.do_tip.NAME.
struct CallButton {
  const char* id;
  void (*push)(MovingPage& page, const Session& session);
};
template <transfer::OperationKind kind>
void add(MovingPage& page, const Session& session) {
  page.add_call(kind, session);
}
template <int later, int down>
void move(MovingPage& page, const Session& session) {
  page.move_call(later, down, session);
}
using enum transfer::OperationKind;
constexpr CallButton call_buttons_in_order[] = {
    {"moving.do.copy_in", &add<copy_in>},
    {"moving.do.kernel", &add<kernel>},
    {"moving.do.copy_out", &add<copy_out>},
    {"moving.do.event_record", &add<event_record>},
    {"moving.do.event_wait", &add<event_wait>},
    {"moving.do.stream_sync", &add<stream_sync>},
    {"moving.do.event_sync", &add<event_sync>},
    {"moving.do.device_sync", &add<device_sync>},
    {"moving.do.host_work", &add<host_work>},
    {"moving.do.name", [](MovingPage& page, const Session& session) { page.next_name(session); }},
    {"moving.do.up", &move<0, -1>},
    {"moving.do.down", &move<0, 1>},
    {"moving.do.earlier", &move<-1, 0>},
    {"moving.do.later", &move<1, 0>},
    {"moving.do.remove",
     [](MovingPage& page, const Session& session) { page.remove_call(session); }},
};
constexpr const char* default_stream_id = "moving.do.default_stream";
constexpr const char* blocking_id = "moving.do.blocking";
constexpr const char* run_id = "moving.do.run";
constexpr const char* reset_id = "moving.do.reset";
constexpr const char* program_id = "moving.do.program";
constexpr const char* edit_id = "moving.do.edit";
constexpr const char* previous_id = "moving.previous";
constexpr const char* next_id = "moving.next";

std::vector<picture::Origin> MovingPanel::origins(const Session& session) const {
  if (session.transfers().rows().empty()) return {};
  std::vector<picture::Origin> all{session.transfers().are_measured() ? picture::Origin::measured
                                                                      : picture::Origin::recorded};
  if (page_.figure() != MovingFigure::arrange) return all;
  const auto run = arranged_run(session, page_.arrangement(session));
  if (run && run->origin != all.front()) all.push_back(run->origin);
  return all;
}

std::vector<std::string> MovingPanel::lost_from_view(const Session& session) const {
  std::vector<std::string> lost;
  if (page_.figure() == MovingFigure::copies && page_.shows_rate())
    lost.emplace_back("lecture.lost_rate");
  if (page_.figure() == MovingFigure::arrange && page_.is_changed(session))
    lost.emplace_back("lecture.lost_program");
  return lost;
}

std::vector<LabelledButton> MovingPanel::figure_buttons(const text::Texts& texts,
                                                        bool is_low) const {
  if (is_low) {
    const std::string name = name_of(page_.figure());
    return {
        {previous_id, "‹", texts.get("moving.previous_tip")},
        {next_id, texts.get("moving.figure." + name) + "  ›", texts.get("moving.about." + name)}};
  }
  std::vector<LabelledButton> buttons;
#define FIGURE(name, ...)                                                       \
  buttons.push_back({"moving.figure." #name, texts.get("moving.figure." #name), \
                     texts.get("moving.about." #name), page_.figure() == MovingFigure::name});
#include "app/session/selection/moving_figures.def"
  return buttons;
}

std::vector<LabelledButton> MovingPanel::control_buttons(const Session& session,
                                                         const text::Texts& texts) const {
  const Transfers& transfers = session.transfers();
  std::vector<LabelledButton> buttons;
  if (page_.figure() == MovingFigure::copies) {
    buttons.push_back({rate_id, texts.get("moving.rate_button"), texts.get("moving.rate_tip"),
                       page_.shows_rate()});
  }
  if (transfers.recordings().size() > 1 || transfers.are_measured()) {
    buttons.push_back(
        {recording_id, texts.get("moving.recording_button"), texts.get("moving.recording_tip")});
  }
  const std::string why_not = transfers.why_not_measure();
  LabelledButton measure{measure_id,
                         texts.get(transfers.measuring() ? "moving.cancel" : "moving.measure"),
                         texts.get(why_not.empty() ? "moving.measure_tip" : why_not)};
  measure.enabled = why_not.empty();
  if (measure.enabled && !transfers.failure().empty())
    measure.tip = texts.get("moving.failed", fmt::arg("why", transfers.failure()));
  buttons.push_back(std::move(measure));
  return buttons;
}

std::vector<LabelledButton> MovingPanel::program_buttons(const Session& session,
                                                         const text::Texts& texts,
                                                         bool is_low) const {
  if (is_low) {
    return {
        {program_id, texts.get("moving.do.program"), texts.get("moving.do_tip.program")},
        {edit_id, texts.get("moving.do.edit"), texts.get("moving.do_tip.edit"), changes_program_}};
  }
  std::vector<LabelledButton> buttons;
  const std::string now = text_of(page_.arrangement(session));
  for (const transfer::NamedArrangement& each : transfer::shipped_arrangements()) {
    const std::string name = std::string("moving.arranged_as.") + each.name;
    buttons.push_back({each.name, texts.get(name), each.text, now == each.text});
  }
  return buttons;
}

std::vector<LabelledButton> MovingPanel::call_buttons(const Session& session,
                                                      const text::Texts& texts) const {
  std::vector<LabelledButton> buttons;
  for (const CallButton& each : call_buttons_in_order) {
    const std::string name = std::string(each.id).substr(std::string_view("moving.do.").size());
    buttons.push_back(
        {each.id, texts.get("moving.do." + name), texts.get("moving.do_tip." + name)});
  }
  const transfer::Arrangement now = page_.arrangement(session);
  const bool is_legacy = now.default_behaviour == transfer::DefaultStream::legacy;
  const bool blocks = now.streams == transfer::StreamKind::blocking;
  buttons.push_back({default_stream_id,
                     texts.get(is_legacy ? "moving.default_legacy" : "moving.default_per_thread"),
                     texts.get("moving.do_tip.default_stream")});
  buttons.push_back({blocking_id,
                     texts.get(blocks ? "moving.streams_blocking" : "moving.streams_non_blocking"),
                     texts.get("moving.do_tip.blocking")});
  const std::string why_not = session.transfers().why_not_run_arranged();
  LabelledButton run{
      run_id, texts.get(session.transfers().running_arranged() ? "moving.cancel" : "moving.do.run"),
      texts.get(why_not.empty() ? "moving.do_tip.run" : why_not)};
  run.enabled = why_not.empty();
  buttons.push_back(std::move(run));
  // Last: no other button takes its place when it goes.
  if (page_.is_changed(session))
    buttons.push_back({reset_id, texts.get("moving.do.reset"), texts.get("moving.do_tip.reset")});
  return buttons;
}

bool MovingPanel::push_arrange(std::string_view id, Session& session) {
  for (const transfer::NamedArrangement& each : transfer::shipped_arrangements()) {
    if (id != each.name) continue;
    page_.arrange(*transfer::arrangement_from(each.text), session);
    return true;
  }
  for (const CallButton& each : call_buttons_in_order) {
    if (id != each.id) continue;
    each.push(page_, session);
    return true;
  }
  if (id == reset_id) {
    page_.reset_arrangement();
  } else if (id == program_id) {
    page_.next_program(session);
  } else if (id == edit_id) {
    changes_program_ = !changes_program_;
  } else if (id == default_stream_id) {
    page_.toggle_default_stream(session);
  } else if (id == blocking_id) {
    page_.toggle_blocking(session);
  } else if (id == run_id) {
    Transfers& transfers = session.transfers();
    if (transfers.running_arranged()) {
      transfers.cancel_arranged();
    } else {
      transfers.run_arranged(session.times().timings().device(), page_.arrangement(session),
                             arranged_size(session), date_today());
    }
  } else {
    return false;
  }
  return true;
}

// A call is chosen; a free place takes the chosen call.
void MovingPanel::click_arranged(const picture::HitArea& hit, const Session& session) {
  const auto index = static_cast<std::size_t>(hit.index);
  if (hit.kind == picture::HitKind::instruction) {
    page_.choose_call(index);
  } else if (hit.kind == picture::HitKind::cell) {
    const std::size_t slots = page_.arrangement(session).calls.size() + 1;
    page_.put_call(index / slots, index % slots, session);
  }
}

void MovingPanel::push(std::string_view id, Session& session) {
  if (push_arrange(id, session)) return;
  Transfers& transfers = session.transfers();
  constexpr std::string_view figure = "moving.figure.";
  if (id.starts_with(figure)) {
    if (const auto named = moving_figure_named(id.substr(figure.size()))) page_.show(*named);
  } else if (id == previous_id || id == next_id) {
    page_.move(id == next_id ? 1 : -1);
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

std::string MovingPanel::message(const Session& session, const text::Texts& texts) const {
  const Transfers& transfers = session.transfers();
  if (const auto step = transfers.how_far()) {
    const auto figure = std::ranges::find_if(
        moving_figures(), [&](MovingFigure each) { return has_section(each, step->section); });
    const std::string name = figure == moving_figures().end() ? std::string() : name_of(*figure);
    return texts.get("moving.measuring", fmt::arg("what", texts.get("moving.figure." + name)),
                     fmt::arg("at", step->at), fmt::arg("n", step->of));
  }
  std::string failure;
  if (page_.figure() == MovingFigure::arrange)
    failure = transfers.arranged_failure(page_.arrangement(session), arranged_size(session));
  if (failure.empty()) failure = transfers.failure();
  return failure.empty() ? failure
                         : texts.get("moving.failed", fmt::arg("why", texts.say(failure)));
}

float MovingPanel::header(Ui& ui, Session& session, const Rect& area) {
  const bool is_low = area.h < ui.px(roomy_page);
  std::vector<LabelledButton> all = figure_buttons(ui.texts(), is_low);
  const bool arranges = page_.figure() == MovingFigure::arrange;
  const float left = area.x + ui.px(16);
  const float room = area.w - ui.px(32);
  const float high = ui.px(button_height);
  float y = area.y + ui.px(10);
  std::vector<LabelledButton> row;
  float taken = 0;  // of the last row
  const auto draw = [&] {
    if (row.empty()) return;
    taken = buttons_width(ui, row);
    const Rect row_area{left, std::round(y), std::min(taken, room), high};
    if (const char* pressed = draw_button_row(ui, row, row_area)) push(pressed, session);
    y += high + ui.px(button_gap);
    row.clear();
  };
  const auto draw_all = [&](const std::vector<LabelledButton>& buttons) {
    for (const LabelledButton& button : buttons) {
      row.push_back(button);
      if (row.size() > 1 && buttons_width(ui, row) > room) {
        row.pop_back();
        draw();
        row.push_back(button);
      }
    }
    draw();
  };
  draw_all(all);
  // The controls: at the right end, where they stay whatever the figure is, and in outline, as they
  // are no figures. In a row of their own where the figures leave no room for all that there can
  // be.
  const std::vector<LabelledButton> controls = control_buttons(session, ui.texts());
  const float controls_w = buttons_width(ui, controls) - ui.px(button_gap);
  const auto width_of = [&](const char* key) {
    return button_width(ui, ui.texts().get(key)) + ui.px(button_gap);
  };
  const float most_w = width_of("moving.rate_button") + width_of("moving.recording_button") +
                       std::max(width_of("moving.measure"), width_of("moving.cancel"));
  if (taken + ui.px(18) + most_w > room) y += high + ui.px(button_gap);
  float x = left + room - std::min(controls_w, room);
  for (const LabelledButton& each : controls) {
    const Rect box{std::round(x), std::round(y - high - ui.px(button_gap)),
                   button_width(ui, each.label), high};
    ui.outline(box, ui.palette().text_faint, std::max(ui.px(1), 1.0F), ui.px(6));
    if (button(ui, each.id, box,
               {.label = each.label,
                .chosen = each.chosen,
                .raised = false,
                .enabled = each.enabled,
                .tooltip = each.tip})
            .pressed)
      push(each.id, session);
    x += box.w + ui.px(button_gap);
  }
  if (arranges) {
    y += ui.px(6);
    draw_all(program_buttons(session, ui.texts(), is_low));
    if (!is_low || changes_program_) draw_all(call_buttons(session, ui.texts()));
  }
  if (const std::string line = message(session, ui.texts()); !line.empty()) {
    ui.text(left, y + ui.px(8), line, {FontRole::ui, picture::text_body, ui.palette().text_dim},
            room);
    y += ui.px(20);
  }
  return y - area.y;
}

const picture::HitArea* MovingPanel::scrolled_picture(Ui& ui, const Session& session,
                                                      const Rect& body, Press& press) {
  if (std::exchange(scrolled_, page_.figure()) != page_.figure()) scroll_.to_top();
  picture::DrawList list = page_.whole_picture(session, ui.style(), body.w, body.h);
  link_terms(list, ui.style(), "moving");
  const float height = list.height;
  Rect seen = body;
  if (height > body.h) {
    seen.h = std::max(body.h - ui.px(scroll_hint_height), 1.0F);
    ui.text(body.x + ui.px(16), bottom_of(body) - ui.px(scroll_hint_height) / 2,
            ui.texts().get(is_lecturing() ? "moving.scrolls_in_lecture" : "moving.scrolls"),
            {FontRole::ui, picture::text_small, ui.palette().text_faint}, body.w - ui.px(32));
  }
  const float up = scroll_.begin(ui, seen, height);
  ImGui::PushClipRect(ImVec2(seen.x, seen.y), ImVec2(right_of(seen), bottom_of(seen)), true);
  const picture::HitArea* hit =
      ui.picture("moving", std::move(list), {seen.x, seen.y - up, seen.w, height}, &press);
  ImGui::PopClipRect();
  scroll_.draw_rail(ui, seen, height);
  return hit;
}

void MovingPanel::content(Ui& ui, Session& session, const Rect& area) {
  const float top = is_lecturing() ? ui.px(8) : header(ui, session, area);
  const Rect body{area.x, area.y + top, area.w, area.h - top};
  if (body.h < 1) return;
  Press press;
  const picture::HitArea* hit = scrolled_picture(ui, session, body, press);
  if (hit == nullptr) return;
  ui.tooltip_beside_item(hit->tooltip);
  if (!press.pressed) return;
  if (page_.figure() == MovingFigure::copies && hit->kind == picture::HitKind::point) {
    page_.choose_curve(static_cast<std::size_t>(hit->index) / picture::points_per_curve);
  } else if (page_.figure() == MovingFigure::arrange) {
    click_arranged(*hit, session);
  } else if (page_.figure() == MovingFigure::spaces && hit->kind == picture::HitKind::cell) {
    const std::string lesson = lesson_of_space(static_cast<std::size_t>(hit->index));
    if (!lesson.empty()) ui.ask(BeginLesson{lesson});
  }
}

bool MovingPanel::press_arrange(Command command, const Session& session) {
  switch (command) {
    case Command::event_next:
      page_.step_call(1, session);
      return true;
    case Command::event_previous:
      page_.step_call(-1, session);
      return true;
    case Command::line_next:
      page_.move_call(0, 1, session);
      return true;
    case Command::line_previous:
      page_.move_call(0, -1, session);
      return true;
    case Command::access_next:
      page_.move_call(1, 0, session);
      return true;
    case Command::access_previous:
      page_.move_call(-1, 0, session);
      return true;
    case Command::next_count:
      page_.next_name(session);
      return true;
    case Command::zoom_out:
      page_.remove_call(session);
      return true;
    default:
      return false;
  }
}

bool MovingPanel::press(const Binding& binding, Ui& /*ui*/, Session& session) {
  if (page_.figure() == MovingFigure::arrange && press_arrange(binding.command, session))
    return true;
  switch (binding.command) {
    case Command::wavefront_next:
      page_.move(1);
      return true;
    case Command::wavefront_previous:
      page_.move(-1);
      return true;
    case Command::event_next:
      page_.move(1);
      return true;
    case Command::event_previous:
      page_.move(-1);
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
