// The program end to end, as a process: what users and scripts see.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kernels/compile/compile.h"
#include "tests/built.h"
#include "tests/command_line/program.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::testing {
namespace program_test {
namespace {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

// Runs `sim transpose --json` with more arguments; null if the program failed.
Json transpose(const Arguments& more) {
  Arguments arguments{"sim", "transpose", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Finished finished = run_program(arguments);
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  return finished.exit_code == 0 ? Json::parse(finished.out) : Json();
}

double a_request(const Json& counts, const char* counter) {
  return counts.at(counter).get<double>() / counts.at("requests").get<double>();
}

// FNV-1a, 64 bits, as 16 hexadecimal digits.
std::string fnv1a64(const std::vector<float>& values) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const float value : values) {
    for (const auto byte : std::bit_cast<std::array<unsigned char, sizeof value>>(value))
      hash = (hash ^ byte) * 0x100000001b3;
  }
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

// The hash of the lesson's B, computed here: A holds 0, 1, 2, ...; B is its transpose.
std::string hash_of_transpose(std::size_t n) {
  std::vector<float> b(n * n);
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) b[x * n + y] = static_cast<float>(y * n + x);
  }
  return fnv1a64(b);
}

std::string hash_of_array(const Json& sim, const std::string& name) {
  for (const Json& array : sim.at("arrays")) {
    if (array.at("name") == name) return array.at("fnv1a64");
  }
  return "no array " + name;
}

bool is_usable(compile::Compiler compiler) {
  for (const compile::Availability& found : compile::available()) {
    if (found.compiler == compiler && found.usable) return true;
  }
  return false;
}

class ThroughCompiler : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto compiler =
        std::string(GetParam()) == "nvrtc" ? compile::Compiler::nvrtc : compile::Compiler::clang;
    if (!is_usable(compiler)) GTEST_SKIP() << GetParam() << " is not on this machine";
  }
  Json sim(Arguments more) {
    more.insert(more.end(), {"--compiler", GetParam()});
    return transpose(more);
  }
};
INSTANTIATE_TEST_SUITE_P(Sim, ThroughCompiler, ::testing::Values("nvrtc", "clang"),
                         [](const auto& compiler) { return std::string(compiler.param); });

TEST_P(ThroughCompiler, the_tile_without_padding_has_32_wavefronts_and_31_conflicts_a_load) {
  const Json json = sim({"--variant", "tile", "--set", "N=1024", "--set", "PAD=0"});
  ASSERT_TRUE(json.is_object());
  const Json load = json.at("totals").at("shared_load");
  EXPECT_EQ(load.at("requests"), 32768);
  EXPECT_EQ(a_request(load, "wavefronts"), 32);
  EXPECT_EQ(a_request(load, "conflicts"), 31);
  EXPECT_EQ(hash_of_array(json, "B"), hash_of_transpose(1024));
  EXPECT_EQ(json.at("compiler"), GetParam());
}

TEST_P(ThroughCompiler, the_tile_with_a_padding_of_one_has_1_wavefront_and_no_conflict_a_load) {
  const Json json = sim({"--variant", "tile", "--set", "N=1024", "--set", "PAD=1"});
  ASSERT_TRUE(json.is_object());
  const Json load = json.at("totals").at("shared_load");
  EXPECT_EQ(load.at("requests"), 32768);
  EXPECT_EQ(a_request(load, "wavefronts"), 1);
  EXPECT_EQ(load.at("conflicts"), 0);
  EXPECT_EQ(hash_of_array(json, "B"), hash_of_transpose(1024));
}

TEST_P(ThroughCompiler, coalesced_read_takes_4_sectors_a_load_and_32_a_store) {
  const Json json = sim({"--variant", "coalesced-read"});
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(a_request(json.at("totals").at("global_load"), "sectors"), 4);
  EXPECT_EQ(a_request(json.at("totals").at("global_store"), "sectors"), 32);
  EXPECT_EQ(hash_of_array(json, "B"), hash_of_transpose(1024));
}

TEST_P(ThroughCompiler, coalesced_write_takes_32_sectors_a_load_and_4_a_store) {
  const Json json = sim({"--variant", "coalesced-write"});
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(a_request(json.at("totals").at("global_load"), "sectors"), 32);
  EXPECT_EQ(a_request(json.at("totals").at("global_store"), "sectors"), 4);
  EXPECT_EQ(hash_of_array(json, "B"), hash_of_transpose(1024));
}

