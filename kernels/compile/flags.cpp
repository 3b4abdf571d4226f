#include "kernels/compile/flags.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lanescope::compile {
namespace {

struct FlagRow {
  enum class Value { none, number, yes_or_no, standard };
  std::string_view name;  // one or two dashes precede it
  Value value;
  std::string_view nvrtc, nvcc;  // the option there; empty: it is not needed there
  bool changes_numbers;          // clang has none of these options
};

constexpr FlagRow flag_rows[] = {
    {"std", FlagRow::Value::standard, "", "", false},
    // Of the host's half. Device code is always optimised.
    {"O", FlagRow::Value::none, "", "", false},
    {"O0", FlagRow::Value::none, "", "", false},
    {"O1", FlagRow::Value::none, "", "", false},
    {"O2", FlagRow::Value::none, "", "", false},
    {"O3", FlagRow::Value::none, "", "", false},
    {"extended-lambda", FlagRow::Value::none, "--extended-lambda", "--extended-lambda", false},
    {"expt-extended-lambda", FlagRow::Value::none, "--extended-lambda", "--expt-extended-lambda",
     false},
    {"expt-relaxed-constexpr", FlagRow::Value::none, "", "--expt-relaxed-constexpr", false},
    {"maxrregcount", FlagRow::Value::number, "--maxrregcount", "--maxrregcount", false},
    {"use_fast_math", FlagRow::Value::none, "--use_fast_math", "--use_fast_math", true},
    {"ftz", FlagRow::Value::yes_or_no, "--ftz", "--ftz", true},
    {"prec-div", FlagRow::Value::yes_or_no, "--prec-div", "--prec-div", true},
    {"prec-sqrt", FlagRow::Value::yes_or_no, "--prec-sqrt", "--prec-sqrt", true},
    {"fmad", FlagRow::Value::yes_or_no, "--fmad", "--fmad", true},
};

// NVRTC and nvcc have no later ones.
constexpr std::string_view standards[] = {"c++11", "c++14", "c++17", "c++20"};
constexpr std::string_view truths[] = {"true", "false"};

bool is_macro_flag(std::string_view flag) {
  return flag.starts_with("-D") || flag.starts_with("-U");
}

struct ParsedFlag {
  const FlagRow* row = nullptr;
  std::string_view value;
  bool has_value = false;
};

ParsedFlag parse_flag(std::string_view flag) {
  if (!flag.starts_with('-')) return {};
  flag.remove_prefix(flag.starts_with("--") ? 2 : 1);
  const std::size_t equals = flag.find('=');
  const std::string_view name = flag.substr(0, equals);
  for (const FlagRow& row : flag_rows) {
    if (row.name != name) continue;
    if (equals == flag.npos) return {&row, {}, false};
    return {&row, flag.substr(equals + 1), true};
  }
  return {};
}

template <std::size_t N>
bool is_among(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool fits(const ParsedFlag& flag) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  switch (flag.row->value) {
    case FlagRow::Value::none:
      return !flag.has_value;
    case FlagRow::Value::number:
      return !flag.value.empty() && flag.value.size() <= 4 &&
             std::all_of(flag.value.begin(), flag.value.end(), is_digit);
    case FlagRow::Value::yes_or_no:
      return is_among(truths, flag.value);
    case FlagRow::Value::standard:
      return is_among(standards, flag.value);
  }
  return false;
}

std::string form_of(const FlagRow& row) {
  switch (row.value) {
    case FlagRow::Value::none:
      return fmt::format("--{}", row.name);
    case FlagRow::Value::number:
      return fmt::format("--{}=32", row.name);
    case FlagRow::Value::yes_or_no:
      return fmt::format("--{}=true or --{}=false", row.name, row.name);
    case FlagRow::Value::standard:
      return fmt::format("--{}={}", row.name, fmt::join(standards, ", "));
  }
  return {};
}

std::string allowed_flags() {
  std::string names = "-DNAME=VALUE, -UNAME, -IFOLDER";
  for (const FlagRow& row : flag_rows) {
    const std::string_view dashes = row.name.starts_with('O') ? "-" : "--";
    names += fmt::format(", {}{}", dashes, row.name);
  }
  return names;
}

// "X" of "-DX=1", "F" of "-DF(x)=x"
std::string_view name_of_macro(std::string_view flag) {
  return flag.substr(2, flag.find_first_of("=(") - 2);
}

bool begins_name_of_macro(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

bool is_of_one_line(std::string_view value) {
  const std::size_t last = value.find_last_not_of(" \t\v\f");
  return value.find_first_of("\r\n") == value.npos && value.find("/*") == value.npos &&
         value.find("//") == value.npos && (last == value.npos || value[last] != '\\');
}

std::string flag_problem(std::string_view flag) {
  if (flag.find_first_of("\r\n") != flag.npos) return "a flag is one line";
  if (is_macro_flag(flag)) {
    if (flag.size() < 3 || !begins_name_of_macro(flag[2]))
      return fmt::format("'{}' names no macro; write the name behind it: -DNAME=VALUE", flag);
    if (!is_of_one_line(flag))
      return fmt::format(
          "'{}' would take more than its own line: a macro's value has no comment and "
          "no backslash at its end",
          flag);
    return {};
  }
  if (flag.starts_with("-I"))
    return flag.size() > 2 ? std::string() : std::string("'-I' names no folder; write -IFOLDER");
  const ParsedFlag parsed = parse_flag(flag);
  if (parsed.row == nullptr)
    return fmt::format("'{}' is not a flag that may be given; the flags are {}", flag,
                       allowed_flags());
  if (!fits(parsed))
    return fmt::format("'{}' has a wrong value; write {}", flag, form_of(*parsed.row));
  return {};
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  bool is_open = false;  // a word that has begun, perhaps as ''
  char quote = 0;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
      if (!is_open) words.emplace_back();
      is_open = true;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      is_open = false;
    } else {
      if (!is_open) words.emplace_back();
      is_open = true;
      words.back() += c;
    }
  }
  return words;
}

