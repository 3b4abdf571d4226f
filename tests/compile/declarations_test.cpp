// Splitting a text into its declarations, without compiling it.
#include "kernels/compile/declarations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lanescope::compile::testing {
namespace {

std::string kind_name(DeclarationKind kind) {
  switch (kind) {
    case DeclarationKind::function:
      return "function";
    case DeclarationKind::variable:
      return "variable";
    case DeclarationKind::type:
      return "type";
    case DeclarationKind::alias:
      return "alias";
    case DeclarationKind::macro_call:
      return "macro";
    case DeclarationKind::include:
      return "include";
    case DeclarationKind::other:
      return "other";
  }
  return "";
}

// "function f", and "device function f" for what is for the device.
std::vector<std::string> seen_in(const std::string& text) {
  std::vector<std::string> seen;
  for (const Declaration& each : declarations_of(text))
    seen.push_back((each.is_device ? "device " : "") + kind_name(each.kind) + " " + each.name);
  return seen;
}

using Seen = std::vector<std::string>;

// The only declaration of a text.
Declaration only(const std::string& text) {
  std::vector<Declaration> all = declarations_of(text);
  EXPECT_EQ(all.size(), 1U) << text;
  return all.empty() ? Declaration{} : all.front();
}

TEST(Declarations, of_an_empty_text_are_none) { EXPECT_TRUE(declarations_of("").empty()); }

TEST(Declarations, are_functions_variables_types_and_aliases) {
  EXPECT_EQ(seen_in("int f(int a) { return a; }\nint g(int);\nint x = 3;\nstruct S { };\n"
                    "enum E { a, b };\nusing T = int;\ntypedef struct { int a; } U;\n"
                    "using namespace std;\nnamespace fs = std::filesystem;\n"),
            (Seen{"function f", "function g", "variable x", "type S", "type E", "alias T",
                  "alias U", "alias std", "alias fs"}));
}

TEST(Declarations, know_their_lines) {
  const Declaration function = only("\n  int\n  f()\n  {\n    return 1;\n  }\n\n");
  EXPECT_EQ(function.first_line, 2);
  EXPECT_EQ(function.last_line, 6);
  EXPECT_EQ(function.body_line, 4);
  EXPECT_TRUE(function.holds(3));
  EXPECT_FALSE(function.holds(7));
}

TEST(Declarations, know_their_place_in_the_text) {
  const std::string text = "/* a */ int f() { } // b\n";
  const Declaration function = only(text);
  EXPECT_EQ(text.substr(function.begin, function.end - function.begin), "int f() { }");
  EXPECT_EQ(text[function.body], '{');
}

TEST(Declarations, with_a_marker_are_for_the_device) {
  for (const char* text :
       {"__global__ void f(int* p) { }", "__device__ int f() { return 1; }",
        "static __host__ __device__ int f();", "__constant__ float f[3];", "__device__ int f;",
        "__managed__ int f = 3;", "template <class T> __global__ void f(T* p) { }",
        "__global__ void __launch_bounds__(256, 2) f() { }",
        "extern \"C\" __global__ void f() { }"}) {
    EXPECT_TRUE(only(text).is_device) << text;
    EXPECT_EQ(only(text).name, "f") << text;
  }
}

TEST(Declarations, with_a_macro_that_stands_for_a_marker_are_for_the_device) {
  EXPECT_EQ(seen_in("#define HD __host__ \\\n  __device__\n#define INLINE HD inline\n"
                    "INLINE int f() { return 1; }\nint g() { return 1; }\n"),
            (Seen{"device function f", "function g"}));
  EXPECT_TRUE(declarations_of("API int f();", {"API"}).front().is_device);
}

TEST(Declarations, that_contain_a_marker_are_for_the_device) {
  EXPECT_EQ(seen_in("struct S { __device__ int f(); int g() { return 1; } };"),
            (Seen{"device type S", "device function f", "function g"}));
}

TEST(Declarations, with_a_lambda_for_the_device_are_for_the_host) {
  EXPECT_FALSE(
      only("int main() { run([=] __host__ __device__ (int i) { return i; }); }").is_device);
  EXPECT_TRUE(only("[[nodiscard]] __device__ int f() { return 1; }").is_device);
}

TEST(Declarations, of_texture_references_are_for_the_device) {
  EXPECT_TRUE(only("texture<float, 2, cudaReadModeElementType> image;").is_device);
}

TEST(Declarations, in_namespaces_and_language_blocks_are_at_the_top_level) {
  EXPECT_EQ(
      seen_in("namespace a { namespace { int x; } int f() { return 1; } }\n"
              "namespace b::c { int y; }\ninline namespace d { int z; }\n"
              "extern \"C\" { int g(); }\nextern \"C\" int h();\n"),
      (Seen{"variable x", "function f", "variable y", "variable z", "function g", "function h"}));
}

TEST(Declarations, in_a_language_block_of_c_plus_plus_only) {
  EXPECT_EQ(seen_in("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f();\n#ifdef __cplusplus\n}\n"
                    "#endif\nint g();\n"),
            (Seen{"function f", "function g"}));
}

TEST(Declarations, in_all_branches_of_a_condition_are_seen) {
  EXPECT_EQ(seen_in("#if A\nint f() { return 1; }\n#else\nint g() { return 2; }\n#endif\n"),
            (Seen{"function f", "function g"}));
}

TEST(Declarations, that_begin_in_each_branch_of_a_condition_are_one) {
  const Declaration function =
      only("#if A\nvoid f(int n) {\n#else\nvoid f() {\n#endif\n  g();\n}\n");
  EXPECT_EQ(function.first_line, 2);
  EXPECT_EQ(function.last_line, 7);
}

TEST(Declarations, with_a_marker_in_one_branch_of_a_condition_are_for_the_device) {
  EXPECT_TRUE(
      only("#if A\nvoid f(int n) {\n#else\n__global__ void f() {\n#endif\n  g();\n}\n").is_device);
}

TEST(Declarations, are_not_ended_by_brackets_in_strings_and_comments) {
  EXPECT_EQ(
      seen_in("const char* a = \"};\"; const char* b = R\"x(} )\" };)x\";\n"
              "char c = '}'; char d = '\\''; /* } */ int e; // } \\\n  } still a comment\n"
              "int f() { return '{' + 1'000; }\n"),
      (Seen{"variable a", "variable b", "variable c", "variable d", "variable e", "function f"}));
}

TEST(Declarations, end_a_character_with_its_line) {
  EXPECT_EQ(seen_in("#if 0\nit's off\n#endif\nint f() { return 1; }\n").back(), "function f");
}

TEST(Declarations, of_macros_are_none_but_included_headers_are) {
  EXPECT_EQ(seen_in("#define A(x) \\\n  int x; {\n#include <vector>\n  #  include \"a b.h\" // {\n"
                    "#pragma once\nint f();\n"),
            (Seen{"include vector", "include a b.h", "function f"}));
}

TEST(Declarations, of_templates) {
  EXPECT_EQ(seen_in("template <typename T, int N = (3 > 2), class U = A<B<int>>> T f(T t) { }\n"
                    "template <> int f<int>(int t) { }\ntemplate class S<int>;\n"
                    "template void g<float>(float);\n"),
            (Seen{"function f", "function f", "type S", "function g"}));
  EXPECT_TRUE(only("template <class T> int f(T t) { return t; }").is_template);
}

TEST(Declarations, of_members_follow_their_class) {
  const std::vector<Declaration> all = declarations_of(
      "class S : public B<int> {\n public:\n  S(int a) : a_{a}, b_(2) { g(); }\n"
      "  ~S() = default;\n  virtual void f() = 0;\n  int a_, b_ = 2;\n} s;\nint x;\n");
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all[0].name, "S");
  EXPECT_EQ(all[0].last_line, 7);
  EXPECT_EQ(all[1].body_line, 3);
  EXPECT_EQ(all[2].name, "~S");
  EXPECT_TRUE(all[3].is_virtual);
  EXPECT_EQ(all[4].kind, DeclarationKind::variable);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_TRUE(all[i].is_member) << i;
  EXPECT_FALSE(all[5].is_member);
}

