#include "kernels/transfer/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/transfer/schedule.h"
#include "sim/transfer/staged.h"

namespace lanescope::transfer {
namespace {

constexpr std::uint64_t mib = 1ULL << 20;

using Names = std::map<std::string, std::string>;
using Numbers = std::map<std::string, double>;

constexpr std::array host_spaces{Space::pageable, Space::pinned, Space::write_combined,
                                 Space::registered};

std::string size_text(std::uint64_t bytes) {
  if (bytes >= mib) return fmt::format("{} MiB", bytes / mib);
  return fmt::format("{} KiB", bytes / 1024);
}

// Gives memory back at its end.
class Held {
 public:
  Held(Device& device, Memory memory) : device_(&device), memory_(memory) {}
  Held(Held&& other) noexcept
      : device_(std::exchange(other.device_, nullptr)), memory_(other.memory_) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  Held& operator=(Held&&) = delete;
  ~Held() {
    if (device_ != nullptr) (void)device_->give_back(memory_);
  }
  [[nodiscard]] Memory memory() const { return memory_; }

 private:
  Device* device_;
  Memory memory_;
};

class Measuring {
 public:
  Measuring(Device& device, const MeasurePlan& plan, std::string date,
            const std::function<void(const Row&)>& tell)
      : device_(device),
        traits_(device.traits()),
        plan_(plan),
        date_(std::move(date)),
        tell_(tell) {}

  void run() {
    describe();
    copies();
    small_copies();
    prices();
    pointers();
    if (!traits_.why_no_kernels.empty()) {
      for (const char* section : {"in_place", "managed", "overlap", "streams", "launch",
                                  "residency", "nested", "arranged"})
        cannot(section, {}, traits_.why_no_kernels);
      return;
    }
    in_place();
    managed();
    overlap();
    streams();
    launches();
    residency();
    nested();
    for (const NamedArrangement& each : shipped_arrangements())
      run_arranged(*arrangement_from(each.text), {});
  }

  void run_arranged(const Arrangement& arrangement, const ArrangedSize& size) const {
    if (const std::string why = why_not(arrangement, size); !why.empty())
      return cannot("arranged", {}, why);
    const std::uint64_t room = std::max(size.bytes, size.bytes_out);
    std::map<std::size_t, std::uint64_t> offsets;  // of each data that the program uses
    for (const Call& call : arrangement.calls)
      if (has_data(call.kind)) offsets.try_emplace(call.data, offsets.size() * room);
    auto arrays = arrays_for_all(room, std::max<std::size_t>(1, offsets.size()));
    if (!arrays) return;
    arrays->in.bytes = size.bytes;
    ProgramRun run = run_of(*arrays, program_of(arrangement, {}));
    for (std::size_t i = 0; i < run.extents.size(); ++i) {
      const Call& call = arrangement.calls[i];
      const bool is_of_result =
          call.kind == OperationKind::copy_out || call.kind == OperationKind::host_work;
      if (has_data(call.kind))
        run.extents[i] = {offsets.at(call.data), is_of_result ? size.bytes_out : size.bytes};
    }
    if (has_kernel(arrangement)) {
      const auto of_a_copy = rounds_of_a_copy("arranged_part", *arrays);
      if (!of_a_copy) return;
      run.rounds = whole_rounds(*of_a_copy * size.kernel_percent / 100);
      part("arranged_part", *arrays, OperationKind::kernel, run.rounds,
           {{"kernel_percent", size.kernel_percent}, {"rounds", run.rounds}});
    }
    run.wants_times = true;
    tell_arranged(arrangement, size, run);
  }

 private:
  // ---- rows ----

  Row row_of(const std::string& section, Names names, Numbers numbers) const {
    Row row;
    row.section = section;
    row.names = std::move(names);
    row.numbers = std::move(numbers);
    row.device = traits_.gpu.name;
    row.driver = traits_.gpu.driver;
    row.date = date_;
    return row;
  }

  void cannot(const std::string& section, Names names, const std::string& why,
              Numbers numbers = {}) const {
    Row row = row_of(section, std::move(names), std::move(numbers));
    row.message = why;
    tell_(row);
  }

