#include "app/session/start/own_kernel.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/start/kernel_in_text.h"
#include "app/session/start/ptx_lesson.h"
#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/places.h"
#include "kernels/lesson_file/ptx_source.h"
#include "sim/launch/thread_index.h"
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

// A parameter of the kernel or a member of a structure, as a lesson file says it.
struct Parameter {
  std::string name;
  lesson::ValueType type;  // of a value, or what a pointer points to
  bool is_pointer = false, is_constant = false;
  std::uint32_t elements = 0;      // of an array in a structure; else 0
  std::string structure;           // its type's name; empty: no structure
  std::string align;               // bytes, where the structure states them
  std::vector<Parameter> members;  // of the structure
  std::string object;              // "texture" or "surface"; empty: neither
  std::string extents;             // of that, as the file says them
  std::uint32_t texels = 0;
  // Of an array: elements for each one of the kernel's, where those are structures; and what the
  // lesson file says about it in a comment.
  std::uint32_t times = 1;
  std::string comment;
};

// "16", or a name that the text gives an integer: #define TILE 16, const int tile = 16.
std::optional<std::uint32_t> integer_in(const std::string& text, const std::string& expression) {
  std::string digits = without_blanks(expression);
  if (digits.empty() || TextReader{digits}.word() != digits) return std::nullopt;
  if (std::isdigit(static_cast<unsigned char>(digits[0])) == 0) {
    std::smatch match;
    const std::regex value("(?:#\\s?define\\s+" + digits + "\\s+|\\b" + digits +
                           "\\s*=\\s*)\\(?(\\d+)\\)?\\s*(?:;|,|\n|$)");
    if (!std::regex_search(text, match, value)) return std::nullopt;
    digits = match[1];
  }
  const auto number = whole_number<std::uint32_t>(digits);
  return number == 0U ? std::nullopt : number;
}

using Words = std::vector<std::string>;

Words words_of(const std::string& text) {
  static const std::regex word(R"re([A-Za-z_]\w*)re");
  Words words;
  for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at)
    words.push_back(at->str());
  return words;
}

bool has_word(const std::string& text, const std::string& word) {
  return find_word(text, word) != std::string::npos;
}

// Behind the brace that closes the one at `open`; npos if there is none.
std::size_t behind_braces(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return std::string::npos;
}

struct Definition {
  std::string head, body;  // "__align__(16) Params" and what is between the braces
};

// struct Params {...}; or typedef struct {...} Params;
std::optional<Definition> definition_of(const std::string& text, const std::string& type) {
  static const std::regex keyword(R"re(\bstruct\b)re");
  for (std::sregex_iterator at(text.begin(), text.end(), keyword), end; at != end; ++at) {
    const auto begin = static_cast<std::size_t>(at->position() + at->length());
    const std::size_t open = text.find_first_of("{;", begin);
    if (open == text.npos || text[open] == ';') continue;
    const std::size_t close = behind_braces(text, open);
    if (close == text.npos) continue;
    const std::string head = text.substr(begin, open - begin);
    const std::string tail =
        text.substr(close, std::min(text.find(';', close), text.size()) - close);
    const Words names = words_of(head.substr(0, head.find(':')));
    const Words aliases = words_of(tail);
    if ((!names.empty() && names.back() == type) || (!aliases.empty() && aliases[0] == type))
      return Definition{head, text.substr(open + 1, close - open - 2)};
  }
  return std::nullopt;
}

// A declaration without what does not change its values: `volatile`, `restrict`, and the `const` of
// a pointer itself.
std::string without_qualifiers(const std::string& declared) {
  constexpr std::array<std::string_view, 6> without{
      "volatile", "mutable", "restrict", "__restrict", "__restrict__", "__grid_constant__"};
  std::string result;
  bool is_behind_pointer = false;
  for (std::size_t at = 0; at < declared.size();) {
    TextReader reader{declared, at};
    const std::string_view word =
        std::isspace(static_cast<unsigned char>(declared[at])) != 0 ? "" : reader.word();
    if (word.empty()) {
      is_behind_pointer |= declared[at] == '*';
      result += declared[at++];
      continue;
    }
    at = reader.at;
    const bool is_left_out =
        std::ranges::find(without, word) != without.end() || (word == "const" && is_behind_pointer);
    if (!is_left_out) result += word;
  }
  return result;
}

