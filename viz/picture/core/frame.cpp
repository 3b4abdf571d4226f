#include "viz/picture/core/frame.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::picture {
namespace {

// The largest size (pixels) at which the verdict fits into `room`, its share of the width.
float verdict_size(const Canvas& canvas, const std::string& text, float room) {
  return canvas.size_for(FontRole::ui_bold, text, room,
                         {text_verdict, 20, text_title, text_body, text_small});
}

float badge_gap(const Canvas& canvas) { return canvas.px(10); }

// The longest of the verdicts that the picture can have.
const std::string& widest_verdict(const Canvas& canvas, const Frame& frame) {
  const auto width = [&](const std::string& text) {
    return canvas.measure(FontRole::ui_bold, canvas.px(text_verdict), text);
  };
  const std::string* widest = &frame.verdict;
  for (const std::string& other : frame.other_verdicts)
    if (width(other) > width(*widest)) widest = &other;
  return *widest;
}

struct FrameLayout {
  float margin = 0;
  float verdict = 0;         // font size
  float line = 0;            // height of the first line
  float badge_below = 0;     // height of the badge's own line, if the first line has no room for it
  bool second_line = false;  // has subtitle and detail
  float title_size = 0;      // font size
  // The title in rows of its own above the verdict; empty: it is beside the verdict.
  std::vector<std::string> title_rows;
  float top = 0;  // of the verdict
  bool explained = false;
  Rect body;
};

float title_row_height(const Canvas& canvas) { return canvas.px(text_title + 4); }

// The largest of the title's sizes at which it fits; the smallest if none does.
float title_size(const Canvas& canvas, const std::string& title, float room) {
  return canvas.size_for(FontRole::mono, title, room,
                         {text_title - 1, text_body + 1, text_body, text_body - 1});
}

// A title that would be cut beside the verdict gets rows of its own, if the picture has the height.
void place_title(const Canvas& canvas, const Frame& frame, float room, float taken,
                 FrameLayout& layout) {
  constexpr float enough_height = 170;  // units
  const float beside = room - taken - canvas.px(2 * space_unit);
  layout.title_size = title_size(canvas, frame.title, beside);
  const bool fits = canvas.measure(FontRole::mono, layout.title_size, frame.title) <= beside;
  layout.top = layout.margin;
  if (canvas.height() < canvas.px(enough_height) || (fits && frame.form.title_rows == 0)) return;
  layout.title_size = title_size(canvas, frame.title, room);
  layout.title_rows =
      wrapped(canvas.style(), FontRole::mono, layout.title_size, frame.title, room, 2);
  const std::size_t rows = std::max(layout.title_rows.size(), frame.form.title_rows);
  layout.top += static_cast<float>(rows) * title_row_height(canvas);
}

FrameLayout lay_out_frame(const Canvas& canvas, const Frame& frame) {
  FrameLayout layout;
  layout.margin = frame_margin(canvas.style(), canvas.width(), canvas.height());
  const float room = std::max(0.0F, canvas.width() - 2 * layout.margin);
  const std::string& verdict = widest_verdict(canvas, frame);
  layout.verdict = verdict_size(canvas, verdict, room * 0.55F);
  layout.line = std::max(layout.verdict, canvas.px(text_title - 1));
  const float verdict_width = canvas.measure(FontRole::ui_bold, layout.verdict, verdict);
  float taken = verdict_width;
  if (const float badge = badge_gap(canvas) + model_badge_width(canvas, frame.machine);
      verdict_width + badge > room) {
    layout.badge_below = canvas.px(badge_units + 2);
  } else {
    taken += badge;
  }
  place_title(canvas, frame, room, taken, layout);
  layout.second_line = !frame.compact && canvas.height() >= canvas.px(260);
  layout.explained = !frame.explanations.empty() && canvas.height() >= canvas.px(170);
  float top = layout.top + layout.line + layout.badge_below + canvas.px(space_unit);
  if (layout.second_line) top += canvas.px(text_body - 1 + space_unit);
  float bottom = layout.margin;
  if (layout.explained) bottom += canvas.px(text_body + 1.5F * space_unit);
  top = std::round(top);
  layout.body = {layout.margin, top, room,
                 std::max(0.0F, canvas.height() - top - std::round(bottom))};
  return layout;
}

// Title and access on the left, verdict and detail on the right.
void draw_header(Canvas& canvas, const Frame& frame, const FrameLayout& layout) {
  const Palette& palette = canvas.palette();
  const float left = layout.margin;
  const float right = canvas.width() - layout.margin;
  const float gap = canvas.px(2 * space_unit);
  const float room = std::max(0.0F, right - left);

  canvas.part(Heading::verdict);
  const float verdict_width =
      canvas.fitted_label(text_at(right, layout.top, FontRole::ui_bold, layout.verdict,
                                  frame.costly ? palette.costly_verdict : palette.good_verdict,
                                  frame.verdict, AlignX::right, AlignY::top),
                          room);
  // The badge beside the verdict says whose model the number comes from.
  const float badge = model_badge_width(canvas, frame.machine);
  float taken = verdict_width;
  canvas.part(Heading::badge);
  if (layout.badge_below == 0) {
    draw_model_badge(canvas, right - verdict_width - badge_gap(canvas),
                     layout.top + layout.verdict / 2, frame.machine);
    taken += badge_gap(canvas) + badge;
  } else if (badge <= room && layout.top + layout.line + layout.badge_below <= canvas.height()) {
    draw_model_badge(canvas, right, layout.top + layout.line + layout.badge_below / 2,
                     frame.machine);
  }

  canvas.part(Heading::title);
  const auto draw_title = [&](const std::string& text, float middle, float title_room) {
    canvas.fitted_label(
        text_at(left, middle, FontRole::mono, layout.title_size, palette.text, text), title_room);
  };
  if (layout.title_rows.empty())
    draw_title(frame.title, layout.top + layout.line / 2, room - taken - gap);
  float middle = layout.margin + title_row_height(canvas) / 2;
  for (const std::string& row : layout.title_rows) {
    draw_title(row, middle, room);
    middle += title_row_height(canvas);
  }

  if (!layout.second_line) return;
  const float small = canvas.px(text_body - 1);
  const float y = layout.top + layout.line + layout.badge_below + canvas.px(space_unit / 2);
  const Label detail = text_at(right, y, FontRole::ui, small, palette.text_dim, frame.detail,
                               AlignX::right, AlignY::top);
  const Label subtitle = text_at(left, y, FontRole::ui, small, palette.text_dim, frame.subtitle,
                                 AlignX::left, AlignY::top);
  const bool both = canvas.width_of(detail) + gap + canvas.width_of(subtitle) <= room;
  canvas.part(Heading::detail);
  canvas.fitted_label(detail, room);
  if (both) {
    canvas.part(Heading::subtitle);
    canvas.label(subtitle);
  }
}

// The index of the first explanation that is short enough; the last if none is.
std::size_t explanation_that_fits(const Canvas& canvas, const Frame& frame, float room) {
  const std::size_t last = frame.explanations.size() - 1;
  std::size_t index = last - std::min(last, frame.form.shorter);
  while (index < last &&
         canvas.measure(FontRole::ui, canvas.px(text_body), frame.explanations[index]) > room) {
    ++index;
  }
  return index;
}

void draw_explanation(Canvas& canvas, const Frame& frame, const FrameLayout& layout) {
  if (!layout.explained) return;
  const float room = canvas.width() - 2 * layout.margin;
  const float size = canvas.px(text_body);
  const std::string& chosen = frame.explanations[explanation_that_fits(canvas, frame, room)];
  Label label = text_at(layout.margin, canvas.height() - layout.margin, FontRole::ui, size,
                        canvas.palette().text_dim, chosen, AlignX::left, AlignY::bottom);
  canvas.part(Heading::explanation);
  const float taken = canvas.fitted_label(label, room) + canvas.px(3 * space_unit);
  if (layout.second_line || frame.detail.empty()) return;
  if (taken + canvas.measure(FontRole::ui, size, frame.detail) > room) return;
  label.x = canvas.width() - layout.margin;
  label.align_x = AlignX::right;
  label.text = frame.detail;
  canvas.part(Heading::detail);
  canvas.label(label);
}

}  // namespace

