#include "app/session/start/kernel_in_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <regex>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

bool is_blank(char c) { return std::string_view(" \t\r\n\v\f").find(c) != std::string_view::npos; }

// Names and template arguments as compilers print them: "transpose< 32,float >" becomes
// "transpose<32, float>".
std::string as_printed(const std::string& text) {
  static const std::regex blanks(R"re(\s+)re"), around(R"re( ?(<|>|,|::) ?)re"), comma(",");
  const std::string single = std::regex_replace(without_blanks(text), blanks, " ");
  return std::regex_replace(std::regex_replace(single, around, "$1"), comma, ", ");
}

// Where the declaration around a place begins: behind the last ; { or } before it.
std::size_t declaration_begin(const std::string& text, std::size_t at) {
  const std::size_t end = text.find_last_of(";{}", at);
  return end == std::string::npos ? 0 : end + 1;
}

// "int TILE, class T" of the head of a declaration that begins with `template <int TILE, class T>`.
std::string template_parameters_in(std::string_view head) {
  constexpr std::string_view keyword = "template";
  const std::size_t found = find_word(head, keyword);
  if (found == head.npos) return {};
  TextReader reader{head, found + keyword.size()};
  return std::string(reader.bracketed().value_or(std::string_view()));
}

// The name that a parameter declares: "TILE" of "int TILE = 32"; empty: none.
std::string name_of_parameter(std::string_view parameter) {
  const std::string declared = without_blanks(parameter.substr(0, parameter.find('=')));
  std::size_t begin = declared.size();
  while (begin > 0 && is_of_name(declared[begin - 1])) --begin;
  return declared.substr(begin);
}

// A scope that is open at a place of a text.
struct Scope {
  std::size_t brace = 0;
  std::string name;                 // of a function or a type
  std::string space;                // "a::" of `namespace a {`; empty: it is none with a name
  std::string template_parameters;  // "int TILE, class T"; empty: it is no template
  bool is_namespace = false;
};

// The scopes around places of a text, from left to right: no part of it is read twice.
class ScopesAround {
 public:
  explicit ScopesAround(const std::string& text) : text_(text) {}

  // From the outermost. `place`: not before that of the last call.
  const std::vector<Scope>& at(std::size_t place) {
    for (; at_ < place; ++at_) {
      if (text_[at_] == '}' && !open_.empty()) open_.pop_back();
      if (text_[at_] == '{') open_.push_back(opened_at(at_));
    }
    return open_;
  }

 private:
  [[nodiscard]] Scope opened_at(std::size_t brace) const {
    constexpr std::string_view keyword = "namespace";
    const std::size_t begin = brace == 0 ? 0 : declaration_begin(text_, brace - 1);
    const std::string_view head = std::string_view(text_).substr(begin, brace - begin);
    const std::string template_parameters = template_parameters_in(head);
    // Behind the template's parameters, of a function before its own.
    std::string_view declared = head;
    if (!template_parameters.empty())
      declared.remove_prefix(head.find(template_parameters) + template_parameters.size() + 1);
    Scope scope{brace, name_of_parameter(declared.substr(0, declared.find('('))), "",
                template_parameters, false};
    const std::size_t found = head.rfind(keyword);
    if (found == head.npos || find_word(head, keyword, found) != found) return scope;
    // Unnamed ones have no part in a name that a lesson file could say.
    const std::string name = without_blanks(head.substr(found + keyword.size()));
    scope.is_namespace =
        std::ranges::all_of(name, [](char c) { return is_of_name(c) || is_blank(c) || c == ':'; });
    if (scope.is_namespace && !name.empty()) scope.space = as_printed(name) + "::";
    return scope;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<Scope> open_;  // one for each brace
};

// What stands at one __global__.
struct Declared {
  enum class Kind { plain, is_template, instantiation };
  Kind kind = Kind::plain;
  std::string spaces, name, arguments, parameters;  // "foo::", "transpose", "<32>", "float* a"
  std::string template_parameters;                  // "int TILE, class T"

