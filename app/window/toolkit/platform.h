// A window of the operating system with an OpenGL 3.3 core context.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/window/toolkit/input_queue.h"

struct GLFWwindow;

namespace lanescope::app {

// Of a monitor, as reported by the system.
struct MonitorFacts {
  int width = 0, height = 0;  // screen coordinates
  float content_scale = 1;    // factor by which the system enlarges everything
  // What panels and docks leave for windows.
  int work_width = width, work_height = height;
};

class Platform {
 public:
  struct Options {
    int width = 1600, height = 900;  // screen coordinates
    bool visible = true;
    const char* title = "Lanescope";
    bool takes_focus = true;  // gets the keyboard when it opens
    bool waits = true;        // end_frame() waits for vertical sync
  };
  // Nothing if there is no display. May be called before a window exists.
  [[nodiscard]] static std::optional<MonitorFacts> primary_monitor();
  // Makes the context current and loads GL. The error is one line that says what is missing.
  [[nodiscard]] static tl::expected<Platform, std::string> create(const Options& options);
  Platform(Platform&& other) noexcept;
  Platform& operator=(Platform&&) = delete;
  ~Platform();

  [[nodiscard]] GLFWwindow* window() const { return window_; }
  // The renderer and its version.
  [[nodiscard]] const std::string& opengl() const { return opengl_; }
  struct Size {
    int width = 0, height = 0;
  };
  [[nodiscard]] Size framebuffer_size() const;
  // Without full screen. In full screen: the size that the window returns to.
  [[nodiscard]] Size windowed_size() const;
  // Of the monitor that the window is on; 1 for an ordinary one.
  [[nodiscard]] float content_scale() const;
  [[nodiscard]] bool wants_to_close() const;
  // Makes its GL context current.
  void make_current() const;
  // Moves the window to a screen that `other` is not on, if there is one.
  void move_away_from(const Platform& other) const;
  // The text stays in the clipboard while the window is open, or longer if a clipboard manager
  // keeps it.
  void set_clipboard(const std::string& text) const;
  // Pixels: size x size x 4 bytes, RGBA, top row first, not premultiplied.
  struct Icon {
    int size = 0;
    std::vector<std::uint8_t> rgba;
  };
  // Several sizes; the desktop picks one.
  void set_icons(const std::vector<Icon>& icons) const;
  void end_frame(bool is_painted = true);
  // Waits until an event, a wake() or the timeout.
  static void wait_events(double seconds);
  // What the keyboard did, in order; end_frame() ends a frame. See InputQueue::next().
  [[nodiscard]] std::optional<InputEvent> next_input(bool typing) {
    return inbox_->input.next(typing);
  }
  // Some input waits for frames to be drawn before next_input() returns it. False if the window is
  // minimised, because no frames are drawn then.
  [[nodiscard]] bool input_waits_for_frames() const;
  // What was dropped on the window since the last call: the paths of each drop.
  [[nodiscard]] std::vector<std::vector<std::string>> take_drops();
  // Steps of the mouse wheel since the last call; positive away from the user.
  [[nodiscard]] float take_wheel();
  struct Point {  // framebuffer pixels
    float x = 0, y = 0;
  };
  // Where the mouse is; negative: not in this window.
  [[nodiscard]] Point pointer() const { return inbox_->pointer; }
  // Where the left mouse button last went down since the last call.
  [[nodiscard]] std::optional<Point> take_click();
  // True if there was an event since the last call, so that the picture has to be drawn again.
  [[nodiscard]] bool take_activity();
  // On the monitor that holds the window's middle.
  void toggle_full_screen();

 private:
  struct Inbox {  // filled by the callbacks; its address stays when the Platform is moved
    InputQueue input;
    std::vector<std::vector<std::string>> drops;
    bool activity = true;
    float wheel = 0;
    Point pointer{-1, -1};
    std::optional<Point> click;
  };
  Platform() = default;
  void install_callbacks();
  [[nodiscard]] static Inbox& inbox_of(GLFWwindow* window);

  GLFWwindow* window_ = nullptr;
  std::unique_ptr<Inbox> inbox_;
  std::string opengl_;
  int windowed_x_ = 0, windowed_y_ = 0, windowed_width_ = 0, windowed_height_ = 0;
};

// Lets another thread end wait_events(). Safe to call before the window exists and after it is
// gone.
class Waker {
 public:
  void set_awake(bool can_wake);
  void wake();

 private:
  std::mutex mutex_;
  bool can_wake_ = false;
};

}  // namespace lanescope::app
