// The commands and their options as plain rows. Parser, manual page and shell completions are made
// from the same rows, so they agree.
#pragma once

#include <string>
#include <vector>

namespace lanescope::app {

struct OptionRow {
  std::vector<std::string> names;  // "-o", "--output"; a positional argument has one name: "LESSON"
  std::string value;               // placeholder of its value, such as FILE; empty: takes no value
  std::vector<std::string> choices;  // the allowed values; empty: any
  std::string about;
  bool is_argument = false;  // positional
  bool required = false;
  bool repeatable = false;
  bool value_is_optional = false;
};

struct CommandRow {
  std::string name;
  std::string about;
  std::vector<OptionRow> options;
};

struct CommandTable {
  std::string program;     // "lanescope 0.1.0"
  CommandRow window;       // the program without a command
  std::string exit_codes;  // one sentence
  std::vector<CommandRow> commands;
};

[[nodiscard]] CommandTable command_table();

// Names that ship with the program, offered where a value is LESSON, DECK or ID (a machine).
struct ShippedNames {
  std::vector<std::string> lessons, decks, machines;
};

[[nodiscard]] std::string bash_completion(const CommandTable& table, const ShippedNames& shipped);
[[nodiscard]] std::string zsh_completion(const CommandTable& table, const ShippedNames& shipped);
[[nodiscard]] std::string fish_completion(const CommandTable& table, const ShippedNames& shipped);

// As man(7) roff.
[[nodiscard]] std::string manual_page(const CommandTable& table);

}  // namespace lanescope::app
