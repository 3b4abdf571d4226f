// The blank pictures of questions: marks and answers, and no answer shown too early.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/question_view.h"

namespace lanescope::picture {
namespace {

using samples::count_hits;
using samples::hit_of;
using samples::label_faults;
using samples::label_of;
using samples::shape_faults;

// float A[], lane l reads element l + 8: it touches lines 0 and 1. The picture shows one more line
// on each side.
SectorQuestion sectors() {
  const StageInput stage = samples::global_stage(1, 8);
  SectorQuestion question;
  question.access = stage.access;
  question.source_text = stage.source_text;
  question.arrays = stage.arrays;
  const std::uint64_t first = stage.arrays.at(0).address;
  question.lines = {first - 128, first, first + 128, first + 256};
  return question;
}

BankQuestion banks() {
  const StageInput stage = samples::tile_column_stage(0);
  BankQuestion question;
  question.access = stage.access;
  question.source_text = stage.source_text;
  return question;
}

DrawList picture(const SectorQuestion& question) {
  return build_sector_question(question, samples::plain_style(), 900, 600);
}
DrawList picture(const BankQuestion& question) {
  return build_bank_question(question, samples::plain_style(), 900, 600);
}

std::string all_words(const DrawList& list) {
  std::string words;
  for (const Label& label : list.labels) words += label.text + "\n";
  for (const HitArea& hit : list.hits) words += hit.tooltip + "\n";
  return words;
}

TEST(SectorQuestion, every_sector_can_be_met_and_says_its_bytes) {
  const DrawList list = picture(sectors());
  EXPECT_EQ(count_hits(list, HitKind::sector), 16U);
  const HitArea* second = hit_of(list, HitKind::sector, 5);
  ASSERT_NE(second, nullptr);
  EXPECT_NE(second->tooltip.find("32"), std::string::npos) << second->tooltip;
  EXPECT_NE(second->tooltip.find("63"), std::string::npos) << second->tooltip;
  EXPECT_NE(label_of(list, "32–63"), nullptr);
}

TEST(SectorQuestion, before_the_answer_the_picture_is_the_same_wherever_the_lanes_go) {
  SectorQuestion other = sectors();
  for (std::size_t lane = 0; lane < 32; ++lane)
    other.access.address[lane] = other.arrays.at(0).address + 4 * lane;
  const DrawList first = picture(sectors());
  const DrawList second = picture(other);
  EXPECT_EQ(all_words(first), all_words(second));
  ASSERT_EQ(first.boxes.size(), second.boxes.size());
  for (std::size_t i = 0; i < first.boxes.size(); ++i) {
    EXPECT_EQ(first.boxes[i].rect, second.boxes[i].rect);
    EXPECT_EQ(first.boxes[i].fill, second.boxes[i].fill);
    EXPECT_EQ(first.boxes[i].border, second.boxes[i].border);
  }
}

TEST(SectorQuestion, a_mark_changes_shape_and_not_colour_alone) {
  SectorQuestion question = sectors();
  const DrawList blank = picture(question);
  question.marks.marked = {5};
  const DrawList marked = picture(question);
  EXPECT_GT(marked.curves.size(), blank.curves.size());  // the tick
  const auto border = [](const DrawList& list) {
    return samples::box_at_middle(list, hit_of(list, HitKind::sector, 5)->rect)->border_width;
  };
  EXPECT_GT(border(marked), border(blank));
}

TEST(SectorQuestion, right_missed_and_wrong_differ_in_sign_and_hatching) {
  SectorQuestion question = sectors();
  question.marks.marked = {5, 14};
  question.marks.truth = {{5, 6}};
  const DrawList list = picture(question);
  const auto cell = [&](std::uint64_t index) {
    const Rect rect = hit_of(list, HitKind::sector, index)->rect;
    return *std::find_if(list.boxes.begin(), list.boxes.end(),
                         [&](const Box& box) { return box.rect == rect; });
  };
  EXPECT_EQ(cell(5).hatch.a, 0);
  EXPECT_GT(cell(6).hatch.a, 0);
  EXPECT_GT(cell(14).hatch.a, 0);
  EXPECT_NE(cell(6).hatch_period, cell(14).hatch_period);
  const std::string words = all_words(list);
  EXPECT_NE(words.find("1 right"), std::string::npos);
  EXPECT_NE(words.find("1 missed"), std::string::npos);
  EXPECT_NE(words.find("1 not wanted"), std::string::npos);
}

TEST(SectorQuestion, without_a_mark_all_true_ones_are_missed_and_none_is_right) {
  SectorQuestion question = sectors();
  question.marks.truth = {{5, 6}};
  const std::string words = all_words(picture(question));
  EXPECT_NE(words.find("0 right"), std::string::npos);
  EXPECT_NE(words.find("2 missed"), std::string::npos);
  EXPECT_NE(words.find("nothing was marked"), std::string::npos);
  EXPECT_EQ(words.find("your answer"), std::string::npos);
}

TEST(SectorQuestion, says_that_nothing_is_marked_where_the_answer_was_asked_for) {
  SectorQuestion question = sectors();
  question.marks.by = MarkedBy::audience;
  EXPECT_EQ(all_words(picture(question)).find("Nothing is marked"), std::string::npos);
  question.marks.lacks_marks = true;
  EXPECT_NE(all_words(picture(question)).find("Nothing is marked"), std::string::npos);
}

TEST(SectorQuestion, cells_stay_where_they_are_when_the_truth_comes) {
  SectorQuestion question = sectors();
  question.marks.marked = {5};
  const DrawList before = picture(question);
  question.marks.truth = {{5, 6, 7, 8, 9}};
  const DrawList after = picture(question);
  for (std::uint64_t i = 0; i < 16; ++i)
    EXPECT_EQ(hit_of(before, HitKind::sector, i)->rect, hit_of(after, HitKind::sector, i)->rect);
}

TEST(SectorQuestion, lines_that_do_not_fit_are_scrolled_to) {
  SectorQuestion question = sectors();
  const std::uint64_t first = question.lines.front();
  question.lines.clear();
  for (std::uint64_t i = 0; i < 64; ++i) question.lines.push_back(first + 512 * i);
  const Style& style = samples::plain_style();
  const std::size_t fit = lines_in_sector_question(style, 900, 600, 64);
  ASSERT_GT(fit, 4U);
  ASSERT_LT(fit, 64U);
  EXPECT_EQ(count_hits(picture(question), HitKind::sector), fit * 4);
  question.first_line = first_line_with(0, 64, 63 * 4, fit);
  EXPECT_NE(hit_of(picture(question), HitKind::sector, 63 * 4), nullptr);
  EXPECT_EQ(first_line_with(question.first_line, 64, 63 * 4 - 4, fit), question.first_line);
  EXPECT_EQ(first_line_with(question.first_line, 64, 0, fit), 0U);
}

TEST(MovedCursor, walks_rows_and_stays_where_they_end) {
  EXPECT_EQ(moved_cursor(std::nullopt, 1, 0, 4, 16), 0);
  EXPECT_EQ(moved_cursor(3, 1, 0, 4, 16), 4);
  EXPECT_EQ(moved_cursor(3, 0, 1, 4, 16), 7);
  EXPECT_EQ(moved_cursor(0, -1, 0, 4, 16), 0);
  EXPECT_EQ(moved_cursor(13, 0, 1, 4, 16), 13);
}

TEST(BankQuestion, has_32_banks_with_numbers_at_every_usual_width) {
  for (const float width : {320.0F, 500.0F, 900.0F, 1400.0F}) {
    const DrawList list = build_bank_question(banks(), samples::plain_style(), width, 600);
    EXPECT_EQ(count_hits(list, HitKind::bank), 32U) << width;
    EXPECT_NE(label_of(list, "0"), nullptr) << width;
  }
}

TEST(BankQuestion, has_16_banks_where_the_machine_has_no_more) {
  for (const float width : {200.0F, 320.0F, 500.0F, 900.0F}) {
    BankQuestion question = banks();
    question.banks = 16;
    const DrawList list = build_bank_question(question, samples::plain_style(), width, 600);
    EXPECT_EQ(count_hits(list, HitKind::bank), 16U) << width;
    EXPECT_NE(hit_of(list, HitKind::bank, 15), nullptr) << width;
    EXPECT_EQ(16 % banks_per_row(samples::plain_style(), width, 600, 16), 0) << width;
  }
}

TEST(BankQuestion, has_each_lane_over_the_bank_of_its_number) {
  for (const float width : {900.0F, 1213.0F, 1400.0F}) {
    ASSERT_EQ(banks_per_row(samples::plain_style(), width, 600, 32), 32) << width;
    const DrawList list = build_bank_question(banks(), samples::plain_style(), width, 600);
    for (std::uint64_t i = 0; i < 32; ++i) {
      const auto* lane = hit_of(list, HitKind::lane, i);
      const auto* bank = hit_of(list, HitKind::bank, i);
      ASSERT_NE(lane, nullptr) << width;
      ASSERT_NE(bank, nullptr) << width;
      EXPECT_NEAR(lane->rect.x, bank->rect.x, 1) << width << ", " << i;
    }
  }
}

TEST(BankQuestion, does_not_show_where_the_lanes_go) {
  BankQuestion other = banks();
  for (std::size_t lane = 0; lane < 32; ++lane) other.access.address[lane] = 4 * lane;
  EXPECT_EQ(all_words(picture(banks())), all_words(picture(other)));
  EXPECT_EQ(picture(banks()).boxes.size(), picture(other).boxes.size());
}

TEST(QuestionPictures, nothing_leaves_them_or_overlaps) {
  static const text::Texts english("en");
  static const text::Texts chinese("zh");
  SectorQuestion open = sectors();
  open.marks.cursor = 0;
  open.marks.marked = {1, 7};
  SectorQuestion answered = open;
  answered.marks.truth = {{5, 6, 7, 8, 9}};
  BankQuestion bank = banks();
  bank.marks.cursor = 31;
  bank.marks.marked = {0, 31};
  BankQuestion told = bank;
  told.marks.truth = {{0, 1}};
  for (const text::Texts* texts : {&english, &chinese}) {
    for (const float scale : {0.75F, 1.0F, 1.5F, 2.5F}) {
      for (const auto& [w, h] : {std::pair{784.0F, 606.0F},
                                 {480.0F, 300.0F},
                                 {320.0F, 240.0F},
                                 {900.0F, 200.0F},
                                 {240.0F, 900.0F},
                                 {1900.0F, 1400.0F},
                                 {100.0F, 80.0F},
                                 {1.0F, 1.0F}}) {
        Style style = samples::plain_style();
        style.texts = texts;
        style.scale = scale;
        const std::string where =
            std::to_string(w) + " x " + std::to_string(h) + " at " + std::to_string(scale);
        for (const DrawList& list :
             {build_sector_question(open, style, w, h),
              build_sector_question(answered, style, w, h), build_bank_question(bank, style, w, h),
              build_bank_question(told, style, w, h),
              build_question_card("    A[i] = B[i + 1];", "Your answer first", "Then the picture.",
                                  style, w, h)}) {
          EXPECT_THAT(label_faults(list, style), testing::IsEmpty()) << where;
          EXPECT_THAT(shape_faults(list), testing::IsEmpty()) << where;
        }
      }
    }
  }
}

TEST(QuestionCard, shows_the_source_line_and_what_is_waited_for) {
  const DrawList list = build_question_card("  A[i] = B[i];", "Your answer first", "Then the rest.",
                                            samples::plain_style(), 700, 500);
  EXPECT_NE(label_of(list, "A[i] = B[i];"), nullptr);
  EXPECT_NE(label_of(list, "Your answer first"), nullptr);
  EXPECT_TRUE(list.hits.empty());
}

}  // namespace
}  // namespace lanescope::picture
