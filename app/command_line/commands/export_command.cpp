#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"
#include "app/figures/appearance.h"
#include "app/figures/figure.h"
#include "app/figures/figure_kind.h"
#include "app/figures/handout.h"
#include "app/figures/headless.h"
#include "app/session/files/write_file.h"
#include "kernels/lesson_file/names.h"
#include "viz/export/svg.h"
#include "viz/fonts/text_width.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  State state;
  std::string view, recording, step_name;  // as in WindowOptions
  std::string what;    // name_of(FigureKind), or "sweep=NAME"; empty: the view's page, or stage
  std::string format;  // name_of(Format); empty: from the output's file name
  std::string output = "-";  // "-": the standard output
  std::string theme;         // empty: dark; light for a handout
  std::string language = "en";
  std::optional<int> width, height;  // pixels, including the caption; both or neither
  int scale_percent = 100;
};

// The options, parsed and checked.
struct FigureRequest {
  FigureKind what = FigureKind::stage;
  std::string sweep;
  Format format = Format::svg;
  bool to_output = false;  // to the standard output
};

std::string kinds() {
  std::string names;
  for (const FigureKind what : all_figure_kinds()) {
    names += (names.empty() ? "" : ", ") + std::string(name_of(what));
    if (what == FigureKind::sweep) names += " (or sweep=NAME)";
  }
  return names;
}

tl::expected<Format, std::string> format_of(const ExportOptions& options, FigureKind what) {
  if (!options.format.empty()) {
    const auto format = format_named(options.format);
    if (!format) {
      return tl::unexpected(fmt::format(
          "--format {}: it is not one of svg, png, csv, json, md, html", options.format));
    }
    return *format;
  }
  if (options.output == "-")
    return has_picture(what) ? Format::svg : has_table(what) ? Format::csv : Format::html;
  const std::string extension = fs::path(options.output).extension().string();
  const auto format = format_named(extension.empty() ? "" : extension.substr(1));
  if (!format) {
    return tl::unexpected(fmt::format(
        "{}: the name has no known ending; end it in .svg, .csv or the like, or give --format",
        options.output));
  }
  return *format;
}

tl::expected<FigureRequest, std::string> figure_request_of(const ExportOptions& options) {
  FigureRequest figure_request;
  // Without a name: the page of the view.
  const std::string asked = options.what.empty()
                                ? name_of(parse_view(options.view).value_or(ViewRequest{}).page)
                                : options.what;
  const std::size_t equals = asked.find('=');
  const std::string name = asked.substr(0, equals);
  const auto what = figure_kind_named(name);
  if (!what || (equals != std::string::npos && *what != FigureKind::sweep)) {
    std::vector<std::string> names;
    for (const FigureKind known : all_figure_kinds()) names.emplace_back(name_of(known));
    return tl::unexpected(fmt::format("--what {}: there is no such export{}; there are {}", asked,
                                      lesson::did_you_mean(name, names), kinds()));
  }
  figure_request.what = *what;
  if (equals != std::string::npos) figure_request.sweep = asked.substr(equals + 1);
  const auto format = format_of(options, figure_request.what);
  if (!format) return tl::unexpected(format.error());
  figure_request.format = *format;
  figure_request.to_output = options.output == "-";
  if (!can_be(figure_request.what, figure_request.format)) {
    return tl::unexpected(fmt::format("{} can't be {}; it can be {}", name,
                                      name_of(figure_request.format),
                                      formats_of(figure_request.what)));
  }
  if (figure_request.to_output && figure_request.format == Format::png)
    return tl::unexpected(std::string("a PNG goes into a file: -o FILE.png"));
  if (figure_request.to_output && figure_request.format == Format::markdown) {
    return tl::unexpected(
        std::string("a Markdown handout has its pictures in files beside it, so it needs a file "
                    "name: -o FILE.md"));
  }
  return figure_request;
}

Theme theme_of(const ExportOptions& options, FigureKind what) {
  const Theme usual = is_handout(what) ? Theme::light : Theme::dark;
  return options.theme.empty() ? usual : theme_from(options.theme).value_or(usual);
}

tl::expected<HeadlessRequest, std::string> request_of(const ExportOptions& options,
                                                      const FigureRequest& figure_request) {
  HeadlessRequest request;
  request.state = options.state;
  if (request.state.variant.empty() && request.state.lesson == "transpose")
    request.state.variant = "tile";  // as in the window
  request.state.settings.language = options.language;
  request.state.settings.theme = theme_of(options, figure_request.what);
  request.recording = options.recording;
  request.step_name = options.step_name;
  auto view = parse_view(options.view);
  if (!view) return tl::unexpected("--view: " + view.error());
  request.view = *view;
  return request;
}

// Exports from a session that has run.
class Exporter {
 public:
  Exporter(const ExportOptions& options, FigureRequest figure_request, Headless& headless,
           const Screen& screen)
      : options_(options),
        figure_request_(std::move(figure_request)),
        headless_(headless),
        session_(headless.session()),
        screen_(screen),
        texts_(options.language) {}

  Result run() {
    if (is_handout(figure_request_.what)) return handout();
    made_ = provenance_of(figure_request_.what, session_, headless_.pages());
    switch (figure_request_.format) {
      case Format::csv:
      case Format::json:
        return table();
      case Format::png:
        return picture();
      default:
        return written(svg());
    }
  }

 private:
  [[nodiscard]] Result table() const {
    const Table table = table_of(figure_request_.what, session_, headless_.pages());
    Result result = written(figure_request_.format == Format::csv ? csv_of(table, made_)
                                                                  : json_text(table, made_));
    if (!table.missing.empty()) result.err += table.missing + "\n";
    return result;
  }

