#include "app/session/edit/text_edit.h"

#include <algorithm>
#include <iterator>

#include "app/session/edit/characters.h"

namespace lanescope::app {
namespace {

// How far around the caret is looked for how the text indents.
constexpr std::size_t lines_for_indentation = 500;

TextPlace end_of(TextPlace at, std::string_view text) {
  const std::size_t last = text.rfind('\n');
  if (last == text.npos) return {at.line, at.column + text.size()};
  return {at.line + static_cast<std::size_t>(std::ranges::count(text, '\n')),
          text.size() - last - 1};
}

TextRange in_order(TextPlace a, TextPlace b) { return {std::min(a, b), std::max(a, b)}; }

}  // namespace

void TextEdit::set(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  line_end_ = text.substr(end, 2) == "\r\n" ? "\r\n" : text.substr(end, 1) == "\r" ? "\r" : "\n";
  lines_ = lines_to_edit(with_plain_line_ends(text));
  caret_ = anchor_ = {};
  wanted_column_.reset();
  done_.clear();
  undone_.clear();
  ++revision_;
}

std::string TextEdit::text() const {
  std::size_t bytes = 0;
  for (const std::string& line : lines_) bytes += line.size() + line_end_.size();
  std::string all;
  all.reserve(bytes);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i > 0) all += line_end_;
    all += lines_[i];
  }
  return all;
}

TextRange TextEdit::selection() const { return in_order(caret_, anchor_); }

std::string TextEdit::selected() const { return text_of(selection()); }

std::string TextEdit::text_of(TextRange range) const {
  const auto [first, last] = range;
  if (first.line == last.line)
    return lines_[first.line].substr(first.column, last.column - first.column);
  std::string text = lines_[first.line].substr(first.column);
  for (std::size_t line = first.line + 1; line < last.line; ++line) text += '\n' + lines_[line];
  return text + '\n' + lines_[last.line].substr(0, last.column);
}

// --- changes -----------------------------------------------------------------------------------

void TextEdit::splice(TextRange range, std::string_view added) {
  const auto [first, last] = range;
  if (first.line == last.line && added.find('\n') == added.npos) {
    lines_[first.line].replace(first.column, last.column - first.column, added);
    return;
  }
  std::vector<std::string> news = lines_to_edit(added);
  news.front().insert(0, lines_[first.line], 0, first.column);
  news.back().append(lines_[last.line], last.column);
  // The lines behind are moved at most once.
  const std::size_t both = std::min(news.size(), last.line - first.line + 1);
  const auto to = lines_.begin() + static_cast<std::ptrdiff_t>(first.line);
  const auto from = news.begin() + static_cast<std::ptrdiff_t>(both);
  std::move(news.begin(), from, to);
  const auto rest = to + static_cast<std::ptrdiff_t>(both);
  if (from != news.end()) {
    lines_.insert(rest, std::make_move_iterator(from), std::make_move_iterator(news.end()));
  } else {
    lines_.erase(rest, lines_.begin() + static_cast<std::ptrdiff_t>(last.line + 1));
  }
}

void TextEdit::change(TextRange range, std::string_view added, std::optional<Ends> ends,
                      bool types) {
  std::string removed = text_of(range);
  const TextPlace end = end_of(range.first, added);
  if (removed == added) return go_to(ends.value_or(Ends{end, end}));
  const bool goes_on = types && !done_.empty() && done_.back().is_typing;
  if (!goes_on) {
    end_typing();
    done_.push_back({{}, caret_, anchor_, {}, {}, types});
  }
  splice(range, added);
  Step& step = done_.back();
  if (goes_on && removed.empty() &&
      end_of(step.changes.back().at, step.changes.back().added) == range.first) {
    step.changes.back().added += added;
  } else {
    step.changes.push_back({range.first, std::move(removed), std::string(added)});
  }
  // Bytes that were no characters may have become one, with the new place within it.
  caret_ = step.caret_after = nearest(ends ? ends->caret : end);
  anchor_ = step.anchor_after = nearest(ends ? ends->anchor : end);
  wanted_column_.reset();
  undone_.clear();
  ++revision_;
}

void TextEdit::end_typing() {
  if (!done_.empty()) done_.back().is_typing = false;
}

void TextEdit::type(std::string_view characters) {
  const std::string all = with_plain_line_ends(characters);
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find_first_of(" \n", at), all.size() - 1) + 1;
    const std::string_view piece = std::string_view(all).substr(at, end - at);
    at = end;
    TextRange range = selection();
    if (piece.front() == '}') range.first.column -= step_before(range.first);
    change(range, piece, {}, true);
    const std::string& line = lines_[caret_.line];
    const bool is_behind_word =
        piece.back() == ' ' && caret_.column >= 2 && !is_blank(line[caret_.column - 2]);
    if (is_behind_word || piece.back() == '\n') end_typing();
  }
}

