// The commands and their options as plain rows, those that the parser is made of: the manual page
// and the shells' completions are written from them, so that none of them falls behind.
#pragma once

#include <string>
#include <vector>

namespace lanescope::app {

struct OptionRow {
  std::vector<std::string> names;  // "-o", "--output"; of an argument without a name: "LESSON"
  std::string value;               // what stands for its value, such as FILE; empty: it takes none
  std::vector<std::string> choices;  // the only values there are; empty: any
  std::string about;
  bool is_argument = false;  // it has no name and is known by its place
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

}  // namespace lanescope::app
