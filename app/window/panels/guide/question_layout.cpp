#include "app/window/panels/guide/question_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/frame.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::app {
namespace {

using picture::Rect;

// Units.
struct Sizes {
  float text, choice, code, field;  // of type
  float margin, gap;
  float heading_h, code_h, field_h, range_h, button_h;
  float choice_h, choice_pad, choice_gap;  // least height, above and below its words, between two
  float letter;
};
constexpr std::array<Sizes, 3> all_sizes{{
    {19, 16, 18, 22, 28, 16, 24, 48, 54, 26, 44, 48, 11, 8, 26},
    {16, 14, 16, 20, 20, 12, 22, 40, 46, 24, 40, 40, 8, 6, 24},
    {14, 13, 14, 18, 14, 7, 20, 30, 38, 20, 34, 30, 4, 4, 20},
}};
constexpr float button_text = 15;
constexpr float low_button_text = 13;
constexpr float max_column = 720;
constexpr float sign = 16;
constexpr float code_margin = QuestionLayout::code_margin;
constexpr float min_code = picture::text_body - 1;
constexpr std::size_t most_code_lines = 2;
// The buttons' part of their row; the rest is for the refusal if that fits, so that nothing moves.
constexpr float buttons_w = 270;
constexpr float min_refusal_w = 260;
constexpr float hint_pad = 12;
constexpr float hint_lines = 3;        // of a usual hint; its room is kept free from the beginning
constexpr float min_hint_w = 400;      // beside the buttons
constexpr float least_picture = 0.5F;  // of the stage's height, where the hint's room is kept free
// The picture to mark in has at least this height, or half of a lower stage.
constexpr float min_picture = 250;
// The least of an earlier answer's picture that is worth its room.
constexpr float min_beside_w = 460;
constexpr float min_beside_h = 240;
constexpr float min_column = 380;
// Where the question begins, as a share of the room that it leaves.
constexpr float from_top = 0.3F;

class Placer {
 public:
  Placer(const QuestionWords& words, const picture::Style& style, const ProseHeight& height_of,
         std::size_t type, const char* at)
      : words_(words),
        style_(style),
        height_of_(height_of),
        sizes_(all_sizes[type]),
        at_(fmt::format("{}{}", at, type)) {}

  // In `area` of the stage; `h_left`: height to be left below, for a picture.
  [[nodiscard]] QuestionLayout lay_out(const Rect& area, float h_left) {
    const float margin = px(sizes_.margin);
    const float most = words_.is_marked ? area.w : px(max_column);
    const float column = std::max(std::min(area.w - 2 * margin, most), 1.0F);
    // The words of a question that is marked stand above the left edge of its picture.
    const float x = std::round(
        area.x + (words_.is_marked ? std::min(margin, area.w / 2) : (area.w - column) / 2));
    place_content(column);
    const float refusal_h = place_refusal(column);
    float foot = px(sizes_.gap) + refusal_h + px(sizes_.button_h) + margin;
    // A marked question's hint is beside its buttons, another one's is below them, so that it moves
    // nothing. Its room is kept free from the beginning.
    const float beside_w = column - px(buttons_w) - px(sizes_.gap);
    const float hint_w = words_.is_marked ? beside_w : column;
    const float hint_h = std::max(usual_hint(), place_hint(hint_w, 0));
    const float more_h =
        words_.is_marked ? std::max(hint_h - px(sizes_.button_h), 0.0F) : px(sizes_.gap) + hint_h;
    const float rest = area.h - margin - foot - more_h - layout_.content_h;
    layout_.is_steady = words_.is_marked
                            ? beside_w >= px(min_hint_w) && rest >= area.h * least_picture
                            : h_left == 0 && rest >= 0;
    const bool is_beside = layout_.is_steady && words_.is_marked;
    const bool is_below = layout_.is_steady && !words_.is_marked;
    if (layout_.is_steady) {
      foot += more_h;
    } else if (!words_.hint.empty()) {
      layout_.hint_is_in_content = true;
      const float from = layout_.content_h;
      layout_.content_h = place_hint(column, from + px(sizes_.gap));
      hint_h_ = layout_.content_h - from;
    }
    // A hint is seen whole, whatever is left for the picture.
    const float least = std::min(hint_h_, area.h - margin - foot);
    const float room = std::max({area.h - margin - foot - h_left, least, 0.0F});
    const float free = std::max(room - layout_.content_h, 0.0F);
    float top = 0;
    if (!words_.is_marked && h_left == 0) {
      top = std::round(
          std::min(free, (free + hint_h_ + refusal_h + (is_below ? more_h : 0)) * from_top));
    }
    layout_.body = {x, area.y + margin + top, column, std::min(layout_.content_h, room)};
    float y = layout_.body.y + layout_.body.h;
    if (words_.is_marked) {
      const float bottom = area.y + area.h - foot;
      y += px(sizes_.gap) / 2;
      const float h = std::max(bottom - std::round(y), 0.0F);
      const float inset = margin - picture::frame_margin(style_, area.w, h);  // at the texts' edge
      layout_.picture = {area.x + inset, std::round(y), std::max(area.w - 2 * inset, 0.0F), h};
      y = bottom;
    }
    y = std::round(y + px(sizes_.gap));
    if (layout_.refusal && refusal_h > 0) {
      layout_.refusal->rect.x += x;
      layout_.refusal->rect.y += y;
      layout_.refusal_sign.x += x;
      layout_.refusal_sign.y += y;
      y += refusal_h;
    }
    layout_.buttons = {x, y, std::min(px(buttons_w), column), px(sizes_.button_h)};
    if (layout_.refusal && refusal_h == 0) {
      const float from = layout_.buttons.x + layout_.buttons.w;
      const float middle = y + layout_.buttons.h / 2;
      layout_.refusal_sign.x += from;
      layout_.refusal_sign.y = std::round(middle - px(sign) / 2);
      layout_.refusal->rect.x += from;
      layout_.refusal->rect.y = std::round(middle - layout_.refusal->rect.h / 2);
    }
    if (!layout_.hint_is_in_content && layout_.hint.h > 0) {
      move_hint(is_beside ? layout_.buttons.x + layout_.buttons.w + px(sizes_.gap) : x,
                is_beside ? y : y + layout_.buttons.h + px(sizes_.gap));
    }
    layout_.field_size = sizes_.field;
    layout_.button_size = sizes_.button_h > 36 ? button_text : low_button_text;
    return layout_;
  }
  // Below the buttons, with the margin.
  [[nodiscard]] float bottom() const {
    return layout_.buttons.y + layout_.buttons.h + px(sizes_.margin);
  }

