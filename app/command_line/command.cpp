#include "app/command_line/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lanescope::app {

#define LANESCOPE_COMMAND(name) std::unique_ptr<Command> make_##name();
#include "app/command_line/commands.def"
#undef LANESCOPE_COMMAND

Option& Command::add(std::string_view names, Target target, std::string about) {
  OptionRow row;
  row.about = std::move(about);
  row.is_argument = !names.starts_with('-');
  row.repeatable = std::holds_alternative<std::vector<std::string>*>(target);
  const std::size_t space = std::min(names.find(' '), names.size());
  row.value = row.is_argument ? names : names.substr(std::min(space + 1, names.size()));
  row.value_is_optional = row.value.starts_with('[');
  for (std::string_view rest = names.substr(0, space); !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    row.names.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return options_.emplace_back(Option{std::move(row), target, {}, false, false, {}, {}});
}

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
#define LANESCOPE_COMMAND(name) commands.push_back(make_##name());
#include "app/command_line/commands.def"
#undef LANESCOPE_COMMAND
  return commands;
}

std::string command_names() {
  std::vector<std::string> names;
  for (const auto& command : all_commands()) names.push_back(command->name());
  std::ranges::sort(names);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace lanescope::app
