// Every key of the window in one table: it drives what a key does and the list that F1 shows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace lanescope::app {

enum class Command : std::uint8_t {
  show_keys,
  close,    // the uppermost thing that is open: list, menu, message; else the running run is
            // cancelled
  variant,  // with the number of the key, from 0
  pad_toggle,
  pad_more,
  size_more,
  size_less,
  line_next,
  line_previous,
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
  next_view,
  subject,      // memory or divergence
  next_page,    // where there is room for one panel only
  lessons,      // the course: all lessons
  checks,       // the list of what to look for
  measure,      // the chosen variant
  measure_all,  // every variant
  live,
  times,         // the page of the times, and back
  recordings,    // the list of recorded times
  gpus,          // the list of this machine's GPUs
  nearest,       // the nearest values that are recorded
  index,         // the index explorer, and back
  sweep,         // the page of the sweeps, and back
  sweep_next,    // the lesson's next sweep
  sweep_count,   // another of its counts
  save_table,    // the sweep's points as CSV
  save_plot,     // the sweep's plot as PNG
  machine,       // the machine's page, and back
  next_machine,  // whose memory rules hold
  map,           // the page of the maps, and back
  next_map,
  zoom_in,  // on pages that zoom
  zoom_out,
  compare,            // the page of the comparison, and back
  keep_as_a,          // the present state is what others are compared with
  exchange,           // A and B
  steps,              // the page of the warp's life, and back
  access_next,        // on it: run to the next memory access
  access_previous,    //
  conflict_previous,  // on it, as `worst` is the next one
  play_speed,
  lecture,          // begins, ends
  presenter_notes,  // in a window of their own
  spotlight,
  freeze,
  save_scene,  // of a lecture, from what is on the screen
  export_menu,
  copy,         // what is shown, to the clipboard
  frame_times,  // what a frame costs
  reduced_motion,
  compiler,
  reload,
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
  guide,      // shown or hidden
  step_next,  // of the guide
  step_previous,
  guide_down,  // its text, where it is longer than its panel
  guide_up,
  show_answer,  // skips the open question
  focus_next,
  focus_previous,
  activate,
  quit,
};

struct Binding {
  int key = 0;   // GLFW_KEY_*
  int mods = 0;  // GLFW_MOD_SHIFT | GLFW_MOD_CONTROL
  Command command{};
  int argument = 0;  // variant: its number, from 0
  bool works_while_typing = false;
};

// A line of the list of keys. Several bindings may share one line.
struct KeyLine {
  const char* keys = "";       // as printed on them: "Shift+W"; language-neutral
  const char* text_key = "";   // what it does: a key of the text catalogue
  const char* group_key = "";  // lines of one group stand together
};

[[nodiscard]] std::span<const Binding> bindings();
[[nodiscard]] std::span<const KeyLine> key_lines();
// While a question of the guide is open, some keys are its answer before they are anything else.
struct AnswerKey {
  enum class Kind : std::uint8_t { digit, minus, erase, letter, move, mark, answer } kind{};
  int value = 0;            // digit: 0..9; letter: from 0 for a
  int right = 0, down = 0;  // move
};
[[nodiscard]] std::optional<AnswerKey> answer_key_for(int key, int mods);
// While a lecture is on, these keys walk its scenes, before they are anything else.
enum class LectureKey : std::uint8_t { next, previous, first, last, reveal };
[[nodiscard]] std::optional<LectureKey> lecture_key_for(int key, int mods);
// It writes a character where text is being typed.
[[nodiscard]] bool writes_character(int key, int mods);

// Whether a key that is held down does it again and again: what walks, does; what opens, changes
// over or begins something would only flicker.
[[nodiscard]] bool repeats(Command command);

// What the key does, if anything. `mods` may hold lock keys; they are ignored.
[[nodiscard]] std::optional<Binding> binding_for(int key, int mods);

}  // namespace lanescope::app
