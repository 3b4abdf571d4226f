#include "kernels/device/worker.h"

#include <fmt/format.h>

#include "kernels/compile/process.h"
#include "kernels/device/cuda_device.h"

namespace lanescope::device {
namespace {

using compile::ProcessResult;
using Ended = ProcessResult::Ended;

tl::expected<std::string, JobFailure> ask(const std::string& request, const std::string& program,
                                          std::chrono::milliseconds deadline,
                                          std::stop_token stop) {
  const ProcessResult result =
      compile::run_process(program.empty() ? "/proc/self/exe" : program, {worker_command}, request,
                           deadline, std::move(stop));
  if (result.ended != Ended::exited || result.exit_status != 0) {
    return tl::unexpected(failure_of(
        result,
        fmt::format("the kernel did not finish within {:.0f} s on the GPU and was stopped: its "
                    "loop is endless, or it is too slow for all its runs; choose a smaller size, "
                    "or give it more time (--deadline)",
                    std::chrono::duration<double>(deadline).count())));
  }
  return result.output;
}

void put_back_unchanged(const Job& job, JobResult& result) {
  std::size_t next = 0;
  for (const JobArgument& argument : job.arguments) {
    if (!argument.is_array || next >= result.arrays.size()) continue;
    if (next < result.unchanged.size() && result.unchanged[next])
      result.arrays[next] = argument.bytes;
    ++next;
  }
}

}  // namespace

JobFailure failure_of(const ProcessResult& ended, std::string timed_out) {
  switch (ended.ended) {
    case Ended::cancelled:
      return {JobFailure::Kind::cancelled, "cancelled"};
    case Ended::timed_out:
      return {JobFailure::Kind::timed_out, std::move(timed_out)};
    case Ended::crashed:
      return {
          JobFailure::Kind::crashed,
          fmt::format("the process that uses the GPU was ended by signal {}", ended.exit_status)};
    case Ended::not_started:
      return {JobFailure::Kind::crashed,
              "the process that uses the GPU could not be started: " + ended.error};
    case Ended::too_much:  // there is no limit
    case Ended::exited:
      break;
  }
  return {JobFailure::Kind::crashed,
          fmt::format("the process that uses the GPU ended with exit code {}{}{}",
                      ended.exit_status, ended.errors.empty() ? "" : ": ", ended.errors)};
}

tl::expected<GpuList, JobFailure> find_gpus(const std::string& program, std::stop_token stop,
                                            std::chrono::milliseconds deadline) {
  const auto bytes = ask(packed_request(RequestKind::list), program, deadline, std::move(stop));
  if (bytes) return unpacked_list(*bytes);
  JobFailure failure = bytes.error();
  if (failure.kind == JobFailure::Kind::timed_out) {
    failure.message = fmt::format("the NVIDIA driver did not list the GPUs within {:g} s",
                                  std::chrono::duration<double>(deadline).count());
  }
  return tl::unexpected(failure);
}

tl::expected<JobResult, JobFailure> run_on_gpu(const Job& job, std::chrono::milliseconds deadline,
                                               std::stop_token stop, const std::string& program) {
  const auto bytes = ask(packed_request(RequestKind::run, job), program, deadline, std::move(stop));
  if (!bytes) return tl::unexpected(bytes.error());
  auto result = unpacked_result(*bytes);
  if (result) put_back_unchanged(job, *result);
  return result;
}

std::string answer(std::string_view request) {
  const auto asked = unpacked_request(request);
  if (!asked) {
    return packed(tl::expected<GpuList, JobFailure>(tl::unexpected(
        JobFailure{JobFailure::Kind::crashed, "the request is garbled: " + asked.error()})));
  }
  return asked->kind == RequestKind::list ? packed(list_devices()) : packed(run_job(asked->job));
}

}  // namespace lanescope::device
