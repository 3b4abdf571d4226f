#include "sim/ptx/lexer.h"

#include <bit>

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

std::vector<Token> tokens_of(std::string_view text) {
  const auto tokens = lex(text);
  EXPECT_TRUE(tokens.has_value()) << (tokens ? "" : tokens.error().message);
  return tokens ? *tokens : std::vector<Token>{};
}

TEST(Lexer, splits_an_instruction_into_opcode_suffixes_and_operands) {
  const auto tokens = tokens_of("ld.global.f32 %f1, [%rd5+-8];");
  ASSERT_EQ(tokens.size(), 13U);
  EXPECT_TRUE(tokens[0].is_word("ld"));
  EXPECT_TRUE(tokens[1].is_dotted("global"));
  EXPECT_TRUE(tokens[2].is_dotted("f32"));
  EXPECT_TRUE(tokens[3].is_word("%f1"));
  EXPECT_TRUE(tokens[7].is('+'));
  EXPECT_TRUE(tokens[8].is('-'));
  EXPECT_EQ(tokens[9].bits, 8U);
  EXPECT_EQ(tokens[12].kind, TokenKind::end);
}

TEST(Lexer, keeps_a_qualified_state_space_together) {
  const auto tokens = tokens_of("st.shared::cta.u32");
  EXPECT_TRUE(tokens[1].is_dotted("shared::cta"));
  EXPECT_TRUE(tokens[2].is_dotted("u32"));
}

TEST(Lexer, reads_integers_of_all_bases) {
  const auto tokens = tokens_of("10 0x1F 0b101 017 42U 18446744073709551615");
  const std::uint64_t expected[] = {10, 31, 5, 15, 42, ~std::uint64_t{0}};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(tokens[i].kind, TokenKind::integer);
    EXPECT_EQ(tokens[i].bits, expected[i]);
  }
}

TEST(Lexer, reads_floating_point_bit_patterns) {
  const auto tokens = tokens_of("0f3F800000 0d3FF0000000000000 1.5");
  EXPECT_EQ(tokens[0].kind, TokenKind::float32);
  EXPECT_EQ(tokens[0].bits, 0x3f800000U);
  EXPECT_EQ(tokens[1].kind, TokenKind::float64);
  EXPECT_EQ(std::bit_cast<double>(tokens[1].bits), 1.0);
  EXPECT_EQ(std::bit_cast<double>(tokens[2].bits), 1.5);
}

TEST(Lexer, counts_lines_and_columns_through_comments) {
  const auto tokens = tokens_of("// one\n/* two\n three */ add");
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].line, 3);
  EXPECT_EQ(tokens[0].column, 11);
}

TEST(Lexer, accepts_the_zero_byte_at_the_end_of_a_compilers_text) {
  const std::string_view text("ret;\0", 5);
  EXPECT_EQ(tokens_of(text).size(), 3U);
}

TEST(Lexer, names_the_line_of_a_number_that_is_too_large) {
  const auto tokens = lex("mov\n18446744073709551616");
  ASSERT_FALSE(tokens.has_value());
  EXPECT_EQ(tokens.error().ptx_line, 2);
  EXPECT_EQ(tokens.error().kind, DiagnosticKind::ptx_syntax);
}

TEST(Lexer, refuses_characters_that_ptx_does_not_use) {
  const auto tokens = lex("add `");
  ASSERT_FALSE(tokens.has_value());
  EXPECT_NE(tokens.error().message.find('`'), std::string::npos);
}

TEST(Lexer, says_when_a_comment_or_a_string_is_not_closed) {
  EXPECT_FALSE(lex("/* never").has_value());
  EXPECT_FALSE(lex(".file 1 \"never\n").has_value());
}

TEST(Lexer, says_when_a_bit_pattern_is_too_short) { EXPECT_FALSE(lex("0f3F80").has_value()); }

}  // namespace
}  // namespace lanescope::ptx
