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
  subject,    // memory or divergence
  next_page,  // where there is room for one panel only
  lessons,
  checks,       // the list of what to look for
  measure,      // the chosen variant
  measure_all,  // every variant
  live,
  times,         // the page of the times, and back
  recordings,    // the list of recorded times
  gpus,          // the list of this machine's GPUs
  nearest,       // the nearest values that are recorded
  machine,       // the machine's page, and back
  next_machine,  // whose memory rules hold
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
// What the key does, if anything. `mods` may hold lock keys; they are ignored.
[[nodiscard]] std::optional<Binding> binding_for(int key, int mods);

}  // namespace lanescope::app
