#include "app/figures/what.h"

#include <array>

namespace lanescope::app {
namespace {

constexpr std::array all{What::stage,    What::strip,   What::code,  What::counts, What::accesses,
                         What::branches, What::times,   What::sweep, What::index,  What::machine,
                         What::map,      What::compare, What::steps, What::handout};
constexpr std::array formats{Format::svg,  Format::png,      Format::csv,
                             Format::json, Format::markdown, Format::html};

}  // namespace

std::span<const What> all_whats() { return all; }

const char* name_of(What what) {
  switch (what) {
    case What::stage:
      return "stage";
    case What::strip:
      return "strip";
    case What::code:
      return "code";
    case What::counts:
      return "counts";
    case What::accesses:
      return "accesses";
    case What::branches:
      return "branches";
    case What::times:
      return "times";
    case What::sweep:
      return "sweep";
    case What::index:
      return "index";
    case What::machine:
      return "machine";
    case What::map:
      return "map";
    case What::compare:
      return "compare";
    case What::steps:
      return "steps";
    case What::handout:
      return "handout";
  }
  return "";
}

std::optional<What> what_named(std::string_view name) {
  for (const What what : all) {
    if (name == name_of(what)) return what;
  }
  return std::nullopt;
}

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
