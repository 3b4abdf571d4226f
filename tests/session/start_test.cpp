// Ways into the program: what a path opens, a kernel to begin with, where the user was.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/session/course/exercise.h"
#include "app/session/run/run.h"
#include "app/session/start/kernel_in_text.h"
#include "app/session/start/opening.h"
#include "app/session/start/own_kernel.h"
#include "app/session/start/recent.h"
#include "app/session/start/typed_path.h"
#include "kernels/lesson_file/lesson.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* lesson_toml =
    "source = \"copy.cu\"\nkernel = \"copy\"\n[launch]\ngrid = [1]\nblock = [32]\n"
    "[[args]]\nname = \"out\"\ntype = \"float\"\ncount = 32\n";
constexpr const char* kernel = "__global__ void copy(float* out) { out[threadIdx.x] = 1; }\n";

class StartTest : public tests::InFolder<::testing::Test> {
 protected:
  void SetUp() override { ::setenv("XDG_DATA_HOME", (folder_ / "data").c_str(), 1); }
  void TearDown() override { ::unsetenv("XDG_DATA_HOME"); }
  fs::path write_lesson() const {
    write("copy/copy.cu", kernel);
    return write("copy/lesson.toml", lesson_toml);
  }
  static std::string refusal(const fs::path& path) { return what_opens({path}).refusal; }
};

using TypedPathTest = StartTest;

std::vector<std::string> names_of(const std::vector<FolderEntry>& entries) {
  std::vector<std::string> names;
  for (const FolderEntry& entry : entries) names.push_back(entry.name);
  return names;
}

TEST_F(TypedPathTest, a_path_begins_with_a_slash_a_tilde_or_a_point) {
  for (const char* path : {"/", "~", "./a", "../a"}) EXPECT_TRUE(begins_path(path)) << path;
  for (const char* word : {"", "transpose", "N 64"}) EXPECT_FALSE(begins_path(word)) << word;
}

TEST_F(TypedPathTest, a_folder_lists_its_folders_then_its_kernels_and_lesson_files) {
  for (const char* file :
       {"b.cu", "a.toml", "guide.toml", "notes.txt", "zoo/lesson.toml", ".hidden/k.cu"})
    write(file, "x");
  const std::string folder = folder_.string() + "/";
  const FolderListing listing = list_folder(folder);
  EXPECT_EQ(names_of(entries_for(listing, folder)),
            (std::vector<std::string>{"zoo", "a.toml", "b.cu"}));
  EXPECT_EQ(names_of(entries_for(listing, folder + ".")), std::vector<std::string>{".hidden"});
  EXPECT_EQ(names_of(entries_for(listing, folder + "Z")), std::vector<std::string>{"zoo"});
  EXPECT_TRUE(entries_for(listing, folder + "zoo/").empty()) << "another folder";
  EXPECT_TRUE(listing.is_there);
  EXPECT_TRUE(list_folder(folder + "nowhere/").entries.empty());
  EXPECT_FALSE(list_folder(folder + "nowhere/").is_there);
  EXPECT_TRUE(list_folder(folder, 0).entries.empty()) << "looks at no more than it may";
}

TEST_F(TypedPathTest, a_path_is_completed_as_far_as_all_that_matches_goes_on) {
  const std::vector<FolderEntry> two{{"sums", true}, {"subtract.cu", false}};
  EXPECT_EQ(completed("/home/s", two), "/home/su");
  EXPECT_EQ(completed("/home/su", two), std::nullopt);
  EXPECT_EQ(completed("/home/sum", {two.front()}), "/home/sums/");
  EXPECT_EQ(completed("/home/SUM", {two.front()}), "/home/sums/");
  EXPECT_EQ(completed("/home/sums/k.cu", {{"k.cu", false}}), std::nullopt);
  EXPECT_EQ(completed("~", {{"a", true}}), "~/a/");
  // Two characters that begin with the same byte: half of one is no character.
  EXPECT_EQ(completed("/", {{"字", true}, {"孔", true}}), std::nullopt);
}

TEST_F(TypedPathTest, the_folder_above_is_that_of_the_typed_folder) {
  EXPECT_EQ(folder_above("/usr/share/do"), "/usr/");
  EXPECT_EQ(folder_above("/usr/"), "/");
  EXPECT_EQ(folder_above("/u"), std::nullopt);
}

using OpeningTest = StartTest;

TEST_F(OpeningTest, a_lesson_opens_by_its_folder_its_file_its_kernel_and_what_lies_beside_them) {
  const fs::path lesson = write_lesson();
  write("copy/guide.en.md", "# goal\n");
  write("copy/guide.toml", "[[steps]]\nname = \"one\"\n");
  for (const char* name :
       {"copy", "copy/lesson.toml", "copy/copy.cu", "copy/guide.toml", "copy/guide.en.md"}) {
    const Opening opening = what_opens({folder_ / name});
    EXPECT_EQ(opening.lesson, lesson) << name << ": " << opening.refusal;
  }
}

TEST_F(OpeningTest, files_of_one_lesson_open_it_together) {
  const fs::path lesson = write_lesson();
  EXPECT_EQ(what_opens({folder_ / "copy/copy.cu", lesson}).lesson, lesson);
}

TEST_F(OpeningTest, a_deck_opens_as_a_lecture) {
  const fs::path deck = write("talk.toml",
                              "title = \"Talk\"\n[[scenes]]\ntitle = \"One\"\n"
                              "lesson = \"transpose\"\nnotes = \"\"\n");
  const Opening opening = what_opens({deck});
  ASSERT_NE(opening.deck, nullptr) << opening.refusal << opening.detail;
  EXPECT_EQ(opening.deck->scenes.size(), 1U);
}

