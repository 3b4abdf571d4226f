#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "sim/exec/run/print.h"
#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

// A format and its arguments, 4 or 8 bytes each. A string argument is an address in `texts`.
class Arguments {
 public:
  Arguments& add4(std::uint32_t value) { return add(value, 4); }
  Arguments& add8(std::uint64_t value) { return add(value, 8); }
  Arguments& add(double value) { return add(std::bit_cast<std::uint64_t>(value), 8); }
  [[nodiscard]] std::string print(std::string_view format) const {
    return format_print(format, source()).text;
  }
  [[nodiscard]] PrintSource source() const {
    return {[this](std::uint64_t offset, std::uint32_t bytes) -> std::optional<std::uint64_t> {
              if (offset + bytes > bytes_.size()) return std::nullopt;
              std::uint64_t value = 0;
              std::memcpy(&value, bytes_.data() + offset, bytes);
              return value;
            },
            [](std::uint64_t address) -> std::optional<std::string> {
              if (address == 7) return "seven";
              return std::nullopt;
            }};
  }

 private:
  Arguments& add(std::uint64_t value, std::size_t bytes) {
    bytes_.resize((bytes_.size() + bytes - 1) / bytes * bytes + bytes);
    std::memcpy(bytes_.data() + bytes_.size() - bytes, &value, bytes);
    return *this;
  }
  std::vector<std::byte> bytes_;
};

