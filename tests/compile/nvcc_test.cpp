// nvcc as a compiler: stand-ins for those that are broken or old, then the real one.
#include "kernels/compile/nvcc.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stop_token>
#include <thread>

#include "tests/compile/fixture.h"
#include "tests/environment.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {
namespace {

namespace fs = std::filesystem;

const Source plain_kernel = source_of("__global__ void k(int* p) { p[0] = 1; }\n");
const Source program = source_of(
    "#include <vector>\n"
    "#include <cstdio>\n"
    "template <typename T> __global__ void k(T* p)\n"
    "{\n"
    "    p[threadIdx.x] = VALUE;\n"
    "}\n"
    "int main() { std::vector<float> v(32); k<float><<<1, 32>>>(v.data()); std::puts(\"\"); }\n");

class StandIn : public tests::InFolder<::testing::Test> {
 protected:
  void SetUp() override {
    ::setenv("LANESCOPE_CACHE", "off", 1);
    clear_cache();
  }

  // An nvcc of this release that runs `body` to compile; $out is the PTX to write.
  [[nodiscard]] std::string nvcc(const std::string& body, const std::string& release = "12.4") {
    // Another path each time: a program that was examined is not examined again.
    const fs::path file = write("bin" + std::to_string(++written_) + "/nvcc",
                                "#!/bin/sh\nif [ \"$1\" = --version ]; then\n"
                                "  echo 'nvcc: NVIDIA (R) Cuda compiler driver'\n"
                                "  echo 'Cuda compilation tools, release " +
                                    release + ", V" + release +
                                    ".99'\n  exit 0\nfi\nall=\"$*\"\n"
                                    "while [ \"$1\" != -o ]; do shift; done\nout=$2\n" +
                                    body + "\n");
    fs::permissions(file, fs::perms::owner_all);
    return file.string();
  }

  // What becomes of the plain kernel.
  [[nodiscard]] static tl::expected<Ptx, Failure> compiled(const std::string& program,
                                                           std::stop_token stop = {}) {
    const tests::Variable forced("LANESCOPE_NVCC", program);
    clear_cache();
    return to_ptx(plain_kernel, Compiler::nvcc, std::move(stop));
  }
  static void expect_failure(const tl::expected<Ptx, Failure>& result, Failure::Kind kind,
                             const std::vector<std::string>& words) {
    ASSERT_FALSE(result) << result->text;
    EXPECT_EQ(result.error().kind, kind) << result.error().summary;
    for (const std::string& word : words) {
      EXPECT_NE(result.error().summary.find(word), std::string::npos)
          << "'" << word << "' is missing in: " << result.error().summary;
    }
  }

