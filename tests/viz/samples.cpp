#include "tests/viz/samples.h"

#include <bit>
#include <numeric>

#include <algorithm>
#include <memory>
#include <utility>

#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::samples {
namespace {

constexpr std::uint64_t array_a = 0x7f0000000000;
constexpr std::uint64_t array_b = 0x7f0000400000;
constexpr std::uint64_t requests = 32768;  // 1024 blocks of 32 warps

report::Event event(const memory::WarpAccess& access, std::uint32_t site, int line) {
  report::Event e;
  e.site = site;
  e.place = {"tile.cu", line, 0};
  e.access = access;
  if (access.space == memory::Space::shared) {
    const memory::SharedCost cost = memory::shared_cost(access);
    e.cost = cost.wavefronts;
    e.ideal = cost.ideal_wavefronts;
    e.ways = cost.worst_ways;
    e.steps = cost.wavefronts;
  } else {
    const memory::GlobalCost cost = memory::global_cost(access);
    e.cost = cost.sectors;
    e.ideal = cost.ideal_sectors;
  }
  return e;
}

report::Site site_of(const report::Event& e) {
  report::Site site;
  site.index = e.site;
  site.place = e.place;
  site.space = e.access.space;
  site.op = e.access.op;
  site.bytes = e.access.bytes;
  site.counts.requests = requests;
  site.counts.bytes_requested = requests * 128;
  if (e.access.space == memory::Space::shared) {
    site.counts.wavefronts = requests * e.cost;
    site.counts.ideal_wavefronts = requests * e.ideal;
    site.counts.conflicts = requests * (e.cost - e.ideal);
  } else {
    site.counts.sectors = requests * e.cost;
    site.counts.ideal_sectors = requests * e.ideal;
    site.counts.tag_lookups = requests * memory::global_cost(e.access).tag_lookups;
    site.counts.bytes_used = requests * 128;
  }
  site.worst_ways = e.ways;
  site.worst_cost = e.cost;
  return site;
}

}  // namespace

memory::WarpAccess access(memory::Space space, memory::Op op, std::uint8_t bytes,
                          const AddressOf& address_of, std::uint32_t mask) {
  memory::WarpAccess a;
  a.space = space;
  a.op = op;
  a.bytes = bytes;
  a.mask = mask;
  for (std::uint64_t lane = 0; lane < memory::warp_lanes; ++lane)
    a.address[lane] = address_of(lane);
  return a;
}

memory::WarpAccess tile_column(int pad) {
  const auto row = static_cast<std::uint64_t>(32 + pad) * 4;
  return access(memory::Space::shared, memory::Op::load, 4,
                [row](std::uint64_t lane) { return lane * row; });
}

picture::StageInput tile_column_stage(int pad) {
  picture::StageInput stage;
  stage.access = tile_column(pad);
  stage.source_text = "    B[y * n + x] = S[threadIdx.x][threadIdx.y];";
  stage.shared = picture::shared_use(transpose_report(pad));
  return stage;
}

picture::StageInput copy_stage(memory::Space half, bool bypasses_l1, bool fills_zeros) {
  memory::AsyncCopy copy;
  copy.from = access(memory::Space::global, memory::Op::load, 16,
                     [](std::uint64_t lane) { return array_a + lane * 16; });
  copy.to = access(memory::Space::shared, memory::Op::store, 16,
                   [](std::uint64_t lane) { return (lane % 8 * 4 + lane / 8) * 16; });
  copy.bytes_read.fill(16);
  copy.bypasses_l1 = bypasses_l1;
  copy.fills_zeros = fills_zeros;
  picture::StageInput stage;
  stage.access = half == memory::Space::shared ? copy.to : copy.from;
  stage.copy = std::make_shared<memory::AsyncCopy>(copy);
  stage.source_text = "    __pipeline_memcpy_async(&S[to], &A[from], 16);";
  return stage;
}

