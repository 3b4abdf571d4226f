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

// A shell script in place of the program.
std::string script_program(const tests::TemporaryFolder& folder, const std::string& script) {
  const std::filesystem::path path = folder.write("worker", "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path.string();
}

// What measure_on_gpu() makes of it.
Outcome<Rows> from(const std::string& script, milliseconds deadline = milliseconds(30'000)) {
  const tests::TemporaryFolder folder;
  return measure_on_gpu(0, "2026-11-26", deadline, {}, script_program(folder, script));
}

// What the child answers. No machine has a hundred GPUs.
Rows served(const std::string& program) {
  std::string lines;
  serve("99 2026-11-26" + program, [&](const std::string& text) { lines += text; });
  return rows_from_json_lines(lines).value();
}

std::string line(const std::string& json) { return "echo '" + json + "'\n"; }

TEST(TransferWorker, its_rows_arrive_without_the_end) {
  const auto rows = from(line(row) + line(R"({"schema":"lanescope.transfers/1","section":"end"})"));
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->at(0).section, "launch");
}

TEST(TransferWorker, its_rows_are_told_as_they_come) {
  const tests::TemporaryFolder folder;
  std::vector<std::string> told;
  // The last line is cut off: the run hangs in it.
  const std::string program =
      script_program(folder, line(row) + line(row) + "printf '{\"schema\"'\nsleep 60");
  const auto rows = measure_on_gpu(0, "2026-11-26", milliseconds(500), {}, program,
                                   [&](const Row& each) { told.push_back(each.section); });
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(told, (std::vector<std::string>{"launch", "launch"}));
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
  const Rows rows = served("");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows.back().section, "end");
  EXPECT_EQ(rows.back().date, "2026-11-26");
  EXPECT_NE(rows.back().message, "");
}

TEST(TransferWorker, the_child_is_told_an_arranged_program_and_its_size) {
  const tests::TemporaryFolder folder;
  const std::string text = "per_thread; in A 1; kernel A 1; out A 1; sync";
  const std::string program = script_program(
      folder,
      "read -r gpu; read -r text; read -r size\n"
      "echo '{\"schema\":\"lanescope.transfers/1\",\"section\":\"arranged\",\"gpu\":\"'\"$gpu\"'\","
      "\"text\":\"'\"$text\"'\",\"size\":\"'\"$size\"'\"}'\n" +
          line(R"({"schema":"lanescope.transfers/1","section":"end"})"));
  const auto rows = measure_arranged_on_gpu(2, arrangement_from(text).value(), {4096, 1024, 50},
                                            "2026-11-26", milliseconds(30'000), {}, program);
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->at(0).name("gpu"), "2 2026-11-26");
  EXPECT_EQ(rows->at(0).name("text"), text);
  EXPECT_EQ(rows->at(0).name("size"), "4096 1024 50");
}

TEST(TransferWorker, a_program_that_the_child_cannot_read_is_an_end_with_the_reason) {
  const Rows text = served("\nin A 9\n4096 4096 50");
  ASSERT_EQ(text.size(), 1U);
  EXPECT_EQ(text.back().section, "end");
  EXPECT_EQ(text.back().date, "2026-11-26");
  EXPECT_EQ(text.back().message, arrangement_from("in A 9").error().message());
  for (const char* size : {"", "4096", "4096 50", "much 4096 50", "4096 4096 -1"}) {
    const Rows rows = served("\nin A 1\n" + std::string(size));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows.back().message,
              "a program's size is its bytes, its bytes back and its kernel's per cent of a copy")
        << size;
  }
  // This one can be read, but there is no such GPU.
  EXPECT_EQ(served("\nin A 1\n4096 4096 50").back().message, served("").back().message);
}

}  // namespace
}  // namespace lanescope::transfer
