// The page that follows one warp: the instructions it executes, the active lanes, the registers of
// the selected lane, and the memory access, if any.

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/figures/kernel_inputs.h"
#include "app/figures/pages/steps_page.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/frame.h"

namespace lanescope::app {
namespace {

constexpr float steps_header_units = 48;

Rect moved(const Rect& rect, const Rect& into) {
  return {std::round(into.x + rect.x), std::round(into.y + rect.y), rect.w, rect.h};
}

class StepsPanel final : public PagePanel {
 public:
  explicit StepsPanel(StepsFollower& follower) : follower_(follower) {}
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  bool cancel(Session& session) override;
  void go_to_line(int line, Session& session) override { follower_.run_to_line(session, line); }
  std::optional<double> advance(Session& session, double now_s, bool seen) override {
    return seen ? follower_.advance(session, now_s) : std::nullopt;
  }
  [[nodiscard]] bool plays_alone() const override { return true; }
  void add_to_view(ViewRequest& view, const Session& session) const override;
  [[nodiscard]] Restore remember(const Session& session, bool is_open) override;
  void add_to_state(nlohmann::ordered_json& state, const Session& session,
                    bool is_open) const override;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  float header(Ui& ui, Session& session, const Rect& area);
  // Shown instead of the pictures while recording, or if there is no recording.
  void absence(Ui& ui, Session& session, const Rect& area);
  [[nodiscard]] picture::StepsInput input() const;
  void draw_timeline(Ui& ui, Session& session, const Rect& area, const picture::StepsInput& input);
  void draw_list(Ui& ui, Session& session, const Rect& area, const picture::StepsInput& input);
  void draw_lanes(Ui& ui, const Rect& area, const picture::StepsInput& input);
  void draw_registers(Ui& ui, const Rect& area, const picture::StepsInput& input);
  void draw_foot(Ui& ui, const Session& session, const Rect& area,
                 const picture::StepsInput& input);

