#include "kernels/lesson_file/guide_minutes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>
#include <string>

namespace lanescope::lesson {

int minutes_of(const Guide& guide) {
  constexpr double words_a_minute = 130, question_minutes = 0.75, exercise_minutes = 10;
  constexpr int step = 5;
  double words = 0;
  for (const std::string& section : guide.needed_sections()) {
    std::istringstream text(std::string(guide.text(section, "en").text));
    words += static_cast<double>(std::distance(std::istream_iterator<std::string>(text), {}));
  }
  const double minutes = words / words_a_minute +
                         static_cast<double>(guide.question_count()) * question_minutes +
                         (guide.exercise ? exercise_minutes : 0);
  return std::max(static_cast<int>(std::ceil(minutes / step)), 1) * step;
}

}  // namespace lanescope::lesson
