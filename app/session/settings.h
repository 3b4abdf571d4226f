// What the program remembers from one start to the next: theme, language, text scale, window size,
// what is looked for, which recorded times are shown, which GPU measures, whether the guide is
// shown.
//
// File: $LANESCOPE_CONFIG when set, otherwise $XDG_CONFIG_HOME/lanescope/settings.toml
// (~/.config/... without it). A file that cannot be read is never fatal: the defaults serve, and a
// message says what was wrong with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "sim/diagnostics/check_set.h"

namespace lanescope::app {

enum class Theme : std::uint8_t { dark, light, contrast };
[[nodiscard]] const char* name_of(Theme theme);  // "dark", "light", "contrast"
[[nodiscard]] Theme next(Theme theme);           // around

inline constexpr int min_scale_percent = 75;
inline constexpr int max_scale_percent = 250;
inline constexpr int projector_scale_percent = 150;
inline constexpr int play_speeds[] = {25, 50, 100, 200, 400};
inline constexpr int min_window_width = 640;
inline constexpr int min_window_height = 400;

struct Settings {
  Theme theme = Theme::dark;
  std::string language = "en";  // "en" or "zh"
  int scale_percent =
      100;  // of the text and everything measured by it, min_scale_percent..max_scale_percent
  int width = 1600;  // of the window, in screen coordinates
  int height = 900;
  CheckSet checks = CheckSet::all();  // which mistakes of a kernel are looked for
  std::string recording{};            // RecordingEntry::id; empty: the first that there is
  int device = 0;                     // which GPU measures, by its number
  bool guide = true;                  // the lesson's guide is shown
  bool reduced_motion = false;        // pictures change at once, without gliding
  int play_speed = 100;               // percent, one of play_speeds
  bool operator==(const Settings&) const = default;
};

[[nodiscard]] tl::expected<Theme, std::string> theme_from(std::string_view name);

// "zh" when the locale (LC_ALL, LC_MESSAGES, LANG) is Chinese, "en" otherwise.
[[nodiscard]] std::string language_of_locale();

[[nodiscard]] std::filesystem::path settings_path();

struct LoadedSettings {
  Settings settings;
  std::string message;    // empty when the file was read, or was not there
  bool is_there = false;  // the file
  // The file has a usable scale; a usable width and height.
  bool has_scale = false, has_size = false;
};
[[nodiscard]] LoadedSettings load_settings(const std::filesystem::path& path);

// Writes beside the file and renames, so that a reader never meets half of it. The error says what
// failed.
[[nodiscard]] tl::expected<void, std::string> save_settings(const Settings& settings,
                                                            const std::filesystem::path& path);

// Writes `content` beside `path` and renames it there.
[[nodiscard]] tl::expected<void, std::string> write_atomically(const std::filesystem::path& path,
                                                               std::string_view content);

}  // namespace lanescope::app