TEST_P(ThroughCompiler, every_transpose_gives_the_transpose) {
  for (const char* variant : {"tile", "swizzled", "rows4"}) {
    const Json json = sim({"--variant", variant, "--set", "N=96"});
    ASSERT_TRUE(json.is_object()) << variant;
    EXPECT_EQ(hash_of_array(json, "B"), hash_of_transpose(96)) << variant;
  }
}

TEST(Sim, the_copy_moves_a_to_b) {
  const Json json = transpose({"--variant", "copy", "--set", "N=64"});
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(hash_of_array(json, "A"), hash_of_array(json, "B"));
}

TEST(Sim, the_swizzled_tile_has_no_conflicts) {
  const Json json = transpose({"--variant", "swizzled", "--set", "N=64"});
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json.at("totals").at("shared_load").at("conflicts"), 0);
  EXPECT_EQ(json.at("totals").at("shared_store").at("conflicts"), 0);
}

TEST(Sim, counts_and_arrays_do_not_depend_on_the_number_of_threads) {
  const Json one = transpose({"--variant", "tile", "--set", "N=256", "--threads", "1"});
  const Json two = transpose({"--variant", "tile", "--set", "N=256", "--threads", "2"});
  ASSERT_TRUE(one.is_object());
  EXPECT_EQ(one, two);
}

TEST(Sim, a_limit_of_blocks_is_kept_and_reported) {
  const Json json = transpose({"--variant", "tile", "--set", "N=256", "--blocks", "3"});
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json.at("blocks"), (Json{{"simulated", 3}, {"total", 64}}));
  EXPECT_EQ(json.at("totals").at("shared_load").at("requests"), 3 * 32);
}

TEST(Sim, sites_name_the_lesson_s_own_lines) {
  const Json json = transpose({"--variant", "tile", "--set", "N=64"});
  ASSERT_TRUE(json.is_object());
  ASSERT_EQ(json.at("sites").size(), 4U);
  for (const Json& site : json.at("sites")) {
    EXPECT_EQ(site.at("file"), "tile.cu");
    EXPECT_GT(site.at("line"), 0);
  }
}

