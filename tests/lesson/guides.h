// The guides of all shipped lessons, in the order of the course.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::tests {

// Calls work(id, guide). The test fails for a lesson without a guide.
template <class Work>
void for_each_guide(const Work& work) {
  for (const lesson::CataloguePart& part : lesson::course_catalogue().parts) {
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      if (entry.lesson && entry.lesson->guide() != nullptr) {
        work(entry.id, *entry.lesson->guide());
      } else {
        ADD_FAILURE() << entry.id << " has no guide";
      }
    }
  }
}

}  // namespace lanescope::tests
