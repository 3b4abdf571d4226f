#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "kernels/lesson_file/lesson.h"
#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

// A folder of lessons to which LANESCOPE_KERNELS points during the test: one good lesson, one
// broken, and one folder without a lesson.
class Catalogue : public ::testing::Test {
 protected:
  Catalogue() {
    shelf_.write("good/lesson.toml", minimal_lesson);
    shelf_.write("good/kernel.cu", "// text\n");
    shelf_.write("broken/lesson.toml", "source = 3\n");
    shelf_.write("empty/notes.txt", "no lesson\n");
    ::setenv("LANESCOPE_KERNELS", shelf_.path().c_str(), 1);
  }
  ~Catalogue() override { ::unsetenv("LANESCOPE_KERNELS"); }

  LessonFolder shelf_;
};

const CatalogueEntry* entry(const std::vector<CatalogueEntry>& entries, const std::string& id) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const CatalogueEntry& e) { return e.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

TEST_F(Catalogue, a_broken_lesson_leaves_the_others_usable) {
  const std::vector<CatalogueEntry> entries = catalogue();
  const CatalogueEntry* good = entry(entries, "good");
  const CatalogueEntry* broken = entry(entries, "broken");
  ASSERT_TRUE(good != nullptr && broken != nullptr);
  EXPECT_TRUE(good->lesson);
  ASSERT_FALSE(broken->lesson);
  EXPECT_EQ(broken->lesson.error().key, "source");
  EXPECT_EQ(broken->path, shelf_.path() / "broken" / "lesson.toml");
}

TEST_F(Catalogue, a_folder_without_a_lesson_is_none) {
  EXPECT_EQ(entry(catalogue(), "empty"), nullptr);
}

TEST_F(Catalogue, the_shipped_lessons_are_there_too) {
  const std::vector<CatalogueEntry> entries = catalogue();
  const CatalogueEntry* transpose = entry(entries, "transpose");
  ASSERT_NE(transpose, nullptr);
  EXPECT_TRUE(transpose->lesson);
}

TEST_F(Catalogue, entries_are_sorted_by_id) {
  const std::vector<CatalogueEntry> entries = catalogue();
  EXPECT_TRUE(
      std::is_sorted(entries.begin(), entries.end(),
                     [](const CatalogueEntry& a, const CatalogueEntry& b) { return a.id < b.id; }));
  EXPECT_GE(entries.size(), 3u);
}

TEST_F(Catalogue, the_users_own_lesson_comes_before_a_shipped_one) {
  shelf_.write("transpose/lesson.toml", minimal_lesson);
  shelf_.write("transpose/kernel.cu", "// text\n");
  const auto lesson = find("transpose");
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  EXPECT_EQ(lesson->variants()[0].kernel, "scale");
}

TEST_F(Catalogue, finds_by_id) {
  const auto lesson = find("good");
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  EXPECT_EQ(lesson->id(), "good");
}

TEST_F(Catalogue, finds_by_the_path_of_file_or_folder) {
  for (const auto& path : {shelf_.path() / "good", shelf_.path() / "good" / "lesson.toml"}) {
    const auto lesson = find(path.string());
    ASSERT_TRUE(lesson) << lesson.error().formatted();
    EXPECT_EQ(lesson->id(), "good");
  }
}

TEST_F(Catalogue, an_unknown_id_is_an_error_that_lists_the_known_ones) {
  const auto lesson = find("godo");
  ASSERT_FALSE(lesson);
  EXPECT_NE(lesson.error().formatted().find("did you mean 'good'?"), std::string::npos);
  EXPECT_NE(lesson.error().formatted().find("transpose"), std::string::npos);
  EXPECT_FALSE(find(""));
}

TEST_F(Catalogue, a_path_that_is_not_there_is_an_error) {
  const auto lesson = find("./nothing/lesson.toml");
  ASSERT_FALSE(lesson);
  EXPECT_EQ(lesson.error().formatted(), "./nothing/lesson.toml: no such file");
}

}  // namespace
}  // namespace lanescope::lesson::testing
