#include <memory>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/command_line/survey_text.h"
#include "tests/command_line/hand_made_outcome.h"

namespace lanescope::app::testing {
namespace {

using Json = nlohmann::ordered_json;

survey::Site site(int line, memory::Space space, std::uint64_t requests) {
  survey::Site made;
  made.place = {"tile.cu", line, 1};
  made.space = space;
  made.bytes = 4;
  made.requests = requests;
  return made;
}

TEST(SurveyJson, lists_the_accesses_of_shared_memory_that_were_executed) {
  SurveyRun run;
  run.outcome = std::make_shared<Outcome>(tile_outcome(0));
  run.survey.sites = {site(2, memory::Space::shared, 0), site(3, memory::Space::global, 5),
                      site(4, memory::Space::shared, 7)};
  const Json sites = Json::parse(survey_json(run)).at("shared").at("sites");
  ASSERT_EQ(sites.size(), 1U);
  EXPECT_EQ(sites[0].at("line"), 4);
  EXPECT_EQ(sites[0].at("requests"), 7);
}

}  // namespace
}  // namespace lanescope::app::testing