TEST_F(OpeningTest, everything_else_is_named) {
  write_lesson();
  fs::create_directories(folder_ / "empty folder");
  EXPECT_EQ(refusal(folder_ / "nowhere"), "open.missing");
  EXPECT_EQ(refusal(folder_ / "empty folder"), "open.folder");
  EXPECT_EQ(refusal(write("alone/a.cu", kernel)), "open.kernel_alone");
  EXPECT_EQ(refusal(folder_ / "alone"), "open.folder_of_kernels");
  EXPECT_EQ(refusal(write("copy/other.cu", kernel)), "open.kernel_not_named");
  EXPECT_EQ(refusal(write("k.ptx", ".version 8.0\n")), "open.kernel_alone");
  EXPECT_EQ(refusal(write("k.png", "\x89PNG\r\n")), "open.picture");
  EXPECT_EQ(refusal(write("a.cu", "")), "open.empty");
  EXPECT_EQ(refusal(write("a.out", std::string("\x7f"
                                               "ELF\0\0",
                                               6))),
            "open.binary");
  EXPECT_EQ(refusal(write("t.json", "{\"schema\": \"lanescope.times/1\"}")), "open.recording");
  EXPECT_EQ(refusal(write("t.toml", "theme = \"dark\"\n")), "open.other_toml");
  EXPECT_EQ(refusal(write("u.toml", "theme = \n")), "open.not_toml");
  EXPECT_EQ(refusal(write("d.toml", "[[scenes]]\nlesson = 3\n")), "open.broken_deck");
  EXPECT_EQ(refusal(write("notes.txt", "hello\n")), "open.other");
  EXPECT_EQ(what_opens({}).refusal, "open.nothing");
  EXPECT_EQ(what_opens({folder_ / "copy", folder_ / "notes.txt"}).refusal, "open.several");
}

TEST_F(OpeningTest, a_source_with_a_main_is_a_program_that_can_be_run) {
  const fs::path source = write("whole/copy.cu", std::string(kernel) + "int main() {}\n");
  const Opening opening = what_opens({source});
  EXPECT_EQ(opening.refusal, "open.program");
  EXPECT_TRUE(opening.is_program);
  write("whole/lesson.toml", lesson_toml);  // names it
  EXPECT_FALSE(is_whole_program(source));
}

TEST(KernelsInText, are_named_as_they_can_be_taken_in_the_order_of_the_text) {
  const auto code = code_to_read(
      "__global__ void b(int* x) {}\n"
      "template <int N> __global__ void t(int* x) {}\n"
      "template <int N> __global__ void never(int* x) {}\n"
      "namespace n { __global__ void a(int* x) {} }\n"
      "int main() { t<4><<<1, 32>>>(p); }\n");
  ASSERT_TRUE(code);
  EXPECT_EQ(kernels_in_text(*code), (std::vector<std::string>{"b", "t<4>", "never<32>", "n::a"}));
}

std::string first_kernel_in(const std::string& text) {
  const auto kernel = kernel_in_text(code_to_read(text).value_or(""), "");
  return kernel ? kernel->name + " (" + kernel->parameters + ")" : kernel.error();
}

TEST(KernelsInText, are_told_apart_by_their_types_where_several_have_a_name) {
  const std::string text =
      "__global__ void add(float* to, int n);\n__global__ void add(float* a, int b) {}\n"
      "__global__ void add(const int * __restrict__ a, unsigned int) {}\n"
      "__global__ void one(int a[]) {}\n";
  EXPECT_EQ(kernels_in_text(text),
            (std::vector<std::string>{"add(float*, int)", "add(const int * __restrict__, unsigned)",
                                      "one"}));
  const auto second = kernel_in_text(text, "add(const int * __restrict__, unsigned)");
  ASSERT_TRUE(second) << second.error();
  EXPECT_EQ(second->parameters, "const int * __restrict__ a, unsigned int");
}

TEST(KernelsInText, have_the_values_of_constants_that_only_the_launching_function_knows) {
  const std::string kernel = "template <typename T, int A, int B> __global__ void k(T* x) {}\n";
  EXPECT_EQ(
      first_kernel_in(kernel + "void run() { constexpr int BM = 64, TM = 8; using real = int;\n"
                               "const int n = (BM * BM) / TM; k<real, n, TM><<<1, n>>>(p); }"),
      "k<int, ((64 * 64) / 8), 8> (int* x)");
  EXPECT_EQ(first_kernel_in(kernel + "void run() { using Pair = Two<int, 2>;\n"
                                     "k<Pair, 1, 2><<<1, 1>>>(p); }"),
            "k<Two<int, 2>, 1, 2> (Two<int, 2>* x)");
  // A constant of the file, and another function's.
  EXPECT_EQ(first_kernel_in(kernel + "const int A = 3; void other() { const int B = 5; }\n"
                                     "void run() { k<char, A, B><<<1, 1>>>(p); }"),
            "k<char, A, B> (char* x)");
}

TEST(KernelsInText, have_guesses_for_what_a_template_launches_them_with) {
  const std::string kernel = "template <typename T, int A> __global__ void k(T* x) {}\n";
  EXPECT_EQ(first_kernel_in(kernel + "template <class Real, int SIZE> struct Run { void run() {\n"
                                     "if (SIZE > 1) { k<Real, SIZE / 2><<<1, 1>>>(p); } } };"),
            "k<float, 32 / 2> (float* x)");
  // Of what calls that template, too, and of an enumeration.
  EXPECT_EQ(first_kernel_in("template <class T, Kind K, Kind L, int N> __global__ void k(T* x) {}\n"
                            "template <int N, class Real, Kind A, Kind B> void run() {\n"
                            "switch (n) { case 1: { const int M = N; pass(k<Real, A, B, M>); }\n"
                            "case 2: { const int M = 3; } } }\n"
                            "template <Kind A> void outer() { run<64, Pair<int>, A, Kind::b>(); }"),
            "k<Pair<int>, Kind(0), Kind::b, 64> (Pair<int>* x)");
  // A launch that tells more counts more; what a macro launches has the macro's names.
  EXPECT_EQ(
      first_kernel_in(kernel + "#define RUN(T, A) \\\n  k<T, A><<<1, 1>>>(p)\n"
                               "template <class... T> void all() { k<T..., 2><<<1, 1>>>(p); }\n"
                               "void run() { k<double, 7><<<1, 1>>>(p); }"),
      "k<double, 7> (double* x)");
}

