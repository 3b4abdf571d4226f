#include "viz/picture/prose/lines.h"

#include <algorithm>
#include <string_view>

namespace lanescope::picture {
namespace {

// A character, and the span whose style it has.
struct Glyph {
  std::string_view text;
  char32_t character = 0;
  std::size_t span = 0;
};

// Glyphs from..to, broken apart only if the piece is wider than a line.
struct Piece {
  std::size_t from = 0, to = 0;
  bool after_blank = false;
  bool after_end = false;  // an explicit line break precedes it
};

bool is_blank(char32_t character) { return character == U' ' || character == U'\t'; }

std::vector<Glyph> glyphs_of(const ProseLine& spans) {
  std::vector<Glyph> glyphs;
  for (std::size_t span = 0; span < spans.size(); ++span) {
    const std::string_view text = spans[span].text;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t from = at;
      const char32_t character = next_character(text, at);
      glyphs.push_back({text.substr(from, at - from), character, span});
    }
  }
  return glyphs;
}

std::vector<Piece> pieces_of(const std::vector<Glyph>& glyphs) {
  std::vector<Piece> pieces;
  bool open = false;
  bool blank = false;
  bool end = false;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    const char32_t c = glyphs[i].character;
    const bool is_inside = is_blank(c) && open && i + 1 < glyphs.size() &&
                           is_number_and_sign(glyphs[i - 1].character, glyphs[i + 1].character);
    if (is_inside) {
      pieces.back().to = ++i + 1;
      continue;
    }
    if (is_blank(c) || c == U'\n') {
      open = false;
      blank = blank || is_blank(c);
      end = end || c == U'\n';
      continue;
    }
    if (open && !may_break(glyphs[i - 1].character, c)) {
      pieces.back().to = i + 1;
      continue;
    }
    pieces.push_back({i, i + 1, blank, end});
    open = true;
    blank = end = false;
  }
  return pieces;
}

ProseRun run_of(const ProseSpan& span) {
  ProseRun run;
  // There is no italic face, and Chinese has none; a line or dots below would look like a link.
  run.strong = span.strong || span.emphasis;
  run.code = span.code;
  run.term = span.term;
  return run;
}

// Places glyphs on lines.
class Setter {
 public:
  Setter(const ProseLine& spans, const Style& style, const LineStyle& line_style, float width)
      : spans_(spans),
        style_(style),
        line_style_(line_style),
        width_(width),
        glyphs_(glyphs_of(spans)) {}

  std::vector<LaidLine> lines();
  [[nodiscard]] LineWidths widths();

 private:
  // The line with these glyphs appended; `blank`: after a blank.
  [[nodiscard]] LaidLine extended(LaidLine line, std::size_t from, std::size_t to,
                                  bool blank) const;
  void append(LaidLine& line, std::string_view text, const ProseSpan& span) const;
  [[nodiscard]] float measured(const ProseRun& run) const;
  void set_broken(const Piece& piece);
  void finish();

  const ProseLine& spans_;
  const Style& style_;
  const LineStyle& line_style_;
  float width_;
  std::vector<Glyph> glyphs_;
  std::vector<LaidLine> lines_;
  LaidLine line_;
};

float Setter::measured(const ProseRun& run) const {
  const float text = style_.measure(font_of(run, line_style_), size_of(run, line_style_), run.text);
  return run.code ? text + 2 * code_padding(line_style_) : text;
}

void Setter::append(LaidLine& line, std::string_view text, const ProseSpan& span) const {
  ProseRun next = run_of(span);
  if (line.runs.empty() || line.runs.back().strong != next.strong ||
      line.runs.back().code != next.code || line.runs.back().term != next.term) {
    next.x = line.w;
    line.runs.push_back(std::move(next));
  }
  ProseRun& run = line.runs.back();
  run.text += text;
  run.w = measured(run);
  line.w = run.x + run.w;
}

LaidLine Setter::extended(LaidLine line, std::size_t from, std::size_t to, bool blank) const {
  if (blank && !line.runs.empty()) append(line, " ", spans_[glyphs_[from - 1].span]);
  for (std::size_t i = from; i < to; ++i) append(line, glyphs_[i].text, spans_[glyphs_[i].span]);
  return line;
}

void Setter::finish() {
  lines_.push_back(std::move(line_));
  line_ = {};
}

void Setter::set_broken(const Piece& piece) {
  for (std::size_t i = piece.from; i < piece.to; ++i) {
    LaidLine longer = extended(line_, i, i + 1, false);
    if (longer.w > width_ && !line_.runs.empty()) {
      finish();
      longer = extended(line_, i, i + 1, false);
    }
    line_ = std::move(longer);
  }
}

std::vector<LaidLine> Setter::lines() {
  for (const Piece& piece : pieces_of(glyphs_)) {
    if (piece.after_end) finish();
    LaidLine longer = extended(line_, piece.from, piece.to, piece.after_blank);
    if (longer.w > width_ && !line_.runs.empty()) {
      finish();
      longer = extended(line_, piece.from, piece.to, false);
    }
    if (longer.w > width_) {
      set_broken(piece);
    } else {
      line_ = std::move(longer);
    }
  }
  if (!line_.runs.empty()) finish();
  return std::move(lines_);
}

LineWidths Setter::widths() {
  LineWidths widths;
  LaidLine whole;
  for (const Piece& piece : pieces_of(glyphs_)) {
    widths.least = std::max(widths.least, extended({}, piece.from, piece.to, false).w);
    whole = extended(std::move(whole), piece.from, piece.to, piece.after_blank || piece.after_end);
  }
  widths.natural = whole.w;
  return widths;
}

}  // namespace

FontRole font_of(const ProseRun& run, const LineStyle& line_style) {
  const bool bold = run.strong || line_style.bold;
  if (run.code) return bold ? FontRole::mono_bold : FontRole::mono;
  return bold ? FontRole::ui_bold : FontRole::ui;
}

// Fixed-width letters look larger than others of the same size.
float size_of(const ProseRun& run, const LineStyle& line_style) {
  return run.code ? line_style.size * 0.93F : line_style.size;
}

float code_padding(const LineStyle& line_style) { return line_style.size * 0.22F; }

std::vector<LaidLine> laid_lines(const ProseLine& spans, const Style& style,
                                 const LineStyle& line_style, float width) {
  return Setter(spans, style, line_style, width).lines();
}

LineWidths line_widths(const ProseLine& spans, const Style& style, const LineStyle& line_style) {
  return Setter(spans, style, line_style, 0).widths();
}

}  // namespace lanescope::picture
