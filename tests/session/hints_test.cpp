#include "app/session/course/hints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include <fmt/format.h>

namespace lanescope::app::test {
namespace {

using lesson::Question;
using lesson::QuestionKind;
using ::testing::HasSubstr;
using ::testing::Not;

// A load of 32 words, 64 bytes apart: 32 sectors in 16 lines.
const Facts facts = {{"N", 1024},
                     {"STRIDE", 16},
                     {"blocks", 12},
                     {"warps_per_block", 4},
                     {"threads_per_block", 128},
                     {"branches", 48},
                     {"divergent_branches", 24},
                     {"access.lanes", 32},
                     {"access.bytes", 4},
                     {"access.bytes_requested", 128},
                     {"access.words", 31},
                     {"access.ideal", 4},
                     {"access.sectors", 30},
                     {"access.lines", 16},
                     {"access.bytes_used", 124},
                     {"access.efficiency_percent", 13},
                     {"other.access.sectors", 6}};
// Conflicts of up to 5 lanes at 12 banks.
const Facts shared_facts = {{"access.lanes", 32}, {"access.wavefronts", 8}, {"access.conflicts", 6},
                            {"access.ideal", 2},  {"access.banks", 12},     {"access.words", 24},
                            {"access.ways", 5},   {"access.bytes", 4},      {"warps_per_block", 16},
                            {"blocks", 3}};
// 32 words side by side, from the start of a sector.
const Facts dense_facts = {
    {"access.lanes", 32}, {"access.bytes", 4},   {"access.bytes_requested", 128},
    {"access.words", 32}, {"access.ideal", 4},   {"access.sectors", 4},
    {"access.lines", 1},  {"warps_per_block", 2}};

Question number(const std::string& value, const std::string& unit) {
  Question question;
  question.kind = QuestionKind::number;
  question.value.text = value;
  question.unit = unit;
  return question;
}

Hint hint_of_number(const Question& question, const Facts& known, std::int64_t truth,
                    std::int64_t given) {
  Answer right, answer;
  right.number = truth;
  answer.number = given;
  return hint_for({question, known, nullptr, {}}, right, answer);
}

Hint of_sectors(std::int64_t given) {
  return hint_of_number(number("access.sectors", "sectors"), facts, 30, given);
}
Hint of_wavefronts(std::int64_t given) {
  return hint_of_number(number("access.wavefronts", "wavefronts"), shared_facts, 8, given);
}

std::string said(const Hint& hint, const char* language = "en") {
  return text_of(hint, text::Texts(language));
}

TEST(NumberHints, lines_counted_for_sectors_are_named) {
  const Hint hint = of_sectors(16);
  EXPECT_EQ(hint.mistake, Mistake::other_quantity);
  EXPECT_THAT(said(hint), HasSubstr("16 is the number of **cache lines**"));
  EXPECT_THAT(said(hint), HasSubstr("**sectors**"));
  EXPECT_THAT(said(hint, "zh"), HasSubstr("缓存行数"));
}

TEST(NumberHints, every_other_count_of_the_access_is_named) {
  for (const auto& [given, key] : {std::pair(31, "hint.count.words"),
                                   {128, "metric.bytes_requested"},
                                   {124, "metric.bytes_used"}}) {
    const Hint hint = of_sectors(given);
    EXPECT_EQ(hint.mistake, Mistake::other_quantity) << given;
    EXPECT_STREQ(hint.said, key);
  }
  for (const auto& [given, key] :
       {std::pair(12, "hint.count.banks"), {24, "hint.count.words"}, {5, "hint.count.ways"}}) {
    EXPECT_STREQ(of_wavefronts(given).said, key);
  }
}

TEST(NumberHints, one_for_each_lane_is_not_taken_for_a_misread_question) {
  EXPECT_THAT(said(of_sectors(32)), HasSubstr("32 would be one sector for each lane"));
  EXPECT_THAT(said(of_wavefronts(32)), HasSubstr("one wavefront for each lane"));
  EXPECT_THAT(said(of_sectors(32), "zh"), HasSubstr("每个 lane 各要一个扇区"));
  const Hint other = hint_of_number(number("access.words / 2", "none"), facts, 15, 32);
  EXPECT_EQ(other.mistake, Mistake::other_quantity);
}

TEST(NumberHints, the_ideal_is_asked_about) {
  EXPECT_EQ(of_sectors(4).mistake, Mistake::ideal_only);
  EXPECT_EQ(of_wavefronts(2).mistake, Mistake::ideal_only);
}

TEST(NumberHints, conflicts_given_for_wavefronts_are_named) {
  EXPECT_EQ(of_wavefronts(6).mistake, Mistake::conflicts_only);
  const Question of_request = number("shared_load.wavefronts_per_request", "wavefronts");
  EXPECT_EQ(hint_of_number(of_request, {}, 8, 7).mistake, Mistake::conflicts_only);
}

TEST(NumberHints, counts_of_the_launch_are_named_where_the_launch_is_asked_about) {
  const Hint hint = hint_of_number(number("divergent_branches", "warps"), facts, 24, 48);
  EXPECT_EQ(hint.mistake, Mistake::other_quantity);
  EXPECT_STREQ(hint.said, "metric.branches");
  EXPECT_STREQ(hint.asked, "metric.divergent_branches");
}

TEST(NumberHints, one_of_the_two_numbers_of_a_quotient_is_recognized) {
  const Question question = number("access.sectors / other.access.sectors", "times");
  EXPECT_EQ(hint_of_number(question, facts, 5, 6).mistake, Mistake::one_of_two);
  EXPECT_EQ(hint_of_number(question, facts, 5, 30).mistake, Mistake::one_of_two);
  EXPECT_EQ(hint_of_number(question, facts, 5, 16).mistake, Mistake::unexplained);  // the lines
}

TEST(NumberHints, the_inverse_quotient_is_recognized) {
  const Question question = number("other.access.sectors / access.sectors", "times");
  EXPECT_EQ(hint_of_number(question, facts, 0, 5).mistake, Mistake::reciprocal);
}

TEST(NumberHints, the_rest_of_hundred_percent_is_recognized) {
  const Question question = number("access.efficiency_percent", "percent");
  EXPECT_EQ(hint_of_number(question, facts, 13, 87).mistake, Mistake::complement);
}

TEST(NumberHints, percent_and_times_are_told_apart) {
  const Question percent = number("access.efficiency_percent", "percent");
  EXPECT_EQ(hint_of_number(percent, facts, 13, 8).mistake, Mistake::times_for_percent);
  const Question times = number("blocks / 3", "times");
  EXPECT_EQ(hint_of_number(times, facts, 4, 400).mistake, Mistake::percent_for_times);
  EXPECT_EQ(hint_of_number(times, facts, 4, 25).mistake, Mistake::percent_for_times);
}

TEST(NumberHints, a_percentage_that_is_one_off_was_rounded) {
  const Question percent = number("access.efficiency_percent", "percent");
  EXPECT_EQ(hint_of_number(percent, facts, 13, 12).mistake, Mistake::rounding);
}

TEST(NumberHints, factors_of_four_eight_and_thirty_two_are_explained_by_bytes) {
  const Question bytes = number("32 * access.sectors - access.bytes_used", "bytes");
  EXPECT_EQ(hint_of_number(bytes, facts, 836, 209).mistake, Mistake::words_for_bytes);
  EXPECT_EQ(hint_of_number(number("access.bytes_used", "bytes"), {}, 320, 10).mistake,
            Mistake::bytes_of_sector);
  EXPECT_EQ(of_sectors(240).mistake, Mistake::words_of_sector);
}

TEST(NumberHints, a_warp_a_block_and_the_launch_are_told_apart) {
  const Question question = number("global_load.requests", "requests");
  EXPECT_EQ(hint_of_number(question, facts, 144, 36).mistake, Mistake::warps_of_block);
  EXPECT_EQ(hint_of_number(question, facts, 144, 12 * 144).mistake, Mistake::blocks_of_launch);
  EXPECT_EQ(hint_of_number(question, facts, 240, 5).mistake, Mistake::warps_of_launch);
  EXPECT_EQ(hint_of_number(question, facts, 160, 5).mistake, Mistake::lanes_of_warp);
}

TEST(NumberHints, a_small_number_matches_by_chance_and_is_not_explained_by_it) {
  // Lines, for sectors.
  const Hint one = hint_of_number(number("access.sectors", "sectors"), dense_facts, 4, 1);
  EXPECT_EQ(one.mistake, Mistake::unexplained);
  // Bytes of a lane, for sectors that are wanted whole.
  const Question whole = number("(12 + access.lanes) / 8 - ceil_div(12, 8)", "sectors");
  EXPECT_EQ(hint_of_number(whole, dense_facts, 3, 4).mistake, Mistake::unexplained);
  // The inverse quotient, 32 / 21, for the number of a warp.
  const Question warp = number("(STRIDE + 5) / 32", "none");
  EXPECT_EQ(hint_of_number(warp, facts, 0, 1).mistake, Mistake::unexplained);
  // Factors.
  const Question requests = number("global_load.requests", "requests");
  EXPECT_EQ(hint_of_number(requests, facts, 64, 2).mistake, Mistake::unexplained);
}

TEST(NumberHints, a_count_that_is_never_mistaken_for_the_asked_one_is_not_named) {
  Facts wide = facts;
  wide["access.bytes"] = 16;
  wide["access.lines"] = 20;
  EXPECT_EQ(hint_of_number(number("access.sectors", "sectors"), wide, 30, 16).mistake,
            Mistake::unexplained);
  EXPECT_EQ(
      hint_of_number(number("occupancy.blocks", "blocks"), {{"warps_per_block", 8}}, 6, 8).mistake,
      Mistake::unexplained);
}

TEST(NumberHints, one_conflict_less_is_not_taken_for_the_conflicts) {
  const Question conflicts = number("access.conflicts", "wavefronts");
  EXPECT_NE(hint_of_number(conflicts, shared_facts, 6, 5).mistake, Mistake::conflicts_only);
}

TEST(NumberHints, one_more_or_less_is_off_by_one) {
  EXPECT_EQ(of_sectors(29).mistake, Mistake::off_by_one);
  EXPECT_EQ(hint_of_number(number("3 + STRIDE", ""), facts, 19, 20).mistake, Mistake::off_by_one);
}

TEST(NumberHints, one_off_at_the_edge_of_the_range_would_be_the_answer_and_is_not_said) {
  Question question = number("access.sectors", "sectors");
  question.min = 29;
  EXPECT_EQ(hint_of_number(question, facts, 30, 29).mistake, Mistake::unexplained);
}

TEST(NumberHints, arithmetic_with_parameters_is_not_explained_by_counts) {
  EXPECT_EQ(hint_of_number(number("16 * STRIDE % 32", ""), facts, 8, 32).mistake,
            Mistake::unexplained);
}

TEST(NumberHints, what_nothing_explains_is_answered_by_where_to_look) {
  EXPECT_EQ(of_sectors(19).mistake, Mistake::unexplained);
  EXPECT_THAT(said(of_sectors(19)), HasSubstr("pieces of 32 bytes"));
  EXPECT_THAT(said(of_wavefronts(17)), HasSubstr("bank"));
}

// With 16 bytes a lane the busiest bank may give one word, and the access takes four wavefronts.
TEST(NumberHints, where_to_look_for_wavefronts_names_the_lanes_that_are_served_together) {
  EXPECT_THAT(said(of_wavefronts(17)), HasSubstr("served together"));
  EXPECT_THAT(said(of_wavefronts(17)), HasSubstr("add up"));
}

TEST(NumberHints, where_to_look_follows_the_rule_of_the_access) {
  using memory::Op;
  using memory::Space;
  const std::tuple<Space, Op, const char*, const char*> rules[] = {
      {Space::shared, Op::load, "wavefronts", "of_unit.wavefronts"},
      {Space::shared, Op::store, "wavefronts", "of_unit.wavefronts"},
      {Space::shared, Op::atomic, "wavefronts", "of_shared_atomic"},
      {Space::shared, Op::reduction, "wavefronts", "of_shared_atomic"},
      {Space::constant, Op::load, "wavefronts", "of_constant_memory"},
      {Space::global, Op::load, "sectors", "of_unit.sectors"},
      {Space::global, Op::store, "sectors", "of_unit.sectors"},
      {Space::global, Op::atomic, "sectors", "of_global_atomic"},
      {Space::global, Op::reduction, "sectors", "of_global_atomic"},
  };
  Answer right, answer;
  right.number = 8;
  answer.number = 17;
  for (const auto& [space, op, unit, key] : rules) {
    report::Event event;
    event.kind = report::EventKind::access;
    event.access.space = space;
    event.access.op = op;
    const std::string kind = name_of(report::kind_of(space, op));
    const Question selected = number(fmt::format("access.{}", unit), unit);
    EXPECT_EQ(hint_for({selected, {}, &event, {}}, right, answer).general,
              fmt::format("hint.{}", key))
        << kind;
    const Question named = number(fmt::format("{}.{}", kind, unit), unit);
    EXPECT_EQ(hint_of_number(named, {}, 8, 17).general, fmt::format("hint.{}", key)) << kind;
  }
}

TEST(NumberHints, where_to_look_for_a_share_is_at_what_is_counted) {
  const auto key = [](const char* value) {
    return hint_of_number(number(value, "percent"), {}, 20, 25).general;
  };
  EXPECT_EQ(key("global_load.efficiency_percent"), "hint.of_efficiency");
  EXPECT_EQ(key("access.efficiency_percent"), "hint.of_efficiency");
  EXPECT_EQ(key("branch_efficiency_percent"), "hint.of_branch_efficiency");
  EXPECT_EQ(key("occupancy.percent"), "hint.of_unit.percent");
}

TEST(NumberHints, every_unit_has_a_text_of_where_to_look) {
  for (const std::string& unit : lesson::guide_units()) {
    const Question question = number("N", unit);
    const Hint hint = hint_of_number(question, {}, 1000, 17);
    for (const char* language : {"en", "zh"})
      EXPECT_THAT(said(hint, language), Not(HasSubstr("hint.")));
  }
}

TEST(NumberHints, none_tells_by_what_factor_the_answer_is_off) {
  const Question bytes = number("access.bytes_used", "bytes");
  const Question requests = number("global_load.requests", "requests");
  for (const Hint& hint :
       {hint_of_number(number("32 * access.sectors - access.bytes_used", "bytes"), facts, 836, 209),
        hint_of_number(bytes, {}, 320, 10), of_sectors(240),
        hint_of_number(requests, facts, 144, 36), hint_of_number(requests, facts, 160, 5),
        of_sectors(29)}) {
    EXPECT_THAT(said(hint), Not(HasSubstr("factor")));
    EXPECT_THAT(said(hint), Not(HasSubstr("exactly")));
    EXPECT_THAT(said(hint), Not(HasSubstr("off by")));
  }
}

TEST(NumberHints, none_contains_the_truth) {
  const Question questions[] = {number("access.sectors", "sectors"),
                                number("access.lines", "lines"), number("access.words", "none"),
                                number("access.efficiency_percent", "percent")};
  for (const Question& question : questions) {
    for (int truth = 129; truth < 160; ++truth) {  // up to 128, the texts have sizes of their own
      for (int given = 0; given < 300; ++given) {
        if (given == truth) continue;
        const Hint hint = hint_of_number(question, facts, truth, given);
        EXPECT_THAT(said(hint), Not(HasSubstr(std::to_string(truth))))
            << question.value.text << " " << given;
      }
    }
  }
}

TEST(ChoiceHints, a_question_of_time_is_sent_to_what_the_kernel_waits_for) {
  Question question;
  question.kind = QuestionKind::choice;
  question.choices = {{"yes", {"cold_ns < other.cold_ns", {}}}, {"no", {"1", {}}}};
  Answer no;
  no.choice = "no";
  EXPECT_THAT(said(hint_for({question, {}, nullptr, {}}, {}, no)), HasSubstr("wait for"));
  question.choices[0].when.text = "access.sectors > 4";
  EXPECT_THAT(said(hint_for({question, {}, nullptr, {}}, {}, no)), HasSubstr("small case"));
}

// 32 words from byte 4 on: five sectors in two lines; the blank picture has four lines.
class MarkHints : public ::testing::Test {
 protected:
  Hint of(QuestionKind kind, std::vector<int> truth, std::vector<int> given) {
    Question question;
    question.kind = kind;
    MarkCanvas canvas;
    if (kind == QuestionKind::sectors) {
      canvas.lines = {0, 128, 256, 384};
    } else {
      canvas.banks = 32;
    }
    report::Event event;
    event.access.space = memory::Space::global;
    event.access.bytes = 4;
    event.access.mask = 0xffffffffU;
    for (std::size_t lane = 0; lane < 32; ++lane) event.access.address[lane] = base + 4 * lane;
    Answer right, answer;
    right.marks = std::move(truth);
    answer.marks = std::move(given);
    return hint_for({question, {}, &event, canvas}, right, answer);
  }
  Mistake of_sectors(std::vector<int> given) {
    return of(QuestionKind::sectors, {0, 1, 2, 3, 4}, std::move(given)).mistake;
  }
  Mistake of_banks(std::vector<int> given) {
    return of(QuestionKind::banks, {0, 8, 16, 24}, std::move(given)).mistake;
  }
  std::uint64_t base = 4;
};

TEST_F(MarkHints, the_last_sector_of_a_shifted_access_is_missing) {
  EXPECT_EQ(of_sectors({0, 1, 2, 3}), Mistake::edge_missing);
  const std::string text = said(of(QuestionKind::sectors, {0, 1, 2, 3, 4}, {0, 1, 2, 3}));
  EXPECT_THAT(text, HasSubstr("does not begin where a sector begins"));
}

TEST_F(MarkHints, right_ones_are_missing) {
  EXPECT_EQ(of_sectors({0, 1, 4}), Mistake::marks_missing);
  base = 0;  // an aligned access has no sector too many
  EXPECT_EQ(of_sectors({0, 1, 2, 3}), Mistake::marks_missing);
}

TEST_F(MarkHints, all_right_ones_and_more_are_too_many) {
  EXPECT_EQ(of_sectors({0, 1, 2, 3, 4, 5}), Mistake::too_many);
}

TEST_F(MarkHints, marks_one_place_off_are_shifted) {
  EXPECT_EQ(of_sectors({1, 2, 3, 4, 5}), Mistake::shifted);
  EXPECT_EQ(of_banks({1, 9, 17, 25}), Mistake::shifted);
  EXPECT_EQ(of_banks({7, 15, 23, 31}), Mistake::shifted);  // bank 0 follows bank 31
}

TEST_F(MarkHints, the_first_sectors_of_the_lines_are_line_starts) {
  EXPECT_EQ(of_sectors({0, 4}), Mistake::line_starts);
}

TEST_F(MarkHints, whole_lines_are_recognized) {
  EXPECT_EQ(of_sectors({0, 1, 2, 3, 4, 5, 6, 7}), Mistake::whole_lines);
}

TEST_F(MarkHints, neighbouring_banks_are_questioned_where_the_words_lie_apart) {
  EXPECT_EQ(of_banks({0, 1, 2, 3}), Mistake::side_by_side);
}

TEST_F(MarkHints, none_tells_how_many_are_to_find) {
  const std::vector<int> truth = {0, 1, 2, 3, 4};
  for (const std::vector<int>& given : std::vector<std::vector<int>>{
           {0, 1, 2, 3}, {0, 1, 4}, {0, 1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}, {8, 9}}) {
    for (const char* language : {"en", "zh"}) {
      const std::string text = said(of(QuestionKind::sectors, truth, given), language);
      EXPECT_THAT(text, Not(HasSubstr("5"))) << text;
      EXPECT_THAT(text, Not(HasSubstr("one more"))) << text;
    }
  }
}

TEST_F(MarkHints, wrong_marks_are_counted) {
  EXPECT_EQ(of_sectors({8, 9}), Mistake::none_right);
  const Hint hint = of(QuestionKind::banks, {0, 8, 16, 24}, {0, 8, 20});
  EXPECT_EQ(hint.mistake, Mistake::some_wrong);
  EXPECT_EQ(hint.right, 2U);
  EXPECT_EQ(hint.extra, 1U);
}

TEST(Hints, every_mistake_has_a_text_in_both_languages) {
  for (int i = 0; i < static_cast<int>(Mistake::unexplained); ++i) {
    Hint hint;
    hint.mistake = static_cast<Mistake>(i);
    hint.said = hint.asked = "metric.sectors";
    std::set<std::string> texts;
    for (const char* language : {"en", "zh"}) texts.insert(said(hint, language));
    EXPECT_EQ(texts.size(), 2U) << i;
    for (const std::string& text : texts) EXPECT_THAT(text, Not(HasSubstr("hint."))) << i;
  }
}

// ---- beside an open question ----

const lesson::Values parameters = {{"STRIDE", 2}};

Uncovered beside(const std::string& asked, QuestionKind answered) {
  return uncovered_beside(number(asked, ""), answered, parameters);
}

TEST(Uncovered, the_banks_stay_beside_the_question_about_their_wavefronts) {
  EXPECT_EQ(beside("access.wavefronts", QuestionKind::banks), Uncovered::marks);
  EXPECT_EQ(beside("access.banks", QuestionKind::banks), Uncovered::nothing);
  EXPECT_EQ(beside("access.lines", QuestionKind::sectors), Uncovered::nothing);
}

// An atomic asks for a sector once for each lane of its most wanted word.
TEST(Uncovered, the_sectors_stay_where_their_number_is_not_that_of_the_marks) {
  const Question sectors = number("access.sectors", "");
  const auto beside_marks = [&](bool are_sectors) {
    return uncovered_beside(sectors, QuestionKind::sectors, parameters, are_sectors);
  };
  EXPECT_EQ(beside_marks(true), Uncovered::nothing);
  EXPECT_EQ(beside_marks(false), Uncovered::marks);
  EXPECT_EQ(uncovered_beside(number("access.lines", ""), QuestionKind::sectors, parameters, false),
            Uncovered::nothing);
}

TEST(Uncovered, the_picture_stays_where_it_does_not_show_what_is_asked) {
  EXPECT_EQ(beside("other.shared_bytes - shared_bytes", QuestionKind::number), Uncovered::picture);
  EXPECT_EQ(beside("100 * cold_us / other.cold_us", QuestionKind::choice), Uncovered::picture);
}

TEST(Uncovered, nothing_stays_where_the_picture_would_tell) {
  EXPECT_EQ(beside("access.bytes_used / access.sectors", QuestionKind::number), Uncovered::nothing);
  EXPECT_EQ(beside("16 * STRIDE % 32", QuestionKind::number), Uncovered::nothing);
  EXPECT_EQ(beside("cold_us + access.wavefronts", QuestionKind::number), Uncovered::nothing);
}

TEST(Uncovered, a_question_that_is_marked_has_its_own_blank_picture) {
  Question open;
  open.kind = QuestionKind::sectors;
  EXPECT_EQ(uncovered_beside(open, QuestionKind::number, parameters), Uncovered::nothing);
}

}  // namespace
}  // namespace lanescope::app::test
