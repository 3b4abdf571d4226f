// Completing a word that has been begun.
#include <algorithm>
#include <iterator>

#include "app/session/edit/cuda_words.h"
#include "app/session/edit/text_edit.h"
#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

constexpr std::size_t most_characters_for_words = 100'000;

std::size_t name_start(std::string_view line, std::size_t end) {
  while (end > 0 && is_of_name(line[end - 1])) --end;
  return end;
}

}  // namespace

std::string TextEdit::begun_word() const {
  const std::string_view line = std::string_view(lines_[caret_.line]).substr(0, caret_.column);
  const std::size_t start = name_start(line, line.size());
  if (start > 0 && line[start - 1] == '.') {
    const std::size_t owner = name_start(line, start - 1);
    const std::string_view name = line.substr(owner, start - 1 - owner);
    if (name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim")
      return std::string(line.substr(owner));
  }
  return std::string(line.substr(start));
}

std::vector<std::string> TextEdit::completions(std::size_t limit) const {
  const std::string begun = begun_word();
  std::vector<std::string> words;
  if (begun.size() < 2) return words;
  const auto goes_on = [&](std::string_view word) {
    return word.size() > begun.size() && word.starts_with(begun);
  };
  std::size_t looked_at = 0;
  std::vector<std::string> near;  // those at one distance from the caret
  const auto look_at = [&](std::size_t line) {
    const std::string_view text = lines_[line];
    looked_at += text.size() + 1;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!is_of_name(text[at])) continue;
      const std::size_t start = at;
      while (at < text.size() && is_of_name(text[at])) ++at;
      const bool has_caret = line == caret_.line && start <= caret_.column && caret_.column <= at;
      const bool is_number = text[start] >= '0' && text[start] <= '9';
      const std::string_view word = text.substr(start, at - start);
      if (!has_caret && !is_number && goes_on(word)) near.emplace_back(word);
    }
  };
  const auto add = [&](std::string_view word) {
    if (words.size() < limit && std::ranges::find(words, word) == words.end())
      words.emplace_back(word);
  };
  for (std::size_t distance = 0; words.size() < limit && looked_at < most_characters_for_words;
       ++distance) {
    const bool has_above = distance > 0 && distance <= caret_.line;
    const bool has_below = caret_.line + distance < lines_.size();
    if (distance > 0 && !has_above && !has_below) break;
    near.clear();
    if (has_above) look_at(caret_.line - distance);
    if (has_below) look_at(caret_.line + distance);
    std::ranges::sort(near);
    std::ranges::for_each(near, add);
  }
  for (auto each = std::ranges::lower_bound(cuda_words, begun);
       each != std::end(cuda_words) && each->starts_with(begun); ++each)
    if (goes_on(*each)) add(*each);
  return words;
}

void TextEdit::complete(std::string_view word) {
  const TextPlace start{caret_.line, caret_.column - begun_word().size()};
  change({start, caret_}, with_plain_line_ends(word));
}

}  // namespace lanescope::app
