// The machine page. Occupancy changes with the kernel and gets the larger part; the figures are
// beside it, or below it on a narrow page.
#include "viz/picture/machine/view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/style.h"
#include "viz/picture/machine/parts.h"

namespace lanescope::picture {
namespace {

// The machine's name, and the rules of its memory model. Returns the height used.
float draw_header(Canvas& canvas, const MachineInput& input, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const machine::Profile& profile = *input.profile;
  const float middle = area.y + canvas.px(12);
  const std::string machine = input.is_default_machine ? std::string() : profile.name;
  const float badge = model_badge_width(canvas, machine);
  if (badge < area.w) draw_model_badge(canvas, area.x + area.w, middle, machine);
  const float room = area.w - badge - canvas.px(16);
  const float used = canvas.fitted_label(
      text_at(area.x, middle, FontRole::ui_bold, canvas.px(text_title), palette.text, profile.name),
      room);
  const std::string about =
      texts.get("machine.about", fmt::arg("major", profile.major), fmt::arg("minor", profile.minor),
                fmt::arg("year", profile.year));
  if (used + canvas.px(14) < room) {
    canvas.fitted_label(text_at(area.x + used + canvas.px(14), middle, FontRole::ui,
                                canvas.px(text_body), palette.text_dim, about),
                        room - used - canvas.px(14));
  }
  const float second = middle + canvas.px(20);
  const bool is_hopper = profile.major == 9 && profile.minor == 0;  // as the H200 is
  const std::string rules = texts.get(!profile.memory.is_measured() ? "machine.rules_of_guides"
                                      : is_hopper                   ? "machine.rules_measured"
                                                                    : "machine.rules_unchecked");
  canvas.fitted_label(
      text_at(area.x, second, FontRole::ui, canvas.px(text_body), palette.text_dim, rules), area.w);
  std::string description = texts.get("machine.source", fmt::arg("source", profile.memory_source));
  for (const Localised& note : profile.notes) description += "\n" + note.in(texts.language());
  canvas.hit({area.x, area.y, std::max(area.w - badge, 0.0F), second + canvas.px(10) - area.y},
             HitKind::none, 0, description);
  return canvas.px(44);
}

// How the peak memory bandwidth is computed. Returns the height used.
float draw_bandwidth(Canvas& canvas, const MachineInput& input, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const float line = canvas.px(20);
  if (area.h < 2.2F * line) return 0;
  const float heading =
      draw_heading(canvas, area, area.y, texts.get("machine.bandwidth"), "machine.bandwidth");
  const Rect row{area.x, area.y + heading, area.w, line};
  const std::string sum = bandwidth_text(*input.profile, texts);
  // Shrink the text before cutting it.
  const float size = canvas.size_for(FontRole::mono, sum, row.w,
                                     {text_body, text_body - 1, text_small, text_small - 1});
  canvas.fitted_label(text_at(row.x, row.y + line / 2, FontRole::mono, size, palette.text, sum),
                      row.w);
  const auto bandwidth = input.profile->bandwidth();
  canvas.hit(row, HitKind::none, 0,
             bandwidth ? texts.get("machine.source", fmt::arg("source", bandwidth->source))
                       : texts.get("machine.not_known_tooltip"));
  return heading + line + canvas.px(8);
}

}  // namespace

float draw_heading(Canvas& canvas, const Rect& area, float y, const std::string& text,
                   std::string_view text_key) {
  const float h = canvas.px(26);
  canvas.explained_label(text_at(area.x, y + h / 2, FontRole::ui_bold, canvas.px(text_body),
                                 canvas.palette().text, text),
                         text_key, area.w);
  const float line = canvas.whole_px(1);
  canvas.fill(snapped(area.x, y + h - line, area.x + area.w, y + h), canvas.palette().hairline);
  return h + canvas.px(4);
}

namespace {

// `margin`: pixels, independent of the page's scale, because the page is below its panel's title.
DrawList draw_page(const MachineInput& input, const Style& style, float margin, float width,
                   float height) {
  Canvas canvas(style, width, height);
  Rect area{margin, margin, width - 2 * margin, height - 2 * margin};
  if (area.w < canvas.px(160) || area.h < canvas.px(80)) return canvas.take();
  area.take_top(draw_header(canvas, input, area) + canvas.px(8));
  if (area.w >= canvas.px(660)) {
    const float gap = canvas.px(28);
    const float figures = std::round(std::min((area.w - gap) * 0.4F, canvas.px(400)));
    const Rect right{area.x + area.w - figures, area.y, figures, area.h};
    const Rect left{area.x, area.y, area.w - figures - gap, area.h};
    draw_occupancy(canvas, input, left);
    const float sum = draw_bandwidth(canvas, input, right);
    draw_figures(canvas, input, {right.x, right.y + sum, right.w, right.h - sum});
    return canvas.take();
  }
  const float drawn = draw_occupancy(canvas, input, area);
  const Rect below{area.x, area.y + drawn, area.w, area.h - drawn};
  const float sum = draw_bandwidth(canvas, input, below);
  draw_figures(canvas, input, {below.x, below.y + sum, below.w, below.h - sum});
  return canvas.take();
}

float margin_of(const Style& style) {
  return std::max(1.0F, std::round(2 * space_unit * style.scale));
}

// The page without a height limit, so that nothing is left out.
DrawList whole_page(const MachineInput& input, const Style& style, float margin, float width) {
  constexpr float enough = 4000;
  return draw_page(input, style, margin, width, enough * style.scale);
}

// Every row has a tooltip, so the lowest hit area is the end of the page.
float height_of(const DrawList& whole, const Style& style) {
  float bottom = 0;
  for (const HitArea& hit : whole.hits) bottom = std::max(bottom, hit.rect.y + hit.rect.h);
  return std::ceil(bottom + 2 * space_unit * style.scale);
}

}  // namespace

DrawList build_machine(const MachineInput& input, const Style& style, float width, float height) {
  const float margin = margin_of(style);
  const DrawList whole = whole_page(input, style, margin, width);
  const Style larger =
      enlarged(style, height / height_of(whole, style), [&](const Style& candidate) {
        const DrawList page = whole_page(input, candidate, margin, width);
        return height_of(page, candidate) <= height && says_the_same(page, whole);
      });
  return draw_page(input, larger, margin, width, height);
}

float machine_height(const MachineInput& input, const Style& style, float width) {
  return height_of(whole_page(input, style, margin_of(style), width), style);
}

}  // namespace lanescope::picture
