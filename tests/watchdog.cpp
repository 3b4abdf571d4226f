// Ends a test program when one of its TESTs takes too long, and names that TEST. CTest's own limit
// is for the whole program, so it would come late and name nothing.
//
// Linked into every test program. Like GoogleTest itself, it works per TEST, whether CTest started
// the program or a person did.
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <string>

#include <unistd.h>

namespace {

#ifdef LANESCOPE_SANITIZED
constexpr unsigned limit_s = 360;  // what is checked runs some times longer
#else
constexpr unsigned limit_s = 120;
#endif

// What the signal handler prints. Made beforehand, because a handler must not allocate.
std::string message;

void end_program(int /*signal*/) {
  [[maybe_unused]] const auto written = write(STDOUT_FILENO, message.data(), message.size());
  _exit(124);
}

class Watchdog : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo& test) override {
    message = std::string("[  FAILED  ] ") + test.test_suite_name() + "." + test.name() +
              ": no end after " + std::to_string(limit_s) + " s\n";
    alarm(limit_s);
  }
  void OnTestEnd(const ::testing::TestInfo& /*test*/) override { alarm(0); }
};

[[maybe_unused]] const bool installed = [] {
  std::signal(SIGALRM, end_program);
  ::testing::UnitTest::GetInstance()->listeners().Append(new Watchdog);  // GoogleTest deletes it
  return true;
}();

}  // namespace
