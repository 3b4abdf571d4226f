#include "app/session/selection/pages.h"

namespace lanescope::app {
namespace {

using Kind = PageArgument::Kind;
enum class Copied : std::uint8_t { picture, table };
enum class Width : std::uint8_t { shared, whole };

constexpr PageArgument no_argument{};
constexpr PageArgument required(const char* text) { return {Kind::required, text}; }
constexpr PageArgument optional(const char* text) { return {Kind::optional, text}; }
constexpr PageArgument rest(const char* text) { return {Kind::rest, text}; }

constexpr PageRow rows[] = {
#define PANEL(name) {Page::name, #name},
#define PAGE(name, argument, key, keys, copied, width, words) \
  {Page::name,                                                \
   #name,                                                     \
   true,                                                      \
   argument,                                                  \
   key,                                                       \
   keys,                                                      \
   Copied::copied == Copied::table,                           \
   Width::width == Width::whole,                              \
   words},
#include "app/session/selection/pages.def"
};

}  // namespace

std::span<const PageRow> page_rows() { return rows; }

const PageRow& row_of(Page page) { return rows[static_cast<std::size_t>(page)]; }

std::optional<Page> view_page_named(std::string_view name) {
  for (const PageRow& row : rows) {
    if (row.replaces_stage && name == row.name) return row.page;
  }
  return std::nullopt;
}

}  // namespace lanescope::app
