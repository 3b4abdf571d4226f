// The time of each variant: simulated, measured, recorded. Either a page of its own, or only bars
// in place of the table below the stage: there, other controls draw into the right end of its title
// row.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/times_page.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/animated_picture.h"
#include "app/window/toolkit/row_table.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float page_header = 48;  // units

// From left to right.
bool comes_before(const LabelledButton& a, const LabelledButton& b) {
  // The first is not always there: where it goes, the others stay in their place.
  constexpr std::string_view order[] = {"times.nearest", "times.measure",    "times.all",
                                        "times.live",    "times.recordings", "times.gpus",
                                        "times.page"};
  return std::find(std::begin(order), std::end(order), a.id) <
         std::find(std::begin(order), std::end(order), b.id);
}

TextStyle title_style(Ui& ui, bool is_page) {
  return {FontRole::ui_bold, is_page ? picture::text_title : picture::text_body, ui.palette().text};
}

// Name of the GPU used for measuring.
std::string gpu_name(const Session& session) {
  for (const device::GpuInfo& gpu : session.times().gpus()) {
    if (gpu.index == session.times().timings().device()) return gpu.name;
  }
  return {};
}

class TimesPanel final : public PagePanel {
 public:
  std::optional<double> advance(Session& /*session*/, double now_s, bool /*seen*/) override {
    transition_.set_time(now_s);
    return std::nullopt;
  }
  [[nodiscard]] bool gliding() const override { return transition_.gliding(); }
  void rest() override { transition_.rest(); }
  [[nodiscard]] std::vector<picture::Origin> origins(const Session& session) const override;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  // In order of importance: if there is no room, the last ones are dropped.
  [[nodiscard]] std::vector<LabelledButton> buttons_of(const Session& session,
                                                       const text::Texts& texts) const;
  // Draws title and buttons; returns the height.
  float header(Ui& ui, Session& session, const Rect& area);
  // Draws what is timed, from `x`, centred on `middle`, at most `room` wide.
  void draw_title(Ui& ui, const Session& session, float x, float middle, float room) const;
  static void push(std::string_view id, Ui& ui, Session& session);

  AnimatedPicture transition_;  // animates bars and numbers to the next run's
  OutcomePtr shown_;            // in the last frame
};

}  // namespace

std::vector<picture::Origin> TimesPanel::origins(const Session& session) const {
  const std::vector<VariantTimes> all = session.times().all();
  const auto any = [&](auto has) { return std::any_of(all.begin(), all.end(), has); };
  return origins_of_times(any([](const VariantTimes& times) { return times.measured != nullptr; }),
                          any([](const VariantTimes& times) { return times.recorded != nullptr; }));
}

std::vector<LabelledButton> TimesPanel::buttons_of(const Session& session,
                                                   const text::Texts& texts) const {
  const bool measuring = session.times().timings().measuring();
  const std::string& absence = session.times().absence();
  const bool can_measure = absence.empty();
  const auto tip = [&](const char* key) {
    return can_measure ? texts.get(key)
                       : texts.get("times.absent", fmt::arg("why", texts.say(absence)));
  };
  std::vector<LabelledButton> buttons;
  buttons.push_back({"times.measure", texts.get(measuring ? "times.cancel" : "times.measure"),
                     measuring ? texts.get("panel.close_tip") : tip("times.measure_tip"), false,
                     can_measure || measuring});
  if (is_page() && session.times().nearest_recorded() != nullptr) {
    buttons.push_back(
        {"times.nearest", texts.get("times.nearest"), texts.get("times.nearest_tip")});
  }
  if (!is_page())
    buttons.push_back({"times.page", texts.get("times.larger"), texts.get("page.tip.times")});
  buttons.push_back({"times.all", texts.get("times.measure_all"), tip("times.measure_all_tip"),
                     false, can_measure});
  buttons.push_back({"times.live", texts.get("times.live"), tip("times.live_tip"),
                     session.times().live(), can_measure || session.times().live()});
  if (is_page()) {
    buttons.push_back({"times.recordings", texts.get("times.recording_button"),
                       texts.get("times.recordings_tip")});
  }
  if (is_page() && session.times().gpus().size() > 1) {
    buttons.push_back(
        {"times.gpus",
         texts.get("times.gpu_button", fmt::arg("n", session.times().timings().device())),
         texts.get("times.gpus_tip", fmt::arg("name", gpu_name(session)))});
  }
  return buttons;
}

