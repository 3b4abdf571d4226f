// Every atomic operation, type and memory space against a plain loop over the lanes.
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace atomic_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;
using S64 = std::int64_t;

// When a caller wants the arrays back, the launch also keeps a footprint of the bytes it touches.
// The result must be the same with and without it.
PtxResult run_with_and_without_footprint(PtxRun run) {
  run.options.want_touched = false;
  const PtxResult without = run_ptx(run);
  run.options.want_touched = true;
  PtxResult with = run_ptx(run);
  EXPECT_EQ(with.out, without.out);
  return with;
}

struct Result {
  U64 word = 0;             // final value
  std::vector<U64> before;  // return value of each lane
};

// All lanes apply `mnemonic` to one 32-bit or 64-bit word that starts as `start`; `operand(lane)`
// is the lane's operand. `space`: "global", "shared" or "" for generic addresses.
Result run_atomic(const std::string& mnemonic, U32 bits, const std::string& space, U64 start,
                  const std::function<U64(U64)>& operand) {
  const bool wide = bits == 64;
  const std::string r = wide ? "%rd" : "%r";
  const std::string size = wide ? "64" : "32";
  PtxRun run;
  run.out_words = 33;
  for (U64 lane = 0; lane < 32; ++lane) run.in.push_back(operand(lane));
  run.in.push_back(start);
  run.globals = ".shared .align 8 .b8 word[8];\n";
  const bool shared = space == "shared";
  run.body =
      "ld.global.b" + size + " " + r + "10, [%rd4];\nld.global.b" + size + " " + r +
      "11, [%rd2+256];\nmov.u64 %rd20, " +
      (shared ? std::string("word;\n") : std::string("%rd1;\nadd.u64 %rd20, %rd20, 256;\n")) +
      "st." + (shared ? "shared" : "global") + ".b" + size + " [%rd20], " + r + "11;\n";
  std::string name = mnemonic;
  const std::size_t at = name.find("..");  // placeholder for the space
  name.replace(at, 2, space.empty() ? "." : "." + space + ".");
  run.body += name + " " + r + "12, [%rd20], " + r + "10;\nld." + (shared ? "shared" : "global") +
              ".b" + size + " " + r + "13, [%rd20];\n" +
              (wide ? "" : "cvt.u64.u32 %rd12, %r12;\ncvt.u64.u32 %rd13, %r13;\n") +
              "st.global.u64 [%rd3], %rd12;\nst.global.u64 [%rd1+256], %rd13;";
  const PtxResult result = run_with_and_without_footprint(run);
  Result out;
  out.word = result.out[32];
  out.before.assign(result.out.begin(), result.out.begin() + 32);
  return out;
}

struct Case {
  const char* mnemonic;  // ".." marks the place of the space
  U32 bits;
  U64 start;
  std::function<U64(U64)> operand;
  std::function<U64(U64, U64)> step;  // old, operand -> new
};

