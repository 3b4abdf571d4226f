// The head of the guide: part and lesson, and the dots of its steps.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/window/panels/guide/guide_panel.h"
#include "app/window/panels/guide/guide_signs.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float header_height = 34;  // units
constexpr float dots_height = 26;
constexpr float enough_for_both = 260;  // below this height, header and dots share a row

std::string title_at(const Ui& ui, const Course& course, std::size_t number) {
  const lesson::Guide& guide = *course.guide();
  const std::string section = number < guide.steps.size()
                                  ? lesson::step_section(guide.steps[number].name)
                                  : std::string(lesson::exercise_section);
  const lesson::Prose prose = guide.text(section, ui.language_code());
  return std::string(lesson::titled(prose.text).title);
}

}  // namespace

std::string lesson_title(const Ui& ui, const Session& session) {
  if (!session.lesson()) return session.state().lesson;
  const std::string& title = session.lesson()->title.in(ui.language_code());
  return title.empty() ? session.lesson()->id : title;
}

std::size_t positions(const Course& course) {
  return course.steps() + (course.guide() != nullptr && course.guide()->exercise ? 1 : 0);
}

float draw_untranslated(Ui& ui, const Course& course, float right, float middle) {
  if (!course.is_untranslated(ui.language_code())) return 0;
  const float w = badge_width(ui, "EN");
  draw_badge(ui, right - w, middle, "EN", ui.palette().costly_text);
  const Rect box{right - w, middle - ui.px(9), w, ui.px(18)};
  if (ui.item("guide.untranslated", box, false).hovered)
    ui.tooltip(ui.texts().get("guide.untranslated_tip"));
  return w + ui.px(8);
}

// Part and lesson, the dots, and the button that hides the guide; returns the height.
float GuidePanel::header(Ui& ui, const Input& input, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  const bool low = area.h < ui.px(enough_for_both);
  const float row_h = ui.px(header_height);
  const float margin = ui.px(16);
  const float middle = area.y + row_h / 2 + ui.px(2);
  const float side = ui.px(24);
  const Rect close{right_of(area) - side - ui.px(8), std::round(middle - side / 2), side, side};
  const std::string hide_tip = ui.texts().get("guide.hide_tip");
  if (button(ui, "guide.hide", close, {.glyph = Glyph::cross, .raised = false, .tooltip = hide_tip})
          .pressed) {
    if (!input.course.covered() || !ask_before_hiding()) ui.ask(ShowGuide{false});
  }
  const std::string explore = ui.texts().get("guide.explore");
  const std::string explore_tip = ui.texts().get("guide.explore_tip");
  const float explore_w = button_width(ui, explore);
  const Rect explore_box{close.x - explore_w, close.y, explore_w, side};
  if (button(ui, "guide.explore", explore_box,
             {.label = explore, .raised = false, .tooltip = explore_tip})
          .pressed) {
    if (input.course.covered()) {
      confirms_ = Confirm::explore;
    } else {
      input.course.leave();
    }
  }
  float right = explore_box.x - ui.px(8);
  right -= draw_untranslated(ui, input.course, right, middle);
  const Rect dots_row{area.x + margin, low ? area.y + ui.px(2) : area.y + row_h - ui.px(2),
                      low ? right - area.x - margin : area.w - 2 * margin,
                      low ? row_h : ui.px(dots_height)};
  if (!low) {
    std::string where = lesson_title(ui, input.session);
    if (input.session.lesson()) {
      const lesson::CataloguePart* part = input.course_loader.part_of(input.session.lesson()->id);
      if (part != nullptr && !part->title.in(ui.language_code()).empty() &&
          part->title.in(ui.language_code()) != where) {
        where = part->title.in(ui.language_code()) + "  ·  " + where;
      }
    }
    ui.text(area.x + margin, middle, where,
            {FontRole::ui_bold, picture::text_body, palette.text_dim},
            std::max(right - area.x - margin, 1.0F));
  }
  dots(ui, input, dots_row);
  return low ? row_h + ui.px(4) : row_h + ui.px(dots_height) + ui.px(4);
}

void GuidePanel::dots(Ui& ui, const Input& input, const Rect& row) {
  Course& course = input.course;
  const text::Texts& texts = ui.texts();
  const std::size_t count = positions(course);
  const float wide = ui.px(30);
  const std::string position = course.at_exercise()
                                   ? texts.get("guide.place_exercise")
                                   : texts.get("guide.place", fmt::arg("n", course.step() + 1),
                                               fmt::arg("total", course.steps()));
  const TextStyle text_style{FontRole::ui, picture::text_small, ui.palette().text_faint,
                             picture::AlignX::right};
  const float text_w = ui.text_width(position, text_style) + ui.px(12);
  // If there are many steps, their dots move closer together. If they would touch, the text leaves
  // them its room; if that is not enough, only the text is drawn.
  const auto pitch_in = [&](float room) {
    return std::min(ui.px(22), (room - wide + ui.px(22)) / static_cast<float>(count));
  };
  const float least_pitch = ui.px(13);
  const bool both = pitch_in(row.w - text_w) >= least_pitch;
  const float pitch = pitch_in(both ? row.w - text_w : row.w);
  if (pitch >= least_pitch) {
    float x = row.x - ui.px(5);
    for (std::size_t i = 0; i < count; ++i) {
      const bool current = i == course.step();
      const float w = current ? std::max(wide, pitch) : pitch;
      const Rect box{x, row.y, w, row.h};
      x += w;
      const Press press = ui.item("guide.step" + std::to_string(i), box);
      const GuideStepState state = course.state_of_step(i);
      draw_dot(ui, box, state, current, i >= course.steps());
      if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(5));
      if (press.hovered) {
        const std::string said = texts.get(std::string("guide.step_state.") + name_of(state));
        const std::string place =
            i < course.steps()
                ? texts.get("guide.place", fmt::arg("n", i + 1), fmt::arg("total", course.steps()))
                : texts.get("guide.place_exercise");
        // Above the dots: below them is the step's title.
        ui.tooltip_beside(title_at(ui, course, i) + "\n" + place + " · " + said,
                          {row, TooltipSide::above});
      }
      if (press.pressed) course.go_to(i);
    }
  }
  if (both || pitch < least_pitch) ui.text(right_of(row), row.y + row.h / 2, position, text_style);
}

}  // namespace lanescope::app
