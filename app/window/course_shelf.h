// All lessons in the order of the course, read on a thread of its own: there are dozens of files.
#pragma once

#include <functional>
#include <future>
#include <optional>
#include <string>

#include "kernels/lesson_file/course.h"

namespace lanescope::app {

class CourseShelf {
 public:
  // `wake` is called on another thread once there is something to take; may be empty.
  explicit CourseShelf(std::function<void()> wake) : wake_(std::move(wake)) {}

  // Reads them anew; what is there stays until that is done.
  void read();
  // True when a new one was taken.
  bool update();
  [[nodiscard]] bool reading() const { return reading_.valid(); }
  void wait();
  // Null before the first is there.
  [[nodiscard]] const lesson::Shelf* get() const { return shelf_ ? &*shelf_ : nullptr; }

  // The part that holds the lesson; null: not known.
  [[nodiscard]] const lesson::ShelvedPart* part_of(const std::string& lesson) const;
  [[nodiscard]] const lesson::CatalogueEntry* entry_of(const std::string& lesson) const;
  // The usable lesson with a guide that follows; null: there is none.
  [[nodiscard]] const lesson::CatalogueEntry* after(const std::string& lesson) const;
  // The first one of the course that has a guide; null: there is none.
  [[nodiscard]] const lesson::CatalogueEntry* first() const;

 private:
  std::function<void()> wake_;
  std::optional<lesson::Shelf> shelf_;
  std::future<lesson::Shelf> reading_;
};

// In "en" or "zh"; its id where it has no title.
[[nodiscard]] std::string title_of(const lesson::CatalogueEntry& entry,
                                   const std::string& language);

}  // namespace lanescope::app