  StepsFollower& follower_;
  std::size_t first_register_ = 0;
  std::optional<int> lane_under_mouse_;
  // Cached for the recording shown: walking the whole recording in every frame costs too much.
  StepsPtr timeline_of_;
  picture::Timeline timeline_;
  std::size_t timeline_columns_ = 0;
  struct TimelineKey {
    StepsPtr steps;
    std::size_t step = 0;
    float width = 0, height = 0, scale = 0;
    picture::Theme theme = picture::Theme::dark;
    std::string language;
    bool operator==(const TimelineKey&) const = default;
  };
  TimelineKey timeline_key_;
  SharedPicture timeline_picture_;
  OutcomePtr shared_use_of_;  // the newest run whose recording is shown
  SharedUseOf shared_use_;
};

}  // namespace

void StepsPanel::add_to_view(ViewRequest& view, const Session& session) const {
  if (follower_.is_of(session)) view.warp_step = follower_.step();
  view.lane = follower_.lane();
}

PagePanel::Restore StepsPanel::remember(const Session& session, bool is_open) {
  const auto step =
      is_open && follower_.is_of(session) ? std::optional(follower_.step()) : std::nullopt;
  return [this, step, lane = follower_.lane()](Session&) { follower_.begin_at(step, lane); };
}

void StepsPanel::add_to_state(nlohmann::ordered_json& state, const Session& /*session*/,
                              bool is_open) const {
  nlohmann::ordered_json& json = state["steps"];
  if (!is_open || follower_.steps() == nullptr) return;
  const steps::Recording& recording = *follower_.steps()->recording;
  const auto event = steps::event_of_step(recording, follower_.step());
  json["step"] = follower_.step();
  json["count"] = recording.steps.size();
  json["lane"] = follower_.lane();
  json["warp"] = recording.warp;
  json["block"] = recording.block;
  json["ptx"] = recording.instruction_of(follower_.step()).text;
  json["line"] = recording.instruction_of(follower_.step()).place.line;
  json["event"] = event ? nlohmann::ordered_json(*event) : nullptr;
  json["conflict"] = event && steps::is_conflict(recording.events[*event]);
  json["playing"] = follower_.playing();
  json["busy"] = follower_.busy();
}

bool StepsPanel::cancel(Session& session) {
  const bool busy = follower_.busy();
  const bool playing = follower_.playing();
  if (busy) {
    follower_.cancel();
  } else if (playing) {
    follower_.toggle_play(session);
  }
  return busy || playing;
}

bool StepsPanel::press(const Binding& binding, Ui& /*ui*/, Session& session) {
  if (follower_.steps() == nullptr) return false;
  switch (binding.command) {
    case Command::event_next:
      follower_.step_by(session, 1);
      return true;
    case Command::event_previous:
      follower_.step_by(session, -1);
      return true;
    case Command::access_next:
      follower_.run_to_access(session, 1);
      return true;
    case Command::access_previous:
      follower_.run_to_access(session, -1);
      return true;
    case Command::worst:
      follower_.run_to_conflict(session, 1);
      return true;
    case Command::conflict_previous:
      follower_.run_to_conflict(session, -1);
      return true;
    case Command::line_next:
    case Command::line_previous:
      session.selector().move_line(binding.command == Command::line_next ? 1 : -1);
      follower_.run_to_line(session, session.state().selection.line);
      return true;
    case Command::across_next:
      follower_.step_lane(1);
      return true;
    case Command::across_previous:
      follower_.step_lane(-1);
      return true;
    case Command::wavefront_first:
      follower_.go_to_end(session, -1);
      return true;
    case Command::wavefront_last:
      follower_.go_to_end(session, 1);
      return true;
    case Command::play:
    case Command::press_or_play:
      follower_.toggle_play(session);
      return true;
    default:
      return false;
  }
}

float StepsPanel::header(Ui& ui, Session& session, const Rect& area) {
  const text::Texts& texts = ui.texts();
  const float height = ui.px(steps_header_units);
  const float middle = area.y + height / 2 + ui.px(2);
  const float h = ui.px(28);
  const float top = std::round(middle - h / 2);
  const float left = area.x + ui.px(16);
  float right = right_of(area) - ui.px(16);
  const auto at_right = [&](float w) {
    right -= w;
    const Rect box{std::round(right), top, w, h};
    right -= ui.px(6);
    return box;
  };
  if (follower_.steps() == nullptr) return height;
  const steps::Recording& recording = *follower_.steps()->recording;
  // The player's buttons, from the right, as long as the shortest title still fits.
  const float least = ui.px(120);
  const auto has_room = [&](float w) { return right - w - left >= least; };
  right -= ui.px(8);
  struct Move {
    const char* id;
    Glyph glyph;
    const char* tip;
    bool enabled;
    int kind;
  };
  const bool at_first = follower_.step() == 0;
  const bool at_last = follower_.step() + 1 == recording.steps.size();
  const Move moves[] = {
      {"steps.last", Glyph::last, "steps.last_tip", !at_last, 3},
      {"steps.next", Glyph::forward, "steps.next_tip", !at_last, 2},
      {"steps.previous", Glyph::back, "steps.previous_tip", !at_first, 1},
      {"steps.first", Glyph::first, "steps.first_tip", !at_first, 0},
  };
  for (const Move& move : moves) {
    if (!has_room(ui.px(34))) break;
    const std::string tip = texts.get(move.tip);
    if (!button(ui, move.id, at_right(ui.px(34)),
                {.glyph = move.glyph, .enabled = move.enabled, .tooltip = tip})
             .pressed) {
      continue;
    }
    if (move.kind == 1 || move.kind == 2) {
      follower_.step_by(session, move.kind == 2 ? 1 : -1);
    } else {
      follower_.go_to_end(session, move.kind == 3 ? 1 : -1);
    }
  }
  const auto word_button = [&](const char* id, const char* key, const std::string& tip,
                               bool enabled = true) {
    const std::string word = texts.get(key);
    const float w = button_width(ui, word);
    return has_room(w) &&
           button(ui, id, at_right(w), {.label = word, .enabled = enabled, .tooltip = tip}).pressed;
  };
  if (word_button("steps.play", follower_.playing() ? "steps.pause" : "steps.play",
                  texts.get("steps.play_tip"))) {
    follower_.toggle_play(session);
  }
  const bool has_costly = steps::next_conflict(recording, follower_.step(), 1).has_value();
  if (word_button("steps.conflict", "steps.conflict",
                  picture::steps_costly_tip(recording, follower_.step(), texts), has_costly))
    follower_.run_to_conflict(session, 1);
  const bool has_access = steps::next_access(recording, follower_.step(), 1).has_value();
  if (word_button("steps.access", "steps.access", texts.get("steps.access_tip"), has_access))
    follower_.run_to_access(session, 1);
  const float stepper = stepper_width(ui, "00");
  const std::string lane_word = texts.get("steps.lane");
  const TextStyle quiet{FontRole::ui, picture::text_body, ui.palette().text_dim};
  const float word_w = ui.text_width(lane_word, quiet) + ui.px(8);
  if (has_room(stepper + word_w + ui.px(8))) {
    right -= ui.px(8);
    const std::string tip = texts.get("steps.lane_tip");
    const StepperResult result = draw_stepper(ui, "steps.lane", at_right(stepper),
                                              std::to_string(follower_.lane()), true, true, tip);
    if (result.change != 0) follower_.step_lane(result.change);
    right -= word_w - ui.px(6);
    ui.text(right, middle, lane_word, quiet);
    right -= ui.px(12);
  }
  const std::string title = steps_title(*follower_.steps(), texts);
  const TextStyle bold{FontRole::ui_bold, picture::text_title, ui.palette().text};
  const float room = std::max(right - left, 0.0F);
  const bool fits = ui.text_width(title, bold) <= room;
  ui.text(left, middle,
          fits ? title : texts.get("steps.title_short", fmt::arg("warp", recording.warp)), bold,
          room);
  return height;
}

void StepsPanel::absence(Ui& ui, Session& session, const Rect& area) {
  const text::Texts& texts = ui.texts();
  std::string title;
  std::string sentence;
  if (follower_.busy() || session.run().running()) {
    const auto progress = follower_.progress();
    const std::uint64_t total = progress->blocks_total.load();
    title = total == 0
                ? texts.get("steps.waiting")
                : texts.get("steps.recording", fmt::arg("done", progress->blocks_done.load()),
                            fmt::arg("total", total));
    const std::string label = texts.get("steps.cancel");
    const float w = button_width(ui, label);
    if (follower_.busy() &&
        button(ui, "steps.cancel",
               {std::round(area.x + (area.w - w) / 2), std::round(area.y + area.h / 2 + ui.px(12)),
                w, ui.px(control_height)},
               {.label = label})
            .pressed) {
      cancel(session);
    }
  } else if (follower_.problem()) {
    title = texts.get("steps.failed_title");
    sentence = follower_.problem()->cancelled ? texts.get("steps.cancelled")
                                              : texts.say(follower_.problem()->message);
  } else {
    return;
  }
  ui.paint(picture::build_message_view(title, sentence, ui.style(), area.w, area.h), area);
}

picture::StepsInput StepsPanel::input() const {
  picture::StepsInput input = steps_input(*follower_.steps(), follower_.step(), follower_.lane());
  input.first_register = first_register_;
  return input;
}

void StepsPanel::content(Ui& ui, Session& session, const Rect& area) {
  float top = header(ui, session, area);
  if (follower_.steps() != nullptr) {
    if (const std::string note = steps_note(*follower_.steps(), ui.texts()); !note.empty()) {
      const float margin = ui.px(16);
      top += ui.paragraph({area.x + margin, area.y + top, area.w - 2 * margin, area.h - top}, note,
                          {FontRole::ui, picture::text_body, ui.palette().text_dim}) +
             ui.px(8);
    }
  }
  const Rect body{area.x, area.y + top, area.w, area.h - top - ui.px(8)};
  if (body.h < 1) return;
  if (follower_.steps() == nullptr || follower_.problem()) {
    absence(ui, session, body);
    return;
  }
  const picture::StepsLayout layout = picture::steps_layout(ui.style(), body.w, body.h);
  const picture::StepsInput shown = input();
  draw_timeline(ui, session, moved(layout.timeline, body), shown);
  draw_lanes(ui, moved(layout.lanes, body), shown);
  draw_list(ui, session, moved(layout.list, body), shown);
  draw_registers(ui, moved(layout.registers, body), shown);
  if (layout.stage.h > 0) draw_foot(ui, session, moved(layout.stage, body), shown);
}

void StepsPanel::draw_timeline(Ui& ui, Session& session, const Rect& area,
                               const picture::StepsInput& input) {
  const std::size_t columns = picture::timeline_columns(area.w, ui.style());
  if (timeline_of_ != follower_.steps() || columns != timeline_columns_) {
    timeline_of_ = follower_.steps();
    timeline_columns_ = columns;
    timeline_ = picture::timeline_of(*input.recording, columns);
  }
  // Cached: the picture has hundreds of columns and changes only with the step.
  const TimelineKey key{timeline_of_,       input.step,           area.w, area.h, ui.style().scale,
                        ui.palette().theme, ui.texts().language()};
  if (!(key == timeline_key_)) {
    timeline_picture_ = std::make_shared<const picture::DrawList>(
        picture::build_steps_timeline(input, timeline_, ui.style(), area.w, area.h));
    // Widths of glyphs that the atlas lacks are wrong: build it again when the atlas has them.
    timeline_key_ = ui.fonts().needs_rebuild() ? TimelineKey{} : key;
  }
  Press press;
  const picture::HitArea* hit = ui.picture("steps.life", timeline_picture_, area, &press);
  if (hit == nullptr) return;
  ui.tooltip(hit->tooltip);
  // Dragging scrubs.
  if (press.pressed || press.held) follower_.go_to(session, static_cast<std::size_t>(hit->index));
}

void StepsPanel::draw_list(Ui& ui, Session& session, const Rect& area,
                           const picture::StepsInput& input) {
  Press press;
  const picture::HitArea* hit = ui.picture(
      "steps.list", picture::build_steps_list(input, ui.style(), area.w, area.h), area, &press);
  if (const float wheel = ui.wheel_over(area); wheel != 0)
    follower_.step_by(session, wheel > 0 ? 1 : -1);
  if (hit == nullptr) return;
  ui.tooltip(hit->tooltip);
  if (press.pressed) follower_.go_to(session, static_cast<std::size_t>(hit->index));
}

void StepsPanel::draw_lanes(Ui& ui, const Rect& area, const picture::StepsInput& input) {
  Press press;
  const picture::HitArea* hit = ui.picture(
      "steps.lanes", picture::build_steps_lanes(input, ui.style(), area.w, area.h), area, &press);
  if (hit == nullptr) return;
  ui.tooltip(hit->tooltip);
  if ((press.pressed || press.held) && hit->kind == picture::HitKind::lane)
    follower_.choose_lane(static_cast<std::uint32_t>(hit->index));
}

void StepsPanel::draw_registers(Ui& ui, const Rect& area, const picture::StepsInput& input) {
  const std::vector<picture::RegisterRow> rows = picture::register_rows(input);
  const auto others = static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(),
                    [](const picture::RegisterRow& row) { return !row.written && !row.read; }));
  const std::size_t fit = picture::register_rows_that_fit(rows, ui.style(), area.h);
  const std::size_t last = others > fit ? others - fit : 0;
  if (const float wheel = ui.wheel_over(area); wheel != 0) {
    const auto to = static_cast<std::ptrdiff_t>(first_register_) + (wheel > 0 ? 2 : -2);
    first_register_ = static_cast<std::size_t>(std::max<std::ptrdiff_t>(to, 0));
  }
  first_register_ = std::min(first_register_, last);
  const picture::HitArea* hit =
      ui.picture("steps.registers",
                 picture::build_steps_registers(input, rows, ui.style(), area.w, area.h), area);
  if (hit != nullptr) ui.tooltip(hit->tooltip);
}