TEST(KernelsInText, have_guesses_where_the_text_has_no_arguments) {
  EXPECT_EQ(first_kernel_in("template <class T, unsigned N, bool B, typename U = int>\n"
                            "__global__ void k(T* x, U* y) {}"),
            "k<float, 32, true, int> (float* x, int* y)");
  EXPECT_EQ(first_kernel_in("template <class... T> __global__ void all(T... x) {}\n"
                            "template <int N> __global__ void k(int* x) {}"),
            "k<32> (int* x)");
}

TEST_F(OpeningTest, a_broken_lesson_says_where) {
  const Opening opening = what_opens({write("bad/lesson.toml", "source = \n")});
  EXPECT_EQ(opening.refusal, "open.broken_lesson");
  EXPECT_NE(opening.detail.find("bad/lesson.toml:1"), std::string::npos) << opening.detail;
}

TEST(PathFrom, takes_what_shells_and_file_managers_give) {
  EXPECT_EQ(path_from("  /a/b \n"), "/a/b");
  EXPECT_EQ(path_from("'/a/my kernel'"), "/a/my kernel");
  EXPECT_EQ(path_from("file:///a/my%20kernel"), "/a/my kernel");
  EXPECT_EQ(path_from("~/k"), std::string(std::getenv("HOME")) + "/k");
  EXPECT_TRUE(path_from("  ").empty());
}

using OwnKernelTest = StartTest;

TEST_F(OwnKernelTest, gets_a_lesson_that_can_be_read_beside_a_file_that_has_none) {
  const fs::path kernel = write("bare/gemm.cu", R"(// __global__ void commented(int* x);
template <int T> __global__ void many(float* a) { a[T] = 0; }
extern "C" __global__ void __launch_bounds__(256) gemm(const float4* __restrict__ A, unsigned int *B,
    float alpha, /* rows */ int N)
{
    int y = blockIdx.y * 16 + threadIdx.y;
    B[y] = alpha * A[y].x + N;
}
)");
  EXPECT_EQ(refusal(kernel), "open.kernel_alone");
  const auto lesson = write_lesson_for(kernel, "guessed");
  ASSERT_TRUE(lesson) << lesson.error();
  EXPECT_EQ(what_opens({kernel}).lesson, *lesson);
  const auto read = lesson::Lesson::load(*lesson);
  ASSERT_TRUE(read) << read.error().formatted();
  const auto resolved = read->resolve("", {{"SIZE", 64}});  // "N" is a name of the kernel's
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  EXPECT_EQ(resolved->kernel, "gemm");
  // Never over a file that is there.
  const auto second = write_lesson_for(kernel, "guessed");
  ASSERT_TRUE(second) << second.error();
  EXPECT_EQ(second->filename(), "gemm.lesson.toml");
  EXPECT_FALSE(write_lesson_for(kernel, "guessed"));
}

// These have templates with a parameter N, which the lesson's would replace.
TEST(OwnKernelText, has_a_longer_parameter_beside_headers_of_its_own_and_for_device_code) {
  const std::string kernel = "__global__ void k(const float* in, float* out) {}\n";
  const auto size_with = [&](const std::string& header) {
    const auto text = lesson_text_for("#include " + header + "\n" + kernel, "k.cu", "c", "");
    const std::string before = "how many there are.\n";
    return text ? text->substr(text->find(before) + before.size(), 9) : text.error();
  };
  EXPECT_EQ(size_with("<cuda_pipeline.h>"), "ELEMENTS ");
  EXPECT_EQ(size_with("\"matrix.h\""), "ELEMENTS ");
  EXPECT_EQ(size_with("<cuda_runtime.h>").substr(0, 2), "N ");
}

TEST_F(OwnKernelTest, that_comes_as_ptx_gets_a_lesson_from_what_its_accesses_tell) {
  const fs::path kernel = write("scale.ptx", R"(.version 8.4
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 scale_0, .param .u64 scale_1, .param .f32 scale_2, .param .u32 scale_3)
.reqntid 64, 2, 1
{
.reg .b32 %r<4>; .reg .f32 %f<4>; .reg .b64 %rd<6>;
ld.param.u64 %rd1, [scale_0];
ld.param.u64 %rd2, [scale_1];
ld.param.f32 %f1, [scale_2];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 4;
add.s64 %rd4, %rd1, %rd3;
ld.global.s32 %r2, [%rd4];
cvt.rn.f32.s32 %f2, %r2;
mul.f32 %f3, %f1, %f2;
add.s64 %rd5, %rd2, %rd3;
st.global.f32 [%rd5], %f3;
ret;
}
)");
  const auto lesson = write_lesson_for(kernel, "guessed");
  ASSERT_TRUE(lesson) << lesson.error();
  EXPECT_EQ(what_opens({kernel}).lesson, *lesson);
  EXPECT_TRUE(lesson::find(kernel.string()));
  EXPECT_EQ(tests::text_of(*lesson),
            "# guessed\nsource = \"scale.ptx\"\nkernel = \"scale\"\n\n"
            "[params]\n# A guess: the text does not say how many there are.\n"
            "N = { default = 4096, min = 1, max = 1048576, label = { en = \"elements (a guess)\", "
            "zh = \"元素个数（猜测）\" } }\n\n"
            "[launch]\n# The block is that of .reqntid. The grid is a guess.\n"
            "# The window says so as long as the next line is here.\nguessed = \"reqntid\"\n"
            "grid = [\"ceil_div(N, 128)\"]\nblock = [64, 2, 1]\n\n"
            "[[args]]\nname = \"scale_0\"\ntype = \"int\"\ncount = \"N\"\ninit = \"iota\"\n\n"
            "[[args]]\nname = \"scale_1\"\ntype = \"float\"\ncount = \"N\"\n\n"
            "[[args]]\nname = \"scale_2\"\ntype = \"float\"\nvalue = \"1\"\n\n"
            "[[args]]\nname = \"scale_3\"\ntype = \"int\"\nvalue = \"N\"\n");
}

