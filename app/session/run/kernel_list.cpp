#include "app/session/run/kernel_list.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/compile/declarations.h"
#include "sim/exec/decode/kernel_names.h"

namespace lanescope::app {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
// In one line, each blank once.
std::string parameters_of(const compile::Declaration& kernel) {
  std::string parameters;
  for (const char c : kernel.template_parameters) {
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
  std::vector<std::string> found;
  for (const compile::Declaration& each : compile::declarations_of(text)) {
    const bool is_function = each.kind == compile::DeclarationKind::function;
    const std::string parameters = parameters_of(each);
    if (!is_function || !each.is_kernel || parameters.empty()) continue;
    std::string written = fmt::format("{}<{}>", each.name, parameters);
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
  if (!meant.empty())
    return fmt::format("'{}' is a template; give it arguments: {}", kernel, fmt::join(meant, ", "));
  std::vector<std::string> all = names;
  all.insert(all.end(), templates.begin(), templates.end());
  return fmt::format(
      "{} has no kernel '{}'; it has: {}", source, kernel,
      all.empty() ? "none (is __global__ missing?)" : fmt::format("{}", fmt::join(all, ", ")));
}

}  // namespace lanescope::app
