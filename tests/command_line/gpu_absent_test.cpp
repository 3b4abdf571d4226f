// Every command that needs a GPU, on machines without one: exit code 3, no output on stdout, and a
// message that names what is missing. Runs the real program with fake libraries in place of the
// driver.

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/built.h"
#include "tests/command_line/program.h"

namespace lanescope::app::testing {
namespace {

struct MemoryRules {
  const char* name;
  const char* driver;  // folder below the build folder with a fake libcuda.so.1
  // Text that the message must contain if the program was built with the CUDA Toolkit.
  const char* words;
};

const MemoryRules too_old{"too_old", "tests/command_line/old_driver",
                          "the NVIDIA driver is too old"};
const MemoryRules no_gpu{"no_gpu", "tests/command_line/driver_without_gpu", "finds no GPU"};

class GpuAbsent
    : public ::testing::TestWithParam<std::tuple<MemoryRules, std::vector<std::string>>> {};

TEST_P(GpuAbsent, says_what_is_missing_and_ends_with_3) {
  const auto& [machine, arguments] = GetParam();
  const Finished finished = run_program(
      arguments,
      {{"LD_LIBRARY_PATH", tests::built(machine.driver)}, {"CUDA_VISIBLE_DEVICES", "0"}});
  EXPECT_EQ(finished.exit_code, 3) << finished.out;
  EXPECT_EQ(finished.out, "");
  const char* words = with_cuda ? machine.words : "built without the CUDA Toolkit";
  EXPECT_NE(finished.err.find(words), std::string::npos) << finished.err;
}

INSTANTIATE_TEST_SUITE_P(
    EveryCommand, GpuAbsent,
    ::testing::Combine(::testing::Values(too_old, no_gpu),
                       ::testing::Values(std::vector<std::string>{"time"},
                                         std::vector<std::string>{"time", "--sweeps", "--bounds"},
                                         std::vector<std::string>{"time", "transpose", "--json"},
                                         std::vector<std::string>{"count"},
                                         std::vector<std::string>{"count", "transpose"},
                                         std::vector<std::string>{"validate"},
                                         std::vector<std::string>{"validate", "--json"})),
    [](const auto& one) {
      std::string name = std::get<0>(one.param).name;
      for (const std::string& word : std::get<1>(one.param)) {
        name += '_';
        for (const char letter : word) name += letter == '-' ? 'x' : letter;
      }
      return name;
    });

TEST(GpuCommand, a_recording_that_could_not_be_made_leaves_no_file) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "lanescope-no-recording.json";
  std::filesystem::remove(file);
  EXPECT_EQ(run_program({"time", "--record", file.string()},
                        {{"LD_LIBRARY_PATH", tests::built(no_gpu.driver)}})
                .exit_code,
            3);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(GpuCommand, transfers_shows_the_recording_and_says_why) {
  const Environment machine{{"LD_LIBRARY_PATH", tests::built(no_gpu.driver)}};
  const Finished shown = run_program({"transfers"}, machine);
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_TRUE(shown.out.starts_with("RECORDED on NVIDIA ")) << shown.out.substr(0, 200);
  EXPECT_NE(shown.err, "");
  EXPECT_EQ(run_program({"transfers", "--recorded"}).out, shown.out);
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "lanescope-no-transfers.jsonl";
  std::filesystem::remove(file);
  const Finished refused = run_program({"transfers", "--record", file.string()}, machine);
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_EQ(refused.out, "");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(GpuCommand, a_page_of_moving_data_shows_the_recording) {
  const Finished drawn = run_program({"export", "copies", "--what", "moving", "--format", "svg"},
                                     {{"LD_LIBRARY_PATH", tests::built(no_gpu.driver)}});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_NE(drawn.out.find("RECORDED"), std::string::npos);
  EXPECT_NE(drawn.out.find("NVIDIA H100"), std::string::npos);
}

TEST(GpuCommand, wrong_usage_is_reported_first) {
  for (const char* command : {"time", "count", "validate"}) {
    EXPECT_EQ(run_program({command, "no-such-lesson"}).exit_code, 2) << command;
    EXPECT_EQ(run_program({command, "transpose", "--deadline", "0"}).exit_code, 2) << command;
    EXPECT_EQ(run_program({command, "transpose", "--device", "-1"}).exit_code, 2) << command;
  }
}

}  // namespace
}  // namespace lanescope::app::testing