picture::StageInput global_stage(std::uint64_t step, std::uint64_t offset, std::uint8_t bytes) {
  picture::StageInput stage;
  stage.access = access(memory::Space::global, memory::Op::load, bytes,
                        [&](std::uint64_t l) { return array_a + (step * l + offset) * bytes; });
  stage.source_text = "    float v = A[i];";
  report::ArrayInfo array;
  array.name = "A";
  array.type = "float";
  array.count = 1U << 20U;
  array.element_bytes = bytes;
  array.address = array_a;
  stage.arrays = {array};
  return stage;
}

std::string transpose_code() {
  return R"(// B = transpose of A by way of a tile: both global accesses run along rows.
constexpr int TILE = 32;  // a block: 32 x 32 threads, one element each

__global__ void transpose_tile(const float* A,
                               float* B, int n)
{
    __shared__ float S[TILE][TILE + PAD];  // 32 rows of 32 + PAD words

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    S[threadIdx.y][threadIdx.x] = A[y * n + x];
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    B[y * n + x] = S[threadIdx.x][threadIdx.y];
}
)";
}

report::Report transpose_report(int pad) {
  const auto row = static_cast<std::uint64_t>(32 + pad) * 4;
  report::Report r;
  r.kernel = "transpose_tile";
  r.grid = {32, 32, 1};
  r.block = {32, 32, 1};
  r.blocks_simulated = r.blocks_total = 1024;
  r.shared_bytes = static_cast<std::uint32_t>(32 * row);
  for (std::uint32_t warp = 0; warp < 32; ++warp) {
    const auto load = [&](std::uint64_t base, memory::Op op) {
      return access(memory::Space::global, op, 4, [base, warp](std::uint64_t lane) {
        return base + (std::uint64_t{warp} * 1024 + lane) * 4;
      });
    };
    report::WarpTrace trace;
    trace.position.warp = warp;
    trace.events.push_back(event(load(array_a, memory::Op::load), 0, 11));
    trace.events.push_back(event(access(memory::Space::shared, memory::Op::store, 4,
                                        [&](std::uint64_t l) { return warp * row + l * 4; }),
                                 1, 11));
    report::Event barrier;
    barrier.kind = report::EventKind::barrier;
    barrier.place = {"tile.cu", 12, 0};
    trace.events.push_back(barrier);
    trace.events.push_back(event(access(memory::Space::shared, memory::Op::load, 4,
                                        [&](std::uint64_t l) { return l * row + warp * 4; }),
                                 2, 16));
    trace.events.push_back(event(load(array_b, memory::Op::store), 3, 16));
    if (warp == 0) {
      for (const report::Event& e : trace.events) {
        if (e.kind == report::EventKind::access) r.sites.push_back(site_of(e));
      }
    }
    r.traces.push_back(std::move(trace));
  }
  r.totals.global_load = r.sites[0].counts;
  r.totals.shared_store = r.sites[1].counts;
  r.totals.shared_load = r.sites[2].counts;
  r.totals.global_store = r.sites[3].counts;
  report::Line first{11, 2 * requests, 1.0, 1, {0, 1}};
  report::Line second{
      16, 2 * requests, static_cast<double>(r.sites[2].worst_ways), r.sites[2].worst_ways, {2, 3}};
  r.lines = {first, second};
  return r;
}

namespace {

constexpr std::uint64_t divergence_warps = 8;

report::Branch jump(std::uint32_t index, int line, int taken_line, int not_taken_line) {
  report::Branch branch;
  branch.index = index;
  branch.place = {"divergence.cu", line, 5};
  branch.ptx_line = 20 + line;
  branch.taken_line = taken_line;
  branch.not_taken_line = not_taken_line;
  branch.reconvergence_line = 11;
  return branch;
}

void execute(report::Report& report, std::uint32_t index, std::uint32_t active,
             std::uint32_t taken) {
  report::Branch& branch = report.branches[index];
  const auto count = [](std::uint32_t lanes) {
    return static_cast<std::uint64_t>(std::popcount(lanes));
  };
  branch.executions += divergence_warps;
  branch.divergent += taken != 0 && taken != active ? divergence_warps : 0;
  branch.all_taken += taken == active ? divergence_warps : 0;
  branch.lanes_taken += divergence_warps * count(taken);
  branch.lanes_not_taken += divergence_warps * count(active & ~taken);
  report.totals.branches += divergence_warps;
  report.totals.divergent_branches += taken != 0 && taken != active ? divergence_warps : 0;
  report.traces[0].branches.push_back({index, active, taken});
}

}  // namespace

