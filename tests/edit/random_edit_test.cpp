// Random operations: beside a plain model, and all of them undone and redone.
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/edit/marked_text.h"

namespace lanescope::app {
namespace {

constexpr int operations = 20'000;

// Characters, halves of characters, and what the operations treat in their own way.
const std::vector<std::string> pieces = {"a",    "b",   "é",    "中",   "😀",  "\x80", "\xe4",
                                         "\xbd", "\n",  "_",    "\xf0", " ",  "{",    "}",
                                         "    ", "// ", "\r\n", "(\t)", "\"", "ab",   "\xa0"};
constexpr std::size_t plain_pieces = 11;  // of them: with no blanks and brackets

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t end) { return engine_() % end; }
  bool coin() { return below(2) == 0; }
  Direction direction() { return coin() ? back : forth; }
  std::string text(std::size_t most, std::size_t kinds = pieces.size()) {
    std::string text;
    for (std::size_t count = below(most + 1); count > 0; --count) text += pieces[below(kinds)];
    return text;
  }
  TextPlace place(const TextEdit& edit) { return {below(edit.lines().size() + 1), below(9)}; }

 private:
  std::mt19937 engine_;
};

// Bytes of the character that begins there, found by trying all that could be one.
std::size_t bytes_of_character(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  for (const std::size_t bytes : {2U, 3U, 4U}) {
    if (at + bytes > text.size()) break;
    std::uint32_t code = 0;
    bool fits = true;
    for (std::size_t i = 1; i < bytes; ++i) {
      fits = fits && byte(i) >= 0x80 && byte(i) < 0xc0;
      code = code * 64 + byte(i) % 64;
    }
    const std::uint32_t lead = bytes == 2 ? 0xc0 : bytes == 3 ? 0xe0 : 0xf0;
    const std::uint32_t least = bytes == 2 ? 0x80 : bytes == 3 ? 0x800 : 0x10000;
    if (!fits || byte(0) < lead || byte(0) >= lead + (0x80U >> bytes)) continue;
    code += (byte(0) - lead) << (6 * (bytes - 1));
    if (code >= least && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return bytes;
  }
  return 1;
}

// The text, and the caret as an offset.
struct Model {
  std::string text;
  std::size_t caret = 0, anchor = 0;

  [[nodiscard]] std::size_t nearest(std::size_t offset) const {
    std::size_t start = 0, end = 0;
    while (end < offset) start = end, end += bytes_of_character(text, end);
    return offset - start < end - offset || (end > offset && offset - start == end - offset) ? start
                                                                                             : end;
  }
  [[nodiscard]] std::size_t before(std::size_t offset) const {
    std::size_t start = 0, end = 0;
    while (end < offset) start = end, end += bytes_of_character(text, end);
    return start;
  }
  void replace(std::size_t first, std::size_t last, const std::string& by) {
    text.replace(first, last - first, by);
    caret = anchor = nearest(first + by.size());
  }
  void put(const std::string& added) {
    replace(std::min(caret, anchor), std::max(caret, anchor), added);
  }
  void erase(Direction direction) {
    if (caret != anchor) return put("");
    if (direction == back) return replace(before(caret), caret, "");
    if (caret < text.size()) replace(caret, caret + bytes_of_character(text, caret), "");
  }
};

TEST(RandomEdit, does_what_a_plain_model_does) {
  Random random(20261124);
  TextEdit edit;
  Model model;
  for (int i = 0; i < operations; ++i) {
    const std::string text = random.text(3, plain_pieces);
    switch (random.below(model.text.size() > 200 ? 10 : 7)) {
      case 0:
      case 1:
        edit.type(text);
        if (!text.empty()) model.put(text);
        break;
      case 2:
        edit.insert(text);
        model.put(text);
        break;
      case 3:
        edit.new_line();
        model.put("\n");
        break;
      case 4:
      case 5: {
        const Direction direction = random.direction();
        edit.erase(Unit::character, direction);
        model.erase(direction);
        break;
      }
      case 6: {
        const bool selects = random.coin();
        const std::size_t offset = model.nearest(random.below(model.text.size() + 1));
        edit.place(place_of(model.text, offset), selects);
        model.caret = offset;
        if (!selects) model.anchor = offset;
        break;
      }
      default: {
        const TextPlace place = edit.nearest(random.place(edit));
        edit.select({place, edit.caret()});  // in any order
        model.caret = offset_of(edit, edit.caret());
        model.anchor = offset_of(edit, place);
        if (edit.has_selection()) edit.erase(Unit::word, forth);
        model.put("");
      }
    }
    ASSERT_EQ(edit.text(), model.text) << i;
    ASSERT_EQ(offset_of(edit, edit.caret()), model.caret) << i;
    ASSERT_EQ(offset_of(edit, edit.anchor()), model.anchor) << i;
  }
}

// One operation of any kind.
void operate(TextEdit& edit, Random& random) {
  const TextEdit::Search search{random.text(2), random.coin(), random.coin()};
  const auto unit = static_cast<Unit>(random.below(6));
  const auto way = random.direction();
  const std::function<void()> kinds[] = {
      [&] { edit.type(random.text(3)); },
      [&] { edit.type(pieces[random.below(pieces.size())]); },
      [&] { edit.insert(random.text(6)); },
      [&] { edit.new_line(); },
      [&] { edit.erase(unit, way); },
      [&] { edit.erase(Unit::character, way); },
      [&] { edit.indent(way); },
      [&] { edit.toggle_comment(); },
      [&] { edit.move_lines(way); },
      [&] { edit.duplicate(); },
      [&] { edit.erase_lines(); },
      [&] { edit.undo(); },
      [&] { edit.redo(); },
      [&] { edit.place(random.place(edit), random.coin()); },
      [&] {
        edit.select({random.place(edit), random.place(edit)});
      },
      [&] { edit.select_word(random.place(edit)); },
      [&] { edit.select_line(random.below(9)); },
      [&] { edit.find(search, way); },
      [&] { edit.replace(search, random.text(2)); },
      [&] { edit.replace_all(search, random.text(2)); },
      [&] { edit.complete(edit.completions().empty() ? random.text(2) : edit.completions()[0]); },
      [&] { edit.move(unit, way, true, random.below(4)); },
      [&] { edit.move(unit, way, false, random.below(4)); },
  };
  kinds[random.below(std::size(kinds))]();
}

bool is_between(const TextEdit& edit, TextPlace place) {
  if (place.line >= edit.lines().size()) return false;
  const std::string& line = edit.lines()[place.line];
  std::size_t at = 0;
  while (at < place.column && at < line.size()) at += bytes_of_character(line, at);
  return at == place.column;
}

TEST(RandomEdit, comes_back_by_undoing_all_and_by_redoing_all) {
  Random random(20261125);
  TextEdit edit;
  const std::string start = "{\r\n  a中\xe4\r\n}\r\n";
  edit.set(start);
  for (int i = 0; i < operations; ++i) {
    operate(edit, random);
    if (edit.lines().size() > 40 || edit.text().size() > 1500) {
      edit.select({{3, 0}, {edit.lines().size(), 0}});
      edit.erase(Unit::character, back);
    }
    ASSERT_TRUE(is_between(edit, edit.caret())) << i;
    ASSERT_TRUE(is_between(edit, edit.anchor())) << i;
    if (const auto pair = edit.brackets()) {
      ASSERT_TRUE(is_between(edit, pair->first) && is_between(edit, pair->second)) << i;
    }
    if (i % 8 != 0) continue;
    for (const TextRange& range : edit.find_all({"a"}))
      ASSERT_TRUE(is_between(edit, range.first) && is_between(edit, range.last)) << i;
  }
  while (edit.redo()) {
  }
  const std::string end = edit.text();
  int steps = 0;
  for (; edit.undo(); ++steps) ASSERT_TRUE(is_between(edit, edit.caret()));
  EXPECT_GT(steps, 1000);
  EXPECT_EQ(edit.text(), start);
  for (; edit.redo(); --steps) ASSERT_TRUE(is_between(edit, edit.caret()));
  EXPECT_EQ(steps, 0);
  EXPECT_EQ(edit.text(), end);
}

}  // namespace
}  // namespace lanescope::app
