#include "app/window/panels/base/message_lines.h"

#include <gtest/gtest.h>

#include "sim/diagnostics/check_set.h"

namespace lanescope::app {
namespace {

Diagnostic out_of_range(int line, std::uint32_t block) {
  Diagnostic diagnostic;
  diagnostic.kind = DiagnosticKind::out_of_range;
  diagnostic.place = {"tile.cu", line, 5};
  diagnostic.message =
      fmt::format("by thread (0,0,0) of block ({},0,0): past 4194304 bytes", block);
  return diagnostic;
}

TEST(MessageLines, one_line_stands_for_all_of_a_kind_on_a_source_line) {
  const std::vector<Diagnostic> all{out_of_range(16, 31), out_of_range(11, 4),
                                    out_of_range(16, 63)};
  const text::Texts texts("en");
  const auto lines = grouped_messages(all, all.size(), texts);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].source_line, 16);
  EXPECT_EQ(
      lines[0].text,
      "tile.cu:16, 2 times; first: by thread (0,0,0) of block (31,0,0): past 4,194,304 bytes");
  EXPECT_EQ(lines[1].source_line, 11);
  EXPECT_EQ(lines[1].text.find("times"), std::string::npos);
  EXPECT_EQ(all_messages(all, texts).size(), 3U);
}

TEST(MessageLines, a_finding_has_its_kind_as_title_and_leads_to_the_first_of_its_group) {
  std::vector<Diagnostic> all{out_of_range(16, 31), out_of_range(16, 63), out_of_range(11, 4)};
  all[2].kind = DiagnosticKind::misaligned;
  const auto lines = grouped_messages(all, all.size(), text::Texts("zh"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].title, "越界访问");
  EXPECT_EQ(lines[0].finding, 0U);
  EXPECT_EQ(lines[1].title, "未对齐");
  EXPECT_EQ(lines[1].finding, 2U);
}

TEST(MessageLines, only_a_finding_with_two_places_leads_to_another_one) {
  std::vector<Diagnostic> all{out_of_range(16, 31), out_of_range(11, 4)};
  all[1].kind = DiagnosticKind::shared_race;
  all[1].other = OtherPlace{{"tile.cu", 9, 0}, 0, {}, {}};
  all[1].message += "\nand more";
  for (const auto& lines : {grouped_messages(all, all.size(), text::Texts("en")),
                            all_messages(all, text::Texts("en"))}) {
    ASSERT_GE(lines.size(), 2U);
    EXPECT_FALSE(lines[0].has_other);
    EXPECT_TRUE(lines[1].has_other);
    EXPECT_FALSE(lines.back().has_other && lines.size() > 2) << "one link for one finding";
  }
}

TEST(MessageLines, a_race_says_what_was_counted) {
  Diagnostic race = out_of_range(16, 31);
  race.kind = DiagnosticKind::shared_race;
  race.count = 1792;
  for (const auto& lines :
       {grouped_messages({race}, 1, text::Texts("en")), all_messages({race}, text::Texts("en"))}) {
    EXPECT_TRUE(lines.at(0).text.starts_with("tile.cu:16, at 1,792 accesses by a lane; first: "))
        << lines.at(0).text;
  }
}

TEST(MessageLines, a_note_beside_errors_keeps_its_own_severity) {
  std::vector<Diagnostic> all{out_of_range(16, 31), out_of_range(16, 63), out_of_range(20, 0)};
  all[2].severity = Severity::note;
  for (const auto& lines : {grouped_messages(all, all.size(), text::Texts("en")),
                            all_messages(all, text::Texts("en"))}) {
    EXPECT_EQ(lines.front().severity, Severity::error);
    EXPECT_EQ(lines.back().severity, Severity::note);
  }
}

TEST(MessageLines, a_finding_that_was_made_often_says_how_often) {
  std::vector<Diagnostic> all{out_of_range(16, 31), out_of_range(16, 63)};
  all[0].count = 1000;
  const text::Texts texts("en");
  EXPECT_NE(grouped_messages({all[0]}, 1, texts)[0].text.find("1,000 times"), std::string::npos);
  EXPECT_NE(grouped_messages(all, 2, texts)[0].text.find("1,001 times"), std::string::npos);
}

TEST(MessageLines, every_kind_has_a_title_in_both_languages) {
  for (const char* language : {"en", "zh"}) {
    const text::Texts texts(language);
    for (const DiagnosticKind kind : all_diagnostic_kinds()) {
      const std::string title = title_of(kind, texts);
      EXPECT_EQ(title.find("finding."), std::string::npos) << title;
    }
  }
}

TEST(MessageLines, every_kind_that_can_be_switched_is_explained) {
  const text::Texts texts("en");
  for (const DiagnosticKind kind : switchable_kinds()) {
    const std::string key = std::string("checks.") + name_of(kind);
    EXPECT_NE(texts.get(key), key);
  }
}

TEST(MessageLines, what_was_printed_is_shown_as_it_stands_and_says_where_it_was_cut) {
  const text::Texts texts("en");
  const auto lines = printed_lines("block 0\n16384\n", true, texts);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].title, "printf");
  EXPECT_EQ(lines[0].text, "block 0");
  EXPECT_EQ(lines[1].text, "16384");
  EXPECT_TRUE(lines[1].title.empty());
  EXPECT_EQ(lines[2].text, "... it printed more than is kept");
  EXPECT_TRUE(printed_lines("", false, texts).empty());
}

