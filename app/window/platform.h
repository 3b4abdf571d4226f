// A window of the operating system with an OpenGL 3.3 core context, or why there is none.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/window/monitor.h"

struct GLFWwindow;

namespace lanescope::app {

struct KeyPress {
  int key = 0;               // GLFW_KEY_*
  int mods = 0;              // GLFW_MOD_*
  bool is_repeated = false;  // it is held down
};

class Platform {
 public:
  struct Options {
    int width = 1600, height = 900;  // screen coordinates
    bool visible = true;
    const char* title = "Lanescope";
    bool takes_focus = true;  // the keyboard goes to it once it is there
    bool waits = true;        // swap() waits for the screen
  };
  // Nothing when there is no display. May be called before there is a window.
  [[nodiscard]] static std::optional<MonitorFacts> primary_monitor();
  // Makes the context current and loads GL. The error is one line that says what is missing.
  [[nodiscard]] static tl::expected<Platform, std::string> create(const Options& options);
  Platform(Platform&& other) noexcept;
  Platform& operator=(Platform&&) = delete;
  ~Platform();

  [[nodiscard]] GLFWwindow* window() const { return window_; }
  // What draws, and its version.
  [[nodiscard]] const std::string& opengl() const { return opengl_; }
  struct Size {
    int width = 0, height = 0;
  };
  [[nodiscard]] Size framebuffer_size() const;
  [[nodiscard]] Size window_size() const;
  // Of the monitor the window is on: 1 on an ordinary one.
  [[nodiscard]] float content_scale() const;
  [[nodiscard]] bool wants_to_close() const;
  void set_title(const std::string& title) const;
  // Its GL context is the one that GL calls mean.
  void make_current() const;
  // To a screen that `other` is not on, where there is one.
  void move_away_from(const Platform& other) const;
  // It stays there for as long as the window is open, or a clipboard manager keeps it.
  void set_clipboard(const std::string& text) const;
  // size x size x 4 bytes, RGBA, top row first, not premultiplied.
  struct Icon {
    int size = 0;
    std::vector<std::uint8_t> rgba;
  };
  // One of them is taken, by the size that the desktop wants.
  void set_icons(const std::vector<Icon>& icons) const;
  void swap();
  // Until an event, a wake() or the time is over.
  static void wait_events(double seconds);
  // Keys pressed or repeated since the last call, up to the first that came after a change of the
  // mouse's buttons that no frame has shown to the user interface yet: what is clicked and then
  // confirmed by a key is chosen first, however slow the frames are.
  [[nodiscard]] std::vector<KeyPress> take_keys();
  // Frames are to be drawn before take_keys() has them all.
  [[nodiscard]] bool keys_wait_for_frames() const;
  // Steps of the mouse's wheel since the last call, away from the hand positive.
  [[nodiscard]] float take_wheel();
  // Something came from the user or the system since the last call: the picture has to be drawn
  // again.
  [[nodiscard]] bool take_activity();
  void toggle_full_screen();

 private:
  struct Inbox {  // what the callbacks fill; its address stays when the Platform moves
    std::vector<std::optional<KeyPress>> keys;  // nothing: a button of the mouse changed
    bool activity = true;
    float wheel = 0;
  };
  Platform() = default;
  void install_callbacks();
  [[nodiscard]] static Inbox& inbox_of(GLFWwindow* window);

  GLFWwindow* window_ = nullptr;
  std::unique_ptr<Inbox> inbox_;
  std::string opengl_;
  int windowed_x_ = 0, windowed_y_ = 0, windowed_width_ = 0, windowed_height_ = 0;
};

// Lets another thread end wait_events(); harmless before there is a window and after it is gone.
class Waker {
 public:
  void set_awake(bool can_wake);
  void wake();

 private:
  std::mutex mutex_;
  bool can_wake_ = false;
};

}  // namespace lanescope::app
