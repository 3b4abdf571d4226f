// The index explorer's arithmetic: the index as mixed-radix digits, the formulas with numbers
// filled in, and the results of the nine formulas.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/index/parts.h"
#include "viz/picture/index/text.h"

namespace lanescope::picture {
namespace {

constexpr float digit_box = 32;  // units; height of a digit's box
constexpr float pitch_units = 20;
constexpr float nine_row = 22;
constexpr float legend_row = 18;

struct NamedDigit {
  const char* name;
  launch::Digit digit;
  bool of_thread;
};

// The digits that the launch uses, highest first.
std::vector<NamedDigit> digits_in_use(const IndexInput& input) {
  constexpr std::array<const char*, 6> names{"threadIdx.x", "threadIdx.y", "threadIdx.z",
                                             "blockIdx.x",  "blockIdx.y",  "blockIdx.z"};
  const launch::Digits digits = launch::digits_of(input.shape, input.position);
  std::vector<NamedDigit> used;
  for (std::size_t i = digits.size(); i-- > 0;) {
    const bool of_thread = i < 3;
    const int dimensions = launch::dimensions_of(of_thread ? input.shape.block : input.shape.grid);
    if (static_cast<int>(i % 3) < dimensions) used.push_back({names[i], digits[i], of_thread});
  }
  return used;
}

// `name_room`: for the digit's whole name, which may begin above its neighbour.
void draw_digit(Canvas& canvas, const NamedDigit& digit, const Rect& area, float name_room) {
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float small = canvas.px(text_small);
  const float middle = area.x + area.w / 2;
  const std::string weight = text::Texts::grouped(digit.digit.weight);
  const auto line = [&](float y, FontRole font, float size, const Color& color, std::string text) {
    const Label label = text_at(middle, y, font, size, color, std::move(text), AlignX::center);
    canvas.label_within(label, area.w);
  };
  const std::string name = digit.name;
  const float name_y = area.y + canvas.px(8);
  const float name_w = canvas.measure(FontRole::mono, small, name);
  if (name_w > area.w && name_w <= name_room) {
    canvas.label(text_at(area.x, name_y, FontRole::mono, small, palette.text_faint, name));
  } else {
    line(name_y, FontRole::mono, small, palette.text_faint,
         name_w <= area.w ? name : name.substr(name.size() - 2));
  }
  const Rect box =
      snapped(area.x, area.y + canvas.px(18), area.x + area.w, area.y + canvas.px(18 + digit_box));
  canvas.fill(box, digit.of_thread ? palette.panel_raised : palette.selection, canvas.px(5));
  line(box.y + box.h / 2, FontRole::mono_bold, canvas.px(text_title + 2), palette.text,
       std::to_string(digit.digit.value));
  line(area.y + canvas.px(18 + digit_box + 11), FontRole::ui, small, palette.text_dim,
       texts.get("index.digit_range", fmt::arg("last", digit.digit.radix - 1)));
  line(area.y + canvas.px(18 + digit_box + 27), FontRole::ui, small, palette.text_dim,
       texts.get("index.worth", fmt::arg("weight", weight)));
  canvas.hit(area, HitKind::none, 0,
             texts.get("index.digit_tip", fmt::arg("name", digit.name),
                       fmt::arg("value", digit.digit.value), fmt::arg("radix", digit.digit.radix),
                       fmt::arg("weight", weight)));
}

}  // namespace

float index_digits_height(const Canvas& canvas) { return canvas.px(18 + digit_box + 36); }

void draw_index_digits(Canvas& canvas, const IndexInput& input, const Rect& area) {
  const std::vector<NamedDigit> digits = digits_in_use(input);
  const float gap = canvas.px(8);
  const float group = canvas.px(20);  // between the block's and the thread's digits
  const std::string sum =
      "= " + text::Texts::grouped(launch::global_index(input.shape, input.position));
  const float size = canvas.px(text_title + 2);
  const float sum_w = canvas.measure(FontRole::mono_bold, size, sum) + canvas.px(16);
  const bool with_sum = sum_w < area.w * 0.4F;
  const float room =
      area.w - (with_sum ? sum_w : 0) - group - gap * static_cast<float>(digits.size() - 1);
  const float w = std::floor(std::min(canvas.px(92), room / static_cast<float>(digits.size())));
  if (w < canvas.px(12)) return;
  float x = area.x;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const bool leads = i == 0 || digits[i].of_thread != digits[i - 1].of_thread;
    if (i > 0) x += gap + (leads ? group : 0);
    // Of several digits the first has the word for all; ".y" in the middle of the next leaves room.
    const bool is_alone = i + 1 == digits.size() || digits[i + 1].of_thread != digits[i].of_thread;
    draw_digit(canvas, digits[i], {x, area.y, w, area.h},
               leads && !is_alone ? w + gap + w / 2 - canvas.px(9) : w);
    x += w;
  }
  if (with_sum) {
    canvas.label(text_at(x + canvas.px(14), area.y + canvas.px(18 + digit_box / 2),
                         FontRole::mono_bold, size, canvas.palette().good_text, sum));
  }
}

