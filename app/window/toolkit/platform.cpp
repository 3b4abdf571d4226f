#include "app/window/toolkit/platform.h"

#include <algorithm>
#include <iterator>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "viz/gl/objects.h"

namespace lanescope::app {
namespace {

// GLFW's message for the last error.
std::string glfw_error() {
  const char* description = nullptr;
  glfwGetError(&description);
  return description != nullptr ? description : "unknown error";
}

int windows_open = 0;  // GLFW is terminated with the last window

using GlFunction = void (*)();
GlFunction gl_address(const char* name) { return glfwGetProcAddress(name); }

// The monitor that holds the window's middle; nullptr if none does.
GLFWmonitor* monitor_of(GLFWwindow* window) {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  const int middle_x = x + width / 2;
  const int middle_y = y + height / 2;
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  const auto holds_middle = [&](GLFWmonitor* monitor) {
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    return middle_x >= x && middle_x < x + width && middle_y >= y && middle_y < y + height;
  };
  GLFWmonitor** const found = std::find_if(monitors, monitors + count, holds_middle);
  return found != monitors + count ? *found : nullptr;
}

}  // namespace

std::optional<MonitorFacts> Platform::primary_monitor() {
  if (glfwInit() == GLFW_FALSE) return std::nullopt;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (mode == nullptr) return std::nullopt;
  MonitorFacts facts{mode->width, mode->height, 1};
  float y = 1;
  glfwGetMonitorContentScale(monitor, &facts.content_scale, &y);
  int work_x = 0;
  int work_y = 0;
  int work_width = 0;
  int work_height = 0;
  glfwGetMonitorWorkarea(monitor, &work_x, &work_y, &work_width, &work_height);
  if (work_width > 0 && work_height > 0) {  // else the system does not say
    facts.work_width = work_width;
    facts.work_height = work_height;
  }
  return facts;
}

tl::expected<Platform, std::string> Platform::create(const Options& options) {
  if (glfwInit() == GLFW_FALSE) {
    return tl::unexpected(
        fmt::format("no window: there is no display to open it on ({})", glfw_error()));
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_FOCUSED, options.takes_focus ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, options.takes_focus ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "lanescope");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "lanescope");
  Platform platform;
  platform.inbox_ = std::make_unique<Inbox>();
  platform.window_ =
      glfwCreateWindow(options.width, options.height, options.title, nullptr, nullptr);
  if (platform.window_ == nullptr) {
    const std::string why = glfw_error();
    if (windows_open == 0) glfwTerminate();
    return tl::unexpected(
        fmt::format("no window: OpenGL 3.3 is needed and is not there ({})", why));
  }
  ++windows_open;
  glfwMakeContextCurrent(platform.window_);
  glfwSwapInterval(options.visible && options.waits ? 1 : 0);
  auto version = gl::load(&gl_address);
  if (!version) {
    return tl::unexpected(
        fmt::format("no window: OpenGL 3.3 could not be loaded ({})", version.error()));
  }
  platform.opengl_ = *std::move(version);
  platform.install_callbacks();
  return platform;
}

void Platform::install_callbacks() {
  // ImGui's back end is installed later. It chains to those of the mouse; what the keyboard did
  // gets to it by Gui::take().
  glfwSetWindowUserPointer(window_, inbox_.get());
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int mods) {
    Inbox& inbox = inbox_of(window);
    inbox.activity = true;
    const auto kind = action == GLFW_RELEASE  ? InputEvent::Kind::release
                      : action == GLFW_REPEAT ? InputEvent::Kind::repeat
                                              : InputEvent::Kind::press;
    inbox.input.add({kind, key, mods, scancode});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned int character) {
    Inbox& inbox = inbox_of(window);
    inbox.activity = true;
    inbox.input.add({InputEvent::Kind::text, 0, 0, 0, character});
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    Inbox& inbox = inbox_of(window);
    inbox.activity = true;
    int width = 0;
    int pixels = 0;
    glfwGetWindowSize(window, &width, nullptr);
    glfwGetFramebufferSize(window, &pixels, nullptr);
    const double scale = static_cast<double>(pixels) / std::max(width, 1);
    inbox.pointer = {static_cast<float>(x * scale), static_cast<float>(y * scale)};
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int entered) {
    inbox_of(window).activity = true;
    if (entered == GLFW_FALSE) inbox_of(window).pointer = {-1, -1};
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int) {
    Inbox& inbox = inbox_of(window);
    inbox.activity = true;
    inbox.input.add({InputEvent::Kind::button});
    if (button != GLFW_MOUSE_BUTTON_LEFT || action != GLFW_PRESS) return;
    inbox.click = inbox.pointer;
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double y) {
    Inbox& inbox = inbox_of(window);
    inbox.activity = true;
    inbox.wheel += static_cast<float>(y);
  });
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    Inbox& inbox = inbox_of(window);
    inbox.activity = true;
    inbox.drops.emplace_back(paths, paths + count);
  });
  glfwSetFramebufferSizeCallback(
      window_, [](GLFWwindow* window, int, int) { inbox_of(window).activity = true; });
  glfwSetWindowContentScaleCallback(
      window_, [](GLFWwindow* window, float, float) { inbox_of(window).activity = true; });
  glfwSetWindowRefreshCallback(window_,
                               [](GLFWwindow* window) { inbox_of(window).activity = true; });
  glfwSetWindowFocusCallback(window_,
                             [](GLFWwindow* window, int) { inbox_of(window).activity = true; });
}

