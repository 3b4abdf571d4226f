// A lesson's prose: parsing Markdown, and layout.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "viz/picture/prose/lines.h"
#include "viz/picture/prose/prose.h"

namespace lanescope::picture {
namespace {

using Kind = ProseBlock::Kind;

std::string all_text(const ProseLine& line) {
  std::string text;
  for (const ProseSpan& span : line) text += span.text;
  return text;
}

std::string text_of(const LaidLine& line) {
  std::string text;
  for (const ProseRun& run : line.runs) text += run.text;
  return text;
}

std::vector<std::string> lines_of(const std::string& markdown, float width, float size = 10) {
  std::vector<std::string> lines;
  const Prose prose = parse_prose(markdown);
  for (const LaidLine& line :
       laid_lines(prose.at(0).spans, samples::plain_style(), {size, false}, width)) {
    EXPECT_LE(line.w, width + 0.01F) << text_of(line);
    lines.push_back(text_of(line));
  }
  return lines;
}

// All text in the picture, from top to bottom.
std::string all_labels(const DrawList& list) {
  std::string text;
  for (const Label& label : list.labels) text += label.text;
  return text;
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

TEST(ParseProse, a_paragraph_has_its_bold_emphasis_and_code) {
  const Prose prose = parse_prose("one **two** *three* `four`");
  ASSERT_EQ(prose.size(), 1U);
  EXPECT_EQ(prose[0].kind, Kind::paragraph);
  const ProseLine wanted{{"one ", false, false, false}, {"two", true, false, false},
                         {" ", false, false, false},    {"three", false, true, false},
                         {" ", false, false, false},    {"four", false, false, true}};
  EXPECT_EQ(prose[0].spans, wanted);
}

TEST(ParseProse, a_lines_end_is_a_blank_between_latin_words) {
  EXPECT_EQ(all_text(parse_prose("one\ntwo").at(0).spans), "one two");
}

TEST(ParseProse, a_lines_end_is_nothing_beside_chinese) {
  EXPECT_EQ(all_text(parse_prose("一个线程\n读一个字，\nwarp").at(0).spans),
            "一个线程读一个字，warp");
  EXPECT_EQ(all_text(parse_prose("**粗体**\n后面").at(0).spans), "粗体后面");
}

TEST(ParseProse, lists_keep_their_marks_and_second_paragraphs) {
  const Prose prose = parse_prose("- one\n- two\n\n  more\n\n3. three\n4. four\n");
  ASSERT_EQ(prose.size(), 5U);
  EXPECT_EQ(prose[0].mark, "•");
  EXPECT_EQ(prose[2].kind, Kind::item);
  EXPECT_EQ(prose[2].mark, "");
  EXPECT_EQ(all_text(prose[2].spans), "more");
  EXPECT_EQ(prose[3].mark, "3.");
  EXPECT_EQ(prose[4].mark, "4.");
}

TEST(ParseProse, fenced_code_is_as_it_is_written) {
  const Prose prose = parse_prose("```cuda\nint i;\n  a[i] = **p;\n```\n");
  ASSERT_EQ(prose.size(), 1U);
  EXPECT_EQ(prose[0].kind, Kind::code);
  EXPECT_EQ(prose[0].code, "int i;\n  a[i] = **p;");
}

TEST(ParseProse, a_table_has_its_rows_and_alignment) {
  const Prose prose = parse_prose("| a | b |\n| :-- | --: |\n| 1 | **2** |\n| 3 | 4 |\n");
  ASSERT_EQ(prose.size(), 1U);
  const ProseBlock::Table& table = prose[0].table;
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(table.columns, testing::ElementsAre(AlignX::left, AlignX::right));
  EXPECT_EQ(all_text(table.rows[0][1]), "b");
  EXPECT_TRUE(table.rows[1][1][0].strong);
}

TEST(ParseProse, html_is_text_and_a_link_is_its_words) {
  EXPECT_EQ(all_text(parse_prose("a <b>bold</b> [word](http://x) end").at(0).spans),
            "a <b>bold</b> word end");
}

TEST(AsMarkdown, shows_a_message_as_it_is) {
  for (const char* text :
       {"tile.cu:3:1: error: __global__ void *p, **q; `x` <b> &lt; [a](b) # no | ~~y~~ \\",
        "1. not a list", "- nor this", "# nor a heading", "one\ntwo", "a\n\nb", "```\nx\n```"}) {
    const Prose prose = parse_prose(as_markdown(text));
    ASSERT_EQ(prose.size(), 1U) << text;
    EXPECT_EQ(prose[0].kind, Kind::paragraph) << text;
    ASSERT_EQ(prose[0].spans.size(), 1U) << text;
    EXPECT_EQ(prose[0].spans[0], (ProseSpan{text, false, false, false}));
  }
  EXPECT_EQ(as_markdown(""), "");
  EXPECT_EQ(all_text(parse_prose(as_markdown("a\r\n  ^\n")).at(0).spans), "a\n\u00a0\u00a0^");
}

TEST(ParseProse, text_that_is_no_markdown_is_kept) {
  EXPECT_TRUE(parse_prose("").empty());
  EXPECT_EQ(all_text(parse_prose("a < b && c > d").at(0).spans), "a < b && c > d");
  EXPECT_EQ(all_text(parse_prose("\xff\xfe ok").at(0).spans), "\xff\xfe ok");
}

TEST(ProseLines, latin_breaks_at_blanks_only) {
  EXPECT_THAT(lines_of("aaaa bbbb cccc", 60), testing::ElementsAre("aaaa bbbb", "cccc"));
}

TEST(ProseLines, a_number_keeps_its_sign) {
  EXPECT_THAT(lines_of("aaaaaa 50 % bb", 60), testing::ElementsAre("aaaaaa", "50 % bb"));
  EXPECT_THAT(lines_of("aaaaaa **50** % bb", 60), testing::ElementsAre("aaaaaa", "50 % bb"));
}

TEST(ProseLines, chinese_breaks_between_any_two_characters) {
  EXPECT_THAT(lines_of("一二三四五六七", 30), testing::ElementsAre("一二三", "四五六", "七"));
}

TEST(ProseLines, what_closes_does_not_begin_a_line) {
  EXPECT_THAT(lines_of("一二三，四五六。", 30), testing::ElementsAre("一二", "三，四", "五六。"));
  EXPECT_THAT(lines_of("一二（三四）五", 30), testing::ElementsAre("一二", "（三", "四）五"));
}

TEST(ProseLines, a_word_wider_than_the_line_is_broken) {
  const std::vector<std::string> lines = lines_of("see aaaaaaaaaaaaaaaaaaaa end", 40);
  std::string joined;
  for (const std::string& line : lines) joined += line;
  EXPECT_EQ(without_blanks(joined), "seeaaaaaaaaaaaaaaaaaaaaend");
}

TEST(ProseLines, the_sign_after_bold_or_code_stays_with_it) {
  EXPECT_THAT(lines_of("**一二三**，四", 30), testing::ElementsAre("一二", "三，四"));
  EXPECT_THAT(lines_of("aa `bbbb`, cc", 40), testing::ElementsAre("aa", "bbbb,", "cc"));
}

TEST(ProseLines, a_break_that_was_asked_for_is_one) {
  EXPECT_THAT(lines_of("one  \ntwo", 500), testing::ElementsAre("one", "two"));
}

const char* const sample =
    "A warp reads `A[i + OFFSET]` with **all** its *32 lanes*.\n\n- one sector is 32 bytes\n- four "
    "make a line\n\n```\nint i = blockIdx.x * blockDim.x + threadIdx.x;  // the index\n```\n\n"
    "| offset | sectors |\n| --: | --: |\n| 0 | 4 |\n| 1 | 5 |\n\n一个 warp 的 32 个 lane，读 "
    "**128 "
    "字节**：四个扇区（每个 32 字节）。";

TEST(BuildProse, nothing_leaves_the_picture_or_overlaps_at_any_width_and_scale) {
  const Prose prose = parse_prose(sample);
  for (const float scale : {0.75F, 1.0F, 1.5F, 2.5F}) {
    for (const float width : {180.0F, 320.0F, 640.0F, 1200.0F}) {
      Style style = samples::plain_style();
      style.scale = scale;
      const DrawList list = build_prose(prose, style, width);
      EXPECT_THAT(samples::label_faults(list, style), testing::IsEmpty()) << width << " " << scale;
      EXPECT_THAT(samples::shape_faults(list), testing::IsEmpty()) << width << " " << scale;
      EXPECT_TRUE(list.hits.empty());
    }
  }
}

TEST(BuildProse, no_text_is_left_out) {
  const Prose prose = parse_prose(sample);
  const std::string wide =
      without_blanks(all_labels(build_prose(prose, samples::plain_style(), 4000)));
  EXPECT_NE(wide.find("intI=") == std::string::npos ? wide.find("inti=blockIdx.x") : 0,
            std::string::npos);
  std::string narrow = without_blanks(all_labels(build_prose(prose, samples::plain_style(), 150)));
  std::string sorted = wide;
  std::sort(sorted.begin(), sorted.end());
  std::sort(narrow.begin(), narrow.end());
  EXPECT_EQ(narrow, sorted);
}

TEST(BuildProse, is_higher_where_it_is_narrower_and_empty_without_text) {
  const Prose prose = parse_prose(sample);
  const float wide = build_prose(prose, samples::plain_style(), 800).height;
  const float narrow = build_prose(prose, samples::plain_style(), 250).height;
  EXPECT_GT(wide, 0);
  EXPECT_GT(narrow, wide);
  EXPECT_EQ(build_prose({}, samples::plain_style(), 250).height, 0);
}

TEST(BuildProse, emphasis_is_bold_and_has_no_line_below_it_as_a_link_has) {
  const DrawList list = build_prose(parse_prose("a **b** `c` *dddd*"), samples::plain_style(), 400);
  for (const char* bold : {"b", "dddd"}) {
    const Label* label = samples::label_of(list, bold);
    ASSERT_NE(label, nullptr) << bold;
    EXPECT_EQ(label->font, FontRole::ui_bold);
  }
  EXPECT_EQ(samples::label_of(list, "c")->font, FontRole::mono);
  EXPECT_EQ(list.boxes.size(), 1U);  // the background of the code
}

TEST(BuildProse, numbers_of_a_table_stand_at_the_right) {
  const DrawList list =
      build_prose(parse_prose("| n |\n| --: |\n| 1 |\n| 1000 |\n"), samples::plain_style(), 400);
  const auto right = [&](const char* text) {
    const Label* label = samples::label_of(list, text);
    return label->x + samples::plain_style().measure(label->font, label->size, label->text);
  };
  EXPECT_NEAR(right("1"), right("1000"), 0.5F);
}

// The spans that are links, as "word=id".
std::vector<std::string> links_of(const std::string& markdown, const char* language = "en") {
  const text::Texts texts(language);
  const text::Glossary& glossary = texts.glossary();
  Prose prose = parse_prose(markdown);
  link_terms(prose, glossary);
  std::vector<std::string> links;
  const auto collect = [&](const ProseLine& line) {
    for (const ProseSpan& span : line) {
      if (span.term) links.push_back(span.text + "=" + glossary.terms()[*span.term].id);
    }
  };
  for (const ProseBlock& block : prose) {
    collect(block.spans);
    for (const auto& row : block.table.rows) std::ranges::for_each(row, collect);
  }
  return links;
}

TEST(ProseLinks, are_the_first_uses_of_terms) {
  EXPECT_THAT(links_of("Two **warps**. A warp has lanes.\n\n- a sector\n- a lane\n"),
              ::testing::ElementsAre("warps=warp", "lanes=lane", "sector=sector"));
}

TEST(ProseLinks, are_in_tables_but_not_in_code_or_titles) {
  EXPECT_THAT(links_of("## Sectors\n\n`warp`\n\n```\nlane\n```\n\n| bank |\n| --- |\n| grid |\n"),
              ::testing::ElementsAre("bank=bank", "grid=grid"));
}

TEST(ProseLinks, are_not_in_the_names_of_variants) {
  EXPECT_THAT(links_of("The variant *aligned* is *aligned*."), ::testing::IsEmpty());
  EXPECT_THAT(links_of("The variant *sector* reads **sectors**."),
              ::testing::ElementsAre("sectors=sector"));
  EXPECT_THAT(links_of("变体“扇区”读取扇区。", "zh"), ::testing::ElementsAre("扇区=sector"));
  EXPECT_THAT(links_of("变体“扇区”。", "zh"), ::testing::IsEmpty());
}

TEST(ProseLinks, keep_the_text_as_it_is) {
  const std::string markdown = "Each *warp* and its **32 lanes** touch sectors.";
  Prose prose = parse_prose(markdown);
  const std::string before = all_text(prose.at(0).spans);
  link_terms(prose, samples::plain_style().texts->glossary());
  EXPECT_EQ(all_text(prose.at(0).spans), before);
}

TEST(ProseLinks, explain_themselves_under_the_mouse_on_every_line_they_are_on) {
  ProseStyle linked;
  linked.is_linked = true;
  const DrawList list = build_prose(parse_prose("All of a thread block shares shared memory."),
                                    samples::plain_style(), 90, linked);
  std::size_t of_memory = 0;
  for (const HitArea& hit : list.hits) {
    EXPECT_EQ(hit.kind, HitKind::term);
    of_memory += hit.tooltip.starts_with("shared memory\n") ? 1 : 0;
  }
  EXPECT_EQ(of_memory, 2U);
  EXPECT_TRUE(build_prose(parse_prose("a warp"), samples::plain_style(), 90).hits.empty());
}

}  // namespace
}  // namespace lanescope::picture
