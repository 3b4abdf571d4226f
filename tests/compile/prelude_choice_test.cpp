#include "kernels/compile/prelude_choice.h"

#include <gtest/gtest.h>

namespace lanescope::compile::testing {
namespace {

std::string chosen(std::string_view prelude, std::string_view text) {
  const PreludeChoice choice({{"p", prelude}});
  return choice(text);
}

constexpr std::string_view two = "int one() { return 1; }\n\nint two() { return 2; }\n";

TEST(PreludeChoice, brings_the_paragraph_whose_name_the_text_has) {
  EXPECT_EQ(chosen(two, "x = two();"), "#line 3 \"/lanescope/p.h\"\nint two() { return 2; }\n");
}

TEST(PreludeChoice, brings_nothing_for_a_text_that_names_nothing) {
  EXPECT_EQ(chosen(two, "x = three(2);"), "");
}

TEST(PreludeChoice, names_in_comments_and_strings_do_not_count) {
  EXPECT_EQ(chosen(two, "// one\n/* two */ \"one\\\" two\""), "");
}

TEST(PreludeChoice, a_quote_within_a_number_begins_no_string) {
  EXPECT_NE(chosen(two, "int x = 1'000 + one() + 2'000;"), "");
}

TEST(PreludeChoice, brings_what_a_paragraph_needs_before_it) {
  const std::string_view prelude = "#define ONE 1\n\nint one() { return ONE; }\n";
  EXPECT_EQ(chosen(prelude, "one()"),
            "#line 1 \"/lanescope/p.h\"\n#define ONE 1\n"
            "#line 3 \"/lanescope/p.h\"\nint one() { return ONE; }\n");
}

TEST(PreludeChoice, a_name_belongs_to_the_first_paragraph_that_has_it) {
  const std::string_view prelude = "int one() { return 1; }\n\nint two() { return 2 * one(); }\n";
  EXPECT_EQ(chosen(prelude, "one()").find("two"), std::string::npos);
}

TEST(PreludeChoice, an_overload_comes_with_each_name_that_it_gives) {
  const std::string_view prelude =
      "int one() { return 1; }\n\n// gives one uno\nint one(int other) { return other; }\n";
  EXPECT_NE(chosen(prelude, "one()").find("other"), std::string::npos);
  EXPECT_NE(chosen(prelude, "uno").find("other"), std::string::npos);
  EXPECT_EQ(chosen(prelude, "other"), "");
}

TEST(PreludeChoice, a_header_brings_its_paragraphs) {
  const std::string_view prelude = "// gives <half.h>\nstruct half {};\n";
  EXPECT_NE(chosen(prelude, "#include <half.h>\n"), "");
  EXPECT_NE(chosen(prelude, "  #  include \"half.h\"\n"), "");
  EXPECT_EQ(chosen(prelude, "half x;\n"), "");
}

TEST(PreludeChoice, std_names_are_found_with_and_without_their_namespace) {
  const std::string_view prelude = "// gives std::min\nint min;\n";
  EXPECT_NE(chosen(prelude, "std::min(1, 2)"), "");
  EXPECT_NE(chosen(prelude, "cuda::std::min(1, 2)"), "");
  EXPECT_NE(chosen(prelude, "using namespace std; min(1, 2)"), "");
  EXPECT_EQ(chosen(prelude, "min(1, 2)"), "");
}

TEST(PreludeChoice, what_the_text_defines_itself_is_undefined_first) {
  const std::string text = chosen("#define M_PI 3.14\n", "#define M_PI 3.1\n#define OTHER 1\n");
  EXPECT_NE(text.find("#undef M_PI\n"), std::string::npos);
  EXPECT_EQ(text.find("OTHER"), std::string::npos);
}

TEST(PreludeChoice, the_built_in_names_are_always_there) {
  EXPECT_NE(chosen("// gives always\nint zero;\n", ""), "");
}

TEST(PreludeChoice, a_headers_names_come_only_with_the_header) {
  const PreludeChoice choice({{"p", "int twice(int);\n"},
                              {"h", "// gives <half.h>\nstruct half;\n\nhalf twice(half);\n"}});
  EXPECT_EQ(choice("twice(3)").find("half"), std::string::npos);
  const std::string with = choice("#include <half.h>\ntwice(3)");
  EXPECT_NE(with.find("int twice"), std::string::npos);
  EXPECT_NE(with.find("half twice"), std::string::npos);
  EXPECT_EQ(choice("#include <half.h>\n").find("twice"), std::string::npos);
}

TEST(PreludeChoice, pasted_names_bring_all_but_headers) {
  const PreludeChoice choice(
      {{"p", "int one;\n\n// gives two\nint two;\n"}, {"h", "// gives <half.h>\nint three;\n"}});
  const std::string everything = choice("a ## b");
  EXPECT_NE(everything.find("one"), std::string::npos);
  EXPECT_NE(everything.find("two"), std::string::npos);
  EXPECT_EQ(everything.find("three"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::compile::testing
