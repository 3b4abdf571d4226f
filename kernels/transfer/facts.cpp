#include "kernels/transfer/facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "kernels/transfer/models.h"
#include "kernels/transfer/shipped.h"
#include "sim/text/number.h"

namespace lanescope::transfer {
namespace {

constexpr std::string_view prefix = "moving.";
constexpr double mebibyte = 1024.0 * 1024;

// "1KiB", "64MiB", "1GiB".
std::string bytes_word(double bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (unit + 1 < units.size() && bytes >= 1024) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{:.0f}{}", bytes, units[unit]);
}

// What names a point in each section, in this order: a word of the row, or a number with a letter
// before it. A row that lacks one of them has a name without it.
struct Part {
  const char* key;
  enum class Kind : std::uint8_t { word, bytes, mebibytes, count, percent } kind = Kind::word;
  const char* letter = "";
};
using Kind = Part::Kind;
const std::map<std::string_view, std::vector<Part>>& parts_of_sections() {
  static const std::map<std::string_view, std::vector<Part>> parts{
      {"copy", {{"host"}, {"way"}, {"bytes", Kind::bytes}}},
      {"small_copies", {{"copies", Kind::count, "n"}}},
      {"get", {{"memory"}, {"bytes", Kind::bytes}}},
      {"give_back", {{"memory"}, {"bytes", Kind::bytes}}},
      {"in_place",
       {{"how"},
        {"does"},
        {"bytes", Kind::bytes},
        {"stride", Kind::count, "s"},
        {"times", Kind::count, "x"}}},
      {"managed", {{"what"}, {"bytes", Kind::bytes}}},
      {"overlap_part", {{"part"}, {"weight", Kind::percent, "w"}}},
      {"overlap",
       {{"host"}, {"order"}, {"streams", Kind::count, "n"}, {"weight", Kind::percent, "w"}}},
      {"streams", {{"what"}}},
      {"launch", {{"what"}, {"launches", Kind::count, "n"}}},
      {"nested", {{"by"}, {"launches", Kind::count, "n"}}},
      {"residency", {{"window"}, {"kept_bytes", Kind::mebibytes, "k"}}},
  };
  return parts;
}

// An expression can't hold a space: "on device" is on_device.
std::string joined(std::string words) {
  std::ranges::replace(words, ' ', '_');
  return words;
}

std::string part_of(const Row& row, const Part& part) {
  if (part.kind == Kind::word) return joined(row.name(part.key));
  const std::optional<double> number = row.number(part.key);
  if (!number) return {};
  if (part.kind == Kind::bytes) return bytes_word(*number);
  const double scale = part.kind == Kind::mebibytes ? 1 / mebibyte
                       : part.kind == Kind::percent ? 100
                                                    : 1;
  return fmt::format("{}{:.0f}", part.letter, *number * scale);
}

std::string name_of(const Row& row, const std::vector<Part>& parts) {
  std::string name = std::string(prefix) + row.section;
  for (const Part& part : parts) {
    if (const std::string word = part_of(row, part); !word.empty()) name += "." + word;
  }
  return name;
}

std::int64_t whole(double value) { return std::llround(value); }
std::int64_t whole_ns(double seconds) { return whole(seconds * 1e9); }

// ---- programs of streams ----

constexpr std::string_view program_prefix = "moving.program.";
constexpr std::array of_programs{"calls",         "races",    "total_ns",
                                 "sequential_ns", "bound_ns", "host_ns"};
constexpr std::array of_calls{"begin_ns", "end_ns", "waits_on"};
constexpr std::string_view before_word = "before";

// "c3" is the third call.
std::string call_word(std::size_t call) { return fmt::format("c{}", call + 1); }

std::optional<std::size_t> call_named(std::string_view word) {
  for (std::size_t call = 0; call < most_calls; ++call)
    if (word == call_word(call)) return call;
  return std::nullopt;
}

bool is_program_fact(std::string_view name) {
  if (!name.starts_with(program_prefix)) return false;
  std::vector<std::string_view> words;
  for (std::size_t from = program_prefix.size(); from <= name.size();) {
    const std::size_t to = std::min(name.find('.', from), name.size());
    words.push_back(name.substr(from, to - from));
    from = to + 1;
  }
  const auto is_in = [&](const auto& known) {
    return std::ranges::find(known, words.front()) != known.end();
  };
  if (words.size() == 1) return is_in(of_programs);
  const auto call = call_named(words[1]);
  if (words.size() == 2) return call && is_in(of_calls);
  const auto later = call_named(words[2]);
  return words.size() == 3 && words.front() == before_word && call && later && *call < *later;
}

// Call i is operation i.
void add_call(Facts& facts, std::size_t call, const ArrangedModel& model, const Order& order) {
  const auto add = [&](std::string_view what, std::string_view of, std::int64_t value) {
    facts[fmt::format("{}{}.{}", program_prefix, what, of)] = value;
  };
  const std::string word = call_word(call);
  const Placed& placed = model.timeline.operations[call];
  add("begin_ns", word, whole_ns(placed.begin));
  add("end_ns", word, whole_ns(placed.end));
  add("waits_on", word,
      placed.waits.empty() ? 0 : static_cast<std::int64_t>(placed.waits.back().on + 1));
  for (std::size_t earlier = 0; earlier < call; ++earlier) {
    add(before_word, fmt::format("{}.{}", call_word(earlier), word),
        order.is_before(earlier, call) ? 1 : 0);
  }
}

void add_row(Facts& facts, const Rows& rows, const Row& row) {
  if (row.section == "device") {
    for (const auto& [key, number] : row.numbers)
      facts[std::string(prefix) + "device." + key] = whole(number);
  } else if (row.section == "pointer") {
    for (const char* side : {"device", "host"}) {
      if (const auto has = row.number(fmt::format("has_{}_pointer", side)))
        facts[fmt::format("{}pointer.{}.{}", prefix, row.name("memory"), side)] = whole(*has);
    }
  }
  const auto parts = parts_of_sections().find(row.section);
  if (!row.us || parts == parts_of_sections().end()) return;
  const std::string name = name_of(row, parts->second);
  facts[name + "_ns"] = whole(row.us->median * 1000);
  if (row.section == "copy" && row.us->median > 0)
    facts[name + "_mb_per_s"] = whole(*row.number("bytes") / row.us->median);
  if (row.section == "get") {
    if (const auto copies = copies_that_pay(rows, row)) {
      facts[fmt::format("{}pays.{}.{}", prefix, row.name("memory"),
                        bytes_word(*row.number("bytes")))] = static_cast<std::int64_t>(*copies);
    }
  }
}

}  // namespace

Facts facts_of(const Rows& rows) {
  Facts facts;
  for (const Row& row : rows) add_row(facts, rows, row);
  for (const CopyFit& fit : copy_fits(rows)) {
    if (!fit.model) continue;
    const std::string name = fmt::format("{}fit.{}.{}", prefix, fit.host, joined(fit.way));
    facts[name + ".startup_ns"] = whole_ns(fit.model->startup_seconds.value);
    facts[name + ".mb_per_s"] = whole(fit.model->bytes_per_second.value * 1e-6);
  }
  return facts;
}

Facts facts_of(const lesson::MovingWork& work, const Rows& rows) {
  const std::optional<MovingModel> model = model_of(work, rows);
  if (!model) return {};
  return {{"moving.total_ns", whole_ns(model->total_seconds)},
          {"moving.sequential_ns", whole_ns(model->sequential_seconds)},
          {"moving.pipeline_ns", whole_ns(model->pipeline_seconds)}};
}

Facts facts_of(std::string_view program, const lesson::MovingWork& work, const Rows& rows) {
  const auto arrangement = arrangement_from(program);
  const auto model = arrangement ? model_of(*arrangement, work, rows) : std::nullopt;
  if (!model) return {};
  const Timeline& timeline = model->timeline;
  const std::size_t calls = timeline.operations.size();
  double host_seconds = 0;
  for (const Operation& operation : model->program.operations)
    if (operation.kind == OperationKind::host_work) host_seconds += operation.seconds;
  Facts facts{{"moving.program.calls", static_cast<std::int64_t>(calls)},
              {"moving.program.races", static_cast<std::int64_t>(timeline.races.size())},
              {"moving.program.total_ns", whole_ns(timeline.total_seconds)},
              {"moving.program.sequential_ns", whole_ns(timeline.sequential_seconds)},
              {"moving.program.bound_ns", whole_ns(timeline.bound_seconds)},
              {"moving.program.host_ns", whole_ns(host_seconds)}};
  const Order order(calls, timeline.dependencies);
  for (std::size_t call = 0; call < calls; ++call) add_call(facts, call, *model, order);
  return facts;
}

const Facts& shipped_facts() {
  static const Facts facts = facts_of(kept_shipped_rows());
  return facts;
}

bool is_fact(std::string_view name) {
  return name == "moving.total_ns" || name == "moving.sequential_ns" ||
         name == "moving.pipeline_ns" || is_program_fact(name) ||
         (name.starts_with(prefix) && shipped_facts().contains(std::string(name)));
}

std::string prose_of(std::string_view name, std::int64_t value) {
  if (!name.starts_with(prefix)) return {};
  const auto number = static_cast<double>(value);
  if (name.ends_with("mb_per_s")) return three_digits(number / 1000) + " GB/s";
  // A call's own time: moving.program.end_ns.c3.
  if (!name.ends_with("_ns") && name.find("_ns.") == std::string_view::npos) return {};
  if (number < 999.5) return fmt::format("{} ns", value);
  if (number < 999.5e3) return three_digits(number * 1e-3) + " µs";
  if (number < 999.5e6) return three_digits(number * 1e-6) + " ms";
  return three_digits(number * 1e-9) + " s";
}

}  // namespace lanescope::transfer