void TextEdit::insert(std::string_view text) { change(selection(), with_plain_line_ends(text)); }

void TextEdit::new_line() {
  TextRange range = selection();
  const std::string_view before =
      std::string_view(lines_[range.first.line]).substr(0, range.first.column);
  const std::string_view behind =
      std::string_view(lines_[range.last.line]).substr(range.last.column);
  const std::string indent(before.substr(0, blanks_before(before)));
  const std::size_t last = before.find_last_not_of(" \t");
  if (last == before.npos || before[last] != '{') return change(range, "\n" + indent);

  const std::string deeper = "\n" + indent + indentation_step();
  const std::size_t next = blanks_before(behind);
  if (next == behind.size() || behind[next] != '}') return change(range, deeper);
  // The blanks around the caret would only be left over.
  range.first.column = last + 1;
  range.last.column += next;
  const TextPlace inner = end_of(range.first, deeper);
  change(range, deeper + "\n" + indent, Ends{inner, inner});
}

void TextEdit::erase(Unit unit, Direction direction) {
  change(has_selection() ? selection() : in_order(caret_, crossed(caret_, unit, direction)), "");
}

std::pair<std::size_t, std::size_t> TextEdit::chosen_lines() const {
  const auto [first, last] = selection();
  return {first.line, last.line - (last.column == 0 && last.line > first.line ? 1 : 0)};
}

std::string TextEdit::indentation_step() const {
  std::size_t tabs = 0, twos = 0, spaces = 0;
  const std::size_t from = caret_.line - std::min(caret_.line, lines_for_indentation);
  const std::size_t to = std::min(caret_.line + lines_for_indentation, lines_.size());
  for (std::size_t i = from; i < to; ++i) {
    const std::size_t blanks = blanks_before(lines_[i]);
    if (blanks == 0 || blanks == lines_[i].size()) continue;
    if (lines_[i][0] == '\t') {
      ++tabs;
    } else if (blanks % 2 == 0) {  // not the stars of a comment
      ++spaces;
      twos += blanks % 4 == 2 ? 1 : 0;
    }
  }
  if (tabs > spaces) return "\t";
  // A few such lines there are in files that indent by 4, too: labels, or what is aligned.
  return std::string(twos > 0 && twos * 8 >= spaces ? 2 : indentation, ' ');
}

std::size_t TextEdit::step_before(TextPlace place) const {
  const std::string_view before = std::string_view(lines_[place.line]).substr(0, place.column);
  if (before.empty() || blanks_before(before) < before.size()) return 0;
  if (before.back() == '\t') return 1;
  const std::size_t spaces = before.size() - (before.find_last_not_of(' ') + 1);
  const std::string step = indentation_step();
  return std::min(spaces, step == "\t" ? indentation : step.size());
}

// One change of all lines, with which caret and anchor move.
void TextEdit::edit_lines(std::size_t first, const std::vector<LineEdit>& edits) {
  const std::size_t last = first + edits.size() - 1;
  std::string text;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const std::string& line = lines_[first + i];
    if (i > 0) text += '\n';
    text.append(line, 0, edits[i].column).append(edits[i].added);
    text.append(line, edits[i].column + edits[i].removed);
  }
  const auto moved = [&](TextPlace place) {
    // Whole lines that are selected stay so.
    if (place.line < first || place.line > last || (place.column == 0 && has_selection()))
      return place;
    const LineEdit& edit = edits[place.line - first];
    if (place.column >= edit.column)
      place.column =
          std::max(edit.column + edit.removed, place.column) - edit.removed + edit.added.size();
    return place;
  };
  const Ends ends{moved(caret_), moved(anchor_)};
  change({{first, 0}, {last, lines_[last].size()}}, text, ends);
}

void TextEdit::indent(Direction direction) {
  const std::string step = indentation_step();
  if (direction == Direction::forth && !has_selection()) {
    const std::size_t spaces = step.size() - shown_column(caret_) % step.size();
    return change(selection(), step == "\t" ? step : std::string(spaces, ' '));
  }
  const auto [first, last] = chosen_lines();
  std::vector<LineEdit> edits;
  for (std::size_t i = first; i <= last; ++i) {
    const std::string& line = lines_[i];
    if (direction == Direction::back) {
      edits.push_back({0, step_before({i, blanks_before(line)}), ""});
      // Of tabs and spaces that stand together, the last ones go.
      edits.back().column = blanks_before(line) - edits.back().removed;
    } else {
      edits.push_back({0, 0, line.empty() ? std::string_view() : step});
    }
  }
  edit_lines(first, edits);
}

