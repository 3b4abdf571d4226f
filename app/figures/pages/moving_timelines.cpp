#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "kernels/transfer/models.h"
#include "sim/transfer/staged.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {

using picture::Origin;
using transfer::Rows;

namespace {

// The work whose timeline is measured; drawn where the lesson has no [moving].
lesson::MovingWork usual_moving_work() {
  lesson::MovingWork work;
  work.bytes = work.bytes_out = std::int64_t{1} << 28;
  work.chunks = work.streams = 4;
  work.kernel_percent = 100;
  return work;
}

// "copy in 2, stream 3: 1.24 ms; waits 2.48 ms for copy in 1 to leave the engine"
std::string span_tooltip(const MovingSource& source, const transfer::MovingModel& model,
                         std::size_t index) {
  const transfer::Operation& operation = model.program.operations[index];
  const transfer::Placed& placed = model.timeline.operations[index];
  const auto name = [&](std::size_t of) {
    const transfer::Operation& named = model.program.operations[of];
    const std::size_t space = named.name.rfind(' ');
    const int chunk = space == std::string::npos ? 0 : std::atoi(named.name.c_str() + space + 1);
    return fmt::format("{} {}", moving_word(source, std::string(transfer::name_of(named.kind))),
                       chunk + 1);
  };
  std::string text = source.texts.get(
      "moving.span", fmt::arg("name", name(index)), fmt::arg("stream", operation.stream),
      fmt::arg("time", moving_seconds_text(placed.end - placed.begin)));
  for (const transfer::Wait& wait : placed.waits)
    text += "\n" + moving_wait_text(source, wait, name(wait.on));
  return text;
}

picture::MovingTimeline timeline_of(const MovingSource& source, const transfer::MovingModel& model,
                                    std::string name) {
  picture::MovingTimeline timeline;
  timeline.name = std::move(name);
  timeline.origin = Origin::model;
  timeline.lanes = moving_lanes(source);
  timeline.total = model.once_seconds + model.timeline.total_seconds;
  for (std::size_t i = 0; i < model.timeline.operations.size(); ++i) {
    const transfer::Placed& placed = model.timeline.operations[i];
    const transfer::Operation& operation = model.program.operations[i];
    if (!transfer::is_on_engine(operation.kind) || placed.end <= placed.begin) continue;
    const std::size_t space = operation.name.rfind(' ');
    const auto chunk = static_cast<std::size_t>(std::atoi(operation.name.c_str() + space + 1));
    picture::MovingSpan span;
    span.lane = moving_lane_of(placed.engine);
    span.begin = model.once_seconds + placed.begin;
    span.end = model.once_seconds + placed.end;
    span.waits_from = model.once_seconds + placed.ready;  // as a GPU's own timestamps have it
    span.name = std::to_string(chunk + 1);
    span.chunk = chunk;
    span.tooltip = span_tooltip(source, model, i);
    timeline.spans.push_back(std::move(span));
  }
  return timeline;
}

// The device's own timestamps of four streams.
std::optional<picture::MovingTimeline> measured_timeline(const MovingSource& source) {
  picture::MovingTimeline timeline;
  timeline.lanes = moving_lanes(source);
  timeline.origin = source.session.transfers().are_measured() ? Origin::measured : Origin::recorded;
  const std::map<std::string, std::size_t> lane{{"copy_in", 0}, {"kernel", 1}, {"copy_out", 2}};
  for (const TransferRow* row : rows_with(source.rows, "timeline")) {
    const auto begin = row->number("begin_us"), end = row->number("end_us");
    const auto found = lane.find(row->name("part"));
    if (!begin || !end || found == lane.end()) continue;
    picture::MovingSpan span;
    span.lane = found->second;
    span.begin = seconds_of(*begin);
    span.end = seconds_of(*end);
    span.waits_from = seconds_of(row->number("queued_us").value_or(*begin));
    span.chunk = static_cast<std::size_t>(row->number("stream").value_or(1)) - 1;
    span.name = std::to_string(span.chunk + 1);
    span.tooltip = source.texts.get(
        "moving.measured_span",
        fmt::arg("name", fmt::format("{} {}", moving_word(source, found->first), span.name)),
        fmt::arg("time", moving_seconds_text(span.end - span.begin)),
        fmt::arg("wait", moving_seconds_text(span.begin - span.waits_from)));
    timeline.total = std::max(timeline.total, span.end);
    timeline.spans.push_back(std::move(span));
  }
  if (timeline.spans.empty()) return std::nullopt;
  timeline.name = source.texts.get("moving.four_streams");
  timeline.note = source.texts.get("moving.one_run");
  return timeline;
}

// The row of section "overlap" with this arrangement, if it was measured.
const TransferRow* overlap_row(const Rows& rows, const lesson::MovingWork& work) {
  for (const TransferRow* row : rows_with(
           rows, "overlap",
           {{"host", work.pageable != 0 ? "pageable" : "pinned"},
            {"order",
             std::string(name_of(work.breadth_first != 0 ? transfer::IssueOrder::breadth_first
                                                         : transfer::IssueOrder::depth_first))}})) {
    if (row->us && row->number("streams") == static_cast<double>(work.streams) &&
        row->number("weight") == static_cast<double>(work.kernel_percent) / 100 &&
        row->number("bytes") == static_cast<double>(work.bytes) && work.bytes_out == work.bytes &&
        work.chunks == work.streams && work.one_queue == 0)
      return row;
  }
  return nullptr;
}

}  // namespace

