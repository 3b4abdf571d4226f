#include "kernels/transfer/worker.h"

#include <charconv>

#include <fmt/format.h>

#include "kernels/compile/process.h"
#include "kernels/transfer/measure.h"

namespace lanescope::transfer {
namespace {

using compile::ProcessResult;
using Ended = ProcessResult::Ended;
using Kind = JobFailure::Kind;

constexpr const char* end_section = "end";
constexpr const char* kind_key = "kind";

JobFailure failure_of(const ProcessResult& ended, std::chrono::milliseconds deadline) {
  switch (ended.ended) {
    case Ended::cancelled:
      return {Kind::cancelled, "cancelled"};
    case Ended::timed_out:
      return {Kind::timed_out, fmt::format("the transfers were not measured within {:.0f} s",
                                           std::chrono::duration<double>(deadline).count())};
    case Ended::not_started:
      return {Kind::crashed, "the process that uses the GPU could not be started: " + ended.error};
    case Ended::crashed:
      return {Kind::crashed, fmt::format("the process that uses the GPU was ended by signal {}",
                                         ended.exit_status)};
    case Ended::exited:
      break;
  }
  return {Kind::crashed,
          fmt::format("the process that uses the GPU ended with exit code {}{}{}",
                      ended.exit_status, ended.errors.empty() ? "" : ": ", ended.errors)};
}

// The complete lines: the last one of a process that was killed may be cut off.
std::string_view whole_lines(std::string_view text) { return text.substr(0, text.rfind('\n') + 1); }

}  // namespace

Outcome<Rows> measure_on_gpu(int device, const std::string& date,
                             std::chrono::milliseconds deadline, std::stop_token stop,
                             const std::string& program) {
  const ProcessResult ended =
      compile::run_process(program.empty() ? "/proc/self/exe" : program, {worker_command},
                           fmt::format("{} {}", device, date), deadline, std::move(stop));
  auto rows = rows_from_json_lines(whole_lines(ended.output));
  if (!rows) return tl::unexpected(JobFailure{Kind::crashed, "garbled rows: " + rows.error()});
  if (!rows->empty() && rows->back().section == end_section) {
    const Row& end = rows->back();
    const JobFailure failure{static_cast<Kind>(end.number(kind_key).value_or(0)), end.message};
    if (rows->size() == 1 && !end.message.empty()) return tl::unexpected(failure);
    if (end.message.empty()) rows->pop_back();
    return std::move(*rows);
  }
  const JobFailure failure = failure_of(ended, deadline);
  if (rows->empty()) return tl::unexpected(failure);
  Row end = rows->back();
  rows->push_back(
      {end_section, {}, {}, std::nullopt, {}, failure.message, end.device, end.driver, end.date});
  return std::move(*rows);
}

void serve(std::string_view request, const std::function<void(const std::string&)>& write) {
  int index = 0;
  const std::size_t blank = std::min(request.find(' '), request.size());
  std::from_chars(request.data(), request.data() + blank, index);
  const std::string date(request.substr(std::min(blank + 1, request.size())));
  Row end;
  end.section = end_section;
  end.date = date;
  if (const auto device = open_device(index)) {
    measure(**device, {}, date, [&](const Row& row) { write(to_json_line(row)); });
  } else {
    end.message = device.error().message;
    end.numbers[kind_key] = static_cast<double>(device.error().kind);
  }
  write(to_json_line(end));
}

}  // namespace lanescope::transfer
