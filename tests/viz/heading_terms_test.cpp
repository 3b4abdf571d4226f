// Headings of columns, rows and axes explain themselves: each has a term of the glossary under the
// mouse.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/counts.h"
#include "viz/picture/kernel/strip.h"
#include "viz/picture/machine/view.h"
#include "viz/picture/sweep/sweep.h"
#include "viz/picture/times/times.h"

namespace lanescope::picture {
namespace {

using samples::plain_style;

// The explanation over the label with this text; empty if there is none.
std::string explanation_over(const DrawList& list, const std::string& text) {
  const Label* label = samples::label_of(list, text);
  if (label == nullptr) return "there is no label '" + text + "'";
  const Rect ink = samples::ink_of(*label, plain_style());
  const HitArea* hit = list.hit_at(ink.x + ink.w / 2, ink.y + ink.h / 2);
  return hit != nullptr && hit->kind == HitKind::term ? hit->tooltip : std::string();
}

void expect_explained(const DrawList& list, const std::vector<const char*>& keys) {
  const text::Texts& texts = *plain_style().texts;
  for (const char* key : keys) {
    const text::Term* term = texts.glossary().of_label(key);
    ASSERT_NE(term, nullptr) << key << " stands for no term";
    EXPECT_EQ(explanation_over(list, texts.get(key)), text::explanation(*term)) << key;
  }
}

TEST(Headings, of_the_banks_explain_themselves) {
  expect_explained(build_bank_view(samples::tile_column_stage(0), plain_style(), 784, 606),
                   {"stage.bank.bank", "stage.bank.word", "stage.bank.load", "stage.bank.stack"});
}

TEST(Headings, of_global_memory_explain_themselves) {
  expect_explained(build_global_view(samples::global_stage(2, 0), plain_style(), 784, 606),
                   {"stage.lane_axis", "stage.global.load.bytes_moved"});
}

TEST(Headings, of_the_code_explain_themselves) {
  const report::Report report = samples::transpose_report(0);
  CodeInput input;
  input.text = samples::transpose_code();
  input.report = &report;
  input.selected_line = 16;
  expect_explained(build_code(input, plain_style(), 700, 420),
                   {"code.requests_heading", "code.cost_heading", "code.ways_heading"});
}

TEST(Headings, of_the_counts_explain_themselves) {
  const report::Report report = samples::transpose_report(0);
  expect_explained(build_counts({&report, 2}, plain_style(), 480, 240),
                   {"counts.requests", "counts.wavefronts_per_request", "counts.ideal",
                    "counts.conflicts", "counts.worst"});
  expect_explained(build_counts({&report, 0}, plain_style(), 480, 240),
                   {"counts.requests", "counts.sectors_per_request", "counts.ideal",
                    "counts.efficiency", "counts.tag_lookups"});
}

TEST(Headings, of_the_times_explain_themselves) {
  TimesInput input = samples::times_input();
  input.rows[1].measured.reset();  // a recording has no single runs: their summary is a table
  expect_explained(build_times(input, plain_style(), 1200, 900),
                   {"times.cold", "times.warm", "times.bandwidth", "times.share", "times.median"});
}

TEST(Headings, of_a_sweep_explain_what_is_plotted) {
  const SweepInput input = samples::sweep_input(32);
  const DrawList list = build_sweep(input, plain_style(), 940, 760);
  EXPECT_GE(samples::count_hits(list, HitKind::term), 1U);
}

TEST(Headings, of_the_machine_explain_themselves) {
  const machine::Profile profile = samples::machine_profile();
  expect_explained(build_machine(samples::machine_input(profile), plain_style(), 1000, 800),
                   {"machine.bandwidth", "machine.launch"});
}

TEST(Headings, of_the_strip_say_what_the_mnemonic_means) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_strip({&report.traces[0], 0}, plain_style(), 900, 120);
  const auto event = std::find_if(list.hits.begin(), list.hits.end(), [](const HitArea& hit) {
    return hit.kind == HitKind::event && hit.index == 0;
  });
  ASSERT_NE(event, list.hits.end());
  EXPECT_THAT(event->tooltip, ::testing::HasSubstr("LDG: load from global memory"));
}

}  // namespace
}  // namespace lanescope::picture