  struct Point {
    std::string section;
    Names names;
    Numbers numbers;
    std::string method;
    std::size_t samples = 0;
    std::function<Outcome<double>()> sample;
    std::vector<double> us{};
    std::optional<JobFailure> failure{};
  };

  // Takes the samples of all points in turn: what disturbs the machine for some milliseconds then
  // spoils one sample of each point and not all of one. The first round is a rehearsal. Tells the
  // rows and returns the medians; of a point that failed, its row says why.
  std::vector<std::optional<double>> measure_in_turn(std::vector<Point> points) const {
    std::size_t rounds = 0;
    for (const Point& point : points) rounds = std::max(rounds, point.samples);
    for (std::size_t round = 0; round <= rounds; ++round) {
      for (Point& point : points) {
        if (point.failure || round > point.samples) continue;
        const auto us = point.sample();
        if (!us)
          point.failure = us.error();
        else if (round > 0)
          point.us.push_back(*us);
      }
    }
    std::vector<std::optional<double>> medians;
    for (Point& point : points) {
      Row row = row_of(point.section, std::move(point.names), std::move(point.numbers));
      if (point.failure) {
        row.message = point.failure->message;
      } else {
        row.us = device::summarise(point.us);
        row.method = std::move(point.method);
      }
      tell_(row);
      medians.push_back(row.us ? std::optional(row.us->median) : std::nullopt);
    }
    return medians;
  }

  // One point alone.
  std::optional<double> point(const std::string& section, Names names, Numbers numbers,
                              const std::string& method, std::size_t samples,
                              const std::function<Outcome<double>()>& sample) const {
    return measure_in_turn(
        {{section, std::move(names), std::move(numbers), method, samples, sample}})[0];
  }

  std::size_t samples_of(std::uint64_t bytes) const {
    return bytes < mib ? plan_.small_samples : plan_.samples;
  }

  // As many of the wanted bytes as there are; at least half of what is free stays so.
  std::uint64_t room_for(Space space, std::uint64_t wanted) const {
    const bool on_device = space == Space::device || space == Space::managed;
    const std::uint64_t there = on_device ? device_.free_device_bytes() : device_.free_host_bytes();
    while (wanted > plan_.least_copy && wanted > there / 2) wanted /= 4;
    return wanted;
  }

  struct Room {
    Held held;
    std::uint64_t bytes = 0;
  };
  // Memory for as many of the bytes as can be had: a quarter, if they are refused. Says so.
  std::optional<Room> get(Space space, std::uint64_t wanted, const std::string& section) const {
    std::string why = fmt::format("only so much is free");
    for (std::uint64_t bytes = room_for(space, wanted); bytes >= plan_.least_copy; bytes /= 4) {
      auto got = device_.get(space, bytes);
      if (got) {
        if (bytes < wanted) {
          cannot(section, {{"memory", std::string(name_of(space))}},
                 fmt::format("{} memory: no room for {} ({}); measured with {}", name_of(space),
                             size_text(wanted), why, size_text(bytes)));
        }
        return Room{Held(device_, got->memory), bytes};
      }
      why = got.error().message;
    }
    cannot(section, {{"memory", std::string(name_of(space))}},
           fmt::format("{} memory: {}", name_of(space), why));
    return std::nullopt;
  }

  void describe() const {
    Row row = row_of("device", {}, {});
    row.names["runtime"] = traits_.gpu.runtime;
    row.numbers = {{"copy_engines", traits_.copy_engines},
                   {"can_map", traits_.can_map},
                   {"has_managed", traits_.has_managed},
                   {"can_prefetch", traits_.can_prefetch},
                   {"multiprocessors", traits_.gpu.multiprocessors},
                   {"memory_bytes", static_cast<double>(traits_.gpu.memory_bytes)},
                   {"l2_bytes", static_cast<double>(traits_.gpu.l2_bytes)},
                   {"persisting_l2_bytes", static_cast<double>(traits_.persisting_l2)},
                   {"window_bytes", static_cast<double>(traits_.window_bytes)}};
    row.method = "as the driver reports it";
    tell_(row);
  }

  // ---- copies ----

