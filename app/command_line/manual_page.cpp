#include "app/command_line/command_table.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace lanescope::app {
namespace {

struct Entry {
  std::string_view name;
  std::string_view about;
};

// Environment variables, files and examples: the parser does not know these.
constexpr std::array environment{
    Entry{"LANESCOPE_KERNELS",
          "A folder of lessons; they come before shipped lessons of the same id."},
    Entry{"LANESCOPE_DEVICES",
          "A folder of machine files; they come before shipped ones of the same id."},
    Entry{"LANESCOPE_RECORDED",
          "A folder of recorded times; they come before shipped ones of the same name."},
    Entry{"LANESCOPE_SCENES",
          "A folder of scenes for lectures; they come before shipped ones of the same name."},
    Entry{"LANESCOPE_TEXTS",
          "A folder of languages; each adds one, or takes the place of a shipped one."},
    Entry{"LANESCOPE_CLANG",
          "The clang that compiles kernels; when not set, the first clang on PATH."},
    Entry{"LANESCOPE_NVRTC", "The NVRTC library that compiles kernels; off: NVRTC is not used."},
    Entry{"LANESCOPE_NVCC",
          "The nvcc that compiles whole programs; when not set, the one on PATH, in CUDA_HOME, in "
          "CUDA_PATH or in /usr/local/cuda; off: nvcc is not used."},
    Entry{"LANESCOPE_CACHE", "off: compiled kernels and programs are not kept on disk."},
    Entry{"LANESCOPE_CONFIG", "The settings file."},
    Entry{"LANESCOPE_PROGRESS", "The file that keeps your progress in the lessons."},
};
constexpr std::array files{
    Entry{"~/.config/lanescope/settings.toml", "What the window remembers."},
    Entry{"~/.local/share/lanescope/",
          "Your own devices, recorded times, scenes, and copies of lessons (exercises), each in a "
          "folder of that name."},
    Entry{"~/.local/state/lanescope/progress.json", "Your progress in the lessons."},
    Entry{"~/.cache/lanescope/", "Compiled kernels and programs."},
};
constexpr std::array examples{
    Entry{"lanescope transpose", "Opens the window on a lesson."},
    Entry{"lanescope sim transpose --variant tile --set PAD=0 --against PAD=1",
          "Counts what a kernel does to memory, without and with padding."},
    Entry{"lanescope run heat.cu -- 100", "Runs a whole CUDA program without a GPU."},
    Entry{"lanescope shot transpose -o transpose.png", "Writes the window's picture to a file."},
};

// Escapes what roff interprets: a backslash, a dash, and a dot or quote at the start of a line.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (result.empty() && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string tagged(const std::string& tag, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", tag, escaped(text));
}

std::string names_of(const OptionRow& option) {
  if (option.is_argument) return italic(option.value);
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + bold(name);
  return option.value.empty() ? names : names + " " + italic(option.value);
}

std::string about(const OptionRow& option) {
  std::string text = option.about;
  if (option.required) text += " (required)";
  return text + ".";
}

std::string synopsis(std::string_view words, const CommandRow& command) {
  std::string line = bold(words) + " [" + italic("OPTION") + "]...";
  for (const OptionRow& option : command.options) {
    if (!option.is_argument) continue;
    const std::string argument = italic(option.value) + (option.repeatable ? "..." : "");
    line += option.required ? " " + argument : " [" + argument + "]";
  }
  return line + "\n";
}

std::string options_of(const CommandRow& command) {
  std::string text;
  for (const OptionRow& option : command.options) text += tagged(names_of(option), about(option));
  return text;
}

template <typename Entries>
std::string section(std::string_view title, const Entries& entries) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const Entry& entry : entries) text += tagged(bold(entry.name), entry.about);
  return text;
}

}  // namespace

std::string manual_page(const CommandTable& table) {
  std::string page = fmt::format(".TH LANESCOPE 1 \"\" \"{}\" \"User Commands\"\n", table.program);
  page += ".ad l\n";  // left-aligned: justified text with long names has wide gaps
  page += ".SH NAME\nlanescope \\- see what every lane of a GPU warp does to memory\n";
  page += ".SH SYNOPSIS\n" + synopsis("lanescope", table.window) + ".br\n" + bold("lanescope") +
          " " + italic("COMMAND") + " [" + italic("OPTION") + "]...\n";
  page += ".SH DESCRIPTION\n" + escaped(table.window.about) + "\n";
  page += ".SH OPTIONS\n" + options_of(table.window);
  page += ".SH COMMANDS\n";
  for (const CommandRow& command : table.commands) {
    page += fmt::format(".SS {}\n{}.PP\n{}.\n{}", escaped(command.name),
                        synopsis("lanescope " + command.name, command), escaped(command.about),
                        options_of(command));
  }
  page += ".SH EXIT STATUS\n" + escaped(table.exit_codes) + "\n";
  page += section("ENVIRONMENT", environment);
  page += section("FILES", files);
  page += section("EXAMPLES", examples);
  return page;
}

}  // namespace lanescope::app
