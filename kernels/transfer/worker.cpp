#include "kernels/transfer/worker.h"

#include <charconv>

#include <fmt/format.h>

#include "kernels/compile/process.h"
#include "kernels/device/worker.h"

namespace lanescope::transfer {
namespace {

using compile::ProcessResult;

constexpr const char* end_section = "end";
constexpr const char* kind_key = "kind";

// The complete lines: the last one of a process that was killed may be cut off.
std::string_view whole_lines(std::string_view text) { return text.substr(0, text.rfind('\n') + 1); }

// Tells the rows of text that comes in pieces. What is no row is left to whoever reads the whole.
class RowsTold {
 public:
  explicit RowsTold(const std::function<void(const Row&)>& tell) : tell_(tell) {}

  void operator()(std::string_view piece) {
    if (!tell_) return;
    text_ += piece;
    const std::string_view lines = whole_lines(text_);
    if (const auto rows = rows_from_json_lines(lines)) {
      for (const Row& row : *rows)
        if (row.section != end_section) tell_(row);
    }
    text_.erase(0, lines.size());
  }

 private:
  const std::function<void(const Row&)>& tell_;
  std::string text_;
};

Outcome<Rows> rows_of_worker(const std::string& request, std::chrono::milliseconds deadline,
                             std::stop_token stop, const std::string& program,
                             const std::function<void(const Row&)>& tell = {}) {
  RowsTold told(tell);
  const ProcessResult ended = compile::run_process(
      program.empty() ? "/proc/self/exe" : program, {worker_command}, request, deadline,
      std::move(stop), [&told](std::string_view piece) { told(piece); });
  auto rows = rows_from_json_lines(whole_lines(ended.output));
  if (!rows)
    return tl::unexpected(JobFailure{JobFailure::Kind::crashed, "garbled rows: " + rows.error()});
  if (!rows->empty() && rows->back().section == end_section) {
    const Row& end = rows->back();
    const JobFailure failure{static_cast<JobFailure::Kind>(end.number(kind_key).value_or(0)),
                             end.message};
    if (rows->size() == 1 && !end.message.empty()) return tl::unexpected(failure);
    if (end.message.empty()) rows->pop_back();
    return std::move(*rows);
  }
  const JobFailure failure =
      device::failure_of(ended, fmt::format("the transfers were not measured within {:.0f} s",
                                            std::chrono::duration<double>(deadline).count()));
  if (rows->empty()) return tl::unexpected(failure);
  Row end = rows->back();
  rows->push_back(
      {end_section, {}, {}, std::nullopt, {}, failure.message, end.device, end.driver, end.date});
  return std::move(*rows);
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// A number and the blank behind it.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  return error == std::errc();
}

using Work = std::function<void(Device&)>;

// `program`: the lines behind the first.
Outcome<Work> work_of(std::string_view program, const std::string& date,
                      const std::function<void(const Row&)>& tell) {
  if (program.empty()) return [=](Device& device) { measure(device, {}, date, tell); };
  const auto arrangement = arrangement_from(take_line(program));
  if (!arrangement)
    return tl::unexpected(JobFailure{JobFailure::Kind::failed, arrangement.error().message()});
  ArrangedSize size;
  if (!take_number(program, size.bytes) || !take_number(program, size.bytes_out) ||
      !take_number(program, size.kernel_percent)) {
    return tl::unexpected(JobFailure{
        JobFailure::Kind::failed,
        "a program's size is its bytes, its bytes back and its kernel's per cent of a copy"});
  }
  return [=, arrangement = *arrangement](Device& device) {
    measure_arranged(device, arrangement, size, date, tell);
  };
}

}  // namespace

Outcome<Rows> measure_on_gpu(int device, const std::string& date,
                             std::chrono::milliseconds deadline, std::stop_token stop,
                             const std::string& program,
                             const std::function<void(const Row&)>& tell) {
  return rows_of_worker(fmt::format("{} {}", device, date), deadline, std::move(stop), program,
                        tell);
}

Outcome<Rows> measure_arranged_on_gpu(int device, const Arrangement& arrangement,
                                      const ArrangedSize& size, const std::string& date,
                                      std::chrono::milliseconds deadline, std::stop_token stop,
                                      const std::string& program) {
  return rows_of_worker(fmt::format("{} {}\n{}\n{} {} {}", device, date, text_of(arrangement),
                                    size.bytes, size.bytes_out, size.kernel_percent),
                        deadline, std::move(stop), program);
}

void serve(std::string_view request, const std::function<void(const std::string&)>& write) {
  std::string_view first = take_line(request);
  int index = 0;
  take_number(first, index);
  const std::string date(first);
  const auto work = work_of(request, date, [&](const Row& row) { write(to_json_line(row)); });
  const auto device = work ? open_device(index) : tl::unexpected(work.error());
  Row end;
  end.section = end_section;
  end.date = date;
  if (device) {
    (*work)(**device);
  } else {
    end.message = device.error().message;
    end.numbers[kind_key] = static_cast<double>(device.error().kind);
  }
  write(to_json_line(end));
}

}  // namespace lanescope::transfer