TEST_F(OwnKernelTest, gets_a_lesson_of_its_own_beside_that_of_another_kernel) {
  const fs::path first = write_lesson();
  write("copy/guide.toml", "[[steps]]\nname = \"one\"\n");
  const fs::path kernel =
      write("copy/other.cu", "__global__ void other(float* out) { out[0] = 1; }\n");
  EXPECT_EQ(refusal(kernel), "open.kernel_not_named");
  const auto lesson = write_lesson_for(kernel, "guessed");
  ASSERT_TRUE(lesson) << lesson.error();
  EXPECT_EQ(*lesson, folder_ / "copy/other.lesson.toml");
  EXPECT_EQ(what_opens({kernel}).lesson, *lesson);
  EXPECT_EQ(what_opens({folder_ / "copy/copy.cu"}).lesson, first);
  const auto found = lesson::find(kernel.string());  // as the command line names it
  ASSERT_TRUE(found) << found.error().formatted();
  EXPECT_EQ(found->id(), "other");
  EXPECT_EQ(found->path(), *lesson);
  EXPECT_EQ(found->guide(), nullptr);
  EXPECT_FALSE(found->guide_error()) << found->guide_error()->formatted();
  EXPECT_FALSE(write_lesson_for(kernel, "guessed"));
}

TEST_F(OwnKernelTest, a_kernel_that_no_lesson_names_is_told_where_to_read_more) {
  const auto found = lesson::find(write("alone/a.cu", kernel).string());
  ASSERT_FALSE(found);
  const std::string& message = found.error().message;
  const std::size_t at = message.rfind("; ") + 2;
  EXPECT_TRUE(fs::exists(message.substr(at, message.find(" describes") - at))) << message;
}

// The lines of a lesson text that begin so.
std::string lines_of(const std::string& text, const std::string& begin) {
  std::string lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(begin)) lines += line + "\n";
  }
  return lines;
}

TEST_F(OwnKernelTest, takes_the_block_that_the_indices_tell_where_nothing_launches_it) {
  struct Case {
    const char *body, *block, *guessed = "indices";
  };
  const std::string begin =
      "#define TX 32\n#define TY 8\n__global__ void g(float* a) { a[blockIdx.x * 64 + "
      "threadIdx.x] = 0; }\n__global__ void f(float* a) { ";
  for (const Case& each : {
           Case{"a[blockIdx.x * TX + threadIdx.x] = 1;", "block = [32]\n"},
           {"a[threadIdx.x + 128 * blockIdx.x] = 1;", "block = [128]\n"},
           {"int x = TX * blockIdx.x + threadIdx.x, y = threadIdx.y + blockIdx.y * TY; a[y] = x;",
            "block = [32, 8]\n"},
           {"int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TX + threadIdx.y; for (int j "
            "= 0; j < TX; j += TY) a[(y + j) * 9 + x] = 1;",
            "block = [32, 8]\n"},
           {"a[blockIdx.x * blockDim.x + threadIdx.x] = 1;", "block = [256]\n", "all"},
           {"a[blockIdx.x * TX + threadIdx.x] = threadIdx.y;", "block = [16, 16]\n", "all"},
           {"a[blockIdx.x * 4096 + threadIdx.x] = 1;", "block = [256]\n", "all"},
       }) {
    const auto text = lesson_text_for(begin + each.body + " }\n", "f.cu", "c", "f");
    ASSERT_TRUE(text) << text.error();
    EXPECT_EQ(lines_of(*text, "block"), each.block) << each.body;
    EXPECT_EQ(lines_of(*text, "guessed"), "guessed = \"" + std::string(each.guessed) + "\"\n");
  }
}

// NVIDIA's transpose: a block of 32 x 8 threads covers a tile of 32 x 32.
TEST_F(OwnKernelTest, has_a_block_for_each_tile_where_a_thread_takes_several_rows) {
  const std::string kernel =
      "#define TILE 32\n#define ROWS 8\n__global__ void f(float* a, const float* b) {\n"
      "int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;\n"
      "for (int j = 0; j < TILE; j += ROWS) a[(y + j) * 256 + x] = b[(y + j) * 256 + x]; }\n";
  for (const char* host : {"", "void g() { dim3 block(TILE, ROWS); f<<<8, block>>>(a, b); }\n"}) {
    const auto text = lesson_text_for(kernel + host, "f.cu", "");
    ASSERT_TRUE(text) << text.error();
    EXPECT_EQ(lines_of(*text, "block"), "block = [32, 8]\n") << host;
    EXPECT_EQ(lines_of(*text, "grid"), "grid = [\"ceil_div(N, 32)\", \"ceil_div(N, 32)\"]\n")
        << host;
  }
}

