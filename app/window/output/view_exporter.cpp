#include "app/window/output/view_exporter.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/figures/handout.h"
#include "app/figures/headless.h"
#include "app/figures/pages/compare_page.h"
#include "app/session/files/destination.h"
#include "app/session/files/settings.h"
#include "app/session/files/write_file.h"
#include "app/window/output/output_file.h"
#include "kernels/compile/process.h"
#include "viz/export/svg.h"
#include "viz/fonts/text_width.h"
#include "viz/gl/objects.h"

namespace lanescope::app {

// The program that puts a picture on the clipboard; GLFW supports only text. The program stays
// running as the clipboard's owner and inherits our pipes, so its output is discarded: otherwise we
// would wait for its end.
struct PictureTool {
  const char* name;
  const char* command;
};

namespace {

namespace fs = std::filesystem;
using ExportSubject = ExportRequest::Subject;

std::optional<PictureTool> picture_tool() {
  constexpr PictureTool wayland{"wl-copy", "exec wl-copy --type image/png >/dev/null 2>&1"};
  constexpr PictureTool x11{"xclip",
                            "exec xclip -selection clipboard -t image/png -i >/dev/null 2>&1"};
  const char* display = std::getenv("WAYLAND_DISPLAY");
  if (display != nullptr && *display != '\0' && !compile::program_path(wayland.name).empty())
    return wayland;
  return !compile::program_path(x11.name).empty() ? std::optional(x11) : std::nullopt;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string text_of(const Table& table, const Provenance& made, Format format) {
  return format == Format::csv ? csv_of(table, made) : json_text(table, made);
}

Notice failed_export(std::string why) { return {std::move(why), NoticeKind::failed}; }

// Runs on a worker thread with a session of its own; the window's session is unchanged.
Notice make_handout(const HeadlessRequest& request, Format format, bool answers,
                    const fs::path& path,
                    std::function<void(std::size_t, std::size_t)> part_begins) {
  const text::Texts texts = texts_of(request.state.settings);
  const auto failed = [&](const std::string& why) {
    return failed_export(texts.get("export.not_saved", fmt::arg("why", why)));
  };
  const auto headless = Headless::open(request);
  if (!headless) return failed(texts.say(headless.error().message));
  const picture::MeasureText measure = fonts::text_width();
  const auto handout = handout_of(**headless, texts, measure,
                                  {.answers = answers, .part_begins = std::move(part_begins)});
  if (!handout) return failed(texts.say(handout.error().message));
  std::vector<NamedFile> files;
  if (format == Format::html) {
    files.push_back({path.filename().string(), html_of(*handout, texts, measure)});
  } else {
    files = markdown_of(*handout, path.stem().string(), false, texts, measure);
  }
  // Writes the pictures before the text, so that whoever sees the text finds its pictures.
  for (auto next = files.rbegin(); next != files.rend(); ++next) {
    if (const auto written = write_file(path.parent_path() / next->name, next->content); !written)
      return failed(written.error());
  }
  return {texts.get("export.saved", fmt::arg("path", path.string())), NoticeKind::done};
}

}  // namespace

ViewExporter::~ViewExporter() { stop_.request_stop(); }

Notice ViewExporter::run(const ExportRequest& export_request, const ExportContext& context) {
  context_ = context;
  if (!session_.run().shown()) return failed_export(context_.texts->get("export.nothing"));
  if (export_request.what && is_handout(*export_request.what)) return begin_handout(export_request);
  if (export_request.format != Format::png) return text(export_request);
  return picture(export_request);
}

std::string ViewExporter::working(const text::Texts& texts) const {
  if (!work_.running() || work_.finished()) return {};
  if (!makes_handout_) return texts.get("export.making_table");
  const std::size_t parts = parts_.load();
  if (parts == 0) return texts.get("export.making");
  return texts.get("export.making_part", fmt::arg("at", part_.load()), fmt::arg("n", parts));
}

std::optional<Notice> ViewExporter::update() {
  return work_.finished() ? std::optional(work_.take()) : std::nullopt;
}

Notice ViewExporter::saved(const tl::expected<void, std::string>& written,
                           const fs::path& path) const {
  return done_or_failed(
      written.has_value(),
      written ? context_.texts->get("export.saved", fmt::arg("path", absolute_text(path)))
              : context_.texts->get("export.not_saved", fmt::arg("why", written.error())));
}

Notice ViewExporter::copied(const ExportRequest& export_request) const {
  return {
      context_.texts->get("export.copied", fmt::arg("format", title_of(export_request.format)),
                          fmt::arg("what", context_.texts->get(std::string("export.what.") +
                                                               name_of_subject(export_request)))),
      NoticeKind::done};
}

fs::path ViewExporter::path_for(const ExportRequest& export_request) const {
  if (!export_request.file.empty()) return export_request.file;
  return free_file(folder_of(session_.state().settings),
                   file_stem(export_request, session_.run().shown()->resolved, session_.lesson()),
                   fmt::format(".{}", name_of(export_request.format)));
}

Provenance ViewExporter::provenance(const ExportRequest& export_request) const {
  return provenance_of(export_request.what.value_or(FigureKind::stage), session_, *context_.pages);
}

// The style of the screen, but text is measured in the font files, without the window's atlas.
picture::Style ViewExporter::style(float scale) const {
  picture::Style style;
  style.palette = context_.palette;
  style.scale = scale;
  style.texts = context_.texts;
  style.measure = fonts::text_width();
  return style;
}

bool ViewExporter::is_drawn_anew(const ExportRequest& export_request) const {
  if (export_request.subject != ExportSubject::view) return true;
  const std::optional<FigureKind>& what = export_request.what;
  const bool is_map = what == FigureKind::map && !context_.zooms;
  return (what == FigureKind::stage || what == FigureKind::sweep || what == FigureKind::compare ||
          is_map) &&
         context_.pages->has(*what, session_);
}

float ViewExporter::scale_of(const ExportRequest& export_request) const {
  return is_drawn_anew(export_request) ? export_scale : context_.scale;
}

picture::DrawList ViewExporter::figure(const ExportRequest& export_request,
                                       const picture::Style& style) const {
  const std::string caption = caption_of(provenance(export_request), *context_.texts);
  if (!is_drawn_anew(export_request))
    return svg::captioned(gui_.ui().picture_in(context_.view), caption, style);
  const FigureSize size = default_size(*export_request.what, session_, style, *context_.pages);
  // On the screen its rows may be scrolled: here are all of them.
  if (export_request.subject == ExportSubject::view && export_request.what == FigureKind::compare) {
    return svg::captioned(
        context_.pages->get<ComparePage>().picture(session_, style, size.width, size.height, true),
        caption, style);
  }
  return svg::captioned(
      picture_of(*export_request.what, session_, style, size.width, size.height, *context_.pages),
      caption, style);
}

std::string ViewExporter::svg_of(const ExportRequest& export_request) const {
  const Provenance made = provenance(export_request);
  const picture::Style drawing_style = style(scale_of(export_request));
  return svg::svg_of(figure(export_request, drawing_style),
                     {export_request.what ? title_of(*export_request.what, made, *context_.texts)
                                          : context_.texts->get("export.what.view"),
                      caption_of(made, *context_.texts), context_.texts->about().html},
                     drawing_style.measure);
}

Notice ViewExporter::text(const ExportRequest& export_request) {
  std::string content;
  if (export_request.format == Format::csv || export_request.format == Format::json) {
    Table table = table_of(*export_request.what, session_, *context_.pages);
    if (table.row_count() > max_rows_with_origin)
      return begin_table(export_request, std::move(table));
    content = text_of(table, provenance(export_request), export_request.format);
  } else {
    content = svg_of(export_request);
  }
  if (export_request.to_clipboard) {
    platform_.set_clipboard(content);
    return copied(export_request);
  }
  const fs::path path = path_for(export_request);
  return saved(write_file(path, content), path);
}

tl::expected<void, std::string> ViewExporter::write_picture(const ExportRequest& export_request,
                                                            const fs::path& file) {
  const Platform::Size size = platform_.framebuffer_size();
  if (export_request.subject == ExportSubject::window)
    return write_png(file, size.width, size.height, gl::read_pixels(size.width, size.height));
  // Copied, because building another frame discards the present frame's pictures.
  const picture::DrawList now = gui_.ui().picture_in(context_.view);
  const std::string caption = caption_of(provenance(export_request), *context_.texts);
  const bool is_screen = !is_drawn_anew(export_request);
  const auto build = [&](const picture::Style& style) {
    return is_screen ? svg::captioned(now, caption, style) : figure(export_request, style);
  };
  auto written =
      write_figure(gui_, build, {context_.palette, scale_of(export_request), context_.texts}, file);
  gl::Framebuffer::bind_window(size.width, size.height);
  return written;
}

Notice ViewExporter::picture(const ExportRequest& export_request) {
  if (!export_request.to_clipboard) {
    const fs::path path = path_for(export_request);
    return saved(write_picture(export_request, path), path);
  }
  const std::optional<PictureTool> tool = picture_tool();
  if (!tool) return failed_export(context_.texts->get("export.no_picture_tool"));
  std::error_code error;
  const fs::path path = fs::temp_directory_path(error) /
                        fmt::format("lanescope-clipboard-{}.png", static_cast<long>(::getpid()));
  const auto written = write_picture(export_request, path);
  Notice notice = written ? to_clipboard(path, export_request, *tool) : saved(written, path);
  fs::remove(path, error);
  return notice;
}

Notice ViewExporter::to_clipboard(const fs::path& picture, const ExportRequest& export_request,
                                  const PictureTool& tool) const {
  constexpr std::chrono::seconds patience{5};
  const compile::ProcessResult result =
      compile::run_process("/bin/sh", {"-c", tool.command}, bytes_of(picture), patience);
  using Ended = compile::ProcessResult::Ended;
  if (result.ended == Ended::exited && result.exit_status == 0) return copied(export_request);
  const std::string why = result.ended == Ended::timed_out ? fmt::format("{} s", patience.count())
                          : !result.error.empty()          ? result.error
                                                  : fmt::format("exit {}", result.exit_status);
  return failed_export(context_.texts->get("export.picture_tool_failed",
                                           fmt::arg("tool", tool.name), fmt::arg("why", why)));
}

Notice ViewExporter::begin_handout(const ExportRequest& export_request) {
  HeadlessRequest request;
  request.state = session_.state();
  request.state.selection = {};
  // The state keeps the values of all variants.
  if (const LessonCard::Variant* variant = session_.variant()) {
    request.state.overrides =
        values_for(*variant, *session_.lesson(), std::move(request.state.overrides));
  }
  request.stop = stop_.get_token();
  if (const RecordingEntry* recording = session_.times().recording())
    request.recording = recording->path.string();
  const fs::path path = absolute_text(path_for(export_request));
  const bool answers = export_request.what == FigureKind::handout;
  if (work_.running()) return failed_export(context_.texts->get("export.making_already"));
  makes_handout_ = true;
  parts_ = 0;
  const auto part_begins = [this](std::size_t at, std::size_t parts) {
    part_ = at;
    parts_ = parts;
    if (wake_) wake_();
  };
  work_.start([request = std::move(request), format = export_request.format, answers, path,
               part_begins] { return make_handout(request, format, answers, path, part_begins); },
              wake_);
  return context_.texts->get("export.making");
}

// Uses a worker thread: a million rows take seconds.
Notice ViewExporter::begin_table(const ExportRequest& export_request, Table table) {
  if (export_request.to_clipboard) {
    return failed_export(context_.texts->get(
        "export.too_long", fmt::arg("n", text::Texts::grouped(table.row_count()))));
  }
  if (work_.running()) return failed_export(context_.texts->get("export.making_already"));
  makes_handout_ = false;
  work_.start(
      [table = std::move(table), made = provenance(export_request), format = export_request.format,
       path = fs::path(absolute_text(path_for(export_request))), texts = *context_.texts] {
        const auto written = write_file(path, text_of(table, made, format));
        return done_or_failed(
            written.has_value(),
            written ? texts.get("export.saved", fmt::arg("path", path.string()))
                    : texts.get("export.not_saved", fmt::arg("why", written.error())));
      },
      wake_);
  return context_.texts->get("export.making_table");
}

}  // namespace lanescope::app
