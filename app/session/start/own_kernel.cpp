#include "app/session/start/own_kernel.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <optional>
#include <regex>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/start/ptx_lesson.h"
#include "kernels/lesson_file/places.h"
#include "kernels/lesson_file/ptx_source.h"
#include "sim/diagnostics/source_line.h"
#include "sim/text/number.h"

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

struct Parameter {
  std::string name, type;  // as a lesson file names it
  int per_element = 1;     // 4: float4
  bool is_array = false, is_constant = false;
};

// "unsigned int" -> "uint"; empty: not known.
std::string lesson_type(const std::string& words) {
  static const std::array<std::pair<const char*, const char*>, 23> known{
      {{"float", "float"},
       {"double", "double"},
       {"char", "char"},
       {"signed char", "char"},
       {"int8_t", "char"},
       {"unsigned char", "uchar"},
       {"uint8_t", "uchar"},
       {"short", "short"},
       {"int16_t", "short"},
       {"unsigned short", "ushort"},
       {"uint16_t", "ushort"},
       {"int", "int"},
       {"int32_t", "int"},
       {"unsigned", "uint"},
       {"unsigned int", "uint"},
       {"uint32_t", "uint"},
       {"long long", "longlong"},
       {"long", "longlong"},
       {"int64_t", "longlong"},
       {"unsigned long long", "ulonglong"},
       {"unsigned long", "ulonglong"},
       {"uint64_t", "ulonglong"},
       {"size_t", "ulonglong"}}};
  for (const auto& [name, type] : known) {
    if (words == name) return type;
  }
  return {};
}

tl::expected<Parameter, std::string> parameter_from(const std::string& text) {
  Parameter parameter;
  parameter.is_array = text.find('*') != std::string::npos || text.find('[') != std::string::npos;
  static const std::regex word(R"re([A-Za-z_]\w*)re");
  std::vector<std::string> words;
  for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) {
    const std::string each = at->str();
    if (each == "const") {
      parameter.is_constant = true;
    } else if (!each.starts_with("__") && each != "restrict" && each != "volatile") {
      words.push_back(each);
    }
  }
  if (words.size() < 2) return tl::unexpected(fmt::format("'{}' has no name", text));
  parameter.name = words.back();
  words.pop_back();
  std::string type;
  for (const std::string& each : words) type += (type.empty() ? "" : " ") + each;
  static const std::regex vector_type(
      R"re((float|double|int|uint|char|uchar|short|ushort)([234]))re");
  std::smatch vector;
  if (std::regex_match(type, vector, vector_type)) {
    parameter.type = vector[1];
    parameter.per_element = vector[2].str()[0] - '0';
  } else {
    parameter.type = lesson_type(type);
  }
  const bool is_vector_value = parameter.per_element > 1 && !parameter.is_array;
  if (parameter.type.empty() || is_vector_value)
    return tl::unexpected(
        fmt::format("'{}': an argument of this type has to be written by hand", text));
  return parameter;
}

struct Kernel {
  std::string name, parameters;
};

// That of this name; without a name the first that is not a template: a lesson names no template
// arguments.
tl::expected<Kernel, std::string> kernel_in(const std::string& text, const std::string& wanted) {
  static const std::regex kernel(
      R"re((template\s*<[^>]*>\s*)?(?:extern\s+"[^"]*"\s+)?(?:static\s+)?__global__\s+(?:void\s+)?)re"
      R"re((?:__launch_bounds__\s*\([^)]*\)\s*)?(?:void\s+)?(\w+)\s*\(([^)]*)\))re");
  std::string names;
  for (std::sregex_iterator at(text.begin(), text.end(), kernel), end; at != end; ++at) {
    if ((*at)[1].matched) continue;
    if (wanted.empty() || (*at)[2] == wanted) return Kernel{(*at)[2], (*at)[3]};
    names += (names.empty() ? "" : ", ") + (*at)[2].str();
  }
  if (names.empty())
    return tl::unexpected(
        std::string("the file has no __global__ function that is not a template"));
  return tl::unexpected(
      fmt::format("there is no kernel '{}' that is not a template; there are: {}", wanted, names));
}

// "16", or a name that the text gives an integer: #define TILE 16, const int tile = 16.
std::optional<std::uint32_t> integer_in(const std::string& text, const std::string& expression) {
  static const std::regex word(R"re(\s*(\w+)\s*)re");
  std::smatch match;
  if (!std::regex_match(expression, match, word)) return std::nullopt;
  std::string digits = match[1];
  if (std::isdigit(static_cast<unsigned char>(digits[0])) == 0) {
    const std::regex value("(?:#define\\s+" + digits + "\\s+|\\b" + digits +
                           "\\s*=\\s*)\\(?(\\d+)\\)?\\s*(?:;|,|\n|$)");
    if (!std::regex_search(text, match, value)) return std::nullopt;
    digits = match[1];
  }
  const auto number = whole_number<std::uint32_t>(digits);
  return number == 0U ? std::nullopt : number;
}

