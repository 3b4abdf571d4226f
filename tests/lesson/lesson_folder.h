// A temporary folder with a lesson.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/lesson_file/lesson.h"
#include "tests/temporary_folder.h"

namespace lanescope::lesson::testing {

// A correct lesson, as text for tests to change: line 1 source, 2 kernel, 3-5 params, 6-8 launch,
// 9-14 args.
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

// `text` with its only `from` replaced by `to`. The test fails if `from` occurs never or more than
// once.
[[nodiscard]] std::string changed(std::string text, const std::string& from, const std::string& to);

class LessonFolder : public tests::TemporaryFolder {
 public:
  // Writes lesson.toml and kernel.cu.
  explicit LessonFolder(const std::string& text = minimal_lesson);
  [[nodiscard]] std::string file() const { return (path() / "lesson.toml").string(); }
};

// The error from loading this text. If it loads, the test fails and the error is empty.
[[nodiscard]] Error error_of(const std::string& text);

// The lesson in the folder. If it does not load, the test fails. Check `has_value()`.
[[nodiscard]] tl::expected<Lesson, Error> loaded(const LessonFolder& folder);

}  // namespace lanescope::lesson::testing
