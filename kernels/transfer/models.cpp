#include "kernels/transfer/models.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sim/transfer/line_fit.h"

namespace lanescope::transfer {
namespace {

// Points of the rows that have both a time and the number. In seconds.
std::vector<Point> points_of(const std::vector<const Row*>& rows, const std::string& number) {
  std::vector<Point> points;
  for (const Row* row : rows) {
    const auto x = row->number(number);
    if (x && row->us) points.push_back({*x, row->us->median * 1e-6});
  }
  return points;
}

std::optional<double> part_us(const Rows& rows, OperationKind kind,
                              std::optional<double> weight = std::nullopt) {
  for (const Row* row : rows_with(rows, "overlap_part", {{"part", std::string(name_of(kind))}}))
    if (row->us && (!weight || row->number("weight") == weight)) return row->us->median;
  return std::nullopt;
}

// Today's queues, and the copy engines of the GPU of the rows.
StreamMachine machine_of(const Rows& rows) {
  StreamMachine machine = many_queues();
  for (const Row* row : rows_with(rows, "device")) {
    if (const auto engines = row->number("copy_engines"))
      machine.copy_engines = static_cast<unsigned>(*engines);
  }
  machine.both_ways = both_ways_of(rows);
  return machine;
}

// An old GPU has today's times of copies.
StreamMachine machine_of(const lesson::MovingWork& work, const Rows& rows) {
  if (work.one_queue == 0) return machine_of(rows);
  StreamMachine machine = tesla_c2050();
  machine.both_ways = both_ways_of(rows);
  return machine;
}

std::optional<double> overlap_us(const Rows& rows, const Row& row) {
  const auto streams = row.number("streams");
  const auto in = part_us(rows, OperationKind::copy_in);
  const auto kernel = part_us(rows, OperationKind::kernel, row.number("weight"));
  const auto out = part_us(rows, OperationKind::copy_out);
  if (row.name("host") != "pinned" || !streams || !in || !kernel || !out) return std::nullopt;
  StagedWork work;
  work.streams = work.chunks = static_cast<std::size_t>(*streams);
  work.copy_in_seconds = *in / *streams;
  work.kernel_seconds = *kernel / *streams;
  work.copy_out_seconds = *out / *streams;
  if (row.name("order") == name_of(IssueOrder::breadth_first))
    work.order = IssueOrder::breadth_first;
  const auto timeline = schedule(staged_program(work), machine_of(rows));
  if (!timeline) return std::nullopt;
  return timeline->total_seconds;  // of microseconds, microseconds
}

// When a copy of the measured timeline began and ended, in microseconds.
struct CopySpan {
  double begin, end;
};

std::vector<CopySpan> timed_copies(const Rows& rows, OperationKind kind) {
  std::vector<CopySpan> spans;
  for (const Row* row : rows_with(rows, "timeline", {{"part", std::string(name_of(kind))}})) {
    const auto begin = row->number("begin_us");
    const auto end = row->number("end_us");
    if (begin && end) spans.push_back({*begin, *end});
  }
  return spans;
}

double shared_us(const CopySpan& one, const std::vector<CopySpan>& others) {
  double shared = 0;
  for (const CopySpan& other : others)
    shared += std::max(0.0, std::min(one.end, other.end) - std::max(one.begin, other.begin));
  return shared;
}

CopyFit fit_of_rows(std::string host, std::string way, std::vector<const Row*> rows) {
  std::erase_if(rows, [](const Row* row) { return !row->us || !row->number("bytes"); });
  auto model = fit_copies(points_of(rows, "bytes"));
  return {std::move(host), std::move(way), std::move(rows), std::move(model)};
}

constexpr const char* memory_of(const lesson::MovingWork& work) {
  return work.pageable != 0 ? "pageable" : "pinned";
}

std::vector<Point> timed_sizes(const Rows& rows, const std::string& host, const char* way) {
  return points_of(rows_with(rows, "copy", {{"host", host}, {"way", way}}), "bytes");
}

std::optional<CopyModel> fit_of(const Rows& rows, const std::string& host, const char* way) {
  const auto fit = fit_copies(timed_sizes(rows, host, way));
  return fit ? std::optional(*fit) : std::nullopt;
}

// Of a copy of so many bytes: as timed, and on a straight line between two timed sizes. Larger
// copies have the rate of the largest one, smaller ones the time of the smallest.
double timed_seconds(std::vector<Point> timed, double bytes) {
  std::ranges::sort(timed, {}, &Point::x);
  if (bytes <= timed.front().x) return timed.front().y;
  if (bytes >= timed.back().x) return timed.back().y * bytes / timed.back().x;
  const auto above = std::ranges::upper_bound(timed, bytes, {}, &Point::x);
  const Point& below = *(above - 1);
  return below.y + (above->y - below.y) * (bytes - below.x) / (above->x - below.x);
}

// The copies of a work in one direction.
struct ChunkedCopy {
  double one_more = 0;   // seconds, of one copy more among several
  double start = 0;      // of the first one, beyond that
  double all_bytes = 0;  // of moving all bytes

