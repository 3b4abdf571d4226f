#include "app/session/files/write_file.h"

#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

std::string text_of(int error) { return std::generic_category().message(error); }

// Closes it at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (is_open()) ::close(number_);
  }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }
  // Returns 0 or the error.
  [[nodiscard]] int write(std::string_view content) const {
    while (!content.empty()) {
      const ::ssize_t count = ::write(number_, content.data(), content.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno;
      content.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
  }
  int close() {
    const int result = ::close(number_) == 0 ? 0 : errno;
    number_ = -1;
    return result;
  }

 private:
  int number_;
};

// The descriptor that a name such as /dev/fd/3 stands for. Opening the name would be another way
// to the file, with an offset of its own, and is refused for sockets.
std::optional<int> descriptor_named(const fs::path& path) {
  const std::string name = path.lexically_normal().string();
  if (name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!name.starts_with(folder)) continue;
    int number = -1;
    const char* end = name.data() + name.size();
    if (std::from_chars(name.data() + folder.size(), end, number).ptr == end) return number;
  }
  return std::nullopt;
}

// Where the links lead, even if nothing is there. A name of a descriptor stays as it is.
fs::path target_of(fs::path path) {
  constexpr int max_links = 40;  // as Linux
  std::error_code error;
  for (int i = 0; i < max_links && !descriptor_named(path); ++i) {
    if (!fs::is_symlink(path, error)) break;
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

int write_in_place(const fs::path& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (!file.is_open()) return errno;
  const int error = file.write(content);
  return error != 0 ? error : file.close();
}

// `before`: the file that is replaced; nullptr: there is none. nullopt: it can't keep its owner.
std::optional<int> replace(const fs::path& path, const struct ::stat* before,
                           std::string_view content) {
  // The process id keeps two running programs from using the same temporary file.
  const std::string temporary = fmt::format("{}.{}.part", path.string(), ::getpid());
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                         before != nullptr ? S_IRUSR | S_IWUSR : 0666));
  if (!file.is_open()) return errno;
  int error = 0;
  bool keeps_owner = true;
  if (before != nullptr) {
    struct ::stat now {};
    keeps_owner = ::fstat(file.number(), &now) == 0 &&
                  ((now.st_uid == before->st_uid && now.st_gid == before->st_gid) ||
                   ::fchown(file.number(), before->st_uid, before->st_gid) == 0);
    if (keeps_owner && ::fchmod(file.number(), before->st_mode & 07777U) != 0) error = errno;
  }
  if (keeps_owner && error == 0) error = file.write(content);
  if (const int closing = file.close(); error == 0) error = closing;
  if (keeps_owner && error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (!keeps_owner || error != 0) ::unlink(temporary.c_str());
  return keeps_owner ? std::optional(error) : std::nullopt;
}

int written(const fs::path& path, std::string_view content) {
  const fs::path target = target_of(path);
  if (const auto named = descriptor_named(target)) {
    const Descriptor file(::dup(*named));
    return file.is_open() ? file.write(content) : errno;
  }
  struct ::stat before {};
  if (::stat(path.c_str(), &before) != 0)
    return errno == ENOENT ? *replace(target, nullptr, content) : errno;
  if (S_ISDIR(before.st_mode)) return EISDIR;
  if (::access(path.c_str(), W_OK) != 0) return errno;
  if (!S_ISREG(before.st_mode) || before.st_nlink > 1) return write_in_place(path, content);
  const auto replaced = replace(target, &before, content);
  return replaced ? *replaced : write_in_place(path, content);
}

}  // namespace

tl::expected<void, std::string> write_file(const fs::path& path, std::string_view content) {
  const int error = written(path, content);
  if (error == 0) return {};
  return tl::unexpected(fmt::format("{}: {}", path.string(), text_of(error)));
}

bool can_write_file(const fs::path& path) {
  const fs::path target = target_of(path);
  if (const auto named = descriptor_named(target)) {
    const int flags = ::fcntl(*named, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
  }
  struct ::stat found {};
  const bool exists = ::stat(path.c_str(), &found) == 0;
  if (exists && (S_ISDIR(found.st_mode) || ::access(path.c_str(), W_OK) != 0)) return false;
  if (exists && (!S_ISREG(found.st_mode) || found.st_nlink > 1)) return true;
  return ::access(folder_of(target).c_str(), W_OK | X_OK) == 0;
}

}  // namespace lanescope::app
