#include "sim/exec/footprint.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace lanescope::exec {
namespace {

class Footprints : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(memory_.add("a", 1000));
    ASSERT_TRUE(memory_.add("b", 1000));
  }
  GlobalMemory memory_;
};

TEST_F(Footprints, meet_where_one_wrote_what_the_other_read) {
  Footprint one(memory_, 4);
  Footprint two(memory_, 4);
  one.mark(1, true, 128, 4);
  two.mark(1, false, 0, 128);
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
  two.mark(1, false, 128, 4);
  EXPECT_EQ(one.first_conflict(two), 1U);
  EXPECT_EQ(two.first_conflict(one), 1U);
}

TEST_F(Footprints, meet_where_both_wrote) {
  Footprint one(memory_, 4);
  Footprint two(memory_, 4);
  one.mark(0, true, 996, 4);
  two.mark(0, true, 990, 10);
  EXPECT_EQ(one.first_conflict(two), 0U);
}

TEST_F(Footprints, do_not_meet_where_both_only_read) {
  Footprint one(memory_, 4);
  Footprint two(memory_, 4);
  one.mark(0, false, 0, 1000);
  two.mark(0, false, 0, 1000);
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
}

TEST_F(Footprints, tell_bytes_of_one_word_apart_when_asked) {
  Footprint one(memory_, 1);
  Footprint two(memory_, 1);
  one.mark(0, true, 8, 1);
  two.mark(0, true, 9, 1);
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
}

TEST_F(Footprints, agree_with_sets_of_bytes) {
  std::mt19937 random(7);
  int meetings = 0;
  for (int round = 0; round < 2000; ++round) {
    Footprint one(memory_, 1);
    Footprint two(memory_, 1);
    std::set<std::uint64_t> wrote[2];
    std::set<std::uint64_t> touched[2];
    for (int i = 0; i < 4; ++i) {
      const std::size_t who = random() % 2;
      const bool is_write = random() % 2 == 0;
      const std::uint64_t offset = random() % 900;
      const std::uint64_t bytes = 1 + random() % 100;
      (who == 0 ? one : two).mark(0, is_write, offset, bytes);
      for (std::uint64_t b = offset; b < offset + bytes; ++b) {
        touched[who].insert(b);
        if (is_write) wrote[who].insert(b);
      }
    }
    bool meet = false;
    for (const std::size_t who : {0U, 1U}) {
      for (const std::uint64_t b : wrote[who]) meet = meet || touched[1 - who].contains(b);
    }
    meetings += meet ? 1 : 0;
    ASSERT_EQ(one.first_conflict(two).has_value(), meet) << round;
  }
  EXPECT_GT(meetings, 100);
}

}  // namespace
}  // namespace lanescope::exec
