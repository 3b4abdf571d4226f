// The real program in a real window on a virtual display, with software OpenGL if there is no GPU.
// Measures what users wait for: from program start to the first picture, and from pressing P to the
// first frame with the other padding. The program reports these times itself
// (app/window/state_file.h); quote the medians. Then the processor time of a frame on each page,
// and of the open but idle program.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "tests/window/display.h"
#include "tests/window/program_window.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

constexpr int starts = 5;
constexpr int flips = 21;

struct Spread {
  double least = 0, median = 0, largest = 0;
};

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

void print(const char* what, const std::vector<double>& values) {
  const Spread spread = spread_of(values);
  fmt::print("{:<58} {:8.1f} {:8.1f} {:8.1f}\n", what, spread.least, spread.median, spread.largest);
}

// Milliseconds for each change of PAD.
std::vector<double> flip(const ProgramWindow& window) {
  std::vector<double> times;
  int pad = 0;
  for (int i = 0; i < flips; ++i) {
    window.keys({"p"});
    pad = 1 - pad;
    const Json state = window.wait_for([&](const Json& now) {
      return now["params"].value("PAD", -1) == pad &&
             (now["totals"]["shared_load"]["conflicts"] == 0) == (pad == 1);
    });
    if (state.empty()) return {};
    times.push_back(state["picture_ms"]);
  }
  return times;
}

// Our own part of a frame, without OpenGL. Its budget is 2 ms.
bool frames(const ProgramWindow& window) {
  struct View {
    const char* key;
    const char* page;
  };
  constexpr View views[] = {{"", "stage"},    {"s", "times"}, {"i", "index"},   {"x", "sweep"},
                            {"k", "machine"}, {"o", "map"},   {"c", "compare"}, {"f", "steps"}};
  fmt::print("\n{:<58} {:>8} {:>8}\n", "milliseconds of processor time a frame", "ours", "OpenGL");
  for (const View& view : views) {
    if (*view.key != 0) window.keys({view.key});
    constexpr int drawn = 12;  // every page is drawn at least once
    for (int i = 0; i < drawn; ++i) window.keys({"w"});
    const Json state = window.wait_for([&](const Json& now) {
      return now["page"] == view.page && now["frames"]["count"] >= drawn;
    });
    if (state.empty()) return false;
    fmt::print("{:<58} {:8.2f} {:8.2f}\n", fmt::format("median of the page '{}'", view.page),
               state["frames"]["ui_ms"].get<double>(), state["frames"]["draw_ms"].get<double>());
  }
  return true;
}

// Frames per second while a map of 4096 x 4096 elements is dragged.
double frames_of_drag(const fs::path& folder) {
  // A separate display, because keys go to the window with the focus.
  const Display display(1600, 900);
  const ProgramWindow window({display.name(),
                              folder,
                              {"transpose", "--variant", "coalesced-write", "--set", "N=4096",
                               "--view", "map=array:A:reads"},
                              {},
                              true});
  const Json whole = window.wait_for([](const Json& now) {
    return now["maps"].is_object() && now["maps"]["working"] == false &&
           now["maps"]["shown"].is_object() && now["maps"]["shown"]["width"] == 4096;
  });
  if (whole.empty()) return 0;
  window.keys({"plus", "plus", "plus"});
  const Json near =
      window.wait_for([](const Json& now) { return now["maps"]["view"].is_object(); });
  if (near.empty()) return 0;
  const Json& cells = near["maps"]["cells"];
  const auto middle = [&](std::size_t axis) {
    return static_cast<int>(cells[axis].get<double>() + cells[axis + 2].get<double>() / 2);
  };
  const auto begun = std::chrono::steady_clock::now();
  int status = 0;
  ::waitpid(window.start_shaking(middle(0), middle(1), 6), &status, 0);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
  // Frames without movement are not drawn. The program reports the new view once it is idle.
  const Json after =
      window.wait_for([&](const Json& now) { return now["maps"]["view"] != near["maps"]["view"]; });
  if (after.empty()) return 0;
  return (after["frame"].get<double>() - near["frame"].get<double>()) / taken.count();
}

// Clock ticks of all threads of the process so far.
long ticks(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::istringstream fields(text.substr(std::min(text.rfind(')'), text.size())));
  std::string field;
  constexpr int user_time = 13;  // counted from the bracket after the name
  constexpr int system_time = 14;
  long sum = 0;
  for (int i = 1; fields >> field && i <= system_time; ++i) {
    if (i >= user_time) sum += std::stol(field);
  }
  return sum;
}

// Nothing changes, so nothing should be drawn. Returns the share of a core in percent.
double idle_percent(const ProgramWindow& window) {
  constexpr auto pause = std::chrono::seconds(2);  // until the program is idle
  constexpr auto watched = std::chrono::seconds(10);
  std::this_thread::sleep_for(pause);
  const long before = ticks(window.process());
  std::this_thread::sleep_for(watched);
  const long used = ticks(window.process()) - before;
  return 100.0 * static_cast<double>(used) / static_cast<double>(::sysconf(_SC_CLK_TCK)) /
         static_cast<double>(watched.count());
}

int run(const fs::path& folder) {
  const Display display(1600, 900);
  if (display.name().empty()) {
    fmt::print(stderr, "window_bench: Xvfb did not start\n");
    return 1;
  }
  fmt::print("{:<58} {:>8} {:>8} {:>8}\n", "milliseconds, 1600 x 900", "least", "median",
             "largest");
  std::vector<double> start_times;
  for (int i = 0; i < starts; ++i) {
    // A separate folder for each start, so that the state file of the previous one is not read by
    // mistake.
    const fs::path own = folder / fmt::format("start-{}", i);
    fs::create_directory(own);
    const auto begun = std::chrono::steady_clock::now();
    const ProgramWindow window({display.name(), own, {}, {}, true});
    if (window.wait_for_run().empty()) return 1;
    start_times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun)
            .count());
  }
  print("start of the program to its first settled picture", start_times);
  const ProgramWindow window(
      {display.name(), folder, {"transpose", "--variant", "tile"}, {"LANESCOPE_CACHE=off"}, true});
  if (window.wait_for_run().empty()) return 1;
  const std::vector<double> times = flip(window);
  if (times.empty()) return 1;
  print("P to changed picture, N = 1024, compiled the first time", {times.front()});
  print("P to changed picture, N = 1024, compiled before", {times.begin() + 1, times.end()});
  if (!frames(window)) return 1;
  fmt::print("{:<58} {:8.2f}\n", "percent of a core, open and idle", idle_percent(window));
  const fs::path own = folder / "drag";
  fs::create_directory(own);
  fmt::print("{:<58} {:8.1f}\n", "frames a second, a map of 4096 x 4096 dragged",
             frames_of_drag(own));
  fmt::print("drawn by {}\n", window.state().value("opengl", ""));
  return 0;
}

}  // namespace
}  // namespace lanescope::app::test

int main() {
  using namespace lanescope::app::test;
  if (const std::string missing = missing_tools(); !missing.empty()) {
    fmt::print("window_bench: not run: {}\n", missing);
    return 0;
  }
  std::string pattern = (fs::temp_directory_path() / "lanescope-bench-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) return 1;
  const int status = run(pattern);
  fs::remove_all(pattern);
  return status;
}
