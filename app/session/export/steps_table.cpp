// The instructions that one warp executed as a table.
#include <bit>

#include <fmt/format.h>

#include "app/session/access_names.h"
#include "app/session/export/tables.h"
#include "sim/steps/value.h"

namespace lanescope::app {
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
    const auto place = [](int value) {
      return value > 0 ? Cell(static_cast<std::int64_t>(value)) : Cell();
    };
    Row row;
    for (std::size_t s = 0; s < recording.steps.size(); ++s) {
      const steps::Step& step = recording.steps[s];
      const steps::Instruction& in = recording.instruction_of(s);
      row.assign({number(s + 1), number(recording.block[0]), number(recording.block[1]),
                  number(recording.block[2]), number(recording.warp), in.place.file,
                  place(in.place.line), place(in.ptx_line), in.text,
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