TEST_F(OwnKernelTest, takes_the_block_of_the_files_own_launch) {
  struct Case {
    const char *host, *block, *grid;
  };
  const Case cases[] = {
      {"f<<<(n + 127) / 128, 128>>>(x);", "block = [128]\n", "grid = [\"ceil_div(N, 128)\"]\n"},
      {"const int threads = 64; f<<<n / threads, threads, 0, stream>>>(x);", "block = [64]\n",
       "grid = [\"ceil_div(N, 64)\"]\n"},
      {"#define TILE 8\nvoid g() { dim3 block(TILE, TILE, 2); f<<<dim3(4, 4), block>>>(x); }",
       "block = [8, 8, 2]\n", "grid = [\"ceil_div(N, 8)\", 1, 1]\n"},
      {"f<<<grid(n), threads(n)>>>(x);", "block = [256]\n", "grid = [\"ceil_div(N, 256)\"]\n"},
      {"other<<<1, 32>>>(x);", "block = [256]\n", "grid = [\"ceil_div(N, 256)\"]\n"}};
  for (const Case& each : cases) {
    const auto text = lesson_text_for(
        "__global__ void f(float* x) { x[threadIdx.x] = 1; }\n" + std::string(each.host), "f.cu",
        "");
    ASSERT_TRUE(text) << text.error();
    EXPECT_EQ(lines_of(*text, "block"), each.block) << each.host;
    EXPECT_EQ(lines_of(*text, "grid"), each.grid) << each.host;
    const bool is_told = std::string_view(each.block) != "block = [256]\n";
    EXPECT_EQ(lines_of(*text, "guessed"),
              is_told ? "guessed = \"launch\"\n" : "guessed = \"all\"\n")
        << each.host;
  }
}

TEST_F(OwnKernelTest, takes_no_string_for_a_comment_or_a_kernel) {
  const auto text = lesson_text_for(
      "const char* url = \"http://a\"; __global__ void f(float* x) { printf(\"f<<<1, 64>>>\"); }\n"
      "const char* word = \"__global__ void g(int* y)\";\n",
      "f.cu", "");
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(lines_of(*text, "kernel"), "kernel = \"f\"\n");
  EXPECT_EQ(lines_of(*text, "block"), "block = [256]\n");
}

TEST_F(OwnKernelTest, takes_the_kernel_that_is_named_and_lists_them_otherwise) {
  const char* kernels = "__global__ void f(float* x) {}\n__global__ void g(int* y) {}\n";
  const auto text = lesson_text_for(kernels, "f.cu", "", "g");
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(lines_of(*text, "kernel"), "kernel = \"g\"\n");
  const auto none = lesson_text_for(kernels, "f.cu", "", "h");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().find("f, g"), std::string::npos) << none.error();
}

TEST_F(OwnKernelTest, writes_structures_with_their_members) {
  const fs::path kernel = write("own/k.cu", R"(
typedef struct { unsigned char c; std::size_t n, m; } Inner;
struct __align__(16) Params {
 public:
  Params() : n(3) {}
  __device__ float at(int i) const { return in[i]; }
  static int count;
  int n = 0, w[3];
  const float* in;
  float4 *out, v;
  Inner inner;
};
__global__ void k(Params p, float* in, float2 by, dim3 size, const __half* h) {
  p.out[threadIdx.x] = p.v;
}
)");
  const auto lesson = write_lesson_for(kernel, "guessed");
  ASSERT_TRUE(lesson) << lesson.error();
  const auto read = lesson::Lesson::load(*lesson);
  ASSERT_TRUE(read) << read.error().formatted();
  const auto resolved = read->resolve("", {});
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  ASSERT_EQ(resolved->args.size(), 7U);
  const lesson::Argument& structure = resolved->args[0];
  EXPECT_EQ(structure.structure, "Params");
  // 4 + 12, two pointers, v, c with what follows it, n and m; in whole 16 bytes
  EXPECT_EQ(structure.value.size(), 80U);
  EXPECT_EQ(structure.alignment, 16U);
  ASSERT_EQ(structure.addresses.size(), 2U);
  EXPECT_EQ(structure.addresses[0].at, 16U);
  EXPECT_EQ(resolved->args[2].lanes, 2U);
  EXPECT_EQ(resolved->args[4].type, lesson::ElementType::f16);
  EXPECT_EQ(resolved->args[5].name, "p_in");  // in is another array
  EXPECT_EQ(resolved->args[6].name, "out");
  EXPECT_EQ(resolved->args[6].count, 4 * resolved->args[1].count);
}

TEST_F(OwnKernelTest, writes_textures_and_surfaces_as_they_are_read) {
  const fs::path kernel = write("own/k.cu", R"(
__global__ void k(cudaTextureObject_t image, cudaTextureObject_t list, float* out,
                  cudaSurfaceObject_t to) {
  int i = threadIdx.x;
  uchar4 seen = tex2DLayered<uchar4>(image, i, 0.5f, 1);
  out[i] = seen.x + tex1Dfetch<float>(list, i);
  surf3Dwrite(out[i], to, 4 * i, 0, 0);
}
)");
  const auto lesson = write_lesson_for(kernel, "guessed");
  ASSERT_TRUE(lesson) << lesson.error();
  const auto read = lesson::Lesson::load(*lesson);
  ASSERT_TRUE(read) << read.error().formatted();
  const auto resolved = read->resolve("", {});
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  ASSERT_EQ(resolved->textures.size(), 3U);
  EXPECT_EQ(resolved->textures[0].how.geometry, texture::Geometry::planes);
  EXPECT_EQ(resolved->textures[0].how.channel, texture::Channel::u8);
  EXPECT_EQ(resolved->textures[0].how.channels, 4U);
  EXPECT_EQ(resolved->textures[1].how.memory, texture::Memory::linear);
  EXPECT_EQ(resolved->textures[2].how.geometry, texture::Geometry::volume);
  ASSERT_EQ(resolved->args[3].textures.size(), 1U);
  EXPECT_TRUE(resolved->args[3].textures[0].is_surface);
}

TEST_F(OwnKernelTest, what_a_lesson_file_cannot_say_is_left_to_its_author) {
  for (const char* members : {"int n : 3;", "float (*f)(float);", "virtual void f();",
                              "Node* next;", "union { int i; float f; };", "float a[2][2];"}) {
    const auto lesson = lesson_text_for("struct P { int first; " + std::string(members) +
                                            " };\n__global__ void f(const float* in, P p) {}",
                                        "f.cu", "");
    ASSERT_TRUE(lesson) << members << "\n" << lesson.error();
    EXPECT_NE(lines_of(*lesson, "# by hand: ").find("written by hand"), std::string::npos)
        << *lesson;
    EXPECT_NE(lesson->find("name = \"in\"\ntype = \"float\""), std::string::npos) << *lesson;
    EXPECT_NE(lesson->find("name = \"p\""), std::string::npos) << *lesson;
  }
}

