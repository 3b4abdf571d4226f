// What was chosen to leave the program, done: pictures and tables to files and to the clipboard;
// handouts, and tables of very many rows, by a thread of their own.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <string>

#include "app/figures/made_by.h"
#include "app/session/session.h"
#include "app/window/gui.h"
#include "app/window/panels/export_menu.h"
#include "app/window/platform.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// What is on the screen, as far as it can be taken out.
struct Shown {
  Rect view;  // where the page lies
  const text::Texts* texts = nullptr;
  scene::Palette palette;
  float scale = 1;
  Beside beside;  // the session
};

class TakeOut {
 public:
  // `wake`: called on another thread when update() has something to tell. All outlive this.
  TakeOut(Platform& platform, Gui& gui, Session& session, std::function<void()> wake)
      : platform_(platform), gui_(gui), session_(session), wake_(std::move(wake)) {}
  ~TakeOut();
  TakeOut(const TakeOut&) = delete;
  TakeOut& operator=(const TakeOut&) = delete;

  // After the frame is rendered, before it is swapped. What came of it, for the user.
  // The window has to be drawn again.
  [[nodiscard]] std::string run(const ExportWish& wish, const Shown& shown);
  // What came of what a thread of its own made, once.
  [[nodiscard]] std::optional<std::string> update();

 private:
  [[nodiscard]] std::string saved(const tl::expected<void, std::string>& written,
                                  const std::filesystem::path& path) const;
  [[nodiscard]] std::string copied(const ExportWish& wish) const;
  [[nodiscard]] std::filesystem::path path_for(const ExportWish& wish) const;
  [[nodiscard]] scene::Style style() const;
  [[nodiscard]] scene::DrawList figure(const ExportWish& wish, const scene::Style& style) const;
  [[nodiscard]] Provenance made_by(const ExportWish& wish) const;
  [[nodiscard]] std::string svg_of(const ExportWish& wish) const;
  [[nodiscard]] std::string text(const ExportWish& wish);
  [[nodiscard]] std::string picture(const ExportWish& wish);
  [[nodiscard]] tl::expected<void, std::string> write_picture(const ExportWish& wish,
                                                              const std::filesystem::path& file);
  [[nodiscard]] std::string to_clipboard(const std::filesystem::path& picture,
                                         const ExportWish& wish) const;
  [[nodiscard]] std::string begin_handout(const ExportWish& wish);
  [[nodiscard]] std::string begin_table(const ExportWish& wish, Table table);
  // `work` says what came of it. Empty: something is being made already.
  [[nodiscard]] bool begin(std::function<std::string()> work);

  Platform& platform_;
  Gui& gui_;
  Session& session_;
  std::function<void()> wake_;
  Shown shown_;
  std::stop_source stop_;
  std::future<std::string> making_;
};

}  // namespace lanescope::app