  [[nodiscard]] std::string full() const { return spaces + name; }
};

std::vector<Declared> declared_in(const std::string& text) {
  constexpr std::string_view keyword = "__global__";
  constexpr std::array<std::string_view, 4> specifiers{"static", "inline", "void", "extern"};
  static const std::regex is_template(R"re(\btemplate\b\s*(<)?)re");
  std::vector<Declared> all;
  ScopesAround scopes(text);
  std::size_t before = 0;  // behind the last one: what a declaration begins with is not before it
  for (std::size_t place = find_word(text, keyword); place != text.npos;
       place = find_word(text, keyword, place + 1)) {
    std::string_view head = std::string_view(text).substr(before, place - before);
    head.remove_prefix(head.find_last_of(";{}") + 1);  // npos + 1: the whole
    before = place + keyword.size();
    TextReader reader{text, place + keyword.size()};
    std::string_view word = reader.word();
    while (!word.empty()) {
      const bool is_specifier = std::ranges::find(specifiers, word) != specifiers.end();
      // Such as __launch_bounds__(256).
      if (!is_specifier && !(word.starts_with("__") && word.ends_with("__") && reader.bracketed()))
        break;
      word = reader.word();
    }
    Declared each;
    for (const Scope& scope : scopes.at(place)) each.spaces += scope.space;
    for (; !word.empty() && reader.take("::"); word = reader.word())
      each.spaces += std::string(word) + "::";
    if (word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) != 0) continue;
    each.name = word;
    reader.skip_blanks();
    if (text.compare(reader.at, 1, "<") == 0) {
      const auto arguments = reader.bracketed();
      if (!arguments) continue;
      each.arguments = as_printed("<" + std::string(*arguments) + ">");
    }
    reader.skip_blanks();
    if (text.compare(reader.at, 1, "(") != 0) continue;
    const auto parameters = reader.bracketed();
    if (!parameters) continue;
    each.parameters = *parameters;
    std::cmatch match;
    if (std::regex_search(head.data(), head.data() + head.size(), match, is_template)) {
      each.kind = match[1].matched ? Declared::Kind::is_template : Declared::Kind::instantiation;
      const auto open = static_cast<std::size_t>(match.position() + match.length());
      if (match[1].matched && head.rfind('>') != std::string::npos && head.rfind('>') > open)
        each.template_parameters = head.substr(open, head.rfind('>') - open);
    }
    all.push_back(std::move(each));
  }
  return all;
}

// The launch of the function whose name ends at `at`; nullopt: it is not launched there.
std::optional<LaunchInText> launch_at(const std::string& text, std::size_t at) {
  constexpr std::string_view begin = "<<<", end = ">>>";
  TextReader reader{text, at};
  LaunchInText launch;
  reader.skip_blanks();
  const std::string_view rest = std::string_view(text).substr(reader.at);
  if (!rest.starts_with('<')) return std::nullopt;
  // Not bracketed(): the < of <<< would count. No part of a launch holds a ';', a '{' or a '}'.
  const std::size_t configuration = rest.substr(0, rest.find_first_of(";{}")).find(begin);
  if (configuration == rest.npos) return std::nullopt;
  if (configuration > 0) {
    launch.template_arguments = as_printed(std::string(rest.substr(0, configuration)));
    if (!launch.template_arguments.ends_with('>')) return std::nullopt;
  }
  const std::string_view inside = rest.substr(configuration + begin.size());
  const std::size_t last = inside.substr(0, inside.find(';')).find(end);
  if (last == inside.npos) return std::nullopt;
  launch.configuration = split_at_commas(inside.substr(0, last));
  return launch;
}

// An argument for a parameter of a template: its default, else one of its kind. nullopt: of its
// kind there is none that would do for most.
std::optional<std::string> guessed_argument(const std::string& parameter) {
  const std::size_t equals = parameter.find('=');
  if (equals != parameter.npos)
    return without_blanks(std::string_view(parameter).substr(equals + 1));
  if (parameter.find("...") != parameter.npos) return std::nullopt;
  constexpr std::array<std::string_view, 3> of_sizes{"int", "unsigned", "size_t"};
  const std::string_view word = TextReader{parameter}.word();
  if (word == "typename" || word == "class") return "float";
  if (word == "bool") return "true";
  const bool is_size = std::ranges::any_of(of_sizes, [&](std::string_view each) {
    return find_word(parameter, each) != parameter.npos;
  });
  if (is_size || word == "auto" || word == "uint" || word.ends_with("_t")) return "32";
  // Of an enumeration.
  const std::string type =
      without_blanks(parameter.substr(0, parameter.size() - name_of_parameter(parameter).size()));
  const bool is_name =
      !type.empty() && std::ranges::all_of(type, [](char c) { return is_of_name(c) || c == ':'; });
  return is_name ? std::optional(type + "(0)") : std::nullopt;
}

