#include "kernels/launches/reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "kernels/launches/chunk.h"

namespace lanescope::launches {
namespace {

namespace fs = std::filesystem;

// A head is some kilobytes long, or as many as a program has arrays.
constexpr std::uint32_t max_head_bytes = 256U << 20;

// Where something lies in the file.
struct Extent {
  std::uint64_t at = 0, bytes = 0;
};

// A chunk speaks of something that is not there.
struct Damaged {};
void require(bool is_good) {
  if (!is_good) throw Damaged();
}

}  // namespace

struct File::Impl {
  Impl(int file_, fs::path path_) : file(file_), path(std::move(path_)) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { ::close(file); }

  [[nodiscard]] std::string message(const std::string& what) const {
    return fmt::format("{}: {}", path.string(), what);
  }

  // False: the file does not hold all of it, or can't be read.
  bool read(std::uint64_t at, std::span<std::byte> into) const {
    while (!into.empty()) {
      const ssize_t count = ::pread(file, into.data(), into.size(), static_cast<off_t>(at));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      at += static_cast<std::uint64_t>(count);
      into = into.subspan(static_cast<std::size_t>(count));
    }
    return true;
  }
  [[nodiscard]] std::vector<std::byte> bytes_at(const Extent& extent) const {
    std::vector<std::byte> bytes(extent.bytes);
    require(read(extent.at, bytes));
    return bytes;
  }
  [[nodiscard]] tl::expected<std::string, std::string> text_at(const Extent& extent) const {
    std::string text(extent.bytes, '\0');
    if (!read(extent.at, std::as_writable_bytes(std::span(text))))
      return tl::unexpected(message("it can't be read any more"));
    return text;
  }

  // Empty: the whole file was read, up to the last whole chunk.
  std::string read_all() {
    struct stat facts {};
    if (::fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) return message("it is no file");
    const auto end = static_cast<std::uint64_t>(facts.st_size);
    std::array<std::byte, file_head_bytes> head{};
    if (!read(0, head) || !version_in(head))
      return message("it is no recording of launches (.lanes)");
    if (*version_in(head) != format_version) {
      return message(fmt::format("its format has version {}; this Lanescope reads version {}",
                                 *version_in(head), format_version));
    }
    std::uint64_t at = file_head_bytes;
    bool has_program = false;
    while (at < end) {
      std::array<std::byte, chunk_head_bytes> chunk_bytes{};
      is_cut = end - at < chunk_head_bytes || !read(at, chunk_bytes);
      if (is_cut) break;
      const ChunkHead chunk = chunk_head_in(chunk_bytes);
      const std::uint64_t rest = end - at - chunk_head_bytes;
      is_cut = chunk.head_bytes > rest || chunk.data_bytes > rest - chunk.head_bytes;
      if (is_cut) break;
      std::string json;
      const Extent json_at{at + chunk_head_bytes, chunk.head_bytes};
      try {
        require(chunk.head_bytes <= max_head_bytes);
        has_program = has_program || chunk.tag == program_tag;
        if (!has_program) return message("it is damaged: its program is not named");
        json = text_at(json_at).value_or("");
        take(chunk.tag, nlohmann::json::parse(json),
             {json_at.at + json_at.bytes, chunk.data_bytes});
      } catch (const nlohmann::json::exception&) {
        return message(fmt::format("it is damaged at byte {}", at));
      } catch (const Damaged&) {
        return message(fmt::format("it is damaged at byte {}", at));
      }
      at = json_at.at + json_at.bytes + chunk.data_bytes;
    }
    if (!has_program) return message("it is cut off before its program is named");
    return {};
  }

  void take(Tag tag, const nlohmann::json& head, const Extent& data) {
    if (tag == program_tag) {
      program = program_in(head);
    } else if (tag == module_tag) {
      modules.push_back({head.at("name").get<std::string>(), data.bytes});
      module_extents.push_back(data);
    } else if (tag == text_tag) {
      texts.emplace_back(head.at("path").get<std::string>(), data);
    } else if (tag == blocks_tag) {
      take_blocks(head, data);
    } else if (tag == content_tag) {
      contents.emplace_back(head.at("bytes").get<std::uint64_t>(), data);
    } else if (tag == launch_tag) {
      take_launch(launch_in(head, bytes_at(data)));
    } else if (tag == done_tag) {
      const auto number = head.at("number").get<std::uint64_t>();
      require(number >= 1 && number <= launches.size());
      Outcome outcome = outcome_in(head);
      require_contents(outcome.after);
      outcome.printed = text_at(data).value_or("");
      launches[number - 1].outcome = std::move(outcome);
    } else if (tag == finding_tag) {
      take_finding(finding_in(head));
    } else if (tag == exit_tag) {
      exit = exit_in(head);
    }
  }

