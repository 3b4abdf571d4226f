// All keys of the window in one table, used by the key handling and by the list that F1 shows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/session/selection/pages.h"

namespace lanescope::app {

enum class Command : std::uint8_t {
  show_keys,
  glossary,  // opens or closes the list of terms
  palette,   // finds everything by typing
  close,     // Esc; MainView::close_uppermost says in which order
  variant,   // argument: number of the key, from 0
  pad_toggle,
  pad_more,
  size_more,
  size_less,
  line_next,
  line_previous,
  file_next,  // of the kernel's own
  file_previous,
  event_next,
  event_previous,
  wavefront_next,
  wavefront_previous,
  wavefront_first,
  wavefront_last,
  wavefront_all,
  play,
  warp_next,
  warp_previous,
  block_next,
  block_previous,
  worst,
  next_view,    // another view of the same thing
  subject,      // memory or divergence
  page,         // opens or leaves a page; argument: the Page
  next_page,    // if there is room for only one panel
  lessons,      // the course with all its lessons
  start,        // the start page
  checks,       // the list of checks
  measure,      // measures the selected variant
  measure_all,  // measures every variant
  live,
  recordings,    // the list of recorded times
  gpus,          // the list of this machine's GPUs
  nearest,       // the nearest recorded values
  sweep_next,    // the lesson's next sweep
  next_count,    // another count on the page
  save_table,    // the sweep's points as CSV
  next_machine,  // the next machine, whose memory rules then apply
  next_map,
  zoom_in,  // on pages that zoom
  zoom_out,
  keep_as_a,          // keeps the present state as A for the comparison
  exchange,           // exchanges A and B
  access_next,        // on the page of a warp's steps: run to the next memory access
  access_previous,    // on that page: back to the previous one
  conflict_previous,  // on that page; `worst` is the next conflict
  across_next,        // on pages with one more direction: the lane of the registers, the layer of z
  across_previous,
  play_speed,
  lecture,          // begins or ends a lecture
  presenter_notes,  // the presenter window
  spotlight,
  freeze,
  save_scene,  // saves the present state as a scene
  export_menu,
  copy,         // copies the present view to the clipboard
  frame_times,  // shows the cost of a frame
  reduced_motion,
  compiler,
  reload,
  edit_kernel,  // begins or ends to change the kernel's text
  undo,
  redo,
  theme,
  language,
  larger,
  smaller,
  normal_size,
  projector,
  full_screen,
  save_picture,
  guide,      // shows or hides the guide
  step_next,  // next step of the guide
  step_previous,
  guide_down,  // scrolls the guide's text
  guide_up,
  show_answer,  // skips the open question
  focus_next,
  focus_previous,
  activate,       // Enter: presses the control with the keyboard focus, or takes what is marked
  press_or_play,  // Space: presses that control, or plays
  quit,
};

struct Binding {
  int key = 0;   // GLFW_KEY_*
  int mods = 0;  // GLFW_MOD_SHIFT | GLFW_MOD_CONTROL
  Command command{};
  // Of `variant`: its number, from 0; of `page`: the Page.
  int argument = 0;
  bool works_while_typing = false;
};

// One line in the list of keys. Several bindings may share a line.
struct KeyLine {
  const char* keys = "";         // as on the keyboard, "Shift+W"; the same in all languages
  const char* text_key = "";     // description: a key of the text catalogue
  const char* group_key = "";    // heading of the group: a key of the text catalogue
  std::optional<Page> page{};    // the page on which it works
  bool repeats_another = false;  // listed on that page only: the other list has it elsewhere
  bool answers = false;          // works while a question is open
};

[[nodiscard]] std::span<const Binding> bindings();
// In the order of the list, a group after the other.
[[nodiscard]] std::span<const KeyLine> key_lines();

// What the window shows, to tell which keys work there.
struct KeyContext {
  Page page = Page::stage;
  bool asked = false;  // a question is open
  bool lecturing = false;
  bool guided = false;  // a lesson's guide leads
};
// The key is one of those that belong to what is shown.
[[nodiscard]] bool works_here(const KeyLine& line, const KeyContext& context);

// While a guide question is open, these keys answer it, before any other meaning.
struct AnswerKey {
  enum class Kind : std::uint8_t {
    digit,
    minus,
    erase,
    select_all,
    letter,
    move,
    mark,
    answer
  } kind{};
  int value = 0;            // digit: 0..9; letter: from 0 for a
  int right = 0, down = 0;  // move
};
[[nodiscard]] std::optional<AnswerKey> answer_key_for(int key, int mods);
// During a lecture these keys move between scenes, before any other meaning.
enum class LectureKey : std::uint8_t { next, previous, first, last, reveal };
[[nodiscard]] std::optional<LectureKey> lecture_key_for(int key, int mods);
// True if the key would type a character into a text field.
[[nodiscard]] bool writes_character(int key, int mods);
// Ctrl+A, in a text field.
[[nodiscard]] bool selects_all(int key, int mods);

// Whether holding the key repeats the command. True for commands that step or move; a command that
// opens, switches or starts something would only flicker.
[[nodiscard]] bool repeats(Command command);

// The first key bound to the command, as it is written on the screen: "Ctrl+E". Empty: there is
// none.
[[nodiscard]] std::string key_text(Command command, int argument = 0);

// The command bound to the key, if any. Lock keys in `mods` are ignored.
[[nodiscard]] std::optional<Binding> binding_for(int key, int mods);

}  // namespace lanescope::app
