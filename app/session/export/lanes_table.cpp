// The lanes of one access as a table.
#include <algorithm>
#include <string_view>

#include "app/session/export/tables.h"
#include "app/session/selection/access_names.h"
#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::app {
namespace {

// The wavefront, from 1, that completes the words of the lane.
Cell wavefront_of(const memory::SharedSchedule& schedule, int lane) {
  for (std::size_t i = 0; i < schedule.wavefronts.size(); ++i) {
    if ((schedule.wavefronts[i].lanes_done >> lane & 1U) != 0)
      return static_cast<std::uint64_t>(i + 1);
  }
  return {};
}

}  // namespace

Table lanes_table(const report::Event& event, const report::Report& report,
                  const memory::MemoryRules& machine) {
  Table table{"lanes",
              {"lane", "takes_part", "space", "op", "bytes", "line_of_code", "address", "word",
               "bank", "wavefront", "sector", "memory_line", "array", "element"},
              {}};
  if (event.kind != report::EventKind::access) return table;
  const memory::WarpAccess& access = event.access;
  const bool is_shared = access.space == memory::Space::shared;
  // Lanes of an asynchronous copy follow other rules: see AsyncCopy.
  const bool has_schedule = is_shared && event.copy == nullptr;
  const memory::SharedSchedule schedule =
      has_schedule ? memory::shared_schedule(access, machine) : memory::SharedSchedule{};
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    const bool takes_part = access.lane_is_active(lane);
    std::vector<Cell> row{static_cast<std::int64_t>(lane),
                          takes_part,
                          std::string(name_of(access.space)),
                          std::string(name_of(access.op)),
                          static_cast<std::uint64_t>(access.bytes),
                          event.place.line > 0 ? Cell(std::int64_t{event.place.line}) : Cell()};
    if (takes_part) {
      const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
      row.emplace_back(address);
      if (is_shared) {
        const std::uint64_t index = address / memory::bank_bytes;
        row.emplace_back(index);
        row.emplace_back(index % static_cast<std::uint64_t>(machine.bank_count()));
        row.push_back(has_schedule ? wavefront_of(schedule, lane) : Cell());
      } else if (access.space == memory::Space::global) {
        row.resize(10);
        row.emplace_back(address / memory::sector_bytes);
        row.emplace_back(address / memory::line_bytes);
        if (const report::ArrayInfo* array = report::array_at(report.arrays, address)) {
          row.emplace_back(array->name);
          row.emplace_back((address - array->address) / std::max(array->element_bytes, 1U));
        }
      }
    }
    row.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace lanescope::app
