// A folder with a lesson in it, gone when the test ends.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson::testing {

// A lesson that is right, as text to change: line 1 source, 2 kernel, 3-5 params, 6-8 launch, 9-14
// args.
inline const std::string minimal_lesson = R"(source = "kernel.cu"
kernel = "scale"
[params]
N = { default = 1024, min = 32, max = 4096, step = 32 }
PAD = 0
[launch]
grid = ["N / 256"]
block = [256]
[[args]]
name = "A"
type = "float"
count = "N"
init = "iota"

)";

// `text` with its only `from` replaced; a failed test when there is none, or more than one.
[[nodiscard]] std::string changed(std::string text, const std::string& from, const std::string& to);

class LessonFolder {
 public:
  // Writes lesson.toml and kernel.cu.
  explicit LessonFolder(const std::string& text = minimal_lesson);
  ~LessonFolder();
  LessonFolder(const LessonFolder&) = delete;
  LessonFolder& operator=(const LessonFolder&) = delete;

  void write(const std::string& name, const std::string& content) const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string file() const { return (path_ / "lesson.toml").string(); }

 private:
  std::filesystem::path path_;
};

// The error that loading this text gives; a failed test and an empty error when it loads.
[[nodiscard]] Error error_of(const std::string& text);

// The lesson of the folder; a failed test when it does not load. Check `has_value()`.
[[nodiscard]] tl::expected<Lesson, Error> loaded(const LessonFolder& folder);

}  // namespace lanescope::lesson::testing
