#include "tests/figures/session_of.h"

#include <utility>

#include <gtest/gtest.h>

namespace lanescope::app::test {

std::unique_ptr<Session> session_of(report::Report report, std::function<void(Outcome&)> alter,
                                    SessionServices services) {
  services.run = [report = std::move(report), alter = std::move(alter)](
                     const RunRequest& request, Progress*, std::stop_token) -> RunResult {
    auto outcome = std::make_shared<Outcome>(*outcome_for(request, report));
    alter(*outcome);
    return OutcomePtr(std::move(outcome));
  };
  services.describe = lesson_card;
  auto session = std::make_unique<Session>(initial_state(), ViewRequest{}, std::move(services));
  EXPECT_TRUE(update_until_taken(*session));
  return session;
}

}  // namespace lanescope::app::test
