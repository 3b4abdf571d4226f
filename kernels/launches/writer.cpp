#include "kernels/launches/writer.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <fmt/format.h>

#include "kernels/launches/chunk.h"
#include "kernels/launches/source_files.h"

namespace lanescope::launches {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Bytes = std::span<const std::byte>;

static_assert(std::endian::native == std::endian::little);

// A source file that is longer is none that somebody reads.
constexpr std::uintmax_t max_source_bytes = 4 << 20;
// Blocks in one chunk: below the kernel's limit of 1,024 pieces for one write.
constexpr std::size_t max_blocks_at_once = 512;
// Before this much time the writer is not asked for its share: so short a run may keep everything.
constexpr double free_seconds = 0.25;
// Beyond so many times the limit, the first launch of a kernel and shape is not kept either.
constexpr std::uint64_t most_limits = 4;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Bytes bytes_of_text(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

// Headers of the compiler and the system say nothing about the user's program.
bool is_of_system(const fs::path& file) {
  const std::string name = file.string();
  return name.starts_with("/usr/") || name.find("/targets/") != name.npos;
}

std::optional<std::string> small_text(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (error || bytes > max_source_bytes) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return in.bad() ? std::nullopt : std::optional(std::move(text));
}

// What makes launches alike.
std::string kind_of(const LaunchStart& start) {
  return fmt::format("{}|{}|{}x{}x{}|{}x{}x{}|{}|{}", start.module, start.symbol, start.grid[0],
                     start.grid[1], start.grid[2], start.block[0], start.block[1], start.block[2],
                     start.dynamic_shared_bytes, start.is_cooperative);
}

}  // namespace

struct Writer::Impl {
  Impl(int file_, fs::path path_, WriterOptions options_)
      : file(file_), path(std::move(path_)), options(std::move(options_)) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { ::close(file); }

  // Adds the time of its life to the time used.
  struct Used {
    explicit Used(Impl& of_) : of(of_) {}
    Used(const Used&) = delete;
    Used& operator=(const Used&) = delete;
    ~Used() { of.seconds_used += seconds_since(begin); }
    Impl& of;
    Clock::time_point begin = Clock::now();
  };

  [[nodiscard]] bool is_over() const { return !error.empty() || is_finished || getpid() != pid; }

  // Writes all pieces, or gives up and cuts the file where it was.
  void write(std::vector<iovec> pieces) {
    const off_t before = ::lseek(file, 0, SEEK_END);
    for (std::size_t first = 0; first < pieces.size();) {
      const ssize_t written =
          ::writev(file, pieces.data() + first, static_cast<int>(pieces.size() - first));
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        error = fmt::format("{}: the recording ended here: {}", path.string(),
                            std::generic_category().message(written < 0 ? errno : ENOSPC));
        if (before >= 0 && ::ftruncate(file, before) != 0) error += " (it is cut off)";
        return;
      }
      auto left = static_cast<std::size_t>(written);
      while (first < pieces.size() && left >= pieces[first].iov_len)
        left -= pieces[first++].iov_len;
      if (left == 0) continue;
      pieces[first].iov_base = static_cast<char*>(pieces[first].iov_base) + left;
      pieces[first].iov_len -= left;
    }
  }

  void write_chunk(Tag tag, const nlohmann::json& json, const std::vector<Bytes>& data) {
    if (!error.empty()) return;
    // A path need not be UTF-8.
    const std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    ChunkHead head{tag, static_cast<std::uint32_t>(text.size()), 0};
    for (const Bytes& each : data) head.data_bytes += each.size();
    const auto head_bytes = launches::bytes_of(head);
    std::vector<iovec> pieces;
    const auto add = [&](const void* bytes, std::size_t count) {
      if (count > 0) pieces.push_back({const_cast<void*>(bytes), count});
    };
    add(head_bytes.data(), head_bytes.size());
    add(text.data(), text.size());
    for (const Bytes& each : data) add(each.data(), each.size());
    write(std::move(pieces));
  }

  void write_done(std::uint64_t number, const Outcome& outcome) {
    nlohmann::json head = json_of(outcome);
    head["number"] = number;
    write_chunk(done_tag, head, {bytes_of_text(outcome.printed)});
  }

  // ---- contents ----