// The declarations of data in a structure's body, each with its type: "float *a, b" gives
// "float *a" and "float b". nullopt: there is something that a lesson file cannot say.
std::optional<Words> declarations_in(std::string body) {
  static const std::regex access(R"re(\b(public|private|protected)\s*:(?!:))re");
  static const std::regex standard(R"re(\bstd\s*::)re");
  body = std::regex_replace(std::regex_replace(body, access, " "), standard, " ");
  Words all;
  std::string each;
  for (std::size_t at = 0; at < body.size(); ++at) {
    if (body[at] == '{') {
      const std::size_t end = behind_braces(body, at);
      // Other braces than a function's: a type, or a member's value.
      if (end == body.npos || each.find('(') == each.npos) return std::nullopt;
      at = end - 1;
      each.clear();
      continue;
    }
    if (body[at] != ';') {
      each += body[at];
      continue;
    }
    const Words words = words_of(each);
    const bool is_function = each.find('(') != each.npos;
    const bool is_data = !words.empty() && !is_function && words[0] != "static" &&
                         words[0] != "using" && words[0] != "typedef" && words[0] != "friend";
    // Functions by a table, bit fields, pointers to functions, alignments of members.
    if (has_word(each, "virtual") || each.find("align") != each.npos ||
        each.find("(*") != each.npos || (is_data && each.find(':') != each.npos))
      return std::nullopt;
    if (is_data) {
      std::string type;
      for (const std::string& piece : split_at_commas(without_qualifiers(each))) {
        std::string declarator = without_blanks(piece.substr(0, piece.find('=')));
        if (type.empty()) {
          const std::string plain = declarator.substr(0, declarator.find('['));
          const std::size_t end = plain.find_last_not_of(" \n");
          std::size_t name = plain.find_first_of("*&");
          for (std::size_t last = end + 1; name == plain.npos && last > 0; --last) {
            const bool is_of_name =
                std::isalnum(static_cast<unsigned char>(plain[last - 1])) != 0 ||
                plain[last - 1] == '_';
            if (!is_of_name) name = last;
          }
          if (name == plain.npos) return std::nullopt;  // one word: it has no type
          type = without_blanks(plain.substr(0, name));
          const bool is_of_words = std::ranges::all_of(type, [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ' ' ||
                   c == '\n';
          });
          if (type.empty() || !is_of_words) return std::nullopt;
          declarator = declarator.substr(name);
        }
        all.push_back(type + " " + declarator);
      }
    }
    each.clear();
  }
  return all;
}

tl::expected<Parameter, std::string> parameter_from(const std::string& declared,
                                                    const std::string& text, int depth = 0);

tl::expected<void, std::string> read_structure(Parameter& parameter, const std::string& type,
                                               const std::string& text, int depth) {
  const auto by_hand = [&](std::string_view why) {
    return tl::unexpected(fmt::format("'{}': an argument of this type has to be written by hand{}",
                                      type + " " + parameter.name, why));
  };
  constexpr int deepest = 8;
  const auto definition = definition_of(text, type);
  if (!definition || depth > deepest) return by_hand("");
  const auto declarations = declarations_in(definition->body);
  if (!declarations || definition->head.find(':') != std::string::npos)
    return by_hand(": it is more than a structure of values and pointers");
  parameter.structure = type;
  std::smatch align;
  static const std::regex aligned(R"re(align\w*\s*\(\s*\(?\s*(\d+))re");
  if (std::regex_search(definition->head, align, aligned)) parameter.align = align[1];
  for (const std::string& each : *declarations) {
    auto member = parameter_from(each, text, depth + 1);
    if (!member) return tl::unexpected(member.error());
    parameter.members.push_back(std::move(*member));
  }
  return {};
}

