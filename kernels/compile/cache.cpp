#include "kernels/compile/cache.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "kernels/compile/digest.h"
#include "kernels/compile/wanted_kernel.h"

namespace lanescope::compile {
namespace {

// Whether a line of the text may be `#line 70 "file"` or `# 70 "file"`.
bool may_name_a_file(std::string_view text) {
  for (std::size_t at = text.find('#'); at != text.npos; at = text.find('#', at + 1)) {
    const std::size_t word = text.find_first_not_of(" \t", at + 1);
    if (word == text.npos) return false;
    const std::string_view rest = text.substr(word);
    if (rest.starts_with("line") || (rest[0] >= '0' && rest[0] <= '9')) return true;
  }
  return false;
}

bool has_word(std::string_view text, std::string_view word) {
  const auto is_of_word = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_of_word(at - 1)) && !is_of_word(at + word.size())) return true;
  }
  return false;
}

// The defines that can make a difference: those whose names occur. A launch with another N need not
// compile a kernel anew that takes n as an argument.
std::vector<std::pair<std::string, std::string>> defines_that_count(const Source& source) {
  // Headers may use any name, and these can make a name of parts or write it in another way.
  constexpr std::string_view signs[] = {"include", "##", "%:", "\\\n", "\\\r", "\\u", "\\U"};
  std::string all = source.text + ' ' + source.kernel;
  for (const std::string& flag : source.flags) all += ' ' + flag;
  for (const auto& [name, value] : source.defines) all += ' ' + value;
  if (!source.header_texts.empty() || std::ranges::any_of(signs, [&](std::string_view sign) {
        return all.find(sign) != all.npos;
      })) {
    return source.defines;
  }
  std::vector<std::pair<std::string, std::string>> counting = source.defines;
  std::erase_if(counting, [&](const auto& define) { return !has_word(all, define.first); });
  return counting;
}

}  // namespace

std::string cache_key(const std::string& compiler_fingerprint, const Source& source,
                      const std::string& headers) {
  // Each part is preceded by its length, so different lists of parts give different keys.
  std::string key;
  const auto add = [&key](std::string_view part) {
    key += std::to_string(part.size());
    key += ':';
    key += part;
  };
  add(front_end_version);
  add(compiler_fingerprint);
  add(source.name);
  const auto defines = defines_that_count(source);
  add(std::to_string(defines.size()));
  for (const auto& [name, value] : defines) {
    add(name);
    add(value);
  }
  add(source.text);
  for (const std::filesystem::path& folder : source.include) add("-I" + folder.string());
  for (const std::string& flag : source.flags) add(flag);
  if (is_kernel_expression(source.kernel)) add("kernel " + source.kernel);
  if (!headers.empty()) add(headers);
  // The PTX then says where the file is, as seen from the text's folder.
  if (may_name_a_file(source.text)) add("in " + source.folder.string());
  return key;
}

std::optional<Ptx> Cache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->ptx;
}

void Cache::insert(const std::string& key, const Ptx& ptx) {
  const std::lock_guard lock(mutex_);
  if (by_key_.contains(key)) return;  // two threads compiled the same text
  entries_.push_front({key, ptx});
  by_key_.emplace(key, entries_.begin());
  bytes_ += entries_.front().bytes();
  while (bytes_ > limit_bytes_ && !entries_.empty()) {
    bytes_ -= entries_.back().bytes();
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

void Cache::clear() {
  const std::lock_guard lock(mutex_);
  by_key_.clear();
  entries_.clear();
  bytes_ = 0;
}

std::size_t Cache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "lanescope-ptx 1\n";

std::string header_of(std::string_view key, std::string_view ptx) {
  return fmt::format("{}{} {} {:016x} {:016x}\n", magic, key.size(), ptx.size(), fnv1a64(key),
                     fnv1a64(ptx));
}

}  // namespace

DiskCache DiskCache::from_environment() {
  const auto value = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string(text != nullptr ? text : "");
  };
  if (value("LANESCOPE_CACHE") == "off") return DiskCache({});
  const fs::path cache = value("XDG_CACHE_HOME");
  // The XDG specification says to ignore relative paths.
  if (cache.is_absolute()) return DiskCache(cache / "lanescope" / "ptx");
  const fs::path home = value("HOME");
  if (home.is_absolute()) return DiskCache(home / ".cache" / "lanescope" / "ptx");
  return DiskCache({});
}

fs::path DiskCache::path_of(std::string_view key) const {
  return folder_ / fmt::format("{:016x}.ptx", fnv1a64(key));
}

std::optional<std::string> DiskCache::find(std::string_view key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path path = path_of(key);
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::stringstream content;
  content << file.rdbuf();
  const std::string text = std::move(content).str();

  // The PTX follows header and key. The stored header must equal the one computed from them.
  std::size_t header_size = text.find('\n', magic.size());
  if (!text.starts_with(magic) || header_size == std::string::npos) return std::nullopt;
  ++header_size;
  if (text.size() < header_size + key.size()) return std::nullopt;
  const std::string_view stored_key = std::string_view(text).substr(header_size, key.size());
  const std::string_view ptx = std::string_view(text).substr(header_size + key.size());
  if (stored_key != key || header_of(key, ptx) != text.substr(0, header_size)) return std::nullopt;
  std::error_code error;  // a cache that is read-only for this user works too
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
  return std::string(ptx);
}

void DiskCache::insert(std::string_view key, std::string_view ptx) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return;
  static std::atomic<std::size_t> counter{0};
  const std::size_t number = counter++;  // different names for threads of one process
  const fs::path path = path_of(key);
  fs::path beside = path;
  beside += fmt::format(".{}.{}.part", ::getpid(), number);
  {
    std::ofstream file(beside, std::ios::binary);
    file << header_of(key, ptx) << key << ptx;
    file.close();
    if (!file) {
      fs::remove(beside, error);
      return;
    }
  }
  fs::rename(beside, path, error);
  if (error) {
    fs::remove(beside, error);
    return;
  }
  // Not each time, because it lists the whole folder.
  if (number % std::max<std::size_t>(1, max_entries_ / 64) == 0) remove_oldest();
}

void DiskCache::remove_oldest() const {
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error))
    paths.push_back(at->path());
  if (paths.size() <= max_entries_) return;  // the usual case: no need to read the files' ages
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (fs::path& path : paths) {
    std::error_code gone;
    const auto time = fs::last_write_time(path, gone);
    if (!gone) files.emplace_back(time, std::move(path));
  }
  std::sort(files.begin(), files.end());
  const std::size_t kept = max_entries_ * 3 / 4;
  if (files.size() <= kept) return;
  files.resize(files.size() - kept);
  for (const auto& [time, path] : files) fs::remove(path, error);
}

}  // namespace lanescope::compile
