#include "kernels/host_program/recording.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <system_error>
#include <vector>

namespace lanescope::host_program {
namespace {

std::string variable_named(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// The words of /proc/self/cmdline.
std::vector<std::string> command_line() {
  std::vector<std::string> words;
  std::FILE* file = std::fopen("/proc/self/cmdline", "rb");
  if (file == nullptr) return words;
  std::string word;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
    if (c != 0) {
      word += static_cast<char>(c);
      continue;
    }
    words.push_back(std::move(word));
    word.clear();
  }
  std::fclose(file);
  return words;
}

}  // namespace

tl::expected<Recording, std::string> start_recording(const std::filesystem::path& file,
                                                     const std::string& machine,
                                                     double share_of_time) {
  launches::Program program;
  std::vector<std::string> words = command_line();
  program.command = variable_named("LANESCOPE_COMMAND");
  if (program.command.empty() && !words.empty()) program.command = words.front();
  if (!words.empty()) program.arguments.assign(words.begin() + 1, words.end());
  std::error_code error;
  program.folder = std::filesystem::current_path(error).string();
  program.machine = machine;
  program.compiler = variable_named("LANESCOPE_COMPILER");
  program.date = utc_now();
  program.sources = split(variable_named("LANESCOPE_SOURCES"), ':');
  launches::WriterOptions options;
  options.share_of_time = share_of_time;
  if (const std::string limit = variable_named("LANESCOPE_RECORD_LIMIT"); !limit.empty())
    options.max_content_bytes = std::strtoull(limit.c_str(), nullptr, 10);
  for (const std::string& number : split(variable_named("LANESCOPE_RECORD_KEEP"), ','))
    options.keep_launches.insert(std::strtoull(number.c_str(), nullptr, 10));
  auto writer = launches::Writer::create(file, program, options);
  if (!writer) return tl::unexpected(writer.error());
  return Recording{*std::move(writer), std::filesystem::path(program.command).filename().string()};
}

}  // namespace lanescope::host_program
