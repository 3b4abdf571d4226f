#include "tests/exec/ptx_run.h"

#include <stdexcept>

#include "tests/emulation.h"

namespace lanescope::exec {
namespace {

constexpr const char* prologue = R"(
.visible .entry k(.param .u64 out, .param .u64 in)
{
.reg .pred %p<40>;
.reg .b16 %rs<40>;
.reg .b32 %r<40>;
.reg .b64 %rd<40>;
.reg .f32 %f<40>;
.reg .f64 %fd<40>;
.loc 1 1 1
ld.param.u64 %rd1, [out];
ld.param.u64 %rd2, [in];
mov.u32 %r38, %ctaid.x;
mov.u32 %r39, %ntid.x;
mov.u32 %r37, %tid.x;
mad.lo.s32 %r1, %r38, %r39, %r37;
mul.wide.u32 %rd39, %r1, 8;
add.s64 %rd3, %rd1, %rd39;
add.s64 %rd4, %rd2, %rd39;
.loc 1 10 1
)";

tl::expected<PtxResult, std::vector<Diagnostic>> tried(const PtxRun& run) {
  const std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n" + run.globals +
                           prologue + run.body + "\nret;\n}\n.file 1 \"k.cu\"\n";
  const auto module = ptx::parse(text);
  if (!module) return tl::unexpected(std::vector{module.error()});
  const auto programs = decode_with_launched(*module, module->functions.back());
  if (!programs) return tl::unexpected(programs.error());
  tests::Arguments arguments;
  arguments.add_array("out", run.out_words * 8);
  arguments.add_array("in", run.in);
  for (std::size_t i = 0; run.is_unwritten && i < 2; ++i) {
    if (arguments.memory.begin_unwritten(i) == nullptr) throw std::bad_alloc();
  }
  PtxResult result;
  result.out_address = arguments.memory.arrays()[0].address;
  std::vector<std::unique_ptr<RecordingObserver>> observers;
  auto done = run_nested(*programs, run.config, arguments.bytes, arguments.memory,
                         tests::one_each(observers), nullptr, run.options, run.stop);
  if (!done) return tl::unexpected(std::vector{done.error()});
  result.run = std::move(*done);
  result.out = arguments.elements_of<std::uint64_t>(0);
  for (const auto& observer : observers) {
    result.accesses.insert(result.accesses.end(), observer->accesses.begin(),
                           observer->accesses.end());
    result.barriers.insert(result.barriers.end(), observer->barriers.begin(),
                           observer->barriers.end());
    result.branches.insert(result.branches.end(), observer->branches.begin(),
                           observer->branches.end());
  }
  return result;
}

}  // namespace

PtxResult run_ptx(const PtxRun& run) {
  auto result = tried(run);
  if (!result) throw std::runtime_error(result.error().front().message + "\n" + run.body);
  return *std::move(result);
}

std::vector<Diagnostic> errors_of(const PtxRun& run) {
  const auto result = tried(run);
  return result ? std::vector<Diagnostic>{} : result.error();
}

}  // namespace lanescope::exec