  void copies() const {
    const auto on_device = get(Space::device, plan_.most_copy, "copy");
    if (!on_device) return;
    for (const Space space : host_spaces) {
      const auto on_host = get(space, on_device->bytes, "copy");
      if (!on_host) continue;
      for (std::uint64_t bytes = plan_.least_copy; bytes <= on_host->bytes; bytes *= 4) {
        copy_point(space, "in", on_host->held.memory(), on_device->held.memory(), bytes);
        copy_point(space, "out", on_device->held.memory(), on_host->held.memory(), bytes);
      }
    }
    copies_on_device(on_device->held.memory(), on_device->bytes);
  }

  void copy_point(Space space, const char* way, Memory from, Memory to, std::uint64_t bytes) const {
    point("copy", {{"host", std::string(name_of(space))}, {"way", way}},
          {{"bytes", static_cast<double>(bytes)}}, "host's time of cudaMemcpy", samples_of(bytes),
          [&] { return device_.copy(from, to, bytes, 1); });
  }

  void copies_on_device(Memory from, std::uint64_t most) const {
    const auto to = get(Space::device, most, "copy");
    if (!to) return;
    for (std::uint64_t bytes = plan_.least_copy; bytes <= to->bytes; bytes *= 4) {
      point("copy", {{"host", "none"}, {"way", "on device"}},
            {{"bytes", static_cast<double>(bytes)}}, "host's time of a copy and the wait for it",
            samples_of(bytes), [&] { return device_.copy(from, to->held.memory(), bytes, 1); });
    }
  }

  void small_copies() const {
    const auto on_device = get(Space::device, plan_.small_copies_bytes, "small_copies");
    if (!on_device) return;
    const auto pinned = get(Space::pinned, on_device->bytes, "small_copies");
    if (!pinned) return;
    for (const unsigned pieces : {1U, 4U, 16U, 64U, 256U, 1024U, 4096U}) {
      if (pinned->bytes / pieces < 4) break;
      point("small_copies", {{"host", "pinned"}},
            {{"copies", pieces}, {"bytes", static_cast<double>(pinned->bytes)}},
            "host's time of cudaMemcpyAsync on one stream and the wait for all", plan_.samples,
            [&] {
              return device_.copy(pinned->held.memory(), on_device->held.memory(), pinned->bytes,
                                  pieces);
            });
    }
  }

  // ---- what memory costs before anything is copied ----

  void prices() const {
    for (const Space space : {Space::pinned, Space::write_combined, Space::mapped,
                              Space::registered, Space::managed, Space::device}) {
      if (space == Space::managed && !traits_.has_managed) continue;  // managed() says so
      for (const std::uint64_t bytes : {mib, 64 * mib, 1024 * mib}) {
        if (bytes > plan_.most_copy || room_for(space, bytes) < bytes) break;
        if (!price(space, bytes)) break;
      }
    }
  }

  bool price(Space space, std::uint64_t bytes) const {
    const Names names{{"memory", std::string(name_of(space))},
                      {"call", std::string(call_of(space))}};
    const Numbers numbers{{"bytes", static_cast<double>(bytes)}};
    std::vector<double> returned;
    const auto got = point("get", names, numbers, "host's time of the call", plan_.samples,
                           [&]() -> Outcome<double> {
                             const auto one = device_.get(space, bytes);
                             if (!one) return tl::unexpected(one.error());
                             const auto back = device_.give_back(one->memory);
                             if (!back) return tl::unexpected(back.error());
                             returned.push_back(*back);
                             return one->us;
                           });
    if (!got) return false;
    Row row = row_of("give_back", names, numbers);
    row.us = device::summarise(std::span(returned).subspan(1));
    row.method = "host's time of the call";
    tell_(row);
    return true;
  }

  void pointers() const {
    for (std::size_t i = 0; i < space_count; ++i) {
      const auto space = static_cast<Space>(i);
      if (space == Space::managed && !traits_.has_managed) continue;
      const Names names{{"memory", std::string(name_of(space))}};
      const auto got = device_.get(space, mib);
      if (!got) {
        cannot("pointer", names, got.error().message);
        continue;
      }
      const Held held(device_, got->memory);
      const auto kind = device_.kind_of(got->memory);
      if (!kind) {
        cannot("pointer", names, kind.error().message);
        continue;
      }
      Row row = row_of("pointer", names,
                       {{"has_device_pointer", kind->has_device_pointer},
                        {"has_host_pointer", kind->has_host_pointer}});
      row.names["type"] = kind->type;
      row.method = "cudaPointerGetAttributes";
      tell_(row);
    }
  }

