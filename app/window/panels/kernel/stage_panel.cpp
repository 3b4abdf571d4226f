#include "app/window/panels/kernel/stage_panel.h"

#include <algorithm>
#include <cmath>

#include "app/window/toolkit/widgets.h"
#include "viz/picture/access/passes.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/frame.h"

namespace lanescope::app {
namespace {

const report::Event* access_of(const OutcomePtr& outcome, const Selection& selection) {
  const report::Event* event = outcome ? event_of(outcome->report, selection) : nullptr;
  return event != nullptr && event->kind == report::EventKind::access ? event : nullptr;
}

}  // namespace

void StagePanel::content(Ui& ui, Session& session, const Rect& area) {
  if (!session.run().shown()) {
    if (session.run().problem() && !session.run().running()) {
      const text::Texts& texts = ui.texts();
      ui.picture("stage",
                 picture::build_message_view(
                     texts.get("panel.never_ran_title"),
                     texts.get(session.run().problem()->cancelled ? "panel.never_ran_cancelled"
                                                                  : "panel.never_ran"),
                     ui.style(), area.w, area.h),
                 area);
    }
    return;
  }
  follow(session);
  Press press;
  const picture::HitArea* hit = ui.picture(
      "stage",
      transition_.show(
          build_stage_content(content_of(session, ui.texts()), ui.style(), area.w, area.h),
          session.state().settings.reduced_motion),
      area, &press);
  lane_under_mouse_.reset();
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
    if (hit->kind == picture::HitKind::lane) lane_under_mouse_ = static_cast<int>(hit->index);
    if (hit->kind == picture::HitKind::wavefront && (press.pressed || press.held))
      session.selector().choose_wavefront(static_cast<std::uint32_t>(hit->index));
  }
  if (const float wheel = ui.wheel_over(area);
      wheel != 0 && session.state().selection.subject == Subject::memory) {
    session.selector().move_wavefront(wheel > 0 ? 1 : -1);
  }
}

// Animate when the same access is run again; switch at once when another access is selected.
void StagePanel::follow(const Session& session) {
  const Selection& selection = session.state().selection;
  const report::Event* before = access_of(seen_, seen_selection_);
  const report::Event* now = access_of(session.run().shown(), selection);
  const bool same_thing =
      before != nullptr && now != nullptr && selection.subject == Subject::memory &&
      seen_selection_.subject == Subject::memory &&
      seen_->resolved.lesson_id == session.run().shown()->resolved.lesson_id &&
      before->access.space == now->access.space && before->access.op == now->access.op;
  if (seen_ != session.run().shown()) {
    same_thing ? transition_.begin() : transition_.rest();
  } else if (before != now) {
    transition_.rest();
  }
  seen_ = session.run().shown();
  seen_selection_ = selection;
}

std::optional<StagePanel::Position> StagePanel::position(const Session& session) const {
  const report::Event* event = session.selector().event();
  const std::optional<std::uint32_t>& at = session.state().selection.wavefront;
  if (event == nullptr || !at || session.selector().wavefronts() == 0) return std::nullopt;
  const picture::Passes passes =
      picture::passes_of(stage_input(*session.run().shown(), *event, picture::SharedUse{}));
  if (passes.positions.empty()) return std::nullopt;
  const picture::PassPosition& here = passes.positions[passes.clamped(*at)];
  return Position{here.group, passes.groups.size(), here.in_group,
                  passes.groups[here.group].positions};
}

StageContent StagePanel::content_of(const Session& session, const text::Texts& texts) {
  const Selection& selection = session.state().selection;
  return stage_content(
      *session.run().shown(), selection,
      {selection.wavefront, lane_under_mouse_ ? lane_under_mouse_ : session.selector().found_lane(),
       is_covered_},
      shared_use_(session.run().shown()), texts);
}

