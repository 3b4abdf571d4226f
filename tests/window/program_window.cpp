#include "program_window.h"

#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "tests/built.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
// A limit for what hangs, far above what a slow machine needs, and below the watchdog's.
constexpr auto patience = 60s;
constexpr auto look_again = 10ms;

std::vector<char*> c_strings(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Starts `program` from PATH, with stderr redirected to `err`.
pid_t start(const std::string& program, const std::vector<std::string>& arguments,
            const std::vector<std::string>& environment, const fs::path& folder,
            const fs::path& err) {
  const pid_t process = ::fork();
  if (process != 0) return process;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // the watchdog ends this program without destructors
  for (const std::string& entry : environment) {
    const std::size_t equals = entry.find('=');
    ::setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
  }
  if (::chdir(folder.c_str()) != 0) ::_exit(126);
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

// A key as GLFW reports it.
struct Key {
  int code = 0;
  int mods = 0;
  int character = 0;  // that it types; 0: none
};

// From xdotool's name, for a US keyboard.
Key key_named(std::string name) {
  static const std::map<std::string, Key> named = {
      {"Return", {GLFW_KEY_ENTER}},
      {"Escape", {GLFW_KEY_ESCAPE}},
      {"Tab", {GLFW_KEY_TAB}},
      {"BackSpace", {GLFW_KEY_BACKSPACE}},
      {"Home", {GLFW_KEY_HOME}},
      {"End", {GLFW_KEY_END}},
      {"Prior", {GLFW_KEY_PAGE_UP}},
      {"Next", {GLFW_KEY_PAGE_DOWN}},
      {"Left", {GLFW_KEY_LEFT}},
      {"Right", {GLFW_KEY_RIGHT}},
      {"Up", {GLFW_KEY_UP}},
      {"Down", {GLFW_KEY_DOWN}},
      {"space", {GLFW_KEY_SPACE, 0, ' '}},
      {"comma", {GLFW_KEY_COMMA, 0, ','}},
      {"period", {GLFW_KEY_PERIOD, 0, '.'}},
      {"minus", {GLFW_KEY_MINUS, 0, '-'}},
      {"slash", {GLFW_KEY_SLASH, 0, '/'}},
      {"plus", {GLFW_KEY_EQUAL, GLFW_MOD_SHIFT, '+'}},
      {"bracketleft", {GLFW_KEY_LEFT_BRACKET, 0, '['}},
      {"bracketright", {GLFW_KEY_RIGHT_BRACKET, 0, ']'}},
  };
  int mods = 0;
  for (std::size_t plus; (plus = name.find('+')) != std::string::npos; name.erase(0, plus + 1))
    mods |= name.starts_with("ctrl") ? GLFW_MOD_CONTROL : GLFW_MOD_SHIFT;
  Key key;
  if (const auto found = named.find(name); found != named.end()) {
    key = found->second;
  } else if (name.size() == 1 && std::isalnum(static_cast<unsigned char>(name[0])) != 0) {
    key.code = std::toupper(static_cast<unsigned char>(name[0]));  // as GLFW numbers them
    key.character = (mods & GLFW_MOD_SHIFT) != 0 ? key.code : name[0];
  } else if (name.size() > 1 && name[0] == 'F') {
    key.code = GLFW_KEY_F1 + std::stoi(name.substr(1)) - 1;
  } else {
    throw std::invalid_argument("no key is called " + name);
  }
  key.mods |= mods;
  if ((key.mods & GLFW_MOD_CONTROL) != 0) key.character = 0;
  return key;
}

std::string event(const char* kind, int a, int b = 0) {
  return std::string(kind) + " " + std::to_string(a) + " " + std::to_string(b);
}

std::string press_of(const Key& key) {
  std::string line;
  if ((key.mods & GLFW_MOD_CONTROL) != 0) line += event("down", GLFW_KEY_LEFT_CONTROL) + ";";
  if ((key.mods & GLFW_MOD_SHIFT) != 0) line += event("down", GLFW_KEY_LEFT_SHIFT) + ";";
  line += event("down", key.code, key.mods);
  return key.character != 0 ? line + ";" + event("text", key.character) : line;
}

std::string release_of(const Key& key) {
  std::string line = event("up", key.code, key.mods);
  if ((key.mods & GLFW_MOD_SHIFT) != 0) line += ";" + event("up", GLFW_KEY_LEFT_SHIFT);
  if ((key.mods & GLFW_MOD_CONTROL) != 0) line += ";" + event("up", GLFW_KEY_LEFT_CONTROL);
  return line;
}

std::pair<int, int> middle_of(const Json& rect) {
  return {static_cast<int>(rect[0].get<double>() + rect[2].get<double>() / 2),
          static_cast<int>(rect[1].get<double>() + rect[3].get<double>() / 2)};
}

std::string typing_of(const std::string& text) {
  std::string line;
  for (const char c : text) line += (line.empty() ? "" : ";") + event("text", c);
  return line;
}

}  // namespace

ProgramWindow::ProgramWindow(const Options& options) : options_(options) {
  const fs::path input = options.folder / "input";
  fs::remove(input);
  fs::remove(options.folder / "state.json");  // of a window that was open before
  std::vector<std::string> environment{
      "DISPLAY=" + options.display,
      "LANESCOPE_STATE_FILE=" + (options.folder / "state.json").string(),
      "LANESCOPE_CONFIG=" + (options.folder / "settings.toml").string(),
      "LANESCOPE_PROGRESS=" + (options.folder / "progress.json").string(),
      "XDG_DATA_HOME=" + (options.folder / "data").string(),
      "LC_ALL=C.UTF-8",
  };
  if (!options.input_from_display) {
    if (::mkfifo(input.c_str(), 0600) != 0)
      throw std::runtime_error("no FIFO at " + input.string());
    input_ = ::open(input.c_str(), O_RDWR | O_CLOEXEC);
    environment.push_back("LANESCOPE_INPUT=" + input.string());
  }
  environment.insert(environment.end(), options.environment.begin(), options.environment.end());
  std::vector<std::string> arguments = options.arguments;
  if (!options.start_page && (arguments.empty() || arguments.front().starts_with('-')))
    arguments.insert(arguments.begin(), "transpose");
  process_ = start(tests::built("bin/lanescope"), arguments, environment, options.folder,
                   options.folder / "stderr.txt");
}

ProgramWindow::~ProgramWindow() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  if (input_ >= 0) ::close(input_);
}

