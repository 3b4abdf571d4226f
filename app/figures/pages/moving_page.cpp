#include "app/figures/pages/moving_page.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/transfer/models.h"
#include "sim/transfer/staged.h"
#include "viz/picture/core/units.h"
#include "viz/picture/moving/moving.h"

namespace lanescope::app {
namespace {

using picture::Origin;
using text::Texts;
using TransferRow = transfer::Row;
using transfer::Rows;

// What a figure is made from.
struct Source {
  const Session& session;
  const Rows& rows;
  const picture::Style& style;
  const Texts& texts;
};

std::string seconds_text(double seconds) { return picture::duration_text(seconds * 1000); }

double seconds_of(double us) { return us * 1e-6; }

// Of the rows' own words: kinds of memory, ways, orders.
std::string word(const Source& source, const std::string& name) {
  return source.texts.get("moving.word." + name);
}

std::string size_text(double bytes) {
  constexpr double kib = 1024;
  if (bytes >= kib * kib * kib) return fmt::format("{:g} GiB", bytes / (kib * kib * kib));
  if (bytes >= kib * kib) return fmt::format("{:g} MiB", bytes / (kib * kib));
  return fmt::format("{:g} KiB", bytes / kib);
}

picture::MovingHead head_of(const Source& source, MovingFigure figure) {
  picture::MovingHead head;
  const std::string name = name_of(figure);
  head.title = source.texts.get("moving.title." + name);
  head.subtitle = source.texts.get("moving.about." + name);
  if (!source.rows.empty()) {
    head.origin = source.session.transfers().are_measured() ? Origin::measured : Origin::recorded;
    head.made_on = source.session.transfers().made_on();
  }
  return head;
}

// Why a section has nothing to show: what its rows say, else that there are none.
std::string absence_of(const Source& source, const std::vector<const char*>& sections) {
  std::string message;
  for (const char* section : sections) {
    for (const TransferRow* row : rows_with(source.rows, section)) {
      if (row->us) return {};
      if (message.empty()) message = row->message;
    }
  }
  return message.empty() ? source.texts.get("moving.no_rows")
                         : source.texts.get("moving.lacks", fmt::arg("why", message));
}

picture::MovingBar bar_of(const TransferRow& row, std::string name) {
  picture::MovingBar bar;
  bar.name = std::move(name);
  if (row.us) {
    bar.seconds = seconds_of(row.us->median);
    bar.low = seconds_of(row.us->median_low);
    bar.high = seconds_of(row.us->median_high);
  } else {
    bar.message = row.message;
  }
  return bar;
}

// Rows to one group for each key, in the order of the rows. `key` and `name` make texts of a row.
template <class Key, class Name>
std::vector<picture::BarGroup> grouped(const std::vector<const TransferRow*>& rows, const Key& key,
                                       const Name& name) {
  std::vector<picture::BarGroup> groups;
  for (const TransferRow* row : rows) {
    const std::string wanted = key(*row);
    auto found = std::ranges::find(groups, wanted, &picture::BarGroup::name);
    if (found == groups.end()) found = groups.insert(groups.end(), {wanted, {}});
    found->bars.push_back(bar_of(*row, name(*row)));
  }
  return groups;
}

// The shortest bar of each group that has several.
void mark_best(std::vector<picture::BarGroup>& groups) {
  for (picture::BarGroup& group : groups) {
    picture::MovingBar* best = nullptr;
    std::size_t timed = 0;
    for (picture::MovingBar& bar : group.bars) {
      if (!bar.message.empty()) continue;
      ++timed;
      if (best == nullptr || bar.seconds < best->seconds) best = &bar;
    }
    if (timed > 1) best->is_best = true;
  }
}

std::string count_text(const TransferRow& row, const char* number) {
  return Texts::grouped(static_cast<std::uint64_t>(row.number(number).value_or(0)));
}

// ---- curves ----

picture::CurvePoint point_of(const TransferRow& row, double x) {
  return {x, seconds_of(row.us->median), seconds_of(row.us->median_low),
          seconds_of(row.us->median_high)};
}

picture::CurvesInput copies_input(const Source& source, bool shows_rate, std::size_t chosen) {
  picture::CurvesInput input;
  input.head = head_of(source, MovingFigure::copies);
  input.absence = absence_of(source, {"copy"});
  input.shows_rate = shows_rate;
  input.chosen = chosen;
  const std::vector<transfer::CopyFit> fits = transfer::copy_fits(source.rows);
  for (const transfer::CopyFit& fit : fits) {
    picture::MovingCurve curve;
    curve.name = fit.host == "none"
                     ? word(source, "on_device")
                     : source.texts.get("moving.curve", fmt::arg("host", word(source, fit.host)),
                                        fmt::arg("way", word(source, fit.way)));
    for (const TransferRow* row :
         rows_with(source.rows, "copy", {{"host", fit.host}, {"way", fit.way}})) {
      if (row->us) curve.points.push_back(point_of(*row, row->number("bytes").value_or(0)));
    }
    if (fit.model) {
      const transfer::CopyModel& model = *fit.model;
      curve.model = {model.startup_seconds.value, model.startup_seconds.low,
                     model.startup_seconds.high,  model.bytes_per_second.value,
                     model.bytes_per_second.low,  model.bytes_per_second.high};
    }
    input.curves.push_back(std::move(curve));
  }
  input.chosen = std::min(input.chosen, std::max<std::size_t>(input.curves.size(), 1) - 1);
  return input;
}

// ---- bars ----

picture::BarsInput small_input(const Source& source) {
  picture::BarsInput input;
  input.head = head_of(source, MovingFigure::small);
  input.absence = absence_of(source, {"small_copies"});
  picture::BarGroup group;
  for (const TransferRow* row : rows_with(source.rows, "small_copies")) {
    const double copies = row->number("copies").value_or(1);
    picture::MovingBar bar =
        bar_of(*row, source.texts.get("moving.copies_of", fmt::arg("n", count_text(*row, "copies")),
                                      fmt::arg("size", size_text(row->number("bytes").value_or(0) /
                                                                 std::max(copies, 1.0)))));
    group.bars.push_back(std::move(bar));
  }
  input.groups.push_back(std::move(group));
  mark_best(input.groups);
  return input;
}

picture::BarsInput getting_input(const Source& source) {
  picture::BarsInput input;
  input.head = head_of(source, MovingFigure::getting);
  input.absence = absence_of(source, {"get"});
  for (const TransferRow* row : rows_with(source.rows, "get")) {
    const auto bytes = row->number("bytes").value_or(0);
    const std::string size = size_text(bytes);
    auto found = std::ranges::find(input.groups, size, &picture::BarGroup::name);
    if (found == input.groups.end()) found = input.groups.insert(input.groups.end(), {size, {}});
    const std::string memory = row->name("memory");
    picture::MovingBar bar = bar_of(*row, word(source, memory));
    for (const TransferRow* back : rows_with(source.rows, "give_back", {{"memory", memory}})) {
      if (!row->us || !back->us || back->number("bytes") != bytes) continue;
      bar.seconds += seconds_of(back->us->median);
      bar.low += seconds_of(back->us->median_low);
      bar.high += seconds_of(back->us->median_high);
    }
    if (const auto copies = copies_that_pay(source.rows, *row)) {
      bar.note = source.texts.get("moving.pays", fmt::arg("n", Texts::grouped(*copies)));
    } else if (!rows_with(source.rows, "copy", {{"host", memory}}).empty()) {
      bar.note = source.texts.get("moving.never_pays");
    }
    found->bars.push_back(std::move(bar));
  }
  return input;
}

picture::BarsInput in_place_input(const Source& source) {
  picture::BarsInput input;
  input.head = head_of(source, MovingFigure::in_place);
  input.absence = absence_of(source, {"in_place"});
  input.groups = grouped(
      rows_with(source.rows, "in_place"),
      [&](const TransferRow& row) {
        if (row.name("does") != "read") return source.texts.get("moving.writes");
        return source.texts.get(
            row.number("stride").value_or(1) > 1 ? "moving.reads_some" : "moving.reads",
            fmt::arg("n", count_text(row, "times")), fmt::arg("stride", count_text(row, "stride")));
      },
      [&](const TransferRow& row) { return word(source, "place_" + row.name("how")); });
  mark_best(input.groups);
  return input;
}

picture::BarsInput managed_input(const Source& source) {
  picture::BarsInput input;
  input.head = head_of(source, MovingFigure::managed);
  input.absence = absence_of(source, {"managed"});
  input.groups = grouped(
      rows_with(source.rows, "managed"),
      [&](const TransferRow& row) {
        const std::string what = row.name("what");
        const bool is_prefetch = what.find("prefetch") != std::string::npos;
        return source.texts.get(is_prefetch ? "moving.with_prefetch" : "moving.by_faults");
      },
      [&](const TransferRow& row) { return word(source, row.name("what")); });
  return input;
}

picture::BarsInput streams_input(const Source& source) {
  picture::BarsInput input;
  input.head = head_of(source, MovingFigure::streams);
  input.absence = absence_of(source, {"streams"});
  input.groups = grouped(
      rows_with(source.rows, "streams"), [](const TransferRow&) { return std::string(); },
      [&](const TransferRow& row) { return word(source, row.name("what")); });
  return input;
}

picture::BarsInput residency_input(const Source& source) {
  picture::BarsInput input;
  input.head = head_of(source, MovingFigure::residency);
  input.absence = absence_of(source, {"residency"});
  input.groups = grouped(
      rows_with(source.rows, "residency"),
      [&](const TransferRow& row) {
        return source.texts.get("moving.kept",
                                fmt::arg("size", size_text(row.number("kept_bytes").value_or(0))));
      },
      [&](const TransferRow& row) { return word(source, "window_" + row.name("window")); });
  mark_best(input.groups);
  return input;
}

picture::BarsInput launches_input(const Source& source) {
  picture::BarsInput input;
  input.head = head_of(source, MovingFigure::launches);
  input.absence = absence_of(source, {"launch", "nested"});
  const auto number = [&](const TransferRow& row) {
    return source.texts.get("moving.launches", fmt::arg("n", count_text(row, "launches")));
  };
  input.groups = grouped(
      rows_with(source.rows, "launch"),
      [&](const TransferRow& row) { return word(source, row.name("what")); }, number);
  for (picture::BarGroup& group : grouped(
           rows_with(source.rows, "nested"),
           [&](const TransferRow& row) { return word(source, "by_" + row.name("by")); }, number))
    input.groups.push_back(std::move(group));
  return input;
}

// ---- timelines ----

// What is drawn where the lesson has no [moving]: the arrangement of the recorded timeline.
lesson::MovingWork usual_work() {
  lesson::MovingWork work;
  work.bytes = work.bytes_out = std::int64_t{1} << 28;
  work.chunks = work.streams = 4;
  work.kernel_percent = 100;
  return work;
}

std::size_t lane_of(transfer::Engine engine) {
  return engine == transfer::Engine::copy_in ? 0 : engine == transfer::Engine::compute ? 1 : 2;
}

std::vector<std::string> lanes(const Source& source) {
  return {word(source, "copy_in"), word(source, "kernel"), word(source, "copy_out")};
}

// "copy in 2, stream 3: 1.24 ms; waits 2.48 ms for copy in 1 to leave the engine"
std::string span_tooltip(const Source& source, const transfer::MovingModel& model,
                         std::size_t index) {
  const transfer::Operation& operation = model.program.operations[index];
  const transfer::Placed& placed = model.timeline.operations[index];
  const auto name = [&](std::size_t of) {
    const transfer::Operation& named = model.program.operations[of];
    const std::size_t space = named.name.rfind(' ');
    const int chunk = space == std::string::npos ? 0 : std::atoi(named.name.c_str() + space + 1);
    return fmt::format("{} {}", word(source, std::string(transfer::name_of(named.kind))),
                       chunk + 1);
  };
  std::string text = source.texts.get("moving.span", fmt::arg("name", name(index)),
                                      fmt::arg("stream", operation.stream),
                                      fmt::arg("time", seconds_text(placed.end - placed.begin)));
  for (const transfer::Wait& wait : placed.waits) {
    const char* key = wait.cause == transfer::Wait::Cause::order    ? "moving.waits_order"
                      : wait.cause == transfer::Wait::Cause::engine ? "moving.waits_engine"
                                                                    : "moving.waits_queue";
    text += "\n" + source.texts.get(key, fmt::arg("time", seconds_text(wait.to - wait.from)),
                                    fmt::arg("on", name(wait.on)));
  }
  return text;
}

picture::MovingTimeline timeline_of(const Source& source, const transfer::MovingModel& model,
                                    std::string name) {
  picture::MovingTimeline timeline;
  timeline.name = std::move(name);
  timeline.origin = Origin::model;
  timeline.lanes = lanes(source);
  timeline.total = model.once_seconds + model.timeline.total_seconds;
  for (std::size_t i = 0; i < model.timeline.operations.size(); ++i) {
    const transfer::Placed& placed = model.timeline.operations[i];
    const transfer::Operation& operation = model.program.operations[i];
    if (!transfer::is_on_engine(operation.kind) || placed.end <= placed.begin) continue;
    const std::size_t space = operation.name.rfind(' ');
    const auto chunk = static_cast<std::size_t>(std::atoi(operation.name.c_str() + space + 1));
    picture::MovingSpan span;
    span.lane = lane_of(placed.engine);
    span.begin = model.once_seconds + placed.begin;
    span.end = model.once_seconds + placed.end;
    span.waits_from = model.once_seconds + placed.issued;
    span.name = std::to_string(chunk + 1);
    span.chunk = chunk;
    span.tooltip = span_tooltip(source, model, i);
    timeline.spans.push_back(std::move(span));
  }
  return timeline;
}

// The device's own timestamps of four streams.
std::optional<picture::MovingTimeline> measured_timeline(const Source& source) {
  picture::MovingTimeline timeline;
  timeline.lanes = lanes(source);
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
        fmt::arg("name", fmt::format("{} {}", word(source, found->first), span.name)),
        fmt::arg("time", seconds_text(span.end - span.begin)),
        fmt::arg("wait", seconds_text(span.begin - span.waits_from)));
    timeline.total = std::max(timeline.total, span.end);
    timeline.spans.push_back(std::move(span));
  }
  if (timeline.spans.empty()) return std::nullopt;
  timeline.name = source.texts.get("moving.four_streams");
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

picture::TimelinesInput overlap_input(const Source& source) {
  picture::TimelinesInput input;
  input.head = head_of(source, MovingFigure::overlap);
  input.head.origin.reset();  // each timeline has its own
  const OutcomePtr& shown = source.session.shown();
  const bool is_own = shown != nullptr && shown->resolved.moving;
  const lesson::MovingWork work = is_own ? *shown->resolved.moving : usual_work();
  lesson::MovingWork whole = work;
  whole.chunks = whole.streams = 1;
  const auto model = transfer::model_of(work, source.rows);
  const auto sequential = transfer::model_of(whole, source.rows);
  if (!model || !sequential) {
    input.absence = absence_of(source, {"copy"});
    if (input.absence.empty()) input.absence = source.texts.get("moving.no_model");
    return input;
  }
  input.timelines.push_back(
      timeline_of(source, *sequential, source.texts.get("moving.sequential")));
  if (model->timeline.operations.empty()) {
    input.absence = source.texts.get("moving.too_many", fmt::arg("n", work.chunks));
    return input;
  }
  picture::MovingTimeline overlapped = timeline_of(
      source, *model,
      source.texts.get("moving.arranged", fmt::arg("n", work.chunks), fmt::arg("m", work.streams)));
  std::vector<std::string> notes;
  if (work.pageable != 0) notes.push_back(word(source, "pageable"));
  notes.push_back(word(source, work.breadth_first != 0 ? "breadth_first" : "depth_first"));
  if (work.one_queue != 0) notes.push_back(source.texts.get("moving.one_queue"));
  if (const TransferRow* row = overlap_row(source.rows, work)) {
    notes.push_back(source.texts.get(source.session.transfers().are_measured()
                                         ? "moving.measured_total"
                                         : "moving.recorded_total",
                                     fmt::arg("time", seconds_text(seconds_of(row->us->median)))));
  }
  overlapped.note = fmt::format("{}", fmt::join(notes, " · "));
  input.timelines.push_back(std::move(overlapped));
  if (!is_own) {
    if (auto measured = measured_timeline(source)) input.timelines.push_back(std::move(*measured));
  }
  input.expected = model->once_seconds + transfer::pipeline_seconds(model->work);
  input.expected_name = source.texts.get("moving.expected");
  return input;
}

// ---- tables ----

std::string yes_no(const Source& source, const std::optional<double>& value) {
  return !value ? "–" : source.texts.get(*value != 0 ? "moving.yes" : "moving.no");
}

picture::MovingTableInput pointers_input(const Source& source) {
  picture::MovingTableInput input;
  input.head = head_of(source, MovingFigure::pointers);
  const std::vector<const TransferRow*> rows = rows_with(source.rows, "pointer");
  if (rows.empty()) input.absence = source.texts.get("moving.no_rows");
  for (const char* column : {"memory", "call", "type", "host", "device"})
    input.columns.push_back(source.texts.get(std::string("moving.column.") + column));
  for (const TransferRow* row : rows) {
    std::string call;
    for (const TransferRow* get : rows_with(source.rows, "get", {{"memory", row->name("memory")}}))
      call = get->name("call");
    if (row->name("memory") == "pageable") call = "malloc";
    input.rows.push_back({{word(source, row->name("memory")), {}, false, {}},
                          {call, {}, true, {}},
                          {row->message.empty() ? row->name("type") : row->message, {}, true, {}},
                          {yes_no(source, row->number("has_host_pointer")), {}, false, {}},
                          {yes_no(source, row->number("has_device_pointer")), {}, false, {}}});
  }
  return input;
}

// A memory space; its texts are moving.space_what.NAME, moving.space_lives.NAME and so on. `cost`:
// the section and names of the row that says what it costs.
struct Space {
  const char* name;
  const char* lesson;  // empty: none
  const char* section;
  std::map<std::string, std::string> names;
  double bytes;
};
const std::vector<Space>& spaces() {
  constexpr double mib_64 = 64.0 * 1024 * 1024;
  static const std::vector<Space> all{
      {"register", "shuffles", "", {}, 0},
      {"local", "local-memory", "", {}, 0},
      {"shared", "bank-stride", "", {}, 0},
      {"constant", "constant-memory", "", {}, 0},
      {"texture", "", "", {}, 0},
      {"global", "offset", "in_place", {{"how", "device"}, {"does", "write"}}, mib_64},
      {"pinned", "pinned", "copy", {{"host", "pinned"}, {"way", "in"}}, mib_64},
      {"managed", "in-place", "managed", {{"what", "prefetch"}}, 0},
  };
  return all;
}

picture::MovingTableInput spaces_input(const Source& source) {
  picture::MovingTableInput input;
  input.head = head_of(source, MovingFigure::spaces);
  input.head.origin.reset();
  for (const char* column : {"space", "lives", "sees", "lasts", "costs", "lesson"})
    input.columns.push_back(source.texts.get(std::string("moving.column.") + column));
  const Origin origin =
      source.session.transfers().are_measured() ? Origin::measured : Origin::recorded;
  for (const Space& space : spaces()) {
    const auto text = [&](const char* of) {
      return source.texts.get(std::string(of) + space.name);
    };
    picture::MovingCell cost{text("moving.space_costs."), {}, false, {}};
    for (const TransferRow* row : rows_with(source.rows, space.section, space.names)) {
      const double bytes = row->number("bytes").value_or(0);
      if (!row->us || (space.bytes > 0 && bytes != space.bytes)) continue;
      cost.text =
          source.texts.get("moving.moves", fmt::arg("size", size_text(bytes)),
                           fmt::arg("time", seconds_text(seconds_of(row->us->median))),
                           fmt::arg("rate", picture::number_text(bytes / row->us->median / 1000)));
      cost.origin = origin;
      cost.tooltip = row->method + "\n" + source.session.transfers().made_on();
    }
    input.rows.push_back({{text("moving.space_name."), text("moving.space_what."), false, {}},
                          {text("moving.space_lives."), {}, false, {}},
                          {text("moving.space_sees."), {}, false, {}},
                          {text("moving.space_lasts."), {}, false, {}},
                          std::move(cost),
                          {*space.lesson == '\0' ? "–" : space.lesson,
                           *space.lesson == '\0' ? "" : source.texts.get("moving.open_lesson"),
                           true,
                           {}}});
  }
  return input;
}

}  // namespace

