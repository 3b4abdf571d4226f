#include "kernels/compile/wanted_kernel.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace lanescope::compile {
namespace {

constexpr std::string_view wanted_name = "__lanescope_wanted";
constexpr std::string_view comment_start = "// lanescope kernel: ";

// The '(' of the parameter list: the first one outside of any <>; npos: there is none.
std::size_t open_of_parameters(std::string_view kernel) {
  int depth = 0;
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    if (kernel[i] == '<') ++depth;
    if (kernel[i] == '>') --depth;
    if (kernel[i] == '(' && depth == 0) return i;
    // Inside of template arguments < and > may compare: scan<(A < B)>.
    if (kernel[i] == '(') {
      int inner = 0;
      for (; i < kernel.size(); ++i) {
        if (kernel[i] == '(') ++inner;
        if (kernel[i] == ')' && --inner == 0) break;
      }
    }
  }
  return kernel.npos;
}

bool continues_symbol(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// The name that begins at `at`.
std::string_view symbol_at(std::string_view ptx, std::size_t at) {
  std::size_t end = at;
  while (end < ptx.size() && continues_symbol(ptx[end])) ++end;
  return ptx.substr(at, end - at);
}

std::size_t begin_of_line(std::string_view text, std::size_t at) {
  const std::size_t newline = text.rfind('\n', at);
  return newline == text.npos || at == 0 ? 0 : newline + 1;
}

std::size_t end_of_line(std::string_view text, std::size_t at) {
  const std::size_t newline = text.find('\n', at);
  return newline == text.npos ? text.size() : newline + 1;
}

void erase_lines_with(std::string& text, std::string_view part, std::string_view first_word) {
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at)) {
    const std::size_t begin = begin_of_line(text, at);
    const std::size_t end = end_of_line(text, at);
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const std::size_t word = line.find_first_not_of(" \t");
    if (line.substr(word).starts_with(first_word)) {
      text.erase(begin, end - begin);
      at = begin;
    } else {
      at = end;
    }
  }
}

// clang: .visible .global .align 8 .u64 __lanescope_wanted = SYMBOL;
std::string take_variable(std::string& ptx) {
  const std::string assigned = fmt::format(" {} = ", wanted_name);
  const std::size_t at = ptx.find(assigned);
  if (at == ptx.npos) return {};
  std::size_t from = at + assigned.size();
  constexpr std::string_view generic = "generic(";
  if (std::string_view(ptx).substr(from).starts_with(generic)) from += generic.size();
  std::string symbol(symbol_at(ptx, from));
  const std::size_t begin = begin_of_line(ptx, at);
  ptx.erase(begin, end_of_line(ptx, at) - begin);
  return symbol;
}

// NVRTC, nvcc: an entry of that name, with "mov.u64 %rd3, SYMBOL;" in it.
std::string take_entry(std::string& ptx) {
  const std::string entry = fmt::format(".entry {}(", wanted_name);
  const std::size_t at = ptx.find(entry);
  if (at == ptx.npos) return {};
  std::size_t end = ptx.find("\n}", at);
  if (end == ptx.npos) return {};
  end = end_of_line(ptx, end + 1);
  std::string symbol;
  const std::string_view body = std::string_view(ptx).substr(at, end - at);
  constexpr std::string_view move = "mov.u64";
  for (std::size_t mov = body.find(move); mov != body.npos && symbol.empty();
       mov = body.find(move, mov + move.size())) {
    const std::size_t comma = body.find(',', mov);
    if (comma == body.npos) break;
    const std::size_t from = body.find_first_not_of(" \t", comma + 1);
    if (from == body.npos) break;
    const std::string_view name = symbol_at(body, from);
    if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0) symbol = name;
  }
  const std::size_t begin = begin_of_line(ptx, at);
  ptx.erase(begin, end - begin);
  return symbol;
}

}  // namespace

bool is_kernel_expression(std::string_view kernel) {
  const std::size_t special = kernel.find_first_of("<(");
  // The name precedes it, and nothing in it may end the line that is made of it.
  return special != kernel.npos && special > 0 &&
         kernel.find_first_of(";{}#\\\"\r\n") == kernel.npos;
}

std::string wanted_kernel_text(std::string_view kernel, Compiler compiler) {
  if (!is_kernel_expression(kernel)) return {};
  std::string address;
  const std::size_t open = open_of_parameters(kernel);
  if (open == kernel.npos) {
    address = fmt::format("(void*)({})", kernel);
  } else {
    std::string_view name = kernel.substr(0, open);
    while (name.ends_with(' ')) name.remove_suffix(1);
    address = fmt::format("(void*)(void (*){})({})", kernel.substr(open), name);
  }
  // clang lets no kernel take a kernel's address, NVRTC no variable.
  const std::string line =
      compiler == Compiler::clang
          ? fmt::format("extern \"C\" __device__ void* {} = {};", wanted_name, address)
          : fmt::format("extern \"C\" __global__ void {}(void** p) {{ *p = {}; }}", wanted_name,
                        address);
  return fmt::format("\n#line 1 \"{}\"\n{}\n", wanted_kernel_name, line);
}

bool lacks_wanted_kernel(const Failure& failure) {
  return std::any_of(failure.messages.begin(), failure.messages.end(), [](const Message& message) {
    return message.severity == MessageSeverity::error && message.file == wanted_kernel_name;
  });
}

std::string with_wanted_kernel(std::string ptx) {
  std::string symbol = take_variable(ptx);
  if (symbol.empty()) symbol = take_entry(ptx);
  if (symbol.empty()) return ptx;
  // "// .globl NAME", and the name of the line that was added
  erase_lines_with(ptx, wanted_name, "// .globl");
  erase_lines_with(ptx, wanted_kernel_name, ".file");
  if (!ptx.ends_with('\n')) ptx += '\n';
  return ptx + fmt::format("{}{}\n", comment_start, symbol);
}

std::string wanted_kernel_in(std::string_view ptx) {
  while (ptx.ends_with('\n')) ptx.remove_suffix(1);
  ptx.remove_prefix(begin_of_line(ptx, ptx.size()));
  return ptx.starts_with(comment_start) ? std::string(ptx.substr(comment_start.size()))
                                        : std::string();
}

}  // namespace lanescope::compile
