// The page Program: the launches of a recording, and the one that is chosen.
#include "app/figures/pages/program_page.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/launches/some_launches.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using tests::scale_launch;

class ProgramPageTest : public tests::InFolder<testing::Test> {
 protected:
  // Launches 1 to 3 are one group of two shapes: 1, 3 with 1 block; 2 with 8.
  [[nodiscard]] RecordedProgram recorded() const {
    const std::vector<float> data{1, 2, 3, 4};
    {
      const auto writer = tests::writer_of(path_);
      const std::uint32_t module = writer->add_module(tests::scale_ptx(), "scale.cu");
      for (const std::uint32_t blocks : {1U, 8U, 1U}) {
        launches::Outcome outcome = tests::some_outcome(blocks, 4);
        outcome.worst = {{"scale.cu", 4, 0}, "global", blocks * 4, 4, 0};
        launches::LaunchStart start = scale_launch(module, blocks, 0x7f00'0000'0000, data);
        if (blocks == 8) start.stream = "stream 2";
        writer->end(writer->begin(start), outcome);
      }
      launches::Exit exit;
      exit.code = 7;
      writer->finish(exit);
    }
    return written();
  }
  // What was written into the file.
  [[nodiscard]] RecordedProgram written() const {
    launches::File file = tests::file_at(path_);
    std::vector<launches::Group> groups = launches::groups_of(file.launches());
    return {std::move(file), std::move(groups)};
  }
  static picture::Style style() {
    static const text::Texts texts("en");
    picture::Style style;
    style.texts = &texts;
    style.measure = picture::typical_text_width;
    return style;
  }
  static bool says_of_program(const picture::DrawList& list, const char* words) {
    return std::ranges::any_of(list.labels, [&](const picture::Label& label) {
      return label.text.find(words) != std::string::npos;
    });
  }

  const std::filesystem::path path_ = folder_ / "run.lanes";
};

TEST_F(ProgramPageTest, has_a_row_for_each_group_in_table_and_list) {
  const RecordedProgram program = recorded();
  const Table table = program_table(program);
  ASSERT_EQ(table.rows.size(), 2u);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  const text::Texts texts("en");
  const picture::ProgramList list = program_list(program, 0, 1, {}, 2, texts);
  ASSERT_EQ(list.rows.size(), 2u);
  EXPECT_EQ(list.title, "./scale: 3 launches of 1 kernel, exit code 7");
  EXPECT_EQ(list.rows[0].times, 2u);
  EXPECT_EQ(list.rows[0].last, 3u);
  EXPECT_FALSE(list.rows[0].is_costly);
  EXPECT_EQ(list.rows[1].worst, "8×");
  EXPECT_TRUE(list.rows[1].is_costly);
  EXPECT_EQ(list.rows[1].instructions, 0.8);
  EXPECT_EQ(list.shown, 1u);
  EXPECT_EQ(list.about, "scale  launch 3 at scale.cu:12, number 2 of 2 alike");
  EXPECT_EQ(program_list(program, 1, 0, {}, 2, texts).about,
            "scale  launch 2 at scale.cu:12, stream 2");
}

TEST_F(ProgramPageTest, counts_no_notes_among_the_findings) {
  const std::vector<float> data{1};
  Diagnostic note, warning;
  note.severity = Severity::note;
  warning.severity = Severity::warning;
  {
    const auto writer = tests::writer_of(path_);
    const std::uint32_t module = writer->add_module(tests::scale_ptx(), "scale.cu");
    launches::Outcome outcome = tests::some_outcome(1, 4);
    outcome.findings = {note, warning, note};
    outcome.findings_total = 3;
    writer->end(writer->begin(scale_launch(module, 1, 0x7f00'0000'0000, data)), outcome);
    writer->finish({});
  }
  const RecordedProgram program = written();
  EXPECT_EQ(program_list(program, 0, 0, {}, 0, text::Texts("en")).rows[0].findings, 1u);
}

