// The operations of the editor, without a window.
#include "app/session/edit/text_edit.h"

#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// '|' is the caret, and '[' stands at the anchor where there is a selection.
TextEdit edit(std::string text) {
  std::size_t caret = text.find('|'), anchor = text.find('[');
  if (anchor != text.npos && anchor < caret) --caret;
  if (anchor != text.npos && anchor > text.find('|')) --anchor;
  std::erase_if(text, [](char c) { return c == '|' || c == '['; });
  TextEdit edit(text);
  edit.place(anchor == std::string::npos ? caret : anchor, false);
  edit.place(caret, true);
  return edit;
}
std::string shown(const TextEdit& edit) {
  std::string text = edit.text();
  const std::size_t caret = edit.caret(), anchor = edit.anchor();
  text.insert(caret, 1, '|');
  if (anchor != caret) text.insert(anchor > caret ? anchor + 1 : anchor, 1, '[');
  return text;
}

TEST(TextEdit, types_at_the_caret) {
  TextEdit e = edit("ab|d");
  e.type("c");
  EXPECT_EQ(shown(e), "abc|d");
}

TEST(TextEdit, types_over_the_selection) {
  TextEdit e = edit("a[bcd|e");
  e.type("x");
  EXPECT_EQ(shown(e), "ax|e");
}

TEST(TextEdit, undoes_what_was_typed_in_a_row_as_one_step) {
  TextEdit e = edit("|");
  for (const char* c : {"a", "b", "c"}) e.type(c);
  EXPECT_TRUE(e.undo());
  EXPECT_EQ(shown(e), "|");
  EXPECT_TRUE(e.redo());
  EXPECT_EQ(shown(e), "abc|");
}

TEST(TextEdit, undoes_what_was_typed_elsewhere_as_another_step) {
  TextEdit e = edit("|z");
  e.type("a");
  e.move(Motion::right, false);
  e.type("b");
  e.undo();
  EXPECT_EQ(e.text(), "az");
  e.undo();
  EXPECT_EQ(shown(e), "|z");
  EXPECT_FALSE(e.undo());
}

TEST(TextEdit, forgets_what_was_undone_when_something_is_typed) {
  TextEdit e = edit("|");
  e.type("a");
  e.undo();
  e.type("b");
  EXPECT_FALSE(e.redo());
}

TEST(TextEdit, moves_by_characters_not_by_bytes) {
  TextEdit e = edit("|中a");
  e.move(Motion::right, false);
  EXPECT_EQ(shown(e), "中|a");
  e.erase(Motion::left);
  EXPECT_EQ(shown(e), "|a");
}

TEST(TextEdit, keeps_the_column_over_a_short_line) {
  TextEdit e = edit("abc|d\nx\nefgh");
  e.move(Motion::down, false);
  EXPECT_EQ(shown(e), "abcd\nx|\nefgh");
  e.move(Motion::down, false);
  EXPECT_EQ(shown(e), "abcd\nx\nefg|h");
}

TEST(TextEdit, goes_to_the_first_character_of_the_line_and_then_to_its_beginning) {
  TextEdit e = edit("  ab|c");
  e.move(Motion::line_start, false);
  EXPECT_EQ(shown(e), "  |abc");
  e.move(Motion::line_start, false);
  EXPECT_EQ(shown(e), "|  abc");
}

TEST(TextEdit, moves_and_erases_by_words) {
  TextEdit e = edit("int |value = 3;");
  e.move(Motion::word_right, true);
  EXPECT_EQ(shown(e), "int [value |= 3;");
  e.place(9, false);
  e.erase(Motion::word_left);
  EXPECT_EQ(shown(e), "int | = 3;");
}

TEST(TextEdit, leaves_a_selection_at_the_arrows_end_of_it) {
  TextEdit e = edit("a[bc|d");
  e.move(Motion::left, false);
  EXPECT_EQ(shown(e), "a|bcd");
}

