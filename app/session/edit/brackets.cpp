// The bracket that belongs to the one at the caret.
#include <algorithm>
#include <array>

#include "app/session/edit/text_edit.h"
#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

constexpr std::size_t most_characters_for_brackets = 100'000;

// What belongs together side by side; 6: no bracket. A switch, as every character comes by.
std::size_t number_of_bracket(char c) {
  switch (c) {
    case '(':
      return 0;
    case ')':
      return 1;
    case '[':
      return 2;
    case ']':
      return 3;
    case '{':
      return 4;
    case '}':
      return 5;
    default:
      return 6;
  }
}

}  // namespace

std::optional<std::pair<TextPlace, TextPlace>> TextEdit::brackets() const {
  struct Candidate {
    TextPlace place;
    bool is_one = false;
    std::optional<TextPlace> other;
  };
  struct Open {
    std::size_t kind;
    TextPlace place;
  };
  const std::string& own = lines_[caret_.line];
  const auto has_sign = [&](std::size_t column) {
    return column < own.size() && number_of_bracket(own[column]) < 6;
  };
  std::array<Candidate, 2> candidates{Candidate{caret_, false, {}}, Candidate{caret_, false, {}}};
  --candidates[1].place.column;  // in the first column there is none, and none is found
  if (!has_sign(caret_.column) && (caret_.column == 0 || !has_sign(caret_.column - 1)))
    return std::nullopt;

  // From the text's beginning, where that is near: only from there is it known what is a comment.
  std::size_t first = caret_.line, looked_at = 0;
  while (first > 0 && looked_at + lines_[first - 1].size() < most_characters_for_brackets / 2)
    looked_at += lines_[--first].size() + 1;
  looked_at = 0;

  CodeReader reader;
  std::vector<Open> open;
  std::array<std::size_t, 3> open_of_kind{};
  for (std::size_t line = first; line < lines_.size(); ++line) {
    const std::string& text = lines_[line];
    for (std::size_t column = 0; column < text.size();) {
      if (++looked_at > most_characters_for_brackets) return std::nullopt;
      const TextPlace here{line, column};
      const std::size_t sign = number_of_bracket(text[column]);
      if (reader.next(text, column) && sign < 6) {
        for (Candidate& each : candidates) each.is_one = each.is_one || each.place == here;
        const std::size_t kind = sign / 2;
        if (sign % 2 == 0) {
          open.push_back({kind, here});
          ++open_of_kind[kind];
        } else if (open_of_kind[kind] > 0) {  // else it closes nothing, and nothing is closed by it
          for (; open.back().kind != kind; open.pop_back()) --open_of_kind[open.back().kind];
          for (Candidate& each : candidates) {
            if (each.place == here) each.other = open.back().place;
            if (each.place == open.back().place) each.other = here;
          }
          open.pop_back();
          --open_of_kind[kind];
        }
      }
      if (line < caret_.line || (line == caret_.line && here.column < caret_.column)) continue;
      const Candidate& chosen = candidates[0].is_one ? candidates[0] : candidates[1];
      if (!chosen.is_one) return std::nullopt;
      if (chosen.other) return std::pair(chosen.place, *chosen.other);
    }
    reader.end_line(text);
    ++looked_at;
  }
  // The caret is behind the text's last character.
  const Candidate& chosen = candidates[0].is_one ? candidates[0] : candidates[1];
  return chosen.other ? std::optional(std::pair(chosen.place, *chosen.other)) : std::nullopt;
}

}  // namespace lanescope::app