float index_formula_pitch(const Canvas& canvas) { return canvas.px(pitch_units); }

namespace {

float formula_size(const Canvas& canvas) { return canvas.px(text_body - 1); }

float value_width(const Canvas& canvas, const Formula& formula) {
  return canvas.measure(FontRole::mono_bold, formula_size(canvas), "= " + formula.value);
}

struct FormulaPlace {
  float x = 0, middle = 0;
  float name_w = 0;
  float end = 0;  // of the row
};

// Symbols and numbers are left out where they don't fit. Returns the right end.
float draw_formula(Canvas& canvas, const Formula& formula, const FormulaPlace& place,
                   bool with_symbols) {
  const Palette& palette = canvas.palette();
  const float size = formula_size(canvas);
  const auto put = [&](float x, FontRole font, const Color& color, std::string text) {
    canvas.label(text_at(x, place.middle, font, size, color, std::move(text)));
  };
  put(place.x, FontRole::mono, palette.text_faint, formula.name);
  float x = place.x + place.name_w;
  const float value_w = value_width(canvas, formula);
  const std::string numbers = formula.numbers.empty() ? "" : "= " + formula.numbers + " ";
  const float numbers_w = canvas.measure(FontRole::mono, size, numbers);
  const std::string symbols = "= " + formula.symbols + " ";
  const float symbols_w = canvas.measure(FontRole::mono, size, symbols);
  if (with_symbols && x + symbols_w + numbers_w + value_w <= place.end) {
    put(x, FontRole::mono, palette.text_faint, symbols);
    x += symbols_w;
  }
  if (!numbers.empty() && x + numbers_w + value_w <= place.end) {
    put(x, FontRole::mono, palette.text_dim, numbers);
    x += numbers_w;
  }
  if (x + value_w > place.end) return x;
  put(x, FontRole::mono_bold, palette.text, "= " + formula.value);
  return x + value_w;
}

}  // namespace

void draw_index_formulas(Canvas& canvas, const IndexInput& input, const Rect& area) {
  const float pitch = index_formula_pitch(canvas);
  const float end = area.x + area.w;
  const float name_w = canvas.measure(FontRole::mono, formula_size(canvas), "thread ");
  std::vector<Formula> formulas = formulas_of(input);
  const auto rows = static_cast<std::size_t>(std::max(0.0F, std::floor((area.h + 1) / pitch)));
  const bool one_a_row = rows >= formulas.size();
  if (rows == 0) return;
  float y = area.y + pitch / 2;
  for (std::size_t i = 0; i < (one_a_row ? formulas.size() : 1); ++i, y += pitch)
    draw_formula(canvas, formulas[i], {area.x, y, name_w, end}, true);
  if (one_a_row) return;
  // On a projector they share the rows that there are: without symbols, warp and lane first.
  formulas.erase(formulas.begin());
  std::ranges::stable_sort(formulas, {}, [](const Formula& formula) {
    return formula.name == "thread" ? 2 : formula.name == "block" ? 1 : 0;
  });
  const float gap = canvas.px(20);
  float x = area.x;
  std::size_t row = 1;
  for (const Formula& formula : formulas) {
    const float own_name =
        canvas.measure(FontRole::mono, formula_size(canvas), std::string(formula.name) + " ");
    const float least = own_name + value_width(canvas, formula);
    if (x + least > end && x > area.x) {
      ++row;
      x = area.x;
      y += pitch;
    }
    if (row >= rows || x + least > end) return;
    x = draw_formula(canvas, formula, {x, y, own_name, end}, false) + gap;
  }
}