TEST_F(OwnKernelTest, gets_a_lesson_for_an_instance_of_a_template) {
  const auto lesson = lesson_text_for(
      "template <typename T, int B = 4> __global__ void many(const T* in, T* out, T first) {}\n"
      "int main() { many<float, 8><<<4, 128>>>(a, b, 1); }\n",
      "f.cu", "", "many<float, 8>");
  ASSERT_TRUE(lesson) << lesson.error();
  for (const char* part : {"kernel = \"many<float, 8>\"", "name = \"in\"\ntype = \"float\"",
                           "name = \"first\"\ntype = \"float\"", "block = [128]"}) {
    EXPECT_NE(lesson->find(part), std::string::npos) << part << " is missing in:\n" << *lesson;
  }
}

TEST_F(OwnKernelTest, says_where_something_is_left_to_its_author) {
  const fs::path kernel = write("own/k.cu", "__global__ void k(float** rows, Matrix m) {}\n");
  const auto lesson = write_lesson_for(kernel, "guessed");
  ASSERT_TRUE(lesson) << lesson.error();
  const std::vector<std::string> lines = lines_by_hand(*lesson);
  ASSERT_EQ(lines.size(), 2U) << tests::text_of(*lesson);
  EXPECT_TRUE(lines[0].starts_with(lesson->string() + ":")) << lines[0];
  EXPECT_NE(lines[0].find("arrays of pointers"), std::string::npos) << lines[0];
  EXPECT_NE(lines[1].find("'Matrix m'"), std::string::npos) << lines[1];
}

TEST_F(OwnKernelTest, an_array_of_structures_is_one_of_their_values) {
  const auto text = lesson_text_for(
      "typedef float real;\n#define REAL double\n"
      "struct Particle { float x, y, z; real v[3]; };\nstruct Cell { double mass; int kind; };\n"
      "__global__ static void f(const Particle *p, Cell* c, REAL* r, float*, int stride) {}",
      "f.cu", "");
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(lines_of(*text, "kernel"), "kernel = \"f\"\n");
  EXPECT_EQ(lines_of(*text, "type"),
            "type = \"float\"\ntype = \"uchar\"\ntype = \"double\"\ntype = \"float\"\n"
            "type = \"int\"\n");
  EXPECT_EQ(lines_of(*text, "count"),
            "count = \"6 * N\"\ncount = \"16 * N\"\ncount = \"N\"\ncount = \"N\"\n");
  EXPECT_EQ(lines_of(*text, "# a "),
            "# a Particle is 6 elements\n"
            "# a Cell is 16 bytes; its values differ in type\n");
  EXPECT_EQ(lines_of(*text, "name"),
            "name = \"p\"\nname = \"c\"\nname = \"r\"\n"
            "name = \"arg3\"\nname = \"stride\"\n");
  EXPECT_EQ(lines_of(*text, "value"), "value = 1\n");
}

TEST_F(OwnKernelTest, names_a_kernel_with_its_namespaces_and_template_arguments) {
  const std::string kernels =
      "namespace foo {\n__global__ void k2(float* a) {}\nnamespace bar { int x() { return 1; } }\n"
      "}\nnamespace a::b { inline namespace c { __global__ void k3(int* a) {} } }\n"
      "template <int TILE, class T>\n__global__ void __launch_bounds__(256, 4)\n"
      "tile(const T* __restrict__ in, T* out, int n) {}\n";
  const auto kernel = [&](const std::string& more, const std::string& wanted) {
    const auto text = lesson_text_for(kernels + more, "f.cu", "", wanted);
    return text ? lines_of(*text, "kernel") + lines_of(*text, "type") +
                      lines_of(*text, "# by hand: ")
                : text.error();
  };
  EXPECT_EQ(kernel("", ""), "kernel = \"foo::k2\"\ntype = \"float\"\n");
  EXPECT_EQ(kernel("", "k2"), kernel("", "foo::k2"));
  EXPECT_EQ(kernel("", "k3"), "kernel = \"a::b::c::k3\"\ntype = \"int\"\n");
  const std::string of_tile =
      "kernel = \"tile<32, float>\"\ntype = \"float\"\ntype = \"float\"\ntype = \"int\"\n";
  const std::string instance =
      "template __global__ void tile<32, float>(const float*, float*, int);\n";
  EXPECT_EQ(kernel(instance, "tile"), of_tile);
  EXPECT_EQ(kernel(instance, "tile<32, float>"), of_tile);
  // Without that line, too: the compilers instantiate the kernel that a lesson names.
  EXPECT_EQ(kernel("", "tile<32,float>"), of_tile);
  EXPECT_EQ(kernel("void h() { tile<32, float><<<1, 64>>>(p, q, 3); }", "tile"), of_tile);
  EXPECT_EQ(kernel("", "tile"), of_tile);  // guessed
  const std::string all = "template <class... T> __global__ void all(T... x) {}\n";
  EXPECT_NE(kernel(all, "all").find("--kernel 'all<ARGUMENTS>'"), std::string::npos)
      << kernel(all, "all");
  EXPECT_NE(kernel("", "k2<3>").find("'k2' is no template"), std::string::npos)
      << kernel("", "k2<3>");
  const std::string of_none =
      "there is no kernel 'no'; there are: foo::k2, a::b::c::k3; templates: tile";
  EXPECT_TRUE(kernel("", "no").starts_with(of_none)) << kernel("", "no");
}