// The block of the kernel's first launch in the text; empty: there is none, or it is no number.
std::vector<std::uint32_t> block_in(const std::string& text, const std::string& kernel) {
  const std::regex launch("\\b" + kernel + R"re((?:\s*<[^<>;]*>)?\s*<<<([^;{}]*?)>>>)re");
  std::smatch match;
  if (!std::regex_search(text, match, launch)) return {};
  // The arguments between <<< and >>>: commas inside of parentheses separate none.
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (const char each : match[1].str()) {
    depth += each == '(' ? 1 : each == ')' ? -1 : 0;
    if (each == ',' && depth == 0) {
      arguments.emplace_back();
    } else {
      arguments.back() += each;
    }
  }
  if (arguments.size() < 2) return {};
  std::string block = arguments[1];
  static const std::regex name(R"re(\s*([A-Za-z_]\w*)\s*)re");
  if (std::regex_match(block, match, name)) {
    const std::regex declared("\\bdim3\\s+" + match[1].str() + R"re(\s*[({]([^)};]*)[)}])re");
    if (std::regex_search(text, match, declared)) block = "dim3(" + match[1].str() + ")";
  }
  static const std::regex dim3(R"re(\s*dim3\s*[({]([^(){}]*)[)}]\s*)re");
  const std::string extents = std::regex_match(block, match, dim3) ? match[1].str() : block;
  std::vector<std::uint32_t> result;
  static const std::regex between(R"re([^,]+)re");
  for (std::sregex_iterator at(extents.begin(), extents.end(), between), end; at != end; ++at) {
    const auto extent = integer_in(text, at->str());
    if (!extent || result.size() == 3) return {};
    result.push_back(*extent);
  }
  return result;
}

bool has_word(const std::string& text, const std::string& word) {
  return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

}  // namespace

tl::expected<std::string, std::string> lesson_text_for(std::string_view kernel_text,
                                                       const std::string& file_name,
                                                       const std::string& comment,
                                                       const std::string& wanted) {
  if (lesson::is_ptx(kernel_text))
    return lesson_text_for_ptx(std::string(kernel_text), file_name, comment, wanted);
  const std::string text = bare_code(kernel_text);
  const auto kernel = kernel_in(text, wanted);
  if (!kernel) return tl::unexpected(kernel.error());
  std::vector<Parameter> parameters;
  static const std::regex between(R"re([^,]+)re");
  for (std::sregex_iterator at(kernel->parameters.begin(), kernel->parameters.end(), between), end;
       at != end; ++at) {
    if (at->str().find_first_not_of(" \t\n\r") == std::string::npos) continue;
    auto parameter = parameter_from(at->str());
    if (!parameter) return tl::unexpected(parameter.error());
    parameters.push_back(std::move(*parameter));
  }
  // A parameter of the lesson replaces its name in the kernel's text.
  std::string size = "N";
  for (const char* each : {"N", "SIZE", "ELEMENTS", "LENGTH", "LESSON_N"}) {
    size = each;
    if (!has_word(text, size)) break;
  }
  const bool has_rows = has_word(text, "threadIdx\\.y") || has_word(text, "blockIdx\\.y");
  const std::string count = has_rows ? fmt::format("{0} * {0}", size) : size;
  std::string toml =
      fmt::format("# {}\nsource = \"{}\"\nkernel = \"{}\"\n\n", comment, file_name, kernel->name);
  toml += fmt::format("[params]\n{} = {{ default = {}, min = 1, max = {} }}\n\n[launch]\n", size,
                      has_rows ? 256 : 4096, has_rows ? 2048 : 1 << 20);
  std::vector<std::uint32_t> block = block_in(text, kernel->name);
  if (block.empty())
    block = has_rows ? std::vector<std::uint32_t>{16, 16} : std::vector<std::uint32_t>{256};
  std::string grid;
  for (std::size_t i = 0; i < block.size(); ++i) {
    // A dimension that the count leaves out has one block.
    grid += i < (has_rows ? 2U : 1U)
                ? fmt::format("{}\"ceil_div({}, {})\"", i == 0 ? "" : ", ", size, block[i])
                : std::string(", 1");
  }
  toml += fmt::format("grid = [{}]\nblock = [{}]\n", grid, fmt::join(block, ", "));
  if (std::regex_search(text, std::regex(R"re(extern\s+__shared__)re")))
    toml += "dynamic_shared = 4096\n";
  for (const Parameter& parameter : parameters) {
    toml +=
        fmt::format("\n[[args]]\nname = \"{}\"\ntype = \"{}\"\n", parameter.name, parameter.type);
    const bool is_real = parameter.type == "float" || parameter.type == "double";
    if (!parameter.is_array) {
      toml += fmt::format("value = \"{}\"\n", is_real ? "1" : size);
      continue;
    }
    toml += parameter.per_element > 1
                ? fmt::format("count = \"{} * {}\"\n", parameter.per_element, count)
                : fmt::format("count = \"{}\"\n", count);
    if (parameter.is_constant) toml += "init = \"iota\"\n";
  }
  return toml;
}

tl::expected<fs::path, std::string> write_lesson_for(const fs::path& kernel_file,
                                                     const std::string& comment,
                                                     const std::string& kernel) {
  const auto text = lesson::read_text_file(kernel_file);
  if (!text) return tl::unexpected(fmt::format("{}: {}", kernel_file.string(), text.error()));
  const auto toml = lesson_text_for(*text, kernel_file.filename().string(), comment, kernel);
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