float frame_margin(const Style& style, float width, float height) {
  const bool small = std::min(width, height) < 320 * style.scale;
  return std::max(1.0F, std::round((small ? space_unit : 2 * space_unit) * style.scale));
}

FrameForm common_form(const FrameForm& a, const FrameForm& b) {
  return {std::max(a.title_rows, b.title_rows), std::min(a.shorter, b.shorter)};
}

FrameForm form_of(const Canvas& canvas, const Frame& frame) {
  const FrameLayout layout = lay_out_frame(canvas, frame);
  FrameForm form;
  form.title_rows = layout.title_rows.size();
  if (!frame.explanations.empty()) {
    form.shorter = frame.explanations.size() - 1 -
                   explanation_that_fits(canvas, frame, canvas.width() - 2 * layout.margin);
  }
  return form;
}

Rect frame_body(const Canvas& canvas, const Frame& frame) {
  return lay_out_frame(canvas, frame).body;
}

Rect draw_frame(Canvas& canvas, const Frame& frame) {
  const FrameLayout layout = lay_out_frame(canvas, frame);
  draw_header(canvas, frame, layout);
  draw_explanation(canvas, frame, layout);
  return layout.body;
}

void draw_legend(Canvas& canvas, const Rect& row, const std::vector<LegendEntry>& entries) {
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_small);
  const float swatch = canvas.whole_px(11);
  const float inner = canvas.px(6);
  const float gap = canvas.px(2 * space_unit);
  float x = row.x;
  for (const LegendEntry& entry : entries) {
    const float text_width = canvas.measure(FontRole::ui, size, entry.text);
    if (x + swatch + inner + text_width > row.x + row.w) break;
    const float y = std::round(row.y + (row.h - swatch) / 2);
    const Rect sample{std::round(x), y, swatch + canvas.whole_px(4), swatch};
    const float radius = canvas.px(2);
    canvas.part(Part::Kind::legend, static_cast<std::uint64_t>(entry.sample));
    switch (entry.sample) {
      case LegendEntry::Sample::wanted:
        canvas.fill(sample, palette.lane[9], radius);
        break;
      case LegendEntry::Sample::waste:
        canvas.waste(sample, radius);
        break;
      case LegendEntry::Sample::empty:
        canvas.outline(sample, palette.hairline, canvas.whole_px(1), radius);
        break;
      case LegendEntry::Sample::served:
        canvas.fill(sample, palette.lane[9], radius);
        canvas.outline(sample, palette.text, canvas.whole_px(1.6F), radius);
        break;
      case LegendEntry::Sample::speck: {
        const float speck = canvas.whole_px(3);
        canvas.fill({std::round(sample.x + (sample.w - speck) / 2),
                     std::round(sample.y + (sample.h - speck) / 2), speck, speck},
                    palette.hairline, speck / 2);
        break;
      }
      case LegendEntry::Sample::done: {
        const float bar = canvas.whole_px(2);
        canvas.fill(sample, mixed(palette.cell, palette.lane[9], 0.4F), radius);
        canvas.fill({sample.x, sample.y + sample.h - bar, sample.w, bar}, palette.text_faint);
        break;
      }
      case LegendEntry::Sample::waiting:
        canvas.outline(sample, palette.text_faint, canvas.whole_px(1), radius);
        break;
    }
    const Label label = text_at(sample.x + sample.w + inner, row.y + row.h / 2, FontRole::ui, size,
                                palette.text_faint, entry.text);
    canvas.label(label);
    x = label.x + text_width + gap;
  }
}

