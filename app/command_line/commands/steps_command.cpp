#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "app/command_line/shared_options.h"
#include "app/command_line/sim_parts.h"
#include "app/command_line/text_table.h"
#include "app/session/selection/access_names.h"
#include "app/session/selection/selection.h"
#include "app/session/steps/steps.h"
#include "sim/steps/recording.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
using steps::Recording;
using steps::Write;

// What is printed.
struct Part {
  std::uint32_t lane = 0;              // whose values the text shows, 0..31
  std::uint64_t from = 1;              // the first step, from 1
  std::optional<std::uint64_t> count;  // empty: up to the end
};

struct Range {
  std::size_t first = 0, end = 0;
};

Range range_of(const Part& part, const Recording& recording) {
  Range range;
  range.first = std::min(part.from - 1, recording.steps.size());
  const std::size_t rest = recording.steps.size() - range.first;
  range.end = range.first + std::min(part.count.value_or(rest), rest);
  return range;
}

const steps::Register& register_of(const Recording& recording, const Write& write) {
  return recording.listing->functions[recording.frames[write.frame].function].registers[write.reg];
}

// "1 access", "4 accesses"
std::string counted(std::size_t count, const char* one, const char* more) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : more);
}

struct Marks {
  std::size_t accesses = 0, conflicts = 0, barriers = 0;
};
Marks marks_of(const Recording& recording) {
  Marks marks;
  for (const report::Event& event : recording.events) {
    ++(event.kind == report::EventKind::access ? marks.accesses : marks.barriers);
    if (steps::is_conflict(event)) ++marks.conflicts;
  }
  return marks;
}

// "shared load: 32 wavefronts, 1 would be enough"
std::string event_text(const report::Event& event) {
  if (event.kind == report::EventKind::barrier) return "waits at the barrier";
  const bool sectors = report::is_moved_in_sectors(event.access.space);
  std::string text =
      fmt::format("{} {}: {} {}{}", name_of(event.access.space), name_of(event.access.op),
                  event.cost, sectors ? "sector" : "wavefront", event.cost == 1 ? "" : "s");
  if (steps::is_conflict(event)) text += fmt::format(", {} would be enough", event.ideal);
  return text;
}

// The result of the step in that lane, and its memory access.
std::string result_text(const Recording& recording, std::size_t step, std::uint32_t lane) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  for (std::size_t w = recording.first_write(step); w < recording.first_write(step + 1); ++w) {
    const Write& write = recording.writes[w];
    if ((write.written >> lane & 1U) == 0) continue;
    const steps::Register& reg = register_of(recording, write);
    add(fmt::format("{}{}{} = {}", reg.name, reg.meaning.empty() ? "" : " ", reg.meaning,
                    steps::value_text(reg, *recording.value_of(write, lane))));
  }
  if (recording.instruction_of(step).kind == steps::InstructionKind::branch) {
    const steps::Step& branch = recording.steps[step];
    add(fmt::format("{} of {} lanes jump", std::popcount(branch.executing),
                    std::popcount(branch.active)));
  }
  for (std::size_t e = recording.first_event(step); e < recording.first_event(step + 1); ++e)
    add(event_text(recording.events[e]));
  return text;
}

std::string steps_text(const Steps& steps, const Part& part) {
  const Recording& recording = *steps.recording;
  const Marks marks = marks_of(recording);
  std::string text = fmt::format(
      "{}\n{}\n{}\n{}\n{}\nBlock {}, warp {}: {}; {}, of which {} more than necessary; {}.\n",
      lesson_line(*steps.outcome), launch_line(*steps.outcome),
      params_text(steps.outcome->resolved.params), model_line(*steps.outcome),
      errors_line(steps.outcome->report), position_text(recording.block), recording.warp,
      counted(recording.steps.size(), "instruction", "instructions"),
      counted(marks.accesses, "access", "accesses"),
      marks.conflicts == 1 ? "1 costs" : grouped(marks.conflicts) + " cost",
      counted(marks.barriers, "barrier", "barriers"));
  if (recording.truncated) {
    text += fmt::format(
        "The warp executed more: the recording ends because {} MiB are full (--max-mib allows "
        "more).\n",
        steps.request.max_bytes >> 20);
  }
  TextTable table({Align::right, Align::right, Align::right, Align::left, Align::left});
  table.add_row({"step", "line", "lanes", "instruction", fmt::format("lane {}", part.lane)});
  const Range range = range_of(part, recording);
  for (std::size_t s = range.first; s < range.end; ++s) {
    const steps::Instruction& in = recording.instruction_of(s);
    const steps::Step& step = recording.steps[s];
    const int lanes = std::popcount(recording.taking_part(s));
    table.add_row({std::to_string(s + 1), in.place.line == 0 ? "" : std::to_string(in.place.line),
                   std::to_string(lanes),
                   std::string(2 * recording.frames[step.frame].depth, ' ') + in.text,
                   result_text(recording, s, part.lane)});
  }
  return text + "\n" + table.text();
}

Json values_json(const Recording& recording, const Write& write) {
  Json values = Json::array();
  const steps::Register& reg = register_of(recording, write);
  for (std::uint32_t lane = 0; lane < steps::lane_count; ++lane) {
    const auto value = recording.value_of(write, lane);
    values.push_back(value ? Json(steps::value_text(reg, *value)) : Json());
  }
  return values;
}

Json write_json(const Recording& recording, const Write& write) {
  const steps::Register& reg = register_of(recording, write);
  Json json{{"register", reg.name}, {"type", std::string(ptx::name_of(reg.type))}};
  json["meaning"] = reg.meaning.empty() ? Json() : Json(reg.meaning);
  json["lanes"] = write.written;
  json["values"] = values_json(recording, write);
  return json;
}

