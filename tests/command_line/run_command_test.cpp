// `lanescope run`: whole programs, with the simulator in place of the GPU.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "kernels/compile/compile.h"
#include "kernels/compile/process.h"
#include "tests/built.h"
#include "tests/command_line/program.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::testing {
namespace {

namespace fs = std::filesystem;
using compile::ProcessResult;
using compile::run_process;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr std::chrono::seconds patience{100};

// Several tests run the same program. In this folder it is built once: `lanescope run` builds a
// text anew for each folder.
const fs::path& common_folder() {
  static const fs::path folder = tests::built("tests/programs_run");
  return folder;
}

// Writes the program there; returns its name.
std::string common_program(const std::string& name, const std::string& text) {
  const fs::path place = common_folder() / name;
  std::error_code ignored;
  fs::create_directories(common_folder(), ignored);
  if (!fs::exists(place) || tests::text_of(place) != text) {  // another process may write it, too
    const fs::path beside = place.string() + std::to_string(::getpid());
    std::ofstream(beside, std::ios::binary) << text;
    fs::rename(beside, place);
  }
  return name;
}

// Scales an array by its argument and prints it; reads a number from the standard input.
constexpr const char* scale_program = R"(#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <cuda_runtime.h>
__global__ void scale(float* p, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= factor;
}
int main(int argc, char** argv) {
  int number = 0;
  if (std::scanf("%d", &number) != 1) number = -1;
  float host[64];
  for (int i = 0; i < 64; ++i) host[i] = (float)i;
  float* p = nullptr;
  cudaMalloc((void**)&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  for (int i = 0; i < 3; ++i) scale<<<2, 32>>>(p, (float)std::atof(argv[1]), 64);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  char folder[4096];
  std::printf("%g %d %s\n", host[63], number, getcwd(folder, sizeof folder));
  std::fprintf(stderr, "words of the program\n");
  return argc;
}
)";

// Ends, or does not, as its argument says.
constexpr const char* ways_program = R"(#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <sys/wait.h>
#include <cuda_runtime.h>
__global__ void one(int* p) { p[threadIdx.x] = 1; }
__global__ void endless(volatile int* p) { while (p[0] == 0) p[1] = 1; }
int main(int, char** words) {
  const auto asked = [&](const char* way) { return std::strcmp(words[1], way) == 0; };
  int* p = nullptr;
  cudaMalloc((void**)&p, 128);
  if (asked("abort")) std::abort();
  if (asked("endless")) {
    endless<<<1, 32>>>(p);
    return cudaDeviceSynchronize() == cudaSuccess ? 5 : 4;
  }
  if (asked("wait")) {
    std::FILE* ready = std::fopen(words[2], "w");
    std::fclose(ready);
    for (;;) pause();
  }
  one<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  if (asked("launch and abort")) std::abort();
  if (fork() == 0) _exit(9);
  int status = 0;
  wait(&status);
  one<<<1, 32>>>(p);
  std::exit(WEXITSTATUS(status));
}
)";

// Has the mistake, or the note, that its argument names.
constexpr const char* mistakes_program = R"(#include <cstring>
#include <cuda_runtime.h>
__global__ void past(int* p) {
  p[threadIdx.x] = 1;
}
__global__ void twice(int* p) {
  p[threadIdx.x / 4] = threadIdx.x;
  p[(threadIdx.x + 32) % 64 / 4] += 1;
}
__global__ void same(int* p) { p[0] = 7; }
int main(int, char** words) {
  int* p = nullptr;
  cudaMalloc((void**)&p, 64);
  if (std::strcmp(words[1], "past") == 0) past<<<1, 32>>>(p);
  if (std::strcmp(words[1], "twice") == 0) twice<<<1, 64>>>(p);
  if (std::strcmp(words[1], "same") == 0) same<<<1, 64>>>(p);
  cudaDeviceSynchronize();
  return 0;
}
)";

std::string why_no(compile::Compiler compiler) {
  for (const compile::Availability& each : compile::available()) {
    if (each.compiler == compiler) return each.why_not;
  }
  return "no such compiler";
}

class RunCommand : public tests::InFolder<::testing::TestWithParam<compile::Compiler>> {
 protected:
  void SetUp() override {
    if (const std::string why_not = why_no(GetParam()); !why_not.empty()) GTEST_SKIP() << why_not;
  }

