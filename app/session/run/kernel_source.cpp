// A lesson's kernel text for compilers, the texts of a run's files, and who can compile what
// launches kernels: see run.h.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/session/run/run.h"
#include "sim/text/source_line.h"

namespace lanescope::app {

compile::Source source_of(const lesson::Resolved& resolved) {
  compile::Source source;
  source.name = resolved.source_name;
  source.text = resolved.source_text;
  if (!resolved.source_path.empty())
    source.folder = std::filesystem::absolute(resolved.source_path).parent_path();
  source.include = resolved.include;
  source.flags = resolved.flags;
  source.kernel = resolved.kernel;
  for (const auto& [name, value] : resolved.params)
    source.defines.emplace_back(name, std::to_string(value));
  return source;
}

const std::string* text_of_file(const Outcome& outcome, std::string_view file) {
  if (file.empty() || file == outcome.resolved.source_name) return &outcome.resolved.source_text;
  const auto found = std::ranges::find(outcome.included, file, &IncludedFile::name);
  return found != outcome.included.end() ? &found->text : nullptr;
}

std::string_view line_at(const Outcome& outcome, const SourcePlace& place) {
  const std::string* text = text_of_file(outcome, place.file);
  return text != nullptr ? source_line(*text, place.line) : std::string_view();
}

int line_of_launch(const lesson::Resolved& resolved) {
  return compile::line_of_device_launch(source_of(resolved));
}

std::optional<lesson::Resolved> variant_that_launches(const lesson::Lesson& lesson) {
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    auto resolved = lesson.resolve(variant.name, {});
    if (resolved && launches_kernels(*resolved)) return std::move(*resolved);
  }
  return std::nullopt;
}

std::string why_no_launches(const lesson::Resolved& resolved, compile::Compiler compiler) {
  if (!launches_kernels(resolved)) return {};
  const std::string why = "it launches kernels, and only NVRTC and nvcc compile that";
  if (compiler == compile::Compiler::clang) return why;
  std::string why_not;
  for (const compile::Availability& each : compile::available()) {  // nvcc does, too
    const bool is_asked = compiler == compile::Compiler::automatic || compiler == each.compiler;
    if (each.compiler == compile::Compiler::clang || !is_asked) continue;
    if (each.usable) return {};
    if (why_not.empty()) why_not = each.why_not;
  }
  return fmt::format("{}: {}", why, why_not);
}

}  // namespace lanescope::app
