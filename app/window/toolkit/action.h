// What the user asked of a panel and the panel can't do itself. Panels hand it to Ui::ask(); the
// view carries it out in one place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/figures/figure_kind.h"
#include "app/session/lecture/deck.h"
#include "app/session/selection/pages.h"
#include "app/session/start/recent.h"
#include "app/window/toolkit/keys.h"
#include "viz/picture/core/draw_list.h"

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
  export_view,
  save_as,  // where an export goes
  review,   // questions to do again, of all lessons
  glossary,
  palette,
  start,       // the start page
  more,        // what the top bar has no room for
  text_size,   // sizes of the text
  parameters,  // of the kernel, all of them
};
[[nodiscard]] inline const char* name_of(Overlay overlay) {
  constexpr const char* names[] = {
      "none",     "keys",     "lessons", "variants",    "checks",    "recordings",
      "gpus",     "machines", "decks",   "export_view", "save_as",   "review",
      "glossary", "palette",  "start",   "more",        "text_size", "parameters"};
  return names[static_cast<std::size_t>(overlay)];
}

struct ShowPage {
  Page page = Page::stage;
};
struct OpenOverlay {
  Overlay overlay{};
  std::optional<picture::Rect> button{};  // a menu hangs below it; nullopt: it has none
};
struct ShowTerm {  // in the glossary
  std::string id;  // empty: the first
};
struct ShowGuide {
  bool shown = false;
};
struct BeginLesson {
  std::string lesson;
  bool at_first_step = false;  // false: at the step last reached
};
struct GoOn {
  Visit where;
};
struct ShowPadding {};             // the transpose without padding, and which switch to press
struct MakeOwnKernel {             // a small kernel to begin with
  std::filesystem::path kernel{};  // or a lesson.toml beside this one
  std::string name{};              // of which of its kernels; empty: the first
};
struct OpenOwnKernels {     // the page where one is made, or a path is opened
  bool types_path = false;  // the path field gets the keyboard
};
struct OpenPaths {  // one lesson or deck; several paths if they were dropped together
  std::vector<std::filesystem::path> paths;
};
struct RememberKernel {  // a lesson that was written: offered among those opened before
  std::filesystem::path lesson;
};
struct OpenInEditor {
  std::filesystem::path file;
};
struct AskAgain {
  std::string lesson, question;
};
struct ResetProgress {};  // of every lesson
struct BeginLecture {
  DeckPtr deck;
};
struct ControlLecture {
  enum class What : std::uint8_t { previous, next, reveal, spotlight, freeze, notes, leave } what{};
};
// The learner's copy of the kernel, which is made if there is none.
struct OpenOwnCopy {
  enum class To : std::uint8_t { here, edit, copy_path };
  To to{};
};
struct EditKernel {  // the chosen kernel's text, in place of the code with its costs
  int line = 0;      // where the caret stands, from 1; 0: the chosen line
};
struct CompareWithOriginal {  // the text before it was changed here
  std::string side;           // as `--view compare=`
};
struct ResetOwnCopy {};  // puts it aside and returns to the lesson as shipped
struct ShowDifference {  // the map of where an array differs from what the exercise wants
  std::string array;
};
struct RunToLine {  // the line is already selected
  int line = 0;
};
struct SaveSweep {
  Format format = Format::csv;  // CSV or PNG
};
struct Export {
  ExportRequest request;
};
struct SaveAs {  // asks where to, then exports
  ExportRequest request;
};
struct Perform {  // as if its key had been pressed
  Command command{};
};
struct Say {
  std::string notice;
};

using Action = std::variant<ShowPage, OpenOverlay, ShowTerm, ShowGuide, BeginLesson, GoOn,
                            ShowPadding, MakeOwnKernel, OpenOwnKernels, OpenPaths, RememberKernel,
                            OpenInEditor, AskAgain, ResetProgress, BeginLecture, ControlLecture,
                            OpenOwnCopy, EditKernel, CompareWithOriginal, ResetOwnCopy,
                            ShowDifference, RunToLine, SaveSweep, Export, SaveAs, Perform, Say>;

}  // namespace lanescope::app
