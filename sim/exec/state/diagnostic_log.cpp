#include "sim/exec/state/diagnostic_log.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include <fmt/format.h>

#include "sim/exec/state/launch_state.h"

namespace lanescope::exec {
namespace {

// Of one finding; a race in every other word of an array would have millions.
constexpr std::size_t max_places = std::size_t{1} << 16;

}  // namespace

std::size_t DiagnosticLog::Hash::operator()(const FindingKey& key) const {
  const std::uint64_t lines = static_cast<std::uint64_t>(key.ptx_line) << 32 |
                              static_cast<std::uint32_t>(key.other_ptx_line);
  const std::uint64_t rest = static_cast<std::uint64_t>(key.kind) << 40 |
                             static_cast<std::uint64_t>(key.severity) << 32 | key.detail;
  return std::hash<std::uint64_t>{}((lines * 0x9e37'79b9'7f4a'7c15ULL) ^ rest);
}

DiagnosticLog::SourceKey DiagnosticLog::source_key(const Entry& entry) {
  const Diagnostic& d = entry.diagnostic;
  const OtherPlace other = d.other.value_or(OtherPlace{});
  // If the compiler gives no source line, only the PTX line distinguishes two places.
  return {d.kind,
          d.severity,
          entry.detail,
          d.place.file,
          d.place.line > 0 ? d.place.line : -d.ptx_line,
          d.place.column,
          other.place.file,
          other.place.line > 0 ? other.place.line : -other.ptx_line};
}

void DiagnosticLog::add_place(Places& places, const ByteRange& at) {
  if (at.bytes == 0) return;
  std::uint64_t first = at.address;
  std::uint64_t end = at.address + at.bytes;
  auto next = places.upper_bound(first);
  if (next != places.begin()) {
    const auto before = std::prev(next);
    if (before->second >= end) return;
    if (before->second >= first) {
      first = before->first;
      next = places.erase(before);
    }
  }
  while (next != places.end() && next->first <= end) {
    end = std::max(end, next->second);
    next = places.erase(next);
  }
  if (places.size() >= max_places) {  // the lowest are kept
    const auto last = std::prev(places.end());
    if (last->first < first) return;
    places.erase(last);
  }
  places.emplace(first, end);
}

void DiagnosticLog::add_new(std::uint64_t block_index, const FindingKey& key, Diagnostic diagnostic,
                            const ByteRange& at) {
  Entry entry{block_index, key.detail, std::move(diagnostic)};
  const auto [known, is_new] = by_source_.emplace(source_key(entry), entries_.size());
  by_ptx_line_.emplace(key, known->second);
  if (is_new) {
    entries_.push_back(std::move(entry));
  } else {
    ++entries_[known->second].diagnostic.count;
  }
  add_place(entries_[known->second].places, at);
}

std::vector<Diagnostic> DiagnosticLog::merged(const std::vector<DiagnosticLog*>& logs,
                                              std::vector<Raced>& raced) {
  std::vector<Entry> all;
  for (DiagnosticLog* log : logs) {
    all.insert(all.end(), std::make_move_iterator(log->entries_.begin()),
               std::make_move_iterator(log->entries_.end()));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Entry& a, const Entry& b) { return a.block_index < b.block_index; });
  std::vector<Diagnostic> result;
  std::vector<Places> places;
  std::map<SourceKey, std::size_t> known;
  for (Entry& entry : all) {
    const auto [at, is_new] = known.emplace(source_key(entry), result.size());
    if (is_new) {
      result.push_back(std::move(entry.diagnostic));
      places.push_back(std::move(entry.places));
    } else {
      result[at->second].count += entry.diagnostic.count;
      for (const auto& [first, end] : entry.places)
        add_place(places[at->second], {first, end - first});
    }
  }
  raced.clear();
  for (std::size_t i = 0; i < result.size(); ++i) {
    // An access is compared with the last ones to its bytes, so how often a race between blocks is
    // found depends on the order in which they ran.
    if (result[i].kind == DiagnosticKind::global_race) result[i].count = 1;
    if (places[i].empty()) continue;
    Raced& added = raced.emplace_back();
    added.finding = result[i];
    for (const auto& [first, end] : places[i]) added.places.push_back({first, end - first});
  }
  return result;
}

std::string more_lanes(std::uint32_t lanes) {
  const int count = std::popcount(lanes);
  return count > 1 ? fmt::format(" and {} more lanes of its warp", count - 1) : "";
}

Diagnostic diagnostic_at(const LaunchState& launch, std::uint32_t instruction, DiagnosticKind kind,
                         Severity severity, const Dim3& block, std::uint32_t warp,
                         std::uint32_t lanes, std::string_view message) {
  const std::uint32_t lane = lanes == 0 ? 0U : static_cast<std::uint32_t>(std::countr_zero(lanes));
  const Dim3 thread = position_of(warp * warp_lanes + lane, launch.config.block);
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.kind = kind;
  diagnostic.place = launch.program.places[instruction];
  diagnostic.ptx_line = launch.program.ptx_lines[instruction];
  diagnostic.block = block;
  diagnostic.thread = thread;
  diagnostic.message = fmt::format("{} [block ({},{},{}), thread ({},{},{})]", message, block[0],
                                   block[1], block[2], thread[0], thread[1], thread[2]);
  return diagnostic;
}

}  // namespace lanescope::exec