Platform::Inbox& Platform::inbox_of(GLFWwindow* window) {
  return *static_cast<Inbox*>(glfwGetWindowUserPointer(window));
}

Platform::Platform(Platform&& other) noexcept
    : window_(std::exchange(other.window_, nullptr)),
      inbox_(std::move(other.inbox_)),
      opengl_(std::move(other.opengl_)) {}

Platform::~Platform() {
  if (window_ != nullptr) {
    glfwDestroyWindow(window_);
    if (--windows_open == 0) glfwTerminate();
  }
}

Platform::Size Platform::framebuffer_size() const {
  Size size;
  glfwGetFramebufferSize(window_, &size.width, &size.height);
  return size;
}

Platform::Size Platform::windowed_size() const {
  Size size{windowed_width_, windowed_height_};
  if (glfwGetWindowMonitor(window_) == nullptr)
    glfwGetWindowSize(window_, &size.width, &size.height);
  return size;
}

float Platform::content_scale() const {
  float x = 1;
  float y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::max(x, 0.5F);
}

bool Platform::wants_to_close() const { return glfwWindowShouldClose(window_) != GLFW_FALSE; }
void Platform::set_icons(const std::vector<Icon>& icons) const {
  std::vector<GLFWimage> images;
  for (const Icon& icon : icons) {
    // GLFW only reads the pixels and copies them.
    images.push_back({icon.size, icon.size, const_cast<unsigned char*>(icon.rgba.data())});
  }
  glfwSetWindowIcon(window_, static_cast<int>(images.size()), images.data());
}

void Platform::set_clipboard(const std::string& text) const {
  glfwSetClipboardString(window_, text.c_str());
}

void Platform::make_current() const { glfwMakeContextCurrent(window_); }

void Platform::move_away_from(const Platform& other) const {
  const GLFWmonitor* const taken = monitor_of(other.window_);
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    if (monitors[i] != taken) {
      int left = 0;
      int top = 0;
      int width = 0;
      int height = 0;
      glfwGetMonitorWorkarea(monitors[i], &left, &top, &width, &height);
      glfwSetWindowPos(window_, left + width / 10, top + height / 10);
      return;
    }
  }
}

void Platform::end_frame(bool is_painted) {
  if (is_painted) glfwSwapBuffers(window_);
  inbox_->input.end_frame();
}

void Platform::wait_events(double seconds) { glfwWaitEventsTimeout(seconds); }

bool Platform::input_waits_for_frames() const {
  return inbox_->input.waits() && framebuffer_size().width > 0;  // else no frame is drawn
}

std::vector<std::vector<std::string>> Platform::take_drops() {
  return std::exchange(inbox_->drops, {});
}

float Platform::take_wheel() { return std::exchange(inbox_->wheel, 0.0F); }
std::optional<Platform::Point> Platform::take_click() {
  return std::exchange(inbox_->click, std::nullopt);
}
bool Platform::take_activity() { return std::exchange(inbox_->activity, false); }

void Platform::toggle_full_screen() {
  if (glfwGetWindowMonitor(window_) != nullptr) {
    glfwSetWindowMonitor(window_, nullptr, windowed_x_, windowed_y_, windowed_width_,
                         windowed_height_, 0);
    return;
  }
  GLFWmonitor* monitor = monitor_of(window_);
  if (monitor == nullptr) monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (mode == nullptr) return;
  glfwGetWindowPos(window_, &windowed_x_, &windowed_y_);
  glfwGetWindowSize(window_, &windowed_width_, &windowed_height_);
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Waker::set_awake(bool can_wake) {
  const std::lock_guard lock(mutex_);
  can_wake_ = can_wake;
}

void Waker::wake() {
  const std::lock_guard lock(mutex_);
  if (can_wake_) glfwPostEmptyEvent();
}

}  // namespace lanescope::app