  std::uint32_t add_content(Bytes bytes) {
    std::vector<std::uint32_t> blocks;
    std::vector<Bytes> fresh;
    nlohmann::json sizes = nlohmann::json::array();
    const auto flush = [&] {
      if (fresh.empty()) return;
      write_chunk(blocks_tag, {{"sizes", sizes}}, fresh);
      fresh.clear();
      sizes.clear();
    };
    for (std::size_t at = 0; at < bytes.size(); at += block_bytes) {
      const Bytes block = bytes.subspan(at, std::min(block_bytes, bytes.size() - at));
      const auto next = static_cast<std::uint32_t>(block_numbers.size());
      const auto [known, is_new] = block_numbers.try_emplace(hash_of(block), next);
      blocks.push_back(known->second);
      if (!is_new) continue;
      content_bytes += block.size();
      fresh.push_back(block);
      sizes.push_back(block.size());
      if (fresh.size() == max_blocks_at_once) flush();
    }
    flush();
    const Bytes list{reinterpret_cast<const std::byte*>(blocks.data()), 4 * blocks.size()};
    const BlockHash hash = hash_of(list);
    const auto next = static_cast<std::uint32_t>(content_numbers.size());
    const auto [known, is_new] = content_numbers.try_emplace({bytes.size(), hash}, next);
    if (is_new) write_chunk(content_tag, {{"bytes", bytes.size()}}, {list});
    return known->second;
  }

  struct Looked {
    std::uint64_t bytes = 0, version = 0;
    std::uint32_t content = 0;
  };
  // The content that add() adds, which takes time, unless that of this version is known already.
  std::optional<std::uint32_t> content_of(const std::string& of, const MemoryView& view,
                                          bool may_look, const auto& add) {
    const auto found = looked_at.find(of);
    const bool is_known = view.version != 0 && found != looked_at.end() &&
                          found->second.bytes == view.bytes.size() &&
                          found->second.version == view.version;
    if (is_known) return found->second.content;
    if (!may_look) return std::nullopt;
    const std::uint32_t content = add();
    looked_at[of] = {view.bytes.size(), view.version, content};
    return content;
  }
  std::optional<std::uint32_t> content_of(const std::string& of, const MemoryView& view,
                                          bool may_look) {
    return content_of(of, view, may_look, [&] { return add_content(view.bytes); });
  }
  // Which bytes are written, as a content; none: all.
  std::optional<std::uint32_t> written_of(const std::string& of, const MemoryView& view,
                                          bool may_look) {
    if (view.written == nullptr || view.written->is_all()) return std::nullopt;
    return content_of(of + " written", view, may_look,
                      [&] { return add_content(view.written->bits()); });
  }

  // Whether this launch's contents are worth their time and space.
  [[nodiscard]] bool may_look(const LaunchStart& start, std::uint64_t number) const {
    if (options.keep_launches.contains(number)) return true;
    if (!kinds.contains(kind_of(start)))
      return content_bytes / most_limits < options.max_content_bytes;
    return content_bytes < options.max_content_bytes &&
           seconds_used < std::max(free_seconds, options.share_of_time * seconds_since(begin));
  }

  void add_sources(std::string_view ptx) {
    for (const std::string& name : source_files_of(ptx)) {
      if (is_of_system(name) || !sources.insert(name).second) continue;
      if (const auto text = small_text(name))
        write_chunk(text_tag, {{"path", name}}, {bytes_of_text(*text)});
    }
  }

  int file = -1;
  fs::path path;
  WriterOptions options;
  pid_t pid = getpid();
  Clock::time_point begin = Clock::now();
  double seconds_used = 0;

  mutable std::mutex mutex;  // of all below
  std::string error;
  bool is_finished = false;
  std::uint64_t launches = 0;
  std::map<BlockHash, std::uint32_t> modules;
  std::set<std::string> sources;  // that were written, or can't be read
  std::set<std::string> kinds;    // of launches that were
  std::uint64_t content_bytes = 0;
  std::map<BlockHash, std::uint32_t> block_numbers;
  std::map<std::pair<std::uint64_t, BlockHash>, std::uint32_t> content_numbers;
  std::map<std::string, Looked> looked_at;  // by address, or by module and symbol
};

