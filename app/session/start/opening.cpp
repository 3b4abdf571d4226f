#include "app/session/start/opening.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>
#include <nlohmann/json.hpp>

#include "app/session/start/kernel_in_text.h"
#include "app/session/start/launch_lesson.h"
#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/ptx_source.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Enough to see what a file is.
constexpr std::size_t looked_at_bytes = 64 << 10;

Opening refused(const fs::path& path, const char* text_key, std::string detail = {}) {
  Opening opening;
  opening.refusal = text_key;
  opening.name = path.filename().empty() ? path.string() : path.filename().string();
  opening.folder = path.parent_path().string();
  opening.path = path.string();
  opening.detail = std::move(detail);
  return opening;
}

Opening lesson_at(const fs::path& file) {
  if (const auto lesson = lesson::Lesson::load(file); !lesson)
    return refused(file, "open.broken_lesson", lesson.error().formatted());
  Opening opening;
  opening.lesson = file;
  return opening;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::string list_of_names(const std::vector<fs::path>& files) {
  constexpr std::size_t most = 5;
  std::string names;
  for (std::size_t i = 0; i < std::min(files.size(), most); ++i)
    names += (names.empty() ? "" : ", ") + files[i].filename().string();
  return files.size() > most ? names + " …" : names;
}

Opening open_folder(const fs::path& folder) {
  if (is_file(folder / "lesson.toml")) return lesson_at(folder / "lesson.toml");
  const std::vector<fs::path> kernels = lesson::files_in(folder, ".cu");
  return kernels.empty() ? refused(folder, "open.folder")
                         : refused(folder, "open.folder_of_kernels", list_of_names(kernels));
}

// A .cu belongs to the lesson beside it that names it.
Opening open_kernel(const fs::path& kernel) {
  if (const fs::path file = lesson::lesson_naming(kernel); !file.empty()) return lesson_at(file);
  const fs::path lesson_file = kernel.parent_path() / "lesson.toml";
  if (is_whole_program(kernel)) {
    Opening opening = refused(kernel, "open.program");
    opening.is_program = true;
    return opening;
  }
  if (!is_file(lesson_file)) return refused(kernel, "open.kernel_alone");
  const std::vector<fs::path> sources = lesson::sources_of(lesson_file);
  if (sources.empty()) return lesson_at(lesson_file);  // it is broken and says why
  return refused(kernel, "open.kernel_not_named", list_of_names(sources));
}

Opening open_toml(const fs::path& file, const std::string& text) {
  if (file.filename() == "lesson.toml") return lesson_at(file);
  toml::table table;
  try {
    table = toml::parse(text, file.string());
  } catch (const toml::parse_error& error) {
    return refused(file, "open.not_toml",
                   fmt::format("{}: {}", error.source().begin.line, error.description()));
  }
  if (table.contains("scenes")) {
    auto deck = load_deck(file);
    if (!deck) return refused(file, "open.broken_deck", deck.error().formatted());
    Opening opening;
    opening.deck = std::move(*deck);
    return opening;
  }
  if (table.contains("source") || table.contains("args")) return lesson_at(file);
  if (is_file(file.parent_path() / "lesson.toml"))  // guide.toml and the like
    return lesson_at(file.parent_path() / "lesson.toml");
  return refused(file, "open.other_toml");
}

std::string lower_extension(const fs::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

bool is_picture(const fs::path& file) {
  constexpr std::array pictures{".png", ".jpg",  ".jpeg", ".gif", ".svg",
                                ".bmp", ".webp", ".tif",  ".pdf"};
  return std::find(pictures.begin(), pictures.end(), lower_extension(file)) != pictures.end();
}

// Writes the lesson of a launch, which may take a second.
Opening open_launches(const fs::path& file) {
  auto lesson = first_launch_lesson(file);
  if (!lesson) return refused(file, "open.broken_launches", lesson.error());
  Opening opening = lesson_at(*lesson);
  opening.is_program = true;
  return opening;
}

Opening open_file(const fs::path& file) {
  if (is_launches_file(file)) return open_launches(file);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return refused(file, "open.unreadable");
  std::string text(looked_at_bytes, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) return refused(file, "open.unreadable");
  if (text.empty()) return refused(file, "open.empty");
  if (is_picture(file)) return refused(file, "open.picture");
  if (text.find('\0') != std::string::npos) return refused(file, "open.binary");
  const std::string extension = lower_extension(file);
  if (extension == ".cu") return open_kernel(file);
  if (extension == ".toml") {
    text.append(std::istreambuf_iterator<char>(stream), {});
    return open_toml(file, text);
  }
  if (extension == ".ptx" || lesson::is_ptx(text)) return open_kernel(file);
  if (text.find("\"lanescope.times/") != std::string::npos) return refused(file, "open.recording");
  if (is_file(file.parent_path() / "lesson.toml"))  // its guide's text, a header
    return lesson_at(file.parent_path() / "lesson.toml");
  return refused(file, "open.other");
}

Opening open_one(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return refused(path, "open.missing");
  if (fs::is_directory(status)) return open_folder(path);
  // A pipe would never end.
  return fs::is_regular_file(status) ? open_file(path) : refused(path, "open.other");
}

// "file:///home/me/a%20b" -> "/home/me/a b"
std::string from_address(std::string_view address) {
  std::string path;
  for (std::size_t i = 0; i < address.size(); ++i) {
    unsigned int byte = 0;
    const char* digits = address.data() + i + 1;
    if (address[i] == '%' && i + 2 < address.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      path += static_cast<char>(byte);
      i += 2;
    } else {
      path += address[i];
    }
  }
  return path;
}

// code_to_read() of a file's text; nothing if either can't be read.
std::optional<std::string> code_of(const fs::path& file) {
  const auto text = lesson::read_text_file(file);
  if (!text) return std::nullopt;
  auto code = code_to_read(*text);
  return code ? std::optional(*std::move(code)) : std::nullopt;
}

}  // namespace

std::vector<std::string> kernels_in_file(const fs::path& file) {
  const auto code = code_of(file);
  return code ? kernels_in_text(*code) : std::vector<std::string>();
}

bool is_whole_program(const fs::path& file) {
  if (file.extension() != ".cu" || !is_file(file) || !lesson::lesson_naming(file).empty())
    return false;
  const auto code = code_of(file);
  return code && find_word(*code, "main") != std::string::npos;
}

fs::path path_from(const std::string& typed) {
  constexpr std::string_view scheme = "file://";
  const auto is_around = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  std::string text = typed;
  while (!text.empty() && is_around(text.back())) text.pop_back();
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_around));
  const bool quoted = text.size() > 1 && text.front() == text.back() &&
                      (text.front() == '\'' || text.front() == '"');
  if (quoted) text = text.substr(1, text.size() - 2);
  if (text.starts_with(scheme)) text = from_address(std::string_view(text).substr(scheme.size()));
  if (text == "~" || text.starts_with("~/")) text.replace(0, 1, lesson::environment("HOME"));
  while (text.size() > 1 && text.back() == '/') text.pop_back();  // of a folder
  return text;
}

Opening what_opens(const std::vector<fs::path>& paths) {
  if (paths.empty() || (paths.size() == 1 && paths.front().empty()))
    return refused({}, "open.nothing");
  if (paths.size() == 1) return open_one(paths.front());
  Opening common;
  for (const fs::path& path : paths) {
    Opening opening = open_one(path);
    const bool agrees =
        !opening.lesson.empty() && (common.lesson.empty() || common.lesson == opening.lesson);
    if (!agrees) return refused(paths.front(), "open.several", list_of_names(paths));
    common = std::move(opening);
  }
  return common;
}

}  // namespace lanescope::app
