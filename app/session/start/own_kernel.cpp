#include "app/session/start/own_kernel.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/course/exercise.h"
#include "app/session/start/guesses_in_text.h"
#include "app/session/start/header_folders.h"
#include "app/session/start/kernel_in_text.h"
#include "app/session/start/launch_lesson.h"
#include "app/session/start/ptx_lesson.h"
#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/ptx_source.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kernel_name = "kernel.cu";
constexpr const char* lesson_file = "lesson.toml";

// Empty if the shipped files are missing.
fs::path starter_folder(const std::string& language) {
  for (const std::string& code : {language, std::string("en")}) {
    for (const fs::path& folder : lesson::shipped_folders("", "starter")) {
      std::error_code error;
      if (fs::exists(folder / code / kernel_name, error)) return folder / code;
    }
  }
  return {};
}

// Creates the first folder that does not exist: another program may be doing the same.
tl::expected<fs::path, std::string> new_folder() {
  const fs::path parent = own_kernels_folder();
  std::error_code error;
  fs::create_directories(parent, error);
  for (int number = 1; !error; ++number) {
    const fs::path folder = parent / fmt::format("kernel-{}", number);
    if (fs::create_directory(folder, error)) return folder;
    if (error == std::errc::file_exists) error.clear();  // a file has this name
  }
  return tl::unexpected(fmt::format("{}: {}", parent.string(), error.message()));
}

}  // namespace

fs::path own_kernels_folder() { return lesson::user_folder("kernels-of-mine"); }

tl::expected<OwnKernel, std::string> make_own_kernel(const std::string& language) {
  const fs::path from = starter_folder(language);
  if (from.empty()) return tl::unexpected(std::string("share/lanescope/shipped/starter: missing"));
  const auto folder = new_folder();
  if (!folder) return tl::unexpected(folder.error());
  for (const char* name : {kernel_name, lesson_file}) {
    std::error_code error;
    fs::copy_file(from / name, *folder / name, error);
    if (error)
      return tl::unexpected(fmt::format("{}: {}", (*folder / name).string(), error.message()));
    fs::permissions(*folder / name, fs::perms::owner_write, fs::perm_options::add, error);
  }
  return OwnKernel{*folder / lesson_file, *folder / kernel_name};
}

std::string starter_text(const std::string& language) {
  return lesson::read_text_file(starter_folder(language) / kernel_name).value_or(std::string());
}

namespace {

constexpr std::string_view argument_guesses =
    "\n# Names and types are those of the parameters; counts and values are guesses.\n";

// Writes the arguments, the arrays that structures point to, and textures.
class ArgumentWriter {
 public:
  // `size`: the lesson's parameter; `count`: the elements of an array.
  ArgumentWriter(const std::vector<ParameterInText>& parameters, std::string size,
                 std::string count)
      : size_(std::move(size)), count_(std::move(count)) {
    for (const ParameterInText& each : parameters) taken_.insert(each.name);
    for (const ParameterInText& each : parameters) add(each);
  }
  [[nodiscard]] std::string text() const {
    const bool has_any = !arguments_.empty();
    return (has_any ? std::string(argument_guesses) : std::string()) + arguments_ + arrays_;
  }

 private:
  void add(const ParameterInText& parameter) {
    arguments_ += fmt::format("\n[[args]]\nname = \"{}\"\n", parameter.name);
    if (!parameter.comment.empty()) arguments_ += fmt::format("# {}\n", parameter.comment);
    if (parameter.is_pointer) {
      arguments_ += array_text(parameter);
    } else if (!parameter.object.empty()) {
      add_texture(parameter);
    } else if (parameter.structure.empty()) {
      arguments_ += fmt::format("type = \"{}\"\nvalue = {}\n", lesson::name_of(parameter.type),
                                value_text(parameter));
    } else {
      arguments_ += fmt::format("struct = \"{}\"\nmembers = [\n", parameter.structure);
      for (const ParameterInText& member : parameter.members)
        arguments_ += fmt::format("  {},\n", member_text(member, parameter.name));
      arguments_ += "]\n";
      if (!parameter.align.empty()) arguments_ += fmt::format("align = {}\n", parameter.align);
    }
  }

  void add_texture(const ParameterInText& parameter) {
    const lesson::ValueType type = parameter.type;
    std::string array = parameter.name + "_texels";
    while (!taken_.insert(array).second) array += '_';
    arguments_ += fmt::format("{} = \"{}\"\n", parameter.object, parameter.name);
    arrays_ +=
        fmt::format("\n[[arrays]]\nname = \"{}\"\ntype = \"{}\"\ncount = {}\ninit = \"iota\"\n",
                    array, lesson::name_of(type.element), parameter.texels * type.lanes);
    arrays_ += fmt::format("\n[[textures]]\nname = \"{}\"\narray = \"{}\"\n{}", parameter.name,
                           array, parameter.extents);
    if (type.lanes > 1) arrays_ += fmt::format("channels = {}\n", type.lanes);
  }

