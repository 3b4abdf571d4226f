// grid.sync(), from CUDA C++ to the report.
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/lesson_file/lesson.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

constexpr const char* reverses =
    "#include <cooperative_groups.h>\n"
    "__global__ void k(int* a, int* b)\n{\n"
    "    auto grid = cooperative_groups::this_grid();\n"
    "    int i = grid.thread_rank(), n = grid.size();\n    a[i] = i;\n    grid.sync();\n"
    "    b[i] = a[n - 1 - i];\n    grid.sync();\n    a[i] = b[i];\n}\n";

std::string four_blocks(const std::string& cooperative) {
  return "[params]\nTOGETHER = 1\n[launch]\ngrid = [4]\nblock = [64]\ncooperative = " +
         cooperative + "\n" + array("a", "int", "256") + array("b", "int", "256");
}

class GridBarrier : public BothCompilers {};
LANESCOPE_BOTH_COMPILERS(GridBarrier);

TEST_P(GridBarrier, is_where_a_whole_grid_meets) {
  const LessonOnDisk lesson(reverses, four_blocks("\"TOGETHER\""));
  RunRequest request = lesson.request();
  request.compiler = GetParam();
  const auto outcome = run(request);
  ASSERT_TRUE(outcome) << outcome.error().message;
  std::vector<int> expected(256);
  std::iota(expected.rbegin(), expected.rend(), 0);
  EXPECT_EQ((*outcome)->report.arrays[0].fnv1a64, hash_of(expected));
  EXPECT_EQ((*outcome)->report.arrays[1].fnv1a64, hash_of(expected));
  EXPECT_EQ((*outcome)->report.arrays.size(), 2U);
  EXPECT_EQ((*outcome)->report.errors_total, 0U);
  ASSERT_EQ((*outcome)->report.diagnostics.size(), 1U);
  const Diagnostic& note = (*outcome)->report.diagnostics[0];
  EXPECT_EQ(note.kind, DiagnosticKind::model_value);
  EXPECT_NE(note.message.find("waits for another"), std::string::npos) << note.message;

  request.overrides = {{"TOGETHER", 0}};
  const auto alone = run(request);
  ASSERT_TRUE(alone) << alone.error().message;
  ASSERT_FALSE((*alone)->report.diagnostics.empty()) << "a grid group is not valid there";
  EXPECT_EQ((*alone)->report.diagnostics[0].kind, DiagnosticKind::trap);
}

TEST(CooperativeLaunch, is_refused_where_the_blocks_are_more_than_the_machine_holds) {
  const std::string text =
      "[launch]\ngrid = [264]\nblock = [1024]\ncooperative = 1\n" + array("a", "int", "1");
  const std::string kernel = "__global__ void k(int* a) { a[0] = 1; }\n";
  EXPECT_TRUE(run(LessonOnDisk(kernel, text).request()));
  std::string more = text;
  more.replace(more.find("264"), 3, "265");
  const auto refused = run(LessonOnDisk(kernel, more).request());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().key, "launch");
  EXPECT_NE(refused.error().message.find("at most 264"), std::string::npos)
      << refused.error().message;
}

TEST(CooperativeLaunch, is_one_or_zero) {
  const auto outcome = run(
      LessonOnDisk("__global__ void k(int* a) {}\n",
                   "[launch]\ngrid = [1]\nblock = [32]\ncooperative = 2\n" + array("a", "int", "1"))
          .request());
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().key, "launch.cooperative");
}

}  // namespace
}  // namespace lanescope::app