std::string describe(const memory::WarpAccess& access, const text::Texts& texts, bool is_copy) {
  const char* key = "stage.access.load";
  switch (access.op) {
    case memory::Op::load:
      key = "stage.access.load";
      break;
    case memory::Op::store:
      key = "stage.access.store";
      break;
    case memory::Op::atomic:
      key = "stage.access.atomic";
      break;
    case memory::Op::reduction:
      key = "stage.access.reduction";
      break;
  }
  if (is_copy) key = "stage.access.copy";
  return texts.count(key, static_cast<std::uint64_t>(std::popcount(access.mask)),
                     fmt::arg("bytes", access.bytes));
}

namespace {

bool contiguous(std::uint32_t lanes) {
  const std::uint32_t shifted = lanes >> std::countr_zero(lanes);
  return (shifted & (shifted + 1)) == 0;
}

}  // namespace

std::string lane_list(std::uint32_t lanes, const text::Texts& texts) {
  if (lanes == 0) return texts.get("stage.no_lane");
  const int first = std::countr_zero(lanes);
  const int last = 31 - std::countl_zero(lanes);
  if (first == last) return std::to_string(first);
  if (contiguous(lanes) && last - first >= 2) return fmt::format("{}–{}", first, last);
  constexpr int listed = 8;
  std::string list;
  int named = 0;
  for (int lane = first; lane <= last && named < listed; ++lane) {
    if (((lanes >> lane) & 1U) == 0) continue;
    if (named > 0) list += ", ";
    list += std::to_string(lane);
    ++named;
  }
  const int rest = std::popcount(lanes) - named;
  return rest > 0 ? texts.get("stage.and_more", fmt::arg("list", list), fmt::arg("n", rest)) : list;
}