float TimesPanel::header(Ui& ui, Session& session, const Rect& area) {
  const float height = is_page() ? ui.px(page_header) : RowTable::title_height(ui);
  const float middle = area.y + height / 2 + ui.px(2);
  const float left = area.x + ui.px(16);
  const float right = right_of(area) - ui.px(16) - kept_free();
  const float min_title =
      ui.text_width(ui.texts().get("times.title_short"), title_style(ui, is_page()));
  std::vector<LabelledButton> buttons = buttons_of(session, ui.texts());
  drop_to_fit(ui, buttons, right - left - min_title - ui.px(16));
  std::sort(buttons.begin(), buttons.end(), comes_before);
  const float w = buttons_width(ui, buttons) - ui.px(button_gap);
  const float h = ui.px(is_page() ? 30 : 26);
  draw_title(ui, session, left, middle, right - w - left - ui.px(16));
  if (const char* pressed =
          draw_button_row(ui, buttons, {right - w, std::round(middle - h / 2), w, h})) {
    push(pressed, ui, session);
  }
  return height;
}

void TimesPanel::draw_title(Ui& ui, const Session& session, float x, float middle,
                            float room) const {
  const text::Texts& texts = ui.texts();
  const TextStyle bold = title_style(ui, is_page());
  std::string title = texts.get(is_page() ? "times.title" : "times.title_short");
  if (ui.text_width(title, bold) > room) title = texts.get("times.title_short");
  float used = ui.text(x, middle, title, bold, room);
  const auto add = [&](const std::string& text, const TextStyle& text_style) {
    used += ui.px(16);
    if (ui.text_width(text, text_style) <= room - used)
      used += ui.text(x + used, middle, text, text_style);
  };
  if (const LessonCard::Variant* chosen = session.variant()) {
    lesson::Values values;
    for (const lesson::Parameter& parameter : chosen->parameters)
      values[parameter.name] = session.value_of(parameter);
    add(values_text(values), {FontRole::mono, picture::text_body, ui.palette().text_dim});
  }
  if (!is_page() &&
      !session.times().timings().absence().empty()) {  // the page has room for the reason
    add(texts.get("times.absent_short"),
        {FontRole::ui, picture::text_body, ui.palette().text_faint});
  }
}

void TimesPanel::push(std::string_view id, Ui& ui, Session& session) {
  if (id == "times.page") {
    ui.ask(ShowPage{Page::times});
  } else if (id == "times.nearest") {
    session.times().go_to_recorded();
  } else if (id == "times.recordings") {
    ui.ask(OpenOverlay{Overlay::recordings});
  } else if (id == "times.gpus") {
    ui.ask(OpenOverlay{Overlay::gpus});
  } else if (id == "times.live") {
    session.times().toggle_live();
  } else if (id == "times.all") {
    session.times().measure_all();
  } else if (session.times().timings().measuring()) {
    session.times().cancel();
  } else {
    session.times().measure();
  }
}

void TimesPanel::content(Ui& ui, Session& session, const Rect& area) {
  // A lecture has no title and no buttons, and everything is large.
  const float top = is_lecturing() ? ui.px(8) : header(ui, session, area);
  const Rect body{area.x, area.y + top, area.w, area.h - top};
  if (body.h < 1) return;
  picture::TimesInput input = times_input(session, ui.texts());
  input.for_lecture = is_lecturing();
  picture::DrawList picture = picture::build_times(input, ui.style(), body.w, body.h);
  // Rows that the keyboard can select.
  std::vector<std::pair<std::size_t, Rect>> rows;
  for (const picture::HitArea& hit : picture.hits) {
    const auto index = static_cast<std::size_t>(hit.index);
    const bool known = !rows.empty() && rows.back().first == index;
    if (hit.kind == picture::HitKind::variant && !known) {
      rows.emplace_back(index, Rect{std::round(body.x) + hit.rect.x,
                                    std::round(body.y) + hit.rect.y, hit.rect.w, hit.rect.h});
    }
  }
  Press press;
  if (shown_ && shown_ != session.run().shown()) transition_.begin();
  shown_ = session.run().shown();
  const picture::HitArea* hit = ui.picture(
      "times", transition_.show({std::move(picture)}, session.state().settings.reduced_motion),
      body, &press);
  std::optional<std::size_t> wanted;
  if (hit != nullptr) {
    ui.tooltip_beside_item(hit->tooltip);
    if (press.pressed && hit->kind == picture::HitKind::variant)
      wanted = static_cast<std::size_t>(hit->index);
  }
  for (const auto& [index, rect] : rows) {
    const Press row = ui.item("times.row" + std::to_string(index), rect);
    if (row.focused) ui.focus_ring(shrunk(rect, ui.px(2)), ui.px(4));
    if (row.pressed) wanted = index;
  }
  if (wanted) session.run().choose_variant(*wanted);
}

std::unique_ptr<PagePanel> make_times_panel(const PageContents& /*contents*/) {
  return std::make_unique<TimesPanel>();
}

}  // namespace lanescope::app