  // `lanescope run FILES... WORDS...` in the test's own folder. If the first file is not there, in
  // the common folder.
  [[nodiscard]] ProcessResult run(const Words& words, const std::string& input = {},
                                  bool by_compiler = true) const {
    const bool is_common = !fs::exists(folder_ / words.at(0)) && by_compiler;
    Words all{"-C", (is_common ? common_folder() : folder_).string()};
    all.insert(all.end(), environment_.begin(), environment_.end());
    all.insert(all.end(), {tests::built("bin/lanescope"), "run"});
    if (by_compiler) all.insert(all.end(), {"--compiler", name_of(GetParam())});
    all.insert(all.end(), words.begin(), words.end());
    return run_process("/usr/bin/env", all, input, patience);
  }
  // A program whose main() is this.
  void write_main(const std::string& name, const std::string& body,
                  const std::string& before = {}) const {
    write(name,
          "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n"
          "#include <sys/wait.h>\n#include <cuda_runtime.h>\n"
          "__global__ void one(int* p) { p[threadIdx.x] = 1; }\n" +
              before + "int main() {\n" + body + "}\n");
  }

  Words environment_;  // NAME=VALUE, for run()
};
INSTANTIATE_TEST_SUITE_P(All, RunCommand,
                         ::testing::Values(compile::Compiler::nvcc, compile::Compiler::clang),
                         [](const auto& each) { return std::string(name_of(each.param)); });

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The emulator stands in for the GPU: the capture only knows the runtime's interface.
TEST_P(RunCommand, on_a_device_compares_each_launch_with_its_emulation) {
  write_main("both.cu", R"(
  int *plain, *managed, **list;
  cudaMalloc(&plain, 32 * sizeof(int));
  cudaMallocManaged(&managed, 32 * sizeof(int));
  cudaMalloc(&list, 2 * sizeof(int*));
  cudaMemset(plain, 0, 32 * sizeof(int));
  cudaMemset(managed, 0, 32 * sizeof(int));
  int* both[] = {plain, managed};
  cudaMemcpy(list, both, sizeof both, cudaMemcpyHostToDevice);
  const int five = 5;
  cudaMemcpyToSymbol(start, &five, sizeof five);
  one<<<1, 32>>>(plain);
  through<<<2, 32>>>(list);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", managed[0], managed[31]);
)",
             "__constant__ int start;\n"
             "__global__ void through(int** p) { p[blockIdx.x][threadIdx.x] += start; }\n");
  environment_.push_back("LANESCOPE_DEVICE_RUNTIME=" + tests::built("lib/lanescope/cudart"));
  const ProcessResult ended = run({"both.cu", "--device", "-o", "both.lanes"});
  EXPECT_EQ(ended.exit_status, 0) << ended.errors;
  EXPECT_EQ(ended.output, "5 5\n");
  EXPECT_TRUE(contains(ended.errors, "2 equal, 0 within rounding, 0 different, 0 not compared"))
      << ended.errors;
  const ProcessResult listed = run_process(
      "/usr/bin/env",
      {"-C", folder_.string(), tests::built("bin/lanescope"), "launches", "both.lanes", "--json"},
      {}, patience);
  EXPECT_TRUE(contains(listed.output, "\"warp_instructions\"")) << listed.errors << listed.output;
  EXPECT_FALSE(contains(listed.output, "\"device_milliseconds\": null")) << listed.output;
}

TEST_P(RunCommand, leaves_the_program_its_streams_arguments_folder_and_exit_code) {
  const std::string scale = common_program("scale.cu", scale_program);
  const ProcessResult ended = run({scale, "--", "2"}, "42\n");
  EXPECT_EQ(ended.output, "504 42 " + common_folder().string() + "\n") << ended.errors;
  EXPECT_EQ(ended.exit_status, 2) << "the number of its words";
  EXPECT_TRUE(contains(ended.errors, "words of the program\n")) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "scale.cu: 3 launches; no findings\n")) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "\nscale ")) << ended.errors;
}

TEST_P(RunCommand, prints_json_apart_from_the_program) {
  const std::string scale = common_program("scale.cu", scale_program);
  const ProcessResult ended = run({scale, "--json", "--", "3"}, "1\n");
  const Json json = Json::parse(ended.output, nullptr, false);
  ASSERT_TRUE(json.is_object()) << ended.output << ended.errors;
  EXPECT_EQ(json.at("schema"), "lanescope.run/1");
  EXPECT_EQ(json.at("launches"), 3);
  EXPECT_EQ(json.at("exit_code"), 2);
  ASSERT_EQ(json.at("kernels").size(), 1U);
  const Json& kernel = json.at("kernels").at(0);
  EXPECT_EQ(kernel.at("launches"), Json({1, 2, 3}));
  EXPECT_EQ(kernel.at("grid"), Json({2, 1, 1}));
  EXPECT_EQ(kernel.at("block"), Json({32, 1, 1}));
  EXPECT_EQ(kernel.at("totals").at("global_load").at("requests"), 6);
  EXPECT_EQ(kernel.at("totals").at("global_load").at("sectors"), 24);
  EXPECT_TRUE(contains(ended.errors, "words of the program"));
  EXPECT_TRUE(contains(ended.errors, "1701 1 ")) << "its standard output: " << ended.errors;
}