 private:
  int written_ = 0;
};

using Kind = Failure::Kind;

TEST_F(StandIn, can_be_switched_off) {
  expect_failure(compiled("off"), Kind::unavailable, {"nvcc", "LANESCOPE_NVCC=off"});
}

TEST_F(StandIn, that_is_not_there_is_named) {
  expect_failure(compiled("/nowhere/nvcc"), Kind::unavailable, {"/nowhere/nvcc"});
}

TEST_F(StandIn, that_is_another_program_is_not_used) {
  expect_failure(compiled("true"), Kind::unavailable, {"is not nvcc"});
}

TEST_F(StandIn, that_is_too_old_is_not_used) {
  expect_failure(compiled(nvcc("exit 0", "10.2")), Kind::unavailable, {"nvcc 10.2", "11 or newer"});
}

TEST_F(StandIn, of_any_later_release_is_used) {
  for (const char* release : {"11.8", "12.0", "13.1", "14.0"}) {
    const auto result = compiled(nvcc("echo '.version 8.0' > \"$out\"", release));
    ASSERT_TRUE(result) << result.error().summary;
    EXPECT_EQ(result->compiler, "nvcc");
    EXPECT_EQ(result->compiler_version, release);
    EXPECT_EQ(result->text, ".version 8.0\n");
  }
}

TEST_F(StandIn, without_a_part_of_its_toolkit_is_broken) {
  expect_failure(compiled(nvcc("echo 'sh: 1: cicc: not found' >&2; exit 127")), Kind::unavailable,
                 {"nvcc 12.4 does not work here", "cicc: not found"});
  expect_failure(
      compiled(
          nvcc("echo 'nvcc fatal   : Failed to preprocess host compiler properties.'; exit 1")),
      Kind::unavailable, {"does not work here", "Failed to preprocess host compiler properties."});
  expect_failure(compiled(nvcc("exit 0")), Kind::unavailable, {"wrote no PTX"});
}

TEST_F(StandIn, that_refuses_a_flag_of_the_lesson_rejects_the_lesson) {
  const tests::Variable forced(
      "LANESCOPE_NVCC",
      nvcc("echo \"nvcc fatal   : Value 'c++20' is not defined for option 'std'\" >&2; exit 1"));
  Source source = plain_kernel;
  source.flags = {"-use_fast_math", "-std=c++20"};
  expect_failure(to_ptx(source, Compiler::nvcc), Kind::rejected,
                 {"kernel.cu is given the flag -std=c++20, which nvcc 12.4 does not take"});
}

TEST_F(StandIn, that_refuses_the_host_compiler_is_broken) {
  expect_failure(
      compiled(nvcc("echo '/cuda/include/crt/host_config.h:143:2: error: #error -- unsupported GNU "
                    "version! gcc versions later than 12 are not supported!' >&2; exit 1")),
      Kind::unavailable, {"does not work here", "unsupported GNU version"});
}

TEST_F(StandIn, that_crashes_is_said_to) {
  expect_failure(
      compiled(nvcc("echo \"nvcc error   : 'cicc' died due to signal 11\" >&2; exit 139")),
      Kind::rejected, {"kernel.cu", "made nvcc 12.4 crash"});
  expect_failure(compiled(nvcc("kill -SEGV $$")), Kind::rejected, {"made nvcc 12.4 crash"});
}

TEST_F(StandIn, that_prints_without_end_is_stopped) {
  expect_failure(compiled(nvcc("yes 'the same again, and again, and again'")), Kind::rejected,
                 {"print without end"});
  expect_failure(compiled(nvcc("yes 'kernel.cu(1): error: again' >&2")), Kind::rejected,
                 {"print without end"});
}

TEST_F(StandIn, that_hangs_with_its_output_closed_can_be_cancelled) {
  std::stop_source stop;
  std::thread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  const auto start = std::chrono::steady_clock::now();
  const auto result = compiled(nvcc("exec >&- 2>&-; sleep 60"), stop.get_token());
  impatient.join();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Kind::cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST_F(StandIn, tells_errors_at_their_places) {
  const auto result = compiled(
      nvcc("echo '/lanescope/source.cu(1): error: identifier \"PAX\" is undefined' >&2\n"
           "echo '/lanescope/source.cu:1:10: fatal error: no.h: No such file or directory'; "
           "exit 2"));
  expect_failure(result, Kind::rejected, {"kernel.cu does not compile (nvcc)"});
  ASSERT_EQ(result.error().messages.size(), 2u);
  EXPECT_EQ(result.error().messages[0].file, "kernel.cu");
  EXPECT_EQ(result.error().messages[0].line, 1);
  EXPECT_EQ(result.error().messages[1].column, 10);
  EXPECT_NE(result.error().messages[1].text.find("looked for beside"), std::string::npos);
}

TEST_F(StandIn, is_given_the_folders_and_flags) {
  const tests::Variable forced("LANESCOPE_NVCC", nvcc("echo \"// $all\" > \"$out\""));
  Source source = plain_kernel;
  source.folder = "/some/where";
  source.include = {"/in/one", "/in/it's $two, \"x\""};
  source.flags = {"-use_fast_math", "-DX=1", "-std=c++20"};
  const std::string all = ptx_of(source, Compiler::nvcc);
  for (const char* word :
       {" -ptx ", " -lineinfo ", " -arch=compute_80 ", " -std=c++20 ", " --use_fast_math ",
        " -Xcompiler=-iquote,/some/where ", " -I/in/one "}) {
    EXPECT_NE(all.find(word), std::string::npos) << word << " is missing in: " << all;
  }
  // nvcc runs a shell, which would read the other name differently.
  EXPECT_EQ(all.find("two"), std::string::npos) << all;
  EXPECT_EQ(all.find("-DX"), std::string::npos) << all;  // it is in the text
}

TEST_F(StandIn, leaves_no_files) {
  const tests::Variable temporary("TMPDIR", (folder_ / "tmp").string());
  fs::create_directories(folder_ / "tmp");
  EXPECT_TRUE(compiled(nvcc("echo '.version 8.0' > \"$out\"; touch \"$(dirname \"$out\")/more\"")));
  EXPECT_FALSE(compiled(nvcc("touch \"$(dirname \"$out\")/more\"; exit 1")));
  EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
}

TEST_F(StandIn, is_asked_for_whole_programs_only) {
  if (!why_unusable(Compiler::nvrtc).empty() && !why_unusable(Compiler::clang).empty())
    GTEST_SKIP() << "no compiler here";
  const tests::Variable forced("LANESCOPE_NVCC", nvcc("echo '.visible .entry k()' > \"$out\""));
  const auto whole = to_ptx(program);
  ASSERT_TRUE(whole) << whole.error().summary;
  EXPECT_EQ(whole->compiler, "nvcc");
  const auto plain = to_ptx(plain_kernel);
  ASSERT_TRUE(plain) << plain.error().summary;
  EXPECT_NE(plain->compiler, "nvcc");
  // A mistake in a kernel is told at once.
  const auto wrong = to_ptx(source_of("__global__ void k(int* p) { p[0] = PAX; }\n"));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().messages.size(), 1u);
}

TEST_F(StandIn, that_does_not_work_leaves_the_other_compilers_answer) {
  const tests::Variable forced("LANESCOPE_NVCC",
                               nvcc("echo 'sh: 1: cicc: not found' >&2; exit 127"));
  const auto result = to_ptx(program);
  // NVRTC does not look into a template that nothing instantiates; clang does.
  if (!result)
    EXPECT_EQ(result.error().summary.find("cicc"), std::string::npos) << result.error().summary;
  const std::vector<Message>& messages = result ? result->warnings : result.error().messages;
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages.back().severity, MessageSeverity::warning);
  EXPECT_NE(messages.back().text.find("cicc: not found"), std::string::npos);
}

