// Files that a kernel's text includes: their accesses are on their own lines, and the session shows
// them.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "reports.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using FileState = LessonRun::FileState;

class IncludedFiles : public tests::InFolder<::testing::TestWithParam<compile::Compiler>> {
 protected:
  void SetUp() override {
    for (const compile::Availability& one : compile::available()) {
      if (one.compiler == GetParam() && !one.usable) GTEST_SKIP() << one.why_not;
    }
    write("lesson/lesson.toml",
          "source = \"kernel.cu\"\nkernel = \"k\"\n[launch]\ngrid = [1]\nblock = [32]\n"
          "[[args]]\nname = \"a\"\ntype = \"float\"\ncount = \"1024\"\n");
    kernel("#include \"tile.cuh\"\n__global__ void k(float* a) {\n  spread(a);\n}\n");
    header("// one\n__device__ inline void spread(float* a) {\n  a[threadIdx.x * 32] = 1;\n}\n");
  }

  void kernel(const std::string& text) { write("lesson/kernel.cu", text); }
  void header(const std::string& text) { write("lesson/tile.cuh", text); }

  // Once its first run is shown.
  [[nodiscard]] std::unique_ptr<Session> begin() const {
    State state;
    state.lesson = (folder_ / "lesson").string();
    state.compiler = GetParam();
    auto session = std::make_unique<Session>(
        state, ViewRequest{},
        SessionServices{[](const RunRequest& request, Progress* progress, std::stop_token stop) {
                          return run(request, progress, std::move(stop));
                        },
                        describe_lesson,
                        {}});
    if (!test::update_until_taken(*session) || !session->run().shown())
      throw std::runtime_error(session->run().problem() ? session->run().problem()->message
                                                        : "no run");
    return session;
  }
};
INSTANTIATE_TEST_SUITE_P(, IncludedFiles,
                         ::testing::Values(compile::Compiler::nvrtc, compile::Compiler::clang),
                         [](const auto& tested) {
                           return std::string(compile::name_of(tested.param));
                         });

TEST_P(IncludedFiles, have_the_accesses_of_their_functions) {
  const auto owned = begin();
  Session& session = *owned;
  const Outcome& shown = *session.run().shown();
  ASSERT_EQ(shown.included.size(), 1U);
  EXPECT_EQ(shown.included[0].path, fs::canonical(folder_ / "lesson/tile.cuh"));
  const std::string& file = shown.included[0].name;
  EXPECT_EQ(session.state().selection.file, file);
  EXPECT_EQ(session.state().selection.line, 3);
  EXPECT_EQ(line_at(shown, session.selector().event()->place), "a[threadIdx.x * 32] = 1;");
  ASSERT_EQ(report::lines_in(shown.report, file).size(), 1U);
  EXPECT_EQ(report::lines_in(shown.report, file)[0].worst_ratio, 8.0);
  EXPECT_TRUE(shown.report.lines.empty());
  EXPECT_EQ(report::line_name(shown.report, session.selector().event()->place), "tile.cuh:3");
}

TEST_P(IncludedFiles, are_chosen_one_after_the_other) {
  const auto owned = begin();
  Session& session = *owned;
  const std::string file = session.state().selection.file;
  session.selector().move_file(1);
  EXPECT_EQ(session.state().selection.file, "");
  EXPECT_FALSE(session.state().selection.event);
  session.selector().move_file(1);
  EXPECT_EQ(session.state().selection.file, file);
  EXPECT_TRUE(session.state().selection.event);
  session.selector().choose_own_line(3);
  EXPECT_EQ(session.state().selection.file, "");
  session.selector().choose_site(session.run().shown()->report.traces[0].events[0].site);
  EXPECT_EQ(session.state().selection.file, file);
  session.selector().choose_file("/no/such/file.h");
  EXPECT_EQ(session.state().selection.file, file);
  session.history().undo();
  EXPECT_EQ(session.state().selection.file, "");
}