// The value that a function gives a constant or an alias before a place, as it is written: "(BM *
// 2)" of `constexpr int THREADS = BM * 2;`. `inside`: the function's text up to there. Empty: it
// has no such name. Of several the last: each may be in a block of its own.
std::string value_in(std::string_view inside, const std::string& name) {
  std::string value;
  for (std::size_t at = find_word(inside, name); at != inside.npos;
       at = find_word(inside, name, at + 1)) {
    TextReader reader{inside, at + name.size()};
    if (!reader.take("=") || reader.take("=")) continue;
    const std::string_view rest = inside.substr(reader.at);
    const std::vector<std::string> parts = split_at_commas(rest.substr(0, rest.find(';')));
    if (parts.empty()) continue;
    const bool is_alias = inside.substr(0, at).ends_with("using ");
    const bool is_one = is_alias || std::ranges::all_of(parts.front(), is_of_name);
    value = is_one ? parts.front() : "(" + parts.front() + ")";
  }
  return value;
}

// Whether that place is in a directive, such as a #define of several lines.
bool is_in_directive(const std::string& text, std::size_t place) {
  std::size_t begin = text.rfind('\n', place);
  while (begin != text.npos && begin > 0) {
    std::size_t last = begin - 1;  // of the line before
    while (last > 0 && text[last] == ' ') --last;
    if (text[last] != '\\') break;
    begin = text.rfind('\n', last);
  }
  TextReader reader{text, begin == text.npos ? 0 : begin};
  return reader.take("#");
}

std::optional<std::string> argument_given(const std::string& text, const std::string& name,
                                          std::size_t index, int depth);

// Template arguments as the file itself could write them, outside of the function that has them:
// `scopes` are those around them, at `place`. Constants of that function become their values, and
// the parameters of a template that it is what the text gives it, or guesses. nullopt: there is
// something else that only the function knows. `depth`: how many functions may pass an argument on.
std::optional<std::string> arguments_outside(const std::string& text, std::size_t place,
                                             const std::vector<Scope>& scopes,
                                             std::string arguments, int depth = 4) {
  const auto function = std::ranges::find(scopes, false, &Scope::is_namespace);
  if (function == scopes.end()) return arguments;  // not in a function: of an instantiation
  const std::string_view inside =
      std::string_view(text).substr(function->brace, place - function->brace);
  // nullopt: it is no parameter. Empty: it is one that nothing is known of.
  const auto of_parameter = [&](const std::string& name) -> std::optional<std::string> {
    for (auto scope = function; scope != scopes.end(); ++scope) {
      const std::vector<std::string> parameters = split_at_commas(scope->template_parameters);
      const auto found = std::ranges::find(parameters, name, name_of_parameter);
      if (found == parameters.end()) continue;
      const auto index = static_cast<std::size_t>(found - parameters.begin());
      auto given = argument_given(text, scope->name, index, depth - 1);
      return given ? given : guessed_argument(*found).value_or(std::string());
    }
    return std::nullopt;
  };
  constexpr int most = 20;  // names that stand for others; one may stand for itself
  int replaced = 0;
  for (TextReader reader{arguments}; reader.at < reader.text.size();) {
    const std::string name(reader.word());
    if (name.empty()) {
      ++reader.at;
      continue;
    }
    auto value = of_parameter(name);
    if (value && value->empty()) return std::nullopt;
    const bool is_outside = value.has_value();
    if (!value) value = value_in(inside, name);
    if (value->empty()) continue;
    if (++replaced > most) return std::nullopt;
    const std::size_t begin = reader.at - name.size();
    arguments.replace(begin, name.size(), *value);
    reader = {arguments, begin + (is_outside ? value->size() : 0)};
  }
  return arguments;
}