  // A loop may make one mistake a thousand times.
  void take_finding(Diagnostic finding) {
    const auto known = std::ranges::find_if(findings, [&](const Diagnostic& each) {
      const bool is_placed = each.place.line > 0 || each.message == finding.message;
      return each.kind == finding.kind && each.severity == finding.severity &&
             each.place == finding.place && is_placed;
    });
    if (known == findings.end()) {
      findings.push_back(std::move(finding));
    } else {
      known->count += finding.count;
    }
  }

  void take_blocks(const nlohmann::json& head, const Extent& data) {
    std::uint64_t at = 0;
    for (const nlohmann::json& each : head.at("sizes")) {
      const auto bytes = each.get<std::uint64_t>();
      require(bytes >= 1 && bytes <= block_bytes && bytes <= data.bytes - at);
      blocks.push_back({data.at + at, bytes});
      at += bytes;
    }
    require(at == data.bytes);
  }

  void require_contents(const auto& memory) const {
    for (const auto& each : memory) {
      require(!each.content ||
              (*each.content < contents.size() && contents[*each.content].first == each.bytes));
    }
  }

  void take_launch(Launch launch) {
    require(launch.number == launches.size() + 1 && launch.module < modules.size());
    require_contents(launch.arrays);
    require_contents(launch.variables);
    for (const Array& each : launch.arrays) {
      require(!each.written || (*each.written < contents.size() &&
                                contents[*each.written].first == (each.bytes + 7) / 8));
    }
    launches.push_back(std::move(launch));
  }

  int file = -1;
  fs::path path;
  bool is_cut = false;
  Program program;
  std::vector<Module> modules;
  std::vector<Extent> module_extents;                 // of their PTX
  std::vector<std::pair<std::string, Extent>> texts;  // source files by path
  std::vector<Extent> blocks;
  std::vector<std::pair<std::uint64_t, Extent>> contents;  // size, and the list of its blocks
  std::vector<Launch> launches;
  std::vector<Diagnostic> findings;
  std::optional<Exit> exit;
};

tl::expected<File, std::string> File::open(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return tl::unexpected(
        fmt::format("{}: {}", path.string(), std::generic_category().message(errno)));
  }
  auto impl = std::make_unique<Impl>(file, path);
  if (std::string error = impl->read_all(); !error.empty()) return tl::unexpected(std::move(error));
  return File(std::move(impl));
}

