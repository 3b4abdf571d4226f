#include "app/window/toolkit/action.h"

namespace lanescope::app {

const char* name_of(Overlay overlay) {
  constexpr const char* names[] = {
      "none",     "keys",     "lessons", "variants",    "checks",    "recordings",
      "gpus",     "machines", "decks",   "export_view", "save_as",   "review",
      "glossary", "palette",  "start",   "more",        "text_size", "parameters"};
  return names[static_cast<std::size_t>(overlay)];
}

}  // namespace lanescope::app
