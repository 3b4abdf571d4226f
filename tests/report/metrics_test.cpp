// The table of metrics: names, values and their rounding.
#include "sim/metrics/metrics.h"

#include <set>

#include <gtest/gtest.h>

#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::report {
namespace {

using memory::Op;
using memory::Space;

TEST(AccessKinds, have_separate_counts) {
  Totals totals;
  std::uint64_t next = 0;
  for (const AccessKind& kind : access_kinds()) counts_in(totals, kind).requests = ++next;
  EXPECT_EQ(totals.global_load.requests, 1U);
  EXPECT_EQ(totals.shared_atomic.requests, 6U);
  EXPECT_EQ(totals.constant_load.requests, 9U);
  EXPECT_EQ(counts_in(totals, Space::shared).requests, 4U + 5U + 6U);
}

TEST(AccessKinds, are_known_by_their_names) {
  for (const AccessKind& kind : access_kinds()) EXPECT_EQ(access_kind_named(name_of(kind)), kind);
  EXPECT_FALSE(access_kind_named("global_reduction"));
}

TEST(AccessKinds, every_space_and_operation_has_a_kind) {
  EXPECT_EQ(name_of(kind_of(Space::shared, Op::reduction)), "shared_atomic");
  for (const Space space : {Space::global, Space::shared, Space::local, Space::constant}) {
    for (const Op op : {Op::load, Op::store, Op::atomic, Op::reduction})
      EXPECT_NO_THROW(static_cast<void>(name_of(kind_of(space, op))));
  }
}

TEST(Metrics, have_unique_names) {
  std::set<std::string> names;
  for (const Quantity& quantity : quantities()) {
    EXPECT_TRUE(names.insert(quantity.name).second) << quantity.name;
    EXPECT_EQ(quantity_named(quantity.name), &quantity);
  }
  EXPECT_EQ(quantity_named("global_load.wavefronts"), nullptr);
  EXPECT_EQ(quantity_named("global_load"), nullptr);
}

TEST(Metrics, are_listed_in_the_documentation) {
  const std::string page = tests::text_of(LANESCOPE_SOURCE_DIR "/docs/numbers.md");
  const std::string list = page.substr(page.find("## Names of quantities"));
  for (const Quantity& quantity : quantities())
    EXPECT_NE(list.find('`' + std::string(quantity.metric->name) + '`'), std::string::npos)
        << quantity.name;
}

TEST(Values, round_halves_up_exactly) {
  EXPECT_EQ((Value{29, 200, 100}).rounded(), 15);  // 14.5; as a product of doubles it is below
  EXPECT_EQ((Value{3, 2}).rounded(), 2);
  EXPECT_EQ((Value{4, 3}).rounded(), 1);
  EXPECT_EQ((Value{7}).rounded(), 7);
}

TEST(Values, a_zero_divisor_gives_no_value_unless_of_nothing_is_set) {
  EXPECT_FALSE((Value{0, 0, 100}).exact());
  EXPECT_FALSE((Value{0, 0, 100}).rounded());
  EXPECT_EQ((Value{0, 0, 100, 1}).exact(), 100);
  EXPECT_EQ((Value{0, 0, 100, 1}).rounded(), 100);
}

TEST(Values, as_data_gives_counts_whole_and_shares_as_fractions) {
  const Quantity* count = quantity_named("warp_instructions");
  EXPECT_TRUE(count->of({}).is_count);
  const Quantity* share = quantity_named("branch_efficiency_percent");
  EXPECT_EQ(share->metric->data_name(), "branch_efficiency");
  EXPECT_EQ(share->of({}).as_data<double>(), 1);
}

}  // namespace
}  // namespace lanescope::report
