#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {

using picture::Origin;

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

picture::MovingHead moving_head(const MovingSource& source, MovingFigure figure) {
  picture::MovingHead head;
  const std::string name = name_of(figure);
  head.title = source.texts.get("moving.title." + name);
  head.subtitle = source.texts.get("moving.about." + name);
  if (!source.rows.empty()) {
    head.origin = source.session.transfers().are_measured() ? Origin::measured : Origin::recorded;
    head.made_on = source.session.transfers().made_on();
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
  return message.empty() ? source.texts.get("moving.no_rows")
                         : source.texts.get("moving.lacks", fmt::arg("why", message));
}

}  // namespace lanescope::app