File::File(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
File::File(File&&) noexcept = default;
File& File::operator=(File&&) noexcept = default;
File::~File() = default;

const fs::path& File::path() const { return impl_->path; }
const Program& File::program() const { return impl_->program; }
const std::vector<Module>& File::modules() const { return impl_->modules; }
const std::vector<Launch>& File::launches() const { return impl_->launches; }
const std::vector<Diagnostic>& File::findings() const { return impl_->findings; }
const std::optional<Exit>& File::exit() const { return impl_->exit; }
bool File::is_cut() const { return impl_->is_cut; }

const Launch* File::launch(std::uint64_t number) const {
  return number >= 1 && number <= impl_->launches.size() ? &impl_->launches[number - 1] : nullptr;
}

tl::expected<std::string, std::string> File::ptx(std::uint32_t module) const {
  if (module >= impl_->modules.size())
    return tl::unexpected(impl_->message(fmt::format("it has no module {}", module)));
  return impl_->text_at(impl_->module_extents[module]);
}

std::vector<std::string> File::source_paths() const {
  std::vector<std::string> paths;
  for (const auto& [path, extent] : impl_->texts) paths.push_back(path);
  return paths;
}

tl::expected<std::string, std::string> File::source(const std::string& path) const {
  for (const auto& [each, extent] : impl_->texts) {
    if (each == path) return impl_->text_at(extent);
  }
  return tl::unexpected(impl_->message(fmt::format("it has no source file {}", path)));
}

tl::expected<std::vector<std::byte>, std::string> File::content(std::uint32_t content) const {
  const auto bad = [&](const char* what) { return tl::unexpected(impl_->message(what)); };
  if (content >= impl_->contents.size()) return bad("it has no such content");
  const auto& [size, list_at] = impl_->contents[content];
  std::vector<std::uint32_t> list(list_at.bytes / sizeof(std::uint32_t));
  if (!impl_->read(list_at.at, std::as_writable_bytes(std::span(list))))
    return bad("it can't be read any more");
  std::uint64_t total = 0;
  for (const std::uint32_t block : list) {
    if (block >= impl_->blocks.size()) return bad("it is damaged: a block is missing");
    total += impl_->blocks[block].bytes;
  }
  if (total != size) return bad("it is damaged: a content has another size than its blocks");
  std::vector<std::byte> bytes(size);
  std::span<std::byte> rest(bytes);
  for (const std::uint32_t block : list) {
    const Extent& extent = impl_->blocks[block];
    if (!impl_->read(extent.at, rest.first(extent.bytes))) return bad("it can't be read any more");
    rest = rest.subspan(extent.bytes);
  }
  return bytes;
}

// ---- groups ----

std::uint64_t sectors_of(const report::Totals& totals) {
  return report::counts_in(totals, memory::Space::global).sectors +
         report::counts_in(totals, memory::Space::local).sectors;
}

std::uint64_t wavefronts_of(const report::Totals& totals) {
  return report::counts_in(totals, memory::Space::shared).wavefronts +
         report::counts_in(totals, memory::Space::constant).wavefronts;
}

namespace {

void add_totals(report::Totals& to, const report::Totals& more) {
#define TOTAL(name, ...) to.name += more.name;
#define ACCESS_KIND(name, ...) to.name += more.name;
#include "sim/metrics/metrics.def"
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole != 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void add_launch(const Launch& launch, std::size_t index, Group& to) {
  const Outcome& outcome = launch.outcome;
  const bool is_first = to.launches.empty();
  to.launches.push_back(index);
  add_totals(to.facts.totals, outcome.totals);
  to.facts.blocks += outcome.blocks_run;
  to.facts.threads_per_block = launch.threads();
  to.facts.shared_bytes = std::max<std::uint64_t>(to.facts.shared_bytes, outcome.shared_bytes);
  if (outcome.occupancy_percent) to.facts.occupancy_percent = outcome.occupancy_percent;
  to.milliseconds += outcome.milliseconds;
  if (is_first) {
    to.device_milliseconds = outcome.device_milliseconds;
  } else if (to.device_milliseconds) {
    to.device_milliseconds =
        outcome.device_milliseconds
            ? std::optional(*to.device_milliseconds + *outcome.device_milliseconds)
            : std::nullopt;
  }
  to.findings += outcome.findings_total;
  const auto notes = static_cast<std::uint64_t>(
      std::ranges::count(outcome.findings, Severity::note, &Diagnostic::severity));
  to.notes += std::min(notes, outcome.findings_total);
  if (outcome.error != 0) {
    ++to.errors;
    if (notes >= outcome.findings_total) ++to.unexplained_errors;
  }
  const bool is_worse = outcome.worst.ratio() > to.worst.ratio() || to.worst.space.empty();
  if (!outcome.worst.space.empty() && is_worse) to.worst = outcome.worst;
}

}  // namespace

std::vector<Group> groups_of(const std::vector<Launch>& launches) {
  using Key = std::tuple<std::uint32_t, std::string, Dim3, Dim3, std::uint64_t, bool>;
  std::map<Key, std::size_t> known;
  std::vector<Group> groups;
  report::Totals all;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const Launch& launch = launches[i];
    const auto [found, is_new] =
        known.try_emplace({launch.module, launch.symbol, launch.grid, launch.block,
                           launch.dynamic_shared_bytes, launch.is_cooperative},
                          groups.size());
    if (is_new) groups.emplace_back();
    add_launch(launch, i, groups[found->second]);
    add_totals(all, launch.outcome.totals);
  }
  for (Group& each : groups) {
    const report::Totals& own = each.facts.totals;
    each.share_of_instructions = share(own.warp_instructions, all.warp_instructions);
    each.share_of_sectors = share(sectors_of(own), sectors_of(all));
    each.share_of_wavefronts = share(wavefronts_of(own), wavefronts_of(all));
  }
  return groups;
}

}  // namespace lanescope::launches
