// The ImGui context of one window, and one frame of it: built, checked for glyphs it lacked,
// rendered. Everything in which Dear ImGui 1.86 and its newest release differ, but for fonts, is in
// gui.cpp.
#pragma once

#include <functional>
#include <memory>

#include "app/window/focus.h"
#include "app/window/fonts.h"
#include "app/window/frame_meter.h"
#include "app/window/platform.h"
#include "app/window/ui.h"
#include "viz/draw/renderer.h"

struct ImGuiContext;

namespace lanescope::app {

class Gui {
 public:
  // The window's GL context is current, whenever the Gui is made, renders or goes. The first Gui's
  // ImGui context stays the one that ImGui's functions mean outside of render(). `deaf`: the mouse
  // and the keyboard are not listened to (a picture, not a window).
  [[nodiscard]] static tl::expected<std::unique_ptr<Gui>, std::string> create(
      const Platform& platform, bool deaf);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  struct Frame {
    int width = 0, height = 0;  // of the bound framebuffer
    float scale = 1;            // device pixels a unit
    scene::Palette palette;
    const text::Texts* texts = nullptr;
    std::function<void(Ui&)> content;
    bool deaf = false;          // to the mouse, in this frame
    bool keeps_ground = false;  // what is in the framebuffer stays below
  };
  // Into the bound framebuffer.
  FrameCost render(const Frame& frame);

  [[nodiscard]] Ui& ui() { return ui_; }
  [[nodiscard]] Fonts& fonts() { return *fonts_; }
  // A text field has the keyboard.
  [[nodiscard]] bool typing() const;
  // ImGui wants another frame soon: a text cursor blinks.
  [[nodiscard]] bool blinking() const { return typing(); }

 private:
  struct ContextDeleter {
    void operator()(ImGuiContext* context) const;
  };
  // Makes a window's ImGui context the one that ImGui's functions mean, and then the one before.
  class Current {
   public:
    explicit Current(ImGuiContext* context);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    ImGuiContext* before_;
  };
  Gui(std::unique_ptr<ImGuiContext, ContextDeleter> context, draw::Renderer renderer, bool deaf);
  void build(const Frame& frame);
  void style(const Frame& frame);

  std::unique_ptr<ImGuiContext, ContextDeleter> context_;
  draw::Renderer renderer_;
  std::unique_ptr<Fonts> fonts_;
  Focus focus_;
  Ui ui_;
  bool deaf_;
  float scale_ = 0;
};

}  // namespace lanescope::app
