#include "app/window/options.h"

#include <algorithm>

#include <fmt/format.h>

#include "viz/text/languages.h"

namespace lanescope::app {
namespace {

constexpr int largest_side = 16384;

}  // namespace

tl::expected<Start, std::string> start_from(const WindowOptions& options,
                                            const Settings& remembered,
                                            const std::optional<Visit>& last) {
  Start start;
  State& state = start.state;
  state.settings = remembered;
  state.lesson = options.lesson.empty() ? "transpose" : options.lesson;
  state.variant = options.variant;
  if (state.variant.empty() && state.lesson == "transpose") {
    state.variant = "tile";  // the variant whose PAD is the first thing to try
  }
  state.overrides = options.overrides;
  state.compiler = options.compiler;
  state.machine = options.machine;
  if (last) put_into(state, *last);
  if (!options.theme.empty()) {
    const auto theme = theme_from(options.theme);
    if (!theme) return tl::unexpected(theme.error());
    state.settings.theme = *theme;
  }
  if (!options.language.empty()) {
    if (!text::languages().has(options.language)) {
      return tl::unexpected(
          fmt::format("unknown language '{}': {}", options.language, text::language_list()));
    }
    state.settings.language = options.language;
  }
  if (options.scale_percent) {
    const int scale = *options.scale_percent;
    if (scale < min_scale_percent || scale > max_scale_percent) {
      return tl::unexpected(fmt::format("scale {} %: it must be between {} and {}", scale,
                                        min_scale_percent, max_scale_percent));
    }
    state.settings.scale_percent = scale;
  }
  if (options.width || options.height) {
    const int width = options.width.value_or(0);
    const int height = options.height.value_or(0);
    if (width < min_window_width || height < min_window_height || width > largest_side ||
        height > largest_side) {
      return tl::unexpected(fmt::format("size {}x{}: it must be between {}x{} and {}x{}", width,
                                        height, min_window_width, min_window_height, largest_side,
                                        largest_side));
    }
    state.settings.width = width;
    state.settings.height = height;
  }
  const auto view = parse_view(last ? last->view : options.view);
  if (!view) return tl::unexpected(view.error());
  start.view = *view;
  return start;
}

int fitting_scale_percent(const MonitorFacts& monitor) {
  if (monitor.content_scale != 1) {
    return 100;  // the system enlarges, and the window follows
  }
  return monitor.height >= 2160 ? 200 : monitor.height >= 1440 ? 125 : 100;
}

Settings fitted_to(Settings settings, const Given& given, const MonitorFacts& monitor) {
  if (!given.scale) settings.scale_percent = fitting_scale_percent(monitor);
  if (!given.size) {
    // Shows as much as at 100 %, if the monitor has room for it and the window frame.
    const auto scaled = [&](int usual, int side, int least) {
      const int wanted = usual * std::max(settings.scale_percent, 100) / 100;
      return std::max({std::min(wanted, side * 9 / 10), std::min(usual, side), least});
    };
    settings.width = scaled(settings.width, monitor.width, min_window_width);
    settings.height = scaled(settings.height, monitor.height, min_window_height);
  }
  return settings;
}

Settings to_remember(Settings now, const Settings& opened, const Settings& remembered) {
  if (now.theme == opened.theme) now.theme = remembered.theme;
  if (now.language == opened.language) now.language = remembered.language;
  if (now.scale_percent == opened.scale_percent) now.scale_percent = remembered.scale_percent;
  return now;
}

Settings inside(Settings settings, const MonitorFacts& monitor) {
  settings.width = std::max(std::min(settings.width, monitor.work_width), min_window_width);
  settings.height = std::max(std::min(settings.height, monitor.work_height), min_window_height);
  return settings;
}

}  // namespace lanescope::app
