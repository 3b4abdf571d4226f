#include "display.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanescope::app::test {
namespace {

bool on_path(const std::string& program) {
  const char* variable = std::getenv("PATH");
  std::string path = variable != nullptr ? variable : "";
  while (!path.empty()) {
    const std::size_t colon = path.find(':');
    const std::filesystem::path candidate = std::filesystem::path(path.substr(0, colon)) / program;
    if (::access(candidate.c_str(), X_OK) == 0) return true;
    path = colon == std::string::npos ? "" : path.substr(colon + 1);
  }
  return false;
}

// Xvfb writes its display number and a newline when it is ready.
std::string read_number(int descriptor) {
  std::string number;
  constexpr int patience_ms = 20000;
  pollfd wanted{descriptor, POLLIN, 0};
  char character = 0;
  while (::poll(&wanted, 1, patience_ms) > 0 && ::read(descriptor, &character, 1) == 1) {
    if (character == '\n') return number;
    number += character;
  }
  return {};
}

}  // namespace

Display::Display(int width, int height) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) return;
  const std::string screen = std::to_string(width) + "x" + std::to_string(height) + "x24";
  const std::string descriptor = std::to_string(pipe[1]);
  process_ = ::fork();
  if (process_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // the watchdog ends this program without destructors
    ::close(pipe[0]);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    // A key repeats after two seconds instead of 0.7: on a busy machine the press and the release
    // can be that far apart, and one press would count as two. Not reset when the last program
    // leaves: that takes longer than most tests.
    ::execlp("Xvfb", "Xvfb", "-displayfd", descriptor.c_str(), "-screen", "0", screen.c_str(),
             "-nolisten", "tcp", "-ardelay", "2000", "-noreset", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(pipe[1]);
  const std::string number = process_ > 0 ? read_number(pipe[0]) : "";
  ::close(pipe[0]);
  if (!number.empty()) name_ = ":" + number;
}

Display::~Display() {
  if (process_ > 0) {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
}

std::string missing_tools() {
  for (const char* tool : {"Xvfb", "xdotool"}) {
    if (!on_path(tool)) return std::string(tool) + " is not installed";
  }
  return {};
}

}  // namespace lanescope::app::test
