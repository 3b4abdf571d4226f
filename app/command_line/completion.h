// What a shell offers when Tab is pressed: scripts for bash, zsh and fish.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/command_table.h"

namespace lanescope::app {

// Names that ship with the program, offered where a value is LESSON, DECK or ID (a machine).
struct ShippedNames {
  std::vector<std::string> lessons, decks, machines;
};

[[nodiscard]] std::string bash_completion(const CommandTable& table, const ShippedNames& shipped);
[[nodiscard]] std::string zsh_completion(const CommandTable& table, const ShippedNames& shipped);
[[nodiscard]] std::string fish_completion(const CommandTable& table, const ShippedNames& shipped);

}  // namespace lanescope::app
