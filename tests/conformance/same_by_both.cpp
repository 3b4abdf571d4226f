#include "tests/conformance/same_by_both.h"

#include <fmt/format.h>

#include "tests/conformance/difference.h"
#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"
#include "tests/emulation.h"

namespace lanescope::conformance {
namespace {

using Bytes = std::vector<std::byte>;

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

Bytes operands(const std::string& type, std::size_t element_count, std::size_t stride) {
  if (type == "int") return bytes_of(integers<int>(element_count, stride));
  if (type == "unsigned") return bytes_of(integers<unsigned>(element_count, stride));
  if (type == "long long") return bytes_of(integers<std::int64_t>(element_count, stride));
  if (type == "unsigned long long") return bytes_of(integers<std::uint64_t>(element_count, stride));
  if (type == "float") return bytes_of(reals<float>(element_count, stride));
  return bytes_of(reals<double>(element_count, stride));
}

std::size_t size_of(const std::string& type) {
  return type == "float" || type == "int" || type == "unsigned" ? 4 : 8;
}

std::string difference_of(const std::string& type, const Bytes& expected, const Bytes& found,
                          double ulps) {
  if (type == "float") return difference<float>(expected, found, ulps);
  if (type == "double") return difference<double>(expected, found, ulps);
  if (size_of(type) == 4) return difference<unsigned>(expected, found, 0);
  return difference<std::uint64_t>(expected, found, 0);
}

struct Outcome {
  std::string problem;
  Bytes results;  // all elements of the first expression, then of the second, ...
};

Outcome run(const Names& names, const std::vector<std::string>& expressions,
            compile::Compiler compiler) {
  std::string text = fmt::format(
      "{0}\n__global__ void k(const {1}* a, const {1}* b, const {1}* c, {2}* out) {{\n"
      "  const int i = threadIdx.x;\n  {1} x = a[i], y = b[i], z = c[i];\n",
      names.before, names.operand, names.result);
  for (std::size_t e = 0; e < expressions.size(); ++e)
    text += fmt::format("  out[{} * {} + i] = ({});\n", e, names.elements, expressions[e]);
  text += "}\n";

  Outcome outcome;
  const auto ptx = compile::to_ptx({"kernel.cu", text, {}}, compiler);
  if (!ptx) {
    for (const compile::Message& message : ptx.error().messages)
      outcome.problem += message.formatted() + "\n";
    if (outcome.problem.empty()) outcome.problem = ptx.error().summary;
    return outcome;
  }
  const auto program = tests::program_of(ptx->text, "k");
  if (!program) return {program.error().front().text(), {}};

  tests::Arguments arguments;
  for (const std::size_t stride : {1, 10, 3})
    arguments.add_array("in", operands(names.operand, names.elements, stride));
  arguments.add_array("out", expressions.size() * names.elements * size_of(names.result));
  const auto result =
      exec::run(*program, {{1, 1, 1}, {static_cast<unsigned>(names.elements), 1, 1}, 0},
                arguments.bytes, arguments.memory, tests::nobody);
  if (!result) return {result.error().text(), {}};
  for (const Diagnostic& diagnostic : result->diagnostics) {
    if (diagnostic.severity != Severity::note) return {diagnostic.text(), {}};
  }
  outcome.results = arguments.elements_of(3);
  return outcome;
}

}  // namespace

void expect_same(const Names& names) {
  Outcome nvrtc = run(names, names.expressions, compile::Compiler::nvrtc);
  Outcome clang = run(names, names.expressions, compile::Compiler::clang);
  if (!nvrtc.problem.empty() || !clang.problem.empty()) {
    // Find the failing expression: try them one by one.
    for (const std::string& each : names.expressions) {
      EXPECT_EQ(run(names, {each}, compile::Compiler::nvrtc).problem, "") << "NVRTC: " << each;
      EXPECT_EQ(run(names, {each}, compile::Compiler::clang).problem, "") << "clang: " << each;
    }
    return;
  }
  const std::size_t size = names.elements * size_of(names.result);
  for (std::size_t e = 0; e < names.expressions.size(); ++e) {
    const auto part = [&](const Bytes& all) {
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(e * size);
      return Bytes(from, from + static_cast<std::ptrdiff_t>(size));
    };
    EXPECT_EQ(difference_of(names.result, part(nvrtc.results), part(clang.results), names.ulps), "")
        << names.expressions[e];
  }
}

void SameByBoth::SetUp() {
  compile_anew();
  for (const compile::Availability& one : compile::available()) {
    if (!one.usable && one.compiler != compile::Compiler::nvcc) GTEST_SKIP() << one.why_not;
  }
}

}  // namespace lanescope::conformance
