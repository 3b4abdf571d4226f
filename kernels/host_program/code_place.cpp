#include "kernels/host_program/code_place.h"

#include <dlfcn.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "sim/exec/decode/kernel_names.h"

namespace lanescope::host_program {
namespace {

// One of addr2line's lines: "FILE:LINE"; "" if it says that it does not know.
std::string known_line(std::string text) {
  text = text.substr(0, text.find(" ("));  // (discriminator 2)
  return text.starts_with("??") || text.ends_with(":?") || text.ends_with(":0") ? "" : text;
}

// What addr2line says: "FILE:LINE"; "" if it does not know or is not there. Of inlined calls the
// innermost that is not in the Toolkit's headers, else the innermost.
std::string source_line(const std::string& file, std::uint64_t offset) {
  int ends[2];
  if (pipe(ends) != 0) return "";
  const std::string address = fmt::format("0x{:x}", offset);
  const char* arguments[] = {"addr2line", "-i", "-e", file.c_str(), address.c_str(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  pid_t child = 0;
  // Without LD_LIBRARY_PATH nothing of the program's own is loaded into it.
  char path[] = "PATH=/usr/local/bin:/usr/bin:/bin";
  char* clean[] = {path, nullptr};
  const int error = posix_spawnp(&child, "addr2line", &actions, nullptr,
                                 const_cast<char* const*>(arguments), clean);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  if (error == 0) {
    char buffer[512];
    ssize_t bytes = 0;
    while ((bytes = read(ends[0], buffer, sizeof buffer)) > 0)
      text.append(buffer, static_cast<std::size_t>(bytes));
    waitpid(child, nullptr, 0);
  }
  close(ends[0]);
  const std::string innermost = known_line(text.substr(0, text.find('\n')));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line = known_line(line);
    if (!line.empty() && !is_toolkits(line.substr(0, line.rfind(':')))) return line;
  }
  return innermost;
}

}  // namespace

std::string place_in_program(const void* code) {
  Dl_info info;
  if (code == nullptr || dladdr(code, &info) == 0 || info.dli_fname == nullptr)
    return "unknown code";
  std::error_code error;
  std::string file = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (std::string_view(info.dli_fname).find(".so") != std::string_view::npos) file = info.dli_fname;
  // A program that is not position-independent has its addresses in the file.
  std::uint64_t offset = reinterpret_cast<std::uint64_t>(code);
  const auto base = reinterpret_cast<std::uint64_t>(info.dli_fbase);
  if (base > 0x10'0000'0000) offset -= base;
  std::string line = source_line(file, offset);
  if (line.empty())
    line = fmt::format("{}+0x{:x}", std::filesystem::path(file).filename().string(), offset);
  if (info.dli_sname == nullptr) return line;
  return fmt::format("{} ({})", exec::demangled(info.dli_sname), line);
}

bool is_toolkits(const std::filesystem::path& file) {
  // Our header is written for the compiler alone, and is gone when the program runs.
  if (file.filename() == "cuda_runtime.h") return true;
  std::error_code error;
  for (auto folder = file.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
    if (std::filesystem::exists(folder / "cuda_runtime.h", error)) return true;
  return false;
}

SourcePlace place_of_code(const void* code) {
  if (code == nullptr) return {};
  static auto* known = new std::map<const void*, SourcePlace>();
  const auto found = known->find(code);
  if (found != known->end()) return found->second;
  SourcePlace& result = (*known)[code];
  const std::string text = place_in_program(code);
  const std::size_t open = text.rfind('(');
  const std::string place =
      open == std::string::npos ? text : text.substr(open + 1, text.size() - open - 2);
  const std::size_t colon = place.rfind(':');
  if (colon != std::string::npos)
    result = {place.substr(0, colon), std::atoi(place.c_str() + colon + 1), 0};
  return result;
}

}  // namespace lanescope::host_program
