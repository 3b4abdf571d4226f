#include "app/session/start/kernel_in_text.h"

#include <algorithm>
#include <optional>
#include <regex>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

std::string without_blanks(std::string_view text) {
  constexpr const char* blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

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

// The namespaces around a place, each with "::" behind it. Unnamed ones have no part in a name that
// a lesson file could say.
std::string namespaces_at(const std::string& text, std::size_t place) {
  static const std::regex space(R"re(\bnamespace\s+(\w+(?:\s*::\s*\w+)*)\s*$)re");
  std::vector<std::string> open;  // a part for each brace
  for (std::size_t at = 0; at < place; ++at) {
    if (text[at] == '}' && !open.empty()) open.pop_back();
    if (text[at] != '{') continue;
    std::smatch match;
    const std::size_t begin = at == 0 ? 0 : declaration_begin(text, at - 1);
    const std::string head = text.substr(begin, at - begin);
    open.push_back(std::regex_search(head, match, space) ? as_printed(match[1]) + "::" : "");
  }
  std::string all;
  for (const std::string& each : open) all += each;
  return all;
}

// What stands at one __global__.
struct Declared {
  enum class Kind { plain, is_template, instantiation };
  Kind kind = Kind::plain;
  std::string spaces, name, arguments, parameters;  // "foo::", "transpose", "<32>", "float* a"
  std::string template_parameters;                  // "int TILE, class T"

  [[nodiscard]] std::string full() const { return spaces + name; }
};

std::vector<Declared> declared_in(const std::string& text) {
  static const std::regex kernel(
      R"re(\b__global__\b\s*(?:(?:static|inline|void|extern)\b\s*|__\w+__\s*\([^)]*\)\s*)*)re"
      R"re(((?:\w+\s*::\s*)*)([A-Za-z_]\w*)\s*(<[^;(){}]*>)?\s*\(([^)]*)\))re");
  static const std::regex is_template(R"re(\btemplate\b\s*(<)?)re");
  std::vector<Declared> all;
  for (std::sregex_iterator at(text.begin(), text.end(), kernel), end; at != end; ++at) {
    Declared each;
    const auto place = static_cast<std::size_t>(at->position());
    each.spaces = namespaces_at(text, place) + as_printed((*at)[1]);
    each.name = (*at)[2];
    each.arguments = as_printed((*at)[3]);
    each.parameters = (*at)[4];
    const std::size_t begin = place == 0 ? 0 : declaration_begin(text, place - 1);
    const std::string head = text.substr(begin, place - begin);
    std::smatch match;
    if (std::regex_search(head, match, is_template)) {
      each.kind = match[1].matched ? Declared::Kind::is_template : Declared::Kind::instantiation;
      const auto open = static_cast<std::size_t>(match.position() + match.length());
      if (match[1].matched && head.rfind('>') != std::string::npos && head.rfind('>') > open)
        each.template_parameters = head.substr(open, head.rfind('>') - open);
    }
    all.push_back(std::move(each));
  }
  return all;
}

// The arguments of the first launch of that template: "<32>"; empty: none.
std::string launched_arguments(const std::string& text, const std::string& name) {
  const std::regex launch("\\b" + name + R"re(\s*(<[^<>;{}]*>)\s*<<<)re");
  std::smatch match;
  return std::regex_search(text, match, launch) ? as_printed(match[1]) : std::string();
}

// A template's parameters with its arguments in place of their names.
std::string with_arguments(const Declared& of, const std::string& arguments) {
  std::string parameters = of.parameters;
  const std::vector<std::string> values =
      arguments.size() > 2
          ? split_at_commas(std::string_view(arguments).substr(1, arguments.size() - 2))
          : std::vector<std::string>();
  static const std::regex last_word(R"re((\w+)\s*(?:=.*)?$)re");
  const std::vector<std::string> names = split_at_commas(of.template_parameters);
  for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
    std::smatch match;
    if (std::regex_search(names[i], match, last_word))
      parameters =
          std::regex_replace(parameters, std::regex("\\b" + match[1].str() + "\\b"), values[i]);
  }
  return parameters;
}

KernelInText instance_of(const Declared& of, const std::string& arguments) {
  return {of.full() + arguments, of.name, with_arguments(of, arguments)};
}

}  // namespace

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool is_end = at == text.size();
    if (!is_end && std::string_view("<([{").find(text[at]) != std::string_view::npos) ++depth;
    if (!is_end && std::string_view(">)]}").find(text[at]) != std::string_view::npos) --depth;
    if (!is_end && (text[at] != ',' || depth > 0)) continue;
    if (std::string part = without_blanks(text.substr(begin, at - begin)); !part.empty())
      parts.push_back(std::move(part));
    begin = at + 1;
  }
  return parts;
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
  for (const Declared& each : all) {
    if (each.kind == Kind::plain && is_asked(each) && asked_arguments.empty())
      return KernelInText{each.full(), each.name, each.parameters};
  }
  std::string names, templates;
  for (const Declared& each : all) {
    if (each.kind == Kind::plain) names += (names.empty() ? "" : ", ") + each.full();
    if (each.kind != Kind::is_template) continue;
    templates += (templates.empty() ? "" : ", ") + each.full();
    if (!is_asked(each)) continue;
    const auto instance = std::ranges::find_if(all, [&](const Declared& other) {
      return other.kind == Kind::instantiation && other.name == each.name &&
             (asked_arguments.empty() || other.arguments == asked_arguments);
    });
    if (instance != all.end() && !instance->arguments.empty())
      return instance_of(each, instance->arguments);
    const std::string arguments =
        asked_arguments.empty() ? launched_arguments(text, each.name) : asked_arguments;
    if (!arguments.empty()) return instance_of(each, arguments);
  }
  const std::string hint =
      templates.empty()
          ? ""
          : fmt::format("; templates: {} (--kernel 'NAME<ARGUMENTS>' takes one)", templates);
  if (names.empty()) {
    return tl::unexpected(
        templates.empty() ? std::string("the file has no __global__ function")
                          : "the file has no __global__ function that is not a template" + hint);
  }
  return tl::unexpected(
      fmt::format("there is no kernel '{}'; there are: {}{}", wanted, names, hint));
}

}  // namespace lanescope::app
