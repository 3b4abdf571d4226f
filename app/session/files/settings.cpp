#include "app/session/files/settings.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "app/session/files/write_file.h"
#include "kernels/lesson_file/folders.h"
#include "viz/text/languages.h"

namespace lanescope::app {
namespace {

// An invalid value is reported and the default stays; the other keys are still read.
template <class Accept>
void read_key(const toml::table& table, const char* key, std::string& message, Accept accept) {
  const toml::node* node = table.get(key);
  if (node != nullptr && !accept(*node)) {
    message +=
        fmt::format("{}{}: unusable value, the default is used", message.empty() ? "" : "; ", key);
  }
}

// True if the key exists and its value is valid.
bool read_int(const toml::table& table, const char* key, int low, int high, int& into,
              std::string& message) {
  bool usable = false;
  read_key(table, key, message, [&](const toml::node& node) {
    const auto value = node.value_exact<std::int64_t>();
    usable = value && *value >= low && *value <= high;
    if (usable) into = static_cast<int>(*value);
    return usable;
  });
  return usable;
}

}  // namespace

const char* name_of(Theme theme) {
  return theme == Theme::light ? "light" : theme == Theme::contrast ? "contrast" : "dark";
}

Theme next(Theme theme) {
  return theme == Theme::dark    ? Theme::light
         : theme == Theme::light ? Theme::contrast
                                 : Theme::dark;
}

tl::expected<Theme, std::string> theme_from(std::string_view name) {
  if (name == "dark") return Theme::dark;
  if (name == "light") return Theme::light;
  if (name == "contrast") return Theme::contrast;
  return tl::unexpected(fmt::format("unknown theme '{}': dark, light or contrast", name));
}

std::string language_of_locale() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const std::string value = lesson::environment(name);
    if (!value.empty()) return text::language_of_locale(value).code;
  }
  return "en";
}

std::filesystem::path settings_path() {
  const std::string file = lesson::environment("LANESCOPE_CONFIG");
  return file.empty() ? lesson::user_file("XDG_CONFIG_HOME", ".config", "settings.toml")
                      : std::filesystem::path(file);
}

LoadedSettings load_settings(const std::filesystem::path& path) {
  LoadedSettings loaded;
  loaded.settings.language = language_of_locale();
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return loaded;
  loaded.is_there = true;
  toml::table table;
  try {
    table = toml::parse_file(path.string());
  } catch (const toml::parse_error& failure) {
    loaded.message = fmt::format("{}:{}: {}; the default settings are used", path.string(),
                                 failure.source().begin.line, failure.description());
    return loaded;
  }
  std::string wrong;
  read_key(table, "theme", wrong, [&](const toml::node& node) {
    const auto theme = theme_from(node.value_or(std::string()));
    if (theme) loaded.settings.theme = *theme;
    return theme.has_value();
  });
  read_key(table, "language", wrong, [&](const toml::node& node) {
    const std::string language = node.value_or(std::string());
    if (!text::languages().has(language)) return false;
    loaded.settings.language = language;
    return true;
  });
  read_key(table, "unchecked", wrong, [&](const toml::node& node) {
    const toml::array* names = node.as_array();
    bool known = names != nullptr;
    for (std::size_t i = 0; names != nullptr && i < names->size(); ++i) {
      const auto kind = switchable_kind_named((*names)[i].value_or(std::string()));
      known = known && kind.has_value();
      if (kind) loaded.settings.checks.set(*kind, false);
    }
    return known;
  });
  read_key(table, "recording", wrong, [&](const toml::node& node) {
    loaded.settings.recording = node.value_or(std::string());
    return node.is_string();
  });
  read_key(table, "reduced_motion", wrong, [&](const toml::node& node) {
    loaded.settings.reduced_motion = node.value_or(false);
    return node.is_boolean();
  });
  read_key(table, "play_speed", wrong, [&](const toml::node& node) {
    const int speed = node.value_or(0);
    const bool known =
        std::find(std::begin(play_speeds), std::end(play_speeds), speed) != std::end(play_speeds);
    if (known) loaded.settings.play_speed = speed;
    return known;
  });
  read_key(table, "folders", wrong, [&](const toml::node& node) {
    const toml::array* names = node.as_array();
    bool usable = names != nullptr;
    for (std::size_t i = 0; names != nullptr && i < names->size(); ++i) {
      const std::string name = (*names)[i].value_or(std::string());
      usable = usable && !name.empty();
      if (!name.empty()) loaded.settings.folders.push_back(name);
    }
    return usable;
  });
  constexpr int max_gpus = 1024;
  read_int(table, "device", 0, max_gpus, loaded.settings.device, wrong);
  constexpr int largest_side = 16384;
  loaded.has_scale = read_int(table, "scale_percent", min_scale_percent, max_scale_percent,
                              loaded.settings.scale_percent, wrong);
  const bool has_width =
      read_int(table, "width", min_window_width, largest_side, loaded.settings.width, wrong);
  const bool has_height =
      read_int(table, "height", min_window_height, largest_side, loaded.settings.height, wrong);
  loaded.has_size = has_width && has_height;
  if (!wrong.empty()) loaded.message = fmt::format("{}: {}", path.string(), wrong);
  return loaded;
}

namespace {

// The disabled checks as a TOML array.
std::string unchecked(const CheckSet& checks) {
  std::string names;
  for (const DiagnosticKind kind : switchable_kinds()) {
    if (!checks.has(kind))
      names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name_of(kind));
  }
  return "[" + names + "]";
}

std::string toml_array(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + toml_string(text);
  return "[" + all + "]";
}

}  // namespace

std::string toml_string(const std::string& text) {
  std::ostringstream out;
  // In double quotes, and with every letter as itself, as in files that people write.
  out << toml::toml_formatter(toml::value<std::string>(text),
                              toml::format_flags::allow_unicode_strings);
  return out.str();
}

tl::expected<void, std::string> save_settings(const Settings& settings,
                                              const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);  // a failure shows when writing
  return write_file(
      path, fmt::format("# Written by Lanescope when it closes.\n"
                        "theme = \"{}\"\nlanguage = \"{}\"\nscale_percent = {}\n"
                        "width = {}\nheight = {}\nunchecked = {}\nrecording = {}\ndevice = {}\n"
                        "reduced_motion = {}\nplay_speed = {}\nfolders = {}\n",
                        name_of(settings.theme), settings.language, settings.scale_percent,
                        settings.width, settings.height, unchecked(settings.checks),
                        toml_string(settings.recording), settings.device, settings.reduced_motion,
                        settings.play_speed, toml_array(settings.folders)));
}

}  // namespace lanescope::app