TEST(MessageLines, what_was_not_kept_is_counted) {
  const text::Texts texts("en");
  const auto one = grouped_messages({out_of_range(16, 1), out_of_range(16, 2)}, 32768, texts);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_NE(one[0].text.find("32,768 times"), std::string::npos) << one[0].text;
  const auto two = grouped_messages({out_of_range(16, 1), out_of_range(16, 2), out_of_range(17, 2)},
                                    32768, texts);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_NE(two[0].text.find("at least 2 times"), std::string::npos) << two[0].text;
}

TEST(MessageLines, the_words_of_a_group_are_the_readers) {
  const text::Texts texts("zh");
  const auto lines = grouped_messages({out_of_range(16, 1), out_of_range(16, 2)}, 2, texts);
  EXPECT_EQ(lines[0].text.find("times"), std::string::npos) << lines[0].text;
}

TEST(MessageLines, a_finding_is_written_in_the_readers_language) {
  Diagnostic finding = out_of_range(16, 1);
  finding.message =
      "out-of-range store of 4 bytes by thread (0,0,0) of block (1,0,0): 16384 bytes past the end "
      "of A (8192 bytes)";
  const auto lines = all_messages({finding}, text::Texts("zh"));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].text,
            "tile.cu:16: 越界的 4 字节写入，来自线程块 (1,0,0) 的线程 (0,0,0)：在 A 末尾（共 8,192 "
            "字节）之后 16,384 字节处");
}

TEST(MessageLines, only_counts_are_grouped) {
  const auto with_grouped_numbers = text::Texts::with_grouped_numbers;
  EXPECT_EQ(with_grouped_numbers("as element 4098 of 0 to 4095, 4 bytes each"),
            "as element 4,098 of 0 to 4,095, 4 bytes each");
  EXPECT_EQ(with_grouped_numbers("GeForce 8800 GTX would refuse this launch: it is 1024"),
            "GeForce 8800 GTX would refuse this launch: it is 1,024");
  EXPECT_EQ(with_grouped_numbers("16384 bytes past the end of A (8192 bytes)"),
            "16,384 bytes past the end of A (8,192 bytes)");
  for (const char* same : {"block (1024,0,0), thread (0,1024,1024)", "0x7f001024", "a1024",
                           "0.1024", "A[1024]", "RTX 4090", "512", "99999999999999999999999"}) {
    EXPECT_EQ(with_grouped_numbers(same), same);
  }
}

TEST(MessageLines, a_lessons_mistake_begins_with_what_is_wrong_and_ends_with_its_place) {
  const Problem problem =
      problem_of(lesson::Error{"/some/folder/lesson.toml", 78, "variants[4].launch.block",
                               "33 x 32 x 1 = 1056 threads; a block has at most 1024"});
  for (const char* language : {"en", "zh"}) {
    const auto lines = problem_lines(problem, text::Texts(language), true);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0].text.starts_with("33 x 32 x 1 = 1056")) << lines[0].text;
    EXPECT_EQ(lines[1].text, "lesson.toml:78: variants[4].launch.block");
    EXPECT_EQ(lines[1].full, "/some/folder/lesson.toml:78: variants[4].launch.block");
    EXPECT_EQ(problem_lines(problem, text::Texts(language), false).size(), 1U);
  }
}

TEST(MessageLines, the_title_of_errors_tells_of_warnings_among_the_lines) {
  const text::Texts texts("en");
  report::Report report;
  report.complete = true;
  EXPECT_TRUE(errors_title(report, 3, texts).starts_with("The kernel made 3 errors. "));
  report.diagnostics = {out_of_range(1, 0)};
  report.diagnostics[0].severity = Severity::warning;
  EXPECT_TRUE(
      errors_title(report, 3, texts).starts_with("The kernel made 3 errors (and one warning). "));
  report.complete = false;
  EXPECT_EQ(errors_title(report, 3, texts), texts.get("error.stopped_title"));
}

TEST(MessageLines, say_where_to_correct_what_was_guessed) {
  RunRequest request;
  request.lesson = "/some/folder/softmax.lesson.toml";
  lesson::Resolved resolved;
  for (const char* language : {"en", "zh"}) {
    const text::Texts texts(language);
    resolved.guessed = lesson::LaunchGuess::none;
    EXPECT_FALSE(guesses_line(request, resolved, texts));
    resolved.guessed = lesson::LaunchGuess::all;
    const auto line = guesses_line(request, resolved, texts);
    ASSERT_TRUE(line);
    EXPECT_NE(line->text.find(" softmax.lesson.toml"), std::string::npos) << line->text;
    EXPECT_EQ(line->opens, request.lesson);
    RunRequest unnamed = request;
    unnamed.lesson = "/no/such/folder";
    EXPECT_EQ(guesses_line(unnamed, resolved, texts)->opens, "") << "only a file that is there";
  }
}

TEST(MessageLines, notes_in_the_background_are_not_counted) {
  const text::Texts texts("en");
  report::Report report;
  Diagnostic note;
  note.severity = Severity::note;
  note.kind = DiagnosticKind::counted_in_ptx;
  report.remarks = {note};
  EXPECT_EQ(notes_summary(report, texts), "about this run");
  note.kind = DiagnosticKind::blocks_in_order;
  report.diagnostics = {note};
  EXPECT_EQ(notes_summary(report, texts), "1 note");
}

TEST(MessageLines, a_text_is_cut_at_its_line_ends) {
  const auto lines = message_lines("one\n\ttwo\n\nfour", 7);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[1].text, " two");
  EXPECT_EQ(lines[3].source_line, 7);
}

}  // namespace
}  // namespace lanescope::app
