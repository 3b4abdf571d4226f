// The pages of the window, from the table in pages.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope::app {

enum class Page : std::uint8_t {
#define PANEL(name) name,
#define PAGE(name, ...) name,
#include "app/session/selection/pages.def"
};

// What follows the page's name in `--view`. `text`: what the error message calls it.
struct PageArgument {
  enum class Kind : std::uint8_t { none, optional, required, rest } kind{};
  const char* text = "";
};

struct PageRow {
  Page page{};
  const char* name = "";
  // The members below are of pages that replace the stage; the others have no key and no view.
  bool replaces_stage = false;
  PageArgument argument{};
  char key = 0;           // 'S'
  const char* keys = "";  // "X   Shift+X"
  bool copies_table = false;
  bool takes_whole_width = false;
  const char* words = "";  // by which it is found, beside its name and its title
};
// In the order of F6.
[[nodiscard]] std::span<const PageRow> page_rows();
[[nodiscard]] const PageRow& row_of(Page page);

[[nodiscard]] inline const char* name_of(Page page) { return row_of(page).name; }
[[nodiscard]] inline bool replaces_stage(Page page) { return row_of(page).replaces_stage; }
// A page that `--view` can name.
[[nodiscard]] std::optional<Page> view_page_named(std::string_view name);

}  // namespace lanescope::app
