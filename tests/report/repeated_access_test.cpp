// Accesses at affine addresses are checked, executed and counted without their addresses
// (affine_access, repeated_access, Collector::on_affine_access). These tests run random loops of
// loads and stores again with an observer that wants every address, which disables that. Arrays and
// counts must be equal.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/report/collector.h"
#include "tests/emulation.h"
#include "tests/repetitions.h"

namespace lanescope::report {
namespace {

using memory::Space;

constexpr std::int64_t array_bytes = 1 << 18;
constexpr std::int64_t shared_bytes = 1 << 17;

// Passes everything on, address by address.
class WantsAddresses final : public exec::Observer {
 public:
  WantsAddresses(const exec::Program& program, const memory::MemoryRules& machine)
      : collector(program, std::nullopt, 4, machine) {}
  void on_access(const exec::AccessRecord& record) override { collector.on_access(record); }
  void on_barrier(const exec::BarrierRecord& record) override { collector.on_barrier(record); }
  Collector collector;
};

struct Shape {
  std::string type;  // a PTX type
  std::string registers;
  std::int64_t bytes;
};

class RandomLoop {
 public:
  explicit RandomLoop(std::uint64_t seed) : random_(seed) {
    static const std::vector<Shape> shapes{{"u8", "%v0", 1},
                                           {"s16", "%v0", 2},
                                           {"u32", "%v0", 4},
                                           {"f32", "%v0", 4},
                                           {"u64", "%w0", 8},
                                           {"v2.u32", "{%v0,%v1}", 8},
                                           {"v2.u64", "{%w0,%w1}", 16},
                                           {"v4.u32", "{%v0,%v1,%v2,%v3}", 16}};
    static const std::vector<std::uint32_t> widths{64, 32, 16, 8, 4};
    shape_ = shapes[below(shapes.size())];
    width_ = widths[below(widths.size())];
    ptx_ = text();
  }

  [[nodiscard]] const std::string& ptx() const { return ptx_; }
  [[nodiscard]] exec::Dim3 block() const { return {width_, 64 / width_, 1}; }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  std::int64_t pick(const std::vector<std::int64_t>& from) { return from[below(from.size())]; }

  // Sets register `name` to an offset: first + x * a + y * b, all multiples of the shape's bytes.
  // It stays within `bytes` bytes of memory for all iterations.
  std::string start(const std::string& name, std::int64_t bytes) {
    const std::int64_t x = pick({0, 1, 1, 2, 3, 4, 8, 17, 32, 33, -1, -2}) * shape_.bytes;
    const std::int64_t y = pick({0, 1, 4, 16, 32, 33, 64, -3}) * shape_.bytes;
    const std::int64_t first =
        (bytes / 2 / 16 + static_cast<std::int64_t>(below(64))) * 16 / shape_.bytes * shape_.bytes;
    return fmt::format("mad.lo.s32 {0}, %tx, {1}, {3};\nmad.lo.s32 {0}, %ty, {2}, {0};\n", name, x,
                       y, first);
  }
  std::string step(const std::string& name) {
    const std::int64_t by = pick({0, 0, 1, 2, 5, 8, 31, 32, -1, -32}) * shape_.bytes;
    return fmt::format("add.s32 {0}, {0}, {1};\n", name, by);
  }
  std::string address(const std::string& name, const std::string& base) {
    return fmt::format("cvt.s64.s32 %w8, {};\nadd.s64 %w9, {}, %w8;\n", name, base);
  }

  std::string text() {
    std::string out = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in) {
.shared .align 16 .b8 s[131072];
.reg .pred %p;
.reg .b32 %v<10>, %r<10>, %tx, %ty, %a, %b, %c, %d, %i, %s;
.reg .b64 %w<10>, %in, %out, %cta;
ld.param.u64 %out, [out];
ld.param.u64 %in, [in];
mov.u32 %tx, %tid.x;
mov.u32 %ty, %tid.y;
mov.u32 %r0, %ctaid.x;
mul.wide.u32 %cta, %r0, 65536;
add.s64 %out, %out, %cta;
mov.u32 %s, s;
mov.u32 %i, 0;
)";
    out += start("%a", array_bytes) + start("%b", shared_bytes);
    out += start("%c", shared_bytes) + start("%d", array_bytes);
    out += "LOOP:\n" + address("%a", "%in");
    out += fmt::format("ld.global.{} {}, [%w9];\n", shape_.type, shape_.registers);
    out += "add.s32 %r1, %s, %b;\n";
    out += fmt::format("st.shared.{} [%r1], {};\nbar.sync 0;\n", stored(), shape_.registers);
    out += "add.s32 %r1, %s, %c;\n";
    out += fmt::format("ld.shared.{} {}, [%r1];\n", shape_.type, shape_.registers);
    out += address("%d", "%out");
    out += fmt::format("st.global.{} [%w9], {};\nbar.sync 0;\n", stored(), shape_.registers);
    out += step("%a") + step("%b") + step("%c") + step("%d");
    return out + "add.s32 %i, %i, 1;\nsetp.lt.s32 %p, %i, 9;\n@%p bra LOOP;\nret;\n}\n";
  }
  [[nodiscard]] std::string stored() const { return shape_.type == "s16" ? "u16" : shape_.type; }

