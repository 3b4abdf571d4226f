// The order of the lessons: course.toml, in parts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

struct Part {
  std::string name;  // empty: the lessons that no part lists
  Text title;        // empty if the name is
  std::vector<std::string> lessons;
  // For some of these lessons: the lessons, earlier in the course, that they build on.
  std::map<std::string, std::vector<std::string>> after{};
};

// `file`: its name in messages.
[[nodiscard]] tl::expected<std::vector<Part>, Error> read_course(std::string_view text,
                                                                 const std::string& file);

// A part with its lessons, including broken ones. Lessons that do not exist are skipped.
struct CataloguePart {
  std::string name;
  Text title;
  std::vector<CatalogueEntry> lessons;  // at least one
};
struct CourseCatalogue {
  std::vector<CataloguePart> parts;  // the last one, without a name, has the unlisted lessons
  std::optional<Error> error;        // in course.toml; then all lessons are unlisted
  // By the lesson's id: Part::after, without lessons that do not exist.
  std::map<std::string, std::vector<std::string>> after{};
  [[nodiscard]] std::vector<std::string> after_of(const std::string& lesson) const;
};
// The shipped lessons in the order of course.toml. The first folder of lesson_folders() with such a
// file wins.
[[nodiscard]] CourseCatalogue course_catalogue();

}  // namespace lanescope::lesson
