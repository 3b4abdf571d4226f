// All lessons by part, with how far the learner has come in each: to choose from, by mouse and
// keys. What is typed filters them.
#pragma once

#include <string>
#include <vector>

#include "app/session/course/progress.h"
#include "app/window/course_shelf.h"
#include "app/window/scroll.h"
#include "app/window/ui.h"

namespace lanescope::app {

class CourseMap {
 public:
  void open(const std::string& current_lesson);
  void step(int direction);
  void erase();
  // True when there was a filter.
  bool clear_filter();
  [[nodiscard]] const std::string& filter() const { return filter_; }
  // The lesson that the keyboard is on; empty: none, or one that can't be used.
  [[nodiscard]] std::string chosen() const;
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  struct Answer {
    std::string lesson;
    bool dismissed = false;
    bool reset = false;  // all progress, confirmed
  };
  Answer draw(Ui& ui, const CourseShelf& shelf, const ProgressStore& progress,
              const std::string& current_lesson);

 private:
  struct Row {
    std::string lesson, title, goal, error;
    std::string part;  // the heading before it; empty: the same part as the row before
    std::size_t steps = 0, seen = 0;
    bool has_exercise = false, exercise_done = false;
  };
  void follow(const Ui& ui, const CourseShelf& shelf, const ProgressStore& progress);
  void take_typed();
  void draw_row(Ui& ui, const Row& row, const Rect& box, bool is_current, bool is_lesson) const;
  void draw_progress(Ui& ui, const Row& row, const Rect& box) const;
  bool draw_foot(Ui& ui, const CourseShelf& shelf, const Rect& row);

  std::vector<Row> rows_;  // of the last frame
  std::string filter_;
  std::string current_;  // the lesson the keyboard is on
  Scroll scroll_;
  bool follows_ = true;  // the current row is scrolled to
  bool confirms_reset_ = false;
};

}  // namespace lanescope::app