S64 s32(U64 x) { return static_cast<std::int32_t>(static_cast<U32>(x)); }
U64 mixed(U64 lane) { return (lane * 0x9e37'79b9'7f4a'7c15ULL) ^ (lane << 61); }

class Atomics : public testing::TestWithParam<Case> {};

TEST_P(Atomics, come_lane_after_lane_in_every_space) {
  const Case& c = GetParam();
  const U64 mask = c.bits == 64 ? ~U64{0} : 0xffff'ffffU;
  for (const char* space : {"global", "shared", ""}) {
    SCOPED_TRACE(space);
    const Result result = run_atomic(c.mnemonic, c.bits, space, c.start, c.operand);
    ASSERT_EQ(result.before.size(), 32U);
    U64 word = c.start & mask;
    for (U64 lane = 0; lane < 32; ++lane) {
      ASSERT_EQ(result.before[lane], word) << "lane " << lane;
      word = c.step(word, c.operand(lane) & mask) & mask;
    }
    EXPECT_EQ(result.word, word);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Integer, Atomics,
    testing::Values(
        Case{"atom..add.u32", 32, 0xffff'fff0, mixed, [](U64 a, U64 b) { return a + b; }},
        Case{"atom..add.s32", 32, 5, mixed, [](U64 a, U64 b) { return a + b; }},
        Case{"atom..add.u64", 64, ~U64{3}, mixed, [](U64 a, U64 b) { return a + b; }},
        Case{"atom..min.u32", 32, 0x9000'0000, mixed, [](U64 a, U64 b) { return std::min(a, b); }},
        Case{"atom..max.u32", 32, 3, mixed, [](U64 a, U64 b) { return std::max(a, b); }},
        Case{"atom..min.s32", 32, 3, mixed, [](U64 a, U64 b) { return s32(b) < s32(a) ? b : a; }},
        Case{"atom..max.s32", 32, 0x8000'0000, mixed,
             [](U64 a, U64 b) { return s32(a) < s32(b) ? b : a; }},
        Case{"atom..min.u64", 64, U64{1} << 62, mixed, [](U64 a, U64 b) { return std::min(a, b); }},
        Case{"atom..max.s64", 64, U64{1} << 63, mixed,
             [](U64 a, U64 b) { return static_cast<S64>(a) < static_cast<S64>(b) ? b : a; }},
        Case{"atom..and.b32", 32, 0xffff'ffff, [](U64 l) { return ~(U64{1} << l); },
             [](U64 a, U64 b) { return a & b; }},
        Case{"atom..or.b64", 64, 1, mixed, [](U64 a, U64 b) { return a | b; }},
        Case{"atom..xor.b32", 32, 77, mixed, [](U64 a, U64 b) { return a ^ b; }},
        Case{"atom..exch.b32", 32, 77, mixed, [](U64, U64 b) { return b; }},
        Case{"atom..exch.b64", 64, 77, mixed, [](U64, U64 b) { return b; }},
        Case{"atom..inc.u32", 32, 3, [](U64) { return 6; },
             [](U64 a, U64 b) { return a >= b ? 0 : a + 1; }},
        Case{"atom..dec.u32", 32, 3, [](U64 l) { return l % 9; },
             [](U64 a, U64 b) { return a == 0 || a > b ? b : a - 1; }},
        Case{"atom..add.f64", 64, std::bit_cast<U64>(0.1),
             [](U64 l) { return std::bit_cast<U64>(1.0 / static_cast<double>(l + 1)); },
             [](U64 a, U64 b) {
               return std::bit_cast<U64>(std::bit_cast<double>(a) + std::bit_cast<double>(b));
             }},
        Case{"atom.relaxed.gpu..add.f32", 32, std::bit_cast<U32>(0.1F),
             [](U64 l) { return std::bit_cast<U32>(1.0F / static_cast<float>(l + 1)); },
             [](U64 a, U64 b) {
               return std::bit_cast<U32>(std::bit_cast<float>(static_cast<U32>(a)) +
                                         std::bit_cast<float>(static_cast<U32>(b)));
             }}));

// The notes of a kernel with this access to the shared word at %r12.
std::vector<Diagnostic> notes_of(const std::string& access) {
  PtxRun run;
  run.globals = ".shared .align 4 .b32 word;\n";
  run.body = "mov.u32 %r12, word;\nmov.u32 %r14, 1;\n" + access;
  run.options.checks = CheckSet::none();
  const PtxResult result = run_ptx(run);
  return result.run.diagnostics;
}

TEST(Atomic, addition_of_one_to_shared_memory_is_noted_once_for_its_line) {
  const std::string add = "atom.shared.add.u32 %r20, [%r12], 1;\n";
  for (const std::string& access : {add, add + "atom.shared.add.u32 %r21, [%r12], 1;\n",
                                    std::string("red.shared.add.s32 [%r12], 1;")}) {
    const std::vector<Diagnostic> notes = notes_of(access);
    ASSERT_EQ(notes.size(), 1U) << access;
    EXPECT_EQ(notes[0].kind, DiagnosticKind::adds_one);
    EXPECT_EQ(notes[0].severity, Severity::note);
  }
}

TEST(Atomic, other_additions_to_shared_memory_have_no_note) {
  for (const char* access :
       {"atom.shared.add.u32 %r20, [%r12], 2;", "atom.shared.add.u32 %r20, [%r12], %r14;",
        "atom.shared.add.u32 %r20, [%r12], 1;\nmov.u32 %r21, %r20;",
        "atom.shared.max.u32 %r20, [%r12], 1;"}) {
    EXPECT_TRUE(notes_of(access).empty()) << access;
  }
}

TEST(Atomic, addition_of_floats_flushes_subnormals_in_global_memory_only) {
  const auto tiny = [](U64 lane) -> U64 { return lane == 0 ? 0x0000'0003 : 0x8000'0000; };
  EXPECT_EQ(run_atomic("atom..add.f32", 32, "shared", 0x0000'0004, tiny).word, 7U);
  EXPECT_EQ(run_atomic("atom..add.f32", 32, "global", 0x0000'0004, tiny).word, 0U);
  EXPECT_EQ(run_atomic("atom..add.f32", 32, "", 0x8000'0004, [](U64) { return 0x8000'0001; }).word,
            0x8000'0000U);
}

TEST(Atomic, addition_of_doubles_passes_nan_on_as_the_device_does) {
  const U64 signalling = 0x7ff0'0000'0000'0001;
  const U64 quiet = 0xfff8'0000'0000'1234;
  const auto brings = [](U64 nan) { return [nan](U64 lane) { return lane == 0 ? nan : 0; }; };
  EXPECT_EQ(run_atomic("atom..add.f64", 64, "global", quiet, brings(signalling)).word, signalling);
  EXPECT_EQ(run_atomic("atom..add.f64", 64, "global", quiet, brings(1)).word, quiet);
  EXPECT_EQ(run_atomic("atom..add.f64", 64, "shared", signalling, brings(quiet)).word,
            signalling | U64{1} << 51);
}

// The other half of the word must stay unchanged. Bits measured on an H200, CUDA 13.0; global and
// shared memory give the same.
struct HalfCase {
  const char* type;
  U32 before;
  U32 operand;
  U32 after;
};

U64 sum_of_halves(const HalfCase& c, const std::string& opcode, const std::string& space) {
  const std::string type = c.type;
  const bool pair = type.ends_with("x2");
  PtxRun run;
  run.config.block = {1, 1, 1};
  run.in = {c.before, c.operand};
  run.out_words = 2;
  run.globals = ".shared .align 4 .b8 word[4];\n";
  const std::string at = space == "shared" ? "mov.u64 %rd20, word;\n" : "mov.u64 %rd20, %rd1;\n";
  const std::string place = space.empty() ? "global" : space;
  const std::string before = opcode == "red" ? "" : pair ? "%r12, " : "%rs12, ";
  run.body = at + "ld.global.b32 %r10, [%rd2];\nld.global.b32 %r11, [%rd2+8];\n" +
             "cvt.u16.u32 %rs11, %r11;\nst." + place + ".b32 [%rd20], %r10;\n" + opcode +
             (space.empty() ? "" : "." + space) + ".add.noftz." + type + " " + before +
             "[%rd20], " + (pair ? "%r11" : "%rs11") + ";\nld." + place +
             ".b32 %r13, [%rd20];\nst.global.b32 [%rd1], %r13;\n" +
             (pair ? "" : "cvt.u32.u16 %r12, %rs12;\n") +
             (opcode == "red" ? "" : "st.global.b32 [%rd1+8], %r12;");
  const PtxResult result = run_with_and_without_footprint(run);
  if (opcode == "atom") EXPECT_EQ(result.out[1], pair ? c.before : c.before & 0xffff);
  return result.out[0];
}

void expect_sums_of_halves(const std::vector<HalfCase>& cases) {
  for (const HalfCase& c : cases) {
    for (const char* opcode : {"atom", "red"}) {
      for (const char* space : {"global", "shared"}) {
        EXPECT_EQ(sum_of_halves(c, opcode, space), c.after)
            << opcode << " " << space << " " << c.type << std::hex << " " << c.before << " "
            << c.operand;
      }
    }
  }
}

TEST(Atomic, addition_of_halves_leaves_the_other_half) {
  expect_sums_of_halves({{"f16", 0x8000'3c00, 0x4000, 0x8000'4200},     // 1 + 2
                         {"f16", 0x7c01'6800, 0x3c00, 0x7c01'6800},     // 2048 + 1: a tie
                         {"bf16", 0x8000'3f80, 0x4000, 0x8000'4040},    // 1 + 2
                         {"bf16", 0x7f81'4380, 0x3f80, 0x7f81'4380}});  // 256 + 1: a tie
}

TEST(Atomic, addition_of_pairs_adds_half_to_half) {
  expect_sums_of_halves({{"f16x2", 0x3c00'4000, 0xbc00'4000, 0x0000'4400},
                         {"bf16x2", 0x3f80'4000, 0xbf80'4000, 0x0000'4080}});
}

TEST(Atomic, addition_of_halves_keeps_subnormals_and_makes_nans_canonical) {
  expect_sums_of_halves({{"f16", 0x0001, 0x03ff, 0x0400},
                         {"f16", 0x8001, 0x0003, 0x0002},
                         {"f16", 0xfe12, 0x3c00, 0x7fff},
                         {"f16x2", 0x7c00'0001, 0xfc00'0001, 0x7fff'0002},
                         {"bf16", 0x0001, 0x007f, 0x0080},
                         {"bf16x2", 0xffc2'8001, 0x3f80'0003, 0x7fff'0002}});
}

TEST(Atomic, addition_of_halves_by_many_lanes_comes_lane_after_lane) {
  PtxRun run;
  run.out_words = 1;
  run.body =
      "cvt.rn.f16.u32 %rs10, %r37;\nred.global.add.noftz.f16 [%rd1], %rs10;\n"
      "red.global.add.noftz.f16 [%rd1+2], %rs10;";
  const PtxResult result = run_with_and_without_footprint(run);
  EXPECT_EQ(result.out[0], 0x5fc0'5fc0U);  // 496
}

// One lane runs `body`, which writes out[0] and out[1].
std::vector<U64> run_one(const std::string& body, const std::string& globals = "") {
  PtxRun run;
  run.config.block = {1, 1, 1};
  run.in = {0x1111'2222'3333'4444, 0x5555'6666'7777'8888};
  run.out_words = 8;
  run.globals = globals;
  run.body = body;
  const PtxResult result = run_with_and_without_footprint(run);
  return result.out;
}

TEST(Atomic, cas_replaces_only_what_it_expects) {
  const auto out = run_one(
      "mov.u32 %r1, 7;\nst.global.u32 [%rd1], %r1;\natom.global.cas.b32 %r2, [%rd1], 8, 9;\n"
      "atom.global.cas.b32 %r3, [%rd1], 7, 10;\nadd.u32 %r4, %r2, %r3;\n"
      "st.global.u32 [%rd1+8], %r4;");
  EXPECT_EQ(out[0], 10U);
  EXPECT_EQ(out[1], 14U);
}

TEST(Atomic, cas_of_two_bytes_leaves_its_neighbours) {
  const auto out = run_one(
      "mov.u64 %rd10, 0x1122334455667788;\nst.global.u64 [%rd1], %rd10;\nmov.u16 %rs1, 0x5566;\n"
      "mov.u16 %rs2, 0xabcd;\natom.global.cas.b16 %rs3, [%rd1+2], %rs1, %rs2;\n"
      "cvt.u64.u16 %rd11, %rs3;\nst.global.u64 [%rd1+8], %rd11;");
  EXPECT_EQ(out[0], 0x1122'3344'abcd'7788U);
  EXPECT_EQ(out[1], 0x5566U);
}

TEST(Atomic, wide_words_are_compared_and_exchanged_as_one) {
  const auto out = run_one(
      ".reg .b128 %q<5>;\nld.global.b128 %q1, [%rd2];\nmov.b128 %q2, {%rd1, %rd2};\n"
      "st.global.b128 [%rd1], %q1;\natom.global.cas.b128 %q3, [%rd1], %q2, %q2;\n"
      "mov.u64 %rd10, 5;\nmov.u64 %rd11, 6;\nmov.b128 %q2, {%rd10, %rd11};\n"
      "atom.global.cas.b128 %q3, [%rd1], %q1, %q2;\n"
      "atom.global.exch.b128 %q4, [%rd1], %q3;\nst.global.b128 [%rd1+16], %q4;");
  EXPECT_EQ(out[0], 0x1111'2222'3333'4444U);
  EXPECT_EQ(out[1], 0x5555'6666'7777'8888U);
  EXPECT_EQ(out[2], 5U);
  EXPECT_EQ(out[3], 6U);
}

TEST(Atomic, vectors_are_added_element_by_element) {
  const auto out = run_one(
      "mov.f32 %f1, 0f3f800000;\nmov.f32 %f2, 0f40000000;\n"
      "red.global.add.v2.f32 [%rd1], {%f1, %f2};\n"
      "atom.global.add.v2.f32 {%f3, _}, [%rd1], {%f2, %f2};\nst.global.f32 [%rd1+8], %f3;\n"
      "red.global.add.v4.f32 [%rd1+16], {%f1, %f2, %f2, %f1};");
  EXPECT_EQ(out[0], std::bit_cast<U32>(3.0F) | U64{std::bit_cast<U32>(4.0F)} << 32);
  EXPECT_EQ(out[1], std::bit_cast<U32>(1.0F));
  EXPECT_EQ(out[3], std::bit_cast<U32>(2.0F) | U64{std::bit_cast<U32>(1.0F)} << 32);
}

TEST(Atomic, a_vector_is_one_request_of_all_its_bytes) {
  PtxRun run;
  run.out_words = 64;
  run.body =
      "shl.b64 %rd39, %rd39, 1;\nadd.u64 %rd5, %rd1, %rd39;\n"
      "red.global.add.v4.f32 [%rd5], {%f1, %f2, %f3, %f4};";
  const PtxResult result = run_with_and_without_footprint(run);
  ASSERT_EQ(result.accesses.size(), 1U);
  EXPECT_EQ(result.accesses[0].access.op, memory::Op::reduction);
  EXPECT_EQ(result.accesses[0].access.bytes, 16);
}

// The bytes of the word count as read and as written, once each, including for kinds of atomics
// that cannot be reduced in any order. (If no access is narrower, bytes are counted in words of 4.)
TEST(Atomic, every_kind_reports_which_bytes_it_touched) {
  const std::pair<const char*, std::uint64_t> cases[] = {
      {"red.global.add.u32 [%rd1], %r37;", 4},
      {"atom.global.cas.b16 %rs2, [%rd1], %rs3, %rs4;", 2},
      {"atom.global.cas.b32 %r2, [%rd1], 0, 9;", 4},
      {"atom.global.cas.b64 %rd5, [%rd1], 0, 9;", 8},
      {".reg .b128 %q<4>; atom.global.cas.b128 %q1, [%rd1], %q2, %q3;", 16},
      {"atom.global.exch.b32 %r2, [%rd1], 9;", 4},
      {"atom.global.exch.b64 %rd5, [%rd1], 9;", 8},
      {".reg .b128 %q<4>; atom.global.exch.b128 %q1, [%rd1], %q2;", 16},
      {"atom.global.inc.u32 %r2, [%rd1], 9;", 4},
      {"red.global.dec.u32 [%rd1], 9;", 4},
      {"atom.add.f32 %f2, [%rd1], 0f3f800000;", 4},
      {"red.global.add.f32 [%rd1], 0f3f800000;", 4},
      {"red.global.add.f64 [%rd1], 0d3ff0000000000000;", 8},
      {"red.global.add.v4.f32 [%rd1], {%f1, %f2, %f2, %f1};", 16},
      {"red.global.add.noftz.f16 [%rd1], %rs2;", 2},
      {"red.global.add.noftz.f16x2 [%rd1], %r37;", 4},
      {"red.global.add.noftz.bf16 [%rd1], %rs2;", 2},
      {"red.global.add.noftz.bf16x2 [%rd1], %r37;", 4}};
  for (const auto& [body, bytes] : cases) {
    SCOPED_TRACE(body);
    PtxRun run;
    run.config.grid = {5, 1, 1};
    run.body = body;
    run.options.want_touched = true;
    run.options.threads = 3;
    const PtxResult result = run_ptx(run);
    EXPECT_EQ(result.run.touched[0], (TouchedBytes{bytes, bytes}));
    EXPECT_EQ(result.run.touched[1], TouchedBytes{});
  }
}

TEST(Atomic, a_result_may_be_thrown_away) {
  EXPECT_EQ(run_one("atom.global.add.u64 _, [%rd1], 3;")[0], 3U);
}

TEST(Atomic, combinations_that_ptx_does_not_have_are_refused) {
  for (const char* body :
       {"atom.global.min.f32 %f1, [%rd1], %f2;", "atom.global.inc.u64 %rd5, [%rd1], %rd6;",
        "atom.global.exch.b16 %rs1, [%rd1], %rs2;", "red.async.add.u32 [%r1], %r2;",
        "atom.global.add.v3.f32 {%f1,%f2,%f3}, [%rd1], {%f1,%f2,%f3};",
        "atom.global.cas.b32 %r1, [%rd1], %r2;", "atom.global.add.f16 %rs1, [%rd1], %rs2;",
        "atom.global.add.noftz.f32 %f1, [%rd1], %f2;",
        "atom.global.min.noftz.f16 %rs1, [%rd1], %rs2;",
        "atom.global.add.b128 %rd1, [%rd1], %rd2;"}) {
    PtxRun run;
    run.body = body;
    EXPECT_EQ(errors_of(run).size(), 1U) << body;
  }
}

TEST(Memory, wide_registers_are_loaded_and_stored_as_16_bytes) {
  PtxRun run;
  run.config.block = {1, 1, 1};
  run.in = {1, 2};
  run.body = ".reg .b128 %q;\nld.global.b128 %q, [%rd2];\nst.global.b128 [%rd1+16], %q;";
  const PtxResult result = run_with_and_without_footprint(run);
  EXPECT_EQ(result.out[2], 1U);
  EXPECT_EQ(result.out[3], 2U);
  EXPECT_EQ(result.accesses[0].access.bytes, 16);
}

TEST(Memory, a_cluster_of_one_block_shares_its_own_memory) {
  const auto out = run_one(
      "mov.u32 %r1, word;\nst.shared::cluster.u32 [%r1], 9;\nld.shared::cta.u32 %r2, [%r1];\n"
      "cvt.u64.u32 %rd10, %r2;\nst.global.u64 [%rd1], %rd10;",
      ".shared .align 8 .b8 word[8];\n");
  EXPECT_EQ(out[0], 9U);
}

TEST(Memory, parameters_are_read_at_computed_addresses_and_through_generic_ones) {
  // The second pointer is at byte 8 of the parameters.
  const auto out = run_one(
      "mov.b64 %rd10, out;\nadd.u64 %rd10, %rd10, 8;\nld.param.u64 %rd11, [%rd10];\n"
      "cvta.param.u64 %rd12, %rd10;\nld.u32 %r10, [%rd12];\nld.u32 %r11, [%rd12+4];\n"
      "mov.b64 %rd13, {%r10, %r11};\nsub.u64 %rd14, %rd11, %rd2;\nsub.u64 %rd15, %rd13, %rd2;\n"
      "st.global.u64 [%rd1], %rd14;\nst.global.u64 [%rd1+8], %rd15;\n"
      "isspacep.param %p1, %rd12;\nselp.u64 %rd16, 5, 0, %p1;\nst.global.u64 [%rd1+16], %rd16;");
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[1], 0U);
  EXPECT_EQ(out[2], 5U);
}

TEST(Memory, parameters_end_where_the_kernels_do) {
  PtxRun run;
  run.config.block = {1, 1, 1};
  run.body = "mov.b64 %rd10, out;\nld.param.u64 %rd11, [%rd10+16];";
  const PtxResult result = run_with_and_without_footprint(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::out_of_range);
}

TEST(Memory, cache_policies_have_no_effect_on_values) {
  const auto out = run_one(
      "createpolicy.fractional.L2::evict_last.b64 %rd10, 1.0;\n"
      "ld.global.L2::cache_hint.u64 %rd11, [%rd2], %rd10;\n"
      "st.global.L2::cache_hint.u64 [%rd1], %rd11, %rd10;");
  EXPECT_EQ(out[0], 0x1111'2222'3333'4444U);
}

}  // namespace
}  // namespace atomic_test
}  // namespace lanescope::exec
