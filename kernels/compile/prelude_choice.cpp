#include "kernels/compile/prelude_choice.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include <fmt/format.h>

namespace lanescope::compile {
namespace {

constexpr std::string_view gives = "// gives ";
constexpr std::size_t npos = std::string_view::npos;

// Words that say nothing about what a text needs. Sorted.
constexpr std::string_view words_of_cpp[] = {
    "__asm__",  "__attribute__", "__inline__", "auto",      "bool",     "break",    "case",
    "char",     "class",         "const",      "constexpr", "continue", "decltype", "default",
    "define",   "defined",       "delete",     "double",    "else",     "endif",    "enum",
    "explicit", "extern",        "false",      "float",     "for",      "friend",   "ifdef",
    "ifndef",   "include",       "inline",     "int",       "long",     "memory",   "namespace",
    "noexcept", "operator",      "private",    "public",    "return",   "short",    "signed",
    "sizeof",   "static",        "struct",     "switch",    "template", "this",     "true",
    "typedef",  "typename",      "undef",      "union",     "unsigned", "using",    "void",
    "volatile", "while"};

bool is_word(std::string_view name) {
  return std::binary_search(std::begin(words_of_cpp), std::end(words_of_cpp), name);
}

// The end of the string or character literal that begins at `at`, or the end of its line.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

std::size_t end_of_comment(std::string_view text, std::size_t at) {
  const bool line = text[at + 1] == '/';
  const std::size_t end = text.find(line ? "\n" : "*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + (line ? 1 : 2);
}

struct Names {
  std::set<std::string> all;      // std::x is listed as "x" and as "std::x"
  std::set<std::string> defined;  // by #define
  bool pasted = false;            // has a ##
};

Names names_in(std::string_view text) {
  Names names;
  bool using_std = false;
  std::vector<std::string_view> last;  // the two names before
  std::string_view before;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) {
      at = end_of_comment(text, at);
    } else if (c == '"' || (c == '\'' && (at == 0 || !continues_name(text[at - 1])))) {
      at = end_of_quoted(text, at);  // (a ' inside a number separates digits)
    } else if (begins_name(c)) {
      const std::size_t from = at;
      while (at < text.size() && continues_name(text[at])) ++at;
      const std::string_view name = text.substr(from, at - from);
      if (before == "define") names.defined.emplace(name);
      const bool qualified = from >= 2 && text.substr(from - 2, 2) == "::";
      if (qualified && before == "std") names.all.insert(fmt::format("std::{}", name));
      if (name == "std" && last.size() == 2 && last[0] == "using" && last[1] == "namespace")
        using_std = true;
      if (last.size() == 2) last.erase(last.begin());
      last.push_back(name);
      before = name;
      if (name.size() > 2 && !is_word(name)) names.all.emplace(name);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      while (at < text.size() && continues_name(text[at])) ++at;  // with its suffix
    } else {
      names.pasted = names.pasted || text.substr(at, 2) == "##";
      ++at;
    }
  }
  if (using_std) {
    const std::set<std::string> plain = names.all;
    for (const std::string& name : plain) names.all.insert("std::" + name);
  }
  return names;
}

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    if (end > at) words.emplace_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// The names in the paragraph's "// gives" lines.
std::vector<std::string> given_by(std::string_view paragraph) {
  std::vector<std::string> given;
  while (paragraph.starts_with(gives)) {
    const std::size_t end = std::min(paragraph.find('\n'), paragraph.size());
    for (std::string& each : words_of(paragraph.substr(gives.size(), end - gives.size())))
      given.push_back(std::move(each));
    paragraph.remove_prefix(std::min(end + 1, paragraph.size()));
  }
  return given;
}

std::string_view without_blanks_before(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

// In order, e.g. "cuda_fp16.h".
std::vector<std::string_view> included_headers(std::string_view text) {
  std::vector<std::string_view> headers;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view name = included_header(text.substr(0, end));
    if (!name.empty()) headers.push_back(name);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return headers;
}

}  // namespace

std::string_view included_header(std::string_view line) {
  line = without_blanks_before(line);
  if (!line.starts_with('#')) return {};
  line = without_blanks_before(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = without_blanks_before(line.substr(7));
  if (line.empty() || (line[0] != '<' && line[0] != '"')) return {};
  const std::size_t end = line.find(line[0] == '<' ? '>' : '"', 1);
  return end == std::string_view::npos ? std::string_view{} : line.substr(1, end - 1);
}

PreludeChoice::PreludeChoice(std::vector<std::pair<std::string_view, std::string_view>> texts) {
  std::set<std::string> owned;  // by texts that are not headers
  for (const auto& [name, text] : texts) {
    std::size_t header = npos;
    std::set<std::string> owned_here;
    std::size_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find("\n\n", at), text.size());
      std::string_view paragraph = text.substr(at, end - at);
      if (paragraph.ends_with('\n')) paragraph.remove_suffix(1);
      const std::size_t index = paragraphs_.size();
      const std::vector<std::string> given = given_by(paragraph);
      const auto of_header = [](const std::string& each) { return each.starts_with('<'); };
      if (at == 0 && std::any_of(given.begin(), given.end(), of_header)) header = index;
      for (const std::string& each : given) owners_[each].push_back(index);
      const bool always = std::find(given.begin(), given.end(), "always") != given.end();
      Names names = names_in(paragraph);
      if (given.empty() || always || header == index) {
        for (const std::string& each : names.all) {
          if ((header == npos ? owned : owned_here).insert(each).second)
            owners_[each].push_back(index);
        }
      }
      if (!names.all.empty()) {
        paragraphs_.push_back(
            {name, line, paragraph, always, header, {names.all.begin(), names.all.end()}});
      }
      line += static_cast<std::size_t>(std::count(paragraph.begin(), paragraph.end(), '\n'));
      for (at = end; at < text.size() && text[at] == '\n'; ++at) ++line;
    }
  }
}

std::string PreludeChoice::operator()(std::string_view text) const {
  std::vector<bool> chosen(paragraphs_.size(), false);
  std::vector<std::size_t> open;
  const auto choose = [&](std::size_t index) {
    if (!chosen[index]) open.push_back(index);
    chosen[index] = true;
  };
  const auto choose_owners = [&](std::string_view name) {
    const auto found = owners_.find(name);
    if (found == owners_.end()) return;
    for (const std::size_t index : found->second) {
      const std::size_t header = paragraphs_[index].header;
      if (header == npos || chosen[header] || name.starts_with('<')) choose(index);
    }
  };

  const Names names = names_in(text);
  for (const std::string_view header : included_headers(text))
    choose_owners(fmt::format("<{}>", header));
  for (std::size_t index = 0; index < paragraphs_.size(); ++index) {
    const Paragraph& each = paragraphs_[index];
    if (each.always || (names.pasted && (each.header == npos || chosen[each.header])))
      choose(index);
  }
  for (const std::string& name : names.all) choose_owners(name);
  while (!open.empty()) {
    const Paragraph& each = paragraphs_[open.back()];
    open.pop_back();
    for (const std::string& name : each.needs) choose_owners(name);
  }

  std::string result;
  for (std::size_t index = 0; index < paragraphs_.size(); ++index) {
    if (!chosen[index]) continue;
    const Paragraph& each = paragraphs_[index];
    result += fmt::format("#line {} \"/lanescope/{}.h\"\n{}\n", each.line, each.name, each.text);
  }
  // A kernel that defines M_PI itself replaces the prelude's definition without a warning.
  for (const std::string& name : names.defined) {
    if (owners_.contains(name)) result += fmt::format("#undef {}\n", name);
  }
  return result;
}

}  // namespace lanescope::compile
