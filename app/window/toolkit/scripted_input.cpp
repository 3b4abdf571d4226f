#include "app/window/toolkit/scripted_input.h"

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

namespace lanescope::app {
namespace {

// Calls the callback that GLFW would call. GLFW returns a callback only when another one is set.
template <auto set_callback, class... Arguments>
void call_back(GLFWwindow* window, Arguments... arguments) {
  const auto callback = set_callback(window, nullptr);
  set_callback(window, callback);
  if (callback != nullptr) callback(window, arguments...);
}

// `paths`: with tabs between them.
void drop(GLFWwindow* window, const std::string& paths) {
  std::istringstream words(paths);
  std::vector<std::string> all;
  for (std::string path; std::getline(words, path, '\t');) all.push_back(path);
  std::vector<const char*> pointers;
  for (const std::string& path : all) pointers.push_back(path.c_str());
  call_back<glfwSetDropCallback>(window, static_cast<int>(pointers.size()), pointers.data());
}

}  // namespace

// Opened for writing, too, so that the FIFO does not end when a writer closes it.
ScriptedInput::ScriptedInput(const std::string& path)
    : file_(path.empty() ? -1 : ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)) {}

ScriptedInput::~ScriptedInput() {
  if (is_open()) ::close(file_);
}

void ScriptedInput::read() {
  std::array<char, 4096> buffer{};
  for (ssize_t got; (got = ::read(file_, buffer.data(), buffer.size())) > 0;)
    unread_.append(buffer.data(), static_cast<std::size_t>(got));
  for (std::size_t end; (end = unread_.find('\n')) != std::string::npos;) {
    lines_.push_back(unread_.substr(0, end));
    unread_.erase(0, end + 1);
  }
}

void ScriptedInput::apply(const std::string& event, const Platform& platform) {
  std::istringstream words(event);
  std::string kind;
  double a = 0;
  double b = 0;
  words >> kind >> a >> b;
  GLFWwindow* window = platform.window();
  const int key = static_cast<int>(a);
  if (kind == "down" || kind == "up") {
    call_back<glfwSetKeyCallback>(window, key, glfwGetKeyScancode(key),
                                  kind == "down" ? GLFW_PRESS : GLFW_RELEASE, static_cast<int>(b));
  } else if (kind == "text") {
    call_back<glfwSetCharCallback>(window, static_cast<unsigned int>(a));
  } else if (kind == "move") {
    pointer_.x = static_cast<float>(a);
    pointer_.y = static_cast<float>(b);
    call_back<glfwSetCursorPosCallback>(window, a, b);
  } else if (kind == "press" || kind == "release") {
    pointer_.down = kind == "press";
    call_back<glfwSetMouseButtonCallback>(window, GLFW_MOUSE_BUTTON_LEFT,
                                          pointer_.down ? GLFW_PRESS : GLFW_RELEASE, 0);
  } else if (kind == "wheel") {
    call_back<glfwSetScrollCallback>(window, 0.0, a);
  } else if (kind == "drop") {
    drop(window, event.substr(event.find(kind) + kind.size() + 1));
  } else {
    fmt::print(stderr, "lanescope: LANESCOPE_INPUT: unknown event '{}'\n", event);
  }
}

bool ScriptedInput::apply_next(const Platform& platform, Gui& gui, std::uint64_t frames) {
  if (!is_open() || frames == 0 || frames == frames_when_applied_) return false;
  read();
  if (lines_.empty()) return false;
  const std::string line = std::move(lines_.front());
  lines_.pop_front();
  ++applied_;
  if (line == "report") return true;
  std::istringstream events(line);
  for (std::string event; std::getline(events, event, ';');) apply(event, platform);
  gui.set_pointer(pointer_);
  frames_when_applied_ = frames;
  return false;
}

}  // namespace lanescope::app
