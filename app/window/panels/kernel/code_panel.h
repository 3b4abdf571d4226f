// The kernel's source with the cost of each line, and the selected line. Before the first
// successful run: the source alone, with the line of the error marked.
#pragma once

#include <filesystem>
#include <optional>

#include "app/session/course/named_lines.h"
#include "app/window/panels/base/panel.h"
#include "app/window/panels/kernel/code_scroll.h"

namespace lanescope::app {

class CodePanel final : public Panel {
 public:
  // While a question is open: only the source, without costs and the words of its comments.
  void cover(bool covered) { is_covered_ = covered; }
  // The line that a question is about, from 1, in place of the chosen one; 0: no line at all.
  // nullopt: the chosen one.
  void ask_about(std::optional<int> line) { asked_line_ = line; }
  // The text can be changed here.
  void offer_editing(bool offered) { can_edit_ = offered; }
  // The guide's open step: the lines that it names are brought into view when it opens.
  void follow(const NamedCode& named) {
    if (named.at != named_.at) named_ = named;
  }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  CodeScroll scroll_;
  bool is_covered_ = false;
  bool can_edit_ = false;
  std::filesystem::path lesson_;  // of the last frame
  bool is_copy_ = false;          // it is a copy of the user's, made by changing a shipped lesson
  std::optional<int> asked_line_;
  NamedCode named_;
  int second_rows_ = 0;  // of lines that were too wide for one, in the last frame
};

}  // namespace lanescope::app
