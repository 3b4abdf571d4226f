// PTX as a kernel's file: which text is its source.
#include "kernels/lesson_file/ptx_source.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace lanescope::lesson {
namespace {

class PtxSource : public tests::InFolder<::testing::Test> {};

const std::string start = "//\n// made elsewhere\n//\n.version 8.4\n.target sm_80\n";

TEST(IsPtx, holds_for_a_text_that_begins_with_its_version) {
  EXPECT_TRUE(is_ptx(start));
  EXPECT_TRUE(is_ptx("/* a */ // b\n\r\n\t.version 7.0"));
}

TEST(IsPtx, does_not_hold_for_other_texts) {
  for (const char* text : {"", "//", "/*", "__global__ void k() {}", "// .version 8.4\nint a;",
                           "asm(\".version 8.4\");"})
    EXPECT_FALSE(is_ptx(text)) << text;
  EXPECT_TRUE(is_ptx("k.ptx", "int a;"));
  EXPECT_FALSE(is_ptx("k.cu", "int a;"));
}

TEST_F(PtxSource, is_the_file_that_most_locations_name) {
  write("rows.py", "the text\n");
  write("helper.py", "another\n");
  const std::string ptx = start +
                          ".loc 1 3 1\n.loc 2 5 1\n.loc 2 6 1\n.file 1 \"helper.py\"\n"
                          ".file 2 \"rows.py\"\n";
  const SourceOfPtx source = source_of_ptx(folder_ / "k.ptx", "k.ptx", ptx);
  EXPECT_EQ(source.name, "rows.py");
  EXPECT_EQ(source.text, "the text\n");
  EXPECT_EQ(source.path, folder_ / "rows.py");
  EXPECT_EQ(source.ptx, ptx);
}

TEST_F(PtxSource, is_looked_for_beside_the_ptx_and_gets_a_short_name_there) {
  write("rows.py", "the text\n");
  const std::string named = "/nowhere/at/all/rows.py";
  const SourceOfPtx source = source_of_ptx(
      folder_ / "k.ptx", "k.ptx", start + "\t.file\t1 \"" + named + "\", 12, 13\n\t.loc\t1 3 1\n");
  EXPECT_EQ(source.text, "the text\n");
  EXPECT_EQ(source.ptx, start + "\t.file\t1 \"rows.py\", 12, 13\n\t.loc\t1 3 1\n");
}

TEST_F(PtxSource, is_the_ptx_itself_where_no_file_can_be_read) {
  const std::string ptx =
      start + ".file 1 \"gone.py\"\n.loc 1 3 1\n.file\n.loc\n.file x\n.file 3 \"";
  const SourceOfPtx source = source_of_ptx(folder_ / "k.ptx", "k.ptx", ptx);
  EXPECT_EQ(source.name, "k.ptx");
  EXPECT_EQ(source.path, folder_ / "k.ptx");
  EXPECT_EQ(source.text, ptx);
  EXPECT_EQ(source.ptx, ptx);
}

}  // namespace
}  // namespace lanescope::lesson