  std::mt19937_64 random_;
  Shape shape_;
  std::uint32_t width_ = 32;
  std::string ptx_;
};

struct Outcome {
  std::vector<SiteCounts> counts;  // by site and space
  std::vector<std::byte> out;
};

// One worker thread, so that blocks write and count in order.
Outcome run_loop(const RandomLoop& loop, const exec::Program& program, bool by_address,
                 const CheckSet& checks, const memory::MemoryRules& machine = {}) {
  constexpr std::uint32_t blocks = 3;
  constexpr std::uint64_t bytes = std::uint64_t{array_bytes} + blocks * 65536;
  std::vector<std::uint64_t> in(bytes / 8);
  std::generate(in.begin(), in.end(), std::mt19937_64(5));
  tests::Arguments arguments;
  arguments.add_array("out", bytes);
  arguments.add_array("in", in);
  Collector collector(program, std::nullopt, 2, machine);
  WantsAddresses addresses(program, machine);
  exec::LaunchConfig config;
  config.grid = {blocks, 1, 1};
  config.block = loop.block();
  exec::RunOptions options;
  options.checks = checks;
  options.threads = 1;
  const auto result = exec::run(
      program, config, arguments.bytes, arguments.memory,
      [&]() -> exec::Observer* {
        if (by_address) return &addresses;
        return &collector;
      },
      options);
  EXPECT_TRUE(result && result->status == exec::RunStatus::completed);
  const Collector& used = by_address ? addresses.collector : collector;
  Outcome outcome;
  for (std::size_t site = 0; site < program.sites.size(); ++site) {
    for (const Space space : {Space::global, Space::shared})
      outcome.counts.push_back(used.counts(site, space));
  }
  outcome.out = arguments.elements_of(0);
  return outcome;
}

void expect_equal(const Outcome& by_form, const Outcome& by_address) {
  EXPECT_EQ(by_form.out, by_address.out);
  ASSERT_EQ(by_form.counts.size(), by_address.counts.size());
  for (std::size_t i = 0; i < by_form.counts.size(); ++i) {
    const SiteCounts& one = by_form.counts[i];
    const SiteCounts& other = by_address.counts[i];
    EXPECT_EQ(one.counts, other.counts) << "site " << i / 2;
    EXPECT_EQ(one.lanes, other.lanes) << "site " << i / 2;
    EXPECT_EQ(one.worst_ways, other.worst_ways) << "site " << i / 2;
    EXPECT_EQ(one.worst_cost, other.worst_cost) << "site " << i / 2;
    EXPECT_EQ(one.worst_block_index, other.worst_block_index) << "site " << i / 2;
    EXPECT_EQ(one.worst_at, other.worst_at) << "site " << i / 2;
  }
}

class RepeatedAccesses : public testing::TestWithParam<int> {};

TEST_P(RepeatedAccesses, move_and_cost_what_they_do_address_by_address) {
  const int first = GetParam() * 100;
  for (int seed = first; seed < first + tests::repetitions(100); ++seed) {
    const RandomLoop loop(static_cast<std::uint64_t>(seed));
    SCOPED_TRACE(fmt::format("seed {}, blocks of {} x {}:\n{}", seed, loop.block()[0],
                             loop.block()[1], loop.ptx()));
    const auto program = tests::program_of(loop.ptx());
    ASSERT_TRUE(program) << program.error().front().message;
    const Outcome by_address = run_loop(loop, *program, true, CheckSet::none());
    expect_equal(run_loop(loop, *program, false, CheckSet::none()), by_address);
    expect_equal(run_loop(loop, *program, false, CheckSet::all()), by_address);
    if (HasFailure()) return;
  }
}

TEST_P(RepeatedAccesses, cost_what_they_do_address_by_address_on_other_machines) {
  const std::vector<memory::MemoryRules> machines{
      {memory::GlobalRule::sequential_segments, memory::SharedRule::half_warps, true},
      {memory::GlobalRule::segments, memory::SharedRule::half_warps, true},
      {memory::GlobalRule::cached_lines, memory::SharedRule::whole_warp, false},
      {memory::GlobalRule::sectors, memory::SharedRule::paired_rows, false}};
  const int first = GetParam() * 20;
  for (int seed = first; seed < first + tests::repetitions(20); ++seed) {
    const RandomLoop loop(static_cast<std::uint64_t>(seed));
    SCOPED_TRACE(fmt::format("seed {}:\n{}", seed, loop.ptx()));
    const auto program = tests::program_of(loop.ptx());
    ASSERT_TRUE(program) << program.error().front().message;
    for (const memory::MemoryRules& machine : machines) {
      expect_equal(run_loop(loop, *program, false, CheckSet::none(), machine),
                   run_loop(loop, *program, true, CheckSet::none(), machine));
    }
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RepeatedAccesses, testing::Range(0, 6));

}  // namespace
}  // namespace lanescope::report
