// What can be exported, and in which formats.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/session/selection/pages.h"

namespace lanescope::app {

enum class FigureKind : std::uint8_t {
  stage,     // the chosen access
  strip,     // what the chosen warp did, in program order
  code,      // the kernel's source with the cost of each line
  counts,    // counts of the chosen access and of the whole kernel
  accesses,  // every memory instruction
  branches,
#define PAGE(name, ...) name,
#include "app/session/selection/pages.def"
  worksheet,  // a handout without its answers
  handout,    // the whole lesson
};
[[nodiscard]] std::span<const FigureKind> all_figure_kinds();
[[nodiscard]] const char* name_of(FigureKind what);  // "stage"
[[nodiscard]] std::optional<FigureKind> figure_kind_named(std::string_view name);
// None: the page cannot be exported (the guide).
[[nodiscard]] std::optional<FigureKind> figure_kind_of(Page page);

enum class Format : std::uint8_t { svg, png, csv, json, markdown, html };
[[nodiscard]] const char* name_of(Format format);  // "svg", "md": also the file extension
[[nodiscard]] std::optional<Format> format_named(std::string_view name);

// A handout of the lesson, with or without answers.
[[nodiscard]] bool is_handout(FigureKind what);
[[nodiscard]] bool has_picture(FigureKind what);
[[nodiscard]] bool has_table(FigureKind what);
// Ctrl+C copies the table, not the picture.
[[nodiscard]] bool copies_table(FigureKind what);
[[nodiscard]] bool can_be(FigureKind what, Format format);
// "svg, png, csv, json": the valid formats, for messages.
[[nodiscard]] std::string formats_of(FigureKind what);

// One export from the window.
struct ExportRequest {
  enum class Subject : std::uint8_t {
    view,    // the pictures of the page shown, as on the screen
    window,  // the whole window, as pixels
    what     // the figure or table in `what`
  };
  Subject subject = Subject::view;
  // For a view: the table it shows, if any.
  std::optional<FigureKind> what;
  Format format = Format::svg;
  bool to_clipboard = false;
  std::string file{};  // where to; empty: a free name in the folder last used
  bool operator==(const ExportRequest&) const = default;
};

}  // namespace lanescope::app
