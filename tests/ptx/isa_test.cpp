// The opcode table against the document's list: every instruction is executed, or refused with a
// reason that names it. None is missing, and the table has no others.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "sim/ptx/types.h"
#include "tests/ptx/isa_instructions.h"

namespace lanescope::ptx {
namespace {

template <class F>
void for_each_instruction(F f) {
  for (const IsaSection& section : isa::sections) {
    SCOPED_TRACE(section.title);
    for (const IsaInstruction* in = section.first; in != section.last; ++in) f(*in);
  }
}

TEST(Isa, has_no_instruction_that_the_table_lacks) {
  for_each_instruction([](const IsaInstruction& in) {
    EXPECT_TRUE(opcode_named(in.opcode()).has_value()) << in.name;
  });
}

TEST(Isa, has_every_instruction_of_the_table) {
  std::set<std::string_view> opcodes;
  for_each_instruction([&](const IsaInstruction& in) { opcodes.insert(in.opcode()); });
  for (const OpcodeRow& row : opcode_table()) EXPECT_TRUE(opcodes.contains(row.name)) << row.name;
}

TEST(Isa, agrees_with_the_table_on_what_is_executed) {
  for_each_instruction([](const IsaInstruction& in) {
    const auto opcode = opcode_named(in.opcode());
    if (!opcode) return;
    const bool is_executed = in.fate == Fate::executed || in.is_form;
    EXPECT_EQ(row_of(*opcode).refused.empty(), is_executed)
        << in.name << ": " << row_of(*opcode).refused;
  });
}

TEST(Isa, finds_in_each_refusal_what_the_instruction_is) {
  for_each_instruction([](const IsaInstruction& in) {
    const auto opcode = opcode_named(in.opcode());
    if (!opcode || in.fate == Fate::executed || in.is_form) return;
    EXPECT_NE(row_of(*opcode).refused.find(in.says), std::string_view::npos)
        << in.name << ": " << row_of(*opcode).refused;
  });
}

TEST(Isa, has_no_instruction_marked_for_later) {
  for (const OpcodeRow& row : opcode_table())
    EXPECT_EQ(row.refused.find("yet"), std::string_view::npos) << row.name << ": " << row.refused;
}

}  // namespace
}  // namespace lanescope::ptx