  // ---- reading in place ----

  // Sizes as of copies; at one of them all ways to read and write.
  void in_place() const {
    if (!traits_.can_map) return cannot("in_place", {}, "this GPU cannot map host memory");
    const auto mapped = get(Space::mapped, plan_.most_copy, "in_place");
    if (!mapped) return;
    const auto on_device = get(Space::device, mapped->bytes, "in_place");
    if (!on_device) return;
    const Memory far = mapped->held.memory();
    const Memory near = on_device->held.memory();
    const std::uint64_t most = on_device->bytes;
    const std::uint64_t usual = std::min(most, usual_in_place_bytes);
    for (std::uint64_t bytes = plan_.least_copy; bytes <= most; bytes *= 4) {
      if (bytes != usual) {
        for (const unsigned times : {1U, 16U}) reads_in_place(far, near, bytes, 1, times);
        continue;
      }
      for (const unsigned stride : {1U, 32U})
        for (const unsigned times : {1U, 2U, 4U, 16U})
          reads_in_place(far, near, bytes, stride, times);
      for (const auto& [how, memory] : {std::pair("mapped", far), std::pair("device", near)}) {
        point("in_place", {{"how", how}, {"does", "write"}},
              {{"bytes", static_cast<double>(bytes)}},
              "host's time of the kernel and the wait for it", samples_of(bytes),
              [&, memory = memory] { return device_.write(memory, bytes); });
      }
    }
  }

  void reads_in_place(Memory far, Memory near, std::uint64_t bytes, unsigned stride,
                      unsigned times) const {
    const Numbers numbers{
        {"bytes", static_cast<double>(bytes)}, {"stride", stride}, {"times", times}};
    point("in_place", {{"how", "mapped"}, {"does", "read"}}, numbers,
          "host's time of the kernels and the wait for them", samples_of(bytes),
          [&] { return device_.read(far, bytes, stride, times); });
    point("in_place", {{"how", "copied"}, {"does", "read"}}, numbers,
          "host's time of cudaMemcpy, the kernels and the wait for them", samples_of(bytes),
          [&]() -> Outcome<double> {
            const auto copied = device_.copy(far, near, bytes, 1);
            if (!copied) return copied;
            const auto read = device_.read(near, bytes, stride, times);
            return read ? Outcome<double>(*copied + *read) : read;
          });
  }

  // ---- managed memory ----

  void managed() const {
    if (!traits_.has_managed) return cannot("managed", {}, "this GPU has no managed memory");
    const auto room = get(Space::managed, plan_.most_copy, "managed");
    if (!room) return;
    for (std::uint64_t bytes = plan_.least_copy; bytes <= room->bytes; bytes *= 4)
      managed_points(room->held.memory(), bytes);
    if (!traits_.can_prefetch) {
      cannot("managed", {{"what", "prefetch"}},
             "this GPU moves managed memory as a whole before a kernel: it cannot prefetch");
    }
  }

  // Of the memory's first bytes. What lies behind them stays where it is.
  void managed_points(Memory memory, std::uint64_t bytes) const {
    const auto measured = [&](const char* what, const char* method, const auto& before,
                              const auto& sample) {
      point("managed", {{"what", what}}, {{"bytes", static_cast<double>(bytes)}}, method,
            samples_of(bytes), [&]() -> Outcome<double> {
              for (const Outcome<double>& done : before())
                if (!done) return done;
              return sample();
            });
    };
    using Before = std::vector<Outcome<double>>;
    const auto read = [&] { return device_.read(memory, bytes, 1, 1); };
    const auto on_host = [&] { return Before{device_.host_writes(memory, bytes)}; };
    constexpr const char* of_kernel = "host's time of the kernel and the wait for it";
    measured("first_kernel", of_kernel, on_host, read);
    measured(
        "second_kernel", of_kernel, [] { return Before{}; }, read);
    measured(
        "host_reads_pages", "host's time", [&] { return Before{read()}; },
        [&] { return device_.host_reads_pages(memory, bytes); });
    if (!traits_.can_prefetch) return;
    const auto prefetch = [&] { return device_.prefetch(memory, bytes); };
    measured("prefetch", "host's time of cudaMemPrefetchAsync and the wait for it", on_host,
             prefetch);
    measured(
        "kernel_after_prefetch", of_kernel,
        [&] {
          Before before = on_host();
          before.push_back(prefetch());
          return before;
        },
        read);
  }