TEST(Declarations, of_operators) {
  EXPECT_EQ(
      seen_in("struct S { int operator()(int a) const { return a; } operator float() const; };\n"
              "std::ostream& operator<<(std::ostream& o, const S& s) { return o << 1; }\n"
              "bool operator==(S a, S b) { return a == b; }\n"),
      (Seen{"type S", "function operator()", "function operator float", "function operator<<",
            "function operator=="}));
}

TEST(Declarations, of_functions_outside_of_their_class_have_its_name) {
  EXPECT_EQ(only("void S::f() const { }").name, "S::f");
  EXPECT_EQ(only("S::S(int a) : a(a), b{2} { g(); }").name, "S::S");
}

TEST(Declarations, of_variables_with_lambdas_and_lists) {
  EXPECT_EQ(seen_in("auto f = [](int x) { return x; };\nint a[] = {1, 2, 3}, b;\n"
                    "std::vector<std::pair<int, int>> c = {{1, 2}};\nint d{3};\n"
                    "int (*e)(int) = nullptr;\n"),
            (Seen{"variable f", "variable a", "variable c", "variable d", "variable e"}));
}

TEST(Declarations, of_functions_with_attributes_and_late_return_types) {
  EXPECT_EQ(seen_in("[[nodiscard]] static int f() noexcept(true) { return 1; }\n"
                    "__attribute__((noinline)) auto g(int a) -> int { return a; }\n"
                    "struct __align__(16) V { float x; };\nint h() try { } catch (...) { }\n"),
            (Seen{"function f", "function g", "type V", "variable x", "function h"}));
}