std::string divergence_code() {
  return "__global__ void k(unsigned* out)\n{\n    unsigned i = threadIdx.x, x = i;\n"
         "    if (i % 2 == 0)\n        x = sqrtf(x);\n    else\n        x = 1000 / x;\n"
         "    // one turn more for each lane\n    for (unsigned k = 0; k < i % 32; ++k)\n"
         "        x = 3 * x + 1;\n    out[i] = x;\n}\n";
}

report::Report divergence_report() {
  report::Report report;
  report.kernel = "k";
  report.block = {256, 1, 1};
  report.traces.push_back({{{0, 0, 0}, 0}, {}, false});
  report.branches = {jump(0, if_line, 7, 5), jump(1, loop_line, 11, 10),
                     jump(2, loop_line, 10, 11)};
  constexpr std::uint32_t all = 0xffff'ffffU;
  execute(report, 0, all, 0xaaaa'aaaaU);
  execute(report, 1, all, 1);
  for (std::uint32_t turn = 1; turn < 32; ++turn)
    execute(report, 2, all << turn, turn == 31 ? 0 : all << (turn + 1));
  const auto activity = [&](int line, std::uint64_t executions, std::uint64_t lanes) {
    report.activity.push_back({.place = {"divergence.cu", line, 0},
                               .instructions = 2,
                               .executions = executions,
                               .lanes = lanes});
    report.totals.warp_instructions += executions;
    report.totals.thread_instructions += lanes;
  };
  activity(3, 16, 16 * 32);
  activity(if_line, 16, 16 * 32);
  activity(5, 8, 8 * 16);
  activity(7, 8, 8 * 16);
  activity(loop_line, 8 * 32, 8 * 32 * 16);
  activity(10, 8 * 31, 8 * 31 * 16);
  activity(11, 8, 8 * 32);
  return report;
}

namespace {

picture::TimeSeries series(double median_ms, std::size_t runs) {
  picture::TimeSeries series;
  series.count = runs;
  series.median = median_ms;
  series.low = median_ms * 0.99;
  series.high = median_ms * 1.01;
  series.minimum = median_ms * 0.96;
  series.maximum = median_ms * 1.2;
  series.mean = median_ms * 1.01;
  series.deviation = median_ms * 0.03;
  for (std::size_t i = 0; i < runs; ++i) {
    const double off = static_cast<double>((i * 7) % 11) / 11 - 0.4;
    series.samples.push_back(median_ms * (1 + off * 0.1));
  }
  return series;
}

}  // namespace

picture::TimeFigure figure(double median_ms, std::size_t runs) {
  picture::TimeFigure figure;
  figure.cold = series(median_ms, runs);
  figure.warm = series(median_ms * 0.7, runs);
  figure.gigabytes_per_second = 1234;
  figure.share_of_copy = 0.42;
  figure.arrays = picture::ArrayVerdict::equal;
  return figure;
}

picture::TimesInput times_input() {
  picture::TimesInput input;
  input.recorded_on =
      picture::GpuFacts{"GPU of tests", 1980, 3000, 42, "1.2", "NVRTC 13.0", "2000-01-01"};
  input.measured_on = picture::GpuFacts{"GPU here", 1500, 0, 0, "1.3", "", ""};
  input.chosen = 1;
  for (const char* name : {"plain", "padded", "copy"}) {
    picture::TimesRow row;
    row.name = name;
    row.recorded = figure(0.02 + 0.01 * static_cast<double>(input.rows.size()), 40);
    row.recorded->cold.samples.clear();
    row.recorded->warm.samples.clear();
    row.cost = picture::CostFigure{2048, 1024, 512, 512};
    input.rows.push_back(row);
  }
  input.rows[1].measured = figure(0.026, 30);
  return input;
}

namespace {

picture::SeriesPoint sweep_place(std::int64_t pad, double wavefronts) {
  picture::SeriesPoint place;
  place.value = pad;
  place.is_known = true;
  place.quantity = wavefronts;
  place.time = picture::SweepTime{false, 0.1 + 0.002 * wavefronts, 0.09, 0.2, true, 40};
  return place;
}

double wavefronts_of_column(std::int64_t pad) {
  return static_cast<double>(std::gcd(std::int64_t{32}, 32 + pad));
}

picture::SweepInput empty_sweep() {
  picture::SweepInput input;
  input.title = "A lesson: over paddings";
  input.fixed = "N 4096";
  input.parameter = "PAD";
  input.parameter_label = "padding, words a row";
  input.kind = "shared_load";
  input.count = "wavefronts_per_request";
  input.recorded_on = "GPU of tests, 2000-01-01";
  input.progress = picture::SweepProgress::done;
  input.has_keys = true;
  return input;
}

}  // namespace

picture::SweepInput sweep_input(std::int64_t last, std::size_t variants) {
  picture::SweepInput input = empty_sweep();
  input.series.push_back({"tile", true, {}});
  for (std::int64_t pad = 0; pad <= last; ++pad)
    input.series[0].points.push_back(sweep_place(pad, wavefronts_of_column(pad)));
  for (std::size_t i = 1; i <= variants; ++i) {
    input.series.push_back({"variant " + std::to_string(i), false, {}});
    for (std::int64_t pad = 0; pad <= last; ++pad)
      input.series[i].points.push_back(sweep_place(pad, static_cast<double>(i)));
  }
  input.total = input.series.size() * static_cast<std::size_t>(last + 1);
  input.done = input.total;
  return input;
}

picture::SweepInput sweep_map(std::int64_t last, std::size_t rows) {
  picture::SweepInput input = empty_sweep();
  input.by = "N";
  input.by_label = "matrix size";
  input.series.push_back({"tile", true, {}});
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::int64_t pad = 0; pad <= last; ++pad) {
      picture::SeriesPoint place = sweep_place(pad, wavefronts_of_column(pad));
      place.by = std::int64_t{32} << row;
      input.series[0].points.push_back(place);
    }
  }
  input.total = input.done = input.series[0].points.size();
  return input;
}

