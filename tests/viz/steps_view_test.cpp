// The pictures of the steps page, from a handmade recording.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/steps/steps.h"

namespace lanescope::picture {
namespace {

constexpr std::uint32_t all_lanes = 0xffff'ffffU;

// Records two registers, %r1 (the lane) and %r2 = 10 * step, and %f3, the value that the access
// loads.
class Maker {
 public:
  Maker() {
    auto listing = std::make_shared<steps::Listing>();
    steps::Function kernel;
    kernel.name = "k";
    kernel.registers = {
        {"%r1", ptx::Type::b32, steps::Reading::signed_integer, "threadIdx.x"},
        {"%r2", ptx::Type::b32, steps::Reading::signed_integer, ""},
        {"%f3", ptx::Type::f32, steps::Reading::floating, ""},
        {"%r4", ptx::Type::b32, steps::Reading::signed_integer, ""}};  // never written
    listing->functions.push_back(std::move(kernel));
    const auto add = [&](const char* text, int line, steps::InstructionKind kind,
                         std::vector<std::uint32_t> reads, std::vector<std::uint32_t> writes) {
      steps::Instruction in;
      in.text = text;
      in.place = {"k.cu", line, 1};
      in.kind = kind;
      in.reads = std::move(reads);
      in.writes = std::move(writes);
      listing->instructions.push_back(std::move(in));
    };
    using Kind = steps::InstructionKind;
    add("mov.u32 %r1, %tid.x", 1, Kind::compute, {}, {0});
    add("add.s32 %r2, %r2, 10", 2, Kind::compute, {0, 1}, {1});
    add("ld.shared.f32 %f3, [%r2]", 2, Kind::access, {1}, {2});
    add("bar.sync 0", 3, Kind::barrier, {}, {});
    add("ret", 4, Kind::end, {}, {});
    recording_.listing = listing;
    recording_.valid = all_lanes;
    recording_.frames.push_back({});
  }

  void step(std::uint32_t instruction, std::uint32_t active = all_lanes,
            std::uint32_t executing = all_lanes) {
    recording_.steps.push_back({instruction, active, executing, 0,
                                static_cast<std::uint32_t>(recording_.writes.size()),
                                static_cast<std::uint32_t>(recording_.events.size())});
  }
  // base + step * lane
  void write(std::uint32_t reg, std::uint32_t base, std::uint32_t per_lane) {
    steps::Write write;
    write.step = static_cast<std::uint32_t>(recording_.steps.size() - 1);
    write.reg = reg;
    write.written = recording_.steps.back().executing;
    write.defined = all_lanes;
    write.form = steps::Write::Form::line;
    write.value = static_cast<std::uint32_t>(recording_.words.size());
    recording_.words.insert(recording_.words.end(), {base, per_lane});
    recording_.writes.push_back(write);
  }
  void access(std::uint32_t cost) {
    report::Event event;
    event.kind = report::EventKind::access;
    event.access.space = memory::Space::shared;
    event.access.mask = recording_.steps.back().executing;
    event.cost = cost;
    event.ideal = 1;
    recording_.events.push_back(event);
  }
  void barrier() {
    report::Event event;
    event.kind = report::EventKind::barrier;
    recording_.events.push_back(event);
  }
  steps::Recording finish() {
    recording_.lists.assign(5, 0);
    for (const steps::Write& write : recording_.writes) ++recording_.lists[write.reg + 1];
    for (std::size_t i = 1; i < 5; ++i) recording_.lists[i] += recording_.lists[i - 1];
    for (std::uint32_t reg = 0; reg < 4; ++reg) {
      for (std::uint32_t w = 0; w < recording_.writes.size(); ++w) {
        if (recording_.writes[w].reg == reg) recording_.by_register.push_back(w);
      }
    }
    return std::move(recording_);
  }