// A texture or surface object: its extents and channels are guessed from the first call that names
// it in the text.
void read_texture(Parameter& parameter, const std::string& text) {
  struct Form {
    const char* call;
    const char* extents;
    std::uint32_t texels;
  };
  // The longer names first: each is the beginning of a call's name.
  constexpr Form forms[] = {
      {"1Dfetch", "width = 4096\nmemory = \"linear\"\n", 4096},
      {"1DLayered", "width = 1024\nlayers = 4\n", 4096},
      {"2DLayered", "width = 32\nheight = 32\nlayers = 4\n", 4096},
      {"CubemapLayered", "width = 16\nlayers = 2\nkind = \"cube\"\n", 3072},
      {"Cubemap", "width = 16\nkind = \"cube\"\n", 1536},
      {"1D", "width = 4096\n", 4096},
      {"3D", "width = 16\nheight = 16\ndepth = 16\n", 4096},
      {"2D", "width = 64\nheight = 64\n", 4096},
  };
  const std::regex call(R"re(\b(?:tex|surf)(\w+)\s*(?:<\s*([\w ]+?)\s*>)?\s*\([^;]*?\b)re" +
                        parameter.name + "\\b");
  std::smatch match;
  const bool is_found = std::regex_search(text, match, call);
  const std::string name = is_found ? match[1].str() : "2D";
  const Form* form =
      std::ranges::find_if(forms, [&](const Form& each) { return name.starts_with(each.call); });
  if (form == std::end(forms)) form = std::end(forms) - 1;
  parameter.extents = form->extents;
  parameter.texels = form->texels;
  const auto type = is_found ? lesson::value_type_of_cpp(match[2].str()) : std::nullopt;
  const bool is_texel = type && type->lanes != 3 && lesson::bytes_of(type->element) <= 4 &&
                        type->element != lesson::ElementType::bf16;
  parameter.type = is_texel ? *type : lesson::ValueType{};
}

// The type that a name of the text stands for: typedef float real; using real = float;
// #define REAL float. The name itself where the text gives it no other.
std::string without_aliases(std::string type, const std::string& text) {
  constexpr int most = 4;  // of one in another
  const auto is_type = [](std::string_view words) {
    return !words.empty() && std::isdigit(static_cast<unsigned char>(words[0])) == 0 &&
           std::ranges::all_of(words, [](char c) {
             return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ' ';
           });
  };
  // What stands there for `type`; empty: nothing.
  const auto at_keyword = [&](std::string_view keyword, std::size_t at) {
    const std::size_t begin = at + keyword.size();
    const char last = keyword == "define" ? '\n' : ';';
    const std::string said =
        without_blanks(std::string_view(text).substr(begin, text.find(last, begin) - begin));
    TextReader reader{said};
    if (keyword == "typedef") {
      const std::size_t name = said.find_last_of(" \n");
      return name == said.npos || said.substr(name + 1) != type
                 ? std::string()
                 : without_blanks(said.substr(0, name));
    }
    if (reader.word() != type || (keyword == "using" && !reader.take("="))) return std::string();
    return without_blanks(said.substr(reader.at));
  };
  for (int i = 0; i < most && !type.empty() && TextReader{type}.word() == type; ++i) {
    std::string found;
    for (const std::string_view keyword : {"typedef", "using", "define"}) {
      for (std::size_t at = find_word(text, keyword); at != text.npos && found.empty();
           at = find_word(text, keyword, at + 1)) {
        if (std::string other = at_keyword(keyword, at); is_type(other)) found = std::move(other);
      }
    }
    if (found.empty()) break;
    type = found;
  }
  return type;
}

struct Layout {
  std::uint32_t bytes = 0, alignment = 1;
};

Layout layout_of(const Parameter& parameter) {
  if (parameter.is_pointer) return {8, 8};
  Layout layout{lesson::bytes_of(parameter.type), lesson::alignment_of(parameter.type)};
  if (!parameter.structure.empty()) {
    layout = {};
    const auto round_up = [](std::uint32_t bytes, std::uint32_t to) {
      return (bytes + to - 1) / to * to;
    };
    for (const Parameter& member : parameter.members) {
      const Layout own = layout_of(member);
      layout.bytes = round_up(layout.bytes, own.alignment) + own.bytes;
      layout.alignment = std::max(layout.alignment, own.alignment);
    }
    if (const auto stated = whole_number<std::uint32_t>(parameter.align))
      layout.alignment = std::max(layout.alignment, *stated);
    layout.bytes = round_up(layout.bytes, layout.alignment);
  }
  layout.bytes *= std::max(parameter.elements, 1U);
  return layout;
}

