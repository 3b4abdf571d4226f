#include "sim/exec/decode/kernel_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace lanescope::exec {
namespace {

// The '(' that opens the parameter list: the first one outside of any <>.
std::size_t parameter_list(const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>') --depth;
    if (text[i] == '(' && depth == 0) {
      // Not this one: "(anonymous namespace)::k(int)".
      if (text.compare(i, 21, "(anonymous namespace)") == 0) {
        i += 20;
        continue;
      }
      return i;
    }
  }
  return std::string::npos;
}

std::vector<std::string> split_parameters(std::string_view list) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  for (const char c : list) {
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ',' && depth == 0) {
      parts.push_back(std::move(part));
      part.clear();
    } else if (!(c == ' ' && part.empty())) {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

// "void reduce<256>": instances of templates are demangled with their return type.
std::string without_return_type(std::string name) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<' || name[i] == '(') ++depth;
    if (name[i] == '>' || name[i] == ')') --depth;
    if (name[i] == ' ' && depth == 0) begin = i + 1;
  }
  return name.substr(begin);
}

std::string with_parameters(const KernelName& name) {
  std::string text = name.plain + '(';
  for (std::size_t i = 0; i < name.parameters.size(); ++i)
    text += (i == 0 ? "" : ", ") + name.parameters[i];
  return text + ')';
}

// Without blanks, and without the unnamed namespaces, which nobody writes: "a::k" of
// "a::(anonymous namespace)::k".
std::string as_compared(std::string_view text) {
  constexpr std::string_view unnamed = "(anonymousnamespace)::";
  std::string result(text);
  std::erase(result, ' ');
  for (std::size_t at = result.find(unnamed); at != result.npos; at = result.find(unnamed, at))
    result.erase(at, unnamed.size());
  return result;
}

bool is_defined_kernel(const ptx::Function& function) {
  return function.is_entry && !function.is_declaration;
}

}  // namespace

std::string demangled(std::string_view name) {
  if (!name.starts_with("_Z"))
    return std::string(name);  // "s" alone would demangle to the type short
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? std::string(text.get()) : std::string(name);
}

KernelName kernel_name(std::string_view mangled) {
  const std::string full = demangled(mangled);
  KernelName name;
  const std::size_t open = mangled.starts_with("_Z") ? parameter_list(full) : std::string::npos;
  if (open == std::string::npos) {
    name.plain = full;
    return name;
  }
  name.plain = without_return_type(full.substr(0, open));
  name.has_parameters = true;
  const std::size_t close = full.rfind(')');
  name.parameters = split_parameters(std::string_view(full).substr(open + 1, close - open - 1));
  return name;
}

const ptx::Function* find_kernel(const ptx::Module& module, std::string_view name) {
  const std::string wanted = as_compared(name);
  std::vector<const ptx::Function*> overloads, instances;
  for (const ptx::Function& function : module.functions) {
    if (!is_defined_kernel(function)) continue;
    if (function.name == name) return &function;
    const KernelName each = kernel_name(function.name);
    if (each.has_parameters && as_compared(with_parameters(each)) == wanted) return &function;
    const std::string plain = as_compared(each.plain);
    const bool is_extern_c = !each.has_parameters && wanted.ends_with("::" + plain);
    if (plain == wanted || is_extern_c) {
      overloads.push_back(&function);
    } else if (plain.substr(0, plain.find('<')) == wanted) {
      instances.push_back(&function);
    }
  }
  const auto& found = overloads.empty() ? instances : overloads;
  return found.size() == 1 ? found.front() : nullptr;
}

std::vector<std::string> kernel_names(const ptx::Module& module) {
  std::vector<KernelName> kernels;
  for (const ptx::Function& function : module.functions) {
    if (is_defined_kernel(function)) kernels.push_back(kernel_name(function.name));
  }
  std::vector<std::string> names;
  for (const KernelName& kernel : kernels) {
    const auto same = std::count_if(kernels.begin(), kernels.end(), [&](const KernelName& other) {
      return other.plain == kernel.plain;
    });
    names.push_back(same > 1 && kernel.has_parameters ? with_parameters(kernel) : kernel.plain);
  }
  return names;
}

}  // namespace lanescope::exec
