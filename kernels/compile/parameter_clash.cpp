#include "kernels/compile/parameter_clash.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "kernels/compile/log.h"
#include "kernels/compile/prelude_choice.h"
#include "kernels/compile/tokens.h"

namespace lanescope::compile {
namespace {

// Without literals. Of the directives only #undef counts.
std::vector<Token> tokens_of_clash(std::string_view text) {
  std::vector<Token> tokens = tokens_of(text);
  std::erase_if(tokens, [](const Token& each) {
    return each.kind == TokenKind::literal ||
           (each.kind == TokenKind::directive && words_of_directive(each.text).first != "undef");
  });
  return tokens;
}

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A name after one of these is an expression.
constexpr std::array<std::string_view, 15> expression_words{
    "return", "case", "else", "do",      "sizeof",    "throw",    "new",     "delete",
    "and",    "or",   "not",  "alignof", "co_return", "co_await", "co_yield"};
constexpr std::array<std::string_view, 18> type_words{
    "int",  "char",   "float",   "double", "short", "long",     "unsigned", "signed", "bool",
    "void", "size_t", "wchar_t", "half",   "auto",  "char16_t", "char32_t", "__half", "__half2"};
constexpr std::array<std::string_view, 6> qualifiers{"const",        "volatile",   "restrict",
                                                     "__restrict__", "__restrict", "static"};

// int, uint32_t, float4, uint2
bool is_type(std::string_view word) {
  if (is_one_of(word, type_words) || word.ends_with("_t")) return true;
  while (!word.empty() && std::isdigit(static_cast<unsigned char>(word.back())) != 0)
    word.remove_suffix(1);
  return is_one_of(word, type_words) || word == "uint" || word == "uchar" || word == "ushort" ||
         word == "ulong" || word == "longlong" || word == "ulonglong";
}

class Reader {
 public:
  explicit Reader(const std::vector<Token>& tokens) : tokens_(tokens) {}

  [[nodiscard]] std::string_view at(std::ptrdiff_t index) const {
    if (index < 0 || index >= static_cast<std::ptrdiff_t>(tokens_.size())) return {};
    const Token& token = tokens_[static_cast<std::size_t>(index)];
    return token.kind == TokenKind::directive ? std::string_view() : token.text;
  }
  [[nodiscard]] bool is_name(std::ptrdiff_t index) const {
    return !at(index).empty() && begins_name(at(index).front());
  }

  [[nodiscard]] bool is_member(std::ptrdiff_t name) const {
    const std::string_view before = at(name - 1);
    return before == "." || before == "->" || before == "::";
  }

  [[nodiscard]] bool is_declared(std::ptrdiff_t name) const {
    const std::string_view before = at(name - 1);
    const std::string_view next = at(name + 1);
    if (is_name(name - 1)) return !is_one_of(before, expression_words);
    if (before == "*" || before == "&" || before == "&&") return is_declared_pointer(name);
    if (before == "...") return true;                      // template <int... N>
    if (before == ">") return next == "=" || next == "{";  // vector<int> N = ...
    if (before == "," || before == "{") return is_in_list(name);
    return false;
  }

 private:
  // float *N, const T& N: with an unknown type only as a statement of its own.
  [[nodiscard]] bool is_declared_pointer(std::ptrdiff_t name) const {
    std::ptrdiff_t base = name - 1;
    while (at(base) == "*" || at(base) == "&" || at(base) == "&&" ||
           is_one_of(at(base), qualifiers)) {
      --base;
    }
    if (is_type(at(base))) return true;
    const std::string_view before = at(base - 1);
    const std::string_view next = at(name + 1);
    const bool begins = before.empty() || before == ";" || before == "{" || before == "}" ||
                        is_one_of(before, qualifiers);
    return is_name(base) && begins && (next == "=" || next == ";");
  }

  // The second name of `int a, N;`, or one of an enum's.
  [[nodiscard]] bool is_in_list(std::ptrdiff_t name) const {
    std::ptrdiff_t i = name - 1;
    for (int depth = 0; i >= 0; --i) {
      const std::string_view token = at(i);
      if (token == ")" || token == "]" || token == "}") ++depth;
      if (depth == 0 && (token == "(" || token == "[" || token == "{" || token == ";")) break;
      if (token == "(" || token == "[" || token == "{") --depth;
    }
    if (at(i) == "{") {
      for (std::ptrdiff_t k = i - 1; k >= std::max<std::ptrdiff_t>(i - 6, 0); --k) {
        if (at(k) == "enum") return true;
        if (!is_name(k) && at(k) != ":") break;
      }
    }
    if (at(name - 1) != "," || at(i) == "[" || at(i) == "(") return false;
    std::ptrdiff_t first = i + 1;
    while (is_one_of(at(first), qualifiers) || at(first) == "constexpr") ++first;
    if (is_one_of(at(first), expression_words)) return false;
    return is_name(first) && (is_type(at(first)) || is_name(first + 1));
  }