// The one type of all values in a structure; nullopt: there are several, or pointers.
std::optional<lesson::ElementType> only_element_of(const Parameter& parameter) {
  if (parameter.is_pointer) return std::nullopt;
  if (parameter.structure.empty()) return parameter.type.element;
  std::optional<lesson::ElementType> only;
  for (const Parameter& member : parameter.members) {
    const auto own = only_element_of(member);
    if (!own || (only && *only != *own)) return std::nullopt;
    only = own;
  }
  return only;
}

// An array of structures becomes one of their values, or of bytes where these differ in type.
void make_array_of_values(Parameter& array, const std::string& type) {
  Parameter structure = array;
  structure.is_pointer = false;
  const std::uint32_t bytes = layout_of(structure).bytes;
  const auto only = only_element_of(structure);
  array.type.element = only.value_or(lesson::ElementType::u8);
  array.times = std::max(bytes / lesson::bytes_of(array.type.element), 1U);
  array.comment = only ? fmt::format("a {} is {} elements", type, array.times)
                       : fmt::format("a {} is {} bytes; its values differ in type", type, bytes);
  array.structure.clear();
  array.members.clear();
}

// `text`: the whole, which may define the type. `depth`: structures around it.
tl::expected<Parameter, std::string> parameter_from(const std::string& as_written,
                                                    const std::string& text, int depth) {
  Parameter parameter;
  const std::string declared = without_qualifiers(as_written);
  const std::size_t bracket = declared.find('[');
  parameter.is_pointer =
      declared.find('*') != std::string::npos || (depth == 0 && bracket != std::string::npos);
  std::string type;
  for (const std::string& each : words_of(declared.substr(0, bracket))) {
    if (each == "const") {
      parameter.is_constant = true;
    } else if (each != "struct" && each != "std") {
      type += (type.empty() ? "" : " ") + std::exchange(parameter.name, each);
    }
  }
  if (type.empty() && lesson::value_type_of_cpp(parameter.name))
    type = std::exchange(parameter.name, "");  // "float*": a parameter without a name
  if (type.empty()) return tl::unexpected(fmt::format("'{}' has no name", declared));
  const auto by_hand = [&] {
    return tl::unexpected(
        fmt::format("'{}': an argument of this type has to be written by hand", as_written));
  };
  // A template's arguments are no part of the words above, and a reference is an address.
  if (declared.substr(0, bracket).find_first_of("<&(") != std::string::npos) return by_hand();
  if (depth > 0 && bracket != std::string::npos) {
    const std::size_t end = declared.find(']', bracket);
    const bool is_one = end != declared.npos && declared.find('[', end) == declared.npos;
    const auto elements =
        is_one ? integer_in(text, declared.substr(bracket + 1, end - bracket - 1)) : std::nullopt;
    if (!elements || parameter.is_pointer) return by_hand();
    parameter.elements = *elements;
  }
  type = without_aliases(std::move(type), text);
  if (std::ranges::count(declared, '*') > 1)
    return tl::unexpected(fmt::format("'{}': a lesson file has no arrays of pointers", declared));
  if (const auto known = lesson::value_type_of_cpp(type)) {
    parameter.type = *known;
    if (parameter.elements > 0 && known->lanes > 1) return by_hand();
    return parameter;
  }
  if (depth == 0 && !parameter.is_pointer && parameter.elements == 0 &&
      (type == "cudaTextureObject_t" || type == "cudaSurfaceObject_t")) {
    parameter.object = type == "cudaTextureObject_t" ? "texture" : "surface";
    read_texture(parameter, text);
    return parameter;
  }
  if (parameter.elements > 0 || (parameter.is_pointer && depth > 0)) return by_hand();
  if (const auto read = read_structure(parameter, type, text, depth); !read)
    return tl::unexpected(read.error());
  if (parameter.is_pointer) make_array_of_values(parameter, type);
  return parameter;
}

