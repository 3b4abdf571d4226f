// The kernel's text with what each line costs, and the chosen line.
#pragma once

#include "app/window/panels/panel.h"

namespace lanescope::app {

class CodePanel final : public Panel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  int first_line_ = 1;     // at the top
  int followed_line_ = 0;  // the chosen line that the view last moved to
};

}  // namespace lanescope::app
