#include "app/session/run/kernel_list.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/exec/decode/kernel_names.h"

namespace lanescope::app {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed_right(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// The name before the parameter list that follows __global__; empty: there is none.
std::string_view name_after(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ';' || text[at] == '{') break;
    if (!is_of_name(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_of_name(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    at = end;
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size() || text[at] != '(') continue;
    if (!name.starts_with("__")) return name;
    at = std::min(text.find(')', at), text.size());  // __launch_bounds__(256)
  }
  return {};
}

// "typename T, int B" of "template <typename T, int B> static", which ends the text; empty: no
// template does.
std::string parameters_before(std::string_view text) {
  for (text = trimmed_right(text); !text.empty(); text = trimmed_right(text)) {
    const auto word = std::find_if_not(text.rbegin(), text.rend(), is_of_name);
    const auto size = static_cast<std::size_t>(word - text.rbegin());
    if (size == 0) break;
    const std::string_view last = text.substr(text.size() - size);
    if (last != "static" && last != "inline" && last != "void") return {};
    text.remove_suffix(size);
  }
  if (!text.ends_with('>')) return {};
  int depth = 0;
  std::size_t open = text.size();
  do {
    --open;
    if (text[open] == '>') ++depth;
    if (text[open] == '<') --depth;
  } while (depth > 0 && open > 0);
  if (depth != 0 || !trimmed_right(text.substr(0, open)).ends_with("template")) return {};
  std::string parameters;
  for (const char c : text.substr(open + 1, text.size() - open - 2)) {
    if (!is_space(c)) {
      parameters += c;
    } else if (!parameters.empty() && parameters.back() != ' ') {
      parameters += ' ';
    }
  }
  constexpr std::size_t longest = 100;
  return parameters.size() > longest ? "..." : parameters;
}

}  // namespace

std::vector<std::string> kernel_templates_in(std::string_view text) {
  constexpr std::string_view word = "__global__";
  std::vector<std::string> found;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + word.size())) {
    const std::string parameters = parameters_before(text.substr(0, at));
    const std::string_view name = name_after(text.substr(at + word.size()));
    if (parameters.empty() || name.empty()) continue;
    std::string written = fmt::format("{}<{}>", name, parameters);
    if (std::ranges::find(found, written) == found.end()) found.push_back(std::move(written));
  }
  return found;
}

std::string no_such_kernel(const std::string& source, const std::string& kernel,
                           const ptx::Module& module, std::string_view text) {
  const std::vector<std::string> names = exec::kernel_names(module);
  const std::vector<std::string> templates = kernel_templates_in(text);
  const auto plain = [](std::string_view name) { return name.substr(0, name.find_first_of("<(")); };
  // Those that the name may mean, rather than all that a large file has.
  std::vector<std::string> meant;
  for (const std::string& name : names) {
    if (plain(name) == kernel) meant.push_back(name);
  }
  if (meant.size() > 1) {
    return fmt::format("{} has several kernels '{}'; name one of them: {}", source, kernel,
                       fmt::join(meant, ", "));
  }
  for (const std::string& name : templates) {
    if (plain(name) == kernel) meant.push_back(name);
  }
  if (!meant.empty()) {
    return fmt::format("'{}' is a template; give it arguments: {}", kernel, fmt::join(meant, ", "));
  }
  std::vector<std::string> all = names;
  all.insert(all.end(), templates.begin(), templates.end());
  return fmt::format(
      "{} has no kernel '{}'; it has: {}", source, kernel,
      all.empty() ? "none (is __global__ missing?)" : fmt::format("{}", fmt::join(all, ", ")));
}

}  // namespace lanescope::app
