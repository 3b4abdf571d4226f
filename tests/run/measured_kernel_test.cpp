// Kernels of many instructions on many bit patterns, compared with an NVIDIA H200
// (tests/data/h200_instructions.txt): every word must be equal, including NaNs.
#include <cstring>
#include <fstream>
#include <regex>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "tests/paths.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

// clang-format off
// A word of every kind: zeros, infinities, NaNs, subnormals, small and large numbers.
const std::string word_of_every_kind = R"(__device__ __forceinline__ unsigned gen(unsigned i)
{
    unsigned x = i * 2654435761u;
    x ^= x >> 15;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    switch (i % 13) {
        case 0: return 0;
        case 1: return 0x80000000u;
        case 2: return 0x7f800000u;
        case 3: return 0xffffffffu;
        case 4: return 0x7fc00001u;
        case 5: return x & 0x807fffffu;
        case 6: return x % 40;
        case 7: return 0xff800000u;
        case 8: return (x & 0x80ffffffu) | 0x3f000000u;
        case 9: return (x & 0x80ffffffu) | 0x40000000u;
    }
    return x;
}
)";

// Text and operands of an instruction that writes %0.
using Instructions = std::vector<std::pair<std::string, std::string>>;

const std::string r_a = R"("r"(a))", r_ab = r_a + R"(,"r"(b))", r_abc = r_ab + R"(,"r"(c))";
const std::string f_a = R"("f"(fa))", f_ab = f_a + R"(,"f"(fb))", f_abc = f_ab + R"(,"f"(fc))";

const Instructions integer_instructions = {
    {"prmt.b32.f4e %0,%1,%2,%3;", r_abc},
    {"prmt.b32.b4e %0,%1,%2,%3;", r_abc},
    {"prmt.b32.rc8 %0,%1,%2,%3;", r_abc},
    {"prmt.b32.ecl %0,%1,%2,%3;", r_abc},
    {"prmt.b32.ecr %0,%1,%2,%3;", r_abc},
    {"prmt.b32.rc16 %0,%1,%2,%3;", r_abc},
    {"dp4a.s32.s32 %0,%1,%2,%3;", r_abc},
    {"dp2a.lo.s32.s32 %0,%1,%2,%3;", r_abc},
    {"dp2a.hi.s32.s32 %0,%1,%2,%3;", r_abc},
    {"dp4a.s32.u32 %0,%1,%2,%3;", r_abc},
    {"dp2a.lo.s32.u32 %0,%1,%2,%3;", r_abc},
    {"dp2a.hi.s32.u32 %0,%1,%2,%3;", r_abc},
    {"dp4a.u32.s32 %0,%1,%2,%3;", r_abc},
    {"dp2a.lo.u32.s32 %0,%1,%2,%3;", r_abc},
    {"dp2a.hi.u32.s32 %0,%1,%2,%3;", r_abc},
    {"dp4a.u32.u32 %0,%1,%2,%3;", r_abc},
    {"dp2a.lo.u32.u32 %0,%1,%2,%3;", r_abc},
    {"dp2a.hi.u32.u32 %0,%1,%2,%3;", r_abc},
    {"bmsk.clamp.b32 %0,%1,%2;", R"("r"(a%50),"r"(b%50))"},
    {"bmsk.clamp.b32 %0,%1,%2;", r_ab},
    {"szext.clamp.u32 %0,%1,%2;", R"("r"(a),"r"(b%40))"},
    {"szext.clamp.u32 %0,%1,%2;", r_ab},
    {"szext.clamp.s32 %0,%1,%2;", R"("r"(a),"r"(b%40))"},
    {"szext.clamp.s32 %0,%1,%2;", r_ab},
    {"bmsk.wrap.b32 %0,%1,%2;", R"("r"(a%50),"r"(b%50))"},
    {"bmsk.wrap.b32 %0,%1,%2;", r_ab},
    {"szext.wrap.u32 %0,%1,%2;", R"("r"(a),"r"(b%40))"},
    {"szext.wrap.u32 %0,%1,%2;", r_ab},
    {"szext.wrap.s32 %0,%1,%2;", R"("r"(a),"r"(b%40))"},
    {"szext.wrap.s32 %0,%1,%2;", r_ab},
    {"fns.b32 %0,%1,%2,%3;", R"("r"(a),"r"(b%32),"r"((int)(c%13)-6))"},
    {"bfind.shiftamt.u32 %0,%1;", r_a},
    {"bfind.u32 %0,%1;", r_a},
    {"bfind.shiftamt.s32 %0,%1;", r_a},
    {"bfind.s32 %0,%1;", r_a},
    {"{.reg .b64 t; mov.b64 t,{%1,%2}; bfind.shiftamt.u64 %0,t;}", r_ab},
    {"{.reg .b64 t; mov.b64 t,{%1,%2}; bfind.shiftamt.s64 %0,t;}", r_ab},
    {"slct.u32.s32 %0,%1,%2,%3;", r_abc},
    {"slct.u32.f32 %0,%1,%2,%3;", R"("r"(a),"r"(b),"f"(fc))"},
    {"set.eq.u32.f32 %0,%1,%2;", f_ab},
    {"set.lt.u32.f32 %0,%1,%2;", f_ab},
    {"set.geu.u32.f32 %0,%1,%2;", f_ab},
    {"set.num.u32.f32 %0,%1,%2;", f_ab},
    {"set.nan.u32.f32 %0,%1,%2;", f_ab},
    {"set.neu.u32.f32 %0,%1,%2;", f_ab},
    {"set.gt.f32.s32 %0,%1,%2;", r_ab},
    {"{.reg .pred p; setp.ne.u32 p,%3,0; set.lo.and.s32.u32 %0,%1,%2,!p;}", R"("r"(a),"r"(b),"r"(c&1))"},
    {"{.reg .pred p; testp.finite.f32 p,%1; selp.u32 %0,1,0,p;}", f_a},
    {"{.reg .pred p; testp.infinite.f32 p,%1; selp.u32 %0,1,0,p;}", f_a},
    {"{.reg .pred p; testp.number.f32 p,%1; selp.u32 %0,1,0,p;}", f_a},
    {"{.reg .pred p; testp.notanumber.f32 p,%1; selp.u32 %0,1,0,p;}", f_a},
    {"{.reg .pred p; testp.subnormal.f32 p,%1; selp.u32 %0,1,0,p;}", f_a},
};