// As parameter_from(). What a lesson file cannot say gets a stand-in and a comment that says why.
Parameter parameter_or_stand_in(const std::string& declared, const std::string& text,
                                std::size_t number) {
  Parameter parameter;
  if (auto read = parameter_from(declared, text)) {
    parameter = std::move(*read);
  } else {
    // void (*f)(int): the name of a pointer to a function stands behind its '*'.
    const std::size_t function = declared.find("(*");
    const Words words = function == declared.npos ? words_of(declared.substr(0, declared.find('[')))
                                                  : words_of(declared.substr(function));
    if (function != declared.npos && !words.empty()) parameter.name = words.front();
    if (function == declared.npos && words.size() > 1) parameter.name = words.back();
    parameter.is_pointer = declared.find('*') != std::string::npos;
    const bool to_pointers = std::ranges::count(declared, '*') > 1;
    parameter.type.element = to_pointers            ? lesson::ElementType::u64
                             : parameter.is_pointer ? lesson::ElementType::f32
                                                    : lesson::ElementType::i32;
    parameter.comment =
        by_hand_mark + read.error() +
        (parameter.is_pointer
             ? "; in place of this stand-in: the type and count of its values, such "
               "as float and 6 * N"
             : "; in place of this stand-in: its type and value, or struct and "
               "members");
    std::ranges::replace(parameter.comment, '\n', ' ');
  }
  if (parameter.name.empty()) parameter.name = fmt::format("arg{}", number);
  return parameter;
}

// The block of the kernel's first launch in the text; empty: there is none, or it is no number.
std::vector<std::uint32_t> block_in(const std::string& text, const std::string& kernel) {
  const std::vector<LaunchInText> launches = launches_of(text, kernel);
  if (launches.empty() || launches[0].configuration.size() < 2) return {};
  std::string extents = launches[0].configuration[1];
  // Of "dim3(16, 16)" and "dim3 block(16, 16)", what is between the brackets.
  const auto extents_at = [](TextReader reader, std::string_view name) {
    const bool is_it = reader.word() == "dim3" && (name.empty() || reader.word() == name);
    const auto inner = is_it ? reader.bracketed() : std::nullopt;
    return inner ? std::string(*inner) : std::string();
  };
  if (std::string inner = extents_at({extents}, ""); !inner.empty()) {
    extents = std::move(inner);
  } else if (TextReader{extents}.word() == extents) {
    const std::string name = extents;
    for (std::size_t at = find_word(text, "dim3"); at != text.npos;
         at = find_word(text, "dim3", at + 1)) {
      inner = extents_at({text, at}, name);
      if (inner.empty()) continue;
      extents = std::move(inner);
      break;
    }
  }
  std::vector<std::uint32_t> result;
  for (const std::string& each : split_at_commas(extents)) {
    const auto extent = integer_in(text, each);
    if (!extent || result.size() == 3) return {};
    result.push_back(*extent);
  }
  return result;
}

// What is between the braces of the function; empty: it is only declared.
std::string body_of(const std::string& text, const std::string& function) {
  for (std::size_t at = find_word(text, function); at != text.npos;
       at = find_word(text, function, at + 1)) {
    TextReader reader{text, at + function.size()};
    if (!reader.bracketed()) continue;
    reader.skip_blanks();
    const std::size_t end =
        text.substr(reader.at, 1) == "{" ? behind_braces(text, reader.at) : std::string::npos;
    if (end != text.npos) return text.substr(reader.at, end - reader.at);
  }
  return {};
}

// The block that the kernel's indices tell: "blockIdx.x * TX + threadIdx.x" has TX threads along x.
// Where a loop goes on by fewer than that, "for (j = 0; j < TY; j += ROWS)", each thread takes
// several rows, and there are ROWS along y. Empty: they don't tell it.
std::vector<std::uint32_t> block_of_indices(const std::string& text, const std::string& function) {
  const std::string body = body_of(text, function);
  std::vector<std::uint32_t> block;
  std::uint64_t threads = 1;
  for (const char axis : {'x', 'y', 'z'}) {
    const std::string in_grid = fmt::format(R"re(blockIdx\s*\.\s*{}\b\s*)re", axis);
    const std::string in_block = fmt::format(R"re(threadIdx\s*\.\s*{}\b\s*)re", axis);
    const std::string start =
        fmt::format(R"re((?:{0}\*\s*(\w+)\s*|\b(\w+)\s*\*\s*{0}))re", in_grid);
    std::smatch match;
    const std::regex index(fmt::format(R"re({0}\+\s*{1}|{1}\+\s*{0})re", start, in_block));
    if (!std::regex_search(body, match, index)) {
      if (axis == 'x' || has_word(body, fmt::format("threadIdx.{}", axis))) return {};
      break;
    }
    std::string extent;
    for (std::size_t i = 1; i < match.size(); ++i) extent += match[i];
    auto threads_along = integer_in(text, extent);
    if (!threads_along) return {};
    const std::regex by_rows("\\w+\\s*<\\s*" + extent + "\\s*;\\s*\\w+\\s*\\+=\\s*(\\w+)");
    if (axis == 'y' && std::regex_search(body, match, by_rows)) {
      const auto rows = integer_in(text, match[1]);
      if (rows && *rows < *threads_along) threads_along = rows;
    }
    block.push_back(*threads_along);
    threads *= *threads_along;
  }
  return threads <= launch::max_threads_per_block ? block : std::vector<std::uint32_t>();
}