void MovingPage::step(int direction) {
  const auto count = static_cast<int>(moving_figures().size());
  const int next = (static_cast<int>(figure_) + direction + count) % count;
  figure_ = static_cast<MovingFigure>(next);
}

std::string MovingPage::lesson_of_space(std::size_t row) {
  return row < spaces().size() ? spaces()[row].lesson : std::string();
}

tl::expected<void, std::string> MovingPage::open(const ViewRequest& /*view*/,
                                                 const std::string& argument,
                                                 Session& /*session*/) {
  if (argument.empty()) return {};
  const auto figure = moving_figure_named(argument);
  if (!figure) {
    std::vector<std::string> names;
    for (const MovingFigure each : moving_figures()) names.emplace_back(name_of(each));
    return tl::unexpected(fmt::format("moving={}: there is no such figure; there are {}", argument,
                                      fmt::join(names, ", ")));
  }
  figure_ = *figure;
  return {};
}

picture::DrawList MovingPage::picture(const Session& session, const picture::Style& style,
                                      float width, float height) const {
  const Source source{session, session.transfers().rows(), style, *style.texts};
  switch (figure_) {
    case MovingFigure::copies:
      return build_curves(copies_input(source, shows_rate_, curve_), style, width, height);
    case MovingFigure::small:
      return build_bars(small_input(source), style, width, height);
    case MovingFigure::getting:
      return build_bars(getting_input(source), style, width, height);
    case MovingFigure::pointers:
      return build_moving_table(pointers_input(source), style, width, height);
    case MovingFigure::in_place:
      return build_bars(in_place_input(source), style, width, height);
    case MovingFigure::managed:
      return build_bars(managed_input(source), style, width, height);
    case MovingFigure::overlap:
      return build_timelines(overlap_input(source), style, width, height);
    case MovingFigure::streams:
      return build_bars(streams_input(source), style, width, height);
    case MovingFigure::residency:
      return build_bars(residency_input(source), style, width, height);
    case MovingFigure::launches:
      return build_bars(launches_input(source), style, width, height);
    case MovingFigure::spaces:
      return build_moving_table(spaces_input(source), style, width, height);
  }
  return {};
}