// The access of the present step, drawn as on the stage; otherwise what the step did.
void StepsPanel::draw_foot(Ui& ui, const Session& session, const Rect& area,
                           const picture::StepsInput& input) {
  if (follower_.is_of(session)) shared_use_of_ = session.run().shown();
  StepsFoot foot = steps_foot(*follower_.steps(), follower_.step(), follower_.lane(),
                              shared_use_(shared_use_of_), ui.texts());
  if (foot.stage && lane_under_mouse_) foot.stage->lane = lane_under_mouse_;
  lane_under_mouse_.reset();
  Press press;
  const picture::HitArea* hit = ui.picture(
      "steps.foot", build_steps_foot(foot, input, ui.style(), area.w, area.h), area, &press);
  if (hit == nullptr) return;
  ui.tooltip(hit->tooltip);
  if (hit->kind != picture::HitKind::lane) return;
  if (foot.stage) {
    lane_under_mouse_ = static_cast<int>(hit->index);
  } else if (press.pressed || press.held) {
    follower_.choose_lane(static_cast<std::uint32_t>(hit->index));
  }
}

std::unique_ptr<PagePanel> make_steps_panel(const PageContents& contents) {
  return std::make_unique<StepsPanel>(contents.get<StepsPage>().follower());
}

}  // namespace lanescope::app