// These and the next ones for each rounding in place of `rn`.
const Instructions rounded_instructions = {
    {"{.reg .f32 t; add.rn.f32 t,%1,%2; mov.b32 %0,t;}", f_ab},
    {"{.reg .f32 t; sub.rn.f32 t,%1,%2; mov.b32 %0,t;}", f_ab},
    {"{.reg .f32 t; mul.rn.f32 t,%1,%2; mov.b32 %0,t;}", f_ab},
    {"{.reg .f32 t; div.rn.f32 t,%1,%2; mov.b32 %0,t;}", f_ab},
    {"{.reg .f32 t; fma.rn.f32 t,%1,%2,%3; mov.b32 %0,t;}", f_abc},
    {"{.reg .f32 t; sqrt.rn.f32 t,%1; mov.b32 %0,t;}", f_a},
    {"{.reg .f32 t; rcp.rn.f32 t,%1; mov.b32 %0,t;}", f_a},
    {"{.reg .f32 t; cvt.rn.f32.s32 t,%1; mov.b32 %0,t;}", r_a},
    {"{.reg .f32 t; cvt.rn.f32.u32 t,%1; mov.b32 %0,t;}", r_a},
    {"{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rn.f32.s64 t,q; mov.b32 %0,t;}", r_ab},
    {"{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rn.f32.u64 t,q; mov.b32 %0,t;}", r_ab},
    {"{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rn.f64.s64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", r_ab},
    {"{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rn.f64.u64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", r_ab},
    {"{.reg .f32 t; .reg .f64 q; mov.b64 q,{%1,%2}; cvt.rn.f32.f64 t,q; mov.b32 %0,t;}", R"("r"(a),"r"((b&0x800fffff)|((b>>3&0x7ff)%256+0x380<<20)))"},
    {"{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; add.rn.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", R"("r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))"},
    {"{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; mul.rn.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", R"("r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))"},
    {"{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; div.rn.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", R"("r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))"},
    {"{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; fma.rn.f64 p,p,q,p; mov.b64 {x,y},p; xor.b32 %0,x,y;}", R"("r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))"},
};

const Instructions to_integers = {
    {"cvt.rni.s32.f32 %0,%1;", f_a},
    {"cvt.rni.u32.f32 %0,%1;", f_a},
    {"{.reg .f32 t; cvt.rni.f32.f32 t,%1; mov.b32 %0,t;}", f_a},
};

const std::string exchanges = word_of_every_kind + R"(
__global__ void k(unsigned* out){
    int t=threadIdx.x;
    unsigned v=gen(t);
    unsigned m=~0u;
    unsigned*o=out+t*9;
    o[0]=__reduce_add_sync(m,v);
    o[1]=__reduce_min_sync(m,v);
    o[2]=__reduce_max_sync(m,(int)v);
    o[3]=__reduce_and_sync(m,v|7);
    o[4]=__reduce_or_sync(m,v);
    o[5]=__reduce_xor_sync(m,v);
    o[6]=__match_any_sync(m,v%3);
    int p;
    o[7]=__match_all_sync(m,(unsigned long long)(t/64),&p);
    o[8]=p;
    if(t%2){ o[0]+=__reduce_add_sync(0xaaaaaaaau,v&0xffff);
    o[6]^=__match_any_sync(0xaaaaaaaau,(unsigned long long)(v%5));
    } }
)";
// clang-format on

