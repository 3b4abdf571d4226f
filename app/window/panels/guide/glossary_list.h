// The glossary: every term with its explanation, by groups. Typing filters; a term leads to others
// and to the lesson that teaches it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/window/panels/base/typed_filter.h"
#include "app/window/panels/guide/text_column.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"
#include "kernels/lesson_file/course.h"
#include "viz/text/glossary.h"

namespace lanescope::app {

class GlossaryList {
 public:
  // At this term; empty: where it was last.
  void open(const text::Glossary& glossary, const std::string& term);
  void move(int direction);
  void erase() { filter_.erase(); }
  // True if there was a filter to clear.
  bool clear_filter();
  [[nodiscard]] const std::string& filter() const { return filter_.text(); }
  // Id of the term at the keyboard cursor; empty: none is listed.
  [[nodiscard]] const std::string& current() const { return current_; }
  // Ids of the listed terms, in order, in the last frame.
  [[nodiscard]] const std::vector<std::string>& listed() const { return listed_; }
  // The lesson that teaches the current term; empty: none.
  [[nodiscard]] std::string lesson(const text::Glossary& glossary) const;

  struct Answer {
    std::string lesson;  // to begin
    bool dismissed = false;
  };
  // `course`: for the lessons' titles; nullptr: not read yet.
  Answer draw(Ui& ui, const lesson::CourseCatalogue* course);

 private:
  void follow(const text::Glossary& glossary);
  // What a row draws, or with `draws` false only its height.
  float row(Ui& ui, const text::Term& term, const Rect& box, bool draws, Answer& answer,
            const lesson::CourseCatalogue* course);
  void links(Ui& ui, const text::Term& term, const Rect& line, Answer& answer,
             const lesson::CourseCatalogue* course);
  void go_to(const std::string& term);

  TypedFilter filter_;
  std::vector<std::string> listed_;
  std::string current_;
  ProseCache cache_;
  Scroll scroll_;
  bool follows_ = true;  // scroll to the current term
};

}  // namespace lanescope::app