// What the text gives a template for one of its parameters: "int" of run<4, int>(...) for the
// second one. nullopt: nothing that can be written elsewhere.
std::optional<std::string> argument_given(const std::string& text, const std::string& name,
                                          std::size_t index, int depth) {
  if (name.empty() || depth <= 0) return std::nullopt;
  constexpr int most = 8;  // each may have to be told by its own callers
  int tried = 0;
  ScopesAround scopes(text);
  for (std::size_t at = find_word(text, name); at != text.npos && tried < most;
       at = find_word(text, name, at + 1)) {
    TextReader reader{text, at + name.size()};
    reader.skip_blanks();
    if (!std::string_view(text).substr(reader.at).starts_with('<')) continue;
    const auto given = reader.bracketed();
    if (!given || is_in_directive(text, at)) continue;
    const std::vector<std::string> arguments = split_at_commas(*given);
    if (index >= arguments.size()) continue;
    ++tried;
    if (auto outside = arguments_outside(text, at, scopes.at(at), arguments[index], depth))
      return outside;
  }
  return std::nullopt;
}

// "<32>" of a kernel whose name ends at `at` and is passed on: run(scale<32>, ...). Else empty.
std::string passed_arguments(const std::string& text, std::size_t at) {
  TextReader reader{text, at};
  reader.skip_blanks();
  if (!std::string_view(text).substr(reader.at).starts_with('<')) return {};
  const auto arguments = reader.bracketed();
  reader.skip_blanks();
  const bool is_passed =
      reader.at < text.size() && std::string_view(",;)").find(text[reader.at]) != text.npos;
  return arguments && is_passed ? as_printed("<" + std::string(*arguments) + ">") : std::string();
}

// The arguments of each template's first launch that tells them: "<32>". By name; the text is read
// once for all templates.
using ArgumentsOfLaunches = std::unordered_map<std::string_view, std::string>;
ArgumentsOfLaunches launched_arguments(const std::string& text, const std::vector<Declared>& all) {
  ArgumentsOfLaunches arguments;
  for (const Declared& each : all) {
    if (each.kind == Declared::Kind::is_template) arguments[each.name];
  }
  ScopesAround scopes(text);
  for (std::size_t at = 0; at < text.size() && !arguments.empty(); ++at) {
    std::size_t end = at;
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end == at) continue;
    const std::size_t place = at;
    const auto found = arguments.find(std::string_view(text).substr(at, end - at));
    at = end - 1;
    if (found == arguments.end() || !found->second.empty()) continue;
    auto launch = launch_at(text, end);
    std::string given =
        launch ? std::move(launch->template_arguments) : passed_arguments(text, end);
    if (given.empty() || is_in_directive(text, place)) continue;
    found->second =
        arguments_outside(text, place, scopes.at(place), std::move(given)).value_or(std::string());
  }
  return arguments;
}

// The text with another in place of a word.
std::string with_word_replaced(std::string_view text, const std::string& word,
                               const std::string& by) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = find_word(text, word); at != text.npos; at = find_word(text, word, done)) {
    result += text.substr(done, at - done);
    result += by;
    done = at + word.size();
  }
  return result += text.substr(done);
}

// A template's parameters with its arguments in place of their names.
std::string with_arguments(const Declared& of, const std::string& arguments) {
  std::string parameters = of.parameters;
  const std::vector<std::string> values =
      arguments.size() > 2
          ? split_at_commas(std::string_view(arguments).substr(1, arguments.size() - 2))
          : std::vector<std::string>();
  const std::vector<std::string> names = split_at_commas(of.template_parameters);
  for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
    if (const std::string name = name_of_parameter(names[i]); !name.empty())
      parameters = with_word_replaced(parameters, name, values[i]);
  }
  return parameters;
}

// "scale(float *, int)": tells one of several of its name.
std::string with_types(const Declared& kernel) {
  std::vector<std::string> types;
  for (const std::string& each : split_at_commas(kernel.parameters)) {
    const std::string declared = without_blanks(each.substr(0, each.find('=')));
    // Of an array it is not at the end, and of a parameter without a name it is the type.
    const std::size_t rest = declared.size() - name_of_parameter(each).size();
    types.push_back(as_printed(rest == 0 ? declared : declared.substr(0, rest)));
  }
  return fmt::format("{}({})", kernel.full(), fmt::join(types, ", "));
}