Instructions in_every_rounding(const Instructions& instructions) {
  Instructions all;
  for (const char* rounding : {"rn", "rz", "rm", "rp"}) {
    for (const auto& [text, operands] : instructions) {
      static const std::regex nearest("\\brn(i?)\\b");
      all.emplace_back(std::regex_replace(text, nearest, std::string(rounding) + "$1"), operands);
    }
  }
  return all;
}

// Row i of a result has the word that each thread wrote to o[i].
struct Result {
  std::string name;
  std::vector<std::uint32_t> words;
};

// The rows of one kernel in the file of measured results: "[kernel]", then "name<tab>words".
std::vector<Result> measured(const std::string& kernel) {
  std::ifstream file(std::filesystem::path(LANESCOPE_TEST_DATA) / "h200_instructions.txt");
  std::vector<Result> results;
  bool is_it = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('[')) {
      is_it = line == "[" + kernel + "]";
    } else if (is_it) {
      std::istringstream words(line.substr(line.find('\t')));
      Result& result = results.emplace_back(Result{line.substr(0, line.find('\t')), {}});
      for (std::uint32_t word = 0; words >> std::hex >> word;) result.words.push_back(word);
    }
  }
  return results;
}

class MeasuredKernel : public BothCompilers {
 protected:
  // Runs the kernel on blocks of 96 threads; `names` says what each thread writes to o[0], o[1] ...
  void expect_measured(const std::string& kernel, const std::vector<std::string>& names,
                       const std::string& text) const {
    const std::vector<Result> expected = measured(kernel);
    ASSERT_EQ(expected.size(), names.size());
    const std::size_t threads = expected.front().words.size();
    const LessonOnDisk lesson(text,
                              fmt::format("[launch]\ngrid = [{}]\nblock = [96]\n", threads / 96) +
                                  array("out", "uint", std::to_string(threads * names.size())));
    RunRequest request = lesson.request();
    request.compiler = GetParam();
    request.want_arrays = true;
    const auto outcome = run(request);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE((*outcome)->report.diagnostics.empty());
    std::vector<std::uint32_t> words(threads * names.size());
    ASSERT_EQ((*outcome)->arrays[0].after.size(), words.size() * 4);
    std::memcpy(words.data(), (*outcome)->arrays[0].after.data(), words.size() * 4);
    for (std::size_t i = 0; i < names.size(); ++i) {
      ASSERT_EQ(expected[i].name, names[i]);
      ASSERT_EQ(expected[i].words.size(), threads) << names[i];
      for (std::size_t thread = 0; thread < threads; ++thread) {
        const std::uint32_t found = words[thread * names.size() + i];
        EXPECT_EQ(found, expected[i].words[thread])
            << fmt::format("{}\nthread {}: {:08x} expected, {:08x} found", names[i], thread,
                           expected[i].words[thread], found);
      }
    }
  }
  void expect_each(const std::string& kernel, const Instructions& instructions) const {
    std::string text = word_of_every_kind;
    text +=
        "__global__ void k(unsigned* out)\n{\n"
        "    int i = blockIdx.x * 96 + threadIdx.x;\n"
        "    unsigned a = gen(i), b = gen(i * 7 + 3), c = gen(i * 31 + 11), r;\n"
        "    float fa = __uint_as_float(a), fb = __uint_as_float(b), fc = __uint_as_float(c);\n";
    text += fmt::format("    unsigned* o = out + i * {};\n", instructions.size());
    std::vector<std::string> names;
    for (const auto& [instruction, operands] : instructions) {
      text += fmt::format("    asm volatile(\"{}\" : \"=r\"(r) : {}); o[{}] = r;\n", instruction,
                          operands, names.size());
      names.push_back(instruction + " " + operands);
    }
    expect_measured(kernel, names, text + "}\n");
  }
};

TEST_P(MeasuredKernel, of_bit_and_dot_product_and_selection_instructions) {
  expect_each("integer", integer_instructions);
}

TEST_P(MeasuredKernel, of_arithmetic_and_conversions_in_every_rounding) {
  Instructions all = in_every_rounding(rounded_instructions);
  for (auto& each : in_every_rounding(to_integers)) all.push_back(std::move(each));
  expect_each("float", all);
}

TEST_P(MeasuredKernel, of_reductions_and_matches_in_a_warp) {
  expect_measured(
      "warp",
      {"reduce add, by odd lanes too", "reduce min", "reduce max", "reduce and", "reduce or",
       "reduce xor", "match any, by odd lanes too", "match all", "the predicate of match all"},
      exchanges);
}

LANESCOPE_BOTH_COMPILERS(MeasuredKernel);

}  // namespace
}  // namespace lanescope::app
