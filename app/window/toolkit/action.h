// What the user asked of a panel and the panel can't do itself. Panels hand it to Ui::ask(); the
// view carries it out in one place.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "app/figures/figure_kind.h"
#include "app/session/lecture/deck.h"
#include "app/session/pages.h"

namespace lanescope::app {

// What is open above the panels.
enum class Overlay : std::uint8_t {
  none,
  keys,
  lessons,
  variants,
  checks,
  recordings,
  gpus,
  machines,
  decks,
  export_view
};
[[nodiscard]] const char* name_of(Overlay overlay);

struct TogglePage {  // opens the page, or returns to the one before
  Page page{};
};
struct ShowPage {
  Page page{};
};
struct OpenOverlay {
  Overlay overlay{};
};
struct ShowGuide {
  bool shown = false;
};
struct BeginLesson {
  std::string lesson;
};
struct ResetProgress {};  // of every lesson
struct BeginLecture {
  DeckPtr deck;
};
struct OpenOwnCopy {};   // the learner's copy of the kernel
struct ResetOwnCopy {};  // puts it aside and returns to the lesson as shipped
struct RunToLine {       // the line is already selected
  int line = 0;
};
struct SaveSweep {
  Format format = Format::csv;  // CSV or PNG
};
struct Export {
  ExportRequest request;
};
struct Say {
  std::string notice;
};

using Action =
    std::variant<TogglePage, ShowPage, OpenOverlay, ShowGuide, BeginLesson, ResetProgress,
                 BeginLecture, OpenOwnCopy, ResetOwnCopy, RunToLine, SaveSweep, Export, Say>;

}  // namespace lanescope::app