TEST(TextEdit, selects_a_word_and_a_line) {
  TextEdit e = edit("int value;\nx|");
  e.select_word(6);
  EXPECT_EQ(e.selected(), "value");
  e.select_word(9);  // behind it
  EXPECT_EQ(e.selected(), "value");
  e.select_line(1);
  EXPECT_EQ(e.selected(), "int value;\n");
}

TEST(TextEdit, begins_a_line_as_far_in_as_the_one_before) {
  TextEdit e = edit("  a;|");
  e.new_line();
  EXPECT_EQ(shown(e), "  a;\n  |");
}

TEST(TextEdit, goes_one_step_in_behind_a_brace_and_back_with_its_partner) {
  TextEdit e = edit("if (a) {|");
  e.new_line();
  EXPECT_EQ(shown(e), "if (a) {\n  |");
  e.type("b;");
  e.new_line();
  e.type("}");
  EXPECT_EQ(shown(e), "if (a) {\n  b;\n}|");
}

TEST(TextEdit, goes_in_by_the_step_that_the_text_has) {
  TextEdit e = edit("f() {\n\ta;\n}\ng() {|");
  e.new_line();
  EXPECT_EQ(e.line(5), "\t");
}

TEST(TextEdit, moves_selected_lines_in_and_out) {
  TextEdit e = edit("[a\n\nb|\nc");
  e.indent();
  EXPECT_EQ(e.text(), "  a\n\n  b\nc");
  e.outdent();
  EXPECT_EQ(e.text(), "a\n\nb\nc");
}

TEST(TextEdit, comments_lines_out_and_in) {
  TextEdit e = edit("[  a\n    b\n\n|c");
  e.toggle_comment();
  EXPECT_EQ(e.text(), "  // a\n  //   b\n\nc");
  e.toggle_comment();
  EXPECT_EQ(e.text(), "  a\n    b\n\nc");
}

TEST(TextEdit, keeps_the_caret_before_its_character_when_the_line_is_commented_out) {
  TextEdit e = edit("a = |b;");
  e.toggle_comment();
  EXPECT_EQ(shown(e), "// a = |b;");
}

TEST(TextEdit, moves_lines_up_and_down) {
  TextEdit e = edit("a\nb|\nc");
  e.move_lines(true);
  EXPECT_EQ(shown(e), "a\nc\nb|");
  e.move_lines(true);
  EXPECT_EQ(shown(e), "a\nc\nb|");
  e.move_lines(false);
  e.move_lines(false);
  EXPECT_EQ(shown(e), "b|\na\nc");
}

TEST(TextEdit, cuts_the_line_without_a_selection) {
  TextEdit e = edit("a\nb|\nc");
  EXPECT_EQ(e.cut(), "b\n");
  EXPECT_EQ(shown(e), "a\n|c");
}

TEST(TextEdit, gives_the_file_its_own_line_ends_back) {
  TextEdit e("a\r\nb\r\n");
  EXPECT_EQ(e.lines(), 3);
  EXPECT_EQ(e.text(), "a\nb\n");
  e.place(1, false);
  e.new_line();
  EXPECT_EQ(e.file_text(), "a\r\n\r\nb\r\n");
}

TEST(TextEdit, pastes_lines_of_another_system) {
  TextEdit e = edit("|");
  e.paste("a\r\nb");
  EXPECT_EQ(e.text(), "a\nb");
}

TEST(TextEdit, finds_the_next_one_around_the_end) {
  TextEdit e = edit("one two |One");
  EXPECT_TRUE(e.find("one", {}));
  EXPECT_EQ(e.selection().first, 8u);
  EXPECT_TRUE(e.find("one", {}));
  EXPECT_EQ(e.selection().first, 0u);
  EXPECT_TRUE(e.find("one", {}, true));
  EXPECT_EQ(e.selection().first, 8u);
  EXPECT_FALSE(e.find("three", {}));
}

TEST(TextEdit, finds_by_case_and_by_whole_words_when_asked) {
  TextEdit e = edit("|tiles Tile tile");
  EXPECT_TRUE(e.find("tile", {.match_case = true, .whole_word = true}));
  EXPECT_EQ(e.selection().first, 11u);
  EXPECT_THAT(e.count("tile", {.whole_word = true}), Pair(2, 2));
  EXPECT_THAT(e.count("tile", {}), Pair(3, 3));
}

