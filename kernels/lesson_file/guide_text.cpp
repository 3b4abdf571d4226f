#include "kernels/lesson_file/guide_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace lanescope::lesson {
namespace {

// Iterates over the lines of a text and tracks which ones are code.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // False at the end.
  bool next() {
    if (end_ >= text_.size()) return false;
    begin_ = end_;
    const std::size_t feed = text_.find('\n', begin_);
    end_ = feed == std::string_view::npos ? text_.size() : feed + 1;
    ++number_;
    read_fence();
    return true;
  }
  [[nodiscard]] std::string_view line() const {
    std::string_view line = text_.substr(begin_, end_ - begin_);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
    return line;
  }
  [[nodiscard]] std::size_t begin() const { return begin_; }
  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] int number() const { return number_; }     // from 1
  [[nodiscard]] bool is_code() const { return is_code_; }  // true for a fence, too

 private:
  // A fence is three or more of ` or ~ after at most three blanks. It ends with at least as many of
  // the same.
  void read_fence() {
    std::string_view rest = line();
    const std::size_t indent = std::min(rest.find_first_not_of(' '), rest.size());
    rest.remove_prefix(indent);
    const char mark = rest.empty() ? ' ' : rest.front();
    const std::size_t length = std::min(rest.find_first_not_of(mark), rest.size());
    const bool is_fence = indent < 4 && length >= 3 && (mark == '`' || mark == '~');
    if (fence_ == 0) {
      is_code_ = is_fence;
      if (is_fence) {
        fence_ = length;
        mark_ = mark;
      }
      return;
    }
    is_code_ = true;
    const bool ends = is_fence && mark == mark_ && length >= fence_ &&
                      rest.find_first_not_of(' ', length) == std::string_view::npos;
    if (ends) fence_ = 0;
  }

  std::string_view text_;
  std::size_t begin_ = 0, end_ = 0;
  int number_ = 0;
  std::size_t fence_ = 0;  // its length; 0: outside a block
  char mark_ = ' ';
  bool is_code_ = false;
};

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t") == line.npos; }

std::string without_blank_ends(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  // An indented first line keeps its blanks.
  const std::size_t line = text.rfind('\n', first);
  text.remove_prefix(line == std::string_view::npos ? 0 : line + 1);
  return std::string(text.substr(0, text.find_last_not_of(" \t\r\n") + 1));
}

bool is_section_key(std::string_view key) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
  };
  return !key.empty() && std::all_of(key.begin(), key.end(), is_part);
}

struct Passage {
  std::string_view begin, end;
  bool is_in_handout;
  [[nodiscard]] bool is_in(Medium medium) const {
    return medium == Medium::window || (medium == Medium::handout && is_in_handout);
  }
};
constexpr Passage passages[] = {{"<!-- window -->", "<!-- /window -->", false},
                                {"<!-- answers -->", "<!-- /answers -->", true}};

// Where a passage was left out, one blank and one empty line remain.
void append(std::string& text, std::string_view part) {
  const auto drop = [&](char c) {
    part.remove_prefix(std::min(part.find_first_not_of(c), part.size()));
  };
  if (text.empty() || text.ends_with("\n\n")) drop('\n');
  if (text.ends_with(' ')) drop(' ');
  if (part.starts_with('\n')) text.resize(text.find_last_not_of(' ') + 1);
  text += part;
}

