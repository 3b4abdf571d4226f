#include "app/session/advice/edits.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/session/start/kernel_in_text.h"
#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

struct Range {
  std::size_t begin = 0, end = 0;
};

std::size_t skip_blanks(std::string_view code, std::size_t at) {
  return std::min(code.find_first_not_of(" \t\r\n", at), code.size());
}

// The place of the bracket that ends what begins at `open`.
std::optional<std::size_t> closing(std::string_view code, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    if (code[at] == '[' || code[at] == '(' || code[at] == '{') ++depth;
    if (code[at] == ']' || code[at] == ')' || code[at] == '}') --depth;
    if (depth == 0) return at;
  }
  return std::nullopt;
}

// What stands between the brackets of [first][second] at `at`; empty: something else is there.
std::optional<std::pair<Range, Range>> two_indices(std::string_view code, std::size_t at) {
  Range found[2];
  for (Range& each : found) {
    at = skip_blanks(code, at);
    if (at == code.size() || code[at] != '[') return std::nullopt;
    const auto end = closing(code, at);
    if (!end) return std::nullopt;
    each = {at + 1, *end};
    at = *end + 1;
  }
  at = skip_blanks(code, at);
  if (at < code.size() && code[at] == '[') return std::nullopt;  // three dimensions
  return std::pair(found[0], found[1]);
}

struct SharedArray {
  std::string name;
  Range columns;  // what stands in the second bracket of its declaration
  Range scope;    // from behind its declaration to the end of the block around it
};

// The end of the block that the place is in.
std::size_t end_of_block(std::string_view code, std::size_t at) {
  int depth = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == '{') ++depth;
    if (code[at] == '}' && --depth < 0) return at;
  }
  return code.size();
}

std::vector<SharedArray> shared_arrays(std::string_view code) {
  constexpr std::string_view keyword = "__shared__";
  std::vector<SharedArray> arrays;
  for (std::size_t at = find_word(code, keyword, 0); at != code.npos;
       at = find_word(code, keyword, at + 1)) {
    const std::size_t end = code.find(';', at);
    if (end == code.npos) break;
    std::size_t from = at + keyword.size();
    while (from < end) {  // declarator by declarator
      const std::size_t open = code.find('[', from);
      if (open == code.npos || open > end) break;
      std::size_t last = open;
      while (last > from && (code[last - 1] == ' ' || code[last - 1] == '\t')) --last;
      std::size_t first = last;
      while (first > from && is_of_name(code[first - 1])) --first;
      const auto indices = two_indices(code, open);
      if (first < last && indices) {
        arrays.push_back({std::string(code.substr(first, last - first)),
                          indices->second,
                          {end + 1, end_of_block(code, end + 1)}});
      }
      const std::size_t comma = code.find(',', indices ? indices->second.end : open);
      from = comma == code.npos ? end : comma + 1;
    }
  }
  return arrays;
}

// Replaces ranges of the text, which do not overlap and come in order.
std::string with(std::string_view text, const std::vector<std::pair<Range, std::string>>& changes) {
  std::string result;
  std::size_t at = 0;
  for (const auto& [range, instead] : changes) {
    result += text.substr(at, range.begin - at);
    result += instead;
    at = range.end;
  }
  return result += text.substr(at);
}

bool is_sum(std::string_view expression) {
  return expression.find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_ +-*/") ==
         expression.npos;
}

std::string_view text_at(std::string_view text, Range range) {
  return text.substr(range.begin, range.end - range.begin);
}

// In brackets, unless it is a name or a member of one.
std::string in_brackets(std::string_view expression) {
  if (std::ranges::all_of(expression, [](char c) { return is_of_name(c) || c == '.'; }))
    return std::string(expression);
  return "(" + std::string(expression) + ")";
}

KernelEdit padded(std::string_view text, const SharedArray& array) {
  const std::string_view columns = text_at(text, array.columns);
  const std::string wider =
      (is_sum(columns) ? std::string(columns) : in_brackets(columns)) + " + 1";
  return {EditKind::pad_row, array.name, with(text, {{array.columns, wider}})};
}

std::optional<KernelEdit> swizzled(std::string_view text, std::string_view code,
                                   const SharedArray& array) {
  std::vector<std::pair<Range, std::string>> changes;
  for (std::size_t at = find_word(code, array.name, array.scope.begin);
       at != code.npos && at < array.scope.end; at = find_word(code, array.name, at + 1)) {
    const auto indices = two_indices(code, at + array.name.size());
    if (!indices) return std::nullopt;  // its address is taken, or a row of it
    const auto [row, column] = *indices;
    // An array's element as an index of the same array would overlap.
    if (find_word(code, array.name, row.begin) < column.end) return std::nullopt;
    changes.emplace_back(column, in_brackets(text_at(text, column)) + " ^ " +
                                     in_brackets(text_at(text, row)) + " % " +
                                     in_brackets(text_at(text, array.columns)));
    at = column.end;
  }
  if (changes.empty()) return std::nullopt;
  return KernelEdit{EditKind::swizzle_row, array.name, with(text, changes)};
}

std::optional<KernelEdit> swapped(std::string_view text, std::string_view code) {
  constexpr std::string_view word = "threadIdx";
  std::vector<std::pair<Range, std::string>> changes;
  bool has_x = false, has_y = false;
  for (std::size_t at = find_word(code, word, 0); at != code.npos;
       at = find_word(code, word, at + 1)) {
    const std::size_t member = at + word.size() + 1;
    if (member >= code.size() || code[member - 1] != '.') return std::nullopt;
    const char axis = code[member];
    if (axis != 'x' && axis != 'y') continue;
    (axis == 'x' ? has_x : has_y) = true;
    changes.push_back({{member, member + 1}, axis == 'x' ? "y" : "x"});
  }
  const std::size_t kernel = find_word(code, "__global__");
  const bool is_only =
      kernel == code.npos || find_word(code, "__global__", kernel + 1) == code.npos;
  // The threads of another kernel may be in blocks of another shape.
  if (!has_x || !has_y || !is_only) return std::nullopt;
  return KernelEdit{EditKind::swap_threads, {}, with(text, changes)};
}

}  // namespace

const char* name_of(EditKind kind) {
  switch (kind) {
    case EditKind::pad_row:
      return "pad_row";
    case EditKind::swizzle_row:
      return "swizzle_row";
    case EditKind::swap_threads:
      return "swap_threads";
  }
  return "";
}

std::vector<KernelEdit> edits_of(std::string_view text) {
  const std::string code = bare_code(text);
  std::vector<KernelEdit> edits;
  for (const SharedArray& array : shared_arrays(code)) {
    edits.push_back(padded(text, array));
    if (auto edit = swizzled(text, code, array)) edits.push_back(*std::move(edit));
  }
  if (auto edit = swapped(text, code)) edits.push_back(*std::move(edit));
  return edits;
}

std::vector<ChangedLine> changed_lines(std::string_view before, std::string_view after) {
  const auto old_lines = lines_of(before), new_lines = lines_of(after);
  std::vector<ChangedLine> changed;
  for (std::size_t i = 0; i < std::min(old_lines.size(), new_lines.size()); ++i) {
    if (old_lines[i] == new_lines[i]) continue;
    changed.push_back(
        {static_cast<int>(i) + 1, std::string(old_lines[i]), std::string(new_lines[i])});
  }
  return changed;
}

}  // namespace lanescope::app
