// What can be taken out of the program, and in which forms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanescope::app {

enum class What : std::uint8_t {
  stage,     // the chosen access, as the stage shows it
  strip,     // what the chosen warp did, in its order
  code,      // the kernel's text with what each line costs
  counts,    // of the chosen access and the whole kernel
  accesses,  // every memory instruction
  branches,
  times,
  sweep,
  index,    // which thread is which
  machine,  // figures and occupancy
  map,      // of the launch: banks, an array, the grid
  compare,  // A against B
  steps,    // a warp through time
  handout,  // of the whole lesson
};
[[nodiscard]] std::span<const What> all_whats();
[[nodiscard]] const char* name_of(What what);  // "stage"
[[nodiscard]] std::optional<What> what_named(std::string_view name);

enum class Format : std::uint8_t { svg, png, csv, json, markdown, html };
[[nodiscard]] const char* name_of(Format format);  // "svg", "md": also what its files end in
[[nodiscard]] std::optional<Format> format_named(std::string_view name);

[[nodiscard]] bool has_picture(What what);
[[nodiscard]] bool has_table(What what);
[[nodiscard]] bool can_be(What what, Format format);
// "svg, png, csv, json": those that it can be, for messages.
[[nodiscard]] std::string formats_of(What what);

}  // namespace lanescope::app
