#include "viz/picture/machine/view.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {
namespace {

using samples::label_of;
using samples::plain_style;
using testing::HasSubstr;

DrawList machine_picture(const MachineInput& input) {
  return build_machine(input, plain_style(), 1000, 800);
}

std::ptrdiff_t tooltips_with(const DrawList& list, const std::string& words) {
  return std::count_if(list.hits.begin(), list.hits.end(), [&](const HitArea& hit) {
    return hit.tooltip.find(words) != std::string::npos;
  });
}

bool shows_words(const DrawList& list, const std::string& words) {
  return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) {
    return label.text.find(words) != std::string::npos;
  });
}

class MachineView : public ::testing::Test {
 protected:
  const machine::Profile profile_ = samples::machine_profile();
  MachineInput input_ = samples::machine_input(profile_);
};

TEST_F(MachineView, a_warp_slot_is_drawn_for_each_warp_and_filled_for_each_that_is_resident) {
  // 40 registers per thread: 6 blocks of 8 warps.
  const DrawList list = machine_picture(input_);
  EXPECT_EQ(tooltips_with(list, "on this multiprocessor"), 48);
  EXPECT_EQ(tooltips_with(list, ": empty"), 16);
  EXPECT_NE(label_of(list, "75 %"), nullptr);
  EXPECT_NE(label_of(list, "room for 6 blocks of 8 warps on a multiprocessor: 48 of 64 warp slots"),
            nullptr);
}

TEST_F(MachineView, blocks_that_fit_but_are_on_other_multiprocessors_are_not_filled_in) {
  input_.launch.grid = {2, 1, 1};
  const DrawList list = machine_picture(input_);
  EXPECT_EQ(tooltips_with(list, "on this multiprocessor"), 8);
  EXPECT_EQ(tooltips_with(list, "the grid has at most 1 block for each multiprocessor"), 40);
  EXPECT_EQ(tooltips_with(list, ": empty"), 16);
}

TEST_F(MachineView, a_grid_that_leaves_multiprocessors_empty_says_how_many) {
  input_.launch.grid = {4, 1, 1};
  EXPECT_NE(label_of(machine_picture(input_),
                     "grid of 4 blocks: 128 of 132 multiprocessors have no block"),
            nullptr);
  input_.launch.grid = {1000, 1, 1};
  EXPECT_NE(label_of(machine_picture(input_), "grid of 1,000 blocks: 2 waves, at most 792 at once"),
            nullptr);
}

TEST_F(MachineView, the_limit_that_applies_is_marked_by_a_word) {
  const DrawList list = machine_picture(input_);
  const auto marks = std::count_if(list.labels.begin(), list.labels.end(),
                                   [](const Label& label) { return label.text == "limits"; });
  EXPECT_EQ(marks, 1);
  EXPECT_TRUE(shows_words(list, "61,440 of 65,536 · enough for 6 blocks"));
  EXPECT_TRUE(shows_words(list, "40 per thread"));
  EXPECT_EQ(tooltips_with(list, "40 per thread (NVRTC 13.0, sm_90)"), 1);
}

TEST_F(MachineView, what_limits_says_what_a_thread_takes_in_a_narrow_page_too) {
  int shortened = 0;
  for (int width = 640; width <= 900; width += 20) {
    const DrawList list = build_machine(input_, plain_style(), static_cast<float>(width), 460);
    EXPECT_TRUE(shows_words(list, "40 per thread")) << width;
    EXPECT_TRUE(shows_words(list, "61,440 of 65,536")) << width;
    if (!shows_words(list, "enough for 6 blocks")) ++shortened;
  }
  EXPECT_GT(shortened, 0) << "no page was narrow";
}

TEST_F(MachineView, at_the_height_it_asks_for_nothing_is_left_out_however_narrow_it_is) {
  for (const float width : {300.0F, 500.0F, 900.0F}) {
    const float height = machine_height(input_, plain_style(), width);
    const DrawList fitting = build_machine(input_, plain_style(), width, height);
    const DrawList roomy = build_machine(input_, plain_style(), width, height * 3);
    EXPECT_EQ(fitting.hits.size(), roomy.hits.size()) << width;
    EXPECT_EQ(fitting.labels.size(), roomy.labels.size()) << width;
    EXPECT_LT(build_machine(input_, plain_style(), width, height / 2).hits.size(),
              fitting.hits.size());
  }
}

