#include "app/window/toolkit/gui.h"

#include <cfloat>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

namespace lanescope::app {

Gui::Current::Current(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
  ImGui::SetCurrentContext(context);
}

Gui::Current::~Current() { ImGui::SetCurrentContext(before_); }

void Gui::ContextDeleter::operator()(ImGuiContext* context) const {
  ImGuiContext* before = ImGui::GetCurrentContext();
  ImGui::SetCurrentContext(context);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext(context);
  ImGui::SetCurrentContext(before == context ? nullptr : before);
}

tl::expected<std::unique_ptr<Gui>, std::string> Gui::create(const Platform& platform,
                                                            bool ignores_input) {
  auto renderer = draw::Renderer::create();
  if (!renderer) return tl::unexpected(renderer.error());
  IMGUI_CHECKVERSION();
  ImGuiContext* first = ImGui::GetCurrentContext();
  ImGuiContext* raw = ImGui::CreateContext();
  ImGui::SetCurrentContext(raw);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // our own settings file stores everything
  io.LogFilename = nullptr;
  // The arrow keys and Tab are handled by us (see focus.h).
  io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  GLFWwindow* window = platform.window();
  const GLFWkeyfun keys = glfwSetKeyCallback(window, nullptr);
  const GLFWcharfun text = glfwSetCharCallback(window, nullptr);
  ImGui_ImplGlfw_InitForOpenGL(window, !ignores_input);
  glfwSetKeyCallback(window, keys);  // see take()
  glfwSetCharCallback(window, text);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  std::unique_ptr<ImGuiContext, ContextDeleter> context(raw);
  std::unique_ptr<Gui> gui(
      new Gui(std::move(context), *std::move(renderer), window, ignores_input));
  if (first != nullptr) ImGui::SetCurrentContext(first);
  return gui;
}

Gui::Gui(std::unique_ptr<ImGuiContext, ContextDeleter> context, draw::Renderer renderer,
         GLFWwindow* window, bool ignores_input)
    : context_(std::move(context)),
      renderer_(std::move(renderer)),
      fonts_(std::make_unique<Fonts>()),
      ui_(*fonts_, renderer_, focus_),
      window_(window),
      ignores_input_(ignores_input) {}

Gui::~Gui() {
  const Current current(context_.get());
  fonts_.reset();
}

bool Gui::typing() const { return ImGui::GetIO().WantTextInput; }

void Gui::take(const InputEvent& event) {
  const Current current(context_.get());
  ImGuiIO& io = ImGui::GetIO();
  if (event.kind == InputEvent::Kind::text) {
    // Not by AddInputCharacter(): newer releases spread characters over frames.
    const bool has_glyphs = event.character <= IM_UNICODE_CODEPOINT_MAX;
    io.InputQueueCharacters.push_back(static_cast<ImWchar>(
        has_glyphs ? event.character : static_cast<unsigned int>(IM_UNICODE_CODEPOINT_INVALID)));
    return;
  }
  const int action = event.kind == InputEvent::Kind::release  ? GLFW_RELEASE
                     : event.kind == InputEvent::Kind::repeat ? GLFW_REPEAT
                                                              : GLFW_PRESS;
  ImGui_ImplGlfw_KeyCallback(window_, event.key, event.scancode, action, event.mods);
#if IMGUI_VERSION_NUM >= 18900  // the back end asks which modifiers are held now, not at the event
  if (action == GLFW_PRESS &&
      (event.key < GLFW_KEY_LEFT_SHIFT || event.key > GLFW_KEY_RIGHT_SUPER)) {
    io.AddKeyEvent(ImGuiMod_Ctrl, (event.mods & GLFW_MOD_CONTROL) != 0);
    io.AddKeyEvent(ImGuiMod_Shift, (event.mods & GLFW_MOD_SHIFT) != 0);
  }
#endif
}

void Gui::style(const Frame& frame) {
  // ImGui draws only text fields; everything else is drawn in ui.cpp and widgets.cpp.
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  const auto color = [](const picture::Color& from) {
    return ImVec4(from.r, from.g, from.b, from.a);
  };
  style.WindowPadding = ImVec2(0, 0);
  style.WindowBorderSize = 0;
  style.WindowRounding = 0;
  style.FramePadding = ImVec2(0, 2 * frame.scale);
  style.Colors[ImGuiCol_Text] = color(frame.palette.text);
  style.Colors[ImGuiCol_FrameBg] = color(frame.palette.well);
  style.Colors[ImGuiCol_TextSelectedBg] = color(frame.palette.selection);
}

void Gui::build(const Frame& frame) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  if (pointer_) {
#if IMGUI_VERSION_NUM >= 18700  // button events arrive by themselves
    io.AddMousePosEvent(pointer_->x, pointer_->y);
#else
    io.MousePos = ImVec2(pointer_->x, pointer_->y);
    io.MouseDown[0] = io.MouseDown[0] || pointer_->down;
#endif
  }
  // All layout is in framebuffer pixels.
  const ImVec2 to_pixels = io.DisplayFramebufferScale;
  io.DisplaySize = ImVec2(static_cast<float>(frame.width), static_cast<float>(frame.height));
  io.DisplayFramebufferScale = ImVec2(1, 1);
  // While the window has the keyboard, the backend takes the pointer's last place even if the
  // pointer has left it or another window lies above. A drag may leave the window.
  const bool is_away =
      !pointer_ && !io.MouseDown[0] && glfwGetWindowAttrib(window_, GLFW_HOVERED) == GLFW_FALSE;
  if (ignores_input_ || frame.ignores_input || is_away) {
    io.MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
  } else if (to_pixels.x != 1 || to_pixels.y != 1) {
    io.MousePos = ImVec2(io.MousePos.x * to_pixels.x, io.MousePos.y * to_pixels.y);
  }
  style(frame);
  ImGui::NewFrame();
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(io.DisplaySize);
  fonts_->push(picture::FontRole::ui, picture::text_body * frame.scale);
  ImGui::Begin("lanescope", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
                   ImGuiWindowFlags_NoNav);
  ui_.begin_frame(frame.width, frame.height, frame.scale, frame.palette, *frame.texts);
  frame.content(ui_);
  ui_.end_frame();
  ImGui::End();
  Fonts::pop();
  ImGui::Render();
}

FrameCost Gui::render(const Frame& frame) {
  const double begun_ms = thread_time_ms();
  const Current current(context_.get());
  if (frame.scale != scale_) {
    scale_ = frame.scale;
    fonts_->forget_sizes();
    fonts_->expect(picture::FontRole::ui, picture::text_body * frame.scale, " ");
    fonts_->rebuild();
  }
  // A frame that needs glyphs or sizes the atlas lacks is built again with a new atlas, so that no
  // frame with missing glyphs is shown. Sizes may depend on measured widths, so this can take more
  // than one try.
  constexpr int max_tries = 5;
  build(frame);
  for (int i = 1; i < max_tries && fonts_->needs_rebuild(); ++i) {
    fonts_->rebuild();
    build(frame);
  }
  const double built_ms = thread_time_ms();
  if (!frame.is_painted) return {built_ms - begun_ms, 0};
  if (!frame.keeps_background) draw::Renderer::clear(frame.palette.background);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return {built_ms - begun_ms, thread_time_ms() - built_ms};
}

}  // namespace lanescope::app