TEST_F(ProgramPageTest, counts_an_error_of_a_launch_only_where_nothing_else_tells_of_it) {
  const std::vector<float> data{1};
  Diagnostic overrun;
  overrun.kind = DiagnosticKind::out_of_range;
  {
    const auto writer = tests::writer_of(path_);
    const std::uint32_t module = writer->add_module(tests::scale_ptx(), "scale.cu");
    launches::Outcome outcome = tests::some_outcome(1, 4);
    outcome.error = 700;
    outcome.error_name = "cudaErrorIllegalAddress";
    outcome.findings = {overrun, overrun};
    outcome.findings_total = 2;
    writer->end(writer->begin(scale_launch(module, 1, 0x7f00'0000'0000, data)), outcome);
    outcome.findings.clear();
    outcome.findings_total = 0;
    writer->end(writer->begin(scale_launch(module, 2, 0x7f00'0000'0000, data)), outcome);
    writer->finish({});
  }
  const RecordedProgram program = written();
  const picture::ProgramList list = program_list(program, 0, 0, {}, 0, text::Texts("en"));
  std::uint64_t counted = 0;
  for (const picture::ProgramRow& row : list.rows) counted += row.findings;
  EXPECT_EQ(counted, 3u) << "two findings, and the error of the other launch";
}

// The mouse says what a row has no room for.
TEST_F(ProgramPageTest, a_whole_row_has_no_tooltip_and_a_cut_one_has_all) {
  const RecordedProgram program = recorded();
  const text::Texts texts("en");
  const picture::ProgramList rows = program_list(program, 0, 0, {}, 0, texts);
  const auto tooltip_at = [&](float width) {
    const picture::DrawList list = picture::build_program(rows, style(), width, 500);
    const auto hit =
        std::ranges::find(list.hits, picture::HitKind::launch, &picture::HitArea::kind);
    return hit != list.hits.end() ? hit->tooltip : "no row";
  };
  EXPECT_EQ(tooltip_at(1100), "");
  EXPECT_NE(tooltip_at(500).find("threads: "), std::string::npos) << tooltip_at(500);
}

TEST_F(ProgramPageTest, draws_rows_that_can_be_clicked_and_the_arguments) {
  const RecordedProgram program = recorded();
  const text::Texts texts("en");
  const picture::DrawList list = picture::build_program(
      program_list(program, 1, 0, named_arguments(program.file, *program.file.launch(2)), 0, texts),
      style(), 1100, 500);
  EXPECT_TRUE(says_of_program(list, "scale × 2"));
  EXPECT_TRUE(says_of_program(list, "float*"));
  EXPECT_EQ(std::ranges::count(list.hits, picture::HitKind::launch, &picture::HitArea::kind), 2);
}

TEST_F(ProgramPageTest, tells_what_was_found_in_the_hosts_code) {
  {
    const auto writer = tests::writer_of(path_);
    const std::vector<float> data{1};
    writer->begin(scale_launch(writer->add_module(tests::scale_ptx(), "scale.cu"), 1,
                               0x7f00'0000'0000, data));
    Diagnostic finding;
    finding.kind = DiagnosticKind::heap_misuse;
    finding.message = "cudaFree() of 0x10: it was not allocated";
    finding.place = {"/home/me/scale.cu", 71, 0};
    writer->add_finding(finding);
    writer->add_finding(finding);
    finding.message = "cudaMalloc() of 80000 bytes: never freed";
    finding.place.line = 72;
    writer->add_finding(finding);
    launches::Exit exit;
    exit.errors = 2;
    writer->finish(exit);
  }
  const RecordedProgram program = written();
  const text::Texts texts("en");
  picture::ProgramList rows = program_list(program, 0, 0, {}, 0, texts);
  ASSERT_EQ(rows.host.size(), 3u);
  EXPECT_NE(rows.host[1].find("of 80,000 bytes"), std::string::npos) << rows.host[1];
  rows.host.erase(rows.host.begin() + 1);
  const picture::DrawList list = picture::build_program(rows, style(), 1100, 500);
  EXPECT_TRUE(says_of_program(list,
                              "Host code, scale.cu:71: cudaFree() of 0x10: it was not "
                              "allocated × 2."));
  EXPECT_TRUE(says_of_program(list, "2 calls of the CUDA runtime returned an error."));
  rows.host.resize(9, "another");
  EXPECT_TRUE(says_of_program(picture::build_program(rows, style(), 1100, 500),
                              "... and 7 more about the host's code"));
}

TEST_F(ProgramPageTest, shows_the_last_lines_of_the_output) {
  RecordedProgram program = recorded();
  program.printed = last_lines("1\n2\n3\n4\tof 5\n5\n\n");
  EXPECT_EQ(program.printed, (std::vector<std::string>{"2", "3", "4 of 5", "5"}));
  EXPECT_TRUE(last_lines("\n\n").empty());
  const text::Texts texts("en");
  const picture::DrawList list =
      picture::build_program(program_list(program, 0, 0, {}, 0, texts), style(), 1100, 500);
  EXPECT_TRUE(says_of_program(list, "output"));
  EXPECT_TRUE(says_of_program(list, "4 of 5"));
}

