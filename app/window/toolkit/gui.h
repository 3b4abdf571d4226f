// The ImGui context of one window. A frame is built, rebuilt if glyphs were missing, and rendered.
// gui.cpp handles all differences between Dear ImGui 1.86 and the newest release, except for fonts.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/window/toolkit/focus.h"
#include "app/window/toolkit/fonts.h"
#include "app/window/toolkit/frame_meter.h"
#include "app/window/toolkit/platform.h"
#include "app/window/toolkit/ui.h"
#include "viz/draw/renderer.h"

struct GLFWwindow;
struct ImGuiContext;

namespace lanescope::app {

class Gui {
 public:
  // The window's GL context must be current when the Gui is created, rendered or destroyed. Outside
  // render(), ImGui's functions use the context of the first Gui. `ignores_input`: no mouse and no
  // keyboard, for a picture rather than a window.
  [[nodiscard]] static tl::expected<std::unique_ptr<Gui>, std::string> create(
      const Platform& platform, bool ignores_input);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  struct Frame {
    int width = 0, height = 0;  // of the bound framebuffer
    float scale = 1;            // device pixels per unit
    picture::Palette palette;
    const text::Texts* texts = nullptr;
    std::function<void(Ui&)> content;
    bool ignores_input = false;     // ignores the mouse in this frame
    bool keeps_background = false;  // draws over the framebuffer's present content
    bool is_painted = true;         // false: only handles input and layout, for a frame nobody sees
  };
  // A pointer that replaces the display's.
  struct Pointer {
    float x = 0, y = 0;  // screen coordinates, from the window's top left corner
    bool down = false;   // the left button
  };
  void set_pointer(const Pointer& pointer) { pointer_ = pointer; }
  // Hands ImGui what the keyboard did before the next frame. Its back end gets nothing else of the
  // keyboard, so that ImGui and the window use it in the same order.
  void take(const InputEvent& event);
  // Renders into the bound framebuffer.
  FrameCost render(const Frame& frame);

  [[nodiscard]] Ui& ui() { return ui_; }
  [[nodiscard]] Fonts& fonts() { return *fonts_; }
  // A text field has the keyboard.
  [[nodiscard]] bool typing() const;
  // Another frame is needed soon because a text cursor blinks.
  [[nodiscard]] bool blinking() const { return typing(); }

 private:
  struct ContextDeleter {
    void operator()(ImGuiContext* context) const;
  };
  // Makes `context` ImGui's current context; the destructor restores the one before.
  class Current {
   public:
    explicit Current(ImGuiContext* context);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    ImGuiContext* before_;
  };
  Gui(std::unique_ptr<ImGuiContext, ContextDeleter> context, draw::Renderer renderer,
      GLFWwindow* window, bool ignores_input);
  void build(const Frame& frame);
  void style(const Frame& frame);

  std::unique_ptr<ImGuiContext, ContextDeleter> context_;
  draw::Renderer renderer_;
  std::unique_ptr<Fonts> fonts_;
  Focus focus_;
  Ui ui_;
  GLFWwindow* window_;
  bool ignores_input_;
  std::optional<Pointer> pointer_;
  float scale_ = 0;
};

}  // namespace lanescope::app