  [[nodiscard]] std::string array_text(const ParameterInText& parameter) const {
    const lesson::ValueType type = parameter.type;
    const std::uint32_t each = type.lanes * parameter.times;
    const std::string times = each > 1 ? fmt::format("{} * ", each) : "";
    return fmt::format("type = \"{}\"\ncount = \"{}{}\"\n{}", lesson::name_of(type.element), times,
                       count_, parameter.is_constant ? "init = \"iota\"\n" : "");
  }

  // "N"; 1 where the type is real or too small for sizes, or the name is that of a step; of a
  // vector a list.
  [[nodiscard]] std::string value_text(const ParameterInText& parameter) const {
    const lesson::ValueType type = parameter.type;
    static const std::regex step("(stride|step|inc|factor)", std::regex::icase);
    const bool is_size = !lesson::is_real(type.element) && lesson::bytes_of(type.element) > 1 &&
                         !std::regex_search(parameter.name, step);
    const std::string value = is_size ? fmt::format("\"{}\"", size_) : "1";
    if (type.lanes == 1) return value;
    return fmt::format("[{}]", fmt::join(std::vector<std::string>(type.lanes, value), ", "));
  }

  // An inline table. `of`: the name of what it is a member of.
  std::string member_text(const ParameterInText& member, const std::string& of) {
    const std::string name = fmt::format("{{ name = \"{}\"", member.name);
    if (member.is_pointer) {
      std::string array = member.name;
      if (!taken_.insert(array).second) {
        array = of + "_" + member.name;
        taken_.insert(array);
      }
      arrays_ += fmt::format("\n[[arrays]]\nname = \"{}\"\n{}", array, array_text(member));
      return fmt::format("{}, pointer = \"{}\" }}", name, array);
    }
    if (!member.structure.empty()) {
      std::string members;
      for (const ParameterInText& each : member.members)
        members += (members.empty() ? "" : ", ") + member_text(each, of + "_" + member.name);
      return fmt::format("{}, struct = \"{}\", members = [{}]{} }}", name, member.structure,
                         members, member.align.empty() ? "" : ", align = " + member.align);
    }
    const std::string type = lesson::name_of(member.type);
    if (member.elements > 0)
      return fmt::format("{}, type = \"{}\", count = {}, init = \"constant:1\" }}", name, type,
                         member.elements);
    return fmt::format("{}, type = \"{}\", value = {} }}", name, type, value_text(member));
  }

  std::string size_, count_;
  std::string arguments_, arrays_;
  std::set<std::string> taken_;  // names of arguments and arrays
};

}  // namespace

tl::expected<std::string, std::string> lesson_text_for(std::string_view kernel_text,
                                                       const std::string& file_name,
                                                       const std::string& comment,
                                                       const std::string& wanted,
                                                       const std::vector<std::string>& include) {
  if (lesson::is_ptx(file_name, kernel_text))
    return lesson_text_for_ptx(std::string(kernel_text), file_name, comment, wanted);
  const auto code = code_to_read(kernel_text);
  if (!code) return tl::unexpected(code.error());
  const std::string& text = *code;
  const auto kernel = kernel_in_text(text, wanted);
  if (!kernel) return tl::unexpected(kernel.error());
  std::vector<ParameterInText> parameters;
  for (const std::string& each : split_at_commas(kernel->parameters)) {
    if (each != "void") parameters.push_back(parameter_in_text(each, text, parameters.size()));
  }
  // A parameter of the lesson replaces its name in the kernel's text, and in the file's own headers
  // and those for device code, whose templates have parameters with short names.
  const bool has_headers =
      !include.empty() ||
      std::regex_search(
          std::string(kernel_text),
          std::regex(R"re(#\s*include\s*("|<(cuda(?!_runtime)|cub|cooperative|mma|thrust)))re"));
  std::string size;
  for (const char* each : {"N", "SIZE", "ELEMENTS", "LENGTH", "LESSON_N"}) {
    size = each;
    if (!has_word(text, size) && !(has_headers && size.size() < 5)) break;
  }
  const bool has_rows =
      std::regex_search(text, std::regex(R"re(\b(threadIdx|blockIdx)\s*\.\s*y\b)re"));
  const std::string count = has_rows ? fmt::format("{0} * {0}", size) : size;
  std::string toml =
      fmt::format("# {}\nsource = \"{}\"\nkernel = \"{}\"\n", comment, file_name, kernel->name);
  if (!include.empty()) {
    toml += fmt::format(
        "# Guesses: the nearest folders with headers that the text includes.\ninclude = "
        "[\"{}\"]\n",
        fmt::join(include, "\", \""));
  }
  toml += '\n';
  auto [block, steps, from] = block_in_text(text, kernel->function);
  if (block.empty()) {
    block = has_rows ? std::vector<std::uint32_t>{16, 16} : std::vector<std::uint32_t>{256};
    steps = block;
  }
  std::string grid;
  for (std::size_t i = 0; i < block.size(); ++i) {
    // A dimension that the count leaves out has one block.
    grid += i < (has_rows ? 2U : 1U)
                ? fmt::format("{}\"ceil_div({}, {})\"", i == 0 ? "" : ", ", size, steps[i])
                : std::string(", 1");
  }
  toml += launch_text_for({size, has_rows, grid, fmt::format("{}", fmt::join(block, ", ")), from});
  if (std::regex_search(text, std::regex(R"re(extern\s+__shared__)re")))
    toml += "dynamic_shared = 4096\n";
  return toml + ArgumentWriter(parameters, size, count).text();
}

