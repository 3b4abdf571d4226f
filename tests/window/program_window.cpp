#include "program_window.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
constexpr auto patience = 60s;

std::vector<char*> c_strings(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) {
    pointers.push_back(const_cast<char*>(text.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

// Starts `program` from PATH, with stderr redirected to `err`.
pid_t start(const std::string& program, const std::vector<std::string>& arguments,
            const std::vector<std::string>& environment, const fs::path& folder,
            const fs::path& err) {
  const pid_t process = ::fork();
  if (process != 0) {
    return process;
  }
  for (const std::string& entry : environment) {
    const std::size_t equals = entry.find('=');
    ::setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
  }
  if (::chdir(folder.c_str()) != 0) {
    ::_exit(126);
  }
  const int into = ::open(err.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  ::dup2(into, STDOUT_FILENO);
  ::dup2(into, STDERR_FILENO);
  std::vector<std::string> all{program};
  all.insert(all.end(), arguments.begin(), arguments.end());
  ::execvp(program.c_str(), c_strings(all).data());
  ::_exit(127);
}

int end_of(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ProgramWindow::ProgramWindow(const Options& options) : options_(options) {
  std::vector<std::string> environment{
      "DISPLAY=" + options.display,
      "LANESCOPE_STATE_FILE=" + (options.folder / "state.json").string(),
      "LANESCOPE_CONFIG=" + (options.folder / "settings.toml").string(),
      "LANESCOPE_PROGRESS=" + (options.folder / "progress.json").string(),
      "XDG_DATA_HOME=" + (options.folder / "data").string(),
      "LC_ALL=C.UTF-8",
  };
  environment.insert(environment.end(), options.environment.begin(), options.environment.end());
  process_ = start(LANESCOPE_PROGRAM, options.arguments, environment, options.folder,
                   options.folder / "stderr.txt");
}

ProgramWindow::~ProgramWindow() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
}

void ProgramWindow::xdotool(const std::vector<std::string>& arguments) const {
  end_of(start("xdotool", arguments, {"DISPLAY=" + options_.display}, options_.folder,
               options_.folder / "xdotool.txt"));
}

void ProgramWindow::keys(const std::vector<std::string>& names) const {
  std::vector<std::string> arguments{"key", "--delay", "40"};
  arguments.insert(arguments.end(), names.begin(), names.end());
  xdotool(arguments);
}

void ProgramWindow::hold(const std::string& key) const {
  xdotool({"keydown", key});
  std::this_thread::sleep_for(500ms);
  xdotool({"keyup", key});
}

void ProgramWindow::hold_repeating(const std::string& key, double seconds) const {
  // One process for the whole press: if the process that pressed a key exits, the key does not
  // repeat.
  xdotool({"keydown", key, "sleep", std::to_string(seconds), "keyup", key});
}

void ProgramWindow::move_pointer(int x, int y) const {
  // Without --sync: the pointer has already moved when xdotool exits. If the pointer is already
  // there, xdotool --sync waits 15 s for a move.
  xdotool({"mousemove", std::to_string(x), std::to_string(y)});
}

void ProgramWindow::click(int x, int y) const {
  move_pointer(x, y);
  std::this_thread::sleep_for(100ms);
  xdotool({"mousedown", "1"});
  std::this_thread::sleep_for(100ms);
  xdotool({"mouseup", "1"});
}

void ProgramWindow::click_and_press(int x, int y, const std::string& key) const {
  move_pointer(x, y);
  std::this_thread::sleep_for(100ms);
  xdotool({"mousedown", "1", "mouseup", "1", "key", "--delay", "0", key});
}

void ProgramWindow::wheel(int x, int y, int steps) const {
  move_pointer(x, y);
  std::this_thread::sleep_for(100ms);
  for (int i = 0; i < std::abs(steps); ++i) {
    xdotool({"click", steps > 0 ? "4" : "5"});
    std::this_thread::sleep_for(100ms);
  }
}

void ProgramWindow::drag(int from_x, int from_y, int to_x, int to_y) const {
  move_pointer(from_x, from_y);
  std::this_thread::sleep_for(200ms);
  xdotool({"mousedown", "1"});
  std::this_thread::sleep_for(200ms);
  constexpr int parts = 5;
  for (int i = 1; i <= parts; ++i) {
    move_pointer(from_x + (to_x - from_x) * i / parts, from_y + (to_y - from_y) * i / parts);
    std::this_thread::sleep_for(150ms);
  }
  xdotool({"mouseup", "1"});
}

pid_t ProgramWindow::start_shaking(int x, int y, double seconds) const {
  // One process for the whole drag: starting a process takes longer than a frame.
  std::vector<std::string> arguments{
      "mousemove", std::to_string(x), std::to_string(y), "sleep", "0.2", "mousedown", "1"};
  constexpr double pause_s = 0.01;
  constexpr int one_way = 60;  // in moves; 240 pixels. The end differs from the start.
  const int steps = static_cast<int>(seconds / pause_s) / one_way * one_way + one_way / 2;
  for (int i = 0; i < steps; ++i) {
    const std::string step = i / one_way % 2 == 0 ? "4" : "-4";
    arguments.insert(arguments.end(), {"mousemove_relative", "--", step, step, "sleep", "0.01"});
  }
  arguments.insert(arguments.end(), {"mouseup", "1"});
  return start("xdotool", arguments, {"DISPLAY=" + options_.display}, options_.folder,
               options_.folder / "xdotool.txt");
}

Json ProgramWindow::state() const {
  std::ifstream file(options_.folder / "state.json");
  Json json = Json::parse(file, nullptr, false);
  return json.is_discarded() ? Json::object() : json;
}

Json ProgramWindow::wait_for(const std::function<bool(const Json&)>& wanted) const {
  const auto limit = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < limit) {
    Json json = state();
    if (json.contains("frame") && !json["running"].get<bool>() && wanted(json)) {
      return json;
    }
    std::this_thread::sleep_for(20ms);
  }
  return Json::object();
}

Json ProgramWindow::wait_for_run() const {
  return wait_for([](const Json& json) { return !json["totals"].is_null(); });
}

fs::path ProgramWindow::save_picture() {
  const std::string before = state().value("notice", "");
  keys({"F12"});
  const Json json = wait_for([&](const Json& now) {
    const std::string notice = now["notice"];
    return notice != before && notice.find(".png") != std::string::npos;
  });
  fs::path newest;
  for (const fs::directory_entry& entry : fs::directory_iterator(options_.folder)) {
    if (entry.path().extension() == ".png" &&
        (newest.empty() || fs::last_write_time(entry) > fs::last_write_time(newest))) {
      newest = entry.path();
    }
  }
  return json.empty() ? fs::path() : newest;
}

bool ProgramWindow::runs() const { return ::waitpid(process_, nullptr, WNOHANG) == 0; }

bool ProgramWindow::close() {
  keys({"ctrl+q"});
  const auto limit = std::chrono::steady_clock::now() + patience;
  int status = 0;
  while (std::chrono::steady_clock::now() < limit) {
    if (::waitpid(process_, &status, WNOHANG) == process_) {
      process_ = -1;
      return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    std::this_thread::sleep_for(20ms);
  }
  return false;
}

Ended run_program(const std::vector<std::string>& arguments,
                  const std::vector<std::string>& environment, const fs::path& folder) {
  const fs::path err = folder / "run_stderr.txt";
  fs::remove(err);
  Ended ended;
  ended.code = end_of(start(LANESCOPE_PROGRAM, arguments, environment, folder, err));
  std::ifstream file(err);
  std::ostringstream text;
  text << file.rdbuf();
  ended.err = text.str();
  return ended;
}

}  // namespace lanescope::app::test
