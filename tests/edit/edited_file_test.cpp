#include "app/session/edit/edited_file.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/environment.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

class EditedFileTest : public tests::InFolder<::testing::Test> {
 protected:
  std::unique_ptr<EditedFile> open(const std::string& text) {
    file_ = folder_ / "kernel.cu";
    std::ofstream(file_, std::ios::binary) << text;
    return open_again();
  }
  std::unique_ptr<EditedFile> open_again() {
    auto opened = EditedFile::open(file_);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error());
    return opened ? std::move(*opened) : nullptr;
  }
  [[nodiscard]] std::string on_disk() const { return tests::text_of(file_); }

  tests::Variable state_{"XDG_STATE_HOME", (folder_ / "state").string()};
  fs::path file_;
};

TEST_F(EditedFileTest, is_saved_when_typing_pauses_and_not_before) {
  const auto edited = open("int a;\n");
  edited->text().type("b");
  EXPECT_FALSE(edited->update(10));
  EXPECT_FALSE(edited->update(10 + EditedFile::pause_s / 2));
  EXPECT_EQ(on_disk(), "int a;\n");
  EXPECT_TRUE(edited->update(10 + EditedFile::pause_s * 2));
  EXPECT_EQ(on_disk(), "bint a;\n");
  EXPECT_TRUE(edited->is_saved());
  EXPECT_FALSE(edited->update(11));
}

TEST_F(EditedFileTest, is_saved_at_last_for_who_types_without_a_pause) {
  const auto edited = open("");
  double now_s = 0;
  bool saved = false;
  for (int i = 0; i < 100 && !saved; ++i, now_s += EditedFile::pause_s / 2) {
    edited->text().type("x");
    saved = edited->update(now_s);
  }
  EXPECT_TRUE(saved);
  EXPECT_LE(now_s, EditedFile::patience_s + EditedFile::pause_s);
}

TEST_F(EditedFileTest, brings_back_what_was_typed_before_a_kill) {
  auto edited = open("one\n");
  edited->text().type("two ");
  EXPECT_FALSE(edited->update(1));  // the pause has not passed
  edited.reset();
  EXPECT_EQ(on_disk(), "one\n");
  const auto again = open_again();
  EXPECT_EQ(again->text().text(), "two one\n");
  EXPECT_TRUE(again->was_recovered());
  again->update(2);
  EXPECT_TRUE(again->update(3));
  EXPECT_EQ(on_disk(), "two one\n");
  again->text().undo();
  EXPECT_EQ(again->text().text(), "one\n");
}

TEST_F(EditedFileTest, has_no_draft_once_it_is_saved) {
  auto edited = open("one\n");
  edited->text().type("two ");
  edited->update(1);
  ASSERT_TRUE(edited->save());
  edited.reset();
  EXPECT_FALSE(open_again()->was_recovered());
}

TEST_F(EditedFileTest, takes_over_what_another_program_writes) {
  const auto edited = open("one\n");
  edited->update(1);
  std::ofstream(file_, std::ios::binary) << "three\n";
  fs::last_write_time(file_, fs::last_write_time(file_) + std::chrono::seconds(2));
  EXPECT_TRUE(edited->update(2));
  EXPECT_EQ(edited->text().text(), "three\n");
  EXPECT_TRUE(edited->is_saved());
  edited->text().undo();
  EXPECT_EQ(edited->text().text(), "one\n");
}

TEST_F(EditedFileTest, keeps_what_the_file_was_before_the_first_change) {
  const auto edited = open("one\n");
  edited->text().type("two ");
  ASSERT_TRUE(edited->save());
  std::vector<fs::path> kept(fs::directory_iterator(EditedFile::kept_folder()), {});
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(tests::text_of(kept.front()), "one\n");
}

TEST_F(EditedFileTest, restores_the_original_as_a_change_that_can_be_undone) {
  file_ = folder_ / "kernel.cu";
  std::ofstream(file_) << "changed\n";
  std::ofstream(folder_ / "shipped.cu") << "shipped\n";
  const auto edited = EditedFile::open(file_, folder_ / "shipped.cu");
  ASSERT_TRUE(edited) << edited.error();
  EXPECT_TRUE((*edited)->differs_from_original());
  (*edited)->restore();
  EXPECT_EQ((*edited)->text().text(), "shipped\n");
  EXPECT_FALSE((*edited)->differs_from_original());
  (*edited)->text().undo();
  EXPECT_EQ((*edited)->text().text(), "changed\n");
}

TEST_F(EditedFileTest, says_why_it_was_not_saved_and_loses_nothing) {
  auto edited = open("one\n");
  fs::remove(file_);
  fs::create_directory(file_);
  edited->text().type("two ");
  edited->update(1);
  EXPECT_FALSE(edited->save());
  EXPECT_NE(edited->failure().find("kernel.cu"), std::string::npos) << edited->failure();
  fs::remove(file_);
  edited.reset();
  std::ofstream(file_, std::ios::binary) << "one\n";
  EXPECT_EQ(open_again()->text().text(), "two one\n");
}

TEST_F(EditedFileTest, keeps_the_line_ends_of_the_file) {
  const auto edited = open("one\r\ntwo\r\n");
  edited->text().type("x");
  ASSERT_TRUE(edited->save());
  EXPECT_EQ(on_disk(), "xone\r\ntwo\r\n");
}

TEST_F(EditedFileTest, refuses_what_is_no_text_or_too_large) {
  file_ = folder_ / "kernel.cu";
  std::ofstream(file_, std::ios::binary) << std::string("a\0b", 3);
  EXPECT_FALSE(EditedFile::open(file_));
  std::ofstream(file_, std::ios::binary) << std::string(EditedFile::max_bytes + 1, 'a');
  const auto large = EditedFile::open(file_);
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().find("1 MiB"), std::string::npos) << large.error();
  EXPECT_FALSE(EditedFile::open(folder_ / "none.cu"));
}

}  // namespace
}  // namespace lanescope::app