void TextEdit::toggle_comment() {
  const auto [first, last] = chosen_lines();
  std::size_t column = std::string::npos;  // of the line that is indented least
  bool all_have_it = true;
  for (std::size_t i = first; i <= last; ++i) {
    const std::string_view line = lines_[i];
    const std::size_t blanks = blanks_before(line);
    if (blanks == line.size()) continue;
    column = std::min(column, blanks);
    all_have_it = all_have_it && line.substr(blanks).starts_with("//");
  }
  const bool all_empty = column == std::string::npos;
  std::vector<LineEdit> edits;
  for (std::size_t i = first; i <= last; ++i) {
    const std::string_view line = lines_[i];
    const std::size_t blanks = blanks_before(line);
    if (all_empty) {
      edits.push_back({line.size(), 0, "// "});
    } else if (blanks == line.size()) {
      edits.emplace_back();
    } else if (all_have_it) {
      edits.push_back({blanks, line.substr(blanks).starts_with("// ") ? 3U : 2U, ""});
    } else {
      edits.push_back({column, 0, "// "});
    }
  }
  edit_lines(first, edits);
}

void TextEdit::move_lines(Direction direction) {
  const auto [first, last] = chosen_lines();
  const bool forth = direction == Direction::forth;
  if (forth ? last + 1 == lines_.size() : first == 0) return;
  const std::string chosen = text_of({{first, 0}, {last, lines_[last].size()}});
  const std::size_t other = forth ? last + 1 : first - 1;
  Ends ends{caret_, anchor_};
  for (TextPlace* place : {&ends.caret, &ends.anchor})
    place->line = forth ? place->line + 1 : place->line - 1;
  const TextRange range = forth ? TextRange{{first, 0}, {other, lines_[other].size()}}
                                : TextRange{{other, 0}, {last, lines_[last].size()}};
  change(range, forth ? lines_[other] + '\n' + chosen : chosen + '\n' + lines_[other], ends);
}

void TextEdit::duplicate() {
  if (has_selection()) {
    const auto [first, last] = selection();
    const std::string text = selected();
    return change({last, last}, text, Ends{end_of(last, text), last});
  }
  const TextPlace end{caret_.line, lines_[caret_.line].size()};
  const TextPlace below{caret_.line + 1, caret_.column};
  change({end, end}, '\n' + lines_[caret_.line], Ends{below, below});
}

void TextEdit::erase_lines() {
  const auto [first, last] = chosen_lines();
  TextRange range{{first, 0}, {last, lines_[last].size()}};
  TextPlace left{first, caret_.column};
  if (last + 1 < lines_.size()) {
    range.last = {last + 1, 0};
  } else if (first > 0) {
    range.first = {first - 1, lines_[first - 1].size()};
    left.line = first - 1;
  }
  change(range, "", Ends{left, left});
}

bool TextEdit::undo() {
  if (done_.empty()) return false;
  Step step = std::move(done_.back());
  done_.pop_back();
  for (auto each = step.changes.rbegin(); each != step.changes.rend(); ++each)
    splice({each->at, end_of(each->at, each->added)}, each->removed);
  go_to({step.caret_before, step.anchor_before});
  undone_.push_back(std::move(step));
  ++revision_;
  return true;
}

bool TextEdit::redo() {
  if (undone_.empty()) return false;
  Step step = std::move(undone_.back());
  undone_.pop_back();
  for (const Change& each : step.changes)
    splice({each.at, end_of(each.at, each.removed)}, each.added);
  const Ends ends{step.caret_after, step.anchor_after};
  done_.push_back(std::move(step));
  go_to(ends);
  ++revision_;
  return true;
}

// --- moving ------------------------------------------------------------------------------------

void TextEdit::go_to(Ends ends) {
  caret_ = nearest(ends.caret);
  anchor_ = nearest(ends.anchor);
  wanted_column_.reset();
  end_typing();
}

