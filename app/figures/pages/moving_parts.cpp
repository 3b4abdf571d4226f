#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/figures/pages/moving_inputs.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {

using picture::Origin;

namespace {

// It names no point of its section.
bool is_remark(const TransferRow& row) {
  if (row.us || row.message.empty() || row.section == "pointer") return false;
  const bool has_names =
      std::ranges::any_of(row.names, [](const auto& name) { return name.first != "memory"; });
  return !has_names && row.numbers.empty();
}

// Each once. None where the figure has no time at all: then its absence says why.
std::vector<std::string> remarks_of(const MovingSource& source, MovingFigure figure) {
  std::vector<std::string> remarks;
  bool has_times = false;
  for (const TransferRow& row : source.rows) {
    if (!has_section(figure, row.section)) continue;
    has_times = has_times || row.us.has_value();
    if (is_remark(row) && std::ranges::find(remarks, row.message) == remarks.end())
      remarks.push_back(row.message);
  }
  if (!has_times) remarks.clear();
  for (std::string& remark : remarks) remark = source.texts.say(remark);
  return remarks;
}

}  // namespace

std::string moving_seconds_text(double seconds) { return picture::duration_text(seconds * 1000); }

double seconds_of(double us) { return us * 1e-6; }

std::string moving_word(const MovingSource& source, const std::string& name) {
  return source.texts.get("moving.word." + name);
}

std::string moving_size_text(const TransferRow& row, const char* number) {
  const auto bytes = row.number(number);
  return bytes ? picture::binary_bytes_text(*bytes) : "–";
}

std::size_t moving_lane_of(transfer::Engine engine) {
  return engine == transfer::Engine::copy_in ? 0 : engine == transfer::Engine::compute ? 1 : 2;
}

std::vector<std::string> moving_lanes(const MovingSource& source) {
  return {moving_word(source, "copy_in"), moving_word(source, "kernel"),
          moving_word(source, "copy_out")};
}

std::string moving_wait_text(const MovingSource& source, const transfer::Wait& wait,
                             const std::string& on) {
  const char* key = wait.cause == transfer::Wait::Cause::order    ? "moving.waits_order"
                    : wait.cause == transfer::Wait::Cause::engine ? "moving.waits_engine"
                                                                  : "moving.waits_queue";
  return source.texts.get(key, fmt::arg("time", moving_seconds_text(wait.to - wait.from)),
                          fmt::arg("on", on));
}

std::vector<const TransferRow*> moving_points(const MovingSource& source,
                                              std::string_view section) {
  std::vector<const TransferRow*> rows = rows_with(source.rows, section);
  std::erase_if(rows, [](const TransferRow* row) { return is_remark(*row); });
  return rows;
}

picture::MovingHead moving_head(const MovingSource& source, MovingFigure figure) {
  picture::MovingHead head;
  const std::string name = name_of(figure);
  head.title = source.texts.get("moving.title." + name);
  head.subtitle = source.texts.get("moving.about." + name);
  if (!source.rows.empty()) {
    head.origin = source.session.transfers().are_measured() ? Origin::measured : Origin::recorded;
    head.made_on = source.session.transfers().made_on();
  }
  if (const auto remarks = remarks_of(source, figure); !remarks.empty()) {
    head.remark = source.texts.get("moving.remark",
                                   fmt::arg("why", fmt::format("{}", fmt::join(remarks, "; "))));
  }
  return head;
}

std::string moving_absence(const MovingSource& source, const std::vector<const char*>& sections) {
  std::string message;
  for (const char* section : sections) {
    for (const TransferRow* row : rows_with(source.rows, section)) {
      if (row->us) return {};
      if (message.empty()) message = row->message;
    }
  }
  return message.empty()
             ? source.texts.get("moving.no_rows")
             : source.texts.get("moving.lacks", fmt::arg("why", source.texts.say(message)));
}

}  // namespace lanescope::app