// The text for each medium, without the marks of passages. The error names a mark that has no
// other.
tl::expected<void, std::string> read_passages(std::string_view text, Section& section) {
  const Passage* open = nullptr;
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t next = text.size();
    std::string_view mark;
    const Passage* of = nullptr;
    for (const Passage& passage : passages) {
      for (const std::string_view each : {passage.begin, passage.end}) {
        const std::size_t found = text.find(each, at);
        if (found >= next) continue;
        next = found;
        mark = each;
        of = &passage;
      }
    }
    const std::string_view part = text.substr(at, next - at);
    for (const auto& [medium, into] : {std::pair{Medium::window, &section.text},
                                       {Medium::handout, &section.handout},
                                       {Medium::worksheet, &section.worksheet}}) {
      if (open == nullptr || open->is_in(medium)) append(*into, part);
    }
    if (of == nullptr) break;
    const bool ends = mark == of->end;
    if (open != (ends ? of : nullptr)) return tl::unexpected(std::string(mark));
    open = ends ? nullptr : of;
    at = next + mark.size();
  }
  if (open != nullptr) return tl::unexpected(std::string(open->begin));
  for (std::string* without : {&section.handout, &section.worksheet})
    without->resize(without->find_last_not_of(" \n") + 1);
  return {};
}

std::string key_in(std::string_view heading) {
  heading.remove_prefix(1);
  const std::size_t first = std::min(heading.find_first_not_of(' '), heading.size());
  heading.remove_prefix(first);
  return std::string(heading.substr(0, heading.find_last_not_of(' ') + 1));
}

}  // namespace

tl::expected<GuideText, Error> read_guide_text(std::string_view text, const std::string& file) {
  GuideText guide;
  guide.file = file;
  Section* section = nullptr;
  std::size_t begin = 0;
  std::optional<Error> problem;
  const auto finish = [&](std::size_t end) {
    if (section == nullptr) return;
    const std::string_view whole = text.substr(begin, end - begin);
    const auto first = whole.begin() + static_cast<std::ptrdiff_t>(std::min(
                                           whole.find_first_not_of(" \t\r\n"), whole.size()));
    if (const auto read = read_passages(without_blank_ends(whole), *section); !read && !problem) {
      problem = Error{file, section->line, "",
                      fmt::format("\"{}\": a passage needs both its marks, and lies in no other",
                                  read.error())};
    }
    section->text_line =
        section->line + 1 + static_cast<int>(std::count(whole.begin(), first, '\n'));
  };
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Lines lines(text);
  while (lines.next()) {
    const std::string_view line = lines.line();
    const bool begins = !lines.is_code() && (line.starts_with("# ") || line == "#");
    if (!begins) {
      if (section == nullptr && !is_blank(line)) {
        return tl::unexpected(Error{file, lines.number(), "",
                                    "text before the first section: a line \"# key\" begins one"});
      }
      continue;
    }
    const std::string key = key_in(line);
    if (!is_section_key(key)) {
      return tl::unexpected(
          Error{file, lines.number(), "",
                fmt::format("\"# {}\" can't be a section's key: use letters, digits and . - _ "
                            "only; a step's title begins with ##",
                            key)});
    }
    finish(lines.begin());
    const auto [at, is_new] = guide.sections.try_emplace(key);
    if (!is_new) {
      return tl::unexpected(
          Error{file, lines.number(), key,
                fmt::format("there is a section '{}' already, in line {}", key, at->second.line)});
    }
    section = &at->second;
    section->line = lines.number();
    begin = lines.end();
  }
  finish(text.size());
  if (problem) return tl::unexpected(*std::move(problem));
  return guide;
}

std::vector<Placeholder> placeholders_of(std::string_view markdown) {
  std::vector<Placeholder> found;
  Lines lines(markdown);
  while (lines.next()) {
    if (lines.is_code()) continue;
    const std::string_view line = lines.line();
    bool in_span = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line[at] == '`') in_span = !in_span;
      if (line[at] != '{') continue;
      std::size_t end = at + 1;
      const auto is_part = [&](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return end == at + 1 ? std::isalpha(byte) != 0 || c == '_'
                             : std::isalnum(byte) != 0 || c == '_' || c == '.';
      };
      while (end < line.size() && is_part(line[end])) ++end;
      if (end == at + 1 || end == line.size() || line[end] != '}') continue;
      found.push_back({std::string(line.substr(at + 1, end - at - 1)), lines.begin() + at,
                       lines.begin() + end + 1, lines.number() - 1, in_span});
      at = end;
    }
  }
  return found;
}

}  // namespace lanescope::lesson
