// Finding and replacing in a text that is being edited.
#include <algorithm>

#include "app/session/edit/characters.h"
#include "app/session/edit/text_edit.h"

namespace lanescope::app {
namespace {

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool is_within_word(std::string_view line, std::size_t at) {
  return at > 0 && at < line.size() && kind_at(line, at) == CharacterKind::word &&
         kind_at(line, character_start(line, at - 1)) == CharacterKind::word;
}

}  // namespace

TextEdit::Needle TextEdit::needle_of(const Search& search) {
  const std::string words = with_plain_line_ends(search.words);
  return {lines_to_edit(search.matches_case ? words : in_lower_case(words)), search.matches_case,
          search.whole_words};
}

std::vector<TextRange> TextEdit::found_in(std::size_t line, const Needle& needle) const {
  const auto text_of_line = [&](std::size_t which) {
    return needle.matches_case ? lines_[which] : in_lower_case(lines_[which]);
  };
  const auto may_end_at = [&](TextPlace place) {
    const std::string& text = lines_[place.line];
    return is_between_characters(text, place.column) &&
           !(needle.whole_words && is_within_word(text, place.column));
  };
  std::vector<TextRange> found;
  const std::size_t last = line + needle.lines.size() - 1;
  const std::string& begin = needle.lines.front();
  if (last >= lines_.size() || begin.size() > lines_[line].size()) return found;
  const std::string lower = needle.matches_case ? std::string() : in_lower_case(lines_[line]);
  const std::string_view text = needle.matches_case ? lines_[line] : lower;
  if (last > line) {  // the line's end, whole lines, and the beginning of the last one
    if (!text.ends_with(begin)) return found;
    for (std::size_t i = line + 1; i < last; ++i)
      if (text_of_line(i) != needle.lines[i - line]) return found;
    if (!text_of_line(last).starts_with(needle.lines.back())) return found;
    const TextRange range{{line, text.size() - begin.size()}, {last, needle.lines.back().size()}};
    if (may_end_at(range.first) && may_end_at(range.last)) found.push_back(range);
    return found;
  }
  for (std::size_t at = 0; !begin.empty() && (at = text.find(begin, at)) != text.npos;) {
    const TextRange range{{line, at}, {line, at + begin.size()}};
    const bool is_one = may_end_at(range.first) && may_end_at(range.last);
    if (is_one) found.push_back(range);
    at += is_one ? begin.size() : 1;
  }
  return found;
}

std::vector<TextRange> TextEdit::find_all(const Search& search) const {
  const Needle needle = needle_of(search);
  std::vector<TextRange> all;
  for (std::size_t line = 0; line < lines_.size(); ++line)
    for (const TextRange& range : found_in(line, needle))
      if (all.empty() || all.back().last <= range.first) all.push_back(range);
  return all;
}

bool TextEdit::find(const Search& search, Direction direction) {
  const Needle needle = needle_of(search);
  const auto [first, last] = selection();
  const bool forth = direction == Direction::forth;
  const std::size_t count = lines_.size();
  // The line in which it begins comes a second time, at the end.
  for (std::size_t i = 0; i <= count; ++i) {
    const std::size_t line = (forth ? last.line + i : first.line + count - i) % count;
    std::vector<TextRange> found = found_in(line, needle);
    if (!forth) std::ranges::reverse(found);
    for (const TextRange& range : found) {
      const bool is_next = forth ? line < last.line || range.first >= last
                                 : line > first.line || range.last <= first;
      if (!is_next && i < count) continue;
      select(range);
      return true;
    }
  }
  return false;
}

bool TextEdit::replace(const Search& search, std::string_view by) {
  const std::vector<TextRange> found = found_in(selection().first.line, needle_of(search));
  if (std::ranges::find(found, selection()) != found.end())
    change(selection(), with_plain_line_ends(by));
  return find(search, Direction::forth);
}

std::size_t TextEdit::replace_all(const Search& search, std::string_view by) {
  const std::vector<TextRange> all = find_all(search);
  if (all.empty()) return 0;
  // One change from the first to the last: many would each move the lines behind them.
  const std::string each = with_plain_line_ends(by);
  std::string text;
  TextPlace done = all.front().first;
  for (const TextRange& range : all) {
    text += text_of({done, range.first});
    text += each;
    done = range.last;
  }
  change({all.front().first, done}, text, Ends{caret_, caret_});
  return all.size();
}

}  // namespace lanescope::app