namespace {

// Where the block comes from, for a comment.
const char* words_of_guess(lesson::LaunchGuess from) {
  switch (from) {
    case lesson::LaunchGuess::launch:
      return "The block is that of the first launch in the text. The grid is a guess.";
    case lesson::LaunchGuess::indices:
      return "The block is what the kernel's indices tell. The grid is a guess.";
    case lesson::LaunchGuess::reqntid:
      return "The block is that of .reqntid. The grid is a guess.";
    case lesson::LaunchGuess::all:
    case lesson::LaunchGuess::none:
      break;
  }
  return "Grid and block are guesses: the text does not tell them.";
}

}  // namespace

std::string launch_text_for(const GuessedLaunch& launch) {
  const bool rows = launch.has_rows;
  return fmt::format(
      "[params]\n# A guess: the text does not say how many there are.\n"
      "{size} = {{ default = {usual}, min = 1, max = {most}, label = {{ en = \"{en}\", zh = "
      "\"{zh}\" "
      "}} }}\n\n[launch]\n# {words}\n# The window says so as long as the next line is here.\n"
      "guessed = \"{from}\"\ngrid = [{grid}]\nblock = [{block}]\n",
      fmt::arg("size", launch.size), fmt::arg("usual", rows ? 256 : 4096),
      fmt::arg("most", rows ? 2048 : 1 << 20),
      fmt::arg("en", rows ? "rows and columns (a guess)" : "elements (a guess)"),
      fmt::arg("zh", rows ? "行数和列数（猜测）" : "元素个数（猜测）"),
      fmt::arg("words", words_of_guess(launch.from)),
      fmt::arg("from", lesson::name_of(launch.from)), fmt::arg("grid", launch.grid),
      fmt::arg("block", launch.block));
}

std::vector<std::string> lines_by_hand(const fs::path& lesson) {
  std::vector<std::string> found;
  std::istringstream stream(lesson::read_text_file(lesson).value_or(std::string()));
  int number = 0;
  const std::string begin = std::string("# ") + by_hand_mark;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.starts_with(begin))
      found.push_back(fmt::format("{}:{}: {}", lesson.string(), number, line.substr(2)));
  }
  return found;
}

bool is_users_own(const fs::path& file_of_lesson) {
  return !is_own_copy(file_of_lesson) && !launch_origin(file_of_lesson.string()) &&
         !is_in_lesson_folders(file_of_lesson);
}

bool is_in_lesson_folders(const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(path, error);
  return std::ranges::any_of(lesson::lesson_folders(), [&](const fs::path& folder) {
    std::error_code ignored;
    const fs::path shipped = fs::weakly_canonical(folder, ignored);
    return std::mismatch(shipped.begin(), shipped.end(), file.begin(), file.end()).first ==
           shipped.end();
  });
}

tl::expected<fs::path, std::string> write_lesson_for(const fs::path& kernel_file,
                                                     const std::string& comment,
                                                     const std::string& kernel) {
  const auto text = lesson::read_text_file(kernel_file);
  if (!text) return tl::unexpected(fmt::format("{}: {}", kernel_file.string(), text.error()));
  const auto toml = lesson_text_for(*text, kernel_file.filename().string(), comment, kernel,
                                    header_folders_for(kernel_file, *text));
  if (!toml) return tl::unexpected(fmt::format("{}: {}", kernel_file.string(), toml.error()));
  fs::path file = kernel_file.parent_path() / "lesson.toml";
  std::error_code error;
  if (fs::exists(file, error)) file.replace_filename(kernel_file.stem().string() + ".lesson.toml");
  if (fs::exists(file, error)) return tl::unexpected(fmt::format("{}: exists", file.string()));
  std::ofstream stream(file);
  stream << *toml;
  stream.close();
  if (!stream) return tl::unexpected(fmt::format("{}: cannot be written", file.string()));
  return file;
}

}  // namespace lanescope::app