KernelInText instance_of(const Declared& of, const std::string& arguments) {
  return {of.full() + arguments, of.name, with_arguments(of, arguments)};
}

// "<float, 32>", by the template's parameters alone; empty: one has no argument that would do.
std::string guessed_arguments(const Declared& of) {
  std::vector<std::string> arguments;
  for (const std::string& parameter : split_at_commas(of.template_parameters)) {
    auto argument = guessed_argument(parameter);
    if (!argument) return {};
    arguments.push_back(*std::move(argument));
  }
  return arguments.empty() ? "" : as_printed(fmt::format("<{}>", fmt::join(arguments, ",")));
}

}  // namespace

std::string without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

tl::expected<std::string, std::string> code_to_read(std::string_view text) {
  constexpr std::size_t longest = 1000;  // std::regex needs stack for each character of a word
  std::string code;
  std::size_t word = 0, line = 1;
  for (const char each : bare_code(text)) {
    if (each == '\n') ++line;
    word = is_of_name(each) ? word + 1 : 0;
    if (word > longest) {
      return tl::unexpected(
          fmt::format("line {}: a word has more than {} characters", line, longest));
    }
    if (!is_blank(each)) {
      code += each;
    } else if (code.empty() || !is_blank(code.back())) {
      code += each == '\n' ? '\n' : ' ';
    } else if (each == '\n') {
      code.back() = '\n';  // a #define ends here
    }
  }
  return code;
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end])))
      return at;
  }
  return text.npos;
}

void TextReader::skip_blanks() {
  while (at < text.size() && is_blank(text[at])) ++at;
}

std::string_view TextReader::word() {
  skip_blanks();
  const std::size_t begin = at;
  while (at < text.size() && is_of_name(text[at])) ++at;
  return text.substr(begin, at - begin);
}

bool TextReader::take(std::string_view mark) {
  skip_blanks();
  if (!text.substr(at).starts_with(mark)) return false;
  at += mark.size();
  return true;
}

std::optional<std::string_view> TextReader::bracketed() {
  constexpr std::string_view opening = "([{<", closing = ")]}>";
  // So that a text with many brackets that nothing closes is not read to its end for each of them.
  constexpr std::size_t longest = 64 << 10;
  skip_blanks();
  const std::size_t kind = at < text.size() ? opening.find(text[at]) : opening.npos;
  if (kind == opening.npos) return std::nullopt;
  const std::size_t begin = at + 1;
  int depth = 0;
  const std::size_t last = opening[kind] == '{' ? text.size() : std::min(text.size(), at + longest);
  for (std::size_t end = at; end < last; ++end) {
    depth += text[end] == opening[kind] ? 1 : text[end] == closing[kind] ? -1 : 0;
    if (depth == 0) {
      at = end + 1;
      return text.substr(begin, end - begin);
    }
    if (text[end] == ';' && opening[kind] != '{') break;
  }
  return std::nullopt;
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  std::string open;  // the brackets around a place
  std::size_t begin = 0;
  // A '<' that is no bracket ends with what is around it.
  const auto close_bracket = [&](char bracket) {
    const std::size_t last = open.rfind(bracket);
    if (last != open.npos) open.resize(last);
  };
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char each = at < text.size() ? text[at] : ',';
    const bool is_shift = text.substr(std::min(at, text.size())).starts_with("<<");
    if (is_shift || text.substr(std::min(at, text.size())).starts_with("<=")) {
      ++at;
      continue;
    }
    if (std::string_view("<([{").find(each) != std::string_view::npos) open += each;
    if (each == ')') close_bracket('(');
    if (each == ']') close_bracket('[');
    if (each == '}') close_bracket('{');
    if (each == '>' && open.ends_with('<')) open.pop_back();
    if (each != ',' || (at < text.size() && !open.empty())) continue;
    if (std::string part = without_blanks(text.substr(begin, at - begin)); !part.empty())
      parts.push_back(std::move(part));
    begin = at + 1;
  }
  return parts;
}

std::vector<LaunchInText> launches_of(const std::string& text, const std::string& function) {
  std::vector<LaunchInText> launches;
  for (std::size_t at = find_word(text, function); at != text.npos;
       at = find_word(text, function, at + 1)) {
    if (auto launch = launch_at(text, at + function.size())) launches.push_back(std::move(*launch));
  }
  return launches;
}

