#include "app/command_line/command_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace lanescope::app {
namespace {

// What an option's value may be.
struct Values {
  std::vector<std::string> words;
  bool files = false;
};

Values values_of(const OptionRow& option, const ShippedNames& shipped) {
  const auto contains = [&](std::string_view word) {
    return option.value.find(word) != std::string::npos;
  };
  if (!option.choices.empty()) return {option.choices, false};
  if (contains("LESSON")) return {shipped.lessons, option.is_argument};
  if (contains("DECK")) return {shipped.decks, true};
  if (option.value == "ID") return {shipped.machines, false};
  return {{}, contains("FILE") || contains("PICTURE")};
}

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

std::string names_of(const std::vector<CommandRow>& commands, std::string_view between) {
  std::vector<std::string> names;
  for (const CommandRow& command : commands) names.push_back(command.name);
  return joined(names, between);
}

// The window's row comes first, with an empty name: bash and fish treat it as "no command".
std::vector<CommandRow> rows_of(const CommandTable& table) {
  std::vector<CommandRow> rows{table.window};
  rows.front().name.clear();
  rows.insert(rows.end(), table.commands.begin(), table.commands.end());
  return rows;
}

std::string replaced(std::string_view text, std::string_view special, std::string_view before) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += before;
    result += c;
  }
  return result;
}

// ---- zsh ----

std::string zsh_text(std::string_view text) {
  // Inside single quotes, a single quote is written as '\''.
  std::string result;
  for (const char c : replaced(text, "\\[]:", "\\"))
    result += c == '\'' ? "'\\''" : std::string(1, c);
  return result;
}

std::string zsh_action(const Values& values) {
  if (values.words.empty()) return values.files ? "_files" : " ";
  const std::string words = "(" + joined(values.words) + ")";
  if (!values.files) return words;
  return "_alternative \"names:name:" + words + "\" \"files:file:_files\"";
}

std::string zsh_option(const OptionRow& option, const ShippedNames& shipped) {
  const std::string value =
      option.value.empty()
          ? ""
          : fmt::format("{}{}:{}", option.value_is_optional ? "::" : ":", zsh_text(option.value),
                        zsh_action(values_of(option, shipped)));
  if (option.is_argument) {
    const std::string_view occurrence = option.repeatable ? "*" : option.required ? "" : ":";
    return fmt::format(" \\\n    '{}{}'", occurrence, value);
  }
  std::string text;
  for (const std::string& name : option.names) {
    const std::string before = option.repeatable || option.names.size() == 1
                                   ? (option.repeatable ? "*" : "")
                                   : "(" + joined(option.names) + ")";
    text += fmt::format(" \\\n    '{}{}[{}]{}'", before, name, zsh_text(option.about), value);
  }
  return text;
}

std::string zsh_options(const CommandRow& command, const ShippedNames& shipped) {
  std::string text;
  for (const OptionRow& option : command.options) text += zsh_option(option, shipped);
  return text;
}

// ---- fish ----

std::string fish_text(std::string_view text) { return "'" + replaced(text, "\\'", "\\") + "'"; }

std::string fish_option(const OptionRow& option, const std::string& when,
                        const ShippedNames& shipped) {
  const Values values = values_of(option, shipped);
  std::string line = fmt::format("complete -c lanescope -n {}", fish_text(when));
  if (!option.is_argument) {
    for (const std::string& name : option.names) {
      const bool is_long = name.starts_with("--");
      line += is_long ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    if (!option.value.empty()) line += " -r";
  }
  line += values.files ? " -F" : " -f";
  if (!values.words.empty()) line += " -a " + fish_text(joined(values.words));
  return line + " -d " + fish_text(option.about) + "\n";
}

}  // namespace

std::string bash_completion(const CommandTable& table, const ShippedNames& shipped) {
  std::string values;     // after an option that takes one
  std::string otherwise;  // options, and what arguments may be
  for (const CommandRow& row : rows_of(table)) {
    std::vector<std::string> words;
    bool files = false;
    for (const OptionRow& option : row.options) {
      const Values own = values_of(option, shipped);
      if (option.is_argument) {
        words.insert(words.end(), own.words.begin(), own.words.end());
        files = files || own.files;
        continue;
      }
      words.insert(words.end(), option.names.begin(), option.names.end());
      if (option.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(row.name + "," + name);
      values += fmt::format("    {}) words='{}' files={} ;;\n", joined(patterns, " | "),
                            joined(own.words), own.files ? "yes" : "no");
    }
    if (row.name.empty()) words.push_back(names_of(table.commands, " "));
    otherwise += fmt::format("      '{}') words='{}' files={} ;;\n", row.name, joined(words),
                             files ? "yes" : "no");
  }
  return fmt::format(R"(# bash completion for lanescope
_lanescope() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command= words= files=no i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in
      {0}) command=${{COMP_WORDS[i]}} && break ;;
    esac
  done
  # bash splits --option=value at the sign.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  case $command,$before in
{1}    *)
      case $command in
{2}      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ $files == yes ]]; then
    compopt -o filenames
    mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$word")
  fi
}}
complete -F _lanescope lanescope
)",
                     names_of(table.commands, " | "), values, otherwise);
}

std::string zsh_completion(const CommandTable& table, const ShippedNames& shipped) {
  std::string commands;
  std::string cases;
  for (const CommandRow& command : table.commands) {
    commands += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.about));
    cases += fmt::format("  {})\n    _arguments{}\n    ;;\n", command.name,
                         zsh_options(command, shipped));
  }
  return fmt::format(R"(#compdef lanescope
local -a commands=(
{0})
if (( CURRENT > 2 && ${{commands[(I)${{words[2]}}:*]}} )); then
  shift words
  (( CURRENT-- ))
  case ${{words[1]}} in
{1}  esac
else
  (( CURRENT > 2 )) || _describe command commands
  _arguments{2}
fi
)",
                     commands, cases, zsh_options(table.window, shipped));
}

std::string fish_completion(const CommandTable& table, const ShippedNames& shipped) {
  const std::string no_command = "not __fish_seen_subcommand_from " + names_of(table.commands, " ");
  std::string text = "# fish completion for lanescope\n";
  for (const CommandRow& command : table.commands) {
    text += fmt::format("complete -c lanescope -n {} -f -a {} -d {}\n", fish_text(no_command),
                        command.name, fish_text(command.about));
  }
  for (const CommandRow& row : rows_of(table)) {
    const std::string when =
        row.name.empty() ? no_command : "__fish_seen_subcommand_from " + row.name;
    for (const OptionRow& option : row.options) text += fish_option(option, when, shipped);
  }
  return text;
}

}  // namespace lanescope::app
