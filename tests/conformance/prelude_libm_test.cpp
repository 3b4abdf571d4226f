// libm functions: the host implements clang's calls, while NVRTC emits CUDA's own algorithms. The
// allowed difference is the sum of both errors, with CUDA's error from the tables of the Math API.
#include <map>

#include "tests/conformance/same_by_both.h"

namespace lanescope::conformance {
namespace {

using PreludeLibm = SameByBoth;

struct Function {
  const char* call;
  double float_ulps, double_ulps;
};

// For float: each name with suffix "f" and as an overload. One text for all functions of one type
// and one allowed difference: a compiler's start takes longer than a function.
void expect_functions(const std::vector<Function>& functions, const std::string& argument) {
  std::map<double, std::vector<std::string>> of_float, of_double;  // by the allowed difference
  for (const Function& each : functions) {
    const std::string call = each.call;
    const std::size_t end = call.find('(');
    std::string with_argument = call;
    for (std::size_t at = 0; (at = with_argument.find('#', at)) != std::string::npos;)
      with_argument.replace(at, 1, argument);
    std::string with_suffix = with_argument;
    with_suffix.insert(end, "f");
    of_float[each.float_ulps].insert(of_float[each.float_ulps].end(), {with_suffix, with_argument});
    of_double[each.double_ulps].push_back(with_argument);
  }
  for (const auto& [ulps, calls] : of_float) expect_same({"float", "float", calls, ulps});
  for (const auto& [ulps, calls] : of_double) expect_same({"double", "double", calls, ulps});
}

TEST_F(PreludeLibm, exponentials_and_logarithms) {
  expect_functions({{"exp(#)", 3, 2},
                    {"exp2(#)", 3, 2},
                    {"exp10(#)", 3, 3},
                    {"expm1(#)", 2, 2},
                    {"log(#)", 2, 2},
                    {"log2(#)", 2, 2},
                    {"log10(#)", 3, 2},
                    {"log1p(#)", 2, 2},
                    {"logb(#)", 0, 0}},
                   "x");
}

TEST_F(PreludeLibm, circular_functions) {
  expect_functions({{"sin(#)", 3, 3},
                    {"cos(#)", 3, 3},
                    {"tan(#)", 5, 3},
                    {"asin(#)", 3, 3},
                    {"acos(#)", 3, 3},
                    {"atan(#)", 3, 3},
                    {"atan2(#, y)", 4, 3},
                    {"sinpi(#)", 2, 3},
                    {"cospi(#)", 2, 3}},
                   "x");
}

TEST_F(PreludeLibm, hyperbolic_functions) {
  expect_functions({{"sinh(#)", 4, 3},
                    {"cosh(#)", 3, 2},
                    {"tanh(#)", 3, 3},
                    {"asinh(#)", 4, 4},
                    {"acosh(#)", 5, 4},
                    {"atanh(#)", 4, 4}},
                   "x");
}

TEST_F(PreludeLibm, powers_and_roots) {
  expect_functions({{"pow(fabs(#), y)", 9, 3},
                    {"pow(#, 3)", 9, 3},
                    {"cbrt(#)", 2, 2},
                    {"rcbrt(#)", 3, 4},
                    {"hypot(#, y)", 4, 3},
                    {"rhypot(#, y)", 4, 3}},
                   "x");
}

TEST_F(PreludeLibm, remainders_and_neighbours) {
  expect_functions({{"fmod(#, y)", 0, 0},
                    {"remainder(#, y)", 0, 0},
                    {"nextafter(#, y)", 0, 0},
                    {"ldexp(#, (int)fmin(fmax(y, (decltype(y))-300), (decltype(y))300))", 0, 0},
                    {"scalbn(#, 5)", 0, 0},
                    {"scalbn(#, -140)", 0, 0}},
                   "x");
  expect_same({"float", "int", {"ilogbf(x)", "ilogb(x)"}});
}

TEST_F(PreludeLibm, error_and_gamma_functions) {
  expect_functions({{"erf(#)", 3, 3},
                    {"erfc(#)", 6, 6},
                    {"tgamma(#)", 8, 12},
                    {"lgamma(fabs(#) + 3.0f)", 7, 6},
                    {"erfinv(#)", 4, 7},
                    {"erfcinv(0.5f * fmin(fabs(#), (decltype(#))1))", 5, 8}},
                   "x");
}

TEST_F(PreludeLibm, several_results_at_once) {
  const std::string before =
      "__device__ float together(float x) { float s, c; sincosf(x, &s, &c); return s - 3.0f * c; "
      "}\n"
      "__device__ int quotient(float x, float y) { int q; remquof(x, y, &q); return q & 7; }\n";
  expect_same({"float", "float", {"together(x)"}, 16, before});
  expect_same(
      {"float", "int", {"isfinite(x) && isfinite(y) && y != 0 ? quotient(x, y) : 0"}, 0, before});
}

TEST_F(PreludeLibm, whole_numbers_as_arguments_are_doubles) {
  expect_same({"int",
               "double",
               {"sqrt(x & 1023)", "pow(x & 15, 3)", "exp(x & 15)", "floor(x)", "fmax(x, y)"},
               3});
}

}  // namespace
}  // namespace lanescope::conformance
