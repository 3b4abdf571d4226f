// The process that measures: on this machine, possibly without a GPU, and with programs that
// misbehave.
#include "kernels/transfer/worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "tests/temporary_folder.h"

namespace lanescope::transfer {
namespace {

using Kind = JobFailure::Kind;
using std::chrono::milliseconds;

constexpr const char* row =
    R"({"schema":"lanescope.transfers/1","section":"launch","us":3,"device":"GPU","driver":"1","date":"2026-11-26"})";

// What measure_on_gpu() makes of a shell script in place of the program.
Outcome<Rows> from(const std::string& script, milliseconds deadline = milliseconds(30'000)) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.write("worker", "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return measure_on_gpu(0, "2026-11-26", deadline, {}, path.string());
}

std::string line(const std::string& json) { return "echo '" + json + "'\n"; }

TEST(TransferWorker, its_rows_arrive_without_the_end) {
  const auto rows = from(line(row) + line(R"({"schema":"lanescope.transfers/1","section":"end"})"));
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->at(0).section, "launch");
}

TEST(TransferWorker, one_that_hangs_keeps_its_rows_and_says_so) {
  const auto rows = from(line(row) + "printf '{\"schema\"'\nsleep 60", milliseconds(500));
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ(rows->back().section, "end");
  EXPECT_EQ(rows->back().message, "the transfers were not measured within 0 s");
}

TEST(TransferWorker, one_that_says_nothing_is_a_failure) {
  EXPECT_EQ(from("sleep 60", milliseconds(200)).error().kind, Kind::timed_out);
  EXPECT_EQ(from("kill -9 $$").error().kind, Kind::crashed);
  EXPECT_EQ(from("exit 7").error().kind, Kind::crashed);
  EXPECT_EQ(from("echo nonsense").error().kind, Kind::crashed);
  EXPECT_EQ(measure_on_gpu(0, "", milliseconds(1000), {}, "/no/such/program").error().kind,
            Kind::crashed);
}

TEST(TransferWorker, a_machine_without_a_gpu_is_told_from_a_failure) {
  const auto rows = from(
      line(R"({"schema":"lanescope.transfers/1","section":"end","kind":1,"message":"no driver"})"));
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().kind, Kind::no_driver);
  EXPECT_EQ(rows.error().message, "no driver");
}

TEST(TransferWorker, the_child_answers_with_lines_and_an_end) {
  std::string lines;
  serve("99 2026-11-26", [&](const std::string& text) { lines += text; });
  const auto rows = rows_from_json_lines(lines);
  ASSERT_TRUE(rows) << rows.error();
  ASSERT_EQ(rows->size(), 1U);  // no machine has a hundred GPUs
  EXPECT_EQ(rows->back().section, "end");
  EXPECT_EQ(rows->back().date, "2026-11-26");
  EXPECT_NE(rows->back().message, "");
}

}  // namespace
}  // namespace lanescope::transfer
