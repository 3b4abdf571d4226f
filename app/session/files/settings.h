// Settings saved between starts: theme, language, text scale, window size, checks, the recording
// of times, the GPU that measures, where files were saved.
//
// File: $LANESCOPE_CONFIG if set, otherwise $XDG_CONFIG_HOME/lanescope/settings.toml (default
// ~/.config/...). An unreadable file is never fatal: the defaults apply, and a message says what is
// wrong with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/check_set.h"

namespace lanescope::app {

enum class Theme : std::uint8_t { dark, light, contrast };
[[nodiscard]] const char* name_of(Theme theme);  // "dark", "light", "contrast"
[[nodiscard]] Theme next(Theme theme);           // cyclic

inline constexpr int min_scale_percent = 75;
inline constexpr int max_scale_percent = 250;
inline constexpr int projector_scale_percent = 150;
// The sizes of the text that are offered.
inline constexpr int scale_steps[] = {75, 90, 100, 110, 125, 150, 175, 200, 225, 250};
inline constexpr int play_speeds[] = {25, 50, 100, 200, 400};
inline constexpr int min_window_width = 640;
inline constexpr int min_window_height = 400;

struct Settings {
  Theme theme = Theme::dark;
  std::string language = "en";  // one of text::languages()
  // Of the text and all sizes derived from it, min_scale_percent..max_scale_percent.
  int scale_percent = 100;
  int width = 1600;  // of the window, in screen coordinates
  int height = 900;
  CheckSet checks = CheckSet::all();  // which mistakes of a kernel to look for
  std::string recording{};            // RecordingEntry::id; empty: the first one available
  int device = 0;                     // number of the GPU that measures
  bool reduced_motion = false;        // pictures change at once, without animation
  int play_speed = 100;               // percent, one of play_speeds
  // Where files were saved, the last one first; app/session/files/destination.h.
  std::vector<std::string> folders{};
  bool operator==(const Settings&) const = default;
};

[[nodiscard]] tl::expected<Theme, std::string> theme_from(std::string_view name);

// The language of the locale (LC_ALL, LC_MESSAGES, LANG); English where we do not speak it.
[[nodiscard]] std::string language_of_locale();

[[nodiscard]] std::filesystem::path settings_path();

struct LoadedSettings {
  Settings settings;
  std::string message;    // empty: the file was read, or does not exist
  bool is_there = false;  // the file exists
  // The file has a valid scale; a valid width and height.
  bool has_scale = false, has_size = false;
};
[[nodiscard]] LoadedSettings load_settings(const std::filesystem::path& path);

// The error says what failed.
[[nodiscard]] tl::expected<void, std::string> save_settings(const Settings& settings,
                                                            const std::filesystem::path& path);

// The text as a TOML string, with all characters escaped as needed.
[[nodiscard]] std::string toml_string(const std::string& text);

}  // namespace lanescope::app
