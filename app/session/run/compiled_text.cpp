#include "app/session/run/compiled_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/compile/digest.h"

namespace lanescope::app {
namespace {

std::string beginning_of_mark(std::string_view name) {
  return fmt::format("// compiled from \"{}\" ", name);
}

// The marks are at the end, so PTX without them, which may be long, is not read through.
constexpr std::size_t longest_marks = 16384;

}  // namespace

std::string mark_of_text(std::string_view name, std::string_view text) {
  return beginning_of_mark(name) + compile::digest_of(text) + "\n";
}

bool has_edited_text(const lesson::Resolved& resolved) {
  const std::string_view ptx = resolved.ptx_text;
  const std::string_view end = ptx.substr(ptx.size() - std::min(ptx.size(), longest_marks));
  return end.find(beginning_of_mark(resolved.source_name)) != std::string_view::npos &&
         end.find(mark_of_text(resolved.source_name, resolved.source_text)) ==
             std::string_view::npos;
}

}  // namespace lanescope::app
