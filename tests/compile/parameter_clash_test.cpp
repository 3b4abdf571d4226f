#include "kernels/compile/parameter_clash.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/compile/fixture.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {
namespace {

namespace fs = std::filesystem;

Source with_n(std::string text) {
  Source source = source_of(std::move(text));
  source.defines = {{"N", "1024"}};
  return source;
}

std::vector<ParameterClash> clashes_in(const std::string& text) {
  return parameter_clashes(text, with_n(text));
}

// Whether this statement of a kernel clashes with a parameter N.
bool clashes(const std::string& statement) {
  return !clashes_in("__global__ void k(float* p, int a, int b) {\n" + statement + "\n}\n").empty();
}

TEST(ParameterClash, is_a_declaration_of_the_parameters_name) {
  for (const char* statement :
       {"int N = a;", "const int N = 5;", "int a2, N;", "int a2 = f(a, b), N = 3;", "float4 N;",
        "float* N = p;", "const float* __restrict__ N = p;", "Tile N;", "auto& N = a;",
        "struct N {};", "enum { one, N };", "enum Kind : int { N };", "unsigned long long N{};",
        "for (int N = 0;;) {}", "goto N;", "vector<int> N = {};", "__shared__ float N[32];"}) {
    EXPECT_TRUE(clashes(statement)) << statement;
  }
}

TEST(ParameterClash, is_a_members_name) {
  for (const char* statement : {"a = s.N;", "a = s->N;", "a = Shape::N;"}) {
    EXPECT_TRUE(clashes(statement)) << statement;
    EXPECT_TRUE(clashes_in(statement).front().is_member) << statement;
  }
}

TEST(ParameterClash, is_a_parameter_of_a_function_or_a_template) {
  EXPECT_EQ(clashes_in("__global__ void k(float* out, int N) {}").size(), 1U);
  EXPECT_EQ(clashes_in("template <int N> struct Tile {};").size(), 1U);
  EXPECT_EQ(clashes_in("template <typename T, typename N> struct Tile {};").size(), 1U);
  ASSERT_EQ(clashes_in("template <int... N> struct Tile {};").size(), 1U);
  EXPECT_FALSE(clashes_in("template <int... N> struct Tile {};").front().is_member);
  EXPECT_EQ(clashes_in("__device__ int N(int i) { return i; }").size(), 1U);
}

TEST(ParameterClash, is_not_a_use_of_the_value) {
  for (const char* statement :
       {"if (a < N) p[a] = N;", "return N;", "a = b * N;", "f(a * N);", "f(a, N);", "a = b & N;",
        "__shared__ float s[N];", "float s[32][N + 1];", "int s[] = {1, N};", "a = a > N ? N : b;",
        "switch (a) { case N: break; }", "a = sizeof(float) * N;", "for (int i = 0; i < N; ++i) {}",
        "g<N>();", "else N;", "a = (int)N;", "p[a] = b, N;"}) {
    EXPECT_FALSE(clashes(statement)) << statement;
  }
}

TEST(ParameterClash, is_not_in_comments_strings_and_directives) {
  for (const char* text :
       {"// int N\n", "/* int N;\n int N; */", "const char* s = \"int N;\";", "char c = 'N';",
        "#ifndef N\n#define N 32\n#endif\n", "#define F(x) \\\n  int N = x\n",
        "const char* s = R\"x(int N; \")x\";", "int Nx, xN, n;"}) {
    EXPECT_TRUE(clashes_in(text).empty()) << text;
  }
}

TEST(ParameterClash, ends_where_the_name_is_undefined) {
  EXPECT_TRUE(clashes_in("#undef N\nint N;\n").empty());
  EXPECT_EQ(clashes_in("int N;\n#undef N\nint N;\n").size(), 1U);
}

TEST(ParameterClash, has_the_place_of_the_name) {
  const auto found = clashes_in("\n// N\n  int\tN = 3;\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 3);
  EXPECT_EQ(found[0].column, 7);
  EXPECT_EQ(found[0].value, "1024");
}

using Clash = BothCompilers;
INSTANTIATE_TEST_SUITE_P(, Clash, ::testing::Values(Compiler::nvrtc, Compiler::clang),
                         compiler_name);

Failure failure_of(const Source& source, Compiler compiler) {
  const auto result = to_ptx(source, compiler);
  if (result) {
    ADD_FAILURE() << "it compiled";
    return {};
  }
  return result.error();
}

TEST_P(Clash, is_the_one_message_of_a_kernel_with_its_own_n) {
  const Failure failure = failure_of(with_n(R"(
__global__ void k(float* out, int n)
{
    int i = threadIdx.x;
    const int N = n / 2;
    if (i < N) out[i] = N;
}
)"),
                                     GetParam());
  ASSERT_EQ(failure.messages.size(), 1U);
  const Message& message = failure.messages[0];
  EXPECT_EQ(message.file, "kernel.cu");
  EXPECT_EQ(message.line, 5);
  EXPECT_EQ(message.column, 15);
  EXPECT_EQ(message.text,
            "this declares 'N', but N is a parameter of lesson.toml and is replaced by 1024 before "
            "compiling: rename it here (for example n_), or the parameter in lesson.toml");
}

TEST_P(Clash, is_told_of_a_kernels_argument_and_of_a_member) {
  EXPECT_EQ(
      failure_of(with_n("__global__ void k(float* out,\n                  int N) {}\n"), GetParam())
          .messages.front()
          .line,
      2);
  const Failure member =
      failure_of(with_n("struct Shape { int rows; };\n"
                        "__global__ void k(int* p, Shape s) {\n    *p = s.N;\n}\n"),
                 GetParam());
  ASSERT_EQ(member.messages.size(), 1U);
  EXPECT_NE(member.messages[0].text.find("this member is named 'N'"), std::string::npos);
  EXPECT_EQ(member.messages[0].line, 3);
}

TEST_P(Clash, is_not_told_instead_of_another_error) {
  const Failure failure = failure_of(
      with_n("#undef N\n__global__ void k(float* p) {\n    int N = 3;\n    p[N] = unknown;\n}\n"),
      GetParam());
  ASSERT_FALSE(failure.messages.empty());
  EXPECT_NE(failure.messages[0].text.find("unknown"), std::string::npos);
}

TEST_P(Clash, is_found_in_a_header_beside_the_kernel) {
  const tests::TemporaryFolder folder;
  folder.write("tile.h", "\nstruct Tile {\n    float N;\n};\n");
  Source source = with_n("#include \"tile.h\"\n__global__ void k(Tile* t) {}\n");
  source.folder = folder.path();
  const Failure failure = failure_of(source, GetParam());
  ASSERT_EQ(failure.messages.size(), 1U);
  EXPECT_NE(failure.messages[0].file.find("tile.h"), std::string::npos);
  EXPECT_EQ(failure.messages[0].line, 3);
  EXPECT_NE(failure.messages[0].text.find("replaced by 1024"), std::string::npos);
}

TEST_P(Clash, in_a_header_of_the_toolkit_asks_for_another_name_of_the_parameter) {
  if (GetParam() == Compiler::clang) GTEST_SKIP() << "clang reads no headers of the Toolkit";
  const Failure failure = failure_of(
      with_n("#include <cuda_pipeline.h>\n__global__ void k(int* p) { *p = N; }\n"), GetParam());
  ASSERT_FALSE(failure.messages.empty());
  const Message& message = failure.messages[0];
  if (message.text.find("cannot open") != std::string::npos) GTEST_SKIP() << message.text;
  EXPECT_EQ(failure.messages.size(), 1U);
  EXPECT_TRUE(
      message.text.starts_with("rename the parameter N in the lesson file: the header "
                               "cuda_pipeline_helpers.h uses this name"))
      << message.text;
  EXPECT_EQ(message.file, "");
  EXPECT_EQ(message.line, 0);
}

}  // namespace
}  // namespace lanescope::compile::testing