  [[nodiscard]] picture::Style style() const {
    picture::Style style;
    style.palette = palette_of(session_.state().settings);
    style.scale = static_cast<float>(options_.scale_percent) / 100.0F;
    style.measure = fonts::text_width();
    style.texts = &texts_;
    return style;
  }

  // A requested size includes the caption; otherwise the picture has its usual size and the caption
  // is added below.
  [[nodiscard]] picture::DrawList figure(const picture::Style& style) const {
    const std::string caption = caption_of(made_, texts_);
    FigureSize size = default_size(figure_request_.what, session_, style, headless_.pages());
    if (options_.width && options_.height) {
      size.width = static_cast<float>(*options_.width);
      size.height = std::max(1.0F, static_cast<float>(*options_.height) -
                                       svg::caption_height(caption, style, size.width));
    }
    return svg::captioned(picture_of(figure_request_.what, session_, style, size.width, size.height,
                                     headless_.pages()),
                          caption, style);
  }

  [[nodiscard]] std::string svg() const {
    const picture::Style style = this->style();
    return svg::svg_of(figure(style),
                       {title_of(figure_request_.what, made_, texts_), caption_of(made_, texts_),
                        texts_.about().html},
                       style.measure);
  }

  Result picture() {
    FigureOptions picture;
    picture.output = options_.output;
    picture.theme = session_.state().settings.theme;
    picture.language = options_.language;
    picture.scale_percent = options_.scale_percent;
    const auto drawn =
        screen_.draw_figure([this](const picture::Style& style) { return figure(style); }, picture);
    return drawn ? success({}) : failure(drawn.error());
  }

  Result handout() {
    HandoutOptions wanted;
    wanted.answers = figure_request_.what == FigureKind::handout;
    wanted.scale = static_cast<float>(options_.scale_percent) / 100.0F;
    if (options_.width && options_.height) {
      wanted.width = static_cast<float>(*options_.width);
      wanted.height = static_cast<float>(*options_.height);
    }
    const picture::MeasureText measure = fonts::text_width();
    const auto handout = handout_of(headless_, texts_, measure, wanted);
    if (!handout) return failure(handout.error());
    if (figure_request_.format == Format::html) return written(html_of(*handout, texts_, measure));
    const fs::path file(options_.output);
    const bool is_dark = session_.state().settings.theme != Theme::light;
    std::vector<NamedFile> files =
        markdown_of(*handout, file.stem().string(), is_dark, texts_, measure);
    files.front().name = file.filename().string();
    // Pictures first, so that they exist by the time the text does.
    for (auto next = files.rbegin(); next != files.rend(); ++next) {
      if (const auto saved = write_file(file.parent_path() / next->name, next->content); !saved)
        return wrong_input(saved.error());
    }
    return success({});
  }

  [[nodiscard]] Result written(std::string content) const {
    if (figure_request_.to_output) return success(std::move(content));
    if (const auto saved = write_file(options_.output, content); !saved)
      return wrong_input(saved.error());
    return success({});
  }

  const ExportOptions& options_;
  FigureRequest figure_request_;
  Headless& headless_;
  Session& session_;
  const Screen& screen_;
  text::Texts texts_;
  Provenance made_;
};

Result export_as(const ExportOptions& options, const Screen& screen) {
  const auto figure_request = figure_request_of(options);
  if (!figure_request) return wrong_input(figure_request.error());
  if (figure_request->format == Format::png && !screen.draw_figure) {
    return failure(ExitCode::not_on_this_machine,
                   "this build of lanescope can't draw PNG, because it has no window; it writes "
                   "SVG: --format svg");
  }
  // Asked before the simulation, which takes seconds.
  if (!figure_request->to_output && !can_write_file(options.output))
    return wrong_input(options.output + ": can't be written");
  if (const auto lesson = lesson::find(options.state.lesson); !lesson)
    return wrong_input(lesson.error().formatted());
  const auto request = request_of(options, *figure_request);
  if (!request) return wrong_input(request.error());
  auto headless = Headless::open(*request);
  if (!headless) return failure(headless.error());
  if (const auto ready = (*headless)->prepare(figure_request->what, figure_request->sweep); !ready)
    return failure(ready.error());
  return Exporter(options, *figure_request, **headless, screen).run();
}

struct ExportCommand : Command {
  ExportCommand()
      : Command("export", "Write a picture, a table or a handout of a lesson to a file") {
    state.add_to(*this);
    add("--what WHAT", &given.what,
        "stage (the chosen access), strip, code, counts, accesses, branches, times, sweep=NAME, "
        "index, launches, machine, map, compare, steps, handout or worksheet "
        "(a handout without answers); when not given, the page that --view asks for, or stage");
    add("--format NAME", &given.format,
        "svg or png for a picture, csv or json for a table, md or html for a handout; follows the "
        "file's name when not given");
    add("-o,--output FILE", &given.output, "File to write; - or not given: the standard output");
    shown.add_to(*this);
  }

  Result run(const Screen& screen) override {
    ExportOptions options = given;
    state.fill(options.state);
    shown.fill_look(options);
    options.view = shown.view;
    options.recording = shown.recording;
    options.step_name = shown.step_name;
    return export_as(options, screen);
  }

  StateOptions state;
  ScreenOptions shown;
  ExportOptions given;  // what needs no conversion
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<ExportCommand>(); }

}  // namespace lanescope::app
