#include "kernels/machine_file/machine_file.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/some.h"

namespace lanescope::machine {
namespace {

namespace fs = std::filesystem;

const std::string good = R"(name = "Mine"
compute_capability = "7.5"
year = 2019
[memory]
global = "sectors"
shared = "measured"
source = "a book"
[[figures]]
source = "a data sheet"
multiprocessors = 3
memory_clock_mhz = 877.5
)";

Error error_of(const std::string& text) {
  auto profile = read_profile(text, "mine.toml");
  EXPECT_FALSE(profile) << text;
  return profile ? Error{} : profile.error();
}

TEST(MachineFile, has_name_capability_rules_and_figures_with_their_sources) {
  const auto profile = read_profile(good, "folder/mine.toml");
  ASSERT_TRUE(profile) << profile.error().formatted();
  EXPECT_EQ(profile->id, "mine");
  EXPECT_EQ(profile->name, "Mine");
  EXPECT_EQ(profile->architecture(), 75);
  EXPECT_EQ(profile->memory, memory::MemoryRules{});
  EXPECT_EQ(profile->count(Figure::multiprocessors), 3U);
  EXPECT_EQ(profile->value(Figure::memory_clock_mhz), 877.5);
  EXPECT_EQ(profile->at(Figure::multiprocessors)->source, "a data sheet");
  EXPECT_FALSE(profile->at(Figure::banks));
  EXPECT_FALSE(profile->bandwidth());
}

TEST(MachineFile, that_is_not_toml_names_the_line) {
  const Error error = error_of("name = \"Mine\"\nyear = \n");
  EXPECT_EQ(error.line, 2);
  EXPECT_EQ(error.file, "mine.toml");
}

TEST(MachineFile, with_a_misspelt_key_says_what_was_meant) {
  const Error error = error_of(good + "multiprocesors = 3\n");
  EXPECT_EQ(error.line, 12);
  EXPECT_EQ(error.key, "figures[0].multiprocesors");
  EXPECT_NE(error.message.find("did you mean 'multiprocessors'"), std::string::npos)
      << error.message;
}

TEST(MachineFile, with_an_unknown_rule_lists_the_known_ones) {
  std::string text = good;
  text.replace(text.find("\"sectors\""), 9, "\"sektors\"");
  const Error error = error_of(text);
  EXPECT_EQ(error.key, "memory.global");
  EXPECT_EQ(error.line, 5);
  EXPECT_NE(error.message.find("sequential-segments"), std::string::npos) << error.message;
}

TEST(MachineFile, with_figures_without_a_source_is_refused) {
  const Error error = error_of(good + "[[figures]]\nbanks = 32\n");
  EXPECT_EQ(error.key, "figures[1]");
  EXPECT_NE(error.message.find("source is missing"), std::string::npos) << error.message;
}

TEST(MachineFile, that_gives_a_figure_twice_is_refused) {
  const Error error = error_of(good + "[[figures]]\nsource = \"b\"\nmultiprocessors = 4\n");
  EXPECT_EQ(error.key, "figures[1].multiprocessors");
}

TEST(MachineFile, with_a_figure_out_of_range_is_refused) {
  EXPECT_EQ(error_of(good + "threads_per_block = 0\n").key, "figures[0].threads_per_block");
  EXPECT_EQ(error_of(good + "l2_bytes = -1\n").key, "figures[0].l2_bytes");
}

TEST(MachineFile, whose_figures_contradict_its_rules_is_refused) {
  const Error error = error_of(good + "banks = 16\n");
  EXPECT_EQ(error.key, "memory");
  EXPECT_NE(error.message.find("banks = 32"), std::string::npos) << error.message;
}

TEST(MachineFile, with_a_capability_that_is_no_pair_of_numbers_is_refused) {
  for (const char* wrong : {"75", "7.", ".5", "7.5.1", "a.b", ""}) {
    std::string text = good;
    text.replace(text.find("7.5"), 3, wrong);
    EXPECT_EQ(error_of(text).key, "compute_capability") << wrong;
  }
}

class MachineFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "own");
    fs::create_directories(folder_ / "shipped");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] std::vector<Entry> all() const {
    return catalogue({folder_ / "own"}, {folder_ / "shipped"});
  }
  const fs::path folder_ =
      fs::path(::testing::TempDir()) /
      ("machines_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(MachineFolder, gives_the_users_own_machine_precedence_over_one_that_ships) {
  write("shipped/mine.toml", good);
  std::string other = good;
  other.replace(other.find("Mine"), 4, "Ours");
  write("own/mine.toml", other);
  ASSERT_EQ(all().size(), 1U);
  EXPECT_FALSE(all().front().shipped);
  EXPECT_EQ((*all().front().profile)->name, "Ours");
}

TEST_F(MachineFolder, keeps_a_broken_file_as_an_error_behind_the_others) {
  write("shipped/a.toml", "name = 3\n");
  write("shipped/b.toml", good);
  const std::vector<Entry> entries = all();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].id, "b");
  ASSERT_FALSE(entries[1].profile);
  EXPECT_EQ(entries[1].profile.error().line, 1);
}

TEST_F(MachineFolder, may_be_missing) { EXPECT_TRUE(catalogue({folder_ / "nowhere"}, {}).empty()); }

TEST(Machines, of_an_unknown_id_are_refused_with_the_list_of_machines) {
  const auto found = find("tesla-c1061");
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("did you mean 'tesla-c1060'"), std::string::npos)
      << found.error().message;
  EXPECT_NE(found.error().message.find("geforce-8800-gtx"), std::string::npos);
}

TEST(Machines, that_ship_price_memory_by_the_rules_of_their_capability) {
  for (const Entry& entry : tests::some(catalogue())) {
    ASSERT_TRUE(entry.profile) << entry.profile.error().formatted();
    const Profile& profile = **entry.profile;
    const memory::MemoryRules& machine = profile.memory;
    EXPECT_EQ(machine.shared == memory::SharedRule::half_warps, profile.major == 1) << entry.id;
    EXPECT_EQ(machine.constant_by_half_warp, profile.major == 1) << entry.id;
    EXPECT_EQ(machine.global == memory::GlobalRule::cached_lines, profile.major == 2) << entry.id;
    EXPECT_EQ(machine.is_measured(), profile.major >= 5) << entry.id;
    EXPECT_EQ(profile.registers_by_block, profile.major == 1) << entry.id;
  }
}

}  // namespace
}  // namespace lanescope::machine