TEST(Sim, prints_a_table_with_the_line_of_the_conflict) {
  const Finished finished = run_program({"sim", "transpose", "--variant", "tile", "--set", "N=64"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("32-way"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("B[y * n + x] = S[threadIdx.x][threadIdx.y];"), std::string::npos)
      << finished.out;
}

TEST(Sim, against_prints_both_states_side_by_side) {
  const Finished finished = run_program({"sim", "transpose", "--variant", "tile", "--set", "N=64",
                                         "--set", "PAD=0", "--against", "PAD=1"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("PAD = 0"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("32x"), std::string::npos) << finished.out;
}

TEST(Sim, dump_writes_an_array_as_it_is_after_the_launch) {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.path() / "b.csv").string();
  const Finished finished = run_program(
      {"sim", "transpose", "--variant", "copy", "--set", "N=32", "--dump", "B=" + file});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  // The copy of an array that counts up.
  EXPECT_EQ(tests::text_of(file).find("0,1,2,3,"), 0U) << tests::text_of(file);
}

// Exit code 2, a message, and no output on stdout.
void expect_refused(const Arguments& arguments, const std::string& because) {
  const Finished finished = run_program(arguments);
  EXPECT_EQ(finished.exit_code, 2) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_NE(finished.err.find(because), std::string::npos) << finished.err;
}

TEST(Sim, wrong_input_is_refused_by_name) {
  expect_refused({"sim", "no_such_lesson"}, "no_such_lesson");
  expect_refused({"sim", "nowhere/lesson.toml"}, "nowhere/lesson.toml");
  expect_refused({"sim", "transpose", "--variant", "no_such_variant"}, "no_such_variant");
  expect_refused({"sim", "transpose", "--set", "NO_SUCH=1"}, "NO_SUCH");
  expect_refused({"sim", "transpose", "--set", "N=100000"}, "N");
  expect_refused({"sim", "transpose", "--set", "N=0"}, "N");
  expect_refused({"sim", "transpose", "--dump", "C=c.npy"},
                 "there is no array 'C'; there are: A, B");
  expect_refused({"sim", "transpose", "--dump", "B=nowhere/b.npy"}, "nowhere/b.npy");
  expect_refused({"sim", "transpose", "--include", "no/such/folder"}, "no/such/folder");
  expect_refused({"sim", "transpose", "--flags", "-DX=1 -lcublas"}, "'-lcublas'");
}

// A message is read by people: it has no number of 300 digits.
TEST(Sim, a_number_out_of_range_is_refused_in_one_short_line) {
  const Arguments wrong[] = {{"sim", "transpose", "--max-instructions", "0"},
                             {"sim", "transpose", "--max-instructions", "-1"},
                             {"sim", "transpose", "--max-instructions", "18446744073709551616"},
                             {"sim", "transpose", "--max-instructions", "99999999999999999999999"},
                             {"sim", "transpose", "--threads", "-1"},
                             {"steps", "transpose", "--from", "0"},
                             {"steps", "transpose", "--warp", "-1"},
                             {"steps", "transpose", "--lane", "32"},
                             {"steps", "transpose", "--max-mib", "0"},
                             {"time", "transpose", "--budget", "0"},
                             {"time", "transpose", "--budget", "-1.5"}};
  for (const Arguments& arguments : wrong) {
    const Finished finished = run_program(arguments);
    EXPECT_EQ(finished.exit_code, 2) << finished.err;
    EXPECT_EQ(finished.out, "");
    const std::string first = finished.err.substr(0, finished.err.find('\n'));
    EXPECT_NE(first.find(arguments[2]), std::string::npos) << first;
    EXPECT_LT(first.size(), 100U) << first;
  }
}

TEST(CheckLessons, what_is_not_there_is_refused_by_name) {
  expect_refused({"check-lessons", "nope"}, "nope");
  expect_refused({"check-lessons", "transpose", "nope", "--files"}, "nope");
  expect_refused({"check-lessons", "nowhere/lesson.toml"}, "nowhere/lesson.toml");
  expect_refused({"check-scenes", "nope"}, "nope");
  expect_refused({"check-scenes", "nowhere/deck.toml"}, "nowhere/deck.toml");
}

TEST(CheckLessons, count_what_they_checked) {
  EXPECT_EQ(run_program({"check-lessons", "offset", "--files"}).out, "1 lesson, 0 problems\n");
  EXPECT_EQ(run_program({"check-lessons", "offset", "stride", "--files"}).out,
            "2 lessons, 0 problems\n");
  EXPECT_EQ(run_program({"check-scenes", "transpose", "--files"}).out, "1 deck, 0 problems\n");
}

TEST(Sim, against_a_wrong_value_prints_neither_state) {
  expect_refused({"sim", "transpose", "--variant", "tile", "--against", "PAD=-1"}, "PAD");
}

constexpr const char* small_lesson = R"(source = "k.cu"
kernel = "k"
[params]
REACH = 0
[launch]
grid = [1]
block = [32]
[[args]]
name = "a"
type = "int"
count = "32"
init = "iota"
)";

TEST(Sim, takes_the_path_of_a_lesson_file_or_of_its_folder) {
  const TemporaryFolder folder;
  const auto lesson = folder.write("lesson.toml", small_lesson);
  (void)folder.write("k.cu", "__global__ void k(int* a) { a[threadIdx.x] += 1; }\n");
  for (const std::string& path : {lesson.string(), folder.path().string()}) {
    const Finished finished = run_program({"sim", path, "--json"});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(Json::parse(finished.out).at("totals").at("global_store").at("sectors"), 4);
  }
}

TEST(Sim, text_that_does_not_compile_is_refused_with_its_line) {
  const TemporaryFolder folder;
  const auto lesson = folder.write("lesson.toml", small_lesson);
  (void)folder.write("k.cu", "__global__ void k(int* a) {\n  a[0] = undeclared;\n}\n");
  expect_refused({"sim", lesson.string()}, "k.cu:2");
}

TEST(Sim, an_access_out_of_range_is_a_finding_and_the_rest_is_reported) {
  const TemporaryFolder folder;
  const auto lesson = folder.write("lesson.toml", small_lesson);
  (void)folder.write("k.cu", "__global__ void k(int* a) {\n  a[threadIdx.x + REACH] = 1;\n}\n");
  const Finished finished =
      run_program({"sim", lesson.string(), "--set", "REACH=100000000", "--json"});
  ASSERT_EQ(finished.exit_code, 1) << finished.err;
  const Json diagnostics = Json::parse(finished.out).at("diagnostics");
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.at(0).at("kind"), "out_of_range");
  EXPECT_EQ(diagnostics.at(0).at("severity"), "error");
  EXPECT_EQ(diagnostics.at(0).at("line"), 2);
  EXPECT_EQ(diagnostics.at(0).at("block"), Json({0, 0, 0}));
}

TEST(Sim, an_endless_loop_is_a_finding_when_its_budget_is_used_up) {
  const TemporaryFolder folder;
  const auto lesson = folder.write("lesson.toml", small_lesson);
  (void)folder.write("k.cu",
                     "__global__ void k(int* a) {\n  while (a[0] == 0) a[threadIdx.x] = 0;\n}\n");
  const Finished finished =
      run_program({"sim", lesson.string(), "--max-instructions", "100000", "--json"});
  ASSERT_EQ(finished.exit_code, 1) << finished.err;
  const Json diagnostics = Json::parse(finished.out).at("diagnostics");
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.at(0).at("kind"), "budget_exceeded");
  const Finished text = run_program({"sim", lesson.string(), "--max-instructions", "100000"});
  EXPECT_NE(text.out.find("k.cu:2:"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("The limit is --max-instructions"), std::string::npos) << text.out;
}

TEST(Sim, without_a_compiler_says_that_this_machine_lacks_one) {
  const Finished finished =
      run_program({"sim", "transpose", "--compiler", "clang"},
                  {{"LANESCOPE_CLANG", "/nowhere/clang"}, {"LANESCOPE_CACHE", "off"}});
  EXPECT_EQ(finished.exit_code, 3) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_NE(finished.err.find("clang"), std::string::npos) << finished.err;
}

TEST(List, names_the_transpose_lesson_and_its_variants) {
  const Finished finished = run_program({"list"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  for (const char* word : {"transpose", "copy", "coalesced-read", "coalesced-write", "tile",
                           "swizzled", "rows4", "wide-tile"}) {
    EXPECT_NE(finished.out.find(word), std::string::npos) << finished.out;
  }
}

TEST(List, as_json_has_parameters_with_their_ranges) {
  const Finished finished = run_program({"list", "--json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json.at("schema"), "lanescope.list/1");
  for (const Json& lesson : json.at("lessons")) {
    if (lesson.at("id") != "transpose") continue;
    const Json n = lesson.at("variants").at(0).at("parameters").at(0);
    EXPECT_EQ(n.at("name"), "N");
    EXPECT_EQ(n.at("default"), 1024);
    EXPECT_EQ(n.at("max"), 8192);
    return;
  }
  FAIL() << finished.out;
}

TEST(List, a_broken_lesson_is_a_finding_and_hides_no_other) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "broken");
  std::filesystem::create_directories(folder.path() / "good");
  (void)folder.write("broken/lesson.toml", "kernel = 3\n");
  (void)folder.write("good/lesson.toml", small_lesson);
  (void)folder.write("good/k.cu", "__global__ void k(int* a) { a[threadIdx.x] += 1; }\n");
  const Finished finished = run_program({"list"}, {{"LANESCOPE_KERNELS", folder.path().string()}});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_NE(finished.out.find("good"), std::string::npos) << finished.out;
  EXPECT_NE(finished.err.find("broken"), std::string::npos) << finished.err;
}

using Cells = std::vector<std::string>;

std::vector<Cells> rows_of(const std::string& csv) {
  std::vector<Cells> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    Cells& cells = rows.emplace_back(1);
    for (const char c : line) {
      if (c == ',') {
        cells.emplace_back();
      } else {
        cells.back() += c;
      }
    }
  }
  return rows;
}

// The columns that both tables have: name, space, op, bytes, mask, and the four counters.
Cells comparable(const Cells& measured) {
  return {measured[0], measured[1], measured[2], measured[3], measured[4],
          measured[6], measured[7], measured[9], measured[10]};
}

TEST(Access, agrees_with_the_measured_table_cell_by_cell_but_for_two_rows) {
  const char* table = LANESCOPE_TEST_DATA "/h200_warp_accesses.csv";
  const Finished finished = run_program({"access", "--csv", table});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  std::ostringstream text;
  text << std::ifstream(table).rdbuf();
  const std::vector<Cells> measured = rows_of(text.str());
  const std::vector<Cells> priced = rows_of(finished.out);
  ASSERT_EQ(measured.size(), 738U);  // includes the header row, which is also compared
  ASSERT_EQ(priced.size(), measured.size());
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    if (priced[i] != comparable(measured[i])) lines.push_back(i + 1);
  }
  EXPECT_EQ(lines, (std::vector<std::size_t>{723, 725}));
}

TEST(Access, a_bad_row_is_refused_with_its_line_and_nothing_is_printed) {
  const TemporaryFolder folder;
  const auto csv =
      folder.write("t.csv", "name,space,op,bytes,mask,o0\na,global,ld,4,1,0\nb,global,ld,5,1,0\n");
  expect_refused({"access", "--csv", csv.string()}, "t.csv:3: bytes is '5'");
}

TEST(Access, a_file_that_is_not_there_is_refused_by_name) {
  expect_refused({"access", "--csv", "/nowhere/t.csv"}, "/nowhere/t.csv");
}

TEST(Program, an_unknown_command_is_refused_with_the_list_of_commands) {
  expect_refused(
      {"frobnicate"},
      "access, advise, check-lessons, check-scenes, compare, count, export, grade, launches, lint, "
      "list, machines, merge, new, progress, run, shot, sim, steps, survey, sweep, time, "
      "transfers, validate");
}

TEST(Program, output_that_cannot_be_written_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string command = tests::built("bin/lanescope") + " list > /dev/full 2> /dev/null";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
}

// With a GPU it runs. Without one it says why, and that the machine is the cause.
TEST(Time, without_a_gpu_says_why_and_ends_with_3) {
  const Finished finished = run_program({"time", "transpose", "--variant", "tile", "--set", "N=64"},
                                        {{"CUDA_VISIBLE_DEVICES", "-1"}});
  EXPECT_EQ(finished.exit_code, 3) << finished.out;
  EXPECT_EQ(finished.out, "");
  EXPECT_GT(finished.err.size(), 20U);
}

TEST(Time, without_a_gpu_leaves_no_file_behind) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "times.json";
  const Finished finished = run_program({"time", "transpose", "--record", file.string()},
                                        {{"CUDA_VISIBLE_DEVICES", "-1"}});
  EXPECT_EQ(finished.exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Time, of_a_lesson_that_does_not_exist_is_wrong_input) {
  EXPECT_EQ(run_program({"time", "no-such-lesson"}).exit_code, 2);
  EXPECT_EQ(run_program({"time", "transpose", "--budget", "-5"}).exit_code, 2);
}

TEST(Machines, one_is_shown_with_every_figure_and_its_source) {
  const Finished finished = run_program({"machines", "tesla-c1060", "--json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json.at("schema"), "lanescope.machine/1");
  EXPECT_EQ(json.at("name"), "Tesla C1060");
  EXPECT_EQ(json.at("figures").at("banks").at("value"), 16);
  EXPECT_FALSE(json.at("figures").at("banks").at("source").get<std::string>().empty());
  EXPECT_TRUE(json.at("figures").at("l2_bytes").is_null());
  EXPECT_NEAR(json.at("peak_bandwidth").at("gb_per_s").get<double>(), 102.4, 0.01);
  EXPECT_TRUE(json.at("this_machine").is_array());
}

TEST(Machines, sim_names_the_machine_only_where_it_is_another) {
  const Json there = transpose({"--variant", "tile", "--set", "N=64", "--machine", "tesla-c1060"});
  if (!there.is_object()) GTEST_SKIP() << "no compiler is on this machine";
  EXPECT_EQ(there.at("machine"), "tesla-c1060");
  EXPECT_EQ(a_request(there.at("totals").at("shared_load"), "ideal_wavefronts"), 2);
  EXPECT_FALSE(transpose({"--variant", "tile", "--set", "N=64"}).contains("machine"));
  const Finished text =
      run_program({"sim", "transpose", "--variant", "tile", "--set", "N=64", "--machine", "a100"});
  EXPECT_NE(text.out.find("MODEL of the NVIDIA A100"), std::string::npos) << text.out;
}

}  // namespace
}  // namespace program_test
}  // namespace lanescope::app::testing
