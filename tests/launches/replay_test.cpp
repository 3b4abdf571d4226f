// A launch that ran on a GPU is emulated, and what both leave is compared.
#include "app/session/start/replay.h"

#include <cstdlib>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/launches/some_launches.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using testing::HasSubstr;
using tests::file_at;
using tests::scale_launch;
using tests::scale_ptx;

constexpr std::uint64_t replayed_address = 0x7f00'0000'0000;

class ReplayedLaunch : public tests::InFolder<testing::Test> {
 protected:
  ReplayedLaunch() { ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1); }

  // scale<<<1, 256>>> of 1, 2, 3, ..., which doubles them; a GPU is said to have left `after`.
  void record(const std::vector<float>& after, const launches::Outcome& outcome = on_device(),
              const std::string& ptx = scale_ptx(), const std::string& needs = {}) const {
    const std::vector<float> before{1, 2, 3};
    const auto writer = tests::writer_of(path_);
    launches::LaunchStart start =
        scale_launch(writer->add_module(ptx, "scale.cu"), 1, replayed_address, before);
    start.needs = needs;
    const launches::MemoryView left{
        .address = replayed_address, .bytes = std::as_bytes(std::span(after)), .name = ""};
    const std::uint64_t number = writer->begin(start);
    if (after.empty()) {
      writer->end(number, outcome);
    } else {
      writer->end(number, outcome, {&left, 1});
    }
  }
  static launches::Outcome on_device() {
    launches::Outcome outcome;
    outcome.has_access_counts = false;
    outcome.device_milliseconds = 0.25;
    return outcome;
  }
  [[nodiscard]] Replay replayed() const { return replay(file_at(path_), 1, {}, folder_); }

  const std::filesystem::path path_ = folder_ / "run.lanes";
};

TEST_F(ReplayedLaunch, is_equal_where_both_leave_the_same) {
  record({2, 4, 6});
  const Replay replay = replayed();
  EXPECT_EQ(replay.verdict, ReplayVerdict::equal) << replay.why;
  EXPECT_EQ(replay.arrays, 1u);
  EXPECT_EQ(replay.bytes, 12u);
}

TEST_F(ReplayedLaunch, differs_at_the_first_element_that_does) {
  record({2, 5, 7});
  const Replay replay = replayed();
  EXPECT_EQ(replay.verdict, ReplayVerdict::differs);
  EXPECT_EQ(replay.why, "arg1[1]: 5 on the GPU, 4 emulated (2 of 3 elements differ)");
}

TEST_F(ReplayedLaunch, of_an_exact_kernel_has_to_be_equal_bit_for_bit) {
  record({2, 4.000001F, 6});
  EXPECT_EQ(replayed().verdict, ReplayVerdict::differs);
}

TEST_F(ReplayedLaunch, of_a_kernel_with_approximate_functions_may_be_rounded_otherwise) {
  std::string ptx = scale_ptx();
  const std::string exact = "add.f32 %f2, %f1, %f1;";
  ptx.replace(ptx.find(exact), exact.size(), "div.approx.f32 %f2, %f1, 0f3F000000;");
  record({2, 4.000001F, 6}, on_device(), ptx);
  EXPECT_EQ(replayed().verdict, ReplayVerdict::rounded);
}

TEST_F(ReplayedLaunch, has_the_emulators_counts_beside_the_gpus_time) {
  record({2, 4, 6});
  const Replay replay = replayed();
  ASSERT_TRUE(replay.outcome.has_value());
  EXPECT_TRUE(launches::Writer::add_outcome(path_, 1, *replay.outcome));
  const launches::File file = file_at(path_);
  const launches::Outcome& outcome = file.launch(1)->outcome;
  EXPECT_EQ(outcome.device_milliseconds, 0.25);
  EXPECT_TRUE(outcome.has_access_counts);
  EXPECT_EQ(outcome.totals.global_load.requests, 1u);
  EXPECT_EQ(outcome.after.size(), 1u);
}

TEST_F(ReplayedLaunch, is_not_compared_without_the_gpus_arrays) {
  record({});
  const Replay replay = replayed();
  EXPECT_EQ(replay.verdict, ReplayVerdict::not_compared);
  EXPECT_EQ(replay.why, "its arrays were not kept");
}

TEST_F(ReplayedLaunch, is_not_compared_where_it_needs_what_is_not_kept) {
  record({2, 4, 6}, on_device(), scale_ptx(), "clusters");
  EXPECT_EQ(replayed().why, "it needs clusters");
}

TEST_F(ReplayedLaunch, that_failed_on_the_gpu_is_not_compared) {
  launches::Outcome failed = on_device();
  failed.status = launches::Status::failed;
  failed.error_name = "cudaErrorIllegalAddress";
  record({}, failed);
  EXPECT_THAT(replayed().why, HasSubstr("cudaErrorIllegalAddress"));
}

}  // namespace
}  // namespace lanescope::app
