#include "app/window/options.h"

#include <fmt/format.h>

namespace lanescope::app {
namespace {

constexpr int largest_side = 16384;

}  // namespace

tl::expected<Start, std::string> start_from(const WindowOptions& options,
                                            const Settings& remembered) {
  Start start;
  State& state = start.state;
  state.settings = remembered;
  state.lesson = options.lesson.empty() ? "transpose" : options.lesson;
  state.variant = options.variant;
  if (state.variant.empty() && state.lesson == "transpose") {
    state.variant = "tile";  // the one whose PAD is the first thing to try
  }
  state.overrides = options.overrides;
  state.compiler = options.compiler;
  if (!options.theme.empty()) {
    const auto theme = theme_from(options.theme);
    if (!theme) {
      return tl::unexpected(theme.error());
    }
    state.settings.theme = *theme;
  }
  if (!options.language.empty()) {
    if (options.language != "en" && options.language != "zh") {
      return tl::unexpected(fmt::format("unknown language '{}': en or zh", options.language));
    }
    state.settings.language = options.language;
  }
  if (options.scale_percent != 0) {
    if (options.scale_percent < min_scale_percent || options.scale_percent > max_scale_percent) {
      return tl::unexpected(fmt::format("scale {} %: between {} and {}", options.scale_percent,
                                        min_scale_percent, max_scale_percent));
    }
    state.settings.scale_percent = options.scale_percent;
  }
  if (options.width != 0 || options.height != 0) {
    if (options.width < min_window_width || options.height < min_window_height ||
        options.width > largest_side || options.height > largest_side) {
      return tl::unexpected(fmt::format("size {}x{}: between {}x{} and {}x{}", options.width,
                                        options.height, min_window_width, min_window_height,
                                        largest_side, largest_side));
    }
    state.settings.width = options.width;
    state.settings.height = options.height;
  }
  const auto view = parse_view(options.view);
  if (!view) {
    return tl::unexpected(view.error());
  }
  start.view = *view;
  return start;
}

}  // namespace lanescope::app
