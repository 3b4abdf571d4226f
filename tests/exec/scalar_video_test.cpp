// Scalar video instructions against a reference that follows the document's pseudo code step by
// step (PTX ISA, "Scalar Video Instructions"), in integers wide enough for every intermediate
// value.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/exec/evaluate.h"
#include "tests/exec/ptx_run.h"
#include "tests/repetitions.h"

namespace lanescope::exec {
namespace {

__extension__ using I128 = __int128;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

// One instruction. Empty texts: the suffix is absent.
struct Video {
  std::string opcode;
  char dtype = 'u';
  char atype = 'u';
  char btype = 'u';
  bool sat = false;
  std::string mode;   // of a shift
  std::string cmp;    // of vset
  std::string secop;  // "add", "min", "max"
  std::string dsel;   // "b0" ... "h1"
  std::string asel;
  std::string bsel;
  bool po = false;
  bool minus_a = false;
  bool minus_b = false;
  bool minus_c = false;
  int scale = 0;  // 0, 7, 15

  [[nodiscard]] std::string text() const {
    const auto suffix = [](const std::string& name) { return name.empty() ? "" : "." + name; };
    const auto type = [](char sign) { return std::string(".") + sign + "32"; };
    const bool has_c = opcode == "vmad" || !secop.empty() || !dsel.empty();
    return opcode + (opcode == "vset" ? "" : type(dtype)) + type(atype) + type(btype) +
           (po ? ".po" : "") + (sat ? ".sat" : "") +
           (scale != 0 ? ".shr" + std::to_string(scale) : "") + suffix(mode) + suffix(cmp) +
           suffix(secop) + " %r30" + suffix(dsel) + ", " + (minus_a ? "-" : "") + "%r10" +
           suffix(asel) + ", " + (minus_b ? "-" : "") + "%r11" + suffix(bsel) +
           (has_c ? std::string(", ") + (minus_c ? "-" : "") + "%r12" : "") + ";";
  }
};

// The lowest `bits` bits as a signed or unsigned number.
I128 wide_number(I128 value, int bits, bool is_signed) {
  const I128 range = I128{1} << bits;
  I128 rest = value % range;
  if (rest < 0) rest += range;
  return is_signed && rest >= range / 2 ? rest - range : rest;
}

I128 clamped_to(I128 value, int bits, bool is_signed) {
  const I128 range = I128{1} << bits;
  const I128 lowest = is_signed ? -(range / 2) : 0;
  const I128 highest = is_signed ? range / 2 - 1 : range - 1;
  return value < lowest ? lowest : value > highest ? highest : value;
}

int selected_bits(const std::string& selector) {
  return selector.empty() ? 32 : selector[0] == 'b' ? 8 : 16;
}
int first_selected_bit(const std::string& selector) {
  return selector.empty() ? 0 : selected_bits(selector) * (selector[1] - '0');
}

I128 part_select_sign_extend(U32 word, char type, const std::string& selector) {
  return wide_number(word >> first_selected_bit(selector), selected_bits(selector), type == 's');
}

U32 vmad_reference(const Video& in, U32 a, U32 b, U32 c) {
  const bool minus_product = in.minus_a != in.minus_b;
  const bool signed_final = in.atype == 's' || in.btype == 's' || minus_product || in.minus_c;
  I128 tmp =
      part_select_sign_extend(a, in.atype, in.asel) * part_select_sign_extend(b, in.btype, in.bsel);
  int lsb = 0;
  if (in.po) {
    lsb = 1;
  } else if (minus_product) {
    tmp = -tmp - 1;
    lsb = 1;
  } else if (in.minus_c) {
    c = 0xffff'ffffU - c;
    lsb = 1;
  }
  tmp += wide_number(c, 32, signed_final) + lsb;
  I128 scaled = tmp / (I128{1} << in.scale);
  if (scaled * (I128{1} << in.scale) > tmp) scaled -= 1;  // a shift rounds down
  if (in.sat) scaled = clamped_to(scaled, 32, signed_final);
  return static_cast<U32>(wide_number(scaled, 32, false));
}

U32 video_reference(const Video& in, U32 a, U32 b, U32 c) {
  if (in.opcode == "vmad") return vmad_reference(in, a, b, c);
  const I128 ta = part_select_sign_extend(a, in.atype, in.asel);
  I128 tb = part_select_sign_extend(b, in.btype, in.bsel);
  I128 tmp = 0;
  if (in.mode == "clamp" && tb > 32) tb = 32;
  if (in.mode == "wrap") tb = tb % 32;
  const I128 power = in.mode.empty() ? 1 : I128{1} << static_cast<int>(tb);
  if (in.opcode == "vadd") tmp = ta + tb;
  if (in.opcode == "vsub") tmp = ta - tb;
  if (in.opcode == "vabsdiff") tmp = ta > tb ? ta - tb : tb - ta;
  if (in.opcode == "vmin") tmp = ta < tb ? ta : tb;
  if (in.opcode == "vmax") tmp = ta > tb ? ta : tb;
  if (in.opcode == "vshl") tmp = wide_number(ta * power, 34, true);
  if (in.opcode == "vshr") tmp = ta < 0 ? -((-ta + power - 1) / power) : ta / power;
  if (in.opcode == "vset") {
    tmp = (in.cmp == "eq" && ta == tb) || (in.cmp == "ne" && ta != tb) ||
                  (in.cmp == "lt" && ta < tb) || (in.cmp == "le" && ta <= tb) ||
                  (in.cmp == "gt" && ta > tb) || (in.cmp == "ge" && ta >= tb)
              ? 1
              : 0;
  }
  const bool is_signed = in.dtype == 's' && in.opcode != "vset";
  if (in.sat) tmp = clamped_to(tmp, selected_bits(in.dsel), is_signed);
  if (!in.secop.empty()) {
    tmp =
        wide_number(tmp, 34, is_signed);  // "the sign of the intermediate result depends on dtype"
    const I128 other = wide_number(c, 32, is_signed);
    if (in.secop == "add") tmp += other;
    if (in.secop == "min") tmp = tmp < other ? tmp : other;
    if (in.secop == "max") tmp = tmp > other ? tmp : other;
  }
  if (in.dsel.empty()) return static_cast<U32>(wide_number(tmp, 32, false));
  const int first = first_selected_bit(in.dsel);
  const int bits = selected_bits(in.dsel);
  const I128 kept = wide_number(c, first, false) + (I128{c} >> (first + bits) << (first + bits));
  return static_cast<U32>(kept + (wide_number(tmp, bits, false) << first));
}

// Every corner with every other, then random words.
std::vector<Operands> word_triples() {
  const U32 corners[] = {0,
                         1,
                         7,
                         31,
                         32,
                         33,
                         127,
                         128,
                         255,
                         32767,
                         32768,
                         65535,
                         0x8000'8080U,
                         0x7fff'ffffU,
                         0x8000'0000U,
                         0xffff'ff80U,
                         0xffff'fffeU,
                         0xffff'ffffU};
  std::vector<Operands> triples;
  for (const U32 a : corners) {
    for (const U32 b : corners)
      triples.push_back({a, b, corners[(5 * a + 3 * b + triples.size()) % std::size(corners)]});
  }
  std::mt19937 random(18);
  while (triples.size() < 512) triples.push_back({random(), random(), random()});
  return triples;
}

void expect_as_in_the_reference(const Video& in) {
  static const std::vector<Operands> triples = word_triples();
  const std::vector<U64> got = evaluate(from_word(in.text()), triples);
  for (std::size_t i = 0; i < triples.size(); ++i) {
    const auto a = static_cast<U32>(triples[i].a);
    const auto b = static_cast<U32>(triples[i].b);
    const auto c = static_cast<U32>(triples[i].c);
    ASSERT_EQ(got[i], video_reference(in, a, b, c))
        << std::hex << in.text() << " a = 0x" << a << ", b = 0x" << b << ", c = 0x" << c;
  }
}

class ScalarVideo : public testing::TestWithParam<const char*> {};

// All types, each with and without .sat, with random choices of everything else.
TEST_P(ScalarVideo, agrees_with_the_documents_pseudo_code) {
  const std::string opcode = GetParam();
  const bool shifts = opcode == "vshl" || opcode == "vshr";
  std::mt19937 random(static_cast<U32>(opcode.size()) * 31 + static_cast<U32>(opcode[2]));
  const auto one_of = [&](std::vector<std::string> all) { return all[random() % all.size()]; };
  const auto part = [&] { return one_of({"", "", "b0", "b1", "b2", "b3", "h0", "h1"}); };
  const int draws = tests::repetitions(12);
  for (int i = 0; i < 16 * draws; ++i) {
    Video in;
    in.opcode = opcode;
    in.dtype = (i & 1) != 0 ? 's' : 'u';
    in.atype = (i & 2) != 0 ? 's' : 'u';
    in.btype = (i & 4) != 0 && !shifts ? 's' : 'u';
    in.sat = (i & 8) != 0 && opcode != "vset";
    in.asel = part();
    in.bsel = part();
    if (shifts) in.mode = one_of({"clamp", "wrap"});
    if (opcode == "vset") in.cmp = one_of({"eq", "ne", "lt", "le", "gt", "ge"});
    if (opcode == "vmad") {
      const auto one = random() % 5;
      in.po = one == 1;
      in.minus_a = one == 2;
      in.minus_b = one == 3;
      in.minus_c = one == 4;
      const int scales[] = {0, 7, 15};
      in.scale = scales[random() % 3];
    } else if (random() % 2 == 0) {
      in.secop = one_of({"", "add", "min", "max"});
    } else {
      in.dsel = part();
    }
    expect_as_in_the_reference(in);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScalarVideo,
                         testing::Values("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr",
                                         "vmad", "vset"),
                         [](const auto& each) { return std::string(each.param); });

U32 video_value(const std::string& text, U32 a, U32 b, U32 c = 0) {
  return static_cast<U32>(evaluate(from_word(text), {{a, b, c}}).front());
}

TEST(ScalarVideos, keep_the_carry_until_they_are_clamped) {
  const U32 all = 0xffff'ffffU;
  EXPECT_EQ(video_value("vadd.u32.u32.u32 %r30, %r10, %r11;", all, 2), 1U);
  EXPECT_EQ(video_value("vadd.u32.u32.u32.sat %r30, %r10, %r11;", all, 2), all);
  EXPECT_EQ(video_value("vsub.u32.u32.u32.sat %r30, %r10, %r11;", 1, 2), 0U);
  EXPECT_EQ(video_value("vsub.s32.u32.u32.sat %r30, %r10, %r11;", 0, all), 0x8000'0000U);
  EXPECT_EQ(video_value("vabsdiff.u32.s32.s32 %r30, %r10, %r11;", 0x8000'0000U, 0x7fff'ffffU), all);
}

TEST(ScalarVideos, clamp_to_the_part_that_is_merged) {
  EXPECT_EQ(video_value("vadd.s32.s32.s32.sat %r30.b2, %r10.b0, %r11.b0, %r12;", 100, 100, 0),
            0x007f'0000U);
  EXPECT_EQ(
      video_value("vsub.u32.u32.u32.sat %r30.h1, %r10, %r11, %r12;", 0x12345, 5, 0x8888'9999U),
      0xffff'9999U);
}

TEST(ScalarVideos, take_the_second_operand_by_the_sign_of_the_result) {
  const U32 minus_1 = 0xffff'ffffU;
  EXPECT_EQ(video_value("vmin.s32.s32.s32.max %r30, %r10, %r11, %r12;", 3, 4, minus_1), 3U);
  EXPECT_EQ(video_value("vmin.u32.u32.u32.max %r30, %r10, %r11, %r12;", 3, 4, minus_1), minus_1);
}

TEST(ScalarVideos, average_by_plus_one_and_a_scale) {
  // (a * b + c + 1) >> 7, with a half of a pixel's weight
  EXPECT_EQ(video_value("vmad.u32.u32.u32.po.shr7 %r30, %r10.b1, %r11, %r12;", 0xff00, 64, 63),
            128U);
  EXPECT_EQ(video_value("vmad.s32.s32.u32.sat %r30, %r10, %r11, -%r12;", 5, 7, 50), 0xffff'fff1U);
  EXPECT_EQ(video_value("vmad.s32.s32.s32 %r30, -%r10, -%r11, %r12;", 5, 7, 1), 36U);
}

TEST(ScalarVideos, may_replace_one_of_their_sources) {
  EXPECT_EQ(video_value("vadd.u32.u32.u32 %r12.h1, %r10.h0, %r11.b3, %r12;\nmov.b32 %r30, %r12;",
                        0x7'0001, 0x0200'0000, 0xaaaa'bbbbU),
            0x0003'bbbbU);
}

TEST(ScalarVideos, are_refused_in_forms_that_the_document_lacks) {
  for (const char* body : {"vadd.u32.u32 %r1, %r2, %r3;",
                           "vadd.u32.u32.u16 %r1, %r2, %r3;",
                           "vadd.u32.u32.u32 %r1, %r2, %r3, %r4;",
                           "vadd.u32.u32.u32.add %r1, %r2, %r3;",
                           "vadd.u32.u32.u32 %r1.h0, %r2, %r3;",
                           "vadd.u32.u32.u32.add %r1.h0, %r2, %r3, %r4;",
                           "vadd.u32.u32.u32 %r1, %r2.b4, %r3;",
                           "vadd.u32.u32.u32 %r1, %r2.h10, %r3;",
                           "vadd.u32.u32.u32.xor %r1, %r2, %r3, %r4;",
                           "vshl.u32.u32.u32 %r1, %r2, %r3;",
                           "vshl.u32.u32.s32.clamp %r1, %r2, %r3;",
                           "vset.u32.u32 %r1, %r2, %r3;",
                           "vset.u32.u32.lt.sat %r1, %r2, %r3;",
                           "vmad.u32.u32.u32.po %r1, %r2, %r3, -%r4;",
                           "vmad.u32.u32.u32 %r1, -%r2, %r3, -%r4;",
                           "vmad.u32.u32.u32 %r1.h0, %r2, %r3, %r4;",
                           "vmad.u32.u32.u32.shr8 %r1, %r2, %r3, %r4;",
                           "vmad.u32.u32.u32 %r1, %r2, %r3, %r4.h0;",
                           "vadd.u32.u32.u32 %r1, -%r2, %r3;",
                           "vadd.u32.u32.u32.add.max %r1, %r2, %r3, %r4;",
                           "vset.u32.u32.lt.gt %r1, %r2, %r3;",
                           "vmad.u32.u32.u32.shr7.shr15 %r1, %r2, %r3, %r4;"}) {
    PtxRun run;
    run.body = body;
    EXPECT_EQ(errors_of(run).size(), 1U) << body;
  }
}

}  // namespace
}  // namespace lanescope::exec
