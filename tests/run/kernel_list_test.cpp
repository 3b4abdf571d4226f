// Kernels that a lesson names by more than a plain name, and what is said where there is none.
#include "app/session/run/kernel_list.h"

#include <gtest/gtest.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

using Strings = std::vector<std::string>;

TEST(KernelList, has_the_templates_of_a_text) {
  EXPECT_EQ(kernel_templates_in("template <typename T,\n   int B>\n__global__ void "
                                "__launch_bounds__(256) scan(T* a);\n"
                                "template<class T> static __global__ void fill(T* a) {}\n"
                                "__global__ void plain(int* a) {}\n"
                                "bool b = 1 > 0; __global__ void other() {}\n"),
            (Strings{"scan<typename T, int B>", "fill<class T>"}));
  EXPECT_EQ(
      kernel_templates_in("template <typename T>\n__launch_bounds__(256) __global__ void k(T* "
                          "a) {}\n"
                          "template <int N, bool B = (N > 2)> __global__ void n(int* a) {}\n"
                          "// template <class T> __global__ void old(T* a);\n"),
      (Strings{"k<typename T>", "n<int N, bool B = (N > 2)>"}));
  EXPECT_EQ(kernel_templates_in("template <> __global__"), Strings{});
  EXPECT_EQ(kernel_templates_in("> __global__ x("), Strings{});
}

using NamedKernels = BothCompilers;
LANESCOPE_BOTH_COMPILERS(NamedKernels);

const std::string text =
    "template <typename T, int B> __global__ void scan(T* a, int n) { a[threadIdx.x] = B + n; }\n"
    "__global__ void add(int* a, int n) { a[threadIdx.x] += n; }\n"
    "__global__ void add(float* a, float n) { a[threadIdx.x] += n; }\n";
const std::string tiled_launch = "[params]\nTILE = 64\n[launch]\ngrid = [1]\nblock = [32]\n" +
                                 array("a", "int", "32", "iota") + scalar("n", "int", "5");

TEST_P(NamedKernels, run_as_the_instance_that_is_asked_for) {
  const LessonOnDisk lesson(text, tiled_launch, "scan<int, 2 * TILE>");
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.arrays.at(0).fnv1a64, hash_of(std::vector<int>(32, 133)));
}

TEST_P(NamedKernels, run_as_the_overload_that_is_asked_for) {
  const LessonOnDisk lesson(text, tiled_launch, "add(int*, int)");
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_TRUE(outcome);
  std::vector<int> expected;
  for (int i = 0; i < 32; ++i) expected.push_back(i + 5);
  EXPECT_EQ(outcome->report.arrays.at(0).fnv1a64, hash_of(expected));
}

TEST_P(NamedKernels, that_a_plain_name_leaves_open_are_listed_in_the_form_to_write) {
  const std::string overloads = run_bad(LessonOnDisk(text, tiled_launch, "add")).message;
  for (const char* name : {"several kernels 'add'", "add(int*, int)", "add(float*, float)"})
    EXPECT_NE(overloads.find(name), std::string::npos) << overloads;
  const std::string templates = run_bad(LessonOnDisk(text, tiled_launch, "scan")).message;
  EXPECT_NE(templates.find("'scan' is a template; give it arguments: scan<typename T, int B>"),
            std::string::npos)
      << templates;
  const std::string none = run_bad(LessonOnDisk(text, tiled_launch, "scan<int>")).message;
  EXPECT_NE(none.find("has no kernel 'scan<int>'; it has: "), std::string::npos) << none;
  EXPECT_NE(none.find("scan<typename T, int B>"), std::string::npos) << none;
}

TEST_P(NamedKernels, find_their_headers_and_flags) {
  const tests::TemporaryFolder folder;
  folder.write("more/value.h", "#define VALUE (MORE + 1)\n");
  RunRequest request;
  const LessonOnDisk lesson(
      "#include <value.h>\n__global__ void k(int* a, int n) { a[threadIdx.x] = VALUE + n; }\n",
      tiled_launch);
  request = lesson.request();
  request.compiler = GetParam();
  request.include = {folder.path() / "more"};
  request.flags = {"-DMORE=100"};
  const auto outcome = run(request);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ((*outcome)->report.arrays.at(0).fnv1a64, hash_of(std::vector<int>(32, 106)));
}

}  // namespace
}  // namespace lanescope::app
