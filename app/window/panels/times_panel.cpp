#include "app/window/panels/times_panel.h"

#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/window/panels/row_table.h"
#include "app/window/panels/status_bar.h"
#include "app/window/panels/times_input.h"
#include "app/window/widgets.h"

namespace lanescope::app {
namespace {

constexpr float page_header = 48;  // units

struct HeaderButton {
  const char* id;
  std::string label, tip;
  bool chosen = false;
};

// In order of importance: the last go first where there is no room.
std::vector<HeaderButton> buttons_of(const Session& session, const text::Texts& texts,
                                     bool is_page) {
  const bool measuring = session.timings().measuring();
  std::vector<HeaderButton> buttons;
  buttons.push_back({"times.measure", texts.get(measuring ? "times.cancel" : "times.measure"),
                     texts.get(measuring ? "panel.close_tip" : "times.measure_tip")});
  buttons.push_back({"times.page", texts.get(is_page ? "times.smaller" : "times.larger"),
                     texts.get("times.page_tip")});
  buttons.push_back(
      {"times.all", texts.get("times.measure_all"), texts.get("times.measure_all_tip")});
  buttons.push_back(
      {"times.live", texts.get("times.live"), texts.get("times.live_tip"), session.live()});
  if (is_page) {
    buttons.push_back({"times.recordings", texts.get("times.recording_button"),
                       texts.get("times.recordings_tip")});
  }
  return buttons;
}

// How they stand from left to right.
constexpr const char* order[] = {"times.measure", "times.all", "times.live", "times.recordings",
                                 "times.page"};

}  // namespace

std::string measuring_text(const Session& session, const text::Texts& texts) {
  const Timings& timings = session.timings();
  if (!timings.measuring()) {
    return {};
  }
  std::string name = timings.queue().front().key.variant;
  const std::vector<LessonCard::Variant> none;
  for (const LessonCard::Variant& variant : session.lesson() ? session.lesson()->variants : none) {
    const std::string& title = variant.title.in(session.state().settings.language);
    if (variant.name == name && !title.empty()) {
      name = title;
      break;
    }
  }
  const auto progress = timings.progress();
  const Stage stage = progress->stage.load();
  // The simulator has done its part: the rest is the GPU's.
  const std::string what = stage == Stage::done || stage == Stage::reporting
                               ? texts.get("times.on_gpu")
                               : progress_text(texts, *progress);
  return texts.get(timings.asked() > 1 ? "times.progress" : "times.progress_alone",
                   fmt::arg("name", name),
                   fmt::arg("at", timings.asked() - timings.queue().size() + 1),
                   fmt::arg("n", timings.asked()), fmt::arg("stage", what));
}

float TimesPanel::header(Ui& ui, Session& session, const Rect& area) {
  const text::Texts& texts = ui.texts();
  const float height = is_page_ ? ui.px(page_header) : RowTable::title_height(ui);
  const float middle = area.y + height / 2 + ui.px(2);
  const float pad = ui.px(16);
  const float right = right_of(area) - pad - kept_free();
  std::string title = texts.get(is_page_ ? "times.title" : "times.title_short");
  const Look bold{FontRole::ui_bold, is_page_ ? scene::text_title : scene::text_body,
                  ui.palette().text};
  const float least_title = ui.text_width(texts.get("times.title_short"), bold);
  std::vector<HeaderButton> buttons = buttons_of(session, texts, is_page_);
  const auto width_of_all = [&] {
    float width = 0;
    for (const HeaderButton& entry : buttons) {
      width += button_width(ui, entry.label) + ui.px(6);
    }
    return width;
  };
  while (!buttons.empty() && width_of_all() > right - area.x - pad - least_title - ui.px(16)) {
    buttons.pop_back();
  }
  float x = right - width_of_all() + ui.px(6);
  const float title_room = x - area.x - pad - ui.px(16);
  if (ui.text_width(title, bold) > title_room) {
    title = texts.get("times.title_short");
  }
  float used = ui.text(area.x + pad, middle, title, bold, title_room);
  if (const LessonCard::Variant* chosen = session.variant()) {
    lesson::Values values;
    for (const lesson::Parameter& parameter : chosen->parameters) {
      values[parameter.name] = session.value_of(parameter);
    }
    const Look dim{FontRole::mono, scene::text_body, ui.palette().text_dim};
    const std::string text = values_text(values);
    used += ui.px(16);
    if (ui.text_width(text, dim) <= title_room - used) {
      used += ui.text(area.x + pad + used, middle, text, dim);
    }
  }
  if (!is_page_ && !session.timings().absence().empty()) {  // the page has room to say why
    const Look faint{FontRole::ui, scene::text_body, ui.palette().text_faint};
    const std::string text = texts.get("times.absent_short");
    used += ui.px(16);
    if (ui.text_width(text, faint) <= title_room - used) {
      ui.text(area.x + pad + used, middle, text, faint);
    }
  }
  const float h = ui.px(is_page_ ? 30 : 26);
  for (const char* id : order) {
    for (const HeaderButton& entry : buttons) {
      if (entry.id != std::string_view(id)) {
        continue;
      }
      const float w = button_width(ui, entry.label);
      const Rect box{x, std::round(middle - h / 2), w, h};
      x += w + ui.px(6);
      if (!button(ui, entry.id, box,
                  {.label = entry.label, .chosen = entry.chosen, .tooltip = entry.tip})
               .pressed) {
        continue;
      }
      const std::string_view pressed = entry.id;
      if (pressed == "times.page") {
        wants_page_ = true;
      } else if (pressed == "times.recordings") {
        wants_recordings_ = true;
      } else if (pressed == "times.live") {
        session.toggle_live();
      } else if (pressed == "times.all") {
        session.measure_all();
      } else if (session.timings().measuring()) {
        session.cancel_measuring();
      } else {
        session.measure();
      }
    }
  }
  return height;
}

void TimesPanel::content(Ui& ui, Session& session, const Rect& area) {
  const float top = header(ui, session, area);
  const Rect body{area.x, area.y + top, area.w, area.h - top};
  if (body.h < 1) {
    return;
  }
  const scene::TimesInput input = times_input(session, ui.texts());
  scene::DrawList picture = scene::build_times(input, ui.style(), body.w, body.h);
  // Rows that the keyboard can be on.
  std::vector<std::pair<std::size_t, Rect>> rows;
  for (const scene::HitArea& hit : picture.hits) {
    const auto index = static_cast<std::size_t>(hit.index);
    const bool known = !rows.empty() && rows.back().first == index;
    if (hit.kind == scene::HitKind::variant && !known) {
      rows.emplace_back(index, Rect{std::round(body.x) + hit.rect.x,
                                    std::round(body.y) + hit.rect.y, hit.rect.w, hit.rect.h});
    }
  }
  Press press;
  const scene::HitArea* hit = ui.picture("times", std::move(picture), body, &press);
  std::optional<std::size_t> wanted;
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
    if (press.pressed && hit->kind == scene::HitKind::variant) {
      wanted = static_cast<std::size_t>(hit->index);
    }
  }
  for (const auto& [index, rect] : rows) {
    const Press row = ui.item("times.row" + std::to_string(index), rect);
    if (row.focused) {
      ui.focus_ring(shrunk(rect, ui.px(2)), ui.px(4));
    }
    if (row.pressed) {
      wanted = index;
    }
  }
  if (wanted) {
    session.choose_variant(*wanted);
  }
}

}  // namespace lanescope::app
