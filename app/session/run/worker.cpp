#include "app/session/run/worker.h"

#include <new>

namespace lanescope::app {

template class NewestWorker<RunRequest, OutcomePtr>;

Problem problem_of_exception(const std::string& lesson) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {2, false, lesson + ": not enough memory for this run", "", 0, 0};
  } catch (const std::exception& failure) {
    return {2, false, lesson + ": " + failure.what(), "", 0, 0};
  }
}

}  // namespace lanescope::app
