#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "kernels/transfer/models.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {

using picture::Origin;
using transfer::ArrangedModel;
using transfer::Arrangement;
using transfer::Call;
using transfer::OperationKind;

namespace {

// The host is the first lane, the default stream the second.
std::size_t lane_of_call(const Call& call) {
  return transfer::has_stream(call.kind) ? 1 + call.stream : 0;
}

// Those in use, at least two besides the default stream, and one more to move a call to.
std::size_t streams_shown(const Arrangement& arrangement) {
  std::size_t last = 2;
  for (const Call& call : arrangement.calls) {
    if (transfer::has_stream(call.kind)) last = std::max(last, call.stream + 1);
  }
  return std::min(last + 1, transfer::arranged_streams);
}

// "kernel A", "wait x", "sync 1"
std::string call_name(const MovingSource& source, const Call& call) {
  return source.texts.get("moving.call." + std::string(name_of(call.kind)),
                          fmt::arg("data", std::string(1, transfer::data_name(call.data))),
                          fmt::arg("event", std::string(1, transfer::event_name(call.event))),
                          fmt::arg("stream", call.stream));
}

std::string call_letter(const Call& call) {
  if (transfer::has_data(call.kind)) return {transfer::data_name(call.data)};
  if (transfer::has_event(call.kind)) return {transfer::event_name(call.event)};
  return call.kind == OperationKind::stream_sync ? std::to_string(call.stream) : "";
}

std::string call_tooltip(const MovingSource& source, const ArrangedModel& model,
                         std::size_t index) {
  const Call& call = model.arrangement.calls[index];
  const transfer::Placed& placed = model.timeline.operations[index];
  std::string text = transfer::cuda_text(call);
  if (placed.end > placed.begin) {
    text += "\n" + source.texts.get("moving.call_runs",
                                    fmt::arg("begin", moving_seconds_text(placed.begin)),
                                    fmt::arg("end", moving_seconds_text(placed.end)));
  }
  if (call.kind == OperationKind::host_work) {
    text += "\n" + source.texts.get(
                       model.is_host_measured ? "moving.host_rate" : "moving.host_rate_assumed",
                       fmt::arg("rate", fmt::format("{:.1f}", model.host_bytes_per_second * 1e-9)));
  }
  for (const transfer::Wait& wait : placed.waits) {
    text +=
        "\n" + moving_wait_text(source, wait, call_name(source, model.arrangement.calls[wait.on]));
  }
  return text;
}

std::string edge_mark(const MovingSource& source, const ArrangedModel& model,
                      const transfer::Dependency& edge) {
  const Call& after = model.arrangement.calls[edge.after];
  switch (edge.reason) {
    case transfer::OrderReason::event:
      return {transfer::event_name(after.event)};
    case transfer::OrderReason::default_stream:
      return "0";
    case transfer::OrderReason::host:
    case transfer::OrderReason::host_waits:
      return source.texts.get("moving.mark_host");
    case transfer::OrderReason::same_stream:
      break;
  }
  return {};
}

std::string arranged_verdict(const MovingSource& source, const ArrangedModel& model) {
  const std::vector<transfer::Race>& races = model.timeline.races;
  const auto name = [&](std::size_t call) {
    return call_name(source, model.arrangement.calls[call]);
  };
  if (model.arrangement.calls.empty()) return source.texts.get("moving.no_calls");
  if (races.empty()) {
    return source.texts.get("moving.no_race",
                            fmt::arg("time", moving_seconds_text(model.timeline.total_seconds)));
  }
  const transfer::Race& race = races.front();
  std::string text = source.texts.get("moving.races", fmt::arg("n", races.size())) + " ";
  return text + source.texts.get("moving.race." + std::string(name_of(race.kind)),
                                 fmt::arg("first", name(race.first)),
                                 fmt::arg("second", name(race.second)));
}

// The rows of one run of exactly this program at this size; empty: there is none.
std::vector<const TransferRow*> run_in(const transfer::Rows& rows, const Arrangement& arrangement,
                                       const transfer::ArrangedSize& size) {
  std::vector<const TransferRow*> run;
  for (const TransferRow& row : rows) {
    if (row.section != "arranged") continue;
    run.push_back(&row);
    if (row.number("call")) continue;
    // A run ends with the row of its total.
    if (row.us && row.name("text") == text_of(arrangement) &&
        row.number("bytes") == static_cast<double>(size.bytes) &&
        // The first recordings had one size for both ways.
        row.number("bytes_out").value_or(static_cast<double>(size.bytes)) ==
            static_cast<double>(size.bytes_out) &&
        row.number("kernel_percent") == static_cast<double>(size.kernel_percent))
      return run;
    run.clear();
  }
  return {};
}

// ---- the timelines: a lane for each engine, and one for the host's own work where there is any

bool takes_time(OperationKind kind) {
  return transfer::is_on_engine(kind) || kind == OperationKind::host_work;
}

std::size_t arranged_lane_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::copy_in:
      return 0;
    case OperationKind::copy_out:
      return 2;
    case OperationKind::host_work:
      return 3;
    default:
      return 1;
  }
}

