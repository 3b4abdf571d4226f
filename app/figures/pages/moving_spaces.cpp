// The table of memory spaces. What each costs is told by times that were measured: rows of the
// transfers, and recorded times of lessons' kernels. A space that has none says so.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "app/session/run/timing_key.h"
#include "kernels/lesson_file/lesson.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {

using picture::Origin;

namespace {

// A row of the transfers, found by `section` and `names`: of `bytes`, or of the largest size below
// that was measured. `name`: its text is moving.space_measured.NAME.
struct RowCost {
  const char* name;
  const char* section;
  std::map<std::string, std::string> names;
  std::uint64_t bytes;
};

// A recorded time of a lesson's kernel. Its text is moving.space_recorded.NAME.
struct LessonCost {
  const char* name;
  const char* lesson;
  const char* variant;
  lesson::Values params;
  bool is_warm = false;  // of a launch that finds the caches filled
  double parts = 1;      // the text's time is one of so many parts
};

// A memory space; its texts are moving.space_what.NAME, moving.space_lives.NAME and so on.
struct Space {
  const char* name;
  const char* lesson;  // empty: none
  std::vector<RowCost> rows{};
  std::vector<LessonCost> lessons{};
};

const std::vector<Space>& spaces() {
  constexpr std::uint64_t mib_64 = 64ULL << 20;
  const lesson::Values counters{{"GROUP", 1}, {"T", 262144}};
  const auto bank_stride = [](std::int64_t stride) {
    return lesson::Values{{"BASE", 0}, {"N", 4194304}, {"ROUNDS", 32}, {"STRIDE", stride}};
  };
  const auto spread = [](std::int64_t addresses) {
    return lesson::Values{{"N", 1048576}, {"SPREAD", addresses}};
  };
  const auto walk = [](std::int64_t columns) {
    return lesson::Values{{"COLUMNS", columns}, {"SIDE", 8192}};
  };
  // 64 KiB stay in an L1, 1 MiB does in an L2.
  static constexpr std::int64_t steps = 131072;
  const auto in_turn = [](std::int64_t lines) {
    return lesson::Values{{"LINES", lines}, {"STEPS", steps}};
  };
  static const std::vector<Space> all{
      {"register", "shuffles", {}, {{"in_registers", "local-memory", "unrolled", counters}}},
      {"local", "local-memory", {}, {{"in_local", "local-memory", "run-time", counters}}},
      {"shared",
       "bank-stride",
       {},
       {{"in_shared", "local-memory", "in-shared", counters},
        {"own_banks", "bank-stride", "stride", bank_stride(1)},
        {"one_bank", "bank-stride", "stride", bank_stride(32)}}},
      {"constant",
       "constant-memory",
       {},
       {{"one_address", "constant-memory", "each-its-own", spread(1)},
        {"own_addresses", "constant-memory", "each-its-own", spread(32)}}},
      {"texture",
       "textures",
       {},
       {{"along_rows", "textures", "walk", walk(0)},
        {"along_columns", "textures", "walk", walk(1)}}},
      // So much that L2 can hold next to nothing of it.
      {"global",
       "offset",
       {{"on_device", "copy", {{"host", "none"}}, 16 * mib_64}},
       {{"from_l1", "caches", "in-turn", in_turn(512), true, steps},
        {"from_l2", "caches", "in-turn", in_turn(8192), true, steps}}},
      {"pinned", "pinned", {{"pinned", "copy", {{"host", "pinned"}, {"way", "in"}}, mib_64}}},
      {"managed",
       "in-place",
       {{"prefetch", "managed", {{"what", "prefetch"}}, transfer::usual_managed_bytes},
        {"first_kernel", "managed", {{"what", "first_kernel"}}, transfer::usual_managed_bytes}}},
  };
  return all;
}

// A time that tells what a space costs.
struct FoundCost {
  std::string name;
  std::string how;  // what was timed
  double us = 0;
  std::optional<double> bytes;  // of a row of the transfers
  Origin origin = Origin::recorded;
  std::string made_on;
};

void add_found(const Session& session, const RowCost& wanted, std::vector<FoundCost>& found) {
  const Transfers& transfers = session.transfers();
  auto rows = rows_with(transfers.rows(), wanted.section, wanted.names);
  std::erase_if(rows, [](const TransferRow* row) { return !row->us || !row->number("bytes"); });
  for (const TransferRow* row : transfer::of_one_size(rows, wanted.bytes)) {
    found.push_back({wanted.name, row->method, row->us->median, row->number("bytes"),
                     transfers.are_measured() ? Origin::measured : Origin::recorded,
                     transfers.made_on()});
  }
}

// Of the chosen recording, else of the first that has it.
void add_found(const Session& session, const LessonCost& wanted, std::vector<FoundCost>& found) {
  std::vector<const RecordingEntry*> entries;
  if (session.times().recording() != nullptr) entries.push_back(session.times().recording());
  for (const RecordingEntry& entry : session.times().recordings()) entries.push_back(&entry);
  for (const RecordingEntry* entry : entries) {
    if (!entry->recording) continue;
    const device::Recording& recording = **entry->recording;
    const device::RecordedPoint* point =
        recording.find(wanted.lesson, wanted.variant, wanted.params);
    if (point == nullptr) continue;
    const double ms = (wanted.is_warm ? point->warm : point->cold).median / wanted.parts;
    found.push_back({wanted.name,
                     fmt::format("{} --variant {} --set {}", wanted.lesson, wanted.variant,
                                 short_params(wanted.params)),
                     ms * 1000, std::nullopt, Origin::recorded,
                     device::name_with_days(recording.gpu.name,
                                            {point->date.empty() ? recording.date : point->date})});
    return;
  }
}

std::vector<FoundCost> costs_of(const Session& session, const Space& space) {
  std::vector<FoundCost> found;
  for (const RowCost& wanted : space.rows) add_found(session, wanted, found);
  for (const LessonCost& wanted : space.lessons) add_found(session, wanted, found);
  return found;
}

std::string line_of(const MovingSource& source, const FoundCost& cost) {
  const std::string time = moving_seconds_text(seconds_of(cost.us));
  if (!cost.bytes)
    return source.texts.get("moving.space_recorded." + cost.name, fmt::arg("time", time));
  const std::string moves = source.texts.get(
      "moving.moves", fmt::arg("size", picture::binary_bytes_text(*cost.bytes)),
      fmt::arg("time", time), fmt::arg("rate", picture::number_text(*cost.bytes / cost.us / 1000)));
  return source.texts.get("moving.space_measured." + cost.name, fmt::arg("moves", moves));
}

// A line for each cost, and whose they are below those of one source.
picture::MovingCell cost_cell(const MovingSource& source, const Space& space) {
  picture::MovingCell cell;
  cell.text = source.texts.get(std::string("moving.space_costs.") + space.name);
  const std::vector<FoundCost> costs = costs_of(source.session, space);
  if (costs.empty()) {
    cell.text += "\n" + source.texts.get("moving.space_unmeasured");
    return cell;
  }
  const bool is_mixed = std::ranges::any_of(
      costs, [&](const FoundCost& cost) { return cost.origin != costs.front().origin; });
  if (!is_mixed) cell.origin = costs.front().origin;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const FoundCost& cost = costs[i];
    const std::string line = line_of(source, cost);
    cell.text += "\n" + line;
    cell.tooltip += line + "\n" + (cost.bytes ? source.texts.say(cost.how) : cost.how) + "\n";
    const bool goes_on = i + 1 < costs.size() && costs[i + 1].made_on == cost.made_on &&
                         costs[i + 1].origin == cost.origin;
    if (goes_on) continue;
    cell.text += "\n";
    if (is_mixed) cell.text += picture::word_of(cost.origin, source.texts) + " · ";
    cell.text += cost.made_on;
    cell.tooltip += cost.made_on + "\n";
  }
  cell.tooltip.pop_back();
  return cell;
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
  input.head.made_on.clear();  // each cost has its own
  for (const char* column : {"space", "lives", "sees", "lasts", "costs", "lesson"})
    input.columns.push_back(source.texts.get(std::string("moving.column.") + column));
  for (const Space& space : spaces()) {
    const auto text = [&](const char* of) {
      return source.texts.get(std::string(of) + space.name);
    };
    input.rows.push_back({{text("moving.space_name."), text("moving.space_what."), false, {}},
                          {text("moving.space_lives."), {}, false, {}},
                          {text("moving.space_sees."), {}, false, {}},
                          {text("moving.space_lasts."), {}, false, {}},
                          cost_cell(source, space),
                          {*space.lesson == '\0' ? "–" : title_of_lesson(space.lesson, source),
                           *space.lesson == '\0' ? "" : source.texts.get("moving.open_lesson"),
                           false,
                           {},
                           true}});
  }
  return input;
}

