// The emulator against a GPU: runs a corpus of kernels, generated here, on both and compares the
// arrays bit for bit (approximate functions: each within PTX's bound). Prints a table. README.md in
// this folder says how to run it on another machine.
//
// Without a GPU the comparisons are skipped. The other tests run everywhere: every form runs in the
// emulator or is refused with a message, and approximations stay within their bounds.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/device/compare.h"
#include "tests/device/gpu.h"
#include "tests/paths.h"
#include "tests/property/generator.h"

namespace lanescope::device {
namespace {

struct Family {
  const char* name;
  std::vector<Form> (*forms)();
};
void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }

constexpr Family families[] = {{"integer", integer_forms},
                               {"bits", bit_forms},
                               {"compare", compare_forms},
                               {"float", float_forms},
                               {"approximate", approximate_forms},
                               {"half", half_forms},
                               {"convert", convert_forms},
                               {"warp", warp_forms},
                               {"memory", memory_forms}};

// One GPU object for the whole program, because creating a context is slow.
const tl::expected<std::unique_ptr<Gpu>, std::string>& the_gpu() {
  static const auto gpu = [] {
    auto opened = Gpu::open();
    if (opened) std::cout << "GPU: " << (*opened)->name() << "\n";
    return opened;
  }();
  return gpu;
}

struct Row {  // one row of the table, for one opcode
  std::size_t forms = 0;
  std::size_t compared = 0;
  std::size_t equal = 0;
  std::size_t nan_payloads = 0;
  std::size_t different = 0;
  std::vector<std::string> notes;
  std::map<std::string, std::vector<std::string>> not_executed;  // reason -> forms
};

class Table {
 public:
  Row& row(const std::string& opcode) { return rows_[opcode]; }
  void print(const std::string& family) const {
    std::cout << fmt::format("\n{:<12} {:>6} {:>10} {:>10} {:>10} {:>10}\n", family, "forms",
                             "compared", "equal", "NaN bits", "different");
    for (const auto& [opcode, row] : rows_) {
      std::cout << fmt::format("{:<12} {:>6} {:>10} {:>10} {:>10} {:>10}\n", opcode, row.forms,
                               row.compared, row.equal, row.nan_payloads, row.different);
      for (const std::string& note : row.notes) std::cout << "    " << note << "\n";
      for (const auto& [reason, forms] : row.not_executed) {
        std::cout << fmt::format("    not executed, {} forms ({} ...): {}\n", forms.size(),
                                 forms.front(), reason);
      }
    }
    std::cout << std::flush;
  }

 private:
  std::map<std::string, Row> rows_;
};

// The message without its beginning, so that forms refused for the same reason are grouped: "the
// emulator can't execute 'add.sat.u32' (PTX line 20): .sat needs .s32".
std::string reason_of(const std::string& message) {
  const std::string line = message.substr(0, message.find('\n'));
  const std::size_t reason = line.find("): ");
  return reason == std::string::npos ? line : line.substr(reason + 3);
}

void note_tally(const Form& form, const Tally& tally, Row& row) {
  ++row.forms;
  row.compared += tally.compared;
  row.equal += tally.equal;
  row.nan_payloads += tally.nan_payloads;
  row.different += tally.different;
  if (form.exact != nullptr) {
    row.notes.push_back(fmt::format(
        "{}: {} of {} equal; largest error GPU {:.3f} ulp, emulator {:.3f} ulp; GPU outside the "
        "bound {} times",
        form.text, tally.equal, tally.compared, tally.gpu_ulp, tally.emulator_ulp,
        tally.gpu_outside));
  }
  const auto note_samples = [&](const char* what, std::size_t count,
                                const std::vector<std::string>& samples) {
    if (count == 0) return;
    row.notes.push_back(fmt::format("{} {}: {} of {}", what, form.text, count, tally.compared));
    for (const std::string& sample : samples) row.notes.push_back("  " + sample);
  };
  note_samples("DIFFERENT", tally.different, tally.samples);
  note_samples("NaN bits", tally.nan_payloads, tally.payload_samples);
}

class FormsOnTheGpu : public testing::TestWithParam<Family> {};

TEST_P(FormsOnTheGpu, forms_give_the_same_bits) {
  if (!the_gpu()) GTEST_SKIP() << "no GPU here: " << the_gpu().error();
  Table table;
  std::size_t not_ptx = 0;
  std::size_t not_executed = 0;
  std::size_t compared = 0;
  for (const Form& form : GetParam().forms()) {
    KernelLaunch gpu = launch_of(form);
    KernelLaunch emulator = gpu;
    Row& row = table.row(form.opcode);
    const LaunchResult theirs = (*the_gpu())->run(gpu);
    if (!theirs && theirs.error().is_refusal) {
      ++not_ptx;
      continue;
    }
    if (!theirs) {
      row.notes.push_back(form.text + ": " + theirs.error().message);
      ADD_FAILURE() << form.text << ": " << theirs.error().message << "\n" << form.body;
      continue;
    }
    const LaunchResult ours = run_in_emulator(emulator);
    if (!ours) {
      ++not_executed;
      row.not_executed[reason_of(ours.error().message)].push_back(form.text);
      EXPECT_TRUE(ours.error().is_refusal) << form.text << ": " << ours.error().message;
      continue;
    }
    const Tally tally = compare(form, gpu.arrays, emulator.arrays);
    note_tally(form, tally, row);
    compared += tally.compared;
    EXPECT_EQ(tally.different, 0U) << form.text << ": " << tally.samples.front();
  }
  table.print(GetParam().name);
  std::cout << fmt::format(
      "{}: {} values compared; {} forms the driver's compiler refuses, {} the "
      "emulator refuses\n",
      GetParam().name, compared, not_ptx, not_executed);
  EXPECT_GT(compared, 0U);
}

class Corpus : public testing::TestWithParam<Family> {};

// If LANESCOPE_CORPUS_FOLDER is set, writes the kernels there, to read them or to compile them with
// ptxas.
void write_if_told_to(const std::string& family, std::size_t number, const Form& form) {
  const char* folder = std::getenv("LANESCOPE_CORPUS_FOLDER");
  if (folder == nullptr) return;
  std::ofstream file(std::filesystem::path(folder) / fmt::format("{}_{:04}.ptx", family, number));
  file << "// " << form.text << "\n" << ptx_of(form);
}

// The lines of refused_forms.txt that begin with the family's name: "half ex2.approx.f16x2:
// reason".
std::multiset<std::string> known_refusals(const std::string& family) {
  std::multiset<std::string> lines;
  std::ifstream file(std::filesystem::path(LANESCOPE_TEST_DATA) / "refused_forms.txt");
  EXPECT_TRUE(file.is_open());
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(family + " ")) lines.insert(line);
  }
  return lines;
}

