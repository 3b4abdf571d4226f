#include "sim/diagnostics/diagnostic.h"

#include <gtest/gtest.h>

#include <set>

namespace lanescope {
namespace {

Diagnostic at(SourcePlace place) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.message = "what happened";
  diagnostic.place = std::move(place);
  return diagnostic;
}

TEST(DiagnosticText, names_file_line_column_and_severity) {
  EXPECT_EQ(at({"kernel.cu", 12, 5}).text(), "kernel.cu:12:5: warning: what happened");
}

TEST(DiagnosticText, leaves_out_a_column_that_is_not_known) {
  EXPECT_EQ(at({"kernel.cu", 12, 0}).text(), "kernel.cu:12: warning: what happened");
}

TEST(DiagnosticText, leaves_out_a_line_that_is_not_known) {
  EXPECT_EQ(at({"kernel.cu", 0, 0}).text(), "kernel.cu: warning: what happened");
}

TEST(DiagnosticText, without_a_place_is_severity_and_message) {
  EXPECT_EQ(at({}).text(), "warning: what happened");
}

TEST(DiagnosticKindName, is_different_for_every_kind) {
  std::set<std::string> names;
  const int last = static_cast<int>(DiagnosticKind::blocks_in_order);
  for (int kind = 0; kind <= last; ++kind) names.insert(name_of(static_cast<DiagnosticKind>(kind)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
  EXPECT_FALSE(names.contains("unknown"));
}

}  // namespace
}  // namespace lanescope