 private:
  steps::Recording recording_;
};

// tid, then `rounds` times (add, load), a barrier, ret. Every second load costs 8 wavefronts.
steps::Recording life(std::uint32_t rounds) {
  Maker maker;
  maker.step(0);
  maker.write(0, 0, 1);
  for (std::uint32_t i = 0; i < rounds; ++i) {
    maker.step(1);
    maker.write(1, 10 * (i + 1), 0);
    maker.step(2);
    maker.write(2, 0x3f80'0000, 0);
    maker.access(i % 2 == 0 ? 1 : 8);
  }
  maker.step(3);
  maker.barrier();
  maker.step(4);
  return maker.finish();
}

DrawList registers_of(const StepsInput& input, const Style& style, float width, float height) {
  return build_steps_registers(input, register_rows(input), style, width, height);
}

StepsInput input_of(const steps::Recording& recording, std::size_t step) {
  StepsInput input;
  input.recording = &recording;
  input.step = step;
  input.lane = 3;
  input.source_text = "int x = threadIdx.x;\n  sum += tile[x];\n__syncthreads();\n}\n";
  input.source_name = "k.cu";
  return input;
}

const Style& style() { return samples::plain_style(); }

TEST(StepsLife, counts_and_columns_are_the_recordings) {
  const steps::Recording recording = life(4);
  const Timeline all = timeline_of(recording, 1000);
  EXPECT_EQ(all.accesses, 4U);
  EXPECT_EQ(all.conflicts, 2U);
  EXPECT_EQ(all.barriers, 1U);
  ASSERT_EQ(all.columns.size(), recording.steps.size());
  EXPECT_EQ(all.columns[2].ratio, 1);
  EXPECT_FALSE(all.columns[2].conflict);
  EXPECT_EQ(all.columns[4].ratio, 8);
  EXPECT_TRUE(all.columns[4].conflict);
  EXPECT_TRUE(all.columns[9].barrier);
  EXPECT_EQ(all.columns[0].lanes, 32);
}

// Why "costly" does nothing, where it does not.
TEST(StepsLife, the_button_to_the_next_costly_access_says_why_there_is_none) {
  const text::Texts texts("en");
  const steps::Recording cheap = life(1);
  EXPECT_EQ(steps_costly_tip(cheap, 0, texts), texts.get("steps.conflict_none"));
  const steps::Recording costly = life(2);
  EXPECT_EQ(steps_costly_tip(costly, 0, texts), texts.get("steps.conflict_tip"));
  EXPECT_EQ(steps_costly_tip(costly, costly.steps.size() - 1, texts),
            texts.get("steps.conflict_before"));
}

TEST(StepsLife, a_long_life_keeps_every_conflict_in_its_columns) {
  const steps::Recording recording = life(5000);
  const Timeline few = timeline_of(recording, 100);
  ASSERT_EQ(few.columns.size(), 100U);
  EXPECT_EQ(few.columns.front().first, 0U);
  EXPECT_EQ(few.columns.back().end, recording.steps.size());
  for (std::size_t c = 0; c < 100; ++c) {
    EXPECT_TRUE(few.columns[c].conflict);
    EXPECT_EQ(few.columns[c].ratio, 8);
    const auto event = steps::event_of_step(recording, few.columns[c].costliest);
    ASSERT_TRUE(event.has_value());
    EXPECT_EQ(recording.events[*event].cost, 8U);
    if (c > 0) EXPECT_EQ(few.columns[c].first, few.columns[c - 1].end);
  }
}

TEST(StepsLife, every_step_can_be_met_and_conflicts_have_heads) {
  const steps::Recording recording = life(4);
  const Timeline all = timeline_of(recording, 1000);
  const DrawList list = build_steps_timeline(input_of(recording, 4), all, style(), 800, 76);
  for (std::size_t s = 0; s < recording.steps.size(); ++s)
    ASSERT_NE(samples::hit_of(list, HitKind::instruction, s), nullptr) << s;
  const HitArea* good = samples::hit_of(list, HitKind::instruction, 2);
  const HitArea* bad = samples::hit_of(list, HitKind::instruction, 4);
  // Boxes of the access marks in a column: one for the bar, plus one for the head if there is one.
  const auto boxes_in = [&](const HitArea& area, const Color& color) {
    return std::count_if(list.boxes.begin(), list.boxes.end(), [&](const Box& box) {
      const float middle = box.rect.x + box.rect.w / 2;
      return middle >= area.rect.x && middle < area.rect.x + area.rect.w &&
             box.rect.y >= area.rect.y && box.fill == color;
    });
  };
  EXPECT_EQ(boxes_in(*good, style().palette.good), 1);
  EXPECT_EQ(boxes_in(*bad, style().palette.costly), 2);
  EXPECT_NE(bad->tooltip.find("8 wavefronts"), std::string::npos) << bad->tooltip;
}

TEST(StepsList, shows_the_present_instruction_under_its_source_line) {
  const steps::Recording recording = life(4);
  const DrawList list = build_steps_list(input_of(recording, 3), style(), 520, 400);
  EXPECT_NE(samples::label_of(list, "sum += tile[x];"), nullptr);
  EXPECT_NE(samples::label_of(list, "int x = threadIdx.x;"), nullptr);
  const Label* present = nullptr;
  for (const Label& label : list.labels) {
    if (label.text == "add.s32 %r2, %r2, 10" && label.font == FontRole::mono_bold) present = &label;
  }
  ASSERT_NE(present, nullptr);
  EXPECT_EQ(present->color, style().palette.text);
  const HitArea* row = samples::hit_of(list, HitKind::instruction, 3);
  ASSERT_NE(row, nullptr);
  EXPECT_TRUE(row->rect.contains(present->x, present->y));
}

TEST(StepsList, instructions_of_one_line_stand_under_it_once) {
  const steps::Recording recording = life(4);
  const DrawList list = build_steps_list(input_of(recording, 3), style(), 520, 400);
  EXPECT_EQ(std::ranges::count(list.labels, "sum += tile[x];", &Label::text), 1);
  EXPECT_EQ(std::ranges::count(list.labels, "int x = threadIdx.x;", &Label::text), 1);
}

TEST(StepsList, an_instruction_not_yet_executed_has_no_result) {
  const steps::Recording recording = life(4);
  const DrawList list = build_steps_list(input_of(recording, 3), style(), 520, 400);
  EXPECT_NE(samples::label_of(list, "20"), nullptr);  // written by the second add, the current step
  EXPECT_EQ(samples::label_of(list, "30"), nullptr);
  const DrawList later = build_steps_list(input_of(recording, 5), style(), 520, 400);
  EXPECT_NE(samples::label_of(later, "30"), nullptr);
}

TEST(StepsList, the_present_one_is_seen_wherever_it_is) {
  const steps::Recording recording = life(500);
  for (const std::size_t step : {std::size_t{0}, std::size_t{1}, std::size_t{500},
                                 recording.steps.size() - 2, recording.steps.size() - 1}) {
    for (const float height : {60.0F, 200.0F, 700.0F}) {
      const DrawList list = build_steps_list(input_of(recording, step), style(), 420, height);
      EXPECT_NE(samples::hit_of(list, HitKind::instruction, step), nullptr)
          << step << " in " << height;
    }
  }
}

TEST(StepsLanes, lanes_excluded_by_the_guard_are_striped) {
  Maker maker;
  maker.step(0, 0x0000'ffff, 0x0000'00ff);
  maker.write(0, 0, 1);
  const steps::Recording recording = maker.finish();
  const DrawList list = build_steps_lanes(input_of(recording, 0), style(), 900, 50);
  EXPECT_EQ(samples::count_hits(list, HitKind::lane), 32U);
  std::size_t striped = 0;
  for (const Box& box : list.boxes) striped += box.hatch.a > 0 ? 1 : 0;
  EXPECT_EQ(striped, 8U);
  const auto tip = [&](std::uint64_t lane) {
    return samples::hit_of(list, HitKind::lane, lane)->tooltip;
  };
  EXPECT_NE(tip(7).find("takes part"), std::string::npos);
  EXPECT_NE(tip(8).find("guard"), std::string::npos);
  EXPECT_NE(tip(16).find("elsewhere"), std::string::npos);
  EXPECT_NE(tip(5).find("thread 5"), std::string::npos);
}

// Every chip has a bright border, so another border would not stand out. The chosen lane has a
// pointer below it.
TEST(StepsLanes, the_chosen_one_is_pointed_at_from_below) {
  const steps::Recording recording = life(2);
  StepsInput input = input_of(recording, 0);
  for (const std::uint32_t lane : {0U, 5U, 31U}) {
    input.lane = lane;
    const DrawList list = build_steps_lanes(input, style(), 900, 50);
    const Rect chip = samples::hit_of(list, HitKind::lane, lane)->rect;
    const auto rows = std::count_if(list.boxes.begin(), list.boxes.end(), [&](const Box& box) {
      return box.rect.y > chip.y + chip.h && box.rect.h == 1 && box.fill == style().palette.text &&
             box.rect.x >= chip.x && box.rect.x + box.rect.w <= chip.x + chip.w;
    });
    EXPECT_GE(rows, 4) << lane;
  }
}

TEST(StepsLanes, the_chosen_ones_frame_is_seen_on_its_colour_in_every_theme) {
  const steps::Recording recording = life(2);
  StepsInput input = input_of(recording, 4);  // here all lanes take part
  for (const Theme theme : {Theme::dark, Theme::light, Theme::contrast}) {
    Style themed = style();
    themed.palette = palette_for(theme);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      input.lane = lane;
      const DrawList list = build_steps_lanes(input, themed, 900, 50);
      const Rect chip = samples::hit_of(list, HitKind::lane, lane)->rect;
      const auto box = std::find_if(list.boxes.begin(), list.boxes.end(), [&](const Box& one) {
        return one.border_width >= 2 && chip.contains(one.rect.x + 1, one.rect.y + 1);
      });
      ASSERT_NE(box, list.boxes.end()) << lane;
      EXPECT_EQ(box->fill, themed.palette.lane[lane]);
      EXPECT_GE(contrast(box->border, box->fill), 3) << lane;
    }
  }
}

TEST(StepsPictures, have_edges_where_their_ground_is_the_panels) {
  const steps::Recording recording = life(2);
  Style sharp = style();
  sharp.palette = palette_for(Theme::contrast);
  for (const DrawList& list : {build_steps_list(input_of(recording, 0), sharp, 500, 300),
                               registers_of(input_of(recording, 0), sharp, 400, 300)}) {
    EXPECT_GE(list.boxes.front().border_width, 1);
    EXPECT_GE(contrast(list.boxes.front().border, sharp.palette.panel), 3);
  }
}

TEST(StepsRegisters, written_first_then_read_then_the_latest) {
  const steps::Recording recording = life(2);
  const auto names = [&](std::size_t step) {
    std::vector<std::string> found;
    for (const RegisterRow& row : register_rows(input_of(recording, step))) {
      found.push_back(recording.listing->functions[0].registers[row.reg].name + (row.written ? "w"
                                                                                 : row.read  ? "r"
                                                                                             : ""));
    }
    return found;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(0), (Names{"%r1w"}));
  EXPECT_EQ(names(1), (Names{"%r2w", "%r1r"}));
  EXPECT_EQ(names(2), (Names{"%f3w", "%r2r", "%r1"}));
  EXPECT_EQ(names(6), (Names{"%f3", "%r2", "%r1"}));  // ret: latest write first
}

// Below an open message there may be room for one row: it is the value.
TEST(StepsRegisters, a_row_alone_is_the_value_that_was_written) {
  const steps::Recording recording = life(2);
  const StepsInput input = input_of(recording, 4);  // ld.shared
  for (const float height : {30.0F, 43.0F}) {
    const DrawList list = registers_of(input, style(), 300, height);
    EXPECT_NE(label_of(list, "%f3"), nullptr) << height;
    EXPECT_EQ(label_of(list, "written just now, lane 3"), nullptr) << height;
    for (const Label& label : list.labels) EXPECT_LE(label.y, height) << label.text;
  }
}

TEST(StepsRegisters, show_value_name_meaning_and_what_was) {
  const steps::Recording recording = life(2);
  const DrawList list = registers_of(input_of(recording, 3), style(), 460, 300);
  ASSERT_NE(samples::label_of(list, "%r2"), nullptr);
  EXPECT_EQ(samples::label_of(list, "%r2")->font, FontRole::mono_bold);
  EXPECT_NE(samples::label_of(list, "20"), nullptr);
  EXPECT_NE(samples::label_of(list, "was 10"), nullptr);
  EXPECT_NE(samples::label_of(list, "threadIdx.x"), nullptr);
  EXPECT_NE(samples::label_of(list, "3"), nullptr);  // of lane 3
  EXPECT_NE(samples::label_of(list, "1"), nullptr);  // %f3
  EXPECT_EQ(samples::label_of(list, "%r4"), nullptr);
  // A box at the left end of the row marks a register that was written.
  const HitArea* row = samples::hit_of(list, HitKind::register_row, 1);
  ASSERT_NE(row, nullptr);
  const bool has_sign = std::any_of(list.boxes.begin(), list.boxes.end(), [&](const Box& box) {
    return box.fill == style().palette.selection_border && box.rect.x == row->rect.x &&
           box.rect.h == row->rect.h && box.rect.w < 8;
  });
  EXPECT_TRUE(has_sign);
  EXPECT_NE(row->tooltip.find("%r2 (b32)"), std::string::npos) << row->tooltip;
}

TEST(StepsRegisters, a_row_says_whether_its_value_is_decimal_or_hexadecimal) {
  steps::Recording recording = life(2);
  auto listing = std::make_shared<steps::Listing>(*recording.listing);
  listing->functions[0].registers[1].reading = steps::Reading::address;
  recording.listing = listing;
  const DrawList list = registers_of(input_of(recording, 3), style(), 460, 300);
  const auto tip = [&](std::uint64_t reg) {
    const HitArea* row = samples::hit_of(list, HitKind::register_row, reg);
    return row != nullptr ? row->tooltip : std::string();
  };
  EXPECT_NE(tip(0).find(style().texts->get("steps.decimal")), std::string::npos) << tip(0);
  EXPECT_NE(tip(1).find(style().texts->get("steps.hexadecimal")), std::string::npos) << tip(1);
  EXPECT_EQ(tip(2).find("decimal"), std::string::npos) << tip(2);  // of floating point
}

TEST(StepsRegisters, registers_that_do_not_fit_are_counted) {
  const steps::Recording recording = life(2);
  const StepsInput input = input_of(recording, 6);
  const DrawList list = registers_of(input, style(), 460, 80);
  EXPECT_NE(samples::label_of(list, "and 2 more"), nullptr);
}

TEST(StepsLayout, nothing_leaves_the_page_or_overlaps) {
  for (const float scale : {0.75F, 1.0F, 1.5F, 2.5F}) {
    Style scaled = style();
    scaled.scale = scale;
    for (const float width : {300.0F, 620.0F, 980.0F, 2300.0F}) {
      for (const float height : {220.0F, 500.0F, 820.0F, 1900.0F}) {
        const StepsLayout layout = steps_layout(scaled, width, height);
        const Rect all[] = {layout.timeline, layout.lanes, layout.list, layout.registers,
                            layout.stage};
        for (const Rect& one : all) {
          if (one.h <= 0) continue;
          EXPECT_GE(one.x, 0);
          EXPECT_LE(one.x + one.w, width + 0.5F);
          EXPECT_LE(one.y + one.h, height + 0.5F);
          for (const Rect& other : all) {
            if (&one == &other || other.h <= 0) continue;
            const bool apart = one.x + one.w <= other.x || other.x + other.w <= one.x ||
                               one.y + one.h <= other.y || other.y + other.h <= one.y;
            EXPECT_TRUE(apart) << width << " x " << height << " at " << scale;
          }
        }
      }
    }
  }
}

TEST(StepsPictures, keep_their_text_inside_and_apart_at_every_size) {
  const steps::Recording recording = life(300);
  const Timeline all = timeline_of(recording, 200);
  for (const char* language : {"en", "zh"}) {
    const text::Texts texts(language);
    for (const float scale : {0.75F, 1.0F, 1.5F, 2.5F}) {
      Style scaled = style();
      scaled.scale = scale;
      scaled.texts = &texts;
      for (const float width : {120.0F, 320.0F, 540.0F, 1100.0F}) {
        for (const float height : {24.0F, 60.0F, 180.0F, 420.0F}) {
          const StepsInput input = input_of(recording, 5);
          for (const DrawList& list : {build_steps_timeline(input, all, scaled, width, height),
                                       build_steps_list(input, scaled, width, height),
                                       build_steps_lanes(input, scaled, width, height),
                                       registers_of(input, scaled, width, height)}) {
            EXPECT_EQ(samples::label_faults(list, scaled), std::vector<std::string>{})
                << width << " x " << height << " at " << scale;
            EXPECT_EQ(samples::shape_faults(list), std::vector<std::string>{})
                << width << " x " << height << " at " << scale;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::picture
