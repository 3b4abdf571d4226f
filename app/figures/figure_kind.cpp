#include "app/figures/figure_kind.h"

#include <array>
#include <iterator>

namespace lanescope::app {
namespace {

// In the order of FigureKind.
constexpr const char* names[] = {
    "stage",     "strip",   "code", "counts", "accesses", "branches",
#define PAGE(name, ...) #name,
#include "app/session/selection/pages.def"
    "worksheet", "handout",
};
constexpr auto all = [] {
  std::array<FigureKind, std::size(names)> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = static_cast<FigureKind>(i);
  return kinds;
}();
constexpr std::array formats{Format::svg,  Format::png,      Format::csv,
                             Format::json, Format::markdown, Format::html};

}  // namespace

std::span<const FigureKind> all_figure_kinds() { return all; }

const char* name_of(FigureKind what) { return names[static_cast<std::size_t>(what)]; }

std::optional<FigureKind> figure_kind_named(std::string_view name) {
  for (const FigureKind what : all) {
    if (name == name_of(what)) return what;
  }
  return std::nullopt;
}

std::optional<FigureKind> figure_kind_of(Page page) { return figure_kind_named(name_of(page)); }

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

bool is_handout(FigureKind what) {
  return what == FigureKind::worksheet || what == FigureKind::handout;
}

bool has_picture(FigureKind what) {
  return what != FigureKind::accesses && what != FigureKind::branches && !is_handout(what);
}

bool has_table(FigureKind what) { return !is_handout(what); }

bool copies_table(FigureKind what) {
  const std::optional<Page> page = view_page_named(name_of(what));
  return page ? row_of(*page).copies_table : what == FigureKind::counts;
}

bool can_be(FigureKind what, Format format) {
  switch (format) {
    case Format::svg:
    case Format::png:
      return has_picture(what);
    case Format::csv:
    case Format::json:
      return has_table(what);
    case Format::markdown:
    case Format::html:
      return is_handout(what);
  }
  return false;
}

std::string formats_of(FigureKind what) {
  std::string text;
  for (const Format format : formats) {
    if (can_be(what, format)) text += (text.empty() ? "" : ", ") + std::string(name_of(format));
  }
  return text;
}

}  // namespace lanescope::app