TextPlace TextEdit::crossed(TextPlace from, Unit unit, Direction direction) const {
  const std::string& line = lines_[from.line];
  const bool forth = direction == Direction::forth;
  std::size_t column = from.column;
  const auto next = [&] { return column + character_at(line, column).bytes; };
  const auto previous = [&] { return character_start(line, column - 1); };
  switch (unit) {
    case Unit::character:
    case Unit::word:
      if (forth && column == line.size())
        return from.line + 1 < lines_.size() ? TextPlace{from.line + 1, 0} : from;
      if (!forth && column == 0)
        return from.line > 0 ? TextPlace{from.line - 1, lines_[from.line - 1].size()} : from;
      if (unit == Unit::character) return {from.line, forth ? next() : previous()};
      if (forth) {
        while (column < line.size() && kind_at(line, column) == CharacterKind::blank)
          column = next();
        if (column == line.size()) return {from.line, column};
        const CharacterKind kind = kind_at(line, column);
        while (column < line.size() && kind_at(line, column) == kind) column = next();
      } else {
        while (column > 0 && kind_at(line, previous()) == CharacterKind::blank) column = previous();
        if (column == 0) return {from.line, 0};
        const CharacterKind kind = kind_at(line, previous());
        while (column > 0 && kind_at(line, previous()) == kind) column = previous();
      }
      return {from.line, column};
    case Unit::edge: {
      if (forth) return {from.line, line.size()};
      const std::size_t blanks = blanks_before(line);
      return {from.line, column > blanks ? blanks : 0};
    }
    case Unit::text:
      return forth ? TextPlace{lines_.size() - 1, lines_.back().size()} : TextPlace{};
    case Unit::line:
    case Unit::page:
      break;
  }
  return from;
}

void TextEdit::move(Unit unit, Direction direction, bool selects, std::size_t page_lines) {
  const bool forth = direction == Direction::forth;
  if (unit != Unit::line && unit != Unit::page) {
    if (unit == Unit::character && has_selection() && !selects)
      return place(forth ? selection().last : selection().first, false);
    return place(crossed(caret_, unit, direction), selects);
  }
  const std::size_t wanted = wanted_column_.value_or(shown_column(caret_));
  const std::size_t count = unit == Unit::line ? 1 : std::max<std::size_t>(page_lines, 1);
  const std::size_t room = forth ? lines_.size() - 1 - caret_.line : caret_.line;
  if (room == 0) {
    place(crossed(caret_, Unit::text, direction), selects);
  } else {
    const std::size_t by = std::min(count, room);
    const std::size_t line = forth ? caret_.line + by : caret_.line - by;
    place({line, column_shown_at(line, wanted)}, selects);
  }
  wanted_column_ = wanted;
}

void TextEdit::place(TextPlace place, bool selects) { go_to({place, selects ? anchor_ : place}); }

void TextEdit::select(TextRange range) { go_to({range.last, range.first}); }

void TextEdit::select_word(TextPlace place) {
  place = nearest(place);
  const std::string& line = lines_[place.line];
  if (line.empty()) return go_to({place, place});
  std::size_t first = place.column;
  const bool is_at_word = first < line.size() && kind_at(line, first) == CharacterKind::word;
  if (first > 0 && !is_at_word) {  // it may end here
    const std::size_t before = character_start(line, first - 1);
    if (first == line.size() || kind_at(line, before) == CharacterKind::word) first = before;
  }
  const CharacterKind kind = kind_at(line, first);
  std::size_t last = first;
  while (last < line.size() && kind_at(line, last) == kind) last += character_at(line, last).bytes;
  while (first > 0 && kind_at(line, character_start(line, first - 1)) == kind)
    first = character_start(line, first - 1);
  go_to({{place.line, last}, {place.line, first}});
}

void TextEdit::select_line(std::size_t line) {
  line = std::min(line, lines_.size() - 1);
  go_to({{line + 1, 0}, {line, 0}});  // behind the last line: its end
}

void TextEdit::select_all() { go_to({crossed({}, Unit::text, Direction::forth), {}}); }

TextPlace TextEdit::nearest(TextPlace place) const {
  if (place.line >= lines_.size()) return {lines_.size() - 1, lines_.back().size()};
  const std::string& line = lines_[place.line];
  if (place.column >= line.size()) return {place.line, line.size()};
  const std::size_t start = character_start(line, place.column);
  const std::size_t end = start + character_at(line, start).bytes;
  return {place.line, place.column - start <= end - place.column ? start : end};
}

std::size_t TextEdit::shown_column(TextPlace place) const {
  place = nearest(place);
  const std::string& line = lines_[place.line];
  std::size_t shown = 0;
  for (std::size_t at = 0; at < place.column;) {
    const Character character = character_at(line, at);
    shown += columns_of(character, shown);
    at += character.bytes;
  }
  return shown;
}

std::size_t TextEdit::column_shown_at(std::size_t line, std::size_t shown) const {
  const std::string& text = lines_[std::min(line, lines_.size() - 1)];
  std::size_t at = 0;
  for (std::size_t column = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const std::size_t next = column + columns_of(character, column);
    // Within a wide character: at its nearer side.
    if (shown < next && shown - column <= next - shown) break;
    column = next;
    at += character.bytes;
    if (shown <= column) break;
  }
  return at;
}

}  // namespace lanescope::app
