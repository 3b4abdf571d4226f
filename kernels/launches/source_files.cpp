#include "kernels/launches/source_files.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <set>
#include <system_error>

namespace lanescope::launches {
namespace {

// The number behind a directive's name, and what follows it; 0 and nothing if there is none.
struct Numbered {
  int number = 0;
  std::string_view rest;
};
Numbered numbered(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  Numbered result;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result.number);
  if (error == std::errc()) result.rest = text.substr(static_cast<std::size_t>(end - text.data()));
  return result;
}

}  // namespace

std::vector<std::string> source_files_of(std::string_view ptx) {
  std::map<int, std::string> files;
  std::set<int> used;
  for (std::size_t begin = 0; begin < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', begin), ptx.size());
    std::string_view line = ptx.substr(begin, end - begin);
    begin = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with(".loc")) {
      used.insert(numbered(line.substr(4)).number);
    } else if (line.starts_with(".file")) {
      const Numbered file = numbered(line.substr(5));
      const std::size_t quote = file.rest.find('"');
      const std::size_t last = quote == file.rest.npos ? quote : file.rest.find('"', quote + 1);
      if (last != file.rest.npos)
        files[file.number] = std::string(file.rest.substr(quote + 1, last - quote - 1));
    }
  }
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const auto& [number, name] : files) {
    if (used.contains(number) && taken.insert(name).second) names.push_back(name);
  }
  return names;
}

}  // namespace lanescope::launches
