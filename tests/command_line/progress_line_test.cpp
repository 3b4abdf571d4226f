// What a terminal shows while a run takes its time.
#include "app/command_line/progress_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command_line/compare_text.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using ::testing::HasSubstr;

// The standard error is a terminal as long as this lives.
class TerminalOfErrors {
 public:
  TerminalOfErrors() : screen_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
    if (screen_ < 0 || ::grantpt(screen_) != 0 || ::unlockpt(screen_) != 0) return;
    const int terminal = ::open(::ptsname(screen_), O_RDWR | O_NOCTTY);
    if (terminal < 0) return;
    before_ = ::dup(STDERR_FILENO);
    ::dup2(terminal, STDERR_FILENO);
    ::close(terminal);
  }
  ~TerminalOfErrors() {
    if (before_ >= 0) {
      ::dup2(before_, STDERR_FILENO);
      ::close(before_);
    }
    ::close(screen_);
  }
  TerminalOfErrors(const TerminalOfErrors&) = delete;
  TerminalOfErrors& operator=(const TerminalOfErrors&) = delete;

  [[nodiscard]] bool works() const { return before_ >= 0; }
  // What was written to it so far.
  [[nodiscard]] std::string text() const {
    std::string all;
    std::array<char, 512> part{};
    for (ssize_t n = 0; (n = ::read(screen_, part.data(), part.size())) > 0;)
      all.append(part.data(), static_cast<std::size_t>(n));
    return all;
  }

 private:
  int screen_ = -1, before_ = -1;
};

using ProgressLineTest = tests::InFolder<::testing::Test>;

TEST_F(ProgressLineTest, is_shown_for_both_runs_of_a_comparison) {
  write("spin.ptx", R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry spin(.param .u32 spin_param_0)
{
  .reg .pred %p<2>;
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [spin_param_0];
again:
  add.u32 %r1, %r1, -1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra again;
  ret;
}
)");
  const auto lesson = write("lesson.toml",
                            "source = \"spin.ptx\"\nkernel = \"spin\"\n[launch]\ngrid = [1]\n"
                            "block = [32]\n[[args]]\nname = \"n\"\ntype = \"uint\"\n"
                            "value = 8000000\n");
  RunRequest request;
  request.lesson = lesson.string();
  request.threads = 1;
  const TerminalOfErrors terminal;
  ASSERT_TRUE(terminal.works());
  const auto runs = run_both(request, request, false);
  ASSERT_TRUE(runs.has_value()) << runs.error().message;
  const std::string shown = terminal.text();
  EXPECT_THAT(shown, HasSubstr("A: 0 of 1 blocks"));
  EXPECT_THAT(shown, HasSubstr("B: 0 of 1 blocks"));
}

}  // namespace
}  // namespace lanescope::app
