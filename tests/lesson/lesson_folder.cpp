#include "tests/lesson/lesson_folder.h"

#include <gtest/gtest.h>

namespace lanescope::lesson::testing {

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) {
    ADD_FAILURE() << "'" << from << "' is not there exactly once";
    return text;
  }
  return text.replace(at, from.size(), to);
}

LessonFolder::LessonFolder(const std::string& text) {
  write("lesson.toml", text);
  write("kernel.cu", "__global__ void scale(float* A) { A[threadIdx.x] *= 2; }\n");
}

Error error_of(const std::string& text) {
  const LessonFolder folder(text);
  const tl::expected<Lesson, Error> lesson = Lesson::load(folder.path());
  if (!lesson) {
    EXPECT_EQ(lesson.error().file, folder.file());
    return lesson.error();
  }
  ADD_FAILURE() << "it loaded:\n" << text;
  return {};
}

tl::expected<Lesson, Error> loaded(const LessonFolder& folder) {
  tl::expected<Lesson, Error> lesson = Lesson::load(folder.path());
  if (!lesson) ADD_FAILURE() << lesson.error().formatted();
  return lesson;
}

}  // namespace lanescope::lesson::testing