std::vector<std::string> lane_marks(std::uint32_t lanes) {
  if (lanes == 0) return {};
  const int count = std::popcount(lanes);
  const int first = std::countr_zero(lanes);
  if (count == 1) return {std::to_string(first)};
  std::vector<std::string> marks;
  if (contiguous(lanes)) marks.push_back(fmt::format("{}–{}", first, first + count - 1));
  marks.push_back(fmt::format("{}×", count));
  return marks;
}

int first_lane(std::uint32_t lanes) { return lanes == 0 ? 0 : std::countr_zero(lanes); }

void frame_chosen(Canvas& canvas, Box& box, std::size_t lane) {
  const Palette& palette = canvas.palette();
  constexpr float min_contrast = 3;  // for graphics, WCAG 2.1, 1.4.11
  box.border = palette.text;
  box.border_width = canvas.whole_px(2);
  if (lane >= palette.lane.size() || contrast(palette.text, palette.lane[lane]) >= min_contrast)
    return;
  const float out = canvas.whole_px(1);
  canvas.fill({box.rect.x - out, box.rect.y - out, box.rect.w + 2 * out, box.rect.h + 2 * out},
              palette.text, box.radius + out);
  box.border = palette.lane_text[lane];
}

float min_digit(const Canvas& canvas) {
  constexpr float min_digit_units = 8;
  return std::max(min_digit_px, std::floor(canvas.px(min_digit_units)));
}

float min_digit_cell(const Canvas& canvas) {
  return min_digit(canvas) * digit_height + digit_clearance_px;
}

float digit_size(const Canvas& canvas, float cell_width, float cell_height, float largest,
                 std::string_view widest) {
  float size = std::floor(std::min(largest, (cell_height - digit_clearance_px) / digit_height));
  const float least = min_digit(canvas);
  while (size >= least && canvas.measure(FontRole::mono_bold, size, widest) + 1 > cell_width)
    --size;
  return size >= least ? size : 0;
}

DrawList build_message_view(const std::string& title, const std::string& sentence,
                            const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  const float room = width - 2 * canvas.px(2 * space_unit);
  canvas.fitted_label(
      text_at(width / 2, height / 2 - canvas.px(4), FontRole::ui_bold, canvas.px(text_title),
              palette.text_dim, title, AlignX::center, AlignY::bottom),
      room);
  const float size = canvas.px(text_body);
  const float row = size * 1.5F;
  float y = height / 2 + canvas.px(4);
  const float most = std::floor((height - y) / row);
  if (most < 1 || room < size) return canvas.take();
  for (const std::string& line :
       wrapped(style, FontRole::ui, size, sentence, room, static_cast<std::size_t>(most))) {
    canvas.fitted_label(text_at(width / 2, y, FontRole::ui, size, palette.text_faint, line,
                                AlignX::center, AlignY::top),
                        room);
    y += row;
  }
  return canvas.take();
}

}  // namespace lanescope::picture