TEST(Declarations, of_macros_that_stand_alone) {
  EXPECT_EQ(seen_in("MACRO(a, b)\nBENCHMARK(f);\nTEST(a, b) { f(); }\nint g();\n"),
            (Seen{"macro MACRO", "macro BENCHMARK", "function TEST", "function g"}));
}

TEST(Declarations, know_the_first_launch_in_them) {
  EXPECT_EQ(only("int main()\n{\n  int a = 1 << 2;\n  k<<<1, 2>>>();\n}\n").launch_line, 4);
  EXPECT_EQ(only("int f() { return 1 << 2; } // <<<").launch_line, 0);
}

TEST(Declarations, constexpr_is_known) {
  EXPECT_TRUE(only("constexpr int f(int x) { return x; }").is_constexpr);
}

TEST(Declarations, of_a_text_cut_short_reach_to_its_end) {
  EXPECT_EQ(only("int f() {\n  if (a) {\n").last_line, 2);
  EXPECT_EQ(seen_in("} int f();"), (Seen{"function f"}));
}

TEST(Declarations, are_found_behind_a_byte_order_mark_and_with_any_line_ends) {
  EXPECT_EQ(seen_in("\xEF\xBB\xBF#include <vector>\r\nint f()\r\n{\r\n}\r\n"),
            (Seen{"include vector", "function f"}));
}

TEST(Declarations, of_a_deep_text_are_found) {
  const std::string deep =
      "int f() { return " + std::string(10'000, '(') + std::string(10'000, ')') + "; }";
  EXPECT_EQ(seen_in(deep + "\nint g();"), (Seen{"function f", "function g"}));
}

TEST(Declarations, of_a_text_with_many_open_angles_are_found_at_once) {
  std::string open = "int f() { return 1; }\nint b = a";
  for (int i = 0; i < 100'000; ++i) open += "<a";
  EXPECT_EQ(seen_in(open + ";\nint g();"), (Seen{"function f", "variable b", "function g"}));
}

TEST(Declarations, know_the_angles_that_belong_together) {
  EXPECT_EQ(seen_in("A<B<int>, (1 > 0)> f();\nbool b = i < n;\nB<int> g();"),
            (Seen{"function f", "variable b", "function g"}));
}

std::string blanked(std::string text, const std::string& part) {
  const std::size_t begin = text.find(part);
  blank(text, begin, begin + part.size());
  return text;
}

TEST(Blank, keeps_line_ends_and_what_is_beside) {
  EXPECT_EQ(blanked("a b\r\nc d e\n", "b\r\nc d"), "a  \r\n    e\n");
}

TEST(Blank, keeps_conditions_and_macros) {
  EXPECT_EQ(blanked("int f() {\n#if A\n x\n#endif\n#pragma unroll\n}",
                    "int f() {\n#if A\n x\n#endif\n#pragma unroll\n}"),
            "         \n#if A\n  \n#endif\n              \n ");
}

TEST(Blank, takes_an_include_away) {
  EXPECT_EQ(blanked("#include <vector>\nint x;", "#include <vector>"), "                 \nint x;");
}

TEST(DeviceWords, are_the_macros_that_stand_for_a_marker) {
  const std::string text =
      "#define A 1\n# define B(x) __device__ x\n//#define C __device__\n#define D B(int)\n";
  EXPECT_EQ(device_words_of(text), (Seen{"B", "D"}));
  EXPECT_EQ(device_words_of("#define E F\n", {"F"}), (Seen{"E"}));
}

}  // namespace
}  // namespace lanescope::compile::testing