TEST_F(MachineView, where_height_is_left_the_text_is_larger) {
  for (const float width : {500.0F, 1000.0F}) {
    const float height = machine_height(input_, plain_style(), width);
    const DrawList fitting = build_machine(input_, plain_style(), width, height);
    const DrawList roomy = build_machine(input_, plain_style(), width, height * 1.2F);
    EXPECT_TRUE(says_the_same(fitting, roomy)) << width;
    EXPECT_GT(label_of(roomy, "Memory")->size, label_of(fitting, "Memory")->size) << width;
  }
}

TEST_F(MachineView, the_directions_of_a_block_stand_below_each_other_in_their_order) {
  const DrawList list = machine_picture(input_);
  for (const std::string of : {"block", "grid"}) {
    const Label* x = label_of(list, of + " size in x");
    const Label* y = label_of(list, of + " size in y");
    const Label* z = label_of(list, of + " size in z");
    ASSERT_TRUE(x != nullptr && y != nullptr && z != nullptr) << of;
    EXPECT_TRUE(x->x == y->x && y->x == z->x) << of;
    EXPECT_TRUE(x->y < y->y && y->y < z->y) << of;
  }
}

TEST_F(MachineView, the_peak_bandwidth_shows_its_arithmetic) {
  EXPECT_NE(label_of(machine_picture(input_), "2 × 3,201 MHz × 6,016 bit / 8 = 4,814.3 GB/s"),
            nullptr);
}

TEST_F(MachineView, every_figure_names_its_source_and_those_without_say_so) {
  const DrawList list = machine_picture(input_);
  EXPECT_GT(tooltips_with(list, "source: a data sheet"), 10);
  EXPECT_NE(label_of(list, "not known"), nullptr);
}

TEST_F(MachineView, unknown_registers_are_called_unknown_and_occupancy_is_a_bound) {
  input_.registers = MachineInput::Registers::not_known;
  input_.registers_detail = "no compiler";
  input_.launch.kernel.registers.reset();
  input_.occupancy = machine::occupancy(input_.launch.kernel, profile_);
  const DrawList list = machine_picture(input_);
  EXPECT_TRUE(shows_words(list, "not known: no compiler"));
  EXPECT_NE(label_of(list, "≤ 100 %"), nullptr);
}

TEST_F(MachineView, a_launchs_shared_memory_is_among_its_limits_by_its_whole_name) {
  input_.launch.kernel.shared_bytes = 0;
  EXPECT_EQ(label_of(machine_picture(input_), "4,096 / 49,152"), nullptr);
  input_.launch.kernel.shared_bytes = 4096;
  for (const float width : {420.0F, 700.0F, 1000.0F, 1400.0F}) {
    const DrawList list = build_machine(input_, plain_style(), width, 2000);
    EXPECT_NE(label_of(list, "4,096 / 49,152"), nullptr) << width;
    // Once among the machine's figures, once among the launch's limits.
    EXPECT_EQ(
        std::count_if(list.labels.begin(), list.labels.end(),
                      [](const Label& label) { return label.text == "shared memory per block"; }),
        2)
        << width;
  }
}

TEST_F(MachineView, a_launch_that_is_refused_names_the_limit) {
  input_.launch.block = {16, 1, 65};
  input_.problems = machine::launch_problems(input_.launch, profile_);
  const DrawList list = machine_picture(input_);
  EXPECT_TRUE(shows_words(list, "would refuse the launch"));
  EXPECT_NE(label_of(list, "! 65 / 64"), nullptr);
}

TEST_F(MachineView, a_machine_other_than_the_default_is_named_in_the_badge) {
  EXPECT_NE(label_of(machine_picture(input_), "MODEL"), nullptr);
  input_.is_default_machine = false;
  EXPECT_NE(label_of(machine_picture(input_), "MODEL of the Sample GPU"), nullptr);
}

}  // namespace
}  // namespace lanescope::picture