tl::expected<std::unique_ptr<Writer>, std::string> Writer::create(const fs::path& path,
                                                                  const Program& program,
                                                                  const WriterOptions& options) {
  // A program that is started by this one must not write here.
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    return tl::unexpected(fmt::format("{}: it can't be written: {}", path.string(),
                                      std::generic_category().message(errno)));
  }
  auto impl = std::make_unique<Impl>(file, path, options);
  auto head = file_head();
  impl->write({{head.data(), head.size()}});
  impl->write_chunk(program_tag, json_of(program), {});
  for (const std::string& source : program.sources) {
    if (!impl->sources.insert(source).second) continue;
    if (const auto text = small_text(source))
      impl->write_chunk(text_tag, {{"path", source}}, {bytes_of_text(*text)});
  }
  if (!impl->error.empty()) return tl::unexpected(impl->error);
  return std::unique_ptr<Writer>(new Writer(std::move(impl)));
}

Writer::Writer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Writer::~Writer() = default;

std::uint32_t Writer::add_module(std::string_view ptx, std::string_view name) {
  const std::lock_guard lock(impl_->mutex);
  const Impl::Used used(*impl_);
  const auto next = static_cast<std::uint32_t>(impl_->modules.size());
  const auto [known, is_new] = impl_->modules.try_emplace(hash_of(bytes_of_text(ptx)), next);
  if (is_new && !impl_->is_over()) {
    impl_->write_chunk(module_tag, {{"name", name}}, {bytes_of_text(ptx)});
    impl_->add_sources(ptx);
  }
  return known->second;
}

std::uint64_t Writer::begin(const LaunchStart& start) {
  const std::lock_guard lock(impl_->mutex);
  const Impl::Used used(*impl_);
  const std::uint64_t number = ++impl_->launches;
  if (impl_->is_over()) return number;
  const bool may_look = impl_->may_look(start, number);
  impl_->kinds.insert(kind_of(start));
  Launch launch;
  launch.number = number;
  launch.symbol = start.symbol;
  launch.module = start.module;
  launch.place = start.place;
  launch.grid = start.grid;
  launch.block = start.block;
  launch.dynamic_shared_bytes = start.dynamic_shared_bytes;
  launch.is_cooperative = start.is_cooperative;
  launch.stream = start.stream;
  launch.needs = start.needs;
  std::vector<Bytes> data;
  for (const std::vector<std::byte>& each : start.arguments) {
    launch.arguments.push_back({each, {}});
    data.emplace_back(each);
  }
  for (const MemoryView& each : start.arrays) {
    const std::string of = fmt::format("{:x}", each.address);
    launch.arrays.push_back({each.address, each.bytes.size(), each.name,
                             impl_->content_of(of, each, may_look),
                             impl_->written_of(of, each, may_look)});
  }
  for (const MemoryView& each : start.variables) {
    const std::string of = fmt::format("{}:{}", start.module, each.name);
    launch.variables.push_back(
        {each.name, each.address, each.bytes.size(), impl_->content_of(of, each, may_look)});
  }
  launch.textures = start.textures;
  impl_->write_chunk(launch_tag, json_of(launch), data);
  return number;
}

bool Writer::wants_contents(const LaunchStart& start) const {
  const std::lock_guard lock(impl_->mutex);
  return !impl_->is_over() && impl_->may_look(start, impl_->launches + 1);
}

void Writer::end(std::uint64_t number, const Outcome& outcome, std::span<const MemoryView> after) {
  const std::lock_guard lock(impl_->mutex);
  const Impl::Used used(*impl_);
  if (impl_->is_over()) return;
  Outcome whole = outcome;
  for (const MemoryView& each : after) {
    whole.after.push_back(
        {each.address, each.bytes.size(), each.name, impl_->add_content(each.bytes)});
  }
  impl_->write_done(number, whole);
}

bool Writer::add_outcome(const fs::path& path, std::uint64_t number, const Outcome& outcome) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return false;
  Impl impl(file, path, {});
  impl.write_done(number, outcome);
  return impl.error.empty();
}

void Writer::add_finding(const Diagnostic& finding) {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->is_over()) impl_->write_chunk(finding_tag, json_of(finding), {});
}

void Writer::finish(const Exit& exit) {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->is_over()) return;
  impl_->write_chunk(exit_tag, json_of(exit), {});
  impl_->is_finished = true;
}

std::uint64_t Writer::launches() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->launches;
}

std::string Writer::error() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->error;
}

}  // namespace lanescope::launches