Json event_json(const report::Event& event) {
  if (event.kind == report::EventKind::barrier) return {{"kind", "barrier"}};
  Json addresses = Json::array();
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    const bool takes_part = event.access.lane_is_active(lane);
    addresses.push_back(takes_part ? Json(event.access.address[static_cast<std::size_t>(lane)])
                                   : Json());
  }
  return {{"kind", "access"},
          {"space", name_of(event.access.space)},
          {"op", name_of(event.access.op)},
          {"bytes", event.access.bytes},
          {"lanes", event.access.mask},
          {"cost", event.cost},
          {"ideal", event.ideal},
          {"ways", event.ways},
          {"addresses", std::move(addresses)}};
}

Json step_json(const Recording& recording, std::size_t s) {
  const steps::Step& step = recording.steps[s];
  const steps::Instruction& in = recording.instruction_of(s);
  Json json{{"step", s + 1},
            {"file", in.place.file},
            {"line", in.place.line},
            {"column", in.place.column},
            {"ptx_line", in.ptx_line},
            {"ptx", in.text},
            {"function", recording.listing->functions[in.function].name},
            {"depth", recording.frames[step.frame].depth},
            {"active", step.active},
            {"executing", step.executing}};
  json["writes"] = Json::array();
  for (std::size_t w = recording.first_write(s); w < recording.first_write(s + 1); ++w)
    json["writes"].push_back(write_json(recording, recording.writes[w]));
  json["events"] = Json::array();
  for (std::size_t e = recording.first_event(s); e < recording.first_event(s + 1); ++e)
    json["events"].push_back(event_json(recording.events[e]));
  return json;
}

std::string steps_json(const Steps& steps, const Part& part) {
  const Recording& recording = *steps.recording;
  const Outcome& outcome = *steps.outcome;
  const Marks marks = marks_of(recording);
  Json json{{"schema", "lanescope.steps/1"},
            {"lesson", outcome.resolved.lesson_id},
            {"variant", outcome.resolved.variant},
            {"kernel", outcome.report.kernel},
            {"params", outcome.resolved.params},
            {"compiler", outcome.ptx.compiler},
            {"block", recording.block},
            {"warp", recording.warp},
            {"threads", recording.valid},
            {"instructions", recording.steps.size()},
            {"accesses", marks.accesses},
            {"conflicts", marks.conflicts},
            {"barriers", marks.barriers},
            {"truncated", recording.truncated},
            {"ended", recording.ended}};
  json["steps"] = Json::array();
  const Range range = range_of(part, recording);
  for (std::size_t s = range.first; s < range.end; ++s)
    json["steps"].push_back(step_json(recording, s));
  json["diagnostics"] = diagnostics_json(outcome.report);
  return printed(json);
}

struct StepsCommand : Command {
  StepsCommand()
      : Command("steps", "Follow one warp through the kernel, instruction by instruction") {
    launch.state.add_to(*this);
    add("--block X/Y/Z", &block, "The warp's block, as blockIdx; 0/0/0 when not given");
    add("--warp W", &warp, "Number of the warp in its block, from 0").not_negative();
    add("--lane L", &lane, "Lane whose register values the text shows; 1 when not given")
        .in_range(0, 31);
    add("--from N", &part.from, "The first instruction to print, from 1").positive();
    add("--count M", &part.count, "Number of instructions to print; all when not given").positive();
    add("--max-mib MIB", &mib, "Memory limit of the recording").in_range(1, 1 << 20);
    add_max_instructions(*this, launch.max_instructions);
    add_json("lanescope.steps/1");
  }

  Result run(const Screen& /*screen*/) override {
    StepsRequest request{launch.request(), warp, mib << 20};
    if (!block.empty())
      request.run.focus_block = checked(parse_view("block=" + block), "--block").block;
    const auto steps = record_steps(request);
    if (!steps) return failure(steps.error());
    const report::Dim3& grid = (*steps)->outcome->report.grid;
    if (clamped_to_grid(request.run.focus_block, grid) != request.run.focus_block) {
      return wrong_input(fmt::format("--block {}: the grid has {}/{}/{} blocks, numbered from 0",
                                     block, grid[0], grid[1], grid[2]));
    }
    const std::size_t warps = (*steps)->outcome->report.warps_per_block();
    if (warp >= warps) {
      return wrong_input(fmt::format("--warp {}: the block has {} warp{}, numbered from 0", warp,
                                     warps, warps == 1 ? "" : "s"));
    }
    const Recording& recording = *(*steps)->recording;
    const std::uint32_t usual = (recording.valid >> usual_lane & 1U) != 0 ? usual_lane : 0;
    part.lane = lane ? static_cast<std::uint32_t>(*lane) : usual;
    if ((recording.valid >> part.lane & 1U) == 0) {
      return wrong_input(fmt::format("--lane {}: the number of threads in this warp is {}",
                                     part.lane, std::popcount(recording.valid)));
    }
    if (part.from > std::max<std::size_t>(recording.steps.size(), 1)) {
      return wrong_input(fmt::format("--from {}: the number of recorded instructions is {}",
                                     part.from, recording.steps.size()));
    }
    return {static_cast<int>(exit_code_of((*steps)->outcome->report)),
            json ? steps_json(**steps, part) : steps_text(**steps, part),
            {}};
  }

  RunOptions launch;
  std::string block;
  std::uint32_t warp = 0;
  std::optional<int> lane;
  std::uint64_t mib = StepsRequest{}.max_bytes >> 20;
  Part part;
};

}  // namespace

std::unique_ptr<Command> make_steps() { return std::make_unique<StepsCommand>(); }

}  // namespace lanescope::app