void ProgramWindow::xdotool(const std::vector<std::string>& arguments) const {
  end_of(start("xdotool", arguments, {"DISPLAY=" + options_.display}, options_.folder,
               options_.folder / "xdotool.txt"));
}

void ProgramWindow::send(const std::vector<std::string>& lines) const {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  if (::write(input_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw std::runtime_error("the FIFO takes no input");
  sent_ += lines.size();
}

void ProgramWindow::keys(const std::vector<std::string>& names) const {
  if (options_.input_from_display) {
    std::vector<std::string> arguments{"key", "--delay", "40"};
    arguments.insert(arguments.end(), names.begin(), names.end());
    xdotool(arguments);
    return;
  }
  std::vector<std::string> lines;
  for (const std::string& name : names) {
    const Key key = key_named(name);
    lines.insert(lines.end(), {press_of(key), release_of(key)});
  }
  send(lines);
}

void ProgramWindow::type_character(unsigned int code_point) const {
  send({"text " + std::to_string(code_point)});
}

void ProgramWindow::type(const std::string& text) const { send({typing_of(text)}); }

void ProgramWindow::hold_repeating(const std::string& key, double seconds) const {
  // One process for the whole press: if the process that pressed a key exits, the key does not
  // repeat.
  xdotool({"keydown", key, "sleep", std::to_string(seconds), "keyup", key});
}

void ProgramWindow::click(int x, int y) const {
  if (!options_.input_from_display) {
    send({event("move", x, y), "press", "release"});
    return;
  }
  // Without --sync: the pointer has already moved when xdotool exits. If the pointer is already
  // there, xdotool --sync waits 15 s for a move.
  xdotool({"mousemove", std::to_string(x), std::to_string(y)});
  xdotool({"sleep", "0.1", "mousedown", "1", "sleep", "0.1", "mouseup", "1"});
}

void ProgramWindow::click_on(const Json& rect) const {
  const auto [x, y] = middle_of(rect);
  click(x, y);
}

void ProgramWindow::hover(const Json& rect) const {
  const auto [x, y] = middle_of(rect);
  wheel(x, y, 0);
}

void ProgramWindow::click_and_press(int x, int y, const std::string& key) const {
  send({event("move", x, y), "press;release;" + press_of(key_named(key)),
        release_of(key_named(key))});
}

void ProgramWindow::click_and_type(const Json& rect, const std::string& text,
                                   const std::string& key) const {
  const auto [x, y] = middle_of(rect);
  send({event("move", x, y), "press;release;" + typing_of(text) + ";" + press_of(key_named(key)) +
                                 ";" + release_of(key_named(key))});
}

void ProgramWindow::drop(const std::vector<fs::path>& paths) const {
  std::string line = "drop ";
  for (const fs::path& path : paths) line += (line.size() > 5 ? "\t" : "") + path.string();
  send({line});
}

void ProgramWindow::wheel(int x, int y, int steps) const {
  if (options_.input_from_display) {
    xdotool({"mousemove", std::to_string(x), std::to_string(y)});
    xdotool({"sleep", "0.1", "click", "--repeat", std::to_string(std::abs(steps)), "--delay", "100",
             steps > 0 ? "4" : "5"});
    return;
  }
  std::vector<std::string> lines{event("move", x, y)};
  lines.insert(lines.end(), std::abs(steps), event("wheel", steps > 0 ? 1 : -1));
  send(lines);
}

void ProgramWindow::drag(int from_x, int from_y, int to_x, int to_y) const {
  std::vector<std::string> lines{event("move", from_x, from_y), "press"};
  constexpr int parts = 5;
  for (int i = 1; i <= parts; ++i) {
    lines.push_back(
        event("move", from_x + (to_x - from_x) * i / parts, from_y + (to_y - from_y) * i / parts));
  }
  lines.emplace_back("release");
  send(lines);
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
  bool goes_on = true;
  // Each report is a file of its own under this name; most looks find the one they have read.
  struct ::stat read = {};
  for (; goes_on && std::chrono::steady_clock::now() < limit;
       std::this_thread::sleep_for(look_again)) {
    goes_on = runs();  // before reading: what it wrote last counts
    struct ::stat found = {};
    if (::stat((options_.folder / "state.json").c_str(), &found) != 0) continue;
    if (found.st_ino == read.st_ino && found.st_mtim.tv_sec == read.st_mtim.tv_sec &&
        found.st_mtim.tv_nsec == read.st_mtim.tv_nsec)
      continue;
    read = found;
    Json json = state();
    const bool complete = json.contains("frame") && json["inputs"] >= sent_ &&
                          !json["running"].get<bool>() && !json["reading_recordings"].get<bool>();
    if (complete && wanted(json)) return json;
  }
  return Json::object();
}

Json ProgramWindow::wait_for_run() const {
  return wait_for([](const Json& json) { return !json["totals"].is_null(); });
}

Json ProgramWindow::after_turns(int turns) const {
  send(std::vector<std::string>(static_cast<std::size_t>(turns), "report"));
  return wait_for([](const Json&) { return true; });
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

// Leaves the exit status for close() and the destructor.
bool ProgramWindow::runs() const {
  siginfo_t ended{};
  return ::waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == 0;
}

bool ProgramWindow::close() {
  keys({"ctrl+q"});
  const auto limit = std::chrono::steady_clock::now() + patience;
  int status = 0;
  while (std::chrono::steady_clock::now() < limit) {
    if (::waitpid(process_, &status, WNOHANG) == process_) {
      process_ = -1;
      return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    std::this_thread::sleep_for(look_again);
  }
  return false;
}

Ended run_program(const std::vector<std::string>& arguments,
                  const std::vector<std::string>& environment, const fs::path& folder) {
  const fs::path err = folder / "run_stderr.txt";
  fs::remove(err);
  Ended ended;
  ended.code = end_of(start(tests::built("bin/lanescope"), arguments, environment, folder, err));
  ended.err = tests::text_of(err);
  return ended;
}

}  // namespace lanescope::app::test
