// The only file that includes CLI11, the slowest of all headers.
#include "app/command_line/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>
#include <type_traits>

#include "app/command_line/command.h"
#include "viz/text/languages.h"

namespace lanescope::app {
namespace {

constexpr const char* version = "lanescope " LANESCOPE_VERSION;

constexpr const char* exit_codes =
    "Exit codes: 0 success, 1 a finding, 2 wrong usage or input, 3 not possible on this machine "
    "(no compiler, display or GPU). run: the program's own.";

OptionRow flag_row(std::vector<std::string> names, std::string about) {
  return {std::move(names), {}, {}, std::move(about)};
}
OptionRow version_row() {
  return flag_row({"--version"}, "Display program version information and exit");
}
OptionRow help_row() { return flag_row({"-h", "--help"}, "Print this help"); }

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ","));
}

// CLI11's own write the limits of a double, with 300 digits.
CLI::Validator above_zero(bool zero_too, const char* name) {
  return {[=](const std::string& text) -> std::string {
            double value = 0;
            const bool good =
                CLI::detail::lexical_cast(text, value) && (value > 0 || (zero_too && value == 0));
            // It takes the largest 64-bit number for those above.
            if (good && value >= 0x1p64) return fmt::format("{} is too large", text);
            return good ? "" : fmt::format("{} is not {} 0", text, zero_too ? "at least" : "above");
          },
          name};
}

// CLI11 keeps the options that another one needs or excludes in a set ordered by address, so their
// order in the help would differ from one start to the next.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    for (const std::set<CLI::Option*>& others : {option->get_needs(), option->get_excludes()}) {
      std::vector<std::string> names;
      for (const CLI::Option* other : others) names.push_back(other->get_name());
      const auto line = [&] { return fmt::format(": {}", fmt::join(names, " ")); };
      const std::string by_address = line();
      std::ranges::sort(names);
      text = CLI::detail::find_and_replace(std::move(text), by_address, line());
    }
    return text;
  }
};

void add(CLI::App& app, const Option& option) {
  const OptionRow& row = option.row;
  const std::string names = joined(row.names);
  CLI::Option* added = std::visit(
      [&]<typename T>(T* target) {
        if constexpr (std::is_same_v<T, bool>) {
          return app.add_flag(names, *target, row.about);
        } else if constexpr (std::is_same_v<T, std::optional<std::string>>) {
          // CLI11 would leave it empty where the value is left out.
          return app.add_option_function<std::string>(
              names, [target](const std::string& value) { *target = value; }, row.about);
        } else {
          return app.add_option(names, *target, row.about);
        }
      },
      option.target);
  if (row.value.empty()) return;
  added->type_name(row.is_argument ? "" : row.value)->required(row.required);
  if (row.value_is_optional) added->expected(0, 1);
  // One value per option: `--set PAD=1 tile` must not take `tile` as a second value.
  if (row.repeatable && !row.is_argument) added->take_all()->allow_extra_args(false);
  if (!row.choices.empty()) added->check(CLI::IsMember(row.choices));
  if (option.range) added->check(CLI::Range(option.range->first, option.range->second));
  if (option.is_positive) added->check(above_zero(false, "POSITIVE"));
  if (option.is_not_negative) added->check(above_zero(true, "NONNEGATIVE"));
}

CLI::Option* find(CLI::App& app, const Option& option) {
  return app.get_option(option.row.names.front());
}

void add_options(CLI::App& app, const Command& command) {
  for (const Option& option : command.options()) add(app, option);
  for (const Option& option : command.options()) {
    for (const std::string& other : option.needed) find(app, option)->needs(app.get_option(other));
    for (const std::string& other : option.excluded)
      find(app, option)->excludes(app.get_option(other));
  }
}

class Parser {
 public:
  Parser() {
    app_.formatter(std::make_shared<HelpFormatter>());
    app_.set_version_flag("--version", version, version_row().about);
    app_.footer(exit_codes);
    app_.require_subcommand(0, 1);
    app_.set_help_flag(joined(help_row().names), help_row().about);
    add_options(app_, *window_);
    for (const auto& command : commands_)
      add_options(*app_.add_subcommand(command->name(), command->about()), *command);
  }