// A form that the emulator executes and then no longer does fails here, and so does one that it
// learns to execute: the list is what it cannot do.
TEST_P(Corpus, runs_in_the_emulator_but_for_the_known_refusals) {
  std::size_t number = 0;
  std::multiset<std::string> refusals;
  for (Form form : GetParam().forms()) {
    write_if_told_to(GetParam().name, number++, form);
    form.count = 1;
    KernelLaunch launch = launch_of(form);
    const LaunchResult result = run_in_emulator(launch);
    if (result) continue;
    EXPECT_TRUE(result.error().is_refusal) << form.text << ": " << result.error().message;
    refusals.insert(
        fmt::format("{} {}: {}", GetParam().name, form.text, reason_of(result.error().message)));
  }
  const std::multiset<std::string> known = known_refusals(GetParam().name);
  std::vector<std::string> only;
  std::set_difference(refusals.begin(), refusals.end(), known.begin(), known.end(),
                      std::back_inserter(only));
  for (const std::string& line : only) ADD_FAILURE() << "no longer executed:\n" << line;
  only.clear();
  std::set_difference(known.begin(), known.end(), refusals.begin(), refusals.end(),
                      std::back_inserter(only));
  for (const std::string& line : only) ADD_FAILURE() << "no longer refused so:\n" << line;
}

TEST_P(Corpus, names_each_form_once) {
  std::set<std::string> bodies;
  for (const Form& form : GetParam().forms()) {
    EXPECT_TRUE(
        bodies.insert(ptx_of(form) + std::to_string(static_cast<int>(form.operands[0]))).second)
        << form.text;
  }
}

// The random programs of tests/property; compares the bytes of the whole output array.
constexpr std::uint64_t random_programs = 400;

template <class T>
std::vector<std::byte> bytes_of_scalar(T value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

KernelLaunch launch_of(const property::Program& program) {
  KernelLaunch launch;
  launch.ptx = property::ptx_of(program);
  launch.grid = program.grid;
  std::copy(std::begin(program.block), std::end(program.block), launch.block);
  launch.arrays.emplace_back(program.out_bytes);
  launch.arrays.push_back(property::input_of(program));
  launch.scalars.push_back(bytes_of_scalar(program.scalar_u32));
  launch.scalars.push_back(bytes_of_scalar(program.scalar_u64));
  return launch;
}

TEST(OnTheGpu, random_programs_give_the_same_bytes) {
  if (!the_gpu()) GTEST_SKIP() << "no GPU here: " << the_gpu().error();
  std::size_t equal = 0;
  for (std::uint64_t seed = 0; seed < random_programs; ++seed) {
    KernelLaunch gpu = launch_of(property::random_program(seed));
    KernelLaunch emulator = gpu;
    const LaunchResult theirs = (*the_gpu())->run(gpu);
    const LaunchResult ours = run_in_emulator(emulator);
    ASSERT_TRUE(theirs) << "seed " << seed << ": " << theirs.error().message;
    ASSERT_TRUE(ours) << "seed " << seed << ": " << ours.error().message;
    const auto [there, here] =
        std::mismatch(gpu.arrays[0].begin(), gpu.arrays[0].end(), emulator.arrays[0].begin());
    equal += there == gpu.arrays[0].end() ? 1 : 0;
    EXPECT_TRUE(there == gpu.arrays[0].end())
        << "seed " << seed << ": byte " << there - gpu.arrays[0].begin() << " of out: GPU "
        << std::to_integer<int>(*there) << ", emulator " << std::to_integer<int>(*here) << "\n"
        << gpu.ptx;
  }
  std::cout << fmt::format("random programs: {} of {} equal\n", equal, random_programs);
}

const auto family_name = [](const testing::TestParamInfo<Family>& info) {
  return std::string(info.param.name);
};
INSTANTIATE_TEST_SUITE_P(All, FormsOnTheGpu, testing::ValuesIn(families), family_name);
INSTANTIATE_TEST_SUITE_P(All, Corpus, testing::ValuesIn(families), family_name);

TEST(Approximations, of_the_emulator_are_within_the_bounds_of_ptx) {
  for (const Form& form : approximate_forms()) {
    KernelLaunch launch = launch_of(form);
    if (!run_in_emulator(launch)) continue;
    // Compares the emulator with itself: a value outside the bound counts on both sides.
    const Tally tally = compare(form, launch.arrays, launch.arrays);
    EXPECT_EQ(tally.gpu_outside, 0U)
        << form.text << ", largest error " << tally.emulator_ulp << " ulp";
  }
}

}  // namespace
}  // namespace lanescope::device