 private:
  [[nodiscard]] float px(float units) const { return std::round(units * style_.scale); }

  PlacedProse prose(const std::string& id, const std::string& markdown, float x, float y, float w,
                    const picture::ProseStyle& prose_style) {
    PlacedProse placed{
        id + "@" + at_, markdown, {x, y, std::max(std::floor(w), 1.0F), 0}, prose_style};
    placed.rect.h = height_of_(placed.id, markdown, placed.rect.w, prose_style);
    return placed;
  }

  void place_content(float column) {
    const picture::Palette& palette = style_.palette;
    float y = 0;
    layout_.heading = {0, y, column, px(sizes_.heading_h)};
    y += px(sizes_.heading_h) + px(sizes_.gap) / 2;
    if (!words_.note.empty()) {
      layout_.note = prose("note", words_.note, 0, y, column,
                           {sizes_.choice, palette.costly_text, false, false});
      y += layout_.note->rect.h + px(sizes_.gap);
    }
    if (!words_.code.empty() && !words_.is_marked) {
      layout_.code = {0, y, column, place_code(column)};
      y += layout_.code.h + px(sizes_.gap);
    }
    layout_.text =
        prose("text", words_.text, 0, y, column, {sizes_.text, palette.text, false, true});
    y += layout_.text->rect.h;
    if (words_.has_field) {
      y += px(sizes_.gap);
      layout_.field = {0, y, column, px(sizes_.field_h)};
      y += px(sizes_.field_h);
      layout_.range = {0, y, column, px(sizes_.range_h)};
      y += px(sizes_.range_h);
    }
    if (!words_.choices.empty()) y = place_choices(column, y + px(sizes_.gap));
    layout_.content_h = y;
  }

  // Smaller type, then a second line: it is never cut where two lines hold it. Returns its height.
  float place_code(float column) {
    const float room = column - 2 * px(code_margin);
    float size = sizes_.code;
    while (size > min_code &&
           style_.measure(picture::FontRole::mono, size * style_.scale, words_.code) > room) {
      size -= 1;
    }
    layout_.code_size = size;
    layout_.code_lines = picture::wrapped(style_, picture::FontRole::mono, size * style_.scale,
                                          words_.code, room, most_code_lines);
    return px(sizes_.code_h) + static_cast<float>(layout_.code_lines.size() - 1) *
                                   px(size * QuestionLayout::code_pitch);
  }

  float place_choices(float column, float y) {
    const float pad = px(10);
    const float letter = px(sizes_.letter);
    const float x = pad + letter + pad;
    const float w = column - x - pad - px(sign) - pad;  // the sign of a wrong first try
    for (std::size_t i = 0; i < words_.choices.size(); ++i) {
      QuestionLayout::Choice choice;
      choice.words = prose(fmt::format("choice{}", i), words_.choices[i], x, 0, w,
                           {sizes_.choice, style_.palette.text, false, false});
      const float h =
          std::max(px(sizes_.choice_h), choice.words.rect.h + 2 * px(sizes_.choice_pad));
      choice.box = {0, y, column, h};
      choice.words.rect.y = std::round(y + (h - choice.words.rect.h) / 2);
      choice.letter = {pad, std::round(y + (std::min(h, px(sizes_.choice_h)) - letter) / 2), letter,
                       letter};
      layout_.choices.push_back(choice);
      y += h + px(sizes_.choice_gap);
    }
    return y - px(sizes_.choice_gap);
  }

