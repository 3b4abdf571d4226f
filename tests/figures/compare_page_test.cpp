// What the comparison says of each side.
#include "app/figures/pages/compare_page.h"

#include <memory>

#include <gtest/gtest.h>

#include "tests/figures/session_of.h"

namespace lanescope::app {
namespace {

TEST(ComparePage, says_that_a_side_lacks_such_an_access_only_where_one_is_chosen) {
  const auto session = test::session_of(test::tile_report(32), [](Outcome&) {});
  Comparison comparison(*session, {{}, test::lesson_card});
  comparison.update();
  ASSERT_TRUE(comparison.keep());
  session->selector().choose_line(test::store_line + 1);  // a line without an access
  const text::Texts texts("en");
  const picture::CompareInput input = compare_input(*session, comparison, {}, texts);
  for (const picture::CompareSide* side : {&input.a, &input.b})
    EXPECT_EQ(side->title, "No memory access on line 17 of the code");
}

}  // namespace
}  // namespace lanescope::app
