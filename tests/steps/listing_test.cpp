#include "sim/steps/listing.h"

#include <gtest/gtest.h>

#include "sim/exec/decode/decode.h"
#include "sim/exec/program/program.h"
#include "sim/ptx/parser.h"

namespace lanescope::steps {
namespace {

constexpr const char* text = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry _Z1kPfi(.param .u64 _Z1kPfi_param_0, .param .u32 _Z1kPfi_param_1)
{
.reg .pred %p<4>;
.reg .b32 %r<12>;
.reg .b64 %rd<9>;
.reg .f32 %f<4>;
.shared .align 4 .b8 _ZZ1kPfiE4tile[128];
.loc 1 3 7
ld.param.u64 %rd1, [_Z1kPfi_param_0];
ld.param.u32 %r1, [_Z1kPfi_param_1];
cvta.to.global.u64 %rd2, %rd1;
mov.u32 %r2, %tid.x;
mov.u32 %r3, _ZZ1kPfiE4tile;
shl.b32 %r4, %r2, 2;
add.s32 %r5, %r3, %r4;
setp.ge.s32 %p1, %r2, %r1;
@%p1 bra $L__END;
mul.wide.s32 %rd3, %r2, 4;
add.s64 %rd4, %rd2, %rd3;
ld.global.f32 %f1, [%rd4+128];
st.shared.f32 [%r5], %f1;
bar.sync 0;
ld.shared.b32 %r6, [%r5];
mov.b32 %r7, %f1;
mov.u32 %r8, 1;
@%p1 mov.u32 %r8, 2;
$L__END:
ret;
}
.file 1 "k.cu"
)";

class ListingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto module = ptx::parse(text);
    ASSERT_TRUE(module.has_value()) << module.error().message;
    auto program = exec::decode(*module, module->functions.front());
    ASSERT_TRUE(program.has_value()) << program.error().front().message;
    code_ = program->code.size();
    listing_ = make_listing(*module, *program, {"data", "n"});
  }
  const Register& of(std::string_view name) const {
    for (const Register& reg : listing_.functions[0].registers) {
      if (reg.name == name) return reg;
    }
    static const Register none;
    return none;
  }
  const Instruction& starting(std::string_view with) const {
    for (const Instruction& in : listing_.instructions) {
      if (in.text.starts_with(with)) return in;
    }
    static const Instruction none;
    return none;
  }
  Listing listing_;
  std::size_t code_ = 0;
};

TEST_F(ListingTest, symbols_are_named_as_their_authors_named_them) {
  EXPECT_EQ(listing_.functions[0].name, "k");
  EXPECT_EQ(listing_.instructions[0].text, "ld.param.u64 %rd1, [data]");
  EXPECT_EQ(starting("mov.u32 %r3").text, "mov.u32 %r3, tile");
  EXPECT_EQ(starting("@%p1 bra").text, "@%p1 bra $L__END");
  EXPECT_EQ(starting("ld.global").text, "ld.global.f32 %f1, [%rd4+128]");
}

TEST_F(ListingTest, every_instruction_has_its_place_and_kind) {
  EXPECT_EQ(listing_.instructions.size(), 19U);
  EXPECT_EQ(listing_.of_code.size(), code_);
  EXPECT_EQ(starting("add.s64").place, (SourcePlace{"k.cu", 3, 7}));
  EXPECT_EQ(starting("ld.global").kind, InstructionKind::access);
  EXPECT_EQ(starting("bar.sync").kind, InstructionKind::barrier);
  EXPECT_EQ(starting("@%p1 bra").kind, InstructionKind::branch);
  EXPECT_EQ(starting("ret").kind, InstructionKind::end);
  EXPECT_EQ(starting("ld.param").kind, InstructionKind::compute);
}

TEST_F(ListingTest, what_it_reads_and_writes) {
  const Instruction& in = starting("add.s64 %rd4");
  const auto name = [&](std::uint32_t r) { return listing_.functions[0].registers[r].name; };
  ASSERT_EQ(in.writes.size(), 1U);
  EXPECT_EQ(name(in.writes[0]), "%rd4");
  ASSERT_EQ(in.reads.size(), 2U);
  EXPECT_EQ(name(in.reads[0]), "%rd2");
  EXPECT_EQ(name(in.reads[1]), "%rd3");
  EXPECT_TRUE(starting("st.shared").writes.empty());
  EXPECT_EQ(starting("@%p1 bra").reads.size(), 1U);
}

TEST_F(ListingTest, registers_mean_what_they_were_filled_with_once) {
  EXPECT_EQ(of("%rd1").meaning, "data");
  EXPECT_EQ(of("%rd2").meaning, "data");  // cvta keeps the pointer
  EXPECT_EQ(of("%r1").meaning, "n");
  EXPECT_EQ(of("%r2").meaning, "threadIdx.x");
  EXPECT_EQ(of("%r3").meaning, "&tile");
  EXPECT_EQ(of("%r4").meaning, "");
  EXPECT_EQ(of("%r8").meaning, "");  // written twice
}

TEST_F(ListingTest, registers_are_read_as_they_are_used) {
  EXPECT_EQ(of("%p1").reading, Reading::predicate);
  EXPECT_EQ(of("%f1").reading, Reading::floating);
  EXPECT_EQ(of("%rd4").reading, Reading::address);
  EXPECT_EQ(of("%rd1").reading, Reading::address);
  EXPECT_EQ(of("%r5").reading, Reading::address);
  EXPECT_EQ(of("%r3").reading, Reading::address);
  EXPECT_EQ(of("%rd3").reading, Reading::signed_integer);  // an offset
  EXPECT_EQ(of("%r4").reading, Reading::signed_integer);
  EXPECT_EQ(of("%r1").reading, Reading::signed_integer);
  EXPECT_EQ(of("%r7").reading, Reading::floating);  // moved without conversion
}

}  // namespace
}  // namespace lanescope::steps
