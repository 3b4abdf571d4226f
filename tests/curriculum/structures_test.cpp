// The lesson on structures: correct sums for each layout, and the requests and sectors of its
// loads.
#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

// Sums of the first `fields` floats of each point; a point has `pitch` floats.
Floats sums_of_points(std::int64_t n, std::int64_t pitch, std::int64_t fields) {
  const Floats all = hashed(n * pitch, 16);
  Floats sums;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto first = all.begin() + i * pitch;
    sums.push_back(std::accumulate(first, first + fields, 0.0F));
  }
  return sums;
}

Floats sums_of_arrays(std::int64_t n, std::int64_t fields) {
  Floats sums = hashed(n, 16);
  const Floats y = mod(n, 7), z = mod(n, 5);
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] += (fields > 1 ? y[i] : 0) + (fields > 2 ? z[i] : 0);
  return sums;
}

class StructuresLesson : public BothCompilers {
 protected:
  // Requests and sectors of the loads for 32 points.
  static void expect_loads(const std::string& variant, std::int64_t fields, std::uint64_t requests,
                           std::uint64_t sectors) {
    const OutcomePtr outcome = run_shipped("structures", variant, {{"N", 32}, {"FIELDS", fields}});
    ASSERT_TRUE(outcome);
    const report::Counts& loads = outcome->report.totals.global_load;
    EXPECT_EQ(loads.requests, requests) << variant << " " << fields;
    EXPECT_EQ(loads.sectors, sectors) << variant << " " << fields;
  }
};

TEST_P(StructuresLesson, every_layout_gives_the_sum_of_the_wanted_fields) {
  for (const std::int64_t n : {1, 31, 257, 1000}) {
    for (const std::int64_t fields : {1, 2, 3}) {
      const lesson::Values values{{"N", n}, {"FIELDS", fields}};
      const std::string what = fmt::format("N={} FIELDS={}", n, fields);
      for (const char* variant : {"words", "padded"}) {
        const OutcomePtr sixteen = run_shipped("structures", variant, values);
        ASSERT_TRUE(sixteen);
        expect_array(*sixteen, "sums", sums_of_points(n, 4, fields), variant + what);
      }
      const OutcomePtr records = run_shipped("structures", "records", values);
      const OutcomePtr arrays = run_shipped("structures", "arrays", values);
      ASSERT_TRUE(records && arrays);
      expect_array(*records, "sums", sums_of_points(n, 3, fields), "records " + what);
      expect_array(*arrays, "sums", sums_of_arrays(n, fields), "arrays " + what);
    }
  }
}

TEST_P(StructuresLesson, each_field_of_a_record_of_12_bytes_touches_all_its_12_sectors) {
  for (std::uint64_t fields = 1; fields <= 3; ++fields)
    expect_loads("records", static_cast<std::int64_t>(fields), fields, 12 * fields);
}

TEST_P(StructuresLesson, each_field_of_a_record_of_16_bytes_touches_all_its_16_sectors) {
  for (std::uint64_t fields = 1; fields <= 3; ++fields)
    expect_loads("words", static_cast<std::int64_t>(fields), fields, 16 * fields);
}

TEST_P(StructuresLesson, a_point_of_16_bytes_is_loaded_in_one_request_even_if_only_part_is_used) {
  for (const std::int64_t fields : {1, 2, 3}) expect_loads("padded", fields, 1, 16);
}

TEST_P(StructuresLesson, an_array_for_each_field_touches_four_sectors_for_each) {
  for (std::uint64_t fields = 1; fields <= 3; ++fields)
    expect_loads("arrays", static_cast<std::int64_t>(fields), fields, 4 * fields);
}

LANESCOPE_LESSON(StructuresLesson);

}  // namespace
}  // namespace lanescope::app
