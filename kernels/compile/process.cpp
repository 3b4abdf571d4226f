#include "kernels/compile/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace lanescope::compile {
namespace {

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    number_ = std::exchange(other.number_, -1);
    return *this;
  }
  ~Descriptor() { close(); }
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

struct Ends {
  Descriptor ours, childs;
};

// A socket rather than a pipe: writing to a child that has exited then returns an error
// (MSG_NOSIGNAL) instead of raising SIGPIPE.
bool make_input(Ends& ends) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
  ends = {Descriptor(pair[0]), Descriptor(pair[1])};
  return ::fcntl(pair[0], F_SETFL, O_NONBLOCK) == 0;
}

bool make_output(Ends& ends) {
  int pair[2];
  if (::pipe2(pair, O_CLOEXEC) != 0) return false;
  ends = {Descriptor(pair[0]), Descriptor(pair[1])};
  return ::fcntl(pair[0], F_SETFL, O_NONBLOCK) == 0;
}

// Returns 0 or an errno value.
int spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments,
          const Ends& input, const Ends& output, const Ends& errors, pid_t& child) {
  std::string name = program.string();
  std::vector<std::string> strings = arguments;
  std::vector<char*> argv{name.data()};
  for (std::string& argument : strings) argv.push_back(argument.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input.childs.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output.childs.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, errors.childs.get(), STDERR_FILENO);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t to_default;
  sigfillset(&to_default);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &to_default);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int error = posix_spawn(&child, name.c_str(), &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

// Reads what is available. Closes the descriptor at the end of the stream.
void read_some(Descriptor& from, std::string& to) {
  std::array<char, 65536> buffer;
  const ssize_t size = ::read(from.get(), buffer.data(), buffer.size());
  if (size > 0) {
    to.append(buffer.data(), static_cast<std::size_t>(size));
  } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
    from.close();
  }
}

void write_some(Descriptor& to, std::string_view& text) {
  const ssize_t size = ::send(to.get(), text.data(), text.size(), MSG_NOSIGNAL);
  if (size > 0) text.remove_prefix(static_cast<std::size_t>(size));
  const bool failed = size < 0 && errno != EAGAIN && errno != EINTR;
  if (text.empty() || failed) to.close();
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

ProcessResult run_process(const std::filesystem::path& program,
                          const std::vector<std::string>& arguments, std::string_view input,
                          std::chrono::milliseconds deadline, std::stop_token stop,
                          const std::function<void(std::string_view)>& on_output,
                          std::size_t output_limit) {
  using Clock = std::chrono::steady_clock;
  using Ended = ProcessResult::Ended;
  ProcessResult result;
  if (stop.stop_requested()) {
    result.ended = Ended::cancelled;
    return result;
  }

  Ends in, out, err;
  Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!make_input(in) || !make_output(out) || !make_output(err) || !wake.open()) {
    result.error = std::strerror(errno);
    return result;
  }
  pid_t child = -1;
  if (const int error = spawn(program, arguments, in, out, err, child); error != 0) {
    result.error = std::strerror(error);
    return result;
  }
  in.childs.close();
  out.childs.close();
  err.childs.close();
  if (input.empty()) in.ours.close();

  const std::stop_callback on_stop(stop, [&wake] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake.get(), &one, sizeof one);
  });
  // A program may close its output and go on. Where the kernel has no such descriptors (before
  // Linux 5.3), that is waited for without a deadline.
  Descriptor running(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  const Clock::time_point end = Clock::now() + deadline;
  result.ended = Ended::exited;
  while (out.ours.open() || err.ours.open() || running.open()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    const bool is_too_much = result.output.size() + result.errors.size() > output_limit;
    if (stop.stop_requested() || left.count() <= 0 || is_too_much) {
      result.ended = stop.stop_requested() ? Ended::cancelled
                     : is_too_much         ? Ended::too_much
                                           : Ended::timed_out;
      ::kill(-child, SIGKILL);
      break;
    }
    // Closed descriptors are negative; poll() ignores them.
    std::array<pollfd, 5> waiting{{{in.ours.get(), POLLOUT, 0},
                                   {out.ours.get(), POLLIN, 0},
                                   {err.ours.get(), POLLIN, 0},
                                   {wake.get(), POLLIN, 0},
                                   {running.get(), POLLIN, 0}}};
    const auto timeout = std::min<std::int64_t>(left.count() + 1, 60'000);
    if (::poll(waiting.data(), waiting.size(), static_cast<int>(timeout)) <= 0) continue;
    if (waiting[0].revents != 0) write_some(in.ours, input);
    if (waiting[1].revents != 0) {
      const std::size_t before = result.output.size();
      read_some(out.ours, result.output);
      if (on_output && result.output.size() > before)
        on_output(std::string_view(result.output).substr(before));
    }
    if (waiting[2].revents != 0) read_some(err.ours, result.errors);
    if (waiting[4].revents != 0) running.close();
  }
  const int status = wait_for(child);
  if (result.ended == Ended::exited) {
    if (WIFSIGNALED(status)) result.ended = Ended::crashed;
    result.exit_status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  return result;
}

std::filesystem::path program_path(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return ::access(name.c_str(), X_OK) == 0 ? std::filesystem::path(name)
                                             : std::filesystem::path{};
  }
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!folders.empty()) {
    const std::size_t end = folders.find(':');
    const std::filesystem::path candidate = std::filesystem::path(folders.substr(0, end)) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    if (end == std::string_view::npos) break;
    folders.remove_prefix(end + 1);
  }
  return {};
}

std::string file_stamp(const std::filesystem::path& program) {
  std::error_code ignored;
  const std::filesystem::path file = std::filesystem::canonical(program, ignored);
  struct ::stat status {};
  if (file.empty() || ::stat(file.c_str(), &status) != 0) return {};
  return fmt::format("{} {} {}.{:09}", file.string(), status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

}  // namespace lanescope::compile