TEST_F(ProgramPageTest, tells_why_its_launches_are_of_the_run_before) {
  const RecordedProgram program = recorded();
  for (const std::string language : {"en", "zh"}) {
    const text::Texts texts(language);
    picture::Style in_language = style();
    in_language.texts = &texts;
    picture::ProgramList rows = program_list(program, 0, 0, {}, 0, texts);
    rows.old = old_launches(
        {"/home/me/scale.cu", "nvcc refuses scale.cu\nscale.cu:7:3: error: no such name"}, texts);
    const picture::DrawList failed = picture::build_program(rows, in_language, 1100, 500);
    EXPECT_TRUE(says_of_program(failed, "nvcc refuses scale.cu"));
    EXPECT_TRUE(says_of_program(failed, "scale.cu:7:3: error: no such name"));
    EXPECT_TRUE(says_of_program(failed, rows.old->to_do.c_str()));
    EXPECT_TRUE(says_of_program(
        failed, texts.get("program.of_run_before", fmt::arg("title", rows.title)).c_str()));
    rows.old = old_launches({"/home/me/scale.cu", ""}, texts);
    const picture::DrawList cancelled = picture::build_program(rows, in_language, 1100, 500);
    EXPECT_TRUE(says_of_program(cancelled, rows.old->heading.c_str()));
    EXPECT_FALSE(says_of_program(cancelled, "nvcc"));
  }
}

TEST_F(ProgramPageTest, says_that_the_window_runs_a_launch_with_other_values) {
  const RecordedProgram program = recorded();
  const launches::Launch& launch = program.file.launches().front();
  const text::Texts texts("en");
  EXPECT_EQ(own_launch_note(launch, launch.grid, launch.block, texts), "");
  const std::string note = own_launch_note(launch, {4, 1, 1}, {320, 1, 1}, texts);
  EXPECT_NE(note.find("values of your own: grid 4, block 320"), std::string::npos) << note;
}

// As the page is at 1280 x 720 and 150 %: the linker's own words are there, and the mouse has the
// rest.
TEST_F(ProgramPageTest, says_what_the_linker_says_in_a_low_page) {
  const RecordedProgram program = recorded();
  const text::Texts texts("en");
  picture::ProgramList rows = program_list(program, 0, 0, {}, 0, texts);
  rows.old = old_launches(
      {"/home/me/scale.cu", "scale.cu does not link (nvcc)\nerror: undefined: `main'"}, texts);
  EXPECT_NE(rows.old->to_do.find("no main()"), std::string::npos);
  const picture::DrawList list = picture::build_program(rows, style(), 500, 215);
  EXPECT_TRUE(says_of_program(list, "error: undefined: `main'"));
  const auto box = std::ranges::find(list.hits, picture::HitKind::none, &picture::HitArea::kind);
  ASSERT_NE(box, list.hits.end());
  EXPECT_NE(box->tooltip.find(rows.old->to_do), std::string::npos) << box->tooltip;
}

// The list keeps a row, and what to do is said, in the lowest picture that has room for both.
TEST_F(ProgramPageTest, says_what_to_do_before_why_where_room_is_short) {
  const RecordedProgram program = recorded();
  const text::Texts texts("en");
  picture::ProgramList rows = program_list(program, 0, 0, {}, 0, texts);
  rows.old = old_launches({"/home/me/scale.cu", "1\n2\n3\n4\n5\n6\n7\n8\n9"}, texts);
  for (const float height : {240.0F, 300.0F, 900.0F}) {
    const picture::DrawList list = picture::build_program(rows, style(), 700, height);
    EXPECT_TRUE(says_of_program(list, "it runs again by itself")) << height;
    EXPECT_TRUE(says_of_program(list, "scale × 2")) << height;
  }
}

// 100 rows where few fit: the chosen one is among them, at any size.
TEST_F(ProgramPageTest, keeps_the_chosen_row_in_sight) {
  picture::ProgramList list;
  list.rows.resize(100);
  for (const std::size_t chosen : {0UL, 50UL, 99UL}) {
    list.chosen = chosen;
    for (const float height : {150.0F, 300.0F, 900.0F}) {
      const picture::DrawList drawn = picture::build_program(list, style(), 700, height);
      EXPECT_TRUE(std::ranges::any_of(drawn.hits,
                                      [&](const picture::HitArea& hit) {
                                        return hit.kind == picture::HitKind::launch &&
                                               hit.index == chosen &&
                                               hit.rect.y + hit.rect.h <= height;
                                      }))
          << chosen << " " << height;
    }
  }
}

}  // namespace
}  // namespace lanescope::app
