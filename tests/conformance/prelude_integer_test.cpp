// Integer functions of clang's prelude: bit for bit as NVRTC's.
#include "tests/conformance/same_by_both.h"

namespace lanescope::conformance {
namespace {

using PreludeInteger = SameByBoth;

// "name2(x, y)" and "name4(x, y)" for each name.
std::vector<std::string> of_two_and_four(const std::vector<std::string>& names,
                                         const std::string& arguments) {
  std::vector<std::string> calls;
  for (const std::string& name : names) {
    for (const char* lanes : {"2", "4"}) calls.push_back(name + lanes + arguments);
  }
  return calls;
}

TEST_F(PreludeInteger, bits_are_counted_found_and_reversed) {
  expect_same({"unsigned", "unsigned", {"__popc(x)", "__clz(x)", "__ffs(x)", "__brev(x)"}});
  expect_same({"unsigned long long",
               "unsigned long long",
               {"__popcll(x)", "__clzll(x)", "__ffsll(x)", "__brevll(x)"}});
}

TEST_F(PreludeInteger, high_halves_and_24_bit_products) {
  expect_same({"unsigned",
               "unsigned",
               {"__mulhi(x, y)", "__umulhi(x, y)", "__mul24(x, y)", "__umul24(x, y)"}});
  expect_same(
      {"unsigned long long", "unsigned long long", {"__mul64hi(x, y)", "__umul64hi(x, y)"}});
}

TEST_F(PreludeInteger, averages_and_absolute_differences) {
  expect_same({"unsigned",
               "unsigned",
               {"__hadd((int)x, (int)y)", "__rhadd(x, y)", "__uhadd(x, y)", "__urhadd(x, y)",
                "__sad(x, y, z)", "__usad(x, y, z)"}});
}

TEST_F(PreludeInteger, bytes_are_permuted_and_words_funnelled) {
  expect_same({"unsigned",
               "unsigned",
               {"__byte_perm(x, y, z)", "__funnelshift_l(x, y, z)", "__funnelshift_r(x, y, z)",
                "__funnelshift_lc(x, y, z)", "__funnelshift_rc(x, y, z)"}});
}

TEST_F(PreludeInteger, dot_products_of_bytes) {
  expect_same(
      {"unsigned",
       "unsigned",
       {"__dp4a((int)x, (int)y, (int)z)", "__dp4a(x, y, z)", "__dp2a_lo((int)x, (int)y, (int)z)",
        "__dp2a_lo(x, y, z)", "__dp2a_hi((int)x, (int)y, (int)z)", "__dp2a_hi(x, y, z)",
        "__dp4a(make_char4(x, y, 3, 4), make_char4(y, z, 7, -8), (int)z)",
        "__dp4a(make_uchar4(x, y, 3, 4), make_uchar4(y, z, 7, 8), z)"}});
}

TEST_F(PreludeInteger, minima_and_maxima_of_all_widths) {
  expect_same({"unsigned",
               "unsigned",
               {"min(x, y)", "max(x, y)", "min((int)x, (int)y)", "max((int)x, (int)y)", "min(x, 3)",
                "max(-3, x)", "umin(x, y)", "umax(x, y)", "abs((int)x)"}});
  expect_same(
      {"long long",
       "long long",
       {"min(x, y)", "max(x, y)", "min((unsigned long long)x, (unsigned long long)y)",
        "max((long)x, (long)y)", "llmin(x, y)", "ullmax(x, y)", "llabs(x)", "labs(x)", "abs(x)"}});
}

TEST_F(PreludeInteger, extrema_of_three_and_of_sums) {
  expect_same(
      {"unsigned",
       "unsigned",
       {"__vimax3_s32(x, y, z)", "__vimin3_s32(x, y, z)", "__vimax3_u32(x, y, z)",
        "__vimin3_u32(x, y, z)", "__vimax3_s32_relu(x, y, z)", "__vimin3_s32_relu(x, y, z)",
        "__viaddmax_s32(x, y, z)", "__viaddmin_s32(x, y, z)", "__viaddmax_u32(x, y, z)",
        "__viaddmin_u32(x, y, z)", "__viaddmax_s32_relu(x, y, z)", "__viaddmin_s32_relu(x, y, z)",
        "__vimax_s32_relu(x, y)", "__vimin_s32_relu(x, y)"}});
}

TEST_F(PreludeInteger, lanes_are_added_and_subtracted) {
  expect_same({"unsigned", "unsigned",
               of_two_and_four({"__vadd", "__vaddss", "__vaddus", "__vsub", "__vsubss", "__vsubus",
                                "__vavgs", "__vavgu", "__vhaddu"},
                               "(x, y)")});
  expect_same({"unsigned", "unsigned", of_two_and_four({"__vneg", "__vnegss"}, "(x)")});
}

TEST_F(PreludeInteger, lanes_are_compared) {
  std::vector<std::string> names;
  for (const char* kind : {"__vcmp", "__vset"}) {
    for (const char* relation :
         {"eq", "ne", "ges", "geu", "gts", "gtu", "les", "leu", "lts", "ltu"}) {
      names.push_back(std::string(kind) + relation);
    }
  }
  expect_same({"unsigned", "unsigned", of_two_and_four(names, "(x, y)")});
}

TEST_F(PreludeInteger, lanes_have_minima_maxima_and_differences) {
  expect_same({"unsigned", "unsigned",
               of_two_and_four({"__vmaxs", "__vmaxu", "__vmins", "__vminu"}, "(x, y)")});
  expect_same({"unsigned",
               "unsigned",
               {"__vabsdiffs2(x, y)", "__vabsdiffu2(x, y)", "__vsads2(x, y)", "__vabs2(x)",
                "__vabsss2(x)"}});
}

TEST_F(PreludeInteger, lanes_have_magnitudes_and_their_differences_are_summed) {
  expect_same({"unsigned", "unsigned",
               of_two_and_four({"__vabsdiffs", "__vabsdiffu", "__vsads", "__vsadu"}, "(x, y)")});
  expect_same({"unsigned", "unsigned", of_two_and_four({"__vabs", "__vabsss"}, "(x)")});
}

}  // namespace
}  // namespace lanescope::conformance
