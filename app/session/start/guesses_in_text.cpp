#include "app/session/start/guesses_in_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <tl/expected.hpp>

#include "app/session/start/kernel_in_text.h"
#include "app/session/start/own_kernel.h"
#include "sim/launch/thread_index.h"
#include "sim/text/number.h"

namespace lanescope::app {

bool has_word(const std::string& text, const std::string& word) {
  return find_word(text, word) != std::string::npos;
}

namespace {

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

tl::expected<ParameterInText, std::string> parameter_from(const std::string& declared,
                                                          const std::string& text, int depth = 0);

tl::expected<void, std::string> read_structure(ParameterInText& parameter, const std::string& type,
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
void read_texture(ParameterInText& parameter, const std::string& text) {
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

Layout layout_of(const ParameterInText& parameter) {
  if (parameter.is_pointer) return {8, 8};
  Layout layout{lesson::bytes_of(parameter.type), lesson::alignment_of(parameter.type)};
  if (!parameter.structure.empty()) {
    layout = {};
    const auto round_up = [](std::uint32_t bytes, std::uint32_t to) {
      return (bytes + to - 1) / to * to;
    };
    for (const ParameterInText& member : parameter.members) {
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
std::optional<lesson::ElementType> only_element_of(const ParameterInText& parameter) {
  if (parameter.is_pointer) return std::nullopt;
  if (parameter.structure.empty()) return parameter.type.element;
  std::optional<lesson::ElementType> only;
  for (const ParameterInText& member : parameter.members) {
    const auto own = only_element_of(member);
    if (!own || (only && *only != *own)) return std::nullopt;
    only = own;
  }
  return only;
}

// An array of structures becomes one of their values, or of bytes where these differ in type.
void make_array_of_values(ParameterInText& array, const std::string& type) {
  ParameterInText structure = array;
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
tl::expected<ParameterInText, std::string> parameter_from(const std::string& as_written,
                                                          const std::string& text, int depth) {
  ParameterInText parameter;
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

}  // namespace

ParameterInText parameter_in_text(const std::string& declared, const std::string& text,
                                  std::size_t number) {
  ParameterInText parameter;
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

namespace {

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

// What the index along the axis multiplies the block's by: TX of "blockIdx.x * TX + threadIdx.x".
// Empty: there is no such index.
std::string step_in(const std::string& body, char axis) {
  const std::string in_grid = fmt::format(R"re(blockIdx\s*\.\s*{}\b\s*)re", axis);
  const std::string in_block = fmt::format(R"re(threadIdx\s*\.\s*{}\b\s*)re", axis);
  const std::string start = fmt::format(R"re((?:{0}\*\s*(\w+)\s*|\b(\w+)\s*\*\s*{0}))re", in_grid);
  std::smatch match;
  const std::regex index(fmt::format(R"re({0}\+\s*{1}|{1}\+\s*{0})re", start, in_block));
  std::string step;
  if (std::regex_search(body, match, index)) {
    for (std::size_t i = 1; i < match.size(); ++i) step += match[i];
  }
  return step;
}

// The block that the kernel's indices tell: "blockIdx.x * TX + threadIdx.x" has TX threads along x.
// Where a loop goes on by fewer than that, "for (j = 0; j < TY; j += ROWS)", each thread takes
// several rows, and there are ROWS along y. Empty: they don't tell it.
std::vector<std::uint32_t> block_of_indices(const std::string& text, const std::string& body) {
  std::vector<std::uint32_t> block;
  std::uint64_t threads = 1;
  for (const char axis : {'x', 'y', 'z'}) {
    const std::string step = step_in(body, axis);
    if (step.empty()) {
      if (axis == 'x' || has_word(body, fmt::format("threadIdx.{}", axis))) return {};
      break;
    }
    auto threads_along = integer_in(text, step);
    if (!threads_along) return {};
    const std::regex by_rows("\\w+\\s*<\\s*" + step + "\\s*;\\s*\\w+\\s*\\+=\\s*(\\w+)");
    std::smatch match;
    if (axis == 'y' && std::regex_search(body, match, by_rows)) {
      const auto rows = integer_in(text, match[1]);
      if (rows && *rows < *threads_along) threads_along = rows;
    }
    block.push_back(*threads_along);
    threads *= *threads_along;
  }
  return threads <= launch::max_threads_per_block ? block : std::vector<std::uint32_t>();
}

}  // namespace

BlockInText block_in_text(const std::string& text, const std::string& function) {
  using lesson::LaunchGuess;
  const std::string body = body_of(text, function);
  BlockInText block{block_in(text, function), {}, LaunchGuess::launch};
  if (block.extents.empty()) {
    block = {block_of_indices(text, body), {}, LaunchGuess::indices};
    if (block.extents.empty()) return {};
  }
  block.steps = block.extents;
  for (std::size_t i = 0; i < block.steps.size(); ++i) {
    if (const auto step = integer_in(text, step_in(body, "xyz"[i])))
      block.steps[i] = std::max(block.steps[i], *step);
  }
  return block;
}

}  // namespace lanescope::app