  const std::vector<Token>& tokens_;
};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// A name like this one that the text does not use.
std::string free_name(const std::string& name, const std::vector<Token>& tokens) {
  const auto is_used = [&](const std::string& word) {
    return word == name || std::any_of(tokens.begin(), tokens.end(),
                                       [&](const Token& token) { return token.text == word; });
  };
  std::string free = lower(name);
  while (is_used(free)) free += '_';
  return free;
}

Message message_of(const ParameterClash& clash, std::string_view text, const std::string& file) {
  Message message;
  message.file = file;
  message.line = clash.line;
  message.column = clash.column;
  const std::string free = free_name(clash.name, tokens_of_clash(text));
  message.text =
      clash.is_member
          ? fmt::format(
                "this member is named '{0}', but {0} is a parameter of lesson.toml and is replaced "
                "by {1} before compiling: rename the member (for example {2}), or the parameter in "
                "lesson.toml",
                clash.name, clash.value, free)
          : fmt::format(
                "this declares '{0}', but {0} is a parameter of lesson.toml and is replaced by {1} "
                "before compiling: rename it here (for example {2}), or the parameter in "
                "lesson.toml",
                clash.name, clash.value, free);
  message.line_text = line_of(text, clash.line);
  return message;
}

bool is_own(const std::string& header, const Source& source) {
  const std::vector<std::filesystem::path> own = own_headers(source).files;
  return std::any_of(own.begin(), own.end(), [&](const std::filesystem::path& file) {
    std::error_code error;
    return std::filesystem::equivalent(file, header, error);
  });
}

// Nobody mends a header of the Toolkit, so the message is not one of its line.
Message message_of_foreign(const ParameterClash& clash, const std::string& header) {
  Message message;
  message.text = fmt::format(
      "rename the parameter {} in the lesson file: the header {} uses this name, too (line {}), "
      "and "
      "parameters are replaced by their values before compiling",
      clash.name, std::filesystem::path(header).filename().string(), clash.line);
  return message;
}

// The first clash on a line of that file with an error.
std::optional<Message> clash_in(std::string_view text, const std::string& file,
                                const Source& source, const Failure& failure) {
  for (const ParameterClash& clash : parameter_clashes(text, source)) {
    const bool has_error =
        std::any_of(failure.messages.begin(), failure.messages.end(), [&](const Message& message) {
          return message.severity == MessageSeverity::error && message.file == file &&
                 message.line == clash.line;
        });
    if (!has_error) continue;
    const bool is_foreign = file != source.name && !is_own(file, source);
    return is_foreign ? message_of_foreign(clash, file) : message_of(clash, text, file);
  }
  return std::nullopt;
}

}  // namespace

std::vector<ParameterClash> parameter_clashes(std::string_view text, const Source& source) {
  std::map<std::string_view, std::string_view> values(source.defines.begin(), source.defines.end());
  const std::vector<Token> tokens = tokens_of_clash(text);
  const Reader reader(tokens);
  std::vector<ParameterClash> clashes;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::directive) values.erase(words_of_directive(token.text).second);
    if (token.kind != TokenKind::word) continue;
    const auto found = values.find(token.text);
    if (found == values.end()) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    const bool is_member = reader.is_member(at);
    if (!is_member && !reader.is_declared(at)) continue;
    const std::size_t line_begin = text.substr(0, token.at).rfind('\n') + 1;  // npos + 1: the first
    clashes.push_back({std::string(found->first), std::string(found->second), token.line,
                       static_cast<int>(token.at - line_begin) + 1, is_member});
  }
  return clashes;
}

void explain_parameter_clash(Failure& failure, const Source& source) {
  if (failure.kind != Failure::Kind::rejected || source.defines.empty()) return;
  std::optional<Message> told = clash_in(source.text, source.name, source, failure);
  for (std::size_t i = 0; !told && i < failure.messages.size(); ++i) {
    const std::string& header = failure.messages[i].file;
    if (header.empty() || header == source.name) continue;
    std::ifstream file(header, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    told = clash_in(text, header, source, failure);
  }
  if (!told) return;
  failure.summary = told->formatted();
  failure.messages = {std::move(*told)};
}

}  // namespace lanescope::compile
