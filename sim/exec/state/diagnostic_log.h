// The findings of one worker. Equal findings are kept once, with a count: a loop that leaves its
// array a million times is one mistake.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "sim/diagnostics/check_set.h"
#include "sim/diagnostics/diagnostic.h"
#include "sim/launch/thread_index.h"

namespace lanescope::exec {

struct LaunchState;

// Identifies a finding by its PTX line. Findings on different PTX lines are also merged if their
// source places are equal (an unrolled loop).
struct FindingKey {
  DiagnosticKind kind = DiagnosticKind::out_of_range;
  Severity severity = Severity::error;
  std::uint32_t detail =
      0;  // distinguishes findings on one line: load or store, bytes, side of the array
  int ptx_line = 0;
  int other_ptx_line = 0;
  bool ends_run = false;  // the finding is reported even if its kind is switched off
  bool operator==(const FindingKey&) const = default;
};

class DiagnosticLog {
 public:
  explicit DiagnosticLog(CheckSet checks) : checks_(checks) {}

  // Call with blocks in ascending order. `describe()` returns the Diagnostic; it is called only if
  // the finding may be new. `at`: a place for Raced; no bytes: none.
  template <class Describe>
  void add(std::uint64_t block_index, const FindingKey& key, Describe describe, ByteRange at = {}) {
    if (!key.ends_run && !checks_.reports(key.kind)) return;
    if (const auto known = by_ptx_line_.find(key); known != by_ptx_line_.end()) {
      Entry& entry = entries_[known->second];
      ++entry.diagnostic.count;
      add_place(entry.places, at);
      return;
    }
    add_new(block_index, key, describe(), at);
  }

  using Places = std::map<std::uint64_t, std::uint64_t>;  // from each address to the end
  struct Entry {
    std::uint64_t block_index;  // the first block with this finding
    std::uint32_t detail;
    Diagnostic diagnostic;
    Places places{};
  };

  // The findings of all workers with equal ones merged, ordered by the first block that showed them
  // and within a block by execution. Their counts are summed, but a race between blocks counts
  // once: how often it is found depends on the order of the blocks. So the result does not depend
  // on the number of workers. `raced` becomes those of them that have places.
  [[nodiscard]] static std::vector<Diagnostic> merged(const std::vector<DiagnosticLog*>& logs,
                                                      std::vector<Raced>& raced);

 private:
  struct Hash {
    std::size_t operator()(const FindingKey& key) const;
  };
  using SourceKey =
      std::tuple<DiagnosticKind, Severity, std::uint32_t, std::string, int, int, std::string, int>;
  static SourceKey source_key(const Entry& entry);
  void add_new(std::uint64_t block_index, const FindingKey& key, Diagnostic diagnostic,
               const ByteRange& at);
  static void add_place(Places& places, const ByteRange& at);

  CheckSet checks_;
  std::vector<Entry> entries_;
  std::unordered_map<FindingKey, std::size_t, Hash> by_ptx_line_;
  std::map<SourceKey, std::size_t> by_source_;
};

// What the messages of findings have in common.

// " and 3 more lanes of its warp"; empty for a single lane.
[[nodiscard]] std::string more_lanes(std::uint32_t lanes);

// A finding at Program::code[instruction] by the first of these lanes (lane 0 if there are none).
// The message gets block and thread added.
[[nodiscard]] Diagnostic diagnostic_at(const LaunchState& launch, std::uint32_t instruction,
                                       DiagnosticKind kind, Severity severity,
                                       const launch::Dim3& block, std::uint32_t warp,
                                       std::uint32_t lanes, std::string_view message);

}  // namespace lanescope::exec