  // ---- overlap ----

  struct Arrays {
    Room in, on_device, out;
  };
  std::optional<Arrays> arrays_for(Space space) const {
    auto on_device = get(Space::device, plan_.overlap_bytes, "overlap");
    if (!on_device) return std::nullopt;
    auto in = get(space, on_device->bytes, "overlap");
    if (!in) return std::nullopt;
    auto out = get(space, in->bytes, "overlap");
    if (!out) return std::nullopt;
    in->bytes = out->bytes;
    return Arrays{std::move(*in), std::move(*on_device), std::move(*out)};
  }

  static ProgramRun run_of(const Arrays& arrays, StreamProgram program) {
    ProgramRun run;
    run.extents.resize(program.operations.size());
    run.program = std::move(program);
    run.host_in = arrays.in.held.memory();
    run.on_device = arrays.on_device.held.memory();
    run.host_out = arrays.out.held.memory();
    return run;
  }

  // `count` streams, a chunk in each.
  static ProgramRun staged_run(const Arrays& arrays, std::size_t count, IssueOrder order,
                               std::uint32_t rounds) {
    StagedWork work;
    work.streams = work.chunks = count;
    work.order = order;
    ProgramRun run = run_of(arrays, staged_program(work));
    const std::uint64_t bytes = arrays.in.bytes / count / 4 * 4;
    for (std::size_t i = 0; i < run.extents.size(); ++i) {
      const Operation& operation = run.program.operations[i];
      if (is_on_engine(operation.kind)) run.extents[i] = {(operation.stream - 1) * bytes, bytes};
    }
    run.rounds = rounds;
    return run;
  }

  Point total_of(const std::string& section, Names names, Numbers numbers, ProgramRun run) const {
    return {section,
            std::move(names),
            std::move(numbers),
            "host's time from the first call until all has ended",
            plan_.samples,
            [&device = device_, run = std::move(run)]() -> Outcome<double> {
              const auto times = device.run(run);
              return times ? Outcome<double>(times->total_us) : tl::unexpected(times.error());
            }};
  }

  // One operation alone, of the whole data.
  std::optional<double> part(const std::string& section, const Arrays& arrays, OperationKind kind,
                             std::uint32_t rounds, Numbers numbers) const {
    StreamProgram program;
    program.streams.push_back(StreamKind::non_blocking);
    Operation operation;
    operation.kind = kind;
    operation.stream = 1;
    program.operations = {operation};
    ProgramRun run = run_of(arrays, std::move(program));
    run.extents[0].bytes = arrays.in.bytes;
    run.rounds = rounds;
    numbers["bytes"] = static_cast<double>(arrays.in.bytes);
    return measure_in_turn({total_of(section, {{"part", std::string(name_of(kind))}},
                                     std::move(numbers), std::move(run))})[0];
  }

  // So many rounds make a kernel take as long as a copy in.
  std::optional<double> rounds_of_a_copy(const std::string& section, const Arrays& arrays) const {
    constexpr std::uint32_t trial = 1000;
    const auto in = part(section, arrays, OperationKind::copy_in, 0, {});
    const auto one = part(section, arrays, OperationKind::kernel, trial, {{"rounds", trial}});
    if (!in || !one) return std::nullopt;
    return *in / *one * trial;
  }

  // At least one: a kernel of none would be one that waits.
  static std::uint32_t whole_rounds(double rounds) {
    constexpr double most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::llround(std::clamp(rounds, 1.0, most)));
  }

