#include "viz/picture/prose/prose.h"

#include <algorithm>
#include <cmath>

#include "viz/picture/core/canvas.h"
#include "viz/picture/prose/lines.h"

namespace lanescope::picture {
namespace {

// ---- tables: columns as wide as their content if there is room, otherwise with wrapped cells ----

struct TableRow {
  float y = 0, h = 0;
  std::vector<std::vector<LaidLine>> cells;
};

// Pixels, from the table's top left corner.
struct LaidTable {
  std::vector<float> x, w;  // left end and width of each column's text
  std::vector<TableRow> rows;
  float width = 0, height = 0;
};

LineStyle row_style_of(const LineStyle& line_style, std::size_t row) {
  return {line_style.size, row == 0};
}

// Divides `room` among the columns: natural widths if all fit; otherwise each gets the width of its
// longest word plus a share of the rest, in proportion to its natural width.
std::vector<float> column_widths(const std::vector<LineWidths>& wanted, float room) {
  float natural = 0;
  float least = 0;
  for (const LineWidths& column : wanted) {
    natural += column.natural;
    least += column.least;
  }
  std::vector<float> widths;
  for (const LineWidths& column : wanted) {
    if (natural <= room) {
      widths.push_back(column.natural);
    } else if (least <= room) {
      widths.push_back(column.least +
                       (room - least) * (column.natural - column.least) / (natural - least));
    } else {
      widths.push_back(room * column.least / std::max(least, 1.0F));
    }
  }
  return widths;
}

LaidTable laid_table(const ProseBlock::Table& table, const Style& style,
                     const LineStyle& line_style, float width, float line_height) {
  LaidTable laid;
  std::vector<LineWidths> wanted;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      wanted.resize(std::max(wanted.size(), c + 1));
      const LineWidths cell = line_widths(table.rows[r][c], style, row_style_of(line_style, r));
      wanted[c].least = std::max(wanted[c].least, std::ceil(cell.least));
      wanted[c].natural = std::max(wanted[c].natural, std::ceil(cell.natural));
    }
  }
  const float gap = line_style.size * 1.4F;
  const float gaps = gap * static_cast<float>(wanted.empty() ? 0 : wanted.size() - 1);
  laid.w = column_widths(wanted, std::max(width - gaps, 1.0F));
  for (const float w : laid.w) {
    laid.x.push_back(laid.width + (laid.x.empty() ? 0 : gap));
    laid.width = laid.x.back() + w;
  }
  const float padding = std::round(line_height * 0.16F);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    TableRow row;
    row.y = laid.height;
    std::size_t most = 1;
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      row.cells.push_back(
          laid_lines(table.rows[r][c], style, row_style_of(line_style, r), laid.w[c]));
      most = std::max(most, row.cells.back().size());
    }
    row.h = line_height * static_cast<float>(most) + 2 * padding;
    laid.height += row.h;
    laid.rows.push_back(std::move(row));
  }
  return laid;
}

constexpr float gap_share = 0.7F;    // gap between blocks, relative to the font size
constexpr float item_share = 0.25F;  // gap between list items, relative to the font size
constexpr float indent_share = 1.5F;

// Draws blocks from the top down.
class Pen {
 public:
  Pen(const Style& style, float width, const ProseStyle& text_style)
      : style_(style),
        color_(text_style.color.a > 0 ? text_style.color : style.palette.text),
        line_style_{text_style.size * style.scale, text_style.is_heading},
        line_h_(std::round(line_style_.size * prose_line_share)) {
    list_.width = width;
  }

  void block(const ProseBlock& block, const ProseBlock* before);
  [[nodiscard]] DrawList take() {
    list_.height = std::ceil(y_);
    return std::move(list_);
  }

 private:
  void lines(const ProseLine& spans, float x, float w, const LineStyle& text_style);
  void line(const LaidLine& line, float x, float middle, const LineStyle& text_style);
  void link(const ProseRun& run, float x, float middle, const LineStyle& text_style);
  void item(const ProseBlock& block);
  void code(const std::string& code);
  void table(const ProseBlock::Table& table);
  void label(float x, float middle, FontRole font, float size, const Color& color,
             std::string text);
  void fill(const Rect& rect, const Color& color, float radius = 0);

  const Style& style_;
  Color color_;
  LineStyle line_style_;
  float line_h_;
  float y_ = 0;
  DrawList list_;
};

void Pen::label(float x, float middle, FontRole font, float size, const Color& color,
                std::string text) {
  list_.add(text_at(x, middle, font, size, color, std::move(text)));
}

void Pen::fill(const Rect& rect, const Color& color, float radius) {
  list_.add(Box{rect, radius, color});
}

void Pen::line(const LaidLine& line, float x, float middle, const LineStyle& text_style) {
  const float pad = code_padding(text_style);
  for (const ProseRun& run : line.runs) {
    const float size = size_of(run, text_style);
    if (run.code) {
      const float h = std::round(text_style.size * 1.3F);
      fill({std::round(x + run.x), std::round(middle - h / 2), std::round(run.w), h},
           style_.palette.panel_raised, std::round(text_style.size * 0.22F));
    }
    label(x + run.x + (run.code ? pad : 0), middle, font_of(run, text_style), size, color_,
          run.text);
    if (run.term) link(run, x, middle, text_style);
  }
}

