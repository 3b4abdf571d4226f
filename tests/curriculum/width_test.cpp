// The lesson on the access width: the same bytes in words of 1 to 16 bytes; 1, 2, 4, 8, 16 sectors
// per request.
#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

class WidthLesson : public BothCompilers {
 protected:
  template <class T>
  static void expect_copy(const std::string& variant, std::int64_t bytes,
                          const lesson::Values& more = {}) {
    lesson::Values values = more;
    values["BYTES"] = bytes;
    const OutcomePtr outcome = run_shipped("width", variant, values);
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "out", hashed<T>(bytes / static_cast<std::int64_t>(sizeof(T)), 256),
                 fmt::format("{} BYTES={}", variant, bytes));
  }
  // In every request of a full launch, each lane accesses `width` bytes.
  static void expect_full_sectors(const OutcomePtr& outcome, std::uint64_t width) {
    ASSERT_TRUE(outcome);
    const report::Totals& totals = outcome->report.totals;
    for (const report::Counts& counts : {totals.global_load, totals.global_store}) {
      EXPECT_EQ(counts.requests, 65536 / (32 * width));
      EXPECT_EQ(counts.sectors, width * counts.requests);  // 1, 2, 4, 8, 16
      EXPECT_EQ(counts.bytes_used, 32 * counts.sectors);   // every byte of them is used
    }
  }
};

TEST_P(WidthLesson, every_width_copies_all_bytes_whatever_their_number) {
  for (const std::int64_t bytes : {16, 48, 4112, 65520}) {
    expect_copy<std::int8_t>("char", bytes);
    expect_copy<std::int16_t>("short", bytes);
    expect_copy<float>("float", bytes);
    expect_copy<float>("float2", bytes);
    expect_copy<float>("float4", bytes);
    for (std::int64_t log = 0; log <= 4; ++log)
      expect_copy<std::int8_t>("chosen", bytes, {{"LOG_BYTES", log}});
  }
}

TEST_P(WidthLesson, a_request_takes_1_2_4_8_16_sectors_and_fills_them) {
  std::uint64_t width = 1;
  for (const char* variant : {"char", "short", "float", "float2", "float4"}) {
    SCOPED_TRACE(variant);
    expect_full_sectors(run_shipped("width", variant, {{"BYTES", 65536}}), width);
    width *= 2;
  }
}

TEST_P(WidthLesson, the_width_by_parameter_is_the_same_as_the_kernels_of_one_width) {
  for (std::int64_t log = 0; log <= 4; ++log) {
    SCOPED_TRACE(log);
    expect_full_sectors(run_shipped("width", "chosen", {{"BYTES", 65536}, {"LOG_BYTES", log}}),
                        std::uint64_t{1} << log);
  }
}

LANESCOPE_LESSON(WidthLesson);

}  // namespace
}  // namespace lanescope::app