  void overlap() const {
    if (traits_.copy_engines < 2) {
      cannot("overlap", {},
             traits_.copy_engines == 0
                 ? "this GPU has no copy engine beside its kernels: nothing overlaps"
                 : "this GPU has one copy engine: copies in and out take turns");
    }
    const auto pinned = arrays_for(Space::pinned);
    if (!pinned) return;
    const auto of_a_copy = rounds_of_a_copy("overlap_part", *pinned);
    const auto out = part("overlap_part", *pinned, OperationKind::copy_out, 0, {});
    if (!of_a_copy || !out) return;
    for (const double weight : {0.5, 1.0, 2.0}) {
      const std::uint32_t rounds = whole_rounds(weight * *of_a_copy);
      part("overlap_part", *pinned, OperationKind::kernel, rounds,
           {{"weight", weight}, {"rounds", rounds}});
      orders(*pinned, Space::pinned, weight, rounds);
    }
    timeline(*pinned, whole_rounds(*of_a_copy));
    if (const auto pageable = arrays_for(Space::pageable))
      orders(*pageable, Space::pageable, 1, whole_rounds(*of_a_copy));
  }

  void orders(const Arrays& arrays, Space space, double weight, std::uint32_t rounds) const {
    std::vector<Point> points;
    for (const IssueOrder order : {IssueOrder::depth_first, IssueOrder::breadth_first}) {
      for (const std::size_t count : {1U, 2U, 4U, 8U, 16U, 32U}) {
        points.push_back(total_of(
            "overlap",
            {{"host", std::string(name_of(space))}, {"order", std::string(name_of(order))}},
            {{"streams", static_cast<double>(count)},
             {"weight", weight},
             {"bytes", static_cast<double>(arrays.in.bytes)}},
            staged_run(arrays, count, order, rounds)));
      }
    }
    measure_in_turn(std::move(points));
  }

  void timeline(const Arrays& arrays, std::uint32_t rounds) const {
    ProgramRun run = staged_run(arrays, 4, IssueOrder::depth_first, rounds);
    run.wants_times = true;
    (void)device_.run(run);
    const auto times = device_.run(run);
    if (!times) return cannot("timeline", {}, times.error().message);
    for (const auto& [call, row] : span_rows("timeline", run.program, *times)) tell_(row);
  }

  // Of each call on an engine or of the host itself, by the index of the call.
  std::map<std::size_t, Row> span_rows(const std::string& section, const StreamProgram& program,
                                       const ProgramTimes& times) const {
    StreamMachine machine;
    machine.copy_engines = traits_.copy_engines;
    std::map<Engine, std::vector<std::size_t>> calls_on;
    for (std::size_t i = 0; i < program.operations.size(); ++i)
      calls_on[engine_of(program.operations[i], machine)].push_back(i);
    calls_on.erase(Engine::none);
    std::map<std::size_t, Row> rows;
    for (const auto& [engine, calls] : calls_on) {
      std::vector<ProgramTimes::Span> spans;
      for (const std::size_t call : calls) spans.push_back(times.spans[call]);
      const std::vector<double> begins = begins_of(spans);
      for (std::size_t i = 0; i < calls.size(); ++i) {
        const Operation& operation = program.operations[calls[i]];
        Row row = row_of(section, {{"part", std::string(name_of(operation.kind))}},
                         {{"queued_us", spans[i].queued_us},
                          {"begin_us", begins[i]},
                          {"end_us", spans[i].end_us}});
        if (engine == Engine::host) {
          row.method = "the host's clock";
        } else {
          row.numbers["stream"] = static_cast<double>(operation.stream);
          row.method =
              "events before and after; begin: when the one before it on its engine had ended";
        }
        rows.emplace(calls[i], std::move(row));
      }
    }
    return rows;
  }

  // ---- a program that someone arranged ----

  static bool has_kernel(const Arrangement& arrangement) {
    return std::ranges::find(arrangement.calls, OperationKind::kernel, &Call::kind) !=
           arrangement.calls.end();
  }

  // Empty: it can be tried.
  std::string why_not(const Arrangement& arrangement, const ArrangedSize& size) const {
    for (const std::uint64_t bytes : {size.bytes, size.bytes_out}) {
      if (bytes % sizeof(float) == 0 && bytes <= most_arranged_bytes && size.bytes > 0) continue;
      return fmt::format("data of {} bytes: it must be a multiple of 4, and no more than {}", bytes,
                         size_text(most_arranged_bytes));
    }
    if (size.kernel_percent == 0 || size.kernel_percent > most_kernel_percent) {
      return fmt::format("a kernel of {} % of a copy: it must be 1 to {}", size.kernel_percent,
                         most_kernel_percent);
    }
    return has_kernel(arrangement) ? traits_.why_no_kernels : std::string();
  }