  [[nodiscard]] double chunk(double chunks) const { return one_more + all_bytes / chunks; }
};
// Empty: the rows lack what this needs. No line fits pageable copies at all sizes: what the host's
// caches hold is moved more quickly. So the rate is that of the timed copy of all bytes.
std::optional<ChunkedCopy> chunked_copy(const lesson::MovingWork& work, const Rows& rows,
                                        const char* way, std::int64_t bytes) {
  const auto fit = fit_of(rows, memory_of(work), way);
  if (!fit) return std::nullopt;
  const double startup = fit->startup_seconds.value;
  const auto size = static_cast<double>(bytes);
  if (work.pageable != 0) {
    const double timed = timed_seconds(timed_sizes(rows, memory_of(work), way), size);
    return ChunkedCopy{startup, 0, std::max(timed - startup, 0.0)};
  }
  const auto line = fit_line(points_of(rows_with(rows, "small_copies"), "copies"));
  if (!line) return std::nullopt;
  const double one_more = line->slope.value;
  return ChunkedCopy{one_more, std::max(startup - one_more, 0.0),
                     size / fit->bytes_per_second.value};
}

// Of getting and giving back so much of it.
std::optional<double> seconds_of_memory(const lesson::MovingWork& work, const Rows& rows) {
  double seconds = 0;
  for (const char* section : {"get", "give_back"}) {
    const auto line =
        fit_line(points_of(rows_with(rows, section, {{"memory", memory_of(work)}}), "bytes"));
    if (!line) return std::nullopt;
    seconds += line->at(static_cast<double>(std::max(work.bytes, work.bytes_out)));
  }
  return seconds;
}

}  // namespace

// The timeline's copies move the same bytes as the copies alone, which take `in` + `out`. While
// only one direction copies, it is as quick as alone. What `left` counts is the rest: the time that
// the remaining bytes would take alone. They are moved while both directions copy, which took
// `shared`.
double both_ways_of(const Rows& rows) {
  const auto ins = timed_copies(rows, OperationKind::copy_in);
  const auto outs = timed_copies(rows, OperationKind::copy_out);
  const auto in = part_us(rows, OperationKind::copy_in);
  const auto out = part_us(rows, OperationKind::copy_out);
  if (!in || !out) return 1;
  double left = *in + *out;
  double shared = 0;
  const auto count = [&](const std::vector<CopySpan>& copies, const std::vector<CopySpan>& others) {
    for (const CopySpan& copy : copies) {
      const double with_others = shared_us(copy, others);
      shared += with_others;
      left -= copy.end - copy.begin - with_others;
    }
  };
  count(ins, outs);
  count(outs, ins);
  if (shared <= 0 || left <= 0) return 1;
  return std::clamp(shared / left, 1.0, 2.0);
}

std::optional<double> host_bytes_per_second(const Rows& rows) {
  double bytes = 0, us = 0;
  double us_of_run = 0, reads_of_run = 0;
  for (const Row* row : rows_with(rows, "arranged")) {
    const auto begin = row->number("begin_us");
    const auto end = row->number("end_us");
    if (begin && end) {  // a call
      if (row->name("part") != name_of(OperationKind::host_work)) continue;
      us_of_run += *end - *begin;
      ++reads_of_run;
      continue;
    }
    // A run ends with its total, which has the size, or with a message. Old rows have one size.
    const auto back = row->number("bytes_out");
    const auto size = back ? back : row->number("bytes");
    if (row->us && size) {
      bytes += reads_of_run * *size;
      us += us_of_run;
    }
    us_of_run = reads_of_run = 0;
  }
  return bytes > 0 && us > 0 ? std::optional(bytes / us * 1e6) : std::nullopt;
}

std::optional<MovingModel> model_of(const lesson::MovingWork& work, const Rows& rows) {
  const auto in = chunked_copy(work, rows, "in", work.bytes);
  const auto out = chunked_copy(work, rows, "out", work.bytes_out);
  const auto memory = work.gets != 0 ? seconds_of_memory(work, rows) : std::optional(0.0);
  if (!in || !out || !memory) return std::nullopt;

  // With one chunk, what is paid once and what is paid for each chunk are the start-up together.
  const double once = in->start;
  const auto staged = [&](std::int64_t chunks, std::int64_t streams) {
    const auto part = static_cast<double>(chunks);
    StagedWork result;
    result.chunks = static_cast<std::size_t>(chunks);
    result.streams = static_cast<std::size_t>(streams);
    result.copy_in_seconds = in->chunk(part);
    if (work.bytes_out > 0) result.copy_out_seconds = out->chunk(part);
    result.kernel_seconds = result.copy_in_seconds * static_cast<double>(work.kernel_percent) / 100;
    result.order = work.breadth_first != 0 ? IssueOrder::breadth_first : IssueOrder::depth_first;
    result.is_pageable = work.pageable != 0;
    return result;
  };
  const auto all = [&](double seconds) {
    return *memory + static_cast<double>(work.repeats) * (once + seconds);
  };
  MovingModel model;
  model.work = staged(work.chunks, work.streams);
  model.machine = machine_of(work, rows);
  // A stream does one thing after the other, so many copies need no schedule.
  const double in_order =
      static_cast<double>(work.chunks) *
      (model.work.copy_in_seconds + model.work.kernel_seconds + model.work.copy_out_seconds);
  if (work.streams > 1 || work.chunks <= lesson::most_scheduled_chunks) {
    model.program = staged_program(model.work);
    auto timeline = schedule(model.program, model.machine);
    if (!timeline) return std::nullopt;
    model.timeline = std::move(*timeline);
  }
  model.once_seconds = once;
  model.memory_seconds = *memory;
  const StagedWork whole = staged(1, 1);
  model.total_seconds = all(work.streams > 1 ? model.timeline.total_seconds : in_order);
  model.sequential_seconds =
      all(whole.copy_in_seconds + whole.kernel_seconds + whole.copy_out_seconds);
  model.pipeline_seconds = all(pipeline_seconds(model.work));
  return model;
}

std::optional<ArrangedModel> model_of(const Arrangement& arrangement,
                                      const lesson::MovingWork& work, const Rows& rows) {
  const auto in = fit_of(rows, "pinned", "in");
  const auto out = fit_of(rows, "pinned", "out");
  if (!in || !out) return std::nullopt;
  ArrangedModel model;
  model.arrangement = arrangement;
  model.seconds.copy_in = in->seconds(static_cast<double>(work.bytes));
  model.seconds.kernel = model.seconds.copy_in * static_cast<double>(work.kernel_percent) / 100;
  if (work.bytes_out > 0)
    model.seconds.copy_out = out->seconds(static_cast<double>(work.bytes_out));
  const auto host = host_bytes_per_second(rows);
  model.is_host_measured = host.has_value();
  model.host_bytes_per_second = host.value_or(usual_host_bytes_per_second);
  model.seconds.host_work = static_cast<double>(work.bytes_out) / model.host_bytes_per_second;
  model.program = program_of(arrangement, model.seconds);
  auto timeline = schedule(model.program, machine_of(work, rows));
  if (!timeline) return std::nullopt;
  model.timeline = std::move(*timeline);
  return model;
}

std::vector<CopyFit> copy_fits(const Rows& rows) {
  std::vector<CopyFit> fits;
  for (const Row* row : rows_with(rows, "copy")) {
    const std::string host = row->name("host");
    const std::string way = row->name("way");
    const auto is_this = [&](const CopyFit& fit) { return fit.host == host && fit.way == way; };
    if (!row->us || std::ranges::any_of(fits, is_this)) continue;
    fits.push_back(fit_of_rows(host, way, rows_with(rows, "copy", {{"host", host}, {"way", way}})));
  }
  return fits;
}

std::vector<CopyFit> uncopied_fits(const Rows& rows) {
  std::vector<CopyFit> fits;
  const auto add = [&](const char* host, const char* way, std::vector<const Row*> of) {
    CopyFit fit = fit_of_rows(host, way, std::move(of));
    if (fit.rows.size() > 1) fits.push_back(std::move(fit));
  };
  const auto read_in_place = [&](double times) {
    auto found = rows_with(rows, "in_place", {{"how", "mapped"}, {"does", "read"}});
    std::erase_if(found, [&](const Row* row) {
      return row->number("stride") != 1 || row->number("times") != times;
    });
    return found;
  };
  add("mapped", "read_once", read_in_place(1));
  add("mapped", "read_16_times", read_in_place(16));
  for (const char* what : {"first_kernel", "prefetch"})
    add("managed", what, rows_with(rows, "managed", {{"what", what}}));
  return fits;
}

std::vector<const Row*> of_one_size(const std::vector<const Row*>& rows, std::uint64_t most) {
  std::optional<double> chosen;
  const auto limit = static_cast<double>(most);
  for (const Row* row : rows) {
    const auto bytes = row->number("bytes");
    if (!bytes) continue;
    const bool is_better = !chosen || (*bytes <= limit && (*chosen > limit || *bytes > *chosen)) ||
                           (*bytes > limit && *bytes < *chosen);
    if (is_better) chosen = bytes;
  }
  std::vector<const Row*> found;
  for (const Row* row : rows)
    if (!row->number("bytes") || row->number("bytes") == chosen) found.push_back(row);
  return found;
}

std::optional<double> model_us(const Rows& rows, const Row& row) {
  if (!row.us) return std::nullopt;
  if (row.section == "overlap") return overlap_us(rows, row);
  if (row.section != "copy" && row.section != "small_copies") return std::nullopt;
  const std::string number = row.section == "copy" ? "bytes" : "copies";
  const auto x = row.number(number);
  const auto fit = fit_line(points_of(rows_with(rows, row.section, row.names), number));
  if (!x || !fit) return std::nullopt;
  return fit->at(*x) * 1e6;
}

std::optional<std::uint64_t> copies_that_pay(const Rows& rows, const Row& get) {
  const std::string memory = get.name("memory");
  const auto bytes = get.number("bytes");
  const auto us_of = [&](const char* section, const std::map<std::string, std::string>& names) {
    for (const Row* row : rows_with(rows, section, names))
      if (row->us && row->number("bytes") == bytes) return std::optional(row->us->median);
    return std::optional<double>();
  };
  const auto given_back = us_of("give_back", {{"memory", memory}});
  const auto slow = us_of("copy", {{"host", "pageable"}, {"way", "in"}});
  const auto fast = us_of("copy", {{"host", memory}, {"way", "in"}});
  if (!get.us || !given_back || !slow || !fast) return std::nullopt;
  return copies_that_pay(get.us->median + *given_back, *slow, *fast);
}

}  // namespace lanescope::transfer
