#include "tests/conformance/elementwise.h"

#include <fmt/format.h>

namespace lanescope::conformance {

std::string text_of(const Map& map, std::span<const char* const> operands, const char* result) {
  std::string text = map.before + "\n__global__ void k(";
  for (std::size_t i = 0; i < operands.size(); ++i)
    text += fmt::format("const {}* {}, ", operands[i], "abc"[i]);
  text += fmt::format("{}* out, int n) {{\n", result) +
          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n";
  for (std::size_t i = 0; i < operands.size(); ++i)
    text += fmt::format("  {} {} = {}[i];\n", operands[i], "xyz"[i], "abc"[i]);
  for (std::size_t i = 0; i < map.expressions.size(); ++i)
    text += fmt::format("  out[{} * i + {}] = ({})({});\n", map.expressions.size(), i, result,
                        map.expressions[i]);
  return text + "}\n";
}

KernelCase launch_of(const std::string& text, std::size_t count) {
  KernelCase kernel(text);
  kernel.grid(static_cast<std::uint32_t>((count + 95) / 96)).block(96);
  return kernel;
}

}  // namespace lanescope::conformance