TEST(FormatPrint, prints_integers_of_every_width) {
  EXPECT_EQ(Arguments().add4(0xffff'fffe).add4(5).print("%d|%i"), "-2|5");
  EXPECT_EQ(Arguments().add4(0xffff'fffe).print("%u"), "4294967294");
  EXPECT_EQ(Arguments().add4(1).add8(0xffff'ffff'ffff'fff0).print("%d %lld"), "1 -16");
  EXPECT_EQ(Arguments().add8(1ULL << 40).add8(3).print("%lu %zu"), "1099511627776 3");
  EXPECT_EQ(Arguments().add4(0x1ff).add4(0x18000).print("%hhd %hd"), "-1 -32768");
  EXPECT_EQ(Arguments().add4(255).add4(255).add4(8).print("%x %#X %o"), "ff 0XFF 10");
}

TEST(FormatPrint, keeps_flags_width_and_precision) {
  EXPECT_EQ(Arguments().add4(42).print("[%6d]"), "[    42]");
  EXPECT_EQ(Arguments().add4(42).print("[%-6d]"), "[42    ]");
  EXPECT_EQ(Arguments().add4(42).print("[%+06d]"), "[+00042]");
  EXPECT_EQ(Arguments().add4(7).add4(42).print("[%*d]"), "[     42]");
  EXPECT_EQ(Arguments().add4(static_cast<std::uint32_t>(-7)).add4(42).print("[%*d]"), "[42     ]");
  EXPECT_EQ(Arguments().add4(2).add(3.14159).print("%.*f"), "3.14");
  EXPECT_EQ(Arguments().add(2.5).print("%.f"), "2");
}

TEST(FormatPrint, prints_floating_point_in_every_style) {
  EXPECT_EQ(Arguments().add(1.5).add(1.5).add(1e10).print("%f %e %g"),
            "1.500000 1.500000e+00 1e+10");
  EXPECT_EQ(Arguments().add(1.0).print("%a"), "0x1p+0");
  EXPECT_EQ(Arguments().add4(1).add(0.25).print("%d %g"), "1 0.25");
}

TEST(FormatPrint, prints_characters_texts_and_pointers) {
  EXPECT_EQ(Arguments().add4('x').add8(7).print("%c%s"), "xseven");
  EXPECT_EQ(Arguments().add8(7).print("[%8s]"), "[   seven]");
  EXPECT_EQ(Arguments().add8(7).print("[%.2s]"), "[se]");
  EXPECT_EQ(Arguments().add8(0).print("%s"), "(null)");
  EXPECT_EQ(Arguments().add8(9).print("%s"), "(not a string)");
  EXPECT_EQ(Arguments().add8(0x1000).print("%p"), "0x1000");
}

TEST(FormatPrint, leaves_text_that_is_no_conversion_unchanged) {
  EXPECT_EQ(Arguments().print("100%% %"), "100% %");
  EXPECT_EQ(Arguments().add4(3).print("%y %d"), "%y 3");
  EXPECT_EQ(Arguments().print(""), "");
}

TEST(FormatPrint, counts_the_arguments_it_takes) {
  EXPECT_EQ(format_print("%d %% %*d", Arguments().add4(1).add4(2).add4(3).source()).arguments, 3);
}

// "t%d %s\n" with the thread's index and "ab".
PtxRun printing() {
  PtxRun run;
  run.globals =
      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
      ".global .align 1 .b8 format[8] = {116, 37, 100, 32, 37, 115, 10, 0};\n"
      ".global .align 1 .b8 text[3] = {97, 98, 0};\n";
  run.body =
      ".local .align 8 .b8 depot[16];\ncvta.global.u64 %rd10, format;\ncvta.global.u64 %rd11, "
      "text;\nst.local.u32 [depot], %r1;\nst.local.u64 [depot+8], %rd11;\ncvta.local.u64 %rd12, "
      "depot;\n{\n.param .b64 f;\n.param .b64 a;\n.param .b32 r;\nst.param.b64 [f], %rd10;\n"
      "st.param.b64 [a], %rd12;\ncall.uni (r), vprintf, (f, a);\nld.param.b32 %r2, [r];\n}\n"
      "cvt.u64.u32 %rd13, %r2;\nst.global.u64 [%rd3], %rd13;";
  return run;
}

TEST(Printf, prints_lane_after_lane) {
  PtxRun run = printing();
  run.config.block[0] = 3;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.printed, "t0 ab\nt1 ab\nt2 ab\n");
  EXPECT_EQ(result.out[1], 2U);
  EXPECT_FALSE(result.run.printed_is_cut);
}

TEST(Printf, comes_in_order_of_block_on_any_number_of_threads) {
  std::string expected;
  for (int i = 0; i < 96 * 40; ++i) expected += "t" + std::to_string(i) + " ab\n";
  for (const int threads : {1, 3}) {
    PtxRun run = printing();
    run.config = {{40, 1, 1}, {96, 1, 1}, 0};
    run.out_words = 96 * 40;
    run.options.threads = threads;
    EXPECT_EQ(run_ptx(run).run.printed, expected);
  }
}

TEST(Printf, reads_text_in_the_kernels_parameters) {
  PtxRun run = printing();
  run.config.block[0] = 1;
  // Prints the bytes of the first parameter, an address, from the fifth on.
  const std::string prints_text = "cvta.global.u64 %rd11, text;";
  run.body.replace(run.body.find(prints_text), prints_text.size(),
                   "mov.b64 %rd11, out;\ncvta.param.u64 %rd11, %rd11;\nadd.u64 %rd11, %rd11, 4;");
  const PtxResult result = run_ptx(run);
  std::string bytes;
  for (std::uint64_t rest = result.out_address >> 32; (rest & 0xff) != 0; rest >>= 8)
    bytes += static_cast<char>(rest & 0xff);
  EXPECT_EQ(result.run.printed, "t0 " + bytes + "\n");
}

TEST(Printf, keeps_a_mebibyte_and_says_that_there_was_more) {
  for (const int threads : {1, 3}) {
    PtxRun run = printing();
    run.config = {{1000, 1, 1}, {256, 1, 1}, 0};
    run.out_words = 256'000;
    run.options.threads = threads;
    const PtxResult result = run_ptx(run);
    EXPECT_EQ(result.run.printed.size(), max_printed_bytes);
    EXPECT_TRUE(result.run.printed.starts_with("t0 ab\nt1 ab\n"));
    EXPECT_TRUE(result.run.printed_is_cut);
  }
}

TEST(Assert, ends_the_launch_and_says_what_did_not_hold) {
  PtxRun run;
  run.globals =
      ".extern .func __assertfail(.param .b64 t, .param .b64 f, .param .b32 l, .param .b64 n, "
      ".param .b64 s);\n.global .b8 text[4] = {105, 60, 53, 0};\n.global .b8 file[4] = {97, 46, "
      "99, 0};\n.global .b8 name[2] = {107, 0};\n";
  run.body =
      "setp.lt.u32 %p1, %r1, 5;\n@%p1 bra GOOD;\n.loc 1 30 1\ncvta.global.u64 %rd10, text;\n"
      "cvta.global.u64 %rd11, file;\ncvta.global.u64 %rd12, name;\ncall __assertfail, (%rd10, "
      "%rd11, 30, %rd12, 1);\nGOOD:\nmov.u64 %rd13, 1;\nst.global.u64 [%rd3], %rd13;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  const Diagnostic& error = result.run.diagnostics[0];
  EXPECT_EQ(error.kind, DiagnosticKind::assertion_failed);
  EXPECT_EQ(error.place.line, 30);
  EXPECT_EQ(error.thread, (Dim3{5, 0, 0}));
  EXPECT_NE(error.message.find("`i<5` failed (a.c:30, k)"), std::string::npos) << error.message;
}

}  // namespace
}  // namespace lanescope::exec