// Writes the arguments, the arrays that structures point to, and textures.
class ArgumentWriter {
 public:
  // `size`: the lesson's parameter; `count`: the elements of an array.
  ArgumentWriter(const std::vector<Parameter>& parameters, std::string size, std::string count)
      : size_(std::move(size)), count_(std::move(count)) {
    for (const Parameter& each : parameters) taken_.insert(each.name);
    for (const Parameter& each : parameters) add(each);
  }
  [[nodiscard]] std::string text() const { return arguments_ + arrays_; }

 private:
  void add(const Parameter& parameter) {
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
      for (const Parameter& member : parameter.members)
        arguments_ += fmt::format("  {},\n", member_text(member, parameter.name));
      arguments_ += "]\n";
      if (!parameter.align.empty()) arguments_ += fmt::format("align = {}\n", parameter.align);
    }
  }

  void add_texture(const Parameter& parameter) {
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

  [[nodiscard]] std::string array_text(const Parameter& parameter) const {
    const lesson::ValueType type = parameter.type;
    const std::uint32_t each = type.lanes * parameter.times;
    const std::string times = each > 1 ? fmt::format("{} * ", each) : "";
    return fmt::format("type = \"{}\"\ncount = \"{}{}\"\n{}", lesson::name_of(type.element), times,
                       count_, parameter.is_constant ? "init = \"iota\"\n" : "");
  }

  // "N"; 1 where the type is real or too small for sizes, or the name is that of a step; of a
  // vector a list.
  [[nodiscard]] std::string value_text(const Parameter& parameter) const {
    const lesson::ValueType type = parameter.type;
    static const std::regex step("(stride|step|inc|factor)", std::regex::icase);
    const bool is_size = !lesson::is_real(type.element) && lesson::bytes_of(type.element) > 1 &&
                         !std::regex_search(parameter.name, step);
    const std::string value = is_size ? fmt::format("\"{}\"", size_) : "1";
    if (type.lanes == 1) return value;
    return fmt::format("[{}]", fmt::join(std::vector<std::string>(type.lanes, value), ", "));
  }

  // An inline table. `of`: the name of what it is a member of.
  std::string member_text(const Parameter& member, const std::string& of) {
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
      for (const Parameter& each : member.members)
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
                                                       const std::string& wanted) {
  if (lesson::is_ptx(file_name, kernel_text))
    return lesson_text_for_ptx(std::string(kernel_text), file_name, comment, wanted);
  const auto code = code_to_read(kernel_text);
  if (!code) return tl::unexpected(code.error());
  const std::string& text = *code;
  const auto kernel = kernel_in_text(text, wanted);
  if (!kernel) return tl::unexpected(kernel.error());
  std::vector<Parameter> parameters;
  for (const std::string& each : split_at_commas(kernel->parameters)) {
    if (each != "void") parameters.push_back(parameter_or_stand_in(each, text, parameters.size()));
  }
  // A parameter of the lesson replaces its name in the kernel's text, and in the file's own headers
  // and those for device code, whose templates have parameters with short names.
  const bool has_headers = std::regex_search(
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
      fmt::format("# {}\nsource = \"{}\"\nkernel = \"{}\"\n\n", comment, file_name, kernel->name);
  toml += fmt::format("[params]\n{} = {{ default = {}, min = 1, max = {} }}\n\n[launch]\n", size,
                      has_rows ? 256 : 4096, has_rows ? 2048 : 1 << 20);
  std::vector<std::uint32_t> block = block_in(text, kernel->function);
  if (block.empty()) block = block_of_indices(text, kernel->function);
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
  return toml + ArgumentWriter(parameters, size, count).text();
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
