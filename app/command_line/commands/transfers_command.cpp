#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/command.h"
#include "app/command_line/gpu_runs.h"
#include "app/command_line/text_table.h"
#include "app/command_line/transfers_text.h"
#include "app/session/files/write_file.h"
#include "kernels/transfer/shipped.h"
#include "kernels/transfer/worker.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

std::string lines_of(const transfer::Rows& rows) {
  std::string lines;
  for (const transfer::Row& row : rows) lines += to_json_line(row);
  return lines;
}

std::string json_of(const transfer::Rows& rows, const std::string& source) {
  Json all = Json::array();
  for (const transfer::Row& row : rows) all.push_back(Json::parse(to_json_line(row)));
  return printed(
      {{"schema", "lanescope.transfers/1"}, {"source", source}, {"rows", std::move(all)}});
}

struct TransfersCommand : Command {
  TransfersCommand()
      : Command("transfers",
                "Measure how data move between host and GPU; show recorded times "
                "where there is no GPU") {
    add("--device N", &device, "Which GPU, when there are several").not_negative();
    add("--deadline S", &deadline, "Seconds after which measuring is stopped").positive();
    add("--record FILE.jsonl", &record, "Also write the measured rows to this file, one a line");
    add("--recorded", &recorded, "Show the recorded times, also where there is a GPU")
        .excludes("--record");
    add_json("lanescope.transfers/1");
  }

  Result run(const Screen& /*screen*/) override {
    if (recorded) return show_recorded({});
    if (!record.empty() && !can_write_file(record))
      return wrong_input(fmt::format("{}: can't be written", record));
    const auto rows = transfer::measure_on_gpu(device, today(), std::chrono::seconds(deadline));
    if (!rows) return show_instead(rows.error());
    if (!record.empty()) {
      if (const auto written = write_file(record, lines_of(*rows)); !written)
        return wrong_input(written.error());
    }
    Result result = success(text_of(*rows, "MEASURED"));
    if (rows->back().section == "end") {
      result.exit_code = static_cast<int>(ExitCode::finding);
      result.err = rows->back().message + "\n";
    }
    return result;
  }

  // Where nothing can be measured. A file is asked for in vain.
  [[nodiscard]] Result show_instead(const device::JobFailure& failure_here) const {
    const bool is_absent = device::is_absence(failure_here.kind);
    if (is_absent && record.empty()) return show_recorded(failure_here.message + "\n");
    return failure(is_absent ? ExitCode::not_on_this_machine : ExitCode::finding,
                   failure_here.message);
  }

  [[nodiscard]] Result show_recorded(const std::string& reason) const {
    const auto rows = transfer::shipped_rows();
    if (!rows) return failure(ExitCode::not_on_this_machine, reason + rows.error());
    Result result = success(text_of(*rows, "RECORDED"));
    result.err = reason;
    return result;
  }

  [[nodiscard]] std::string text_of(const transfer::Rows& rows, const std::string& source) const {
    return json ? json_of(rows, source) : transfers_text(rows, source);
  }

  int device = 0, deadline = 300;
  bool recorded = false;
  std::string record;
};

}  // namespace

std::unique_ptr<Command> make_transfers() { return std::make_unique<TransfersCommand>(); }

}  // namespace lanescope::app