std::vector<std::string> kernels_in_text(const std::string& text) {
  std::vector<std::string> names;
  for (const Declared& each : declared_in(text)) {
    if (each.kind == Declared::Kind::instantiation) continue;
    const auto kernel =
        kernel_in_text(text, each.kind == Declared::Kind::plain ? with_types(each) : each.full());
    if (kernel && std::ranges::find(names, kernel->name) == names.end())
      names.push_back(kernel->name);
  }
  return names;
}

tl::expected<KernelInText, std::string> kernel_in_text(const std::string& text,
                                                       const std::string& wanted) {
  using Kind = Declared::Kind;
  const std::vector<Declared> all = declared_in(text);
  const std::string asked = as_printed(wanted);
  const std::string asked_name = asked.substr(0, asked.find('<'));
  const std::string asked_arguments = asked.substr(asked_name.size());
  const auto is_asked = [&](const Declared& each) {
    return asked.empty() || each.name == asked_name || each.full() == asked_name;
  };
  const bool has_types = asked.find('(') != asked.npos;
  for (const Declared& each : all) {
    if (each.kind != Kind::plain) continue;
    const std::string types = has_types ? with_types(each) : std::string();
    if (has_types ? types != asked : !is_asked(each) || !asked_arguments.empty()) continue;
    const bool is_overloaded = std::ranges::any_of(all, [&](const Declared& other) {
      return other.kind == Kind::plain && other.full() == each.full() &&
             with_types(other) != with_types(each);
    });
    return KernelInText{is_overloaded ? with_types(each) : each.full(), each.name, each.parameters};
  }
  // The first of each name; with arguments that were asked for, the first with those.
  std::unordered_map<std::string_view, const Declared*> instantiations;
  for (const Declared& each : all) {
    if (each.kind == Kind::instantiation &&
        (asked_arguments.empty() || each.arguments == asked_arguments))
      instantiations.emplace(each.name, &each);
  }
  std::optional<ArgumentsOfLaunches> launched;
  std::optional<KernelInText> guessed;  // of the first template without arguments in the text
  std::string names, templates;
  for (const Declared& each : all) {
    if (each.kind == Kind::plain) names += (names.empty() ? "" : ", ") + each.full();
    if (each.kind != Kind::is_template) continue;
    templates += (templates.empty() ? "" : ", ") + each.full();
    if (!is_asked(each)) continue;
    const auto instance = instantiations.find(each.name);
    if (instance != instantiations.end() && !instance->second->arguments.empty())
      return instance_of(each, instance->second->arguments);
    if (asked_arguments.empty() && !launched) launched = launched_arguments(text, all);
    const std::string arguments =
        asked_arguments.empty() ? launched->at(each.name) : asked_arguments;
    if (!arguments.empty()) return instance_of(each, arguments);
    if (guessed) continue;
    if (const std::string guess = guessed_arguments(each); !guess.empty())
      guessed = instance_of(each, guess);
  }
  if (guessed) return *std::move(guessed);
  const auto has = [&](Kind kind) {
    return !asked.empty() && std::ranges::any_of(all, [&](const Declared& each) {
      return each.kind == kind && is_asked(each);
    });
  };
  if (has(Kind::is_template)) {
    return tl::unexpected(fmt::format(
        "'{0}' is a template that the file neither instantiates nor launches with its arguments "
        "written out; --kernel '{0}<ARGUMENTS>' takes one of its instances",
        wanted));
  }
  if (has(Kind::plain)) {
    return tl::unexpected(fmt::format(
        "'{0}' is no template; without the arguments, --kernel '{0}' takes it", asked_name));
  }
  if (names.empty() && templates.empty())
    return tl::unexpected(std::string("the file has no __global__ function"));
  const std::string hint =
      templates.empty()
          ? ""
          : fmt::format("; templates: {} (--kernel 'NAME<ARGUMENTS>' takes one)", templates);
  if (asked.empty())
    return tl::unexpected("the file has no __global__ function that is not a template" + hint);
  return tl::unexpected(fmt::format("there is no kernel '{}'{}{}", wanted,
                                    names.empty() ? "" : "; there are: " + names, hint));
}

}  // namespace lanescope::app