TEST_F(OwnKernelTest, reads_long_texts) {
  const std::string blanks(300'000, ' '), comment = "/*" + std::string(300'000, 'x') + "*/";
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "int a" + std::to_string(i) + ", ";
  const std::string lists[] = {comment + "float* a" + blanks, many + "float* a"};
  for (const std::string& list : lists) {
    const auto text =
        lesson_text_for("template <class T" + blanks + "> struct Vec {};\nstruct P { " + comment +
                            " Vec<float> v; };\n__global__ " + comment + " void f(P p, " + list +
                            ") {}\nint m() { f" + blanks + "<<<1, " + comment + " 64>>>(p); }",
                        "f.cu", "");
    ASSERT_TRUE(text) << text.error();
    EXPECT_EQ(lines_of(*text, "block"), "block = [64]\n");
    EXPECT_NE(text->find("name = \"a\"\ntype = \"float\""), std::string::npos);
  }
  std::string words = "__global__ void f(";
  for (int i = 0; i < 200'000; ++i) words += "word ";
  EXPECT_FALSE(lesson_text_for(words, "f.cu", ""));
  const auto word = lesson_text_for("\n" + std::string(1 << 20, 'w'), "f.cu", "");
  ASSERT_FALSE(word);
  EXPECT_TRUE(word.error().starts_with("line 2: ")) << word.error();
}

// A pass over the text for each of its kernels would take minutes.
TEST_F(OwnKernelTest, of_50_000_lines_is_found) {
  std::string text;
  for (int i = 0; i < 50'000; ++i)
    text += "template <int N> __global__ void f" + std::to_string(i) + "(float* a) {}\n";
  const auto guessed = lesson_text_for(text, "f.cu", "");
  ASSERT_TRUE(guessed) << guessed.error();
  EXPECT_EQ(lines_of(*guessed, "kernel"), "kernel = \"f0<32>\"\n");
  const auto launched =
      lesson_text_for(text + "int main() { f49999<3><<<1, 96>>>(0); }\n", "f.cu", "");
  ASSERT_TRUE(launched) << launched.error();
  EXPECT_EQ(lines_of(*launched, "kernel"), "kernel = \"f49999<3>\"\n");
  EXPECT_EQ(lines_of(*launched, "block"), "block = [96]\n");
  std::string open;
  for (int i = 0; i < 50'000; ++i) open += "__global__ f<1>\n";  // nothing ends here
  EXPECT_FALSE(lesson_text_for(open, "f.cu", ""));
}

TEST_F(OwnKernelTest, qualifiers_change_no_type) {
  const auto text = lesson_text_for(
      "struct P { float* __restrict__ a; const float* const b; volatile int n; };\n"
      "__global__ void f(P p, float* const out, std::pair<int, int> q, const int* in) {}",
      "f.cu", "");
  ASSERT_TRUE(text) << text.error();
  for (const char* part : {"{ name = \"a\", pointer = \"a\" }", "{ name = \"b\", pointer = \"b\" }",
                           "{ name = \"n\", type = \"int\"", "name = \"q\"\n# by hand: ",
                           "name = \"out\"\ntype = \"float\"\ncount = \"N\"\n\n",
                           "name = \"in\"\ntype = \"int\"\ncount = \"N\"\ninit = \"iota\""}) {
    EXPECT_NE(text->find(part), std::string::npos) << part << " is missing in:\n" << *text;
  }
}

TEST_F(OwnKernelTest, that_comes_as_ptx_may_have_structures_halves_and_any_names) {
  const fs::path kernel = write("h/h.ptx", R"(.version 8.4
.target sm_80
.address_size 64
.visible .entry h(.param .align 8 .b8 h$p_0[16], .param .u64 h_p_0)
{
.reg .b16 %h<3>; .reg .b64 %rd<2>;
ld.param.u64 %rd1, [h_p_0];
ld.global.b16 %h1, [%rd1];
add.f16 %h2, %h1, %h1;
st.global.b16 [%rd1], %h2;
ret;
}
)");
  const auto lesson = write_lesson_for(kernel, "guessed");
  ASSERT_TRUE(lesson) << lesson.error();
  EXPECT_EQ(lines_by_hand(*lesson).size(), 1U);
  const auto read = lesson::Lesson::load(*lesson);
  ASSERT_TRUE(read) << read.error().formatted();
  const auto resolved = read->resolve("", {});
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  ASSERT_EQ(resolved->args.size(), 2U);
  EXPECT_EQ(resolved->args[0].name, "h_p_0");
  EXPECT_EQ(resolved->args[0].value.size(), 16U);
  EXPECT_EQ(resolved->args[1].name, "h_p_0_");
  EXPECT_EQ(resolved->args[1].type, lesson::ElementType::f16);
}

TEST_F(OwnKernelTest, a_file_named_ptx_is_read_as_ptx) {
  const auto text = lesson_text_for(".target sm_80\n", "k.ptx", "");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().find("__global__"), std::string::npos) << text.error();
}

TEST_F(OwnKernelTest, without_a_kernel_that_can_be_launched_gets_no_lesson) {
  for (const char* text : {"int main() {}", "template <class... T> __global__ void f(T... x) {}"}) {
    const auto lesson = lesson_text_for(text, "f.cu", "");
    EXPECT_FALSE(lesson) << text << "\n" << lesson.value_or("");
  }
}

TEST_F(OwnKernelTest, is_made_in_a_new_folder_each_time) {
  const auto first = make_own_kernel("en");
  ASSERT_TRUE(first) << first.error();
  std::ofstream(first->kernel) << "// mine\n";
  const auto second = make_own_kernel("en");
  ASSERT_TRUE(second) << second.error();
  EXPECT_NE(first->lesson, second->lesson);
  EXPECT_EQ(fs::file_size(first->kernel), 8U);
  EXPECT_EQ(first->lesson.parent_path().parent_path(), own_kernels_folder());
}

TEST_F(OwnKernelTest, says_what_could_not_be_written) {
  write("data/lanescope", "a file where the folder should be");
  const auto made = make_own_kernel("en");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().find("kernels-of-mine"), std::string::npos) << made.error();
}

// A text without its comments.
std::string code_of(const std::string& text, const std::string& comment) {
  std::string code;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    line.resize(std::min(line.find(comment), line.size()));
    line.resize(line.find_last_not_of(' ') + 1);
    if (!line.empty()) code += line + "\n";
    at = end + 1;
  }
  return code;
}

