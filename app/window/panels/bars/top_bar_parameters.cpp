// The lesson's parameters in the top bar: PAD as the large switch, the others as steppers with a
// text field.
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/session/shortcuts.h"
#include "app/window/panels/bars/top_bar.h"
#include "app/window/toolkit/widgets.h"
#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::app {
namespace {

bool allows(const lesson::Parameter& parameter, std::int64_t value) {
  return (!parameter.min || *parameter.min <= value) && (!parameter.max || value <= *parameter.max);
}

}  // namespace

void TopBar::parameters(Pen& pen) {
  const LessonCard::Variant* variant = pen.session->variant();
  if (variant == nullptr) {
    return;
  }
  // PAD comes first: it is the one a class looks for.
  const lesson::Parameter* pad = pad_parameter(*pen.session);
  if (pad != nullptr) {
    parameter(pen, *pad, true);
    if (pen.detail >= Detail::least) {
      return;  // N and Shift+N still change the size
    }
  }
  for (const lesson::Parameter& other : variant->parameters) {
    if (&other == pad) {
      continue;
    }
    if (pen.draws() && pen.detail == Detail::bare) {
      Pen ahead = pen;  // measures first: a control that would be cut off is not drawn
      ahead.target = nullptr;
      parameter(ahead, other, false);
      if (ahead.x - pen.ui->px(group_gap / 2) > pen.ui->width()) {
        return;
      }
    }
    parameter(pen, other, false);
  }
}

void TopBar::parameter(Pen& pen, const lesson::Parameter& parameter, bool is_pad) {
  Ui& ui = *pen.ui;
  const std::int64_t value = pen.session->value_of(parameter);
  const float middle = pen.middle;
  const TextStyle name{FontRole::mono_bold, is_pad ? picture::text_title : picture::text_body,
                       ui.palette().text};
  if (pen.draws()) {
    ui.text(pen.x, middle, parameter.name, name);
  }
  pen.x += ui.text_width(parameter.name, name) + ui.px(10);
  if (is_pad) {
    const std::int64_t least = lesson::min_padding(parameter).value_or(1);
    const float h = ui.px(36);
    const float w = ui.px(88);
    if (pen.draws()) {
      if (const auto side = draw_switch(ui, "top.pad", {pen.x, std::round(middle - h / 2), w, h},
                                        {0, least}, value)) {
        pen.target->set_parameter(parameter.name, *side);
      }
    }
    pen.x += w + ui.px(8);
    if (pen.detail <= Detail::least) {
      const std::string_view key = "P";
      if (pen.draws()) {
        draw_keycap(ui, pen.x, middle, key);
      }
      pen.x += keycap_width(ui, key) + ui.px(8);
    }
    if ((!parameter.max || *parameter.max > least) && pen.detail < Detail::least) {
      const float side = ui.px(26);
      const bool beyond = value != 0 && value != least;
      const float field = beyond ? stepper_width(ui, std::to_string(value)) : side;
      if (pen.draws() && beyond) {
        value_field(pen, parameter, field);
      } else if (pen.draws()) {
        const std::string tip = ui.texts().get("panel.pad_more_tip");
        if (button(ui, "top.pad.more", {pen.x, std::round(middle - side / 2), side, side},
                   {.glyph = Glyph::plus, .raised = false, .tooltip = tip})
                .pressed) {
          pen.target->step_parameter(parameter.name, 1);
        }
      }
      pen.x += field;
    }
  } else {
    const std::int64_t widest = parameter.max ? std::max(*parameter.max, value) : value;
    const float w = stepper_width(ui, std::to_string(widest));
    if (pen.draws()) {
      value_field(pen, parameter, w);
    }
    pen.x += w;
  }
  pen.x += ui.px(pen.detail >= Detail::least ? group_gap / 2 : group_gap);
}

void TopBar::finish_editing(Session& session) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(typed_.data(), typed_.data() + typed_.size(), number);
  if (error == std::errc() && end == typed_.data() + typed_.size()) {
    session.set_parameter(edited_, number);
  }
  edited_.clear();
}

void TopBar::value_field(Pen& pen, const lesson::Parameter& parameter, float w) {
  Ui& ui = *pen.ui;
  Session& session = *pen.target;
  const std::int64_t value = session.value_of(parameter);
  const float h = ui.px(control_height);
  const Rect box{pen.x, std::round(pen.middle - h / 2), w, h};
  if (edited_ == parameter.name) {
    if (draw_number_field(ui, "##value", box, typed_, std::exchange(edit_begins_, false))) {
      finish_editing(session);
    }
    return;
  }
  const std::string& language = session.state().settings.language;
  std::string tip =
      parameter.label.in(language).empty() ? parameter.name : parameter.label.in(language);
  if (parameter.min && parameter.max) {
    tip += fmt::format("  {} … {}", *parameter.min, *parameter.max);
  }
  const StepperResult result =
      draw_stepper(ui, "top." + parameter.name, box, std::to_string(value),
                   allows(parameter, value - 1), allows(parameter, value + 1), tip);
  if (result.step != 0) {
    session.step_parameter(parameter.name, result.step);
  }
  if (result.edit) {
    edited_ = parameter.name;
    typed_ = std::to_string(value);
    edit_begins_ = true;
  }
}

}  // namespace lanescope::app