  // All the bytes, or a row that says why not: a program of smaller data is another one.
  std::optional<Room> get_all(Space space, std::uint64_t bytes) const {
    std::string why = "only so much is free";
    if (room_for(space, bytes) == bytes) {
      const auto got = device_.get(space, bytes);
      if (got) return Room{Held(device_, got->memory), bytes};
      why = got.error().message;
    }
    cannot("arranged", {{"memory", std::string(name_of(space))}},
           fmt::format("{} memory: no room for {} ({})", name_of(space), size_text(bytes), why));
    return std::nullopt;
  }

  // Room for `count` data. The arrays' own size is that of one of them.
  std::optional<Arrays> arrays_for_all(std::uint64_t bytes, std::size_t count) const {
    auto on_device = get_all(Space::device, count * bytes);
    if (!on_device) return std::nullopt;
    auto in = get_all(Space::pinned, count * bytes);
    if (!in) return std::nullopt;
    auto out = get_all(Space::pinned, count * bytes);
    if (!out) return std::nullopt;
    in->bytes = on_device->bytes = out->bytes = bytes;
    return Arrays{std::move(*in), std::move(*on_device), std::move(*out)};
  }

  void tell_arranged(const Arrangement& arrangement, const ArrangedSize& size,
                     const ProgramRun& run) const {
    std::vector<ProgramTimes> runs;
    for (std::size_t i = 0; i <= plan_.samples; ++i) {
      auto times = device_.run(run);
      if (!times) return cannot("arranged", {}, times.error().message);
      if (i > 0) runs.push_back(*std::move(times));  // the first is a rehearsal
    }
    std::ranges::sort(runs, {}, &ProgramTimes::total_us);
    std::vector<double> totals;
    for (const ProgramTimes& times : runs) totals.push_back(times.total_us);
    for (auto& [call, row] : span_rows("arranged", run.program, runs[runs.size() / 2])) {
      row.numbers["call"] = static_cast<double>(call + 1);
      row.names["text"] = text_of(arrangement.calls[call]);
      tell_(row);
    }
    Row total = row_of("arranged", {{"part", "total"}, {"text", text_of(arrangement)}},
                       {{"calls", static_cast<double>(arrangement.calls.size())},
                        {"bytes", static_cast<double>(size.bytes)},
                        {"bytes_out", static_cast<double>(size.bytes_out)},
                        {"kernel_percent", size.kernel_percent}});
    total.us = device::summarise(totals);
    total.method = "host's time from the first call until all has ended, with the events";
    tell_(total);
  }

  // ---- streams ----

  void streams() const {
    constexpr double kernel_seconds = 1e-3;
    struct Case {
      const char* what;
      StreamKind kind;
      std::vector<std::size_t> streams;  // of the kernels
    };
    const std::vector<Case> cases{{"one_kernel", StreamKind::non_blocking, {1}},
                                  {"two_non_blocking", StreamKind::non_blocking, {1, 2}},
                                  {"both_default", StreamKind::blocking, {0, 0}},
                                  {"blocking_then_default", StreamKind::blocking, {1, 0}},
                                  {"non_blocking_then_default", StreamKind::non_blocking, {1, 0}},
                                  {"blocking_default_blocking", StreamKind::blocking, {1, 0, 2}}};
    std::vector<Point> points;
    for (const Case& one : cases) {
      ProgramRun run;
      run.program.streams = std::vector<StreamKind>(3, one.kind);
      for (const std::size_t stream : one.streams) {
        Operation kernel;
        kernel.stream = stream;
        kernel.seconds = kernel_seconds;
        run.program.operations.push_back(kernel);
      }
      run.extents.resize(run.program.operations.size());
      points.push_back(total_of("streams", {{"what", one.what}},
                                {{"kernel_us", kernel_seconds * 1e6}}, std::move(run)));
    }
    measure_in_turn(std::move(points));
  }

  // ---- launches ----

  void launches() const {
    point("launch", {{"what", "call"}}, {{"launches", 1}}, "host's time of the call",
          plan_.small_samples, [&] { return device_.launch(1, false); });
    for (const unsigned count : {1U, 16U, 20U, 256U, 1024U}) {
      point("launch", {{"what", "calls_and_wait"}}, {{"launches", count}},
            "host's time of the calls and the wait for the last kernel", plan_.small_samples,
            [&] { return device_.launch(count, true); });
    }
  }