float index_nine_width(const Canvas& canvas) { return canvas.px(270); }
float index_nine_height(const Canvas& canvas) { return canvas.px(22 + 18 + 3 * nine_row); }

void draw_index_nine(Canvas& canvas, const IndexInput& input, const Rect& area) {
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float small = canvas.px(text_small);
  canvas.fitted_label(text_at(area.x, area.y + canvas.px(8), FontRole::ui_bold,
                              canvas.px(text_body - 1), palette.text, texts.get("index.nine")),
                      area.w);
  const std::uint64_t right = launch::global_index(input.shape, input.position);
  const float heads = canvas.px(66);
  const float column = (area.w - heads) / 3;
  const float top = area.y + canvas.px(22);
  bool any_wrong = false;
  bool any_dim = false;
  for (int block = 1; block <= 3; ++block) {
    canvas.fitted_label(
        text_at(area.x + heads + column * (static_cast<float>(block) - 0.5F), top + canvas.px(8),
                FontRole::ui, small, palette.text_faint,
                texts.get("index.nine_block", fmt::arg("d", block)), AlignX::center),
        column - canvas.px(4));
  }
  for (int grid = 1; grid <= 3; ++grid) {
    const float y = top + canvas.px(18) + canvas.px(nine_row) * static_cast<float>(grid - 1);
    const float middle = y + canvas.px(nine_row) / 2;
    canvas.fitted_label(text_at(area.x, middle, FontRole::ui, small, palette.text_faint,
                                texts.get("index.nine_grid", fmt::arg("d", grid))),
                        heads - canvas.px(6));
    for (int block = 1; block <= 3; ++block) {
      const std::uint64_t value =
          launch::index_by_formula(input.shape, input.position, grid, block);
      const bool fits = launch::formula_fits(input.shape, grid, block);
      const bool own = grid == launch::dimensions_of(input.shape.grid) &&
                       block == launch::dimensions_of(input.shape.block);
      const Rect cell = snapped(area.x + heads + column * static_cast<float>(block - 1), y,
                                area.x + heads + column * static_cast<float>(block) - canvas.px(3),
                                y + canvas.px(nine_row) - canvas.px(2));
      if (own) {
        canvas.fill(cell, palette.selection, canvas.px(4));
        canvas.outline(cell, palette.selection_border, canvas.whole_px(1), canvas.px(4));
      }
      const std::string sign = value == right ? "" : "≠ ";
      any_wrong = any_wrong || (!fits && value != right);
      any_dim = any_dim || !fits;
      const std::string number = text::Texts::grouped(value);
      canvas.fitted_label(text_at(cell.x + cell.w / 2, middle - canvas.px(1),
                                  fits ? FontRole::mono_bold : FontRole::mono, small,
                                  fits ? palette.text : palette.text_faint,
                                  (fits ? "" : sign) + number, AlignX::center),
                          cell.w - canvas.px(4));
      canvas.hit(cell, HitKind::none, 0,
                 texts.get(fits ? "index.nine_fits" : "index.nine_misses", fmt::arg("grid", grid),
                           fmt::arg("block", block), fmt::arg("index", number)));
    }
  }
  const float below = index_nine_height(canvas);
  float y = area.y + below;
  const auto legend = [&](const std::string& words) {
    if (y + canvas.px(legend_row) > area.y + area.h) return;
    canvas.fitted_label(text_at(area.x, y + canvas.px(legend_row) / 2, FontRole::ui, small,
                                palette.text_faint, words),
                        area.w);
    y += canvas.px(legend_row);
  };
  if (any_wrong) legend("≠  " + texts.get("index.nine_wrong"));
  if (any_dim) legend(texts.get("index.nine_dim"));
}

}  // namespace lanescope::picture
