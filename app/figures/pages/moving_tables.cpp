#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "kernels/lesson_file/lesson.h"
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

namespace {

// A row that says what a space costs, found by `section`, `names` and `bytes` (0: any), and the
// text that says what was timed.
struct SpaceCost {
  const char* text;
  const char* section;
  std::map<std::string, std::string> names;
  double bytes;
};

// A memory space; its texts are moving.space_what.NAME, moving.space_lives.NAME and so on.
struct Space {
  const char* name;
  const char* lesson;  // empty: none
  std::vector<SpaceCost> costs;
};

const std::vector<Space>& spaces() {
  constexpr double mib_64 = 64.0 * 1024 * 1024;
  static const std::vector<Space> all{
      {"register", "shuffles", {}},
      {"local", "local-memory", {}},
      {"shared", "bank-stride", {}},
      {"constant", "constant-memory", {}},
      {"texture", "", {}},
      // So much that L2 can hold next to nothing of it.
      {"global",
       "offset",
       {{"moving.space_measured.on_device", "copy", {{"host", "none"}}, 16 * mib_64}}},
      {"pinned",
       "pinned",
       {{"moving.space_measured.pinned", "copy", {{"host", "pinned"}, {"way", "in"}}, mib_64}}},
      {"managed",
       "in-place",
       {{"moving.space_measured.prefetch", "managed", {{"what", "prefetch"}}, 0},
        {"moving.space_measured.first_kernel", "managed", {{"what", "first_kernel"}}, 0}}},
  };
  return all;
}

// In the user's language. Read once: a picture is built in every frame, exports' on other threads.
std::string title_of_lesson(const std::string& id, const MovingSource& source) {
  static const std::map<std::string, lesson::Text> titles = [] {
    std::map<std::string, lesson::Text> found;
    for (const Space& space : spaces()) {
      if (*space.lesson == '\0') continue;
      if (const auto of_space = lesson::find(space.lesson)) found[space.lesson] = of_space->title();
    }
    return found;
  }();
  const auto title = titles.find(id);
  return title != titles.end() ? title->second.in_or(source.texts.language(), id) : id;
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
    for (const SpaceCost& wanted : space.costs) {
      for (const TransferRow* row : rows_with(source.rows, wanted.section, wanted.names)) {
        const double bytes = row->number("bytes").value_or(0);
        if (!row->us || (wanted.bytes > 0 && bytes != wanted.bytes)) continue;
        if (!cost.origin) cost.text.clear();
        cost.origin = origin;
        const std::string moves = source.texts.get(
            "moving.moves", fmt::arg("size", picture::binary_bytes_text(bytes)),
            fmt::arg("time", moving_seconds_text(seconds_of(row->us->median))),
            fmt::arg("rate", picture::number_text(bytes / row->us->median / 1000)));
        const std::string line = source.texts.get(wanted.text, fmt::arg("moves", moves));
        cost.text += (cost.text.empty() ? "" : "\n") + line;
        cost.tooltip += line + "\n" + source.texts.say(row->method) + "\n";
      }
    }
    if (cost.origin) cost.tooltip += source.session.transfers().made_on();
    input.rows.push_back({{text("moving.space_name."), text("moving.space_what."), false, {}},
                          {text("moving.space_lives."), {}, false, {}},
                          {text("moving.space_sees."), {}, false, {}},
                          {text("moving.space_lasts."), {}, false, {}},
                          std::move(cost),
                          {*space.lesson == '\0' ? "–" : title_of_lesson(space.lesson, source),
                           *space.lesson == '\0' ? "" : source.texts.get("moving.open_lesson"),
                           false,
                           {},
                           true}});
  }
  return input;
}

std::string lesson_of_space(std::size_t row) {
  return row < spaces().size() ? spaces()[row].lesson : std::string();
}

}  // namespace lanescope::app