std::vector<std::string> arranged_lanes(const MovingSource& source,
                                        const Arrangement& arrangement) {
  std::vector<std::string> lanes = moving_lanes(source);
  if (std::ranges::find(arrangement.calls, OperationKind::host_work, &Call::kind) !=
      arrangement.calls.end())
    lanes.push_back(source.texts.get("moving.lane_host"));
  return lanes;
}

// Of a row of a run: the number of its call, if it has a call that takes time, and when it ran.
struct RanCall {
  std::size_t index = 0;
  double queued = 0, begin = 0, end = 0;  // seconds
};
std::optional<RanCall> ran_call(const Arrangement& arrangement, const TransferRow& row) {
  const auto index = static_cast<std::size_t>(row.number("call").value_or(0)) - 1;
  const auto begin = row.number("begin_us");
  const auto end = row.number("end_us");
  if (index >= arrangement.calls.size() || !begin || !end) return std::nullopt;
  if (!takes_time(arrangement.calls[index].kind)) return std::nullopt;
  return RanCall{index, seconds_of(row.number("queued_us").value_or(*begin)), seconds_of(*begin),
                 seconds_of(*end)};
}

double total_of(const ArrangedRun& run) { return seconds_of(run.rows.back()->us->median); }

picture::MovingRun picture_of_run(const MovingSource& source, const Arrangement& arrangement,
                                  const ArrangedRun& run) {
  picture::MovingRun ran;
  ran.name = source.texts.get("moving.arranged_measured");
  ran.origin = run.origin;
  ran.note = run.made_on == source.session.transfers().made_on()
                 ? run.made_on
                 : source.texts.get("moving.model_of_other", fmt::arg("made_on", run.made_on));
  ran.total = total_of(run);
  for (const TransferRow* row : run.rows) {
    const auto at = ran_call(arrangement, *row);
    if (!at) continue;
    const Call& call = arrangement.calls[at->index];
    picture::MovingSpan span;
    span.lane = arranged_lane_of(call.kind);
    span.begin = at->begin;
    span.waits_from = at->queued;
    span.end = at->end;
    span.name = call_letter(call);
    span.chunk = call.data;
    span.tooltip = fmt::format(
        "{}: {}\n{}", picture::word_of(run.origin, source.texts), call_name(source, call),
        source.texts.get("moving.call_runs", fmt::arg("begin", moving_seconds_text(span.begin)),
                         fmt::arg("end", moving_seconds_text(span.end))));
    ran.total = std::max(ran.total, span.end);
    ran.spans.push_back(std::move(span));
  }
  return ran;
}

}  // namespace

Arrangement lesson_arrangement(const Session& session) {
  const OutcomePtr& shown = session.run().shown();
  std::string text = shown != nullptr ? shown->resolved.stream_program : std::string();
  if (text.empty()) text = transfer::shipped_arrangements().front().text;
  return transfer::arrangement_from(text).value_or(Arrangement{});
}

lesson::MovingWork arranged_work(const Session& session) {
  const OutcomePtr& shown = session.run().shown();
  if (shown != nullptr && shown->resolved.moving) {
    const lesson::MovingWork& moving = *shown->resolved.moving;
    const bool has_all_parts = moving.bytes_out > 0 && moving.kernel_percent > 0;
    if (has_all_parts || !shown->resolved.stream_program.empty()) return moving;
  }
  lesson::MovingWork work;
  work.bytes = work.bytes_out = std::int64_t{64} << 20;
  work.kernel_percent = 100;
  return work;
}

transfer::ArrangedSize arranged_size(const Session& session) {
  const lesson::MovingWork work = arranged_work(session);
  return {static_cast<std::uint64_t>(work.bytes), static_cast<std::uint64_t>(work.bytes_out),
          static_cast<unsigned>(work.kernel_percent)};
}

std::optional<ArrangedModel> arranged_model(const Session& session,
                                            const Arrangement& arrangement) {
  return transfer::model_of(arrangement, arranged_work(session), session.transfers().rows());
}

picture::ArrangedInput arranged_input(const MovingSource& source, const ArrangedModel& model,
                                      std::size_t chosen) {
  picture::ArrangedInput input;
  input.head = moving_head(source, MovingFigure::arrange);
  input.head.origin = Origin::model;
  input.head.made_on.clear();
  const std::vector<Call>& calls = model.arrangement.calls;
  input.lanes.push_back(source.texts.get("moving.lane_host"));
  for (std::size_t stream = 0; stream < streams_shown(model.arrangement); ++stream) {
    input.lanes.push_back(source.texts.get(
        stream == transfer::stream_0 ? "moving.lane_default" : "moving.lane_stream",
        fmt::arg("stream", stream)));
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    picture::ArrangedCall call;
    call.name = call_name(source, calls[i]);
    call.letter = call_letter(calls[i]);
    call.lane = lane_of_call(calls[i]);
    call.data = calls[i].data;
    call.data_count = transfer::arranged_data;
    call.has_data = transfer::has_data(calls[i].kind);
    call.tooltip = call_tooltip(source, model, i);
    input.calls.push_back(std::move(call));
  }
  for (const transfer::Dependency& edge : model.timeline.dependencies)
    input.edges.push_back({edge.before, edge.after, edge_mark(source, model, edge)});
  for (const transfer::Race& race : model.timeline.races)
    input.races.push_back({race.first, race.second, {}});
  if (chosen < calls.size()) input.chosen = chosen;
  input.verdict = arranged_verdict(source, model);
  return input;
}