std::vector<std::string> flags_in(std::string_view text) {
  const std::vector<std::string> words = words_in(text);
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < words.size(); ++i) {
    flags.push_back(words[i]);
    if (i + 1 == words.size()) break;
    const ParsedFlag parsed = parse_flag(words[i]);
    if (words[i] == "-D" || words[i] == "-U" || words[i] == "-I") {
      flags.back() += words[++i];
    } else if (parsed.row != nullptr && parsed.row->value != FlagRow::Value::none &&
               !parsed.has_value) {
      flags.back() += "=" + words[++i];
    }
  }
  return flags;
}

void take_folders(std::vector<std::string>& flags, std::vector<std::filesystem::path>& include,
                  const std::filesystem::path& base) {
  std::erase_if(flags, [&](const std::string& flag) {
    if (!flag.starts_with("-I")) return false;
    include.push_back((base / flag.substr(2)).lexically_normal());
    return true;
  });
}

std::string macro_lines(const std::vector<std::string>& flags) {
  std::string text;
  for (auto each = flags.begin(); each != flags.end(); ++each) {
    const std::string& flag = *each;
    if (!is_macro_flag(flag)) continue;
    // The last one is meant: the command line's come after the lesson's.
    const bool is_replaced = std::any_of(each + 1, flags.end(), [&](const std::string& later) {
      return is_macro_flag(later) && name_of_macro(later) == name_of_macro(flag);
    });
    if (is_replaced) continue;
    const std::size_t equals = flag.find('=');
    if (flag[1] == 'U') {
      text += fmt::format("#undef {}\n", flag.substr(2));
    } else if (equals == flag.npos) {
      text += fmt::format("#define {} 1\n", flag.substr(2));
    } else {
      text += fmt::format("#define {} {}\n", flag.substr(2, equals - 2), flag.substr(equals + 1));
    }
  }
  return text;
}

CompilerFlags flags_for(const std::vector<std::string>& flags, Compiler compiler) {
  CompilerFlags result;
  for (const std::string& flag : flags) {
    const ParsedFlag parsed = parse_flag(flag);
    if (parsed.row == nullptr) continue;
    if (parsed.row->value == FlagRow::Value::standard) {
      result.standard = parsed.value;
      continue;
    }
    if (compiler == Compiler::clang) {
      if (parsed.row->changes_numbers) {
        result.warnings.push_back(
            {MessageSeverity::warning, "", 0, 0,
             fmt::format("clang has no {}: the kernel is compiled without it", flag), ""});
      }
      continue;
    }
    const std::string_view option =
        compiler == Compiler::nvcc ? parsed.row->nvcc : parsed.row->nvrtc;
    if (option.empty()) continue;
    result.options.push_back(parsed.has_value ? fmt::format("{}={}", option, parsed.value)
                                              : std::string(option));
  }
  return result;
}

}  // namespace lanescope::compile
