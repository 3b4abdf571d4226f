
#include <gtest/gtest.h>

#include "sim/ptx/types.h"

namespace lanescope::ptx {
namespace {

TEST(OpcodeTable, finds_every_row_by_its_name) {
  for (const OpcodeRow& row : opcode_table()) {
    const auto found = opcode_named(row.name);
    ASSERT_TRUE(found.has_value()) << row.name;
    EXPECT_EQ(*found, row.opcode) << row.name;
    EXPECT_EQ(row_of(*found).name, row.name);
  }
}

TEST(OpcodeTable, has_names_that_are_cpp_keywords_without_their_underscore) {
  for (const char* name : {"and", "or", "xor", "not"})
    EXPECT_TRUE(opcode_named(name).has_value()) << name;
  EXPECT_FALSE(opcode_named("and_").has_value());
}

TEST(OpcodeTable, gives_each_row_operands_or_a_reason) {
  for (const OpcodeRow& row : opcode_table()) {
    if (row.refused.empty()) {
      EXPECT_LE(row.min_operands, row.max_operands) << row.name;
    } else {
      EXPECT_GT(row.refused.size(), 5U) << row.name;
    }
  }
}

TEST(OpcodeTable, says_which_instructions_write_operand_0) {
  for (Opcode opcode : {Opcode::add, Opcode::ld, Opcode::atom, Opcode::shfl, Opcode::setp})
    EXPECT_TRUE(row_of(opcode).has_result) << row_of(opcode).name;
  for (Opcode opcode : {Opcode::st, Opcode::red, Opcode::bra, Opcode::cp, Opcode::fence,
                        Opcode::pmevent, Opcode::stmatrix, Opcode::prefetch, Opcode::brkpt})
    EXPECT_FALSE(row_of(opcode).has_result) << row_of(opcode).name;
  for (const OpcodeRow& row : opcode_table())
    EXPECT_FALSE(row.has_result && row.max_operands == 0) << row.name;
}

TEST(OpcodeTable, says_which_instructions_must_name_a_type) {
  for (Opcode opcode : {Opcode::add, Opcode::ld, Opcode::st, Opcode::cvt})
    EXPECT_TRUE(row_of(opcode).needs_type) << row_of(opcode).name;
  for (Opcode opcode : {Opcode::bar, Opcode::bra, Opcode::exit, Opcode::brkpt})
    EXPECT_FALSE(row_of(opcode).needs_type) << row_of(opcode).name;
}

TEST(OpcodeTable, does_not_know_what_is_no_instruction) {
  for (const char* name : {"", "frobnicate", "adda", "ad", "zzz"})
    EXPECT_FALSE(opcode_named(name).has_value()) << name;
}

TEST(Types, have_sizes_and_names_that_lead_back_to_them) {
  for (int i = static_cast<int>(Type::b8); i <= static_cast<int>(Type::pred); ++i) {
    const auto type = static_cast<Type>(i);
    EXPECT_EQ(type_named(name_of(type)), type);
    EXPECT_EQ(bytes_of(type) == 0, type == Type::pred) << name_of(type);
  }
}

TEST(Types, take_qualified_spaces_as_their_plain_ones) {
  EXPECT_EQ(space_named("shared::cta"), StateSpace::shared);
  EXPECT_EQ(space_named("param::entry"), StateSpace::param);
  EXPECT_EQ(space_named("shared::cluster"), std::nullopt);
}

}  // namespace
}  // namespace lanescope::ptx
