#include "tests/exec/ptx_run.h"

#include <memory>

#include "sim/exec/decode/decode.h"
#include "sim/ptx/parser.h"

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

ArgumentBytes pointer_to(std::uint64_t address) {
  ArgumentBytes bytes(8);
  std::memcpy(bytes.data(), &address, 8);
  return bytes;
}

}  // namespace

PtxResult run_ptx(const PtxRun& run) {
  PtxResult result;
  const std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n" + run.globals +
                           prologue + run.body + "\nret;\n}\n.file 1 \"k.cu\"\n";
  auto module = ptx::parse(text);
  if (!module) {
    result.errors.push_back(module.error());
    return result;
  }
  auto program = decode(*module, module->functions.back());
  if (!program) {
    result.errors = program.error();
    return result;
  }
  GlobalMemory memory;
  if (!memory.add("out", run.out_words * 8) || !memory.add("in", run.in.size() * 8)) return result;
  if (!run.in.empty()) std::memcpy(memory.bytes_of(1).data(), run.in.data(), run.in.size() * 8);
  result.out_address = memory.arrays()[0].address;
  std::vector<std::unique_ptr<RecordingObserver>> observers;
  auto done = exec::run(
      *program, run.config,
      {pointer_to(memory.arrays()[0].address), pointer_to(memory.arrays()[1].address)}, memory,
      [&]() -> Observer* {
        observers.push_back(std::make_unique<RecordingObserver>());
        return observers.back().get();
      },
      run.options, run.stop);
  if (!done) {
    result.errors.push_back(done.error());
    return result;
  }
  result.run = std::move(*done);
  result.out.resize(run.out_words);
  std::memcpy(result.out.data(), memory.bytes_of(0).data(), run.out_words * 8);
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

}  // namespace lanescope::exec
