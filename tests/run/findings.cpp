#include "tests/run/findings.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope::app {

int line_marked(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find("// " + mark + "\n");
  EXPECT_NE(at, std::string::npos) << mark;
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

std::vector<Diagnostic> Findings::of(const std::string& text, const std::string& threads,
                                     const std::string& blocks, CheckSet checks) {
  const LessonOnDisk lesson(text,
                            fmt::format("[launch]\ngrid = [{}]\nblock = [{}]\n", blocks, threads) +
                                array("out", "int", "4096") + array("in", "int", "4096", "iota"));
  RunRequest request = lesson.request();
  request.compiler = GetParam();
  request.checks = checks;
  request.max_warp_instructions = 200'000;
  const auto outcome = run(request);
  if (!outcome) {
    ADD_FAILURE() << outcome.error().message;
    return {};
  }
  std::vector<Diagnostic> found = (*outcome)->report.diagnostics;
  // Several blocks of these kernels store the same values to the same words of `out`.
  std::erase_if(found, [](const Diagnostic& d) {
    return d.kind == DiagnosticKind::blocks_in_order || d.kind == DiagnosticKind::adds_one ||
           (d.kind == DiagnosticKind::global_race && d.severity == Severity::note);
  });
  return found;
}

void Findings::expect_none(const std::string& text, const std::string& threads,
                           const std::string& blocks) {
  for (const Diagnostic& diagnostic : of(text, threads, blocks)) ADD_FAILURE() << diagnostic.text();
}

}  // namespace lanescope::app
