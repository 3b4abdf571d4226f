#include "sim/report/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/launch/thread_index.h"

namespace lanescope::report {

double Activity::active_lanes() const {
  if (executions == 0) return 0.0;
  return static_cast<double>(lanes) / static_cast<double>(executions);
}

bool is_copy(const Site& a, const Site& b) {
  return a.place.line == b.place.line && a.place.file == b.place.file && a.space == b.space &&
         a.op == b.op && a.bytes == b.bytes;
}

LineAccesses accesses_of(const Report& report, const Line& line) {
  LineAccesses found;
  found.costliest_requests = line.requests;
  const Site* costliest = nullptr;
  double highest = 0;
  for (const std::uint32_t index : line.sites) {
    const Site& site = report.sites[index];
    if (site.counts.requests == 0) continue;
    ++found.count;
    const double ratio = cost_ratio(site.space, site.counts);
    if (ratio <= highest) continue;
    highest = ratio;
    costliest = &site;
  }
  if (costliest == nullptr) return found;
  found.costliest_requests = 0;
  for (const std::uint32_t index : line.sites) {
    const Site& site = report.sites[index];
    if (site.counts.requests == 0 || !is_copy(*costliest, site)) continue;
    ++found.counted_together;
    found.costliest_requests += site.counts.requests;
  }
  return found;
}

bool has_idle_lanes(std::uint64_t lanes, std::uint64_t executions) {
  constexpr double all = 31.95;
  return executions != 0 && static_cast<double>(lanes) / static_cast<double>(executions) < all;
}

bool ArrayInfo::has_shape() const {
  std::uint64_t cells = 1;
  for (const std::uint64_t side : shape) cells *= side;
  return shape.size() > 1 && cells == count;
}

const ArrayInfo* array_at(const std::vector<ArrayInfo>& arrays, std::uint64_t address) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const ArrayInfo& array) {
    return address >= array.address && address - array.address < array.bytes();
  });
  return found != arrays.end() ? &*found : nullptr;
}

std::string file_of(const Report& report, const SourcePlace& place) {
  return is_in_file(report, place, {}) ? std::string() : place.file;
}

bool is_in_file(const Report& report, const SourcePlace& place, std::string_view file) {
  if (!file.empty()) return place.file == file;
  return report.main_file.empty() || place.file.empty() || place.file == report.main_file;
}

namespace {

const IncludedLines& included_in(const Report& report, std::string_view file) {
  static const IncludedLines none;
  const auto found = std::ranges::find(report.included, file, &IncludedLines::file);
  return found != report.included.end() ? *found : none;
}

}  // namespace

const std::vector<Line>& lines_in(const Report& report, std::string_view file) {
  return file.empty() ? report.lines : included_in(report, file).lines;
}

const std::vector<Activity>& activity_in(const Report& report, std::string_view file) {
  return file.empty() ? report.activity : included_in(report, file).activity;
}

std::string line_name(const Report& report, const SourcePlace& place) {
  if (is_in_file(report, place, {})) return std::to_string(place.line);
  return fmt::format("{}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
}

std::uint32_t Report::warps_per_block() const { return launch::warps_in(block); }

}  // namespace lanescope::report
