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

TEST(ComparePage, offers_a_side_of_another_machine_with_the_machines_name) {
  const auto session = test::session_of(test::tile_report(32), [](Outcome&) {});
  auto profile = std::make_shared<machine::Profile>();
  profile->name = "Tesla C1060";
  auto outcome = std::make_shared<Outcome>(*session->run().shown());
  outcome->machine = profile;
  outcome->resolved.params["STRIDE"] = 16;
  Partner partner;
  partner.side.state = session->state();
  partner.side.outcome = outcome;
  const std::string name = name_of(partner, *session, text::Texts("en"));
  EXPECT_NE(name.find("STRIDE 16"), std::string::npos) << name;
  EXPECT_NE(name.find("Tesla C1060"), std::string::npos) << name;
}

}  // namespace
}  // namespace lanescope::app
