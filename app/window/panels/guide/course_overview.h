// The list of all lessons by part, with the learner's progress in each. Lessons are chosen by mouse
// or keys; typing filters the list.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/course/progress.h"
#include "app/window/panels/base/typed_filter.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class CourseOverview {
 public:
  void open(const std::string& current_lesson);
  void move(int direction);
  void erase() { filter_.erase(); }
  // True if there was a filter to clear.
  bool clear_filter();
  [[nodiscard]] const std::string& filter() const { return filter_.text(); }
  // The lesson at the keyboard cursor; empty if there is none or it can't be opened.
  [[nodiscard]] std::string chosen() const;
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  struct Answer {
    std::string lesson;
    bool dismissed = false;
    bool reset = false;   // reset all progress, confirmed by the user
    bool review = false;  // show the questions to do again
  };
  Answer draw(Ui& ui, const CourseLoader& course_loader, const ProgressStore& progress,
              const std::string& current_lesson);

 private:
  struct Row {
    std::string lesson, title, goal, error;
    std::string part;   // heading above the row; empty: same part as the row before
    std::string about;  // minutes, and what the lesson builds on
    std::size_t steps = 0, done = 0;
    bool has_exercise = false, exercise_done = false;
  };
  // A lesson of the course, without the learner's progress.
  struct Known {
    Row row;
    std::size_t part = 0;
    std::string searched;  // what the filter looks at, in lower case
    std::shared_ptr<const lesson::Guide> guide;
  };
  void read(const text::Texts& texts, const lesson::CourseCatalogue& catalogue);
  void follow(const Ui& ui, const CourseLoader& course_loader, const ProgressStore& progress);
  void draw_row(Ui& ui, const Row& row, const Rect& box, bool is_current, bool is_lesson) const;
  void draw_progress(Ui& ui, const Row& row, const Rect& box) const;
  float draw_review(Ui& ui, const Rect& row, bool& pressed) const;
  bool draw_foot(Ui& ui, const CourseLoader& course_loader, const Rect& row);

  // Cached for the course and the language: there are dozens of guides.
  std::vector<Known> lessons_;
  std::uint64_t revision_ = 0;
  std::string language_;
  std::vector<Row> rows_;        // of the last frame
  std::size_t to_do_again_ = 0;  // questions of all lessons
  TypedFilter filter_;
  std::string current_;  // lesson at the keyboard cursor
  Scroll scroll_;
  bool follows_ = true;  // scroll to the current row
  bool confirms_reset_ = false;
};

}  // namespace lanescope::app
