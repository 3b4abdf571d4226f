// The order of the lessons: kernels/course.toml, in parts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

struct Part {
  std::string name;  // empty: the lessons that no part lists
  Text title;        // empty for those
  std::vector<std::string> lessons;
};

// `file`: its name in messages.
[[nodiscard]] tl::expected<std::vector<Part>, Error> read_course(std::string_view text,
                                                                 const std::string& file);

// A part with its lessons, broken ones included; those that are not there are passed over.
struct ShelvedPart {
  std::string name;
  Text title;
  std::vector<CatalogueEntry> lessons;  // at least one
};
struct Shelf {
  std::vector<ShelvedPart> parts;  // lessons that no part lists stand in the last, without a name
  std::optional<Error> error;      // of course.toml; all lessons are unlisted then
};
// The shipped lessons in the order of course.toml. The first of the places that catalogue() looks
// in which has such a file says the order.
[[nodiscard]] Shelf shelf();

}  // namespace lanescope::lesson