  void nested() const {
    if (!traits_.why_not_nested.empty()) return cannot("nested", {}, traits_.why_not_nested);
    const auto points = [&](NestedBy by, std::initializer_list<unsigned> counts) {
      for (const unsigned count : counts) {
        point("nested", {{"by", std::string(name_of(by))}}, {{"launches", count}},
              "host's time of one launch and the wait for all", plan_.samples,
              [&] { return device_.nested(by, count); });
      }
    };
    points(NestedBy::thread, {256, 1024, 4096, 16384});
    points(NestedBy::block, {1, 16, 64, 256});
    points(NestedBy::grid, {1});
  }

  // ---- L2 ----

  void residency() const {
    if (traits_.persisting_l2 == 0)
      cannot("residency", {}, "this GPU cannot set L2 aside: measured without a window alone");
    const std::uint64_t most_kept =
        *std::max_element(plan_.kept_mib.begin(), plan_.kept_mib.end()) * mib;
    const auto room = get(Space::device, plan_.streamed_bytes + most_kept, "residency");
    if (!room || room->bytes < plan_.streamed_bytes + most_kept) return;
    for (const std::uint64_t kept_mib : plan_.kept_mib) {
      const std::uint64_t kept = kept_mib * mib;
      for (const Window window : {Window::none, Window::aside, Window::whole, Window::tuned})
        reuse_point(room->held.memory(), kept, window);
    }
  }

  void reuse_point(Memory memory, std::uint64_t kept, Window window) const {
    if (window != Window::none && traits_.persisting_l2 == 0) return;
    const std::uint64_t aside = window == Window::none ? 0 : traits_.persisting_l2;
    const bool has_window = window == Window::whole || window == Window::tuned;
    double ratio = has_window ? 1 : 0;
    if (window == Window::tuned)
      ratio = std::min(1.0, static_cast<double>(aside) / static_cast<double>(kept));
    const Names names{{"window", std::string(name_of(window))}};
    const Numbers numbers{{"kept_bytes", static_cast<double>(kept)},
                          {"streamed_bytes", static_cast<double>(plan_.streamed_bytes)},
                          {"set_aside_bytes", static_cast<double>(aside)},
                          {"hit_ratio", ratio}};
    if (has_window && kept > traits_.window_bytes) {
      return cannot(
          "residency", names,
          fmt::format("the largest window of this GPU is {}", size_text(traits_.window_bytes)),
          numbers);
    }
    point("residency", names, numbers, "one launch between two events", plan_.samples,
          [&] { return device_.reuse(memory, kept, plan_.streamed_bytes, aside, ratio); });
  }

  Device& device_;
  const DeviceTraits traits_;
  const MeasurePlan& plan_;
  const std::string date_;
  const std::function<void(const Row&)>& tell_;
};

}  // namespace

std::vector<double> begins_of(const std::vector<ProgramTimes::Span>& spans) {
  std::vector<double> begins;
  for (const ProgramTimes::Span& span : spans) {
    double begin = span.queued_us;
    for (const ProgramTimes::Span& other : spans)
      if (other.end_us < span.end_us) begin = std::max(begin, other.end_us);
    begins.push_back(begin);
  }
  return begins;
}

std::optional<std::size_t> measure_step_of(std::string_view section) {
  const std::string word = fmt::format(" {} ", section);
  for (std::size_t i = 0; i < measure_steps.size(); ++i)
    if (fmt::format(" {} ", measure_steps[i]).find(word) != std::string::npos) return i;
  return std::nullopt;
}

void measure(Device& device, const MeasurePlan& plan, const std::string& date,
             const std::function<void(const Row&)>& tell) {
  Measuring(device, plan, date, tell).run();
}

void measure_arranged(Device& device, const Arrangement& arrangement, const ArrangedSize& size,
                      const std::string& date, const std::function<void(const Row&)>& tell) {
  const MeasurePlan plan;
  Measuring(device, plan, date, tell).run_arranged(arrangement, size);
}

}  // namespace lanescope::transfer