TEST_P(IncludedFiles, that_change_or_go_are_shown_as_they_were) {
  const auto owned = begin();
  Session& session = *owned;
  const std::string file = session.run().shown()->included[0].name;
  session.reload();
  EXPECT_EQ(session.run().state_of(file), FileState::same);
  ASSERT_TRUE(test::update_until_taken(session));
  header("nothing that compiles\n");
  session.reload();
  EXPECT_EQ(session.run().state_of(file), FileState::changed);
  ASSERT_TRUE(test::update_until_taken(session));
  EXPECT_TRUE(session.run().problem());
  EXPECT_EQ(session.run().state_of(file), FileState::changed);
  EXPECT_TRUE(text_of_file(*session.run().shown(), file)->starts_with("// one\n"));
  fs::remove(folder_ / "lesson/tile.cuh");
  session.reload();
  EXPECT_EQ(session.run().state_of(file), FileState::gone);
  ASSERT_TRUE(test::update_until_taken(session));
  EXPECT_NE(text_of_file(*session.run().shown(), file), nullptr);
  // The line is followed to where it stands in the new text.
  header(
      "// one\n// two\n__device__ inline void spread(float* a) {\n  a[threadIdx.x * 32] = 1;\n}\n");
  session.reload();
  ASSERT_TRUE(test::update_until_taken(session));
  EXPECT_EQ(session.run().state_of(file), FileState::same);
  EXPECT_EQ(session.state().selection.line, 4);
}

TEST_P(IncludedFiles, under_two_paths_are_one_file) {
  write("lesson/part/here.txt", "");
  kernel(
      "#define SPREAD one\n#include \"tile.cuh\"\n#undef SPREAD\n#define SPREAD two\n"
      "#include \"part/../tile.cuh\"\n"
      "__global__ void k(float* a) {\n  one(a);\n  two(a + 1);\n}\n");
  header("__device__ inline void SPREAD(float* a) {\n  a[threadIdx.x * 32] = 1;\n}\n");
  const auto owned = begin();
  Session& session = *owned;
  ASSERT_EQ(session.run().shown()->included.size(), 1U);
  const auto& lines =
      report::lines_in(session.run().shown()->report, session.run().shown()->included[0].name);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].requests, 2U);
}

TEST_P(IncludedFiles, may_begin_with_a_mark_and_have_other_line_ends) {
  header(
      "\xEF\xBB\xBF// one\r\n__device__ inline void spread(float* a) {\r\n"
      "  a[threadIdx.x * 32] = 1;\r\n}\r\n");
  const auto owned = begin();
  const Session& session = *owned;
  ASSERT_EQ(session.run().shown()->included.size(), 1U);
  EXPECT_TRUE(session.run().shown()->included[0].text.starts_with("// one"));
  EXPECT_EQ(line_at(*session.run().shown(), session.selector().event()->place),
            "a[threadIdx.x * 32] = 1;");
}

TEST_P(IncludedFiles, that_a_directive_names_and_that_are_not_there_are_not_shown) {
  kernel("__global__ void k(float* a) {\n#line 70 \"made.from\"\n  a[threadIdx.x * 32] = 1;\n}\n");
  const auto owned = begin();
  Session& session = *owned;
  EXPECT_TRUE(session.run().shown()->included.empty());
  EXPECT_EQ(fs::path(session.state().selection.file).filename(), "made.from");
  EXPECT_EQ(text_of_file(*session.run().shown(), session.state().selection.file), nullptr);
  session.selector().move_file(1);
  EXPECT_EQ(session.state().selection.line, 70);
  // One that is there is shown.
  write("lesson/made.from", std::string(69, '\n') + "spread a\n");
  session.reload();
  ASSERT_TRUE(test::update_until_taken(session));
  ASSERT_EQ(session.run().shown()->included.size(), 1U);
  EXPECT_EQ(line_at(*session.run().shown(), session.selector().event()->place), "spread a");
}

TEST_P(IncludedFiles, have_findings_that_lead_to_them) {
  header("__device__ inline void spread(float* a) {\n\n  a[threadIdx.x * 40] = 1;\n}\n");
  const auto owned = begin();
  Session& session = *owned;
  const auto& findings = session.run().shown()->report.diagnostics;
  const auto outside = std::ranges::find(findings, DiagnosticKind::out_of_range, &Diagnostic::kind);
  ASSERT_NE(outside, findings.end());
  session.selector().choose_own_line(3);
  session.selector().go_to(*outside);
  EXPECT_EQ(session.state().selection.file, session.run().shown()->included[0].name);
  EXPECT_EQ(session.state().selection.line, 3);
  EXPECT_TRUE(session.selector().found_lane());
}

// Functions of a library's header are the business of the line that calls them.
TEST_P(IncludedFiles, of_a_library_are_not_the_users) {
  kernel(
      "#include <cooperative_groups.h>\n__global__ void k(float* a) {\n"
      "  a[cooperative_groups::this_thread_block().thread_rank() * 32] = 1;\n}\n");
  const auto owned = begin();
  const Session& session = *owned;
  EXPECT_TRUE(session.run().shown()->included.empty());
  EXPECT_EQ(session.state().selection.file, "");
  EXPECT_EQ(session.state().selection.line, 3);
}

}  // namespace
}  // namespace lanescope::app
