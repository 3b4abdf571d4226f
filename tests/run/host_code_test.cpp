// Whole programs as lessons: they run, and what was left out is told.
#include <algorithm>
#include <cstdint>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class HostCode : public BothCompilers {};
LANESCOPE_BOTH_COMPILERS(HostCode);

const std::string whole_program =
    "#include <iostream>\n#include <vector>\n#include \"absent.h\"\n"
    "__global__ void k(int* out) { out[threadIdx.x] = 3; }\n"
    "void show(const std::vector<int>& v) { for (int x : v) std::cout << x; }\n"
    "int main()\n{\n    int* out;\n    cudaMalloc(&out, 128);\n    k<<<1, 32>>>(out);\n}\n";
const std::string one_warp_launch = "[launch]\ngrid = [1]\nblock = [32]\n";

const Diagnostic* remark_of(const Outcome& outcome, DiagnosticKind kind) {
  const auto found = std::ranges::find(outcome.report.remarks, kind, &Diagnostic::kind);
  return found == outcome.report.remarks.end() ? nullptr : &*found;
}

TEST_P(HostCode, of_a_program_is_left_out_and_its_kernel_runs) {
  const OutcomePtr outcome =
      run_good(LessonOnDisk(whole_program, one_warp_launch + array("out", "int", "32")));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(std::vector<std::int32_t>(32, 3)));
  EXPECT_TRUE(outcome->report.launched.empty());
  EXPECT_FALSE(launches_kernels(outcome->resolved));
}

TEST_P(HostCode, is_told_in_one_note_and_a_missing_header_in_a_warning) {
  const OutcomePtr outcome =
      run_good(LessonOnDisk(whole_program, one_warp_launch + array("out", "int", "32")));
  ASSERT_TRUE(outcome);
  const Diagnostic* note = remark_of(*outcome, DiagnosticKind::host_code_left_out);
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(note->message, "host code was left out: show (kernel.cu:5), main (kernel.cu:6)");
  EXPECT_EQ(note->place.line, 5);
  const Diagnostic* warning = remark_of(*outcome, DiagnosticKind::header_missing);
  ASSERT_NE(warning, nullptr);
  EXPECT_EQ(warning->severity, Severity::warning);
  EXPECT_EQ(warning->place.line, 3);
  EXPECT_NE(warning->message.find("absent.h"), std::string::npos);
}

TEST_P(HostCode, a_text_without_it_has_no_such_remark) {
  const OutcomePtr outcome =
      run_good(LessonOnDisk("__global__ void k(int* out) { out[threadIdx.x] = 3; }\n",
                            one_warp_launch + array("out", "int", "32")));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(remark_of(*outcome, DiagnosticKind::host_code_left_out), nullptr);
}

}  // namespace
}  // namespace lanescope::app