TEST(TextEdit, replaces_the_one_that_is_selected_and_goes_to_the_next) {
  TextEdit e = edit("|a b a");
  EXPECT_FALSE(e.replace("a", "cc", {}));
  EXPECT_TRUE(e.replace("a", "cc", {}));
  EXPECT_EQ(e.text(), "cc b a");
  EXPECT_EQ(e.selected(), "a");
}

TEST(TextEdit, replaces_all_as_one_step) {
  TextEdit e = edit("|a b a");
  EXPECT_EQ(e.replace_all("a", "aa", {}), 2u);
  EXPECT_EQ(e.text(), "aa b aa");
  e.undo();
  EXPECT_EQ(e.text(), "a b a");
}

TEST(TextEdit, finds_a_brackets_partner_at_either_side_of_the_caret) {
  EXPECT_THAT(edit("f(|(a)[1])").brackets(), testing::Optional(Pair(2, 4)));
  EXPECT_THAT(edit("f(a)|").brackets(), testing::Optional(Pair(3, 1)));
  EXPECT_FALSE(edit("f|(a").brackets().has_value());
  EXPECT_FALSE(edit("|").brackets().has_value());
}

TEST(TextEdit, completes_words_of_the_text_and_those_that_are_given) {
  TextEdit e = edit("threads = 3; th|");
  EXPECT_THAT(e.completions({"threadIdx", "this", "blockIdx"}),
              ElementsAre("this", "threadIdx", "threads"));
  e.complete("threadIdx");
  EXPECT_EQ(shown(e), "threads = 3; threadIdx|");
  EXPECT_THAT(edit("12|").completions({"123"}), IsEmpty());
}

TEST(TextEdit, takes_a_text_from_elsewhere_and_keeps_the_line) {
  TextEdit e = edit("a\nb|\nc");
  e.replace_all_by("x\ny\nz");
  EXPECT_EQ(shown(e), "x\n|y\nz");
  e.undo();
  EXPECT_EQ(e.text(), "a\nb\nc");
}

// Whatever was done, undoing all of it brings back each text on the way.
TEST(TextEdit, undoes_any_sequence_of_changes) {
  const std::string first = "void f() {\n  if (a) {\n    b;  // 中\n  }\n}\n";
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    TextEdit e(first);
    std::size_t steps = 0;
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t version = e.version();
      const bool select = random() % 2 == 0;
      switch (random() % 16) {
        case 0:
          e.type(random() % 2 == 0 ? "x" : "é");
          break;
        case 1:
          e.new_line();
          break;
        case 2:
          e.erase(static_cast<Motion>(random() % 12));
          break;
        case 3:
          (void)e.cut();
          break;
        case 4:
          e.paste("a\nb");
          break;
        case 5:
          e.indent();
          break;
        case 6:
          e.outdent();
          break;
        case 7:
          e.toggle_comment();
          break;
        case 8:
          e.move_lines(select);
          break;
        case 9:
          e.replace_all("b", "cb", {});
          break;
        case 10:
          e.type("}");
          break;
        case 11:
          e.undo();
          break;
        case 12:
          e.redo();
          break;
        default:
          e.move(static_cast<Motion>(random() % 12), select, 2);
          break;
      }
      steps += e.version() != version ? 1 : 0;
      ASSERT_LE(e.caret(), e.text().size());
      ASSERT_LE(e.anchor(), e.text().size());
      ASSERT_EQ(e.line_of(e.start_of(e.lines())), e.lines());
    }
    EXPECT_GT(steps, 50u);
    const std::string last = e.text();
    while (e.undo()) {
    }
    ASSERT_EQ(e.text(), first) << "seed " << seed;
    while (e.redo()) {
    }
    ASSERT_EQ(e.text(), last) << "seed " << seed;
  }
}

}  // namespace
}  // namespace lanescope::app
