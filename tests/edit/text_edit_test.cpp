#include "app/session/edit/text_edit.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/edit/marked_text.h"

namespace lanescope::app {
namespace {

// What the call makes of the text.
template <class Call>
std::string after(const std::string& text, Call&& call) {
  TextEdit edit = edit_of(text);
  call(edit);
  return shown(edit);
}

std::string after_move(const std::string& text, Unit unit, Direction direction,
                       bool selects = false) {
  return after(text, [&](TextEdit& edit) { edit.move(unit, direction, selects); });
}

// --- the text ---

TEST(TextEdit, has_one_empty_line_at_first) {
  EXPECT_EQ(TextEdit().lines(), std::vector<std::string>{""});
  EXPECT_EQ(TextEdit().text(), "");
}

TEST(TextEdit, gives_back_the_line_ends_that_the_text_came_with) {
  for (const std::string text : {"", "a", "a\nb\n", "a\r\nb\r\n", "a\rb", "\r\n", "\n\n"}) {
    TextEdit edit;
    edit.set(text);
    EXPECT_EQ(edit.text(), text);
  }
}

TEST(TextEdit, uses_the_first_line_s_end_for_all) {
  TextEdit edit;
  edit.set("a\r\nb\nc\rd");
  EXPECT_EQ(edit.lines(), (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(edit.text(), "a\r\nb\r\nc\r\nd");
}

TEST(TextEdit, begins_anew_with_a_new_text) {
  TextEdit edit = edit_of("ab|");
  edit.type("c");
  edit.set("d");
  EXPECT_EQ(shown(edit), "|d");
  EXPECT_FALSE(edit.undo());
}

TEST(TextEdit, gives_the_selection_in_order_and_with_plain_line_ends) {
  const TextEdit edit = edit_of("a|b\r\nc^d");
  EXPECT_EQ(edit.selection(), (TextRange{{0, 1}, {1, 1}}));
  EXPECT_EQ(edit.anchor(), (TextPlace{1, 1}));
  EXPECT_EQ(edit.selected(), "b\nc");
}

TEST(TextEdit, counts_its_changes_and_nothing_else) {
  TextEdit edit = edit_of("aa| b");
  const auto changed = [&](auto&& call) {
    const std::uint64_t before = edit.revision();
    call();
    return edit.revision() > before;
  };
  EXPECT_TRUE(changed([&] { edit.type("x"); }));
  EXPECT_TRUE(changed([&] { edit.undo(); }));
  EXPECT_TRUE(changed([&] { edit.redo(); }));
  EXPECT_TRUE(changed([&] { edit.set("aa b"); }));
  EXPECT_FALSE(changed([&] { edit.undo(); }));
  EXPECT_FALSE(changed([&] { edit.type(""); }));
  EXPECT_FALSE(changed([&] { edit.erase(Unit::character, back); }));
  EXPECT_FALSE(changed([&] { edit.indent(back); }));
  EXPECT_FALSE(changed([&] { edit.move_lines(back); }));
  EXPECT_FALSE(changed([&] { edit.replace_all({"a"}, "a"); }));
  EXPECT_FALSE(changed([&] { edit.find({"b"}, forth), edit.select_all(); }));
}

// --- changes ---

TEST(Typing, replaces_the_selection) {
  EXPECT_EQ(after("a^bc\nde|f", [](TextEdit& edit) { edit.type("你"); }), "a你|f");
}

TEST(Typing, takes_a_closing_brace_one_step_back) {
  const auto brace = [](TextEdit& edit) { edit.type("}"); };
  EXPECT_EQ(after("    a;\n        |", brace), "    a;\n    }|");
  EXPECT_EQ(after("  a;\n      |", brace), "  a;\n    }|");
  EXPECT_EQ(after("\ta;\n\t\t|", brace), "\ta;\n\t}|");
  EXPECT_EQ(after("    a;|", brace), "    a;}|");
  EXPECT_EQ(after("|", brace), "}|");
}

TEST(Inserting, makes_line_ends_plain) {
  EXPECT_EQ(after("a|b", [](TextEdit& edit) { edit.insert("1\r\n2\r3"); }), "a1\n2\n3|b");
}

TEST(Inserting, leaves_the_caret_beside_a_character_that_broken_bytes_become) {
  TextEdit edit = edit_of("|\xbd\xa0");
  edit.insert("\xe4");
  EXPECT_EQ(edit.lines()[0], "你");
  EXPECT_EQ(edit.caret(), (TextPlace{0, 0}));
  edit.undo();
  EXPECT_EQ(edit.lines()[0], "\xbd\xa0");
}

TEST(NewLine, keeps_the_indentation_before_the_caret) {
  const auto enter = [](TextEdit& edit) { edit.new_line(); };
  EXPECT_EQ(after("    ab|c", enter), "    ab\n    |c");
  EXPECT_EQ(after("\t \tab|", enter), "\t \tab\n\t \t|");
  EXPECT_EQ(after("|    a", enter), "\n|    a");
  EXPECT_EQ(after("  |  a", enter), "  \n  |  a");
  EXPECT_EQ(after("a^b|c", enter), "a\n|c");
}

TEST(NewLine, is_one_step_deeper_behind_a_brace) {
  const auto enter = [](TextEdit& edit) { edit.new_line(); };
  EXPECT_EQ(after("f() {|", enter), "f() {\n    |");
  EXPECT_EQ(after("  if (a) { |", enter), "  if (a) { \n    |");
  EXPECT_EQ(after("    if (a) {|", enter), "    if (a) {\n        |");
  EXPECT_EQ(after("\tif (a) {|", enter), "\tif (a) {\n\t\t|");
}

TEST(NewLine, gives_the_closing_brace_a_line_of_its_own) {
  const auto enter = [](TextEdit& edit) { edit.new_line(); };
  EXPECT_EQ(after("    {|}", enter), "    {\n        |\n    }");
  EXPECT_EQ(after("{ | };", enter), "{\n    |\n};");
}

TEST(Indentation, is_by_four_unless_lines_begin_with_other_multiples_of_two) {
  const auto enter = [](TextEdit& edit) { edit.new_line(); };
  EXPECT_EQ(after("    a\n        b\n{|", enter), "    a\n        b\n{\n    |");
  EXPECT_EQ(after("  a\n    b\n    c\n{|", enter), "  a\n    b\n    c\n{\n  |");
  EXPECT_EQ(after(" * a\n    b\n{|", enter), " * a\n    b\n{\n    |");
}

TEST(Erasing, takes_whole_characters) {
  const auto backspace = [](TextEdit& edit) { edit.erase(Unit::character, back); };
  const auto del = [](TextEdit& edit) { edit.erase(Unit::character, forth); };
  EXPECT_EQ(after("a你|b", backspace), "a|b");
  EXPECT_EQ(after("a|😀b", del), "a|b");
  EXPECT_EQ(after("a\x80\x80|b", backspace), "a\x80|b");
  EXPECT_EQ(after("a|\xe4\xbd", del), "a|\xbd");
}

TEST(Erasing, joins_lines_and_does_nothing_at_the_text_s_ends) {
  const auto backspace = [](TextEdit& edit) { edit.erase(Unit::character, back); };
  const auto del = [](TextEdit& edit) { edit.erase(Unit::character, forth); };
  EXPECT_EQ(after("a\n|b", backspace), "a|b");
  EXPECT_EQ(after("a|\nb", del), "a|b");
  EXPECT_EQ(after("|a", backspace), "|a");
  EXPECT_EQ(after("a|", del), "a|");
}

TEST(Erasing, takes_words_and_what_is_left_of_a_line) {
  EXPECT_EQ(after("ab cd |e", [](TextEdit& edit) { edit.erase(Unit::word, back); }), "ab |e");
  EXPECT_EQ(after("ab| cd e", [](TextEdit& edit) { edit.erase(Unit::word, forth); }), "ab| e");
  EXPECT_EQ(after("  ab|c", [](TextEdit& edit) { edit.erase(Unit::edge, back); }), "  |c");
  EXPECT_EQ(after("  ab|c\nd", [](TextEdit& edit) { edit.erase(Unit::edge, forth); }), "  ab|\nd");
}

TEST(Erasing, takes_the_selection_whatever_the_unit) {
  for (const Unit unit : {Unit::character, Unit::word, Unit::edge, Unit::page})
    EXPECT_EQ(after("a|b\nc^d e", [&](TextEdit& edit) { edit.erase(unit, forth); }), "a|d e");
}

TEST(Indenting, inserts_spaces_to_the_next_stop_at_the_caret) {
  const auto tab = [](TextEdit& edit) { edit.indent(forth); };
  EXPECT_EQ(after("a|b", tab), "a   |b");
  EXPECT_EQ(after("    |b", tab), "        |b");
  EXPECT_EQ(after("你|", tab), "你  |");
  EXPECT_EQ(after("  a|", tab), "  a |");
  EXPECT_EQ(after("\ta|", tab), "\ta\t|");
}

TEST(Indenting, moves_the_selected_lines_without_the_one_behind_them) {
  const auto tab = [](TextEdit& edit) { edit.indent(forth); };
  EXPECT_EQ(after("a^b\n\n    c|", tab), "    a^b\n\n        c|");
  EXPECT_EQ(after("^a\nb\n|c", tab), "^    a\n    b\n|c");
}

TEST(Indenting, back_takes_one_step_at_most) {
  const auto shift_tab = [](TextEdit& edit) { edit.indent(back); };
  EXPECT_EQ(after("        a|b", shift_tab), "    a|b");
  EXPECT_EQ(after("   a|b", shift_tab), "a|b");
  EXPECT_EQ(after("|    a", shift_tab), "|a");
  EXPECT_EQ(after("\t\ta|", shift_tab), "\ta|");
  EXPECT_EQ(after("    ^a\nb\n      c|", shift_tab), "  ^a\nb\n    c|");
}

TEST(Comments, come_before_the_lines_that_are_indented_least) {
  const auto toggle = [](TextEdit& edit) { edit.toggle_comment(); };
  EXPECT_EQ(after("    a|b", toggle), "    // a|b");
  EXPECT_EQ(after("    a^b\n\n        c|", toggle), "    // a^b\n\n    //     c|");
  EXPECT_EQ(after("^// a\nb|", toggle), "^// // a\n// b|");
  EXPECT_EQ(after("|", toggle), "// |");
}

TEST(Comments, go_where_all_lines_have_them) {
  const auto toggle = [](TextEdit& edit) { edit.toggle_comment(); };
  EXPECT_EQ(after("    // a|b", toggle), "    a|b");
  EXPECT_EQ(after("//^ a\n\n  //b|", toggle), "^a\n\n  b|");
  EXPECT_EQ(after("/|/ a", toggle), "|a");
}

TEST(MovingLines, changes_places_with_the_next_one) {
  const auto down = [](TextEdit& edit) { edit.move_lines(forth); };
  const auto up = [](TextEdit& edit) { edit.move_lines(back); };
  EXPECT_EQ(after("a|b\nc\nd", down), "c\na|b\nd");
  EXPECT_EQ(after("a\nb^b\nc|c", up), "b^b\nc|c\na");
  EXPECT_EQ(after("^a\n|b\nc", down), "b\n^a\n|c");
  EXPECT_EQ(after("a\nb|", down), "a\nb|");
  EXPECT_EQ(after("a|\nb", up), "a|\nb");
}

TEST(Duplicating, copies_the_selection_or_the_line) {
  const auto duplicate = [](TextEdit& edit) { edit.duplicate(); };
  EXPECT_EQ(after("a^b\nc|d", duplicate), "ab\nc^b\nc|d");
  EXPECT_EQ(after("ab|c\nd", duplicate), "abc\nab|c\nd");
  EXPECT_EQ(after("|", duplicate), "\n|");
}

TEST(ErasingLines, leaves_the_caret_in_the_line_behind_them) {
  const auto erase = [](TextEdit& edit) { edit.erase_lines(); };
  EXPECT_EQ(after("ab\ncd|\nef", erase), "ab\nef|");
  EXPECT_EQ(after("a^b\nc|d\nef", erase), "e|f");
  EXPECT_EQ(after("ab\nc|d", erase), "a|b");
  EXPECT_EQ(after("a|b", erase), "|");
  EXPECT_EQ(after("^ab\n|cd", erase), "|cd");
}

// --- undo ---

// The text after each undo(), from the last to the first.
std::vector<std::string> undone(TextEdit& edit) {
  std::vector<std::string> texts;
  while (edit.undo()) texts.push_back(shown(edit));
  return texts;
}

TEST(Undo, is_word_by_word_for_what_was_typed) {
  TextEdit edit;
  for (const char c : std::string("int  x = 1;")) edit.type(std::string(1, c));
  EXPECT_EQ(undone(edit), (std::vector<std::string>{"int  x = |", "int  x |", "int |", "|"}));
}

TEST(Undo, is_the_same_for_what_was_typed_in_one_piece) {
  TextEdit edit;
  edit.type("ab cd\nef");
  EXPECT_EQ(undone(edit), (std::vector<std::string>{"ab cd\n|", "ab |", "|"}));
}

TEST(Undo, ends_a_word_at_movements_and_other_changes) {
  TextEdit edit;
  edit.type("a");
  edit.place(edit.caret(), false);
  edit.type("b");
  edit.insert("c");
  edit.type("d");
  edit.new_line();
  edit.type("e");
  EXPECT_EQ(undone(edit), (std::vector<std::string>{"abcd\n|", "abcd|", "abc|", "ab|", "a|", "|"}));
}

TEST(Undo, brings_selection_and_caret_back) {
  TextEdit edit = edit_of("a|b\nc^d");
  edit.type("x");
  edit.type("y");
  edit.move(Unit::text, back, false);
  EXPECT_TRUE(edit.undo());
  EXPECT_EQ(shown(edit), "a|b\nc^d");
  EXPECT_TRUE(edit.redo());
  EXPECT_EQ(shown(edit), "axy|d");
  EXPECT_FALSE(edit.redo());
}

TEST(Undo, of_a_typed_brace_brings_its_indentation_back) {
  TextEdit edit = edit_of("        |");
  edit.type("}");
  edit.type(";");
  EXPECT_EQ(shown(edit), "    };|");
  EXPECT_EQ(undone(edit), std::vector<std::string>{"        |"});
  edit.type("    }");
  EXPECT_EQ(undone(edit), std::vector<std::string>{"        |"});
}

TEST(Redo, ends_with_the_next_change_and_does_not_go_on_with_a_word) {
  TextEdit edit;
  edit.type("a");
  edit.undo();
  edit.redo();
  edit.type("b");
  EXPECT_FALSE(edit.redo());
  EXPECT_EQ(undone(edit), (std::vector<std::string>{"a|", "|"}));
}

// --- moving ---

TEST(Moving, by_characters_crosses_whole_ones_and_line_ends) {
  EXPECT_EQ(after_move("|你a", Unit::character, forth), "你|a");
  EXPECT_EQ(after_move("a😀|", Unit::character, back), "a|😀");
  EXPECT_EQ(after_move("\xf0\x9f|a", Unit::character, back),
            "\xf0|\x9f"
            "a");
  EXPECT_EQ(after_move("|\xed\xa0\x80", Unit::character, forth), "\xed|\xa0\x80");  // surrogate
  EXPECT_EQ(after_move("\xe0\x80\x80|", Unit::character, back), "\xe0\x80|\x80");   // too long
  EXPECT_EQ(after_move("a|\nb", Unit::character, forth), "a\n|b");
  EXPECT_EQ(after_move("a\n|b", Unit::character, back), "a|\nb");
  EXPECT_EQ(after_move("|", Unit::character, forth), "|");
  EXPECT_EQ(after_move("|", Unit::character, back), "|");
}

TEST(Moving, out_of_a_selection_goes_to_its_end) {
  EXPECT_EQ(after_move("a^bc|d", Unit::character, back), "a|bcd");
  EXPECT_EQ(after_move("a|bc^d", Unit::character, forth), "abc|d");
  EXPECT_EQ(after_move("a^bc|d", Unit::character, back, true), "a^b|cd");
}

TEST(Moving, by_words_stops_behind_them_or_before_them) {
  EXPECT_EQ(after_move("|ab_1  +=c", Unit::word, forth), "ab_1|  +=c");
  EXPECT_EQ(after_move("ab_1|  +=c", Unit::word, forth), "ab_1  +=|c");
  EXPECT_EQ(after_move("ab  += |c", Unit::word, back), "ab  |+= c");
  EXPECT_EQ(after_move("|宽度，a", Unit::word, forth), "宽度|，a");
  EXPECT_EQ(after_move("a|  \nb", Unit::word, forth), "a  |\nb");
  EXPECT_EQ(after_move("a|\n b", Unit::word, forth), "a\n| b");
  EXPECT_EQ(after_move("a\n  |b", Unit::word, back), "a\n|  b");
}

TEST(Moving, to_the_edge_stops_at_the_indentation) {
  EXPECT_EQ(after_move("  ab|c", Unit::edge, back), "  |abc");
  EXPECT_EQ(after_move("  |abc", Unit::edge, back), "|  abc");
  EXPECT_EQ(after_move("  a|bc\nd", Unit::edge, forth), "  abc|\nd");
}

TEST(Moving, by_lines_keeps_the_shown_column) {
  TextEdit edit = edit_of("abcde|f\na\n你好吗b\n\tc");
  std::vector<TextPlace> places;
  for (int i = 0; i < 4; ++i) {
    edit.move(Unit::line, forth, false);
    places.push_back(edit.caret());
  }
  EXPECT_EQ(places, (std::vector<TextPlace>{{1, 1}, {2, 6}, {3, 2}, {3, 2}}));
  edit.move(Unit::page, back, true, 3);
  EXPECT_EQ(edit.selection(), (TextRange{{0, 5}, {3, 2}}));
}

TEST(Moving, beyond_the_first_and_the_last_line_goes_to_their_ends) {
  EXPECT_EQ(after_move("a|b\ncd", Unit::line, back), "|ab\ncd");
  EXPECT_EQ(after_move("ab\nc|d", Unit::page, forth), "ab\ncd|");
  EXPECT_EQ(after_move("ab\nc|d", Unit::text, back, true), "|ab\nc^d");
}

TEST(Placing, finds_the_nearest_place) {
  const TextEdit edit = edit_of("你\n😀b");
  EXPECT_EQ(edit.nearest({0, 1}), (TextPlace{0, 0}));
  EXPECT_EQ(edit.nearest({0, 2}), (TextPlace{0, 3}));
  EXPECT_EQ(edit.nearest({1, 2}), (TextPlace{1, 0}));
  EXPECT_EQ(edit.nearest({1, 9}), (TextPlace{1, 5}));
  EXPECT_EQ(edit.nearest({7, 0}), (TextPlace{1, 5}));
  EXPECT_EQ(after("你a", [](TextEdit& e) { e.place({9, 9}, true); }), "^你a|");
  EXPECT_EQ(after("你a", [](TextEdit& e) { e.select({{0, 1}, {0, 2}}); }), "^你|a");
}

TEST(Selecting, takes_a_word_a_line_or_all) {
  const auto word = [](std::size_t column) {
    return [column](TextEdit& edit) { edit.select_word({0, column}); };
  };
  EXPECT_EQ(after("ab cd", word(4)), "ab ^cd|");
  EXPECT_EQ(after("ab cd", word(2)), "^ab| cd");
  EXPECT_EQ(after("ab  cd", word(3)), "ab^  |cd");
  EXPECT_EQ(after("ab += cd", word(4)), "ab ^+=| cd");
  EXPECT_EQ(after("ab", word(9)), "^ab|");
  EXPECT_EQ(after("", word(0)), "|");
  EXPECT_EQ(after("a\nb\nc", [](TextEdit& edit) { edit.select_line(1); }), "a\n^b\n|c");
  EXPECT_EQ(after("a\nb", [](TextEdit& edit) { edit.select_line(7); }), "a\n^b|");
  EXPECT_EQ(after("a\nb", [](TextEdit& edit) { edit.select_all(); }), "^a\nb|");
}

TEST(ShownColumns, count_tabs_wide_characters_and_broken_bytes) {
  const TextEdit edit = edit_of(
      "a\t你\xff"
      "é😀b");
  const std::vector<std::pair<std::size_t, std::size_t>> columns = {
      {0, 0}, {1, 1}, {2, 4}, {5, 6}, {6, 7}, {8, 8}, {12, 10}, {13, 11}};
  for (const auto& [column, shown] : columns) {
    EXPECT_EQ(edit.shown_column({0, column}), shown);
    EXPECT_EQ(edit.column_shown_at(0, shown), column);
  }
  EXPECT_EQ(edit.column_shown_at(0, 2), 1U);  // nearer to the tab's beginning
  EXPECT_EQ(edit.column_shown_at(0, 3), 2U);
  EXPECT_EQ(edit.column_shown_at(9, 99), 13U);
}

// --- finding ---

std::vector<TextRange> found(const std::string& text, const TextEdit::Search& search) {
  return edit_of(text).find_all(search);
}

TEST(Finding, gives_all_occurrences_that_do_not_overlap) {
  EXPECT_EQ(found("aaa\nba", {"aa"}), (std::vector<TextRange>{{{0, 0}, {0, 2}}}));
  EXPECT_EQ(found("你a你", {"你"}).size(), 2U);
  EXPECT_TRUE(found("aaa", {""}).empty());
  EXPECT_TRUE(found("", {"a"}).empty());
  EXPECT_TRUE(found("你", {"\xbd"}).empty());  // not within a character
}

TEST(Finding, heeds_case_and_whole_words) {
  EXPECT_EQ(found("Ab aB ab", {"ab"}).size(), 3U);
  EXPECT_EQ(found("Ab aB ab", {"ab", true}).size(), 1U);
  EXPECT_EQ(found("ab ab_ xab 度ab ab", {"ab", true, true}).size(), 2U);
  EXPECT_EQ(found("a+b", {"a+", true, true}).size(), 1U);
}

TEST(Finding, goes_over_line_ends) {
  EXPECT_EQ(found("xa\nB\ncx", {"a\nb\nc"}), (std::vector<TextRange>{{{0, 1}, {2, 1}}}));
  EXPECT_EQ(found("\n\n\n", {"\n\n"}), (std::vector<TextRange>{{{0, 0}, {2, 0}}}));
}

TEST(Finding, goes_on_from_the_end_to_the_beginning) {
  TextEdit edit = edit_of("ab\n|ab ab");
  const auto next = [&](Direction direction) {
    EXPECT_TRUE(edit.find({"ab"}, direction));
    return shown(edit);
  };
  EXPECT_EQ(next(forth), "ab\n^ab| ab");
  EXPECT_EQ(next(forth), "ab\nab ^ab|");
  EXPECT_EQ(next(forth), "^ab|\nab ab");
  EXPECT_EQ(next(back), "ab\nab ^ab|");
  EXPECT_EQ(next(back), "ab\n^ab| ab");
  EXPECT_FALSE(edit.find({"x"}, forth));
  EXPECT_EQ(shown(edit), "ab\n^ab| ab");
}

TEST(Finding, finds_the_only_one_again) {
  EXPECT_EQ(after("x^ab|", [](TextEdit& edit) { EXPECT_TRUE(edit.find({"ab"}, forth)); }), "x^ab|");
  EXPECT_EQ(after("x^ab|", [](TextEdit& edit) { EXPECT_TRUE(edit.find({"ab"}, back)); }), "x^ab|");
}

TEST(Replacing, takes_the_selected_one_and_selects_the_next) {
  TextEdit edit = edit_of("|ab ab");
  EXPECT_TRUE(edit.replace({"ab"}, "c"));
  EXPECT_EQ(shown(edit), "^ab| ab");
  EXPECT_TRUE(edit.replace({"ab"}, "c"));
  EXPECT_EQ(shown(edit), "c ^ab|");
  EXPECT_FALSE(edit.replace({"ab"}, "c"));
  EXPECT_EQ(shown(edit), "c c|");
}

TEST(Replacing, of_all_is_undone_at_once) {
  TextEdit edit = edit_of("ab\nx ab|");
  EXPECT_EQ(edit.replace_all({"AB"}, "你\n"), 2U);
  EXPECT_EQ(edit.text(), "你\n\nx 你\n");
  EXPECT_EQ(edit.replace_all({"ab"}, "c"), 0U);
  EXPECT_EQ(undone(edit), std::vector<std::string>{"ab\nx ab|"});
}

// --- brackets ---

// The text with "<" before both brackets; empty if there are none.
std::string bracketed(const std::string& text) {
  const TextEdit edit = edit_of(text);
  const auto pair = edit.brackets();
  if (!pair) return "";
  std::string plain = edit.text();
  for (const TextPlace place :
       {std::max(pair->first, pair->second), std::min(pair->first, pair->second)})
    plain.insert(offset_of(edit, place), "<");
  return plain;
}

TEST(Brackets, are_those_behind_the_caret_else_before_it) {
  EXPECT_EQ(bracketed("|(a[0])"), "<(a[0]<)");
  EXPECT_EQ(bracketed("(a[0]|)"), "<(a[0]<)");
  EXPECT_EQ(bracketed("(a[0])|"), "<(a[0]<)");
  EXPECT_EQ(bracketed("(|a[0])"), "<(a[0]<)");
  EXPECT_EQ(bracketed("f() {|\n  (a);\n}\n"), "f() <{\n  (a);\n<}\n");
  EXPECT_EQ(edit_of("()|").brackets()->first, (TextPlace{0, 1}));
}

TEST(Brackets, are_not_those_of_comments_strings_and_characters) {
  EXPECT_EQ(bracketed("|( /* ) */ \")\\\")\" ')' // )\n)"), "<( /* ) */ \")\\\")\" ')' // )\n<)");
  EXPECT_EQ(bracketed("|(R\"x()\")x\")"), "<(R\"x()\")x\"<)");
  EXPECT_EQ(bracketed("|(1'000)"), "<(1'000<)");
  EXPECT_EQ(bracketed("// |()"), "");
  EXPECT_EQ(bracketed("|( // \\\n)\n\"\n)"), "<( // \\\n)\n\"\n<)");
  EXPECT_EQ(bracketed("(')'|)"), "<(')'<)");
}

TEST(Brackets, are_none_where_one_is_missing) {
  for (const char* text : {"|", "|a", "|(", ")|", "|( ]", "{|(}", "|()()["})
    EXPECT_EQ(bracketed(text).empty(), std::string(text) != "|()()[") << text;
  EXPECT_EQ(bracketed("|{ ( }"), "<{ ( <}");
}

TEST(Brackets, are_given_up_when_far_away) {
  EXPECT_EQ(bracketed("|(" + std::string(200'000, ' ') + ")"), "");
  std::string lines;
  for (int i = 0; i < 1'200; ++i) lines += std::string(100, ')') + "\n";
  EXPECT_EQ(bracketed(lines + "|()"), lines + "<(<)");
}

// --- completion ---

TEST(Completion, begins_with_the_name_at_the_caret) {
  EXPECT_EQ(edit_of("a + b_1c|d").begun_word(), "b_1c");
  EXPECT_EQ(edit_of("度ab|").begun_word(), "ab");
  EXPECT_EQ(edit_of("threadIdx.|").begun_word(), "threadIdx.");
  EXPECT_EQ(edit_of("i = blockDim.x|").begun_word(), "blockDim.x");
  EXPECT_EQ(edit_of("a.x|").begun_word(), "x");
  EXPECT_EQ(edit_of("a |").begun_word(), "");
}

TEST(Completion, gives_the_nearest_of_the_text_then_those_of_cuda) {
  const TextEdit edit =
      edit_of("atomicFar atomicA\natomicB\natomicAl atomicAd|\n\natomicC atomicA");
  EXPECT_EQ(edit.completions(), (std::vector<std::string>{"atomicAdd"}));
  const TextEdit short_one = edit_of("syncFar syncA\nsyncB\nsyncC sy|\n1sy 你syncD\nsyncE syncA\n");
  EXPECT_EQ(short_one.completions(),
            (std::vector<std::string>{"syncC", "syncB", "syncD", "syncA", "syncE", "syncFar"}));
  EXPECT_EQ(short_one.completions(2).size(), 2U);
  EXPECT_EQ(edit_of("threadIdx.|").completions(),
            (std::vector<std::string>{"threadIdx.x", "threadIdx.y", "threadIdx.z"}));
}

TEST(Completion, needs_two_characters_and_leaves_the_word_at_the_caret_out) {
  EXPECT_TRUE(edit_of("width\nw|").completions().empty());
  EXPECT_TRUE(edit_of("wid|th").completions().empty());
  EXPECT_TRUE(edit_of("wid\nwid|").completions().empty());
  EXPECT_EQ(edit_of("width\nwid|").completions(), std::vector<std::string>{"width"});
}

TEST(Completion, takes_the_place_of_what_was_begun) {
  TextEdit edit = edit_of("i = thr|;");
  edit.complete("threadIdx.x");
  EXPECT_EQ(shown(edit), "i = threadIdx.x|;");
  EXPECT_EQ(undone(edit), std::vector<std::string>{"i = thr|;"});
}

}  // namespace
}  // namespace lanescope::app
