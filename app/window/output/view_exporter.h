// Carries out exports: pictures and tables to files and to the clipboard. Handouts and very long
// tables are written on a worker thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "app/figures/figure.h"
#include "app/session/session.h"
#include "app/window/panels/bars/export_menu.h"
#include "app/window/toolkit/gui.h"
#include "app/window/toolkit/notice.h"
#include "app/window/toolkit/platform.h"
#include "app/window/toolkit/waking_task.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// Pixels per unit of a picture that is drawn for a file: legible on a slide, and the same from
// every window.
inline constexpr float export_scale = 1.5F;

// What is on the screen, as needed for exports.
struct ExportContext {
  Rect view;           // area of the page
  bool zooms = false;  // the page shows a part
  const text::Texts* texts = nullptr;
  picture::Palette palette;
  float scale = 1;
  const PageContents* pages = nullptr;  // never nullptr
};

struct PictureTool;

class ViewExporter {
 public:
  // `wake` is called on another thread when update() has a result. `platform`, `gui` and `session`
  // must outlive this object.
  ViewExporter(Platform& platform, Gui& gui, Session& session, std::function<void()> wake)
      : platform_(platform), gui_(gui), session_(session), wake_(std::move(wake)) {}
  ~ViewExporter();
  ViewExporter(const ViewExporter&) = delete;
  ViewExporter& operator=(const ViewExporter&) = delete;

  // Call after the frame is rendered and before it is swapped; afterwards the window has to be
  // drawn again. Returns a message for the user.
  [[nodiscard]] Notice run(const ExportRequest& export_request, const ExportContext& context);
  // What the worker does, such as "Making the handout, step 3 of 9 …"; empty: nothing.
  [[nodiscard]] std::string working(const text::Texts& texts) const;
  // The worker's result, delivered once.
  [[nodiscard]] std::optional<Notice> update();

 private:
  [[nodiscard]] Notice saved(const tl::expected<void, std::string>& written,
                             const std::filesystem::path& path) const;
  [[nodiscard]] Notice copied(const ExportRequest& export_request) const;
  [[nodiscard]] std::filesystem::path path_for(const ExportRequest& export_request) const;
  [[nodiscard]] picture::Style style(float scale) const;
  [[nodiscard]] float scale_of(const ExportRequest& export_request) const;
  [[nodiscard]] picture::DrawList figure(const ExportRequest& export_request,
                                         const picture::Style& style) const;
  // What the session alone determines is drawn anew, at a size of its own and without hints to the
  // mouse. The other pages are exported as they stand, with their zoom and their scrolling.
  [[nodiscard]] bool is_drawn_anew(const ExportRequest& export_request) const;
  [[nodiscard]] Provenance provenance(const ExportRequest& export_request) const;
  [[nodiscard]] std::string svg_of(const ExportRequest& export_request) const;
  [[nodiscard]] Notice text(const ExportRequest& export_request);
  [[nodiscard]] Notice picture(const ExportRequest& export_request);
  [[nodiscard]] tl::expected<void, std::string> write_picture(const ExportRequest& export_request,
                                                              const std::filesystem::path& file);
  [[nodiscard]] Notice to_clipboard(const std::filesystem::path& picture,
                                    const ExportRequest& export_request,
                                    const PictureTool& tool) const;
  [[nodiscard]] Notice begin_handout(const ExportRequest& export_request);
  [[nodiscard]] Notice begin_table(const ExportRequest& export_request, Table table);

  Platform& platform_;
  Gui& gui_;
  Session& session_;
  std::function<void()> wake_;
  ExportContext context_;
  std::stop_source stop_;
  bool makes_handout_ = false;                     // the worker makes one, not a table
  std::atomic<std::size_t> part_ = 0, parts_ = 0;  // of the handout; 0: none has begun
  WakingTask<Notice> work_;                        // destroyed first: waits for the worker
};

}  // namespace lanescope::app