// A fine dashed line below the word. Nothing else in prose has a line below it.
void Pen::link(const ProseRun& run, float x, float middle, const LineStyle& text_style) {
  const float thin = std::max(1.0F, std::round(style_.scale));
  const float dash = std::max(2.0F, std::round(2 * style_.scale));
  const float y = std::round(middle + text_style.size * 0.56F);
  const float left = std::round(x + run.x);
  for (float at = 0; at + dash <= run.w; at += 2 * dash)
    fill({left + at, y, dash, thin}, style_.palette.text_dim);
  const text::Glossary& glossary = style_.texts->glossary();
  list_.add(HitArea{{x + run.x, middle - line_h_ / 2, run.w, line_h_},
                    HitKind::term,
                    *run.term,
                    text::explanation(glossary.terms()[*run.term])});
}

void Pen::lines(const ProseLine& spans, float x, float w, const LineStyle& text_style) {
  for (const LaidLine& laid : laid_lines(spans, style_, text_style, w)) {
    line(laid, x, y_ + line_h_ / 2, text_style);
    y_ += line_h_;
  }
}

void Pen::item(const ProseBlock& block) {
  const float indent = std::min(std::round(line_style_.size * indent_share), list_.width / 3);
  const float mark_w = style_.measure(FontRole::ui, line_style_.size, block.mark);
  label(std::max(0.0F, indent - line_style_.size * 0.5F - mark_w), y_ + line_h_ / 2, FontRole::ui,
        line_style_.size, style_.palette.text_dim, block.mark);
  lines(block.spans, indent, list_.width - indent, line_style_);
}

// Line by line; a line that is too wide continues below, indented further.
void Pen::code(const std::string& code) {
  const float pad = std::round(line_style_.size * 0.6F);
  const Rect ground{0, y_, list_.width, 0};
  const std::size_t box = list_.boxes.size();
  fill(ground, style_.palette.well, std::round(line_style_.size * 0.35F));
  y_ += pad * 0.7F;
  const float size = line_style_.size * 0.93F;
  const float room = std::max(1.0F, list_.width - 2 * pad);
  const float digit_w = style_.measure(FontRole::mono, size, "0");
  const float line_h = std::round(size * 1.45F);
  const auto fits = static_cast<std::size_t>(std::max(4.0F, std::floor(room / digit_w)));
  for (std::size_t from = 0; from <= code.size();) {
    const std::size_t end = std::min(code.find('\n', from), code.size());
    std::string_view rest = std::string_view(code).substr(from, end - from);
    float x = pad;
    std::size_t columns = fits;
    do {
      std::size_t at = 0;
      float w = 0;
      while (at < rest.size()) {
        std::size_t next = at;
        static_cast<void>(next_character(rest, next));
        const float more = style_.measure(FontRole::mono, size, rest.substr(at, next - at));
        if (at > 0 && w + more > digit_w * static_cast<float>(columns) + 0.5F) break;
        w += more;
        at = next;
      }
      if (at > 0)
        label(x, y_ + line_h / 2, FontRole::mono, size, color_, std::string(rest.substr(0, at)));
      rest.remove_prefix(at);
      y_ += line_h;
      x = pad + 2 * digit_w;
      columns = fits > 6 ? fits - 2 : fits;
    } while (!rest.empty());
    from = end + 1;
  }
  y_ += pad * 0.7F;
  list_.boxes[box].rect.h = std::round(y_ - ground.y);
  y_ = ground.y + list_.boxes[box].rect.h;
}

void Pen::table(const ProseBlock::Table& table) {
  const LaidTable laid = laid_table(table, style_, line_style_, list_.width, line_h_);
  const float thin = std::max(1.0F, std::round(style_.scale));
  for (std::size_t r = 0; r < laid.rows.size(); ++r) {
    const TableRow& row = laid.rows[r];
    const LineStyle text_style{line_style_.size, r == 0};
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      const AlignX align = c < table.columns.size() ? table.columns[c] : AlignX::left;
      float middle = y_ + row.y + (row.h - line_h_ * static_cast<float>(row.cells[c].size())) / 2 +
                     line_h_ / 2;
      for (const LaidLine& cell : row.cells[c]) {
        const float spare = laid.w[c] - cell.w;
        const float x = laid.x[c] + (align == AlignX::right    ? spare
                                     : align == AlignX::center ? spare / 2
                                                               : 0);
        line(cell, x, middle, text_style);
        middle += line_h_;
      }
    }
    if (r + 1 < laid.rows.size()) {
      fill({0, std::round(y_ + row.y + row.h - thin), std::round(laid.width), thin},
           r == 0 ? style_.palette.text_faint : style_.palette.hairline);
    }
  }
  y_ += laid.height;
}

void Pen::block(const ProseBlock& block, const ProseBlock* before) {
  using Kind = ProseBlock::Kind;
  if (before != nullptr) {
    const bool same_list = before->kind == Kind::item && block.kind == Kind::item;
    y_ += std::round(line_style_.size * (same_list ? item_share : gap_share));
  }
  switch (block.kind) {
    case Kind::paragraph:
      lines(block.spans, 0, list_.width, line_style_);
      break;
    case Kind::heading:
      lines(block.spans, 0, list_.width, {line_style_.size, true});
      break;
    case Kind::item:
      item(block);
      break;
    case Kind::code:
      code(block.code);
      break;
    case Kind::table:
      table(block.table);
      break;
  }
}

}  // namespace

DrawList build_prose(const Prose& prose, const Style& style, float width,
                     const ProseStyle& text_style) {
  Pen pen(style, width, text_style);
  const ProseBlock* before = nullptr;
  Prose linked;
  if (text_style.is_linked && style.texts != nullptr) {
    linked = prose;
    link_terms(linked, style.texts->glossary());
  }
  for (const ProseBlock& block : linked.empty() ? prose : linked) {
    pen.block(block, before);
    before = &block;
  }
  return pen.take();
}

}  // namespace lanescope::picture
