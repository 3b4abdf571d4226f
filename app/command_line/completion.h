// What a shell offers when Tab is pressed: scripts for bash, zsh and fish.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/command_table.h"

namespace lanescope::app {

// The names that ship, for the values LESSON, DECK and ID (a machine).
struct ShippedNames {
  std::vector<std::string> lessons, decks, machines;
};

[[nodiscard]] std::string bash_completion(const CommandTable& table, const ShippedNames& shipped);
[[nodiscard]] std::string zsh_completion(const CommandTable& table, const ShippedNames& shipped);
[[nodiscard]] std::string fish_completion(const CommandTable& table, const ShippedNames& shipped);

}  // namespace lanescope::app