TEST_F(OwnKernelTest, is_the_same_in_all_languages_but_for_its_comments) {
  ASSERT_FALSE(starter_text("en").empty());
  EXPECT_NE(starter_text("en"), starter_text("zh"));
  EXPECT_EQ(code_of(starter_text("en"), "//"), code_of(starter_text("zh"), "//"));
  EXPECT_EQ(starter_text("xx"), starter_text("en"));
  // The code pane shows all of it: nothing is cut, and it begins at line 1.
  const std::string text = starter_text("en");
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 16);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 62U) << line;
}

TEST_F(OwnKernelTest, runs_and_its_parameter_cures_a_conflict) {
  for (const char* language : {"en", "zh"}) {
    const auto made = make_own_kernel(language);
    ASSERT_TRUE(made) << made.error();
    RunRequest request;
    request.lesson = made->lesson.string();
    const auto without = run(request);
    request.overrides = {{"PAD", 1}};
    const auto with = run(request);
    ASSERT_TRUE(without && with) << without.error().message;
    EXPECT_GT((*without)->report.totals.shared_load.conflicts, 0U);
    EXPECT_EQ((*with)->report.totals.shared_load.conflicts, 0U);
    EXPECT_TRUE((*with)->report.diagnostics.empty());
  }
}

TEST_F(OwnKernelTest, and_no_shipped_lesson_is_the_users_own_to_change) {
  EXPECT_TRUE(is_users_own(write_lesson()));
  const auto shipped = lesson::find("transpose");
  ASSERT_TRUE(shipped);
  EXPECT_FALSE(is_users_own(shipped->path()));
  const auto copy = own_copy(*shipped);
  ASSERT_TRUE(copy) << copy.error();
  EXPECT_FALSE(is_users_own(copy->lesson));
}

using RecentTest = StartTest;

Visit some_visit() {
  Visit visit;
  visit.lesson = "transpose";
  visit.variant = "tile";
  visit.set = {{"PAD", 1}};
  visit.view = "bank";
  visit.step_name = "padding";
  visit.on_step = true;
  return visit;
}

TEST_F(RecentTest, is_kept_from_one_start_to_the_next) {
  const fs::path file = folder_ / "state" / "recent.json";
  {
    RecentStore store(file);
    EXPECT_FALSE(store.last());
    store.put_last(some_visit());
    store.put_kernel(folder_ / "a");
    store.put_kernel(folder_ / "b");
    store.put_kernel(folder_ / "a");
  }
  const RecentStore store(file);
  ASSERT_TRUE(store.last());
  EXPECT_EQ(*store.last(), some_visit());
  EXPECT_EQ(store.kernels(), (std::vector<fs::path>{folder_ / "a", folder_ / "b"}));
}

TEST_F(RecentTest, keeps_the_newest_ten_kernels_of_all_running_programs) {
  const fs::path file = folder_ / "recent.json";
  RecentStore here(file), there(file);
  there.put_kernel(folder_ / "there");
  for (int i = 0; i < 9; ++i) here.put_kernel(folder_ / std::to_string(i));
  EXPECT_EQ(here.kernels().size(), RecentStore::max_kernels);
  EXPECT_EQ(here.kernels().back(), folder_ / "there");
  here.put_kernel(folder_ / "one more");
  EXPECT_EQ(RecentStore(file).kernels().front(), folder_ / "one more");
  EXPECT_EQ(RecentStore(file).kernels().size(), RecentStore::max_kernels);
}

TEST_F(RecentTest, a_file_that_cannot_be_read_remembers_nothing_and_is_replaced) {
  for (const char* text : {"{", "[]", "{\"version\": 2}", "{\"version\": 1, \"kernels\": 3}",
                           "{\"version\": 1, \"kernels\": [], \"last\": {}}"}) {
    const fs::path file = write("recent.json", text);
    RecentStore store(file);
    EXPECT_FALSE(store.last()) << text;
    store.put_last(some_visit());
    EXPECT_TRUE(RecentStore(file).last()) << text;
  }
}

TEST_F(RecentTest, a_place_that_is_gone_is_no_place_to_go_on_from) {
  EXPECT_TRUE(is_there(some_visit()));
  for (const auto& change :
       std::vector<void (*)(Visit&)>{[](Visit& visit) { visit.lesson = "/nowhere/lesson.toml"; },
                                     [](Visit& visit) { visit.variant = "gone"; },
                                     [](Visit& visit) {
                                       visit.set = {{"GONE", 1}};
                                     },
                                     [](Visit& visit) { visit.machine = "gone"; },
                                     [](Visit& visit) { visit.view = "gone"; }}) {
    Visit visit = some_visit();
    change(visit);
    EXPECT_FALSE(is_there(visit));
  }
}

TEST_F(RecentTest, a_lesson_that_a_door_opened_is_a_place_once_something_was_done_there) {
  Visit visit = some_visit();
  LessonProgress progress;
  progress.step_name = "first";
  const EnteredLesson entered{visit.lesson, progress};
  EXPECT_TRUE(is_untouched(entered, visit, progress));
  LessonProgress answered = progress;
  answered.first_tries["how_many"] = Answer{3, {}, {}};
  EXPECT_FALSE(is_untouched(entered, visit, answered));
  LessonProgress stepped = progress;
  stepped.step_name = "second";
  EXPECT_FALSE(is_untouched(entered, visit, stepped));
  Visit changed = visit;
  changed.on_step = false;
  EXPECT_FALSE(is_untouched(entered, changed, progress));
  visit.lesson = "offset";
  EXPECT_FALSE(is_untouched(entered, visit, progress));
}

}  // namespace
}  // namespace lanescope::app
