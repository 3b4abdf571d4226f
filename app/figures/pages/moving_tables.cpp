#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {

using picture::Origin;

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
    input.rows.push_back({{moving_word(source, row->name("memory")), {}, false, {}},
                          {call, {}, true, {}},
                          {row->message.empty() ? row->name("type") : row->message, {}, true, {}},
                          {yes_no(source, row->number("has_host_pointer")), {}, false, {}},
                          {yes_no(source, row->number("has_device_pointer")), {}, false, {}}});
  }
  return input;
}

namespace {

// A memory space; its texts are moving.space_what.NAME, moving.space_lives.NAME and so on.
// `section`, `names` and `bytes` (0: any) find the row that says what it costs.
struct Space {
  const char* name;
  const char* lesson;  // empty: none
  const char* section;
  std::map<std::string, std::string> names;
  double bytes;
};

const std::vector<Space>& spaces() {
  constexpr double mib_64 = 64.0 * 1024 * 1024;
  static const std::vector<Space> all{
      {"register", "shuffles", "", {}, 0},
      {"local", "local-memory", "", {}, 0},
      {"shared", "bank-stride", "", {}, 0},
      {"constant", "constant-memory", "", {}, 0},
      {"texture", "", "", {}, 0},
      {"global", "offset", "in_place", {{"how", "device"}, {"does", "write"}}, mib_64},
      {"pinned", "pinned", "copy", {{"host", "pinned"}, {"way", "in"}}, mib_64},
      {"managed", "in-place", "managed", {{"what", "prefetch"}}, 0},
  };
  return all;
}

}  // namespace

picture::MovingTableInput spaces_input(const MovingSource& source) {
  picture::MovingTableInput input;
  input.head = moving_head(source, MovingFigure::spaces);
  input.head.origin.reset();
  for (const char* column : {"space", "lives", "sees", "lasts", "costs", "lesson"})
    input.columns.push_back(source.texts.get(std::string("moving.column.") + column));
  const Origin origin =
      source.session.transfers().are_measured() ? Origin::measured : Origin::recorded;
  for (const Space& space : spaces()) {
    const auto text = [&](const char* of) {
      return source.texts.get(std::string(of) + space.name);
    };
    picture::MovingCell cost{text("moving.space_costs."), {}, false, {}};
    for (const TransferRow* row : rows_with(source.rows, space.section, space.names)) {
      const double bytes = row->number("bytes").value_or(0);
      if (!row->us || (space.bytes > 0 && bytes != space.bytes)) continue;
      cost.text =
          source.texts.get("moving.moves", fmt::arg("size", picture::binary_bytes_text(bytes)),
                           fmt::arg("time", moving_seconds_text(seconds_of(row->us->median))),
                           fmt::arg("rate", picture::number_text(bytes / row->us->median / 1000)));
      cost.origin = origin;
      cost.tooltip = row->method + "\n" + source.session.transfers().made_on();
    }
    input.rows.push_back({{text("moving.space_name."), text("moving.space_what."), false, {}},
                          {text("moving.space_lives."), {}, false, {}},
                          {text("moving.space_sees."), {}, false, {}},
                          {text("moving.space_lasts."), {}, false, {}},
                          std::move(cost),
                          {*space.lesson == '\0' ? "–" : space.lesson,
                           *space.lesson == '\0' ? "" : source.texts.get("moving.open_lesson"),
                           true,
                           {}}});
  }
  return input;
}

std::string lesson_of_space(std::size_t row) {
  return row < spaces().size() ? spaces()[row].lesson : std::string();
}

}  // namespace lanescope::app
