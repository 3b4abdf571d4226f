#include "tests/steps/ptx_recording.h"

#include "tests/emulation.h"

namespace lanescope::steps {
namespace {

constexpr const char* prologue = R"(
.visible .entry k(.param .u64 out)
{
.reg .pred %p<40>;
.reg .b16 %rs<40>;
.reg .b32 %r<40>;
.reg .b64 %rd<40>;
.reg .f32 %f<40>;
.reg .f64 %fd<40>;
.reg .b128 %q<4>;
.loc 1 1 1
ld.param.u64 %rd1, [out];
mov.u32 %r1, %tid.x;
.loc 1 10 1
)";

}  // namespace

PtxRecording record(const PtxKernel& kernel) {
  PtxRecording result;
  const std::string text = ".version 8.3\n.target sm_80\n.address_size 64\n" + kernel.globals +
                           prologue + kernel.body + "\nret;\n}\n.file 1 \"k.cu\"\n";
  const auto module = ptx::parse(text);
  if (!module) {
    result.error = module.error().message;
    return result;
  }
  const auto program = exec::decode(*module, *module->find_function("k"));
  if (!program) {
    result.error = program.error().front().message;
    return result;
  }
  tests::Arguments arguments;
  arguments.add_array("out", 1024 * 8);
  const auto listing = std::make_shared<const Listing>(make_listing(*module, *program, {"out"}));
  RecordingRequest request;
  request.block_index = kernel.block_index;
  request.warps = kernel.record ? kernel.warps : 0;
  const exec::Dim3& block = kernel.config.block;
  request.threads_per_block = block[0] * block[1] * block[2];
  request.max_bytes = kernel.max_bytes;
  std::vector<std::unique_ptr<Recorder>> recorders;
  auto done = exec::run(*program, kernel.config, arguments.bytes, arguments.memory,
                        tests::one_each(recorders, *program, listing, request));
  if (!done) {
    result.error = done.error().message;
    return result;
  }
  result.run = std::move(*done);
  result.out = arguments.elements_of<std::uint64_t>(0);
  for (const auto& recorder : recorders) {
    for (Recording& recording : recorder->take()) result.recordings.push_back(std::move(recording));
  }
  return result;
}

std::optional<Value> value_of(const Recording& recording, std::string_view name, std::uint32_t lane,
                              std::size_t step) {
  const std::uint32_t frame = recording.steps[step].frame;
  const Function& function = recording.listing->functions[recording.frames[frame].function];
  for (std::uint32_t r = 0; r < function.registers.size(); ++r) {
    if (function.registers[r].name == name) return recording.value_at(frame, r, lane, step);
  }
  return std::nullopt;
}

std::vector<std::size_t> steps_of(const Recording& recording, std::string_view text) {
  std::vector<std::size_t> found;
  for (std::size_t s = 0; s < recording.steps.size(); ++s) {
    if (recording.instruction_of(s).text.starts_with(text)) found.push_back(s);
  }
  return found;
}

}  // namespace lanescope::steps
