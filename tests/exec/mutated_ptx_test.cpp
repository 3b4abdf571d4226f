// Runs damaged PTX through parser, decoder and executor. For any text, the result is a diagnostic
// or a run that ends. The computed values do not matter; the sanitizers watch.
#include <random>

#include <gtest/gtest.h>

#include "tests/emulation.h"
#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

// Every kind of operand, memory space and control flow that kernels use.
constexpr const char* text = R"(.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 d[];
.shared .align 8 .b8 s[1024];
.const .align 4 .b32 c[4] = {1, 2, -3, 4};
.global .align 8 .u64 g[2] = {generic(c)+4, 7};
.visible .entry k(.param .u64 .ptr .global .align 4 out, .param .align 4 .b8 t[12])
.maxntid 64, 1, 1
{
.reg .pred %p<8>;
.reg .b16 %rs<8>;
.reg .b32 %r<16>;
.reg .f32 %f<8>;
.reg .b64 %rd<16>;
.reg .f64 %fd<4>;
.local .align 8 .b8 l[64];
.loc 1 3 5, function_name $L__info, inlined_at 1 9 1
ld.param.u64 %rd1, [out];
ld.param.v2.u32 {%r1, %r2}, [t+4];
cvta.to.global.u64 %rd2, %rd1;
mov.u32 %r3, %tid.x;
mad.lo.s32 %r4, %r3, 4, %r1;
mul.wide.u32 %rd3, %r3, 8;
add.s64 %rd4, %rd2, %rd3;
mov.u64 %rd5, s;
add.s64 %rd6, %rd5, %rd3;
cvt.rn.f32.u32 %f1, %r3;
fma.rn.f32 %f2, %f1, 0f3F800000, %f1;
st.shared.v2.f32 [%rd6], {%f1, %f2};
bar.sync 0;
ld.shared.f32 %f3, [%rd6+4];
ld.const.b32 %r5, [c+8];
mov.b64 {%r6, %r7}, %rd4;
mov.b64 %rd7, {%r7, %r6};
setp.lt.and.u32 %p1|%p2, %r3, 20, !%p3;
@!%p1 bra $L2;
$L1:
add.u32 %r8, %r8, 1;
shfl.sync.bfly.b32 %r9|%p4, %r8, 3, 31, -1;
vote.sync.ballot.b32 %r10, %p4, 0xffffffff;
setp.lt.u32 %p5, %r8, %r3;
@%p5 bra $L1;
$L2:
atom.global.add.u32 %r11, [%rd2], 1;
red.shared.max.s32 [s+8], %r4;
prmt.b32 %r12, %r4, %r5, 0x3715;
lop3.b32 %r12, %r4, %r5, %r12, 0x96;
bfe.s32 %r13, %r12, 3, %r3;
shf.l.wrap.b32 %r13, %r12, %r13, 7;
st.local.u32 [l+4], %r13;
cvta.local.u64 %rd8, %rd9;
cvt.u16.u32 %rs1, %r13;
st.u8 [%rd8+3], %rs1;
div.s32 %r14, %r13, %r3;
selp.b32 %r14, %r14, -1, %p1;
sqrt.rn.f64 %fd1, 0d4000000000000000;
st.global.f64 [%rd4], %fd1;
ret;
}
.file 1 "k.cu"
)";

std::string mutated(std::mt19937& random) {
  std::string result = text;
  const auto below = [&random](std::size_t n) { return random() % n; };
  const int changes = 1 + static_cast<int>(below(3));
  for (int i = 0; i < changes && !result.empty(); ++i) {
    const std::size_t at = below(result.size());
    const std::size_t length = std::min<std::size_t>(below(30), result.size() - at);
    const std::string piece = result.substr(below(result.size()), below(30));
    constexpr std::string_view bytes = "{}[]()<>,;:@!|+-=.%$ \"\\0123456789axbsufp_\n\xff";
    constexpr const char* words[] = {"18446744073709551615",
                                     "-9223372036854775808",
                                     "0",
                                     "4294967295",
                                     ".b128",
                                     ".pred",
                                     ".u8",
                                     ".s64",
                                     ".v4",
                                     "%p1",
                                     "%rd1",
                                     "{",
                                     "0x7fffffff",
                                     ".f16x2",
                                     "@%p1 "};
    switch (below(6)) {
      case 0:
        result.resize(at);
        break;
      case 1:
        result[at] = bytes[below(bytes.size())];
        break;
      case 2:
        result.erase(at, length);
        break;
      case 3:
        result.insert(at, piece);
        break;
      case 4:
        result.replace(at, length, piece);
        break;
      default:
        result.insert(at, words[below(std::size(words))]);
        break;
    }
  }
  return result;
}

// "done", or why it stopped.
std::string outcome_of(const std::string& ptx_text) {
  auto module = ptx::parse(ptx_text);
  if (!module) return module.error().message;
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry || function.is_declaration) continue;
    auto program = decode(*module, function);
    if (!program) return program.error().empty() ? "" : program.error().front().message;
    tests::Arguments arguments;
    arguments.add_array("out", 4096);
    const ArgumentBytes pointer = std::exchange(arguments.bytes, {}).front();
    for (const ParameterInfo& parameter : program->parameters)
      arguments.bytes.emplace_back(parameter.bytes);
    if (!arguments.bytes.empty() && arguments.bytes[0].size() == 8) arguments.bytes[0] = pointer;
    RecordingObserver observer;
    RunOptions options;
    options.max_warp_instructions = 20'000;
    options.threads = 1;
    const auto done =
        exec::run(*program, {{2, 1, 1}, {40, 1, 1}, 64}, arguments.bytes, arguments.memory,
                  [&]() -> Observer* { return &observer; }, options, {});
    if (!done) return done.error().message;
  }
  return "done";
}

TEST(MutatedPtx, starts_from_a_text_that_runs) { EXPECT_EQ(outcome_of(text), "done"); }

TEST(MutatedPtx, is_refused_with_words_or_runs) {
  std::mt19937 random(20'240'607);
  int runs = 0;
  for (int round = 0; round < 5'000; ++round) {
    const std::string damaged = mutated(random);
    const std::string outcome = outcome_of(damaged);
    EXPECT_FALSE(outcome.empty()) << damaged;
    runs += outcome == "done" ? 1 : 0;
  }
  EXPECT_GT(runs, 100);  // otherwise only the parser was tested
}

TEST(MutatedPtx, cut_off_anywhere_is_refused_or_runs) {
  const std::string whole = text;
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(outcome_of(whole.substr(0, length)).empty());
}

}  // namespace
}  // namespace lanescope::exec
