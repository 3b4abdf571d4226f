// All lessons in course order, read on a worker thread because there are dozens of files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/window/toolkit/waking_task.h"
#include "kernels/lesson_file/course.h"

namespace lanescope::app {

class CourseLoader {
 public:
  // `wake` is called on the worker thread when a result is ready; may be empty.
  explicit CourseLoader(std::function<void()> wake) : wake_(std::move(wake)) {}

  // Reads the lessons again. The present list stays until the new one is ready.
  void read();
  // True if a new list was taken over.
  bool update();
  [[nodiscard]] bool reading() const { return reading_.running(); }
  void wait();
  // Null until the first list is ready.
  [[nodiscard]] const lesson::CourseCatalogue* get() const {
    return course_catalogue_ ? &*course_catalogue_ : nullptr;
  }
  // Changes with each new list.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  // The part that contains the lesson; null if the lesson is unknown.
  [[nodiscard]] const lesson::CataloguePart* part_of(const std::string& lesson) const;
  // The next usable lesson with a guide; null if there is none.
  [[nodiscard]] const lesson::CatalogueEntry* after(const std::string& lesson) const;
  // The first lesson of the course that has a guide; null if there is none.
  [[nodiscard]] const lesson::CatalogueEntry* first() const;

 private:
  std::function<void()> wake_;
  std::optional<lesson::CourseCatalogue> course_catalogue_;
  std::uint64_t revision_ = 0;
  WakingTask<lesson::CourseCatalogue> reading_;
};

// nullptr: there is no such lesson.
[[nodiscard]] const lesson::CatalogueEntry* entry_of(const lesson::CourseCatalogue& catalogue,
                                                     const std::string& lesson);

// The title in the language with this code; the id if there is no title.
[[nodiscard]] std::string title_of(const lesson::CatalogueEntry& entry,
                                   const std::string& language);

}  // namespace lanescope::app
