#include "app/figures/what.h"

#include <array>
#include <iterator>

namespace lanescope::app {
namespace {

// In the order of What.
constexpr const char* names[] = {
    "stage",   "strip", "code", "counts", "accesses", "branches",
#define PAGE(name, ...) #name,
#include "app/session/pages.def"
    "handout",
};
constexpr auto all = [] {
  std::array<What, std::size(names)> whats{};
  for (std::size_t i = 0; i < whats.size(); ++i) whats[i] = static_cast<What>(i);
  return whats;
}();
constexpr std::array formats{Format::svg,  Format::png,      Format::csv,
                             Format::json, Format::markdown, Format::html};

}  // namespace

std::span<const What> all_whats() { return all; }

const char* name_of(What what) { return names[static_cast<std::size_t>(what)]; }

std::optional<What> what_named(std::string_view name) {
  for (const What what : all) {
    if (name == name_of(what)) return what;
  }
  return std::nullopt;
}

std::optional<What> what_of(Page page) { return what_named(name_of(page)); }

const char* name_of(Format format) {
  switch (format) {
    case Format::svg:
      return "svg";
    case Format::png:
      return "png";
    case Format::csv:
      return "csv";
    case Format::json:
      return "json";
    case Format::markdown:
      return "md";
    case Format::html:
      return "html";
  }
  return "";
}

std::optional<Format> format_named(std::string_view name) {
  for (const Format format : formats) {
    if (name == name_of(format)) return format;
  }
  return std::nullopt;
}

bool has_picture(What what) {
  return what != What::accesses && what != What::branches && what != What::handout;
}

bool has_table(What what) { return what != What::handout; }

bool copies_table(What what) {
  const std::optional<Page> page = view_page_named(name_of(what));
  return page ? row_of(*page).copies_table : what == What::counts;
}

bool can_be(What what, Format format) {
  switch (format) {
    case Format::svg:
    case Format::png:
      return has_picture(what);
    case Format::csv:
    case Format::json:
      return has_table(what);
    case Format::markdown:
    case Format::html:
      return what == What::handout;
  }
  return false;
}

std::string formats_of(What what) {
  std::string text;
  for (const Format format : formats) {
    if (can_be(what, format)) text += (text.empty() ? "" : ", ") + std::string(name_of(format));
  }
  return text;
}

}  // namespace lanescope::app
