#include "sim/exec/state/footprint.h"

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
  Footprint one(memory_, 4, {});
  Footprint two(memory_, 4, {});
  one.mark(1, Touch::written, 128, 4);
  two.mark(1, Touch::read, 0, 128);
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
  two.mark(1, Touch::read, 128, 4);
  EXPECT_EQ(one.first_conflict(two), 1U);
  EXPECT_EQ(two.first_conflict(one), 1U);
}

TEST_F(Footprints, meet_where_both_wrote) {
  Footprint one(memory_, 4, {});
  Footprint two(memory_, 4, {});
  one.mark(0, Touch::written, 996, 4);
  two.mark(0, Touch::written, 990, 10);
  EXPECT_EQ(one.first_conflict(two), 0U);
}

TEST_F(Footprints, do_not_meet_where_both_only_read) {
  Footprint one(memory_, 4, {});
  Footprint two(memory_, 4, {});
  one.mark(0, Touch::read, 0, 1000);
  two.mark(0, Touch::read, 0, 1000);
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
}

constexpr std::uint8_t sum = 4;
constexpr std::uint8_t maximum = 12;

TEST_F(Footprints, do_not_meet_where_both_reduced_alike) {
  Footprint one(memory_, 4, {});
  Footprint two(memory_, 4, {});
  for (Footprint* footprint : {&one, &two}) {
    footprint->mark(0, Touch::reduced, 40, 4);
    footprint->note_reduction(0, sum);
    footprint->note_reduction(0, sum);
  }
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
}

TEST_F(Footprints, meet_where_they_reduced_one_word_differently) {
  Footprint one(memory_, 4, {});
  Footprint two(memory_, 4, {});
  one.mark(0, Touch::reduced, 40, 4);
  one.note_reduction(0, sum);
  two.mark(0, Touch::reduced, 44, 4);
  two.note_reduction(0, maximum);
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
  two.mark(0, Touch::reduced, 40, 4);
  EXPECT_EQ(one.first_conflict(two), 0U);
  EXPECT_EQ(two.first_conflict(one), 0U);
}

TEST_F(Footprints, meet_where_one_mixed_operations_and_the_other_reduced) {
  Footprint one(memory_, 4, {});
  Footprint two(memory_, 4, {});
  one.mark(1, Touch::reduced, 0, 8);
  one.note_reduction(1, sum);
  one.note_reduction(1, maximum);
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
  two.mark(1, Touch::reduced, 4, 4);
  two.note_reduction(1, sum);
  EXPECT_EQ(one.first_conflict(two), 1U);
}

TEST_F(Footprints, meet_where_one_reduced_what_the_other_read_or_wrote) {
  for (const Touch touch : {Touch::read, Touch::written}) {
    Footprint one(memory_, 4, {});
    Footprint two(memory_, 4, {});
    one.mark(0, Touch::reduced, 40, 4);
    one.note_reduction(0, sum);
    two.mark(0, touch, 44, 4);
    EXPECT_EQ(one.first_conflict(two), std::nullopt);
    two.mark(0, touch, 40, 4);
    EXPECT_EQ(one.first_conflict(two), 0U);
    EXPECT_EQ(two.first_conflict(one), 0U);
  }
}

TEST_F(Footprints, keep_bytes_of_one_word_apart_when_asked) {
  Footprint one(memory_, 1, {});
  Footprint two(memory_, 1, {});
  one.mark(0, Touch::written, 8, 1);
  two.mark(0, Touch::written, 9, 1);
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
}

TEST_F(Footprints, meet_in_an_array_that_should_only_be_read_where_one_wrote_it) {
  Footprint one(memory_, 4, {true, false});
  Footprint two(memory_, 4, {true, false});
  EXPECT_FALSE(one.wants_reads(0));
  EXPECT_TRUE(one.wants_reads(1));
  EXPECT_EQ(one.first_conflict(two), std::nullopt);
  two.mark(0, Touch::written, 40, 4);
  EXPECT_EQ(one.first_conflict(two), 0U);
  EXPECT_EQ(two.first_conflict(one), 0U);
}

TEST_F(Footprints, count_the_touched_bytes_and_none_twice) {
  Footprint one(memory_, 4, {});
  Footprint two(memory_, 4, {});
  one.mark(0, Touch::read, 0, 128);
  one.mark(0, Touch::read, 64, 128);
  one.mark(0, Touch::written, 400, 4);
  two.mark(0, Touch::read, 188, 8);
  two.mark(0, Touch::reduced, 400, 8);
  one.add(two);
  EXPECT_EQ(one.bytes_touched(0, {Touch::read}), 196U);
  EXPECT_EQ(one.bytes_touched(0, {Touch::written}), 4U);
  EXPECT_EQ(one.bytes_touched(0, {Touch::written, Touch::reduced}), 8U);
  EXPECT_EQ(one.bytes_touched(1, {Touch::read}), 0U);
}

TEST_F(Footprints, agree_with_sets_of_bytes) {
  std::mt19937 random(7);
  int meetings = 0;
  for (int round = 0; round < 2000; ++round) {
    Footprint one(memory_, 1, {});
    Footprint two(memory_, 1, {});
    std::set<std::uint64_t> wrote[2];
    std::set<std::uint64_t> touched[2];
    for (int i = 0; i < 4; ++i) {
      const std::size_t who = random() % 2;
      const bool is_write = random() % 2 == 0;
      const std::uint64_t offset = random() % 900;
      const std::uint64_t bytes = 1 + random() % 100;
      (who == 0 ? one : two).mark(0, is_write ? Touch::written : Touch::read, offset, bytes);
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