Table MovingPage::table(const Session& session) const {
  const std::string sections = sections_of(figure_);
  std::vector<const TransferRow*> rows;
  std::set<std::string> names, numbers;
  for (const TransferRow& row : session.transfers().rows()) {
    if ((" " + sections + " ").find(" " + row.section + " ") == std::string::npos) continue;
    rows.push_back(&row);
    for (const auto& [name, value] : row.names) names.insert(name);
    for (const auto& [name, value] : row.numbers) numbers.insert(name);
  }
  Table table{"moving", {"section"}, {}};
  table.columns.insert(table.columns.end(), names.begin(), names.end());
  table.columns.insert(table.columns.end(), numbers.begin(), numbers.end());
  for (const char* column : {"us", "low_us", "high_us", "min_us", "n", "method", "message"})
    table.columns.emplace_back(column);
  for (const TransferRow* row : rows) {
    Row cells{Cell(row->section)};
    for (const std::string& name : names)
      cells.push_back(row->names.contains(name) ? Cell(row->name(name)) : Cell());
    for (const std::string& number : numbers) {
      const auto value = row->number(number);
      cells.push_back(value ? Cell(*value) : Cell());
    }
    if (row->us) {
      for (const double us :
           {row->us->median, row->us->median_low, row->us->median_high, row->us->minimum})
        cells.emplace_back(us);
      cells.push_back(count_cell(row->us->count));
    } else {
      cells.resize(cells.size() + 5);
    }
    cells.emplace_back(row->method);
    cells.emplace_back(row->message);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

void MovingPage::add_to(Provenance& made, const Session& session) const {
  const Transfers& transfers = session.transfers();
  if (transfers.rows().empty()) return;
  const char* word = transfers.are_measured() ? "MEASURED" : "RECORDED";
  if (std::ranges::find(made.origins, word) == made.origins.end()) made.origins.emplace_back(word);
  (transfers.are_measured() ? made.measured_on : made.recorded_on) = transfers.made_on();
}

std::unique_ptr<PageContent> make_moving_content(const PageServices& /*services*/) {
  return std::make_unique<MovingPage>();
}

}  // namespace lanescope::app
