#include "tests/exec/word_cases.h"

#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {

const std::vector<std::uint64_t>& corner_words() {
  static const std::vector<std::uint64_t> words = {
      0,
      1,
      2,
      3,
      5,
      31,
      32,
      33,
      63,
      64,
      255,
      0x7f80,
      0xff80'8001,
      0x7fff'ffff,
      0x8000'0000,
      0x8000'0001,
      0xffff'fffe,
      0xffff'ffff,
      0x1'0000'0000,
      0x1'0000'0001,
      0x7fff'ffff'ffff'ffff,
      0x8000'0000'0000'0000,
      0x8000'0000'0000'0001,
      0xffff'ffff'0000'0000,
      ~std::uint64_t{0} - 1,
      ~std::uint64_t{0},
      0x1234'5678'9abc'def0,
      0xfedc'ba98'7654'3210,
      0xdead'beef'cafe'f00d,
      0x0080'ff01'7fff'8000,
      0xaaaa'aaaa'5555'5555,
      1000,
  };
  return words;
}

void expect_in_every_lane(const std::string& body, const Expected& expected) {
  const std::vector<std::uint64_t>& words = corner_words();
  ASSERT_EQ(words.size(), 32U);
  for (std::size_t shift = 0; shift < words.size(); ++shift) {
    PtxRun run;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      run.in.push_back(words[lane]);
      run.in.push_back(words[(lane + shift) % 32]);
      run.in.push_back(words[(lane * 7 + shift * 3) % 32]);
    }
    run.body =
        "mad.lo.s64 %rd4, %rd39, 2, %rd4;\nld.global.u64 %rd10, [%rd4];\n"
        "ld.global.u64 %rd11, [%rd4+8];\nld.global.u64 %rd12, [%rd4+16];\n"
        "cvt.u32.u64 %r10, %rd10;\ncvt.u32.u64 %r11, %rd11;\ncvt.u32.u64 %r12, %rd12;\n"
        "mov.u64 %rd30, 0;\n" +
        body + "\nst.global.u64 [%rd3], %rd30;\n";
    const PtxResult result = run_ptx(run);
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const std::uint64_t* in = &run.in[3 * lane];
      ASSERT_EQ(result.out[lane], expected(in[0], in[1], in[2]))
          << std::hex << body << "\na = 0x" << in[0] << ", b = 0x" << in[1] << ", c = 0x" << in[2];
    }
  }
}

}  // namespace lanescope::exec