  [[nodiscard]] float usual_hint() const {
    const float line = std::round(sizes_.choice * style_.scale * picture::prose_line_share);
    return (hint_lines + 1) * line + 2 * std::min(px(hint_pad), px(sizes_.gap)) + px(2);
  }

  void move_hint(float x, float y) {
    for (Rect* rect : {&layout_.hint, &layout_.hint_verdict->rect, &layout_.hint_text->rect}) {
      rect->x += x;
      rect->y += y;
    }
  }

  // Returns its lower edge; without a hint, `y`.
  float place_hint(float column, float y) {
    if (words_.hint.empty()) return y;
    const float pad = std::min(px(hint_pad), px(sizes_.gap));
    const float x = px(hint_pad) + px(sign) + px(8);
    const float w = column - x - px(hint_pad);
    layout_.hint_verdict = prose("hint.verdict", words_.verdict, x, y + pad, w,
                                 {sizes_.choice, style_.palette.costly_text, true, false});
    const float below = y + pad + layout_.hint_verdict->rect.h + px(2);
    layout_.hint_text =
        prose("hint", words_.hint, x, below, w, {sizes_.choice, style_.palette.text, false, false});
    layout_.hint = {0, y, column, below + layout_.hint_text->rect.h + pad - y};
    return y + layout_.hint.h;
  }

  // Beside the buttons, or from the top left corner of the part above them. Returns the height that
  // it needs above them, with the gap below; 0: none.
  float place_refusal(float column) {
    if (words_.refusal.empty()) return 0;
    const float indent = px(sign) + px(6);
    layout_.refusal_sign = {0, px(2), px(sign), px(sign)};
    const float beside = column - px(buttons_w) - indent;
    const bool is_taken = words_.is_marked && !words_.hint.empty();  // by the hint
    if (beside >= px(min_refusal_w) && !is_taken) {
      layout_.refusal = prose("refusal.beside", words_.refusal, indent, 0, beside,
                              {picture::text_body, style_.palette.costly_text, false, false});
      if (layout_.refusal->rect.h <= px(sizes_.button_h)) return 0;
    }
    layout_.refusal = prose("refusal", words_.refusal, indent, 0, column - indent,
                            {picture::text_body, style_.palette.costly_text, false, false});
    return std::max(layout_.refusal->rect.h, px(sign)) + px(sizes_.gap);
  }

  const QuestionWords& words_;
  const picture::Style& style_;
  const ProseHeight& height_of_;
  const Sizes& sizes_;
  std::string at_;
  QuestionLayout layout_;
  float hint_h_ = 0;
};

}  // namespace

QuestionLayout question_layout(const QuestionWords& words, const Rect& stage,
                               const picture::Style& style, const ProseHeight& height_of) {
  const auto px = [&](float units) { return std::round(units * style.scale); };
  if (words.has_beside && !words.is_marked) {
    for (std::size_t type = 1; type < all_sizes.size(); ++type) {
      // The picture of the earlier answer is below the question, or at its right.
      Placer above(words, style, height_of, type, "above");
      QuestionLayout layout = above.lay_out(stage, px(min_beside_h));
      if (!layout.scrolls() && stage.w >= px(min_beside_w)) {
        const float y = above.bottom();
        layout.beside = {stage.x, y, stage.w, stage.y + stage.h - y};
        return layout;
      }
      const float w = std::round(std::max(px(min_column), stage.w * 0.45F));
      if (stage.w - w >= px(min_beside_w)) {
        layout = Placer(words, style, height_of, type, "left")
                     .lay_out({stage.x, stage.y, w, stage.h}, 0);
        if (!layout.scrolls()) {
          layout.beside = {stage.x + w, stage.y, stage.w - w, stage.h};
          return layout;
        }
      }
    }
  }
  const float h_left = words.is_marked ? std::min(px(min_picture), std::round(stage.h / 2)) : 0;
  // Smaller type rather than a hint that moves what is above it.
  QuestionLayout layout;
  for (const bool must_be_steady : {true, false}) {
    for (std::size_t type = 0; type < all_sizes.size(); ++type) {
      layout = Placer(words, style, height_of, type, "").lay_out(stage, h_left);
      if (!layout.scrolls() && (layout.is_steady || !must_be_steady)) return layout;
    }
  }
  return layout;
}

}  // namespace lanescope::app