picture::TimelinesInput overlap_input(const MovingSource& source) {
  picture::TimelinesInput input;
  input.head = moving_head(source, MovingFigure::overlap);
  input.head.origin.reset();  // each timeline has its own
  const OutcomePtr& shown = source.session.run().shown();
  const bool is_own = shown != nullptr && shown->resolved.moving;
  const lesson::MovingWork work = is_own ? *shown->resolved.moving : usual_moving_work();
  lesson::MovingWork whole = work;
  whole.chunks = whole.streams = 1;
  const auto model = transfer::model_of(work, source.rows);
  const auto sequential = transfer::model_of(whole, source.rows);
  if (!model || !sequential) {
    input.absence = moving_absence(source, {"copy"});
    if (input.absence.empty()) input.absence = source.texts.get("moving.no_model");
    return input;
  }
  input.timelines.push_back(
      timeline_of(source, *sequential, source.texts.get("moving.sequential")));
  const auto size_of = [](std::int64_t bytes) {
    return picture::binary_bytes_text(static_cast<double>(bytes));
  };
  input.timelines.back().note = source.texts.get("moving.work", fmt::arg("in", size_of(work.bytes)),
                                                 fmt::arg("out", size_of(work.bytes_out)));
  if (model->timeline.operations.empty()) {
    input.absence = source.texts.get("moving.too_many", fmt::arg("n", work.chunks));
    return input;
  }
  picture::MovingTimeline overlapped = timeline_of(
      source, *model,
      source.texts.get("moving.arranged", fmt::arg("n", work.chunks), fmt::arg("m", work.streams)));
  std::vector<std::string> notes;
  if (work.pageable != 0) notes.push_back(moving_word(source, "pageable"));
  notes.push_back(moving_word(source, work.breadth_first != 0 ? "breadth_first" : "depth_first"));
  if (work.one_queue != 0) notes.push_back(source.texts.get("moving.one_queue"));
  const TransferRow* const timed = overlap_row(source.rows, work);
  if (timed != nullptr) {
    notes.push_back(
        source.texts.get(source.session.transfers().are_measured() ? "moving.measured_total"
                                                                   : "moving.recorded_total",
                         fmt::arg("n", timed->us->count),
                         fmt::arg("time", moving_seconds_text(seconds_of(timed->us->median)))));
  }
  overlapped.note = fmt::format("{}", fmt::join(notes, " · "));
  input.timelines.push_back(std::move(overlapped));
  // Timestamps were taken of the usual work alone. Where memory was short they are of less: then
  // its row is missing, too.
  if (!is_own || (work == usual_moving_work() && timed != nullptr)) {
    if (auto measured = measured_timeline(source)) input.timelines.push_back(std::move(*measured));
  }
  if (model->machine.copy_engines >= 2) {  // a pipeline needs an engine for each part
    input.expected = model->once_seconds + transfer::pipeline_seconds(model->work);
    input.expected_name = source.texts.get("moving.expected");
  }
  return input;
}

}  // namespace lanescope::app
