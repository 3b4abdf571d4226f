// What a command is: its name, its options, and what it does. Each command is one file in commands/
// and one row of commands.def. Only command_line.cpp includes CLI11.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "app/command_line/command_table.h"
#include "app/command_line/result.h"

namespace lanescope::app {

struct Screen;  // command_line.h

// Where an option's value goes. It is left as it is if the option is not given.
using Target =
    std::variant<bool*, int*, std::uint32_t*, std::uint64_t*, double*, std::string*,
                 std::vector<std::string>*, std::optional<int>*, std::optional<std::int64_t>*,
                 std::optional<std::uint64_t>*, std::optional<std::string>*>;

// An option as its command declares it. The parser refuses values and combinations that it does not
// allow.
struct Option {
  OptionRow row;
  Target target;
  std::optional<std::pair<int, int>> range;  // both included
  bool is_positive = false, is_not_negative = false;
  std::vector<std::string> needed, excluded;  // names of other options of the command

  Option& required() { return row.required = true, *this; }
  Option& one_of(std::vector<std::string> choices) {
    return row.choices = std::move(choices), *this;
  }
  Option& in_range(int least, int most) { return range.emplace(least, most), *this; }
  Option& positive() { return is_positive = true, *this; }
  Option& not_negative() { return is_not_negative = true, *this; }
  Option& needs(std::string other) { return needed.push_back(std::move(other)), *this; }
  Option& excludes(std::string other) { return excluded.push_back(std::move(other)), *this; }
};

// Thrown by Command::run() for values that the parser cannot judge.
struct WrongUsage {
  std::string message;  // one sentence that names the option
};

class Command {
 public:
  // `about`: one line, without a full stop.
  Command(std::string name, std::string about) : name_(std::move(name)), about_(std::move(about)) {}
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  // Called once, after the parser has filled the targets. May throw WrongUsage.
  [[nodiscard]] virtual Result run(const Screen& screen) = 0;

  // Takes what follows "--" on the command line, as it stands. nullptr: "--" has its usual meaning,
  // that no options follow.
  [[nodiscard]] virtual std::vector<std::string>* after_dashes() { return nullptr; }

  // Declares an option. `names` is written as in the help, with the placeholder of its value:
  // "-o,--output FILE". "--json" takes no value. The value of "--reset [LESSON]" may be omitted.
  // "LESSON" is positional. A vector takes several values; a named option is then repeated. The
  // reference is valid until the next call.
  Option& add(std::string_view names, Target target, std::string about);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& about() const { return about_; }
  [[nodiscard]] const std::vector<Option>& options() const { return options_; }

 protected:
  // `schema`: as "lanescope.sim/1".
  Option& add_json(const std::string& schema) {
    return add("--json", &json, "As JSON, schema " + schema);
  }
  bool json = false;

 private:
  std::string name_, about_;
  std::vector<Option> options_;
};

// Those of commands.def, in its order.
[[nodiscard]] std::vector<std::unique_ptr<Command>> all_commands();
// The program without a command.
[[nodiscard]] std::unique_ptr<Command> make_window();
// "access, check-lessons, ...", sorted.
[[nodiscard]] std::string command_names();

// Returns the parsed value. Throws WrongUsage with the option's name if parsing failed.
template <typename T>
T checked(tl::expected<T, std::string> parsed, const char* option) {
  if (!parsed) throw WrongUsage{std::string(option) + ": " + parsed.error()};
  return std::move(*parsed);
}

}  // namespace lanescope::app
