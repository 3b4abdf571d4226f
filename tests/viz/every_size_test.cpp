// No view may clip or cover its own text, for any panel size, text scale and language.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/branch_view.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/index/view.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/counts.h"
#include "viz/picture/kernel/strip.h"
#include "viz/picture/machine/view.h"
#include "viz/picture/sweep/sweep.h"
#include "viz/picture/times/times.h"

namespace lanescope::picture {
namespace {

using samples::label_faults;
using samples::shape_faults;

struct Size {
  float width, height;
};

const std::vector<Size> stage_sizes{{784, 606},   {690, 430}, {480, 300},  {320, 240},
                                    {900, 200},   {240, 900}, {1280, 720}, {1900, 1400},
                                    {2600, 1700}, {100, 80},  {1, 1},      {691.5F, 433.25F}};
const std::vector<Size> panel_sizes{{478, 400}, {478, 130},  {360, 90},   {300, 300}, {200, 60},
                                    {960, 340}, {1400, 900}, {2000, 600}, {80, 40},   {1, 1}};
const std::vector<float> scales{0.75F, 1.0F, 1.25F, 1.5F, 2.0F, 2.5F};

// Draws every size in every scale and language; reports all faults.
template <typename Draw>
void expect_no_faults(const std::string& what, const std::vector<Size>& sizes, Draw draw) {
  static const text::Texts english("en");
  static const text::Texts chinese("zh");
  for (const text::Texts* texts : {&english, &chinese}) {
    for (const float scale : scales) {
      for (const Size& size : sizes) {
        Style style = samples::plain_style();
        style.texts = texts;
        style.scale = scale;
        const DrawList list = draw(style, size.width, size.height);
        const std::string where = what + " " + std::to_string(size.width) + " x " +
                                  std::to_string(size.height) + " at " + std::to_string(scale);
        EXPECT_THAT(label_faults(list, style), testing::IsEmpty()) << where;
        EXPECT_THAT(shape_faults(list), testing::IsEmpty()) << where;
        for (const Label& label : list.labels) {
          EXPECT_GE(label.size, std::min(min_digit_px, text_small * scale - 1.5F * scale))
              << where << " '" << label.text << "'";
        }
      }
    }
  }
}

std::vector<std::pair<std::string, StageInput>> stages() {
  using memory::Op;
  using memory::Space;
  std::vector<std::pair<std::string, StageInput>> result;
  result.emplace_back("column", samples::tile_column_stage(0));
  result.emplace_back("padded", samples::tile_column_stage(1));
  StageInput step = samples::tile_column_stage(0);
  step.wavefront = 31;
  step.lane = 3;
  result.emplace_back("stepping", step);
  const auto shared = [&](const std::string& name, std::uint8_t bytes, std::uint64_t stride) {
    StageInput stage = samples::tile_column_stage(0);
    stage.shared = {};
    stage.access = samples::access(Space::shared, Op::load, bytes,
                                   [stride](std::uint64_t lane) { return lane * stride; });
    result.emplace_back(name, stage);
  };
  shared("vectors", 16, 16);
  shared("doubles", 8, 24);
  shared("bytes", 1, 1);
  shared("broadcast", 4, 0);
  shared("far apart", 4, 4096);
  for (const std::uint64_t step_elements : {0U, 1U, 2U, 3U, 17U, 1024U}) {
    for (const std::uint8_t bytes : {std::uint8_t{1}, std::uint8_t{4}, std::uint8_t{16}}) {
      result.emplace_back("global " + std::to_string(step_elements) + " " + std::to_string(bytes),
                          samples::global_stage(step_elements, 1, bytes));
    }
  }
  StageInput constant = samples::global_stage(1, 0);
  constant.access.space = Space::constant;
  result.emplace_back("constant", constant);
  StageInput local = samples::global_stage(1, 0);
  local.access.space = Space::local;
  local.access.address.fill(8);
  result.emplace_back("local", local);
  for (const Space half : {Space::shared, Space::global}) {
    const std::string of = half == Space::shared ? "shared" : "global";
    result.emplace_back("copy " + of, samples::copy_stage(half, false));
    result.emplace_back("copy past L1 " + of, samples::copy_stage(half, true));
    result.emplace_back("copy with zeros " + of, samples::copy_stage(half, true, true));
  }
  const auto on = [&](const std::string& name, StageInput stage, memory::GlobalRule global,
                      memory::SharedRule rule) {
    stage.machine = {global, rule, false};
    stage.machine_name = "GeForce RTX 3080 (10 GB)";
    result.emplace_back(name, stage);
  };
  on("half-warps", samples::tile_column_stage(0), memory::GlobalRule::segments,
     memory::SharedRule::half_warps);
  on("half-warps, padded", samples::tile_column_stage(1), memory::GlobalRule::segments,
     memory::SharedRule::half_warps);
  on("paired rows", samples::tile_column_stage(1), memory::GlobalRule::sectors,
     memory::SharedRule::paired_rows);
  for (const auto rule : {memory::GlobalRule::segments, memory::GlobalRule::sequential_segments,
                          memory::GlobalRule::cached_lines}) {
    for (const std::uint64_t step_elements : {1U, 2U, 17U}) {
      on("transactions", samples::global_stage(step_elements, 1), rule,
         memory::SharedRule::measured);
    }
  }
  StageInput nobody = samples::tile_column_stage(0);
  nobody.access.mask = 0;
  result.emplace_back("nobody", nobody);
  return result;
}

TEST(EverySize, the_stage_keeps_its_text_inside_and_apart) {
  for (const auto& [name, stage] : stages()) {
    const StageInput& input = stage;
    expect_no_faults(name, stage_sizes, [&input](const Style& style, float w, float h) {
      return build_stage(input, style, w, h);
    });
  }
}

TEST(EverySize, the_strip_keeps_its_text_inside_and_apart) {
  report::Report report = samples::transpose_report(0);
  report::WarpTrace many = report.traces[0];
  for (int i = 0; i < 2000; ++i)
    many.events.push_back(report.traces[0].events[static_cast<std::size_t>(i) % 5]);
  expect_no_faults("strip", panel_sizes, [&](const Style& style, float w, float h) {
    return build_strip({&report.traces[0], 3}, style, w, h);
  });
  expect_no_faults("long strip", panel_sizes, [&](const Style& style, float w, float h) {
    return build_strip({&many, 1000}, style, w, h);
  });
  expect_no_faults("no strip", panel_sizes, [&](const Style& style, float w, float h) {
    return build_strip({}, style, w, h);
  });
}

TEST(EverySize, the_code_keeps_its_text_inside_and_apart) {
  const report::Report report = samples::transpose_report(0);
  CodeInput input;
  input.text = samples::transpose_code();
  input.report = &report;
  input.selected_line = 16;
  input.error_lines = {12};
  expect_no_faults("code", panel_sizes, [&](const Style& style, float w, float h) {
    return build_code(input, style, w, h);
  });
  input.report = nullptr;
  expect_no_faults("code alone", panel_sizes, [&](const Style& style, float w, float h) {
    return build_code(input, style, w, h);
  });
  input.notes = {{12, "identifier \"tile\" is undefined, and this message is too long for a row"}};
  expect_no_faults("code that did not run", panel_sizes, [&](const Style& style, float w, float h) {
    return build_code(input, style, w, h);
  });
}

TEST(EverySize, the_counts_keep_their_text_inside_and_apart) {
  const report::Report report = samples::transpose_report(0);
  for (const std::uint32_t site : {0U, 2U}) {
    expect_no_faults("counts", panel_sizes, [&](const Style& style, float w, float h) {
      return build_counts({&report, site}, style, w, h);
    });
  }
  expect_no_faults("counts of nothing", panel_sizes, [&](const Style& style, float w, float h) {
    return build_counts({}, style, w, h);
  });
}

TEST(EverySize, the_branches_keep_their_text_inside_and_apart) {
  report::Report report = samples::divergence_report();
  const auto expect_line = [&](const std::string& what, int line) {
    BranchInput input;
    input.report = &report;
    input.trace = report.traces.data();
    input.line = line;
    input.source_text = "for (unsigned k = 0; k < i % 32; ++k)";
    expect_no_faults(what, stage_sizes, [&](const Style& style, float w, float h) {
      return build_branch_view(input, style, w, h);
    });
  };
  expect_line("if", samples::if_line);
  expect_line("loop", samples::loop_line);
  expect_line("line", 5);
  expect_line("no code", 1);
  for (int i = 0; i < 3000; ++i) report.traces[0].branches.push_back({2, 6, 4});
  expect_line("long loop", samples::loop_line);
}

TEST(EverySize, the_gutter_and_counts_of_divergence_keep_their_text_inside_and_apart) {
  const report::Report report = samples::divergence_report();
  CodeInput input;
  input.text = samples::divergence_code();
  input.report = &report;
  input.selected_line = samples::loop_line;
  input.divergence = true;
  expect_no_faults("lanes beside the code", panel_sizes, [&](const Style& style, float w, float h) {
    return build_code(input, style, w, h);
  });
  expect_no_faults("counts of divergence", panel_sizes, [&](const Style& style, float w, float h) {
    return build_divergence_counts(report, samples::if_line, style, w, h);
  });
}

TEST(EverySize, the_times_keep_their_text_inside_and_apart) {
  const auto expect_input = [](const std::string& what, const TimesInput& input) {
    for (const std::vector<Size>* sizes : {&stage_sizes, &panel_sizes}) {
      expect_no_faults(what, *sizes, [&](const Style& style, float w, float h) {
        return build_times(input, style, w, h);
      });
    }
  };
  TimesInput input = samples::times_input();
  input.rows[1].measured->traps = {"fits_in_l2", "few_waves", "slow_first"};
  expect_input("times", input);
  input.rows[1].measured->other_values = "N 4096, PAD 1";
  expect_input("times of other values", input);
  input.rows[1].measured.reset();
  input.rows[1].recorded.reset();
  input.rows[0].failure = "the launch failed: an illegal memory access was encountered";
  input.rows[2].applies = false;
  input.nearest = "N 4096, PAD 1";
  input.measured_on.reset();
  input.absence = "there is no NVIDIA driver on this machine (libcuda.so.1 was not found)";
  expect_input("hardly any times", input);
  for (int i = 0; i < 14; ++i) {
    input.rows.push_back(input.rows[static_cast<std::size_t>(i) % 3]);
    input.rows.back().measuring = i == 3;
    input.rows.back().waits = i > 3;
  }
  expect_input("times of many", input);
  for (TimesRow& row : input.rows) {
    row.recorded.reset();
    row.cost.reset();
  }
  input.recorded_on.reset();
  expect_input("no times", input);
}

TEST(EverySize, sweeps_keep_their_text_inside_and_apart) {
  const auto expect_input = [](const std::string& what, const SweepInput& input) {
    expect_no_faults(what, stage_sizes, [&](const Style& style, float w, float h) {
      return build_sweep(input, style, w, h);
    });
  };
  SweepInput input = samples::sweep_input(32, 6);
  input.pointed = 5;
  input.series[0].points[6].is_present = true;
  expect_input("sweep", input);
  for (SweepSeries& series : input.series) {
    for (SeriesPoint& place : series.points) place.quantity = *place.quantity * 1'234'567.5;
  }
  expect_input("sweep of large numbers", input);
  input = samples::sweep_input(8);
  input.progress = SweepProgress::running;
  input.share = 0.4;
  for (std::size_t i = 4; i < 9; ++i) {
    input.series[0].points[i].is_known = false;
    input.series[0].points[i].quantity.reset();
  }
  input.series[0].points[2].quantity.reset();
  input.series[0].points[2].problem = "tile.cu:3: out of range";
  expect_input("half a sweep", input);
  for (SeriesPoint& place : input.series[0].points) place.problem = "no memory, none at all";
  expect_input("a sweep that failed", input);
  SweepInput map = samples::sweep_map(32, 20);
  map.pointed = 40;
  map.series[0].points[3].is_present = true;
  map.series[0].points[4].quantity.reset();
  map.series[0].points[5].quantity.reset();
  map.series[0].points[5].problem = "failed";
  expect_input("map", map);
  map.machine = "NVIDIA GeForce 8800 GTX";
  expect_input("map on another machine", map);
  SweepInput absent;
  absent.absence = "This lesson names no sweep.";
  expect_input("no sweep", absent);
  expect_input("one point", samples::sweep_input(0));
  input = samples::sweep_input(8);
  input.machine = "NVIDIA GeForce 8800 GTX";
  expect_input("a sweep on another machine", input);
}

TEST(EverySize, the_machine_keeps_its_text_inside_and_apart) {
  const machine::Profile profile = samples::machine_profile();
  MachineInput input = samples::machine_input(profile);
  const auto expect_input = [&](const std::string& what) {
    for (const std::vector<Size>* sizes : {&stage_sizes, &panel_sizes}) {
      expect_no_faults(what, *sizes, [&](const Style& style, float w, float h) {
        return build_machine(input, style, w, h);
      });
    }
  };
  expect_input("machine");
  input.registers = MachineInput::Registers::not_known;
  input.registers_detail = "NVRTC 13.0 can't compile for sm_13";
  input.launch.kernel.registers.reset();
  input.launch.block = {1024, 1, 65};
  input.launch.kernel.threads_per_block = 66'560;
  input.occupancy = machine::occupancy(input.launch.kernel, profile);
  input.problems = machine::launch_problems(input.launch, profile);
  input.is_default_machine = false;
  expect_input("machine that refuses the launch");
  input.kernel.clear();
  expect_input("machine before the first run");
}

TEST(EverySize, a_message_keeps_its_text_inside_and_apart) {
  expect_no_faults("message", stage_sizes, [](const Style& style, float w, float h) {
    return build_message_view("Barrier", "All warps of the block wait here for each other.", style,
                              w, h);
  });
}

TEST(EverySize, the_index_explorer_keeps_its_text_inside_and_apart) {
  const std::vector<std::pair<std::string, IndexInput>> inputs{
      {"one thread", {{{1, 1, 1}, {1, 1, 1}}, {}}},
      {"row", {{{64, 1, 1}, {1000, 1, 1}}, {{33, 0, 0}, {517, 0, 0}}}},
      {"plane", {{{3, 2, 1}, {16, 4, 1}}, {{1, 1, 0}, {5, 1, 0}}}},
      {"full plane", {{{5, 7, 1}, {32, 32, 1}}, {{4, 6, 0}, {31, 31, 0}}}},
      {"high", {{{1, 9, 1}, {1, 1023, 1}}, {{0, 4, 0}, {0, 511, 0}}}},
      {"box", {{{2, 2, 2}, {7, 5, 3}}, {{1, 0, 1}, {6, 4, 2}}}},
      {"stack", {{{4, 4, 64}, {4, 4, 64}}, {{3, 3, 63}, {2, 1, 40}}}},
      {"huge", {{{0x7fff'ffff, 65535, 3}, {32, 1, 1}}, {{0x7fff'fffe, 65534, 2}, {31, 0, 0}}}}};
  for (const auto& [name, input] : inputs) {
    const IndexInput& of = input;
    expect_no_faults("index " + name, stage_sizes, [&of](const Style& style, float w, float h) {
      return build_index(of, style, w, h);
    });
  }
}

}  // namespace
}  // namespace lanescope::picture
