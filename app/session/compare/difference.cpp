#include "app/session/compare/difference.h"

#include <fmt/format.h>

#include <set>

#include "sim/machine/profile.h"

namespace lanescope::app {
namespace {

std::string value_text(const lesson::Values& values, const std::string& name) {
  const auto found = values.find(name);
  return found != values.end() ? std::to_string(found->second) : std::string();
}

std::string machine_of(const Outcome& outcome) { return machine::file_id(outcome.request.machine); }

std::string compiler_of(const Outcome& outcome) {
  return outcome.ptx.compiler_version.empty()
             ? std::string(outcome.ptx.compiler)
             : fmt::format("{} {}", outcome.ptx.compiler, outcome.ptx.compiler_version);
}

std::string dimensions(const report::Dim3& size) {
  return fmt::format("{} x {} x {}", size[0], size[1], size[2]);
}

}  // namespace

const char* name_of(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::lesson:
      return "lesson";
    case DifferenceKind::variant:
      return "variant";
    case DifferenceKind::parameter:
      return "parameter";
    case DifferenceKind::machine:
      return "machine";
    case DifferenceKind::compiler:
      return "compiler";
    case DifferenceKind::block:
      return "block";
    case DifferenceKind::text:
      return "text";
  }
  return "";
}

std::vector<Difference> differences_of(const Outcome& a, const Outcome& b, const LineMatch& match) {
  std::vector<Difference> all;
  const auto add = [&](DifferenceKind kind, std::string of_a, std::string of_b,
                       const std::string& name = {}) {
    if (of_a != of_b) {
      all.push_back({kind, name, std::move(of_a), std::move(of_b)});
    }
  };
  add(DifferenceKind::lesson, a.resolved.lesson_id, b.resolved.lesson_id);
  add(DifferenceKind::variant, a.resolved.variant, b.resolved.variant);
  std::set<std::string> names;
  for (const lesson::Values* values : {&a.resolved.params, &b.resolved.params}) {
    for (const auto& [name, value] : *values) {
      names.insert(name);
    }
  }
  for (const std::string& name : names) {
    add(DifferenceKind::parameter, value_text(a.resolved.params, name),
        value_text(b.resolved.params, name), name);
  }
  add(DifferenceKind::machine, machine_of(a), machine_of(b));
  add(DifferenceKind::compiler, compiler_of(a), compiler_of(b));
  add(DifferenceKind::block, dimensions(a.report.block), dimensions(b.report.block));
  // For two different kernels the number of differing lines is meaningless.
  const bool same_kernel = a.resolved.source_path == b.resolved.source_path;
  if (const std::size_t lines = differing_lines(match); same_kernel && lines > 0) {
    all.push_back({DifferenceKind::text, {}, {}, {}, lines});
  }
  return all;
}

}  // namespace lanescope::app