  // Throws CLI::ParseError or WrongUsage on wrong usage, and CLI::ParseError for --help and
  // --version.
  Result run(std::vector<std::string> arguments, const Screen& screen) {
    take_after_dashes(arguments);
    std::ranges::reverse(arguments);  // the order that CLI11 expects
    app_.parse(std::move(arguments));
    const auto chosen = app_.get_subcommands();
    if (chosen.empty()) return window_->run(screen);
    Command& command =
        **std::ranges::find(commands_, chosen.front()->get_name(),
                            [](const auto& each) -> const std::string& { return each->name(); });
    hand_down(*chosen.front(), command);
    return command.run(screen);
  }

  [[nodiscard]] std::string help() const { return app_.help(); }

 private:
  // CLI11 would take what follows "--" for more of the positional arguments.
  void take_after_dashes(std::vector<std::string>& arguments) {
    const auto dashes = std::ranges::find(arguments, "--");
    for (const auto& command : commands_) {
      std::vector<std::string>* const target = command->after_dashes();
      if (target == nullptr || dashes == arguments.end() ||
          std::find(arguments.begin(), dashes, command->name()) == dashes) {
        continue;
      }
      target->assign(dashes + 1, arguments.end());
      arguments.erase(dashes, arguments.end());
      return;
    }
  }

  // Window options before the command apply to the command if it declares the same ones:
  // `lanescope --machine a100 sim transpose`. Others would have no effect and are refused.
  void hand_down(CLI::App& chosen, const Command& command) {
    for (const Option& given : window_->options()) {
      const CLI::Option* from = find(app_, given);
      if (from->count() == 0) continue;
      bool is_taken = false;
      for (const Option& own : command.options()) {
        if (own.row.names.front() != given.row.names.front() || own.row.value != given.row.value)
          continue;
        is_taken = true;
        CLI::Option* to = find(chosen, own);
        if (to->count() > 0) continue;
        to->add_result(from->results());
        to->run_callback();
      }
      if (!is_taken) {
        throw WrongUsage{
            fmt::format("'{}' does not take {}", command.name(), given.row.names.front())};
      }
    }
  }

  std::unique_ptr<Command> window_ = make_window();
  std::vector<std::unique_ptr<Command>> commands_ = all_commands();
  CLI::App app_{window_->about(), window_->name()};
};

Result wrong_usage(const std::string& message) {
  return wrong_input(fmt::format("lanescope: {}\nThe commands are {}; see lanescope --help.",
                                 message, command_names()));
}

Result answer_of(const std::vector<std::string>& arguments, const Screen& screen) {
  Parser parser;
  try {
    return parser.run(arguments, screen);
  } catch (const CLI::CallForHelp&) {
    return success(parser.help());
  } catch (const CLI::CallForVersion& called) {
    return success(std::string(called.what()) + "\n");
  } catch (const CLI::ExtrasError& error) {
    // `lanescope my.cu 20`: 20 is meant for the program.
    if (!arguments[0].ends_with(".cu")) return wrong_usage(error.what());
    return wrong_input(fmt::format(
        "lanescope: {}\nWhat a program is given stands behind --: lanescope run {} -- {}",
        error.what(), arguments[0], fmt::join(arguments.begin() + 1, arguments.end(), " ")));
  } catch (const CLI::ParseError& error) {
    return wrong_usage(error.what());
  } catch (const WrongUsage& error) {
    return wrong_usage(error.message);
  }
}

CommandRow row_of(const Command& command, std::vector<OptionRow> options) {
  for (const Option& option : command.options()) options.push_back(option.row);
  return {command.name(), command.about(), std::move(options)};
}

}  // namespace

Result run_command_line(const std::vector<std::string>& arguments, const Screen& screen) {
  std::vector<std::string> asked = arguments;
  // "help" is what others call --help: `lanescope help`, `lanescope help sim`.
  if (!asked.empty() && asked.front() == "help" && asked.size() <= 2) {
    asked.erase(asked.begin());
    asked.emplace_back("--help");
  }
  Result result = answer_of(asked, screen);
  for (const std::string& problem : text::languages().problems) result.err += problem + "\n";
  return result;
}

CommandTable command_table() {
  CommandTable table{version, row_of(*make_window(), {version_row(), help_row()}), exit_codes, {}};
  for (const auto& command : all_commands())
    table.commands.push_back(row_of(*command, {help_row()}));
  return table;
}

}  // namespace lanescope::app
