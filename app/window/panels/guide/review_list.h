// The questions to do again, of all lessons: each leads to its step, where it is asked again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/session/course/progress.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

// Of a question's text, the sentence that asks: the last one that ends with a question mark; all of
// it if there is none. It is what one knows a question by; before it stands what it is about.
[[nodiscard]] std::string asked_in(const std::string& question);

class ReviewList {
 public:
  // `lesson`: its first question is the current one, if it has any.
  void open(const std::string& lesson);
  void move(int direction);

  struct Choice {
    std::string lesson, question;  // empty: none
  };
  // The question at the keyboard cursor.
  [[nodiscard]] Choice chosen() const;
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  struct Answer {
    Choice chosen;
    bool lessons = false;  // go to the list of all lessons
    bool dismissed = false;
  };
  Answer draw(Ui& ui, const CourseLoader& course_loader, const ProgressStore& progress);

 private:
  struct Row {
    Choice of;
    std::string where, words;  // lesson and step; the whole question
    std::string asks;          // the sentence of it that asks
    bool was_skipped = false;
  };
  void follow(const Ui& ui, const CourseLoader& course_loader, const ProgressStore& progress);
  // Returns whether the row has all of the question.
  static bool draw_row(Ui& ui, const Row& row, const Rect& box, bool is_current);

  std::vector<Row> rows_;
  // What the rows were made of: filling in the texts takes too long for each frame.
  std::uint64_t revision_ = 0;
  std::string language_;
  ProgressByLesson progress_;
  std::size_t current_ = 0;
  std::string lesson_;  // whose first question becomes current once the rows are known
  Scroll scroll_;
  bool follows_ = true;  // scroll to the current row
};

}  // namespace lanescope::app
