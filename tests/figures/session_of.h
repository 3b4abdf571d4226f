// A session for the tests of pages.
#pragma once

#include <functional>
#include <memory>

#include "tests/session/reports.h"

namespace lanescope::app::test {

// Has run a lesson that gives this report; `alter` changes what else the run gives. Of `services`,
// those of runs and lessons are replaced.
[[nodiscard]] std::unique_ptr<Session> session_of(report::Report report,
                                                  std::function<void(Outcome&)> alter,
                                                  SessionServices services = {});

}  // namespace lanescope::app::test
