#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "app/command_line/access_csv.h"
#include "app/command_line/command.h"
#include "app/command_line/shared_options.h"
#include "kernels/machine_file/machine_file.h"

namespace lanescope::app {
namespace {

std::string text_of(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

tl::expected<std::string, std::string> read_file(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return tl::unexpected(std::string("it is a folder"));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return tl::unexpected(std::generic_category().message(errno));
  std::string text = text_of(stream);
  if (stream.bad()) return tl::unexpected(std::string("reading it failed"));
  return text;
}

struct AccessCommand : Command {
  AccessCommand()
      : Command("access",
                "Count the cost of single warp accesses: sectors, wavefronts, conflicts") {
    add("--csv FILE", &csv,
        "Table with the columns name, space (global, shared), op (ld, st, atom, red), bytes, mask, "
        "o0 to o31; - is the standard input")
        .required();
    add_machine(*this, machine);
  }

  Result run(const Screen& /*screen*/) override {
    const bool standard_input = csv == "-";
    const auto text = standard_input ? text_of(std::cin) : read_file(csv);
    if (!text) return wrong_input(fmt::format("{}: cannot read: {}", csv, text.error()));
    const auto accesses = read_accesses(*text, standard_input ? "standard input" : csv);
    if (!accesses) return wrong_input(accesses.error());
    const auto profile = machine::find(checked_machine(machine));
    if (!profile) return wrong_input(profile.error().formatted());
    return success(costs_csv(*accesses, (*profile)->memory));
  }

  std::string csv, machine;
};

}  // namespace

std::unique_ptr<Command> make_access() { return std::make_unique<AccessCommand>(); }

}  // namespace lanescope::app