picture::TimelinesInput arranged_timelines(const MovingSource& source, const ArrangedModel& model) {
  picture::TimelinesInput input;
  const std::vector<Call>& calls = model.arrangement.calls;
  picture::MovingTimeline timeline;
  timeline.name = source.texts.get("moving.arranged_runs");
  timeline.origin = Origin::model;
  timeline.lanes = arranged_lanes(source, model.arrangement);
  timeline.total = model.timeline.total_seconds;
  const lesson::MovingWork work = arranged_work(source.session);
  const auto size_of = [](std::int64_t bytes) {
    return picture::binary_bytes_text(static_cast<double>(bytes));
  };
  timeline.note = fmt::format(
      "{} · {} · {}",
      source.texts.get("moving.in_order",
                       fmt::arg("time", moving_seconds_text(model.timeline.sequential_seconds))),
      source.texts.get("moving.work_each", fmt::arg("in", size_of(work.bytes)),
                       fmt::arg("out", size_of(work.bytes_out))),
      source.texts.get("moving.model_of",
                       fmt::arg("made_on", source.session.transfers().made_on())));
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const transfer::Placed& placed = model.timeline.operations[i];
    if (!takes_time(calls[i].kind)) continue;
    picture::MovingSpan span;
    span.lane = arranged_lane_of(calls[i].kind);
    span.begin = placed.begin;
    span.end = placed.end;
    span.waits_from = placed.ready;  // as a GPU's own timestamps have it
    span.name = call_letter(calls[i]);
    span.chunk = calls[i].data;
    span.tooltip = call_tooltip(source, model, i);
    timeline.spans.push_back(std::move(span));
  }
  timeline.chunks = transfer::arranged_data;
  if (const auto run = arranged_run(source.session, model.arrangement))
    timeline.over = picture_of_run(source, model.arrangement, *run);
  input.timelines.push_back(std::move(timeline));
  if (model.timeline.total_seconds > 0) {
    input.expected = model.timeline.bound_seconds;
    input.expected_name = source.texts.get("moving.bound");
  }
  return input;
}

std::optional<ArrangedRun> arranged_run(const Session& session, const Arrangement& arrangement) {
  const transfer::ArrangedSize size = arranged_size(session);
  const Transfers& transfers = session.transfers();
  ArrangedRun run{run_in(transfers.arranged_rows(), arrangement, size), Origin::measured,
                  transfers.arranged_made_on()};
  // The rows that the model is made from, before those of another GPU.
  if (run.rows.empty()) {
    run = {run_in(transfers.rows(), arrangement, size),
           transfers.are_measured() ? Origin::measured : Origin::recorded, transfers.made_on()};
  }
  for (std::size_t i = 0; run.rows.empty() && i < transfers.recordings().size(); ++i) {
    run = {run_in(transfers.recordings()[i], arrangement, size), Origin::recorded,
           transfers.name_of(i)};
  }
  if (run.rows.empty()) return std::nullopt;
  return run;
}

Table arranged_table(const Session& session, const ArrangedModel& model) {
  Table table{
      "moving",
      {"call", "text", "cuda", "begin_us", "end_us", "waits_for", "gpu_begin_us", "gpu_end_us"},
      {}};
  const std::size_t gpu_begin = table.columns.size() - 2;
  for (std::size_t i = 0; i < model.arrangement.calls.size(); ++i) {
    const transfer::Placed& placed = model.timeline.operations[i];
    Row cells{count_cell(i + 1), Cell(text_of(model.arrangement.calls[i])),
              Cell(transfer::cuda_text(model.arrangement.calls[i])), Cell(placed.begin * 1e6),
              Cell(placed.end * 1e6)};
    cells.push_back(placed.waits.empty() ? Cell() : count_cell(placed.waits.back().on + 1));
    cells.resize(table.columns.size());
    table.rows.push_back(std::move(cells));
  }
  Row total{Cell(), Cell("total"), Cell(), Cell(), Cell(model.timeline.total_seconds * 1e6)};
  total.resize(table.columns.size());
  if (const auto run = arranged_run(session, model.arrangement)) {
    for (const TransferRow* row : run->rows) {
      const auto at = ran_call(model.arrangement, *row);
      if (!at) continue;
      table.rows[at->index][gpu_begin] = Cell(at->begin * 1e6);
      table.rows[at->index][gpu_begin + 1] = Cell(at->end * 1e6);
    }
    total[gpu_begin + 1] = Cell(total_of(*run) * 1e6);
  }
  table.rows.push_back(std::move(total));
  return table;
}

}  // namespace lanescope::app