machine::Profile machine_profile() {
  using machine::Figure;
  machine::Profile profile;
  profile.id = "sample";
  profile.name = "Sample GPU";
  profile.major = 9;
  profile.year = 2024;
  profile.memory_source = "a guide";
  const auto set = [&](Figure figure, double value) {
    profile.figures[static_cast<std::size_t>(figure)] =
        machine::SourcedValue{value, "a data sheet"};
  };
  set(Figure::multiprocessors, 132);
  set(Figure::warp_size, 32);
  set(Figure::threads_per_block, 1024);
  set(Figure::block_z, 64);
  set(Figure::threads_per_sm, 2048);
  set(Figure::warps_per_sm, 64);
  set(Figure::blocks_per_sm, 32);
  set(Figure::registers_per_sm, 65536);
  set(Figure::registers_per_thread, 255);
  set(Figure::register_unit, 256);
  set(Figure::register_partitions, 4);
  set(Figure::shared_per_sm, 233472);
  set(Figure::shared_per_block, 49152);
  set(Figure::shared_unit, 128);
  set(Figure::banks, 32);
  set(Figure::memory_clock_mhz, 3201);
  set(Figure::memory_bus_bits, 6016);
  profile.notes = {Localised{{"en", "a note"}, {"zh", "说明"}}};
  return profile;
}

picture::MachineInput machine_input(const machine::Profile& profile) {
  picture::MachineInput input;
  input.profile = &profile;
  input.kernel = "transpose_tile";
  input.launch.grid = {32, 32, 1};
  input.launch.block = {256, 1, 1};
  input.launch.kernel = {256, 40, 4096};
  input.occupancy = machine::occupancy(input.launch.kernel, profile);
  input.problems = machine::launch_problems(input.launch, profile);
  input.registers = picture::MachineInput::Registers::compiler;
  input.registers_detail = "NVRTC 13.0, sm_90";
  return input;
}

}  // namespace lanescope::samples