Table spaces_table(const Session& session) {
  Table table{"moving", {"space", "cost", "us", "bytes", "origin", "made_on", "how"}, {}};
  for (const Space& space : spaces()) {
    const std::vector<FoundCost> costs = costs_of(session, space);
    for (const FoundCost& cost : costs) {
      const char* origin = cost.origin == Origin::measured ? "MEASURED" : "RECORDED";
      table.rows.push_back({Cell(std::string(space.name)), Cell(cost.name), Cell(cost.us),
                            cost.bytes ? Cell(*cost.bytes) : Cell(), Cell(std::string(origin)),
                            Cell(cost.made_on), Cell(cost.how)});
    }
    if (!costs.empty()) continue;
    table.rows.emplace_back(table.columns.size());
    table.rows.back().front() = Cell(std::string(space.name));
  }
  return table;
}

std::set<std::string> spaces_recorded_on(const Session& session) {
  std::set<std::string> names;
  for (const Space& space : spaces()) {
    for (const FoundCost& cost : costs_of(session, space))
      if (cost.origin == Origin::recorded) names.insert(cost.made_on);
  }
  return names;
}

std::string lesson_of_space(std::size_t row) {
  return row < spaces().size() ? spaces()[row].lesson : std::string();
}

}  // namespace lanescope::app