TEST_P(RunCommand, copies_what_the_program_prints_to_a_file) {
  const std::string scale = common_program("scale.cu", scale_program);
  const ProcessResult ended =
      run({scale, "--printed", (folder_ / "printed.txt").string(), "--", "2"}, "42\n");
  EXPECT_EQ(ended.output, "504 42 " + common_folder().string() + "\n") << ended.errors;
  EXPECT_EQ(ended.exit_status, 2);
  EXPECT_TRUE(contains(ended.errors, "words of the program\n")) << ended.errors;
  const std::string printed = tests::text_of(folder_ / "printed.txt");
  EXPECT_TRUE(contains(printed, "504 42 ")) << printed;
  EXPECT_TRUE(contains(printed, "words of the program\n")) << printed;
  EXPECT_FALSE(contains(printed, "3 launches")) << "that is not the program's";
}

TEST_P(RunCommand, counts_a_launch_once_for_a_finding_that_it_has_in_two_ways) {
  const ProcessResult ended =
      run({common_program("mistakes.cu", mistakes_program), "--json", "--", "twice"});
  const Json json = Json::parse(ended.output, nullptr, false);
  ASSERT_TRUE(json.is_object()) << ended.output << ended.errors;
  EXPECT_EQ(json.at("launches"), 1);
  ASSERT_GE(json.at("findings").size(), 2U) << ended.errors;
  for (const Json& finding : json.at("findings")) EXPECT_EQ(finding.at("launches"), 1) << finding;
}

TEST_P(RunCommand, keeps_the_launches_in_a_file) {
  const std::string scale = common_program("scale.cu", scale_program);
  const ProcessResult ended =
      run({scale, "-o", (folder_ / "run.lanes").string(), "--at", "2", "--", "2"}, "1\n");
  EXPECT_TRUE(contains(ended.errors, "run.lanes has them")) << ended.errors;
  EXPECT_GT(fs::file_size(folder_ / "run.lanes"), 1000U);
}

TEST_P(RunCommand, finds_mistakes_and_fails_only_when_asked) {
  for (const bool fails : {false, true}) {
    Words words{common_program("mistakes.cu", mistakes_program)};
    if (fails) words.emplace_back("--fail-on-findings");
    words.insert(words.end(), {"--", "past"});
    const ProcessResult ended = run(words);
    EXPECT_EQ(ended.exit_status, fails ? 1 : 0) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "mistakes.cu:4")) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "in launch 1 of past at ")) << ended.errors;
  }
}

TEST_P(RunCommand, does_not_fail_for_a_note) {
  // All warps of the block store the same value.
  const ProcessResult ended =
      run({common_program("mistakes.cu", mistakes_program), "--fail-on-findings", "--", "same"});
  EXPECT_EQ(ended.exit_status, 0) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "1 launch; no findings, 1 note\n")) << ended.errors;
}

// The page Program draws the same ones (program_page_test.cpp).
TEST_P(RunCommand, tells_the_mistakes_of_the_hosts_code_in_text_and_json) {
  write_main("host.cu",
             "int* p = nullptr; int* q = nullptr; int host[4];\n"
             "cudaMalloc(&p, 128);\n"        // line 9; a template of the Toolkit's header
             "cudaMalloc((void**)&q, 8);\n"  // 10
             "one<<<1, 32>>>(p);\n"          // 11
             "cudaMemcpy(host, q, sizeof host, cudaMemcpyDeviceToHost);\n"  // 12
             "cudaFree(q);\n"                                               // 13
             "cudaFree(q);\n"                                               // 14
             "return 0;\n");
  const std::vector<std::pair<std::string, int>> expected{
      {"foreign_pointer", 12}, {"heap_misuse", 14}, {"never_freed", 9}};
  const ProcessResult ended = run({"host.cu", "--leaks", "--json"});
  const Json json = Json::parse(ended.output, nullptr, false);
  ASSERT_TRUE(json.is_object()) << ended.output << ended.errors;
  EXPECT_EQ(json.at("errors"), 2);
  ASSERT_EQ(json.at("findings").size(), expected.size()) << ended.errors;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Json& finding = json.at("findings").at(i);
    EXPECT_EQ(finding.at("kind"), expected[i].first);
    EXPECT_EQ(finding.at("line"), expected[i].second) << finding;
    EXPECT_EQ(finding.at("launch"), nullptr);
    const std::string place = "host.cu:" + std::to_string(expected[i].second) + ": ";
    EXPECT_TRUE(contains(ended.errors, place)) << place << ended.errors;
  }
  EXPECT_TRUE(contains(ended.errors, "2 calls of the CUDA runtime returned an error\n"));
  EXPECT_TRUE(contains(ended.errors, "byte 0 of 8 (8 bytes past its end)")) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "host.cu: 1 launch; 3 findings\n")) << ended.errors;
}

