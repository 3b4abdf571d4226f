#include "viz/picture/launches/launches.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"

namespace lanescope::picture {
namespace {

using report::LaunchGroup;
using samples::hit_of;
using samples::label_of;
using samples::plain_style;

report::Report launching(std::string kernel) {
  report::Report report;
  report.kernel = std::move(kernel);
  report.blocks_simulated = 4;
  report.totals.warp_instructions = 1000;
  report.launches_per_depth = {1};
  return report;
}

// `parent`: as in LaunchGroup.
LaunchGroup& add_group(report::Report& report, std::optional<std::size_t> parent,
                       std::string kernel, std::uint64_t launches) {
  LaunchGroup& group = report.launch_tree.emplace_back();
  group.parent = parent;
  group.depth = parent ? report.launch_tree[*parent].depth + 1 : 1;
  group.kernel = std::move(kernel);
  group.by = LaunchGroup::By::thread;
  group.place.line = 12;
  group.launches = launches;
  group.launching_blocks = 8;
  group.blocks = 4 * launches;
  group.warp_instructions = 1000 * launches;
  report.launches_per_depth.resize(
      std::max<std::size_t>(report.launches_per_depth.size(), group.depth + 1));
  report.launches_per_depth[group.depth] += launches;
  return group;
}

// The host's launch, then one group below the other.
report::Report chain(std::size_t depth) {
  report::Report report = launching("halves");
  for (std::size_t i = 0; i < depth; ++i)
    add_group(report, i > 0 ? std::optional(i - 1) : std::nullopt, "halves", 1);
  return report;
}

void expect_apart(const DrawList& list) {
  for (std::size_t i = 0; i < list.boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(list.boxes[i].rect.overlaps(list.boxes[j].rect)) << i << " and " << j;
  }
}

// All labels, from top to bottom as they were drawn.
std::string launch_words(const DrawList& list) {
  std::string words;
  for (const Label& label : list.labels) words += label.text + " ";
  return words;
}

TEST(LaunchesPicture, counts_and_names_what_was_launched) {
  report::Report report = launching("rows");
  add_group(report, std::nullopt, "row_sum", 256).grid = {4, 2, 1};
  const DrawList list = build_launches(report, 0, plain_style(), 1000, 500);
  EXPECT_NE(label_of(list, "The host launched 1 grid. Kernels launched 256 more, 1 level deep."),
            nullptr);
  for (const char* text : {"rows", "row_sum", "× 256", "<<<(4, 2), 1>>>", "one a thread",
                           "by the host", "256,000 warp instructions"})
    EXPECT_NE(label_of(list, text), nullptr) << text;
  EXPECT_EQ(list.boxes.size(), 2U);
  EXPECT_EQ(list.curves.size(), 1U);
  EXPECT_LT(list.boxes[0].rect.x, list.boxes[1].rect.x);
  ASSERT_NE(hit_of(list, HitKind::launch, 1), nullptr);
  EXPECT_NE(hit_of(list, HitKind::launch, 1)->tooltip.find("launched at line 12"),
            std::string::npos);
}

TEST(LaunchesPicture, counts_the_launches_of_each_depth) {
  report::Report report = launching("k");
  add_group(report, std::nullopt, "a", 3);
  add_group(report, std::nullopt, "b", 5);
  add_group(report, 0, "c", 1024);
  report.launches_left_out = 2;  // those are of a depth, too
  report.launches_per_depth[2] += 2;
  const DrawList list = build_launches(report, 0, plain_style(), 1200, 600);
  for (const char* text : {"depth 0: 1 launch", "depth 1: 8 launches", "depth 2: 1,026 launches",
                           "The host launched 1 grid. Kernels launched 1,034 more, 2 levels deep."})
    EXPECT_NE(label_of(list, text), nullptr) << text;
}

TEST(LaunchesPicture, tells_of_the_chosen_box) {
  report::Report report = launching("rows");
  report.grid = {8, 1, 1};
  report.block = {32, 1, 1};
  add_group(report, std::nullopt, "row_sum", 256).grid = {4, 2, 1};
  LaunchGroup& tail = add_group(report, 0, "leaf", 1);
  tail.by = LaunchGroup::By::grid;
  tail.is_tail = true;
  const auto told = [&](std::size_t chosen) {
    return launch_words(build_launches(report, chosen, plain_style(), 1200, 600));
  };
  EXPECT_NE(told(0).find("rows: grid 8, block 32, depth 0"), std::string::npos) << told(0);
  EXPECT_NE(told(0).find("Launched by the host."), std::string::npos) << told(0);
  const std::string row_sum = told(1);
  EXPECT_NE(row_sum.find("row_sum: grid (4, 2), block 1, depth 1"), std::string::npos) << row_sum;
  for (const char* words :
       {"Launched 256 times at line 12 of rows <<<8, 32>>>.",
        "Several threads of a block make it, in 8 blocks altogether.", "1,024 blocks ran"})
    EXPECT_NE(row_sum.find(words), std::string::npos) << words << ": " << row_sum;
  EXPECT_EQ(row_sum.find("A tail launch"), std::string::npos);
  const std::string leaf = told(2);
  for (const char* words : {"Launched 1 time at line 12 of row_sum <<<(4, 2), 1>>>.",
                            "One thread of a grid makes it.", "A tail launch begins when"})
    EXPECT_NE(leaf.find(words), std::string::npos) << words << ": " << leaf;
}

TEST(LaunchesPicture, marks_the_chosen_box_alone) {
  report::Report report = launching("k");
  add_group(report, std::nullopt, "a", 1);
  add_group(report, std::nullopt, "b", 1);
  const Style& style = plain_style();
  for (std::size_t chosen = 0; chosen < number_of_boxes(report); ++chosen) {
    const DrawList list = build_launches(report, chosen, style, 1200, 600);
    ASSERT_EQ(list.boxes.size(), 3U);
    for (std::size_t i = 0; i < list.boxes.size(); ++i)
      EXPECT_EQ(list.boxes[i].border == style.palette.selection_border, i == chosen) << i;
  }
}

TEST(LaunchesPicture, keys_lead_to_the_parent_the_children_and_the_boxes_above_and_below) {
  report::Report report = launching("k");
  add_group(report, std::nullopt, "a", 1);  // box 1
  add_group(report, std::nullopt, "b", 1);  // box 2
  add_group(report, 1, "of b", 1);          // box 3
  add_group(report, 0, "of a", 1);          // box 4, drawn above box 3
  add_group(report, 0, "also of a", 1);     // box 5
  EXPECT_EQ(box_beside(report, 0, 1, 0), 1U);
  EXPECT_EQ(box_beside(report, 0, -1, 0), 0U);
  EXPECT_EQ(box_beside(report, 1, 1, 0), 4U);
  EXPECT_EQ(box_beside(report, 2, 1, 0), 3U);
  EXPECT_EQ(box_beside(report, 3, 1, 0), 3U);
  EXPECT_EQ(box_beside(report, 3, -1, 0), 2U);
  EXPECT_EQ(box_beside(report, 1, 0, 1), 2U);
  EXPECT_EQ(box_beside(report, 2, 0, 1), 2U);
  EXPECT_EQ(box_beside(report, 4, 0, 1), 5U);
  EXPECT_EQ(box_beside(report, 5, 0, 1), 3U);
  EXPECT_EQ(box_beside(report, 3, 0, -1), 5U);
  EXPECT_EQ(box_beside(report, 4, 0, -1), 4U);
  EXPECT_EQ(box_beside(launching("k"), 0, 1, 0), 0U);
  EXPECT_EQ(box_beside(launching("k"), 0, 0, 1), 0U);
}

TEST(LaunchesPicture, a_deep_chain_continues_below) {
  for (const std::size_t depth : {4U, 7U, 24U}) {
    const DrawList list = build_launches(chain(depth), depth, plain_style(), 1280, 720);
    EXPECT_EQ(list.boxes.size(), depth + 1);
    EXPECT_EQ(list.curves.size(), depth);
    expect_apart(list);
    EXPECT_TRUE(samples::shape_faults(list).empty());
    EXPECT_TRUE(samples::label_faults(list, plain_style()).empty()) << depth;
  }
}

TEST(LaunchesPicture, groups_without_room_are_counted) {
  report::Report report = launching("k");
  for (int i = 0; i < 40; ++i) add_group(report, std::nullopt, fmt::format("k{}", i), 2);
  const DrawList list = build_launches(report, 0, plain_style(), 900, 400);
  ASSERT_GE(list.boxes.size(), 2U);
  ASSERT_LT(list.boxes.size(), 41U);
  EXPECT_NE(
      label_of(list, fmt::format("... and {} more groups of launches", 41 - list.boxes.size())),
      nullptr);
  expect_apart(list);
}

TEST(LaunchesPicture, keeps_its_text_inside_and_apart_at_every_size) {
  static const text::Texts chinese("zh");
  report::Report report = chain(6);
  add_group(report, std::nullopt, "another_kernel_with_a_long_name", 123'456).is_tail = true;
  for (const text::Texts* texts : {plain_style().texts, &chinese}) {
    for (const float scale : {0.75F, 1.0F, 2.0F}) {
      for (const auto& [w, h] : {std::pair{1280.0F, 720.0F},
                                 {480.0F, 300.0F},
                                 {240.0F, 900.0F},
                                 {900.0F, 200.0F},
                                 {100.0F, 80.0F},
                                 {1.0F, 1.0F}}) {
        Style style = plain_style();
        style.texts = texts;
        style.scale = scale;
        for (const std::size_t chosen : {0U, 7U}) {
          const DrawList list = build_launches(report, chosen, style, w, h);
          EXPECT_TRUE(samples::label_faults(list, style).empty())
              << w << " x " << h << " " << scale;
          EXPECT_TRUE(samples::shape_faults(list).empty()) << w << " x " << h << " " << scale;
        }
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::picture