void StagePanel::draw_transport(Ui& ui, Session& session, const Rect& row) {
  if (row.h < 1 || session.selector().wavefronts() == 0) return;
  const text::Texts& texts = ui.texts();
  const Selection& selection = session.state().selection;
  const std::uint32_t count = session.selector().wavefronts();
  const bool at_all = !selection.wavefront;
  const bool at_last = selection.wavefront && *selection.wavefront + 1 == count;
  const float h = ui.px(control_height);
  const float y = std::round(row.y + (row.h - h) / 2);
  float x = row.x + ui.px(16);
  const auto next_area = [&](float w) {
    const Rect box{x, y, w, h};
    x += w + ui.px(4);
    return box;
  };
  const std::string all = texts.get("panel.all_wavefronts");
  const std::string all_tip = texts.get("panel.all_tip");
  const std::string first_tip = texts.get("panel.first_tip");
  const std::string back_tip = texts.get("panel.back_tip");
  const std::string forward_tip = texts.get("panel.forward_tip");
  const std::string last_tip = texts.get("panel.last_tip");
  const std::string play_tip = texts.get("panel.play_tip");
  if (button(ui, "stage.all", next_area(button_width(ui, all)),
             {.label = all, .chosen = at_all, .tooltip = all_tip})
          .pressed) {
    session.selector().choose_wavefront(std::nullopt);
  }
  x += ui.px(8);
  const float w = ui.px(34);
  if (button(ui, "stage.first", next_area(w), {.glyph = Glyph::first, .tooltip = first_tip})
          .pressed) {
    session.selector().choose_wavefront(0);
  }
  if (button(ui, "stage.back", next_area(w),
             {.glyph = Glyph::back, .enabled = !at_all, .tooltip = back_tip})
          .pressed) {
    session.selector().move_wavefront(-1);
  }
  if (button(ui, "stage.forward", next_area(w),
             {.glyph = Glyph::forward, .enabled = !at_last, .tooltip = forward_tip})
          .pressed) {
    session.selector().move_wavefront(1);
  }
  if (button(ui, "stage.last", next_area(w), {.glyph = Glyph::last, .tooltip = last_tip}).pressed)
    session.selector().choose_wavefront(count - 1);
  x += ui.px(8);
  const std::string play_word = texts.get("panel.play");
  if (count > 1 && x + button_width(ui, play_word) <= right_of(row)) {
    const std::string play = texts.get(playing() ? "panel.pause" : "panel.play");
    if (button(ui, "stage.play", next_area(button_width(ui, play)),
               {.label = play, .tooltip = play_tip})
            .pressed) {
      toggle_play(session);
    }
    const std::string speed =
        texts.get("pass.speed", fmt::arg("percent", session.state().settings.play_speed));
    const std::string widest = texts.get("pass.speed", fmt::arg("percent", 400));
    const std::string speed_tip = texts.get("pass.speed_tip");
    if (x + button_width(ui, widest) <= right_of(row) &&
        button(ui, "stage.speed", next_area(button_width(ui, widest)),
               {.label = speed, .tooltip = speed_tip})
            .pressed) {
      change_speed(session);
    }
    x += ui.px(8);
  }
  const report::Event* event = session.selector().event();
  const float room = right_of(row) - ui.px(16) - x;
  if (event != nullptr && room > ui.px(80)) {
    ui.text(x, row.y + row.h / 2,
            picture::wavefront_sentence(event->access, selection.wavefront, texts,
                                        event->copy.get(), rules_of(*session.run().shown())),
            {FontRole::ui, picture::text_body, ui.palette().text_dim}, room);
  }
}

void StagePanel::toggle_play(Session& session) {
  player_.toggle(session.state().selection.wavefront, session.selector().wavefronts(),
                 [&] { session.selector().choose_wavefront(std::nullopt); });
}

void StagePanel::change_speed(Session& session) {
  Settings settings = session.state().settings;
  const auto* next = std::find(std::begin(play_speeds), std::end(play_speeds), settings.play_speed);
  if (next != std::end(play_speeds)) ++next;
  settings.play_speed = next != std::end(play_speeds) ? *next : play_speeds[0];
  session.change_settings(settings);
}

std::optional<double> StagePanel::advance(Session& session, double now_s) {
  return player_.advance(session.state().selection.wavefront, session.selector().wavefronts(),
                         session.state().settings.play_speed, now_s,
                         [&] { session.selector().move_wavefront(1); });
}

}  // namespace lanescope::app
