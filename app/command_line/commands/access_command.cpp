#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "app/command_line/access_csv.h"
#include "app/command_line/commands.h"

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

}  // namespace

Result access_command(const std::filesystem::path& csv) {
  const bool standard_input = csv == "-";
  const auto text = standard_input ? text_of(std::cin) : read_file(csv);
  if (!text) {
    return failure(ExitCode::wrong_input,
                   fmt::format("{}: cannot read: {}", csv.string(), text.error()));
  }
  const auto accesses = read_accesses(*text, standard_input ? "standard input" : csv.string());
  if (!accesses) return failure(ExitCode::wrong_input, accesses.error());
  return success(priced_csv(*accesses));
}

}  // namespace lanescope::app
