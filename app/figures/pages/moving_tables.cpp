#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"

namespace lanescope::app {

namespace {

std::string yes_no(const MovingSource& source, const std::optional<double>& value) {
  return !value ? "–" : source.texts.get(*value != 0 ? "moving.yes" : "moving.no");
}

}  // namespace

picture::MovingTableInput pointers_input(const MovingSource& source) {
  picture::MovingTableInput input;
  input.head = moving_head(source, MovingFigure::pointers);
  const std::vector<const TransferRow*> rows = rows_with(source.rows, "pointer");
  if (rows.empty()) input.absence = source.texts.get("moving.no_rows");
  for (const char* column : {"memory", "call", "type", "host", "device"})
    input.columns.push_back(source.texts.get(std::string("moving.column.") + column));
  for (const TransferRow* row : rows) {
    std::string call;
    for (const TransferRow* get : rows_with(source.rows, "get", {{"memory", row->name("memory")}}))
      call = get->name("call");
    if (row->name("memory") == "pageable") call = "malloc";
    input.rows.push_back(
        {{moving_word(source, row->name("memory")), {}, false, {}},
         {call, {}, false, {}, true},
         {row->message.empty() ? row->name("type") : source.texts.say(row->message),
          {},
          false,
          {},
          true},
         {yes_no(source, row->number("has_host_pointer")), {}, false, {}},
         {yes_no(source, row->number("has_device_pointer")), {}, false, {}}});
  }
  return input;
}

}  // namespace lanescope::app
