// Text files as editors write them.
#include "kernels/lesson_file/folders.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

TEST(TextFile, a_byte_order_mark_is_no_part_of_the_text) {
  const LessonFolder folder;
  for (const std::string text :
       {"", "x", "__global__ void k() {}\n", "\xEF\xBB", "\xEF\xBB\xBFx"}) {
    folder.write("plain", text);
    folder.write("marked", "\xEF\xBB\xBF" + text);
    if (!text.starts_with("\xEF\xBB\xBF")) EXPECT_EQ(read_text_file(folder.path() / "plain"), text);
    EXPECT_EQ(read_text_file(folder.path() / "marked"), text);  // one mark, and only at the start
  }
}

TEST(TextFile, in_another_encoding_is_said_to_be_so) {
  using namespace std::string_literals;
  const LessonFolder folder;
  for (const std::string& text :
       {"\xFF\xFEx\0"s, "\xFE\xFF\0x"s, "x\0y\0"s, "\0x\0y"s, "\xFF\xFE\0\0x\0\0\0"s}) {
    folder.write("text", text);
    const auto read = read_text_file(folder.path() / "text");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error(), "is in UTF-16 or UTF-32; save it as UTF-8");
  }
}

}  // namespace
}  // namespace lanescope::lesson::testing
