#include "kernels/lesson_file/expression.h"

#include <gtest/gtest.h>

#include <random>

namespace lanescope::lesson::testing {
namespace {

const Values names{{"N", 1024}, {"PAD", 1}, {"ZERO", 0}, {"M", -7}};

std::int64_t value_of(const std::string& expression) {
  const auto value = evaluate(expression, names);
  if (!value) ADD_FAILURE() << value.error();
  return value.value_or(-999'999);
}

std::string error_of_expression(const std::string& expression) {
  const auto value = evaluate(expression, names);
  if (value) ADD_FAILURE() << expression << " gave " << *value;
  return value ? "" : value.error();
}

TEST(Expression, numbers_and_names) {
  EXPECT_EQ(value_of("42"), 42);
  EXPECT_EQ(value_of(" N "), 1024);
  EXPECT_EQ(value_of("M"), -7);
}

TEST(Expression, products_bind_closer_than_sums) {
  EXPECT_EQ(value_of("1 + 2 * 3 - 4"), 3);
  EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
}

TEST(Expression, operators_of_one_rank_go_from_the_left) {
  EXPECT_EQ(value_of("10 - 2 - 3"), 5);
  EXPECT_EQ(value_of("100 / 10 / 2"), 5);
  EXPECT_EQ(value_of("100 / 10 * 2"), 20);
}

TEST(Expression, division_is_that_of_integers) {
  EXPECT_EQ(value_of("7 / 2"), 3);
  EXPECT_EQ(value_of("M / 2"), -3);
  EXPECT_EQ(value_of("M % 4"), -3);
  EXPECT_EQ(value_of("7 % 4"), 3);
}

TEST(Expression, a_sign_may_come_first) {
  EXPECT_EQ(value_of("-N"), -1024);
  EXPECT_EQ(value_of("2 * -3"), -6);
  EXPECT_EQ(value_of("-7 / 2"), -3);
  EXPECT_EQ(value_of("+5"), 5);
}

TEST(Expression, ceil_div_rounds_up) {
  EXPECT_EQ(value_of("ceil_div(N, 32)"), 32);
  EXPECT_EQ(value_of("ceil_div(N + 1, 32)"), 33);
  EXPECT_EQ(value_of("ceil_div(M, 2)"), -3);
  EXPECT_EQ(value_of("ceil_div(7, -2)"), -3);
  EXPECT_EQ(value_of("ceil_div(M, -2)"), 4);
  EXPECT_EQ(value_of("ceil_div(0, 5)"), 0);
}

TEST(Expression, min_and_max_of_several) {
  EXPECT_EQ(value_of("min(3, 2, PAD)"), 1);
  EXPECT_EQ(value_of("max(3, N)"), 1024);
  EXPECT_EQ(value_of("max(min(N, 8), 2)"), 8);
}

// Compares with the same tree evaluated in 64-bit integers.
TEST(Expression, random_expressions_agree_with_integer_arithmetic) {
  std::mt19937 random(1);
  const auto number = [&] { return static_cast<std::int64_t>(random() % 2000) + 1; };
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t a = number(), b = number(), c = number(), d = number();
    const std::string text = "(" + std::to_string(a) + "*" + std::to_string(b) + "-" +
                             std::to_string(c) + ")/" + std::to_string(d) + "+" +
                             std::to_string(a) + "%" + std::to_string(d);
    EXPECT_EQ(value_of(text), (a * b - c) / d + a % d) << text;
  }
}

TEST(Expression, exact_up_to_2_to_the_53) {
  EXPECT_EQ(value_of("9007199254740991 + 1"), 9007199254740992);
  EXPECT_EQ(value_of("94906265 * 94906265"), 94906265LL * 94906265LL);
  EXPECT_EQ(value_of("9007199254740991 % 10"), 1);
}

TEST(Expression, anything_beyond_is_an_error) {
  for (const char* text : {"9007199254740993", "9007199254740992 + 1", "-9007199254740992 - 1",
                           "94906266 * 94906266 + 1 - N", "9007199254740992 * 9007199254740992",
                           "99999999999999999999999999999999", "9007199254740992 + 1 - 1"}) {
    EXPECT_NE(error_of_expression(text).find("2^53"), std::string::npos) << text;
  }
}

TEST(Expression, division_by_zero_is_an_error) {
  for (const char* text : {"1 / 0", "1 % 0", "N / (PAD - 1)", "ceil_div(N, ZERO)"})
    EXPECT_NE(error_of_expression(text).find("division by zero"), std::string::npos) << text;
}

TEST(Expression, an_unknown_name_is_an_error_that_lists_the_known_ones) {
  const std::string error = error_of_expression("n * 2");
  EXPECT_NE(error.find("unknown name 'n'"), std::string::npos) << error;
  EXPECT_NE(error.find("M, N, PAD, ZERO"), std::string::npos) << error;
}

TEST(Expression, a_near_name_is_suggested) {
  EXPECT_NE(error_of_expression("PDA + 1").find("did you mean 'PAD'"), std::string::npos);
}

TEST(Expression, functions_and_constants_of_the_parser_are_unknown) {
  for (const char* text : {"sin(1)", "_pi", "_e", "rint(3)", "sum(1,2)", "sqrt(4)"})
    EXPECT_NE(error_of_expression(text).find("unknown name"), std::string::npos) << text;
}

TEST(Expression, only_whole_decimal_numbers) {
  for (const char* text : {"1.5", ".5", "1e3", "0x10", "1_000", "10u"})
    EXPECT_NE(error_of_expression(text).find("not a whole number"), std::string::npos) << text;
}

TEST(Expression, other_operators_are_refused) {
  for (const char* text : {"N ? 1 : 2", "N = 3", "N ^ 2", "N && 1", "1 < 2", "N == 2", "!N",
                           "1 << 2", "\"N\"", "N; 2", "N\n2", "\xc3\xa9"}) {
    EXPECT_NE(error_of_expression(text).find("no meaning"), std::string::npos) << text;
  }
}

TEST(Expression, broken_forms_are_errors) {
  for (const char* text : {"", "  ", "N +", "* N", "(N", "N)", "N N", "3 4", "min()", "ceil_div(1)",
                           "ceil_div(1, 2, 3)", "N(3)", "1, 2", "()", "ceil_div"}) {
    EXPECT_FALSE(error_of_expression(text).empty()) << text;
  }
}

TEST(Expression, an_error_shows_the_expression) {
  EXPECT_NE(error_of_expression("N / 0").find("\"N / 0\""), std::string::npos);
}

TEST(Expression, a_huge_text_is_refused) {
  EXPECT_FALSE(error_of_expression(std::string(100'000, '(')).empty());
}

// --- conditions on facts ---

const Values facts{{"access.sectors", 5}, {"other.access.sectors", 4}, {"PAD", 0}, {"N", 64}};

std::int64_t holds(const std::string& condition) {
  const auto value = evaluate(condition, facts, Operators::conditions);
  if (!value) ADD_FAILURE() << value.error();
  return value.value_or(-999'999);
}

TEST(Condition, names_have_dots) {
  EXPECT_EQ(holds("access.sectors"), 5);
  EXPECT_EQ(holds("other.access.sectors + access.sectors"), 9);
}

TEST(Condition, every_comparison_is_that_of_integers) {
  for (const std::int64_t a : {-2, 0, 3}) {
    for (const std::int64_t b : {-2, 0, 3}) {
      const std::string left = std::to_string(a), right = std::to_string(b);
      EXPECT_EQ(holds(left + "==" + right), a == b);
      EXPECT_EQ(holds(left + "!=" + right), a != b);
      EXPECT_EQ(holds(left + "<" + right), a < b);
      EXPECT_EQ(holds(left + "<=" + right), a <= b);
      EXPECT_EQ(holds(left + ">" + right), a > b);
      EXPECT_EQ(holds(left + ">=" + right), a >= b);
      EXPECT_EQ(holds(left + "&&" + right), a != 0 && b != 0);
      EXPECT_EQ(holds(left + "||" + right), a != 0 || b != 0);
    }
  }
}

TEST(Condition, arithmetic_binds_closest_then_comparisons_then_and_then_or) {
  EXPECT_EQ(holds("1 + 1 == 2"), 1);
  EXPECT_EQ(holds("2 < 1 + 3 && 5 > 2 * 2"), 1);
  EXPECT_EQ(holds("1 || 0 && 0"), 1);
  EXPECT_EQ(holds("(1 || 0) && 0"), 0);
  EXPECT_EQ(holds("7 % 4 >= 3 || 0"), 1);
  EXPECT_EQ(holds("N - 64 == -0"), 1);
}

TEST(Condition, comparing_is_exact_up_to_2_to_the_53) {
  EXPECT_EQ(holds("9007199254740992 > 9007199254740991"), 1);
  EXPECT_EQ(holds("9007199254740992 == 9007199254740991"), 0);
  EXPECT_FALSE(evaluate("9007199254740992 + 1 > 0", facts, Operators::conditions));
}

TEST(Condition, what_is_no_operator_is_an_error) {
  for (const char* text : {"N = 3", "!N", "N & 1", "N | 1", "N << 1", "N === 3", "N == ", "< 3",
                           "N ? 1 : 2", "N =< 3", "not.there > 1"}) {
    EXPECT_FALSE(evaluate(text, facts, Operators::conditions)) << text;
  }
}

TEST(Condition, an_unknown_name_is_named_with_its_dots) {
  const auto value = evaluate("access.secotrs > 1", facts, Operators::conditions);
  ASSERT_FALSE(value);
  EXPECT_NE(value.error().find("unknown name 'access.secotrs'"), std::string::npos)
      << value.error();
}

TEST(Condition, names_are_found_each_once_in_order_and_functions_are_none) {
  EXPECT_EQ(names_in("max(a.b, N) > 2 && a.b < other.x_1 + 3"),
            (std::vector<std::string>{"a.b", "N", "other.x_1"}));
  EXPECT_TRUE(names_in("1 + 2").empty());
}

}  // namespace
}  // namespace lanescope::lesson::testing
