// Tables of accesses: the lanes of one, and the instructions that one warp executed.
#include <algorithm>
#include <bit>
#include <string_view>

#include <fmt/format.h>

#include "app/session/export/tables.h"
#include "app/session/selection/access_names.h"
#include "sim/memory/global.h"
#include "sim/memory/shared.h"
#include "sim/steps/recording.h"

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
    std::vector<Cell> row{static_cast<std::int64_t>(lane),          takes_part,
                          std::string(name_of(access.space)),       std::string(name_of(access.op)),
                          static_cast<std::uint64_t>(access.bytes), line_cell(event.place.line)};
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

namespace {

using steps::Recording;

Cell lanes(std::uint32_t mask) { return fmt::format("0x{:08x}", mask); }

// "%f1 = 1.5; %r2 = 7": what the step wrote to the lane's registers.
std::string written_text(const Recording& recording, std::size_t step, std::uint32_t lane) {
  std::string text;
  for (std::size_t w = recording.first_write(step); w < recording.first_write(step + 1); ++w) {
    const steps::Write& write = recording.writes[w];
    if ((write.written >> lane & 1U) == 0) continue;
    const steps::Register& reg =
        recording.listing->functions[recording.frames[write.frame].function].registers[write.reg];
    text += fmt::format("{}{} = {}", text.empty() ? "" : "; ", reg.name,
                        steps::value_text(reg, *recording.value_of(write, lane)));
  }
  return text;
}

void add_access(Row& row, const report::Event& event, std::uint32_t lane) {
  if (event.kind != report::EventKind::access) {
    row.emplace_back("barrier");
    return;
  }
  const memory::WarpAccess& access = event.access;
  row.insert(row.end(),
             {"access", std::string(name_of(access.space)), std::string(name_of(access.op)),
              static_cast<std::uint64_t>(access.bytes), static_cast<std::uint64_t>(event.cost),
              static_cast<std::uint64_t>(event.ideal)});
  if (access.lane_is_active(static_cast<int>(lane))) row.emplace_back(access.address[lane]);
}

}  // namespace

Table steps_table(const StepsPtr& steps, std::uint32_t lane) {
  Table table{
      "steps",
      {"step", "block_x",  "block_y", "block_z",      "warp",      "file",  "line",   "ptx_line",
       "ptx",  "function", "depth",   "active",       "executing", "lanes", "lane",   "written",
       "kind", "space",    "op",      "bytes_a_lane", "cost",      "ideal", "address"},
      {}};
  table.made_rows = steps->recording->steps.size();
  if (steps->recording->truncated)
    table.missing = "the warp executed more instructions than the recording keeps";
  table.make_rows = [steps, lane, columns = table.columns.size()](const VisitRow& take) {
    const Recording& recording = *steps->recording;
    const auto number = [](auto value) { return Cell(static_cast<std::uint64_t>(value)); };
    Row row;
    for (std::size_t s = 0; s < recording.steps.size(); ++s) {
      const steps::Step& step = recording.steps[s];
      const steps::Instruction& in = recording.instruction_of(s);
      row.assign({number(s + 1), number(recording.block[0]), number(recording.block[1]),
                  number(recording.block[2]), number(recording.warp), in.place.file,
                  line_cell(in.place.line), line_cell(in.ptx_line), in.text,
                  recording.listing->functions[in.function].name,
                  number(recording.frames[step.frame].depth), lanes(step.active),
                  lanes(step.executing), number(std::popcount(recording.taking_part(s))),
                  number(lane), written_text(recording, s, lane)});
      if (const auto event = steps::event_of_step(recording, s))
        add_access(row, recording.events[*event], lane);
      row.resize(columns);
      take(row);
    }
  };
  return table;
}

}  // namespace lanescope::app
