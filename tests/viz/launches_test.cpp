#include "viz/picture/launches/launches.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"

namespace lanescope::picture {
namespace {

using samples::label_of;
using samples::plain_style;

LaunchBox launch_box(std::optional<std::size_t> parent, std::string kernel,
                     std::uint64_t launches) {
  LaunchBox box;
  box.parent = parent;
  box.kernel = std::move(kernel);
  box.by = parent ? LaunchBox::By::thread : LaunchBox::By::host;
  box.line = parent ? "12" : "";
  box.launches = launches;
  box.blocks = 4 * launches;
  box.warp_instructions = 1000 * launches;
  return box;
}

// The host's launch, then one group below the other.
LaunchesInput chain(std::size_t depth) {
  LaunchesInput input;
  input.boxes.push_back(launch_box(std::nullopt, "halves", 1));
  for (std::size_t i = 0; i < depth; ++i) input.boxes.push_back(launch_box(i, "halves", 1));
  return input;
}

void expect_apart(const DrawList& list) {
  for (std::size_t i = 0; i < list.boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(list.boxes[i].rect.overlaps(list.boxes[j].rect)) << i << " and " << j;
  }
}

TEST(LaunchesPicture, counts_and_names_what_was_launched) {
  LaunchesInput input;
  input.boxes.push_back(launch_box(std::nullopt, "rows", 1));
  input.boxes.push_back(launch_box(0, "row_sum", 256));
  input.boxes[1].grid = {4, 2, 1};
  const DrawList list = build_launches(input, plain_style(), 1000, 500);
  EXPECT_NE(label_of(list, "The host launched 1 grid. Kernels launched 256 more, 1 level deep."),
            nullptr);
  for (const char* text : {"rows", "row_sum", "× 256", "<<<(4, 2), 1>>>", "one a thread",
                           "by the host", "256,000 warp instructions"})
    EXPECT_NE(label_of(list, text), nullptr) << text;
  EXPECT_EQ(list.boxes.size(), 2U);
  EXPECT_EQ(list.curves.size(), 1U);
  EXPECT_LT(list.boxes[0].rect.x, list.boxes[1].rect.x);
  EXPECT_TRUE(std::any_of(list.hits.begin(), list.hits.end(), [](const HitArea& hit) {
    return hit.tooltip.find("launched at line 12") != std::string::npos;
  }));
}

TEST(LaunchesPicture, a_deep_chain_continues_below) {
  for (const std::size_t depth : {4U, 7U, 24U}) {
    const LaunchesInput input = chain(depth);
    const DrawList list = build_launches(input, plain_style(), 1280, 720);
    EXPECT_EQ(list.boxes.size(), depth + 1);
    EXPECT_EQ(list.curves.size(), depth);
    expect_apart(list);
    EXPECT_TRUE(samples::shape_faults(list).empty());
    EXPECT_TRUE(samples::label_faults(list, plain_style()).empty()) << depth;
  }
}

TEST(LaunchesPicture, groups_without_room_are_counted) {
  LaunchesInput input = chain(0);
  for (int i = 0; i < 40; ++i) input.boxes.push_back(launch_box(0, fmt::format("k{}", i), 2));
  const DrawList list = build_launches(input, plain_style(), 900, 400);
  ASSERT_GE(list.boxes.size(), 2U);
  ASSERT_LT(list.boxes.size(), 41U);
  EXPECT_NE(
      label_of(list, fmt::format("... and {} more groups of launches", 41 - list.boxes.size())),
      nullptr);
  expect_apart(list);
}

TEST(LaunchesPicture, keeps_its_text_inside_and_apart_at_every_size) {
  static const text::Texts chinese("zh");
  LaunchesInput input = chain(6);
  input.boxes.push_back(launch_box(0, "another_kernel_with_a_long_name", 123'456));
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
        const DrawList list = build_launches(input, style, w, h);
        EXPECT_TRUE(samples::label_faults(list, style).empty()) << w << " x " << h << " " << scale;
        EXPECT_TRUE(samples::shape_faults(list).empty()) << w << " x " << h << " " << scale;
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::picture