TEST_P(RunCommand, says_which_signal_ended_the_program) {
  const std::string ways = common_program("ways.cu", ways_program);
  const ProcessResult ended = run({ways, "--", "launch and abort"});
  EXPECT_EQ(ended.exit_status, 128 + SIGABRT);
  EXPECT_TRUE(contains(ended.errors, "ways.cu was ended by signal 6")) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "1 launch")) << ended.errors;
}

TEST_P(RunCommand, tells_a_program_without_launches_from_one_without_calls) {
  const std::string ways = common_program("ways.cu", ways_program);
  const ProcessResult ended = run({ways, "--", "abort"});
  EXPECT_EQ(ended.exit_status, 128 + SIGABRT);
  EXPECT_TRUE(contains(ended.errors, "ways.cu: no kernel was launched\n")) << ended.errors;
}

TEST_P(RunCommand, ends_a_kernel_that_does_not_end) {
  const std::string ways = common_program("ways.cu", ways_program);
  const ProcessResult ended = run({ways, "--max-instructions", "100000", "--", "endless"});
  EXPECT_EQ(ended.exit_status, 4) << ended.errors;
}

TEST_P(RunCommand, lets_a_program_fork_and_leave_early) {
  const std::string ways = common_program("ways.cu", ways_program);
  const ProcessResult ended = run({ways, "--", "fork"});
  EXPECT_EQ(ended.exit_status, 9) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "ways.cu: 2 launches")) << ended.errors;
}

TEST_P(RunCommand, runs_a_program_that_exists) {
  const std::string scale = common_program("scale.cu", scale_program);
  // The first run builds it and keeps it in this test's own cache.
  environment_ = {"XDG_CACHE_HOME=" + (folder_ / "cache").string()};
  ASSERT_TRUE(contains(run({scale, "--", "2"}, "1\n").output, "504 1"));
  fs::path program;
  for (const auto& each : fs::recursive_directory_iterator(folder_ / "cache")) {
    if (each.path().filename() == "program") program = each.path();
  }
  ASSERT_FALSE(program.empty());
  fs::copy_file(program, folder_ / "scale");
  const ProcessResult ended = run({"--", "./scale", "2"}, "1\n", false);
  EXPECT_TRUE(contains(ended.output, "504 1")) << ended.errors;
  EXPECT_EQ(ended.exit_status, 2);
  EXPECT_TRUE(contains(ended.errors, "./scale: 3 launches")) << ended.errors;
}

TEST_P(RunCommand, tells_errors_of_the_text_with_file_and_line) {
  write("wrong.cu", "int main() {\n  return undefined_name;\n}\n");
  const ProcessResult ended = run({"wrong.cu"});
  EXPECT_EQ(ended.exit_status, 2);
  EXPECT_TRUE(contains(ended.errors, "wrong.cu does not compile")) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "wrong.cu:2")) << ended.errors;
  EXPECT_EQ(ended.output, "");
}

// A signal for lanescope alone, as `kill` sends it, is the program's.
TEST_P(RunCommand, hands_signals_on) {
  const std::string ways = common_program("ways.cu", ways_program);
  const fs::path ready = folder_ / "ready";
  Words words{"env",
              "-C",
              common_folder().string(),
              tests::built("bin/lanescope"),
              "run",
              "--compiler",
              name_of(GetParam()),
              ways,
              "--",
              "wait",
              ready.string()};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  ASSERT_EQ(posix_spawn(&child, "/usr/bin/env", nullptr, nullptr, arguments.data(), environ), 0);
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!fs::exists(ready) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
}

TEST(RunProgram, that_does_not_exist_is_refused) {
  const Finished ended = run_program({"run", "--", "./nothing"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.err, "./nothing: there is no such program\n");
  EXPECT_EQ(run_program({"run", "nothing.cu"}).exit_code, 2);
  EXPECT_EQ(run_program({"run"}).exit_code, 2);
  EXPECT_EQ(run_program({"run", "a.cu", "--check", "nonsense"}).exit_code, 2);
  EXPECT_EQ(run_program({"run", "a.cu", "--at", "3"}).exit_code, 2) << "without -o";
}

TEST(RunProgram, without_cuda_runs_and_is_told_of) {
  const Finished ended = run_program({"run", "--", "/bin/sh", "-c", "exit 3"});
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_EQ(ended.err, "/bin/sh: made no call of the CUDA runtime\n");
}

}  // namespace
}  // namespace lanescope::app::testing