class RealNvcc : public tests::InFolder<::testing::Test> {
 protected:
  void SetUp() override {
    ::setenv("LANESCOPE_CACHE", "off", 1);
    clear_cache();
    if (const std::string why_not = why_unusable(Compiler::nvcc); !why_not.empty())
      GTEST_SKIP() << why_not;
  }
};

TEST_F(RealNvcc, compiles_a_whole_program_with_what_it_instantiates) {
  Source source = program;
  source.defines = {{"VALUE", "101"}};
  source.name = "my folder/a program (1).cu";
  source.kernel = "k";
  const auto result = to_ptx(source);
  ASSERT_TRUE(result) << result.error().summary;
  EXPECT_EQ(result->compiler, "nvcc");
  EXPECT_GT(result->compile_ms, 0);
  EXPECT_EQ(lines_with(result->text, ".visible .entry _Z1kIfEvPT_(").size(), 1u) << result->text;
  EXPECT_FALSE(lines_with(result->text, ".loc\t1 5 ").empty());
  EXPECT_EQ(lines_with(result->text, ".file"),
            std::vector<std::string>{".file\t1 \"my folder/a program (1).cu\""});
  const auto again = to_ptx(source);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->from_cache);
  EXPECT_EQ(again->text, result->text);
}

TEST_F(RealNvcc, tells_errors_of_both_halves_at_their_places) {
  const auto result = to_ptx(program);  // without VALUE
  ASSERT_FALSE(result);
  ASSERT_FALSE(result.error().messages.empty());
  EXPECT_EQ(result.error().summary, "kernel.cu does not compile (nvcc)");
  EXPECT_EQ(result.error().messages[0].file, "kernel.cu");
  EXPECT_EQ(result.error().messages[0].line, 5);
  EXPECT_NE(result.error().messages[0].text.find("VALUE"), std::string::npos);

  const auto missing =
      to_ptx(source_of("\n#include \"nowhere.h\"\nint main() {}\n"), Compiler::nvcc);
  ASSERT_FALSE(missing);
  ASSERT_EQ(missing.error().messages.size(), 1u);
  EXPECT_EQ(missing.error().messages[0].line, 2);
  EXPECT_NE(missing.error().messages[0].text.find("nowhere.h"), std::string::npos);
}

TEST_F(RealNvcc, finds_headers_beside_the_file_and_in_the_folders) {
  // A folder that a shell would read differently.
  const fs::path folder = folder_ / "it's $HOME, \"x\"";
  fs::create_directories(folder);
  write(folder / "value.h",
        "#include <more.h>\n__device__ inline float value(const float* p) { return p[7] * p[8]; }\n"
        "#define VALUE MORE + value(p)\n");
  write(folder / "string.h", "#error this one is not <string.h>\n");
  write("more/more.h", "__device__ inline int more() { return 101; }\n#define MORE more()\n");
  Source source = source_of("#include \"value.h\"\n#include <string.h>\n" + program.text);
  source.folder = folder;
  source.include = {folder_ / "more"};
  const auto first = to_ptx(source, Compiler::nvcc);
  ASSERT_TRUE(first) << first.error().summary;
  // What would end the string is replaced.
  EXPECT_EQ(lines_with(first->text, "it's $HOME, _x_/value.h").size(), 1u) << first->text;
  write("more/more.h", "__device__ inline int more() { return 102; }\n#define MORE more()\n");
  const auto second = to_ptx(source, Compiler::nvcc);
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->from_cache);
}

TEST_F(RealNvcc, compiles_templates_that_are_nested_deeper_than_nvrtc_goes) {
  const auto result = to_ptx(source_of(nested_templates), Compiler::automatic);
  ASSERT_TRUE(result) << result.error().summary;
  EXPECT_EQ(lines_with(result->text, "125250").size(), 1u) << result->text;
}

TEST_F(RealNvcc, compiles_for_a_later_gpu_what_needs_one) {
  for (const Compiler compiler : {Compiler::nvcc, Compiler::nvrtc}) {
    if (!why_unusable(compiler).empty()) continue;
    for (const char* head : {"__cluster_dims__(2, 1, 1)", "__launch_bounds__(64, 1, 1)"}) {
      const std::string ptx =
          ptx_of(source_of(std::string("__global__ void ") + head + " k(int* p) { p[0] = 1; }\n"),
                 compiler);
      EXPECT_EQ(lines_with(ptx, ".target sm_90").size(), 1u) << head << ptx;
    }
  }
}

TEST_F(RealNvcc, compiles_a_kernel_that_launches_kernels) {
  EXPECT_NE(ptx_of(source_of("__global__ void child(int* p) { p[threadIdx.x] = 1; }\n"
                             "__global__ void k(int* p) { child<<<1, 32>>>(p); }\n"),
                   Compiler::nvcc)
                .find("LaunchDevice"),
            std::string::npos);
}

}  // namespace
}  // namespace lanescope::compile::testing
