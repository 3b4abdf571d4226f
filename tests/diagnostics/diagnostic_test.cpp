#include "sim/diagnostics/diagnostic.h"
#include "sim/diagnostics/check_set.h"

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

TEST(DiagnosticText, says_how_often_when_more_than_once) {
  Diagnostic diagnostic = at({"kernel.cu", 12, 5});
  diagnostic.count = 3;
  EXPECT_EQ(diagnostic.text(), "kernel.cu:12:5: warning: what happened (3 times)");
}

TEST(DiagnosticWithTwoPlaces, is_the_same_finding_from_the_other_one) {
  Diagnostic race = at({"kernel.cu", 12, 5});
  race.ptx_line = 70;
  race.thread = {1, 0, 0};
  race.block = {2, 0, 0};
  race.other = OtherPlace{{"other.cuh", 3, 0}, 60, {4, 0, 0}, {5, 0, 0}};
  const Diagnostic there = from_other_place(race);
  EXPECT_EQ(there.place, race.other->place);
  EXPECT_EQ(there.ptx_line, 60);
  EXPECT_EQ(there.thread, race.other->thread);
  EXPECT_EQ(there.block, race.other->block);
  EXPECT_EQ(there.other, (OtherPlace{race.place, 70, {1, 0, 0}, {2, 0, 0}}));
  EXPECT_EQ(there.message, race.message);
}

TEST(CheckSet, switches_kinds_one_by_one) {
  for (const DiagnosticKind kind : switchable_kinds()) {
    CheckSet checks = CheckSet::all();
    checks.set(kind, false);
    EXPECT_FALSE(checks.reports(kind));
    checks.set(kind, true);
    EXPECT_EQ(checks, CheckSet::all());
    EXPECT_EQ(switchable_kind_named(name_of(kind)), kind);
  }
}

TEST(CheckSet, of_none_still_reports_why_a_run_ended) {
  EXPECT_TRUE(CheckSet::none().reports(DiagnosticKind::budget_exceeded));
  EXPECT_TRUE(CheckSet::none().reports(DiagnosticKind::trap));
  EXPECT_FALSE(CheckSet::none().reports(DiagnosticKind::out_of_range));
  EXPECT_FALSE(switchable_kind_named("trap").has_value());
}

TEST(DiagnosticKindName, is_different_for_every_kind) {
  std::set<std::string> names;
  for (const DiagnosticKind kind : all_diagnostic_kinds()) names.insert(name_of(kind));
  EXPECT_EQ(names.size(), all_diagnostic_kinds().size());
  EXPECT_GT(names.size(), 10U);
  EXPECT_FALSE(names.contains("unknown"));
}

}  // namespace
}  // namespace lanescope
