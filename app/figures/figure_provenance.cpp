#include "app/figures/figure_provenance.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/figures/compare_input.h"
#include "app/figures/differences.h"
#include "app/figures/map_input.h"
#include "app/figures/times_input.h"

namespace lanescope::app {
namespace {

std::string dimensions(const report::Dim3& d) {
  std::string text = std::to_string(d[0]);
  if (d[1] > 1 || d[2] > 1) text += fmt::format("×{}", d[1]);
  if (d[2] > 1) text += fmt::format("×{}", d[2]);
  return text;
}

void add_origin(Provenance& made, const char* origin) {
  if (std::find(made.origins.begin(), made.origins.end(), origin) == made.origins.end())
    made.origins.emplace_back(origin);
}

void add_times(Provenance& made, const Session& session) {
  std::set<std::string> days;
  for (const VariantTimes& times : session.times().all()) {
    if (times.measured) {
      add_origin(made, "MEASURED");
      made.measured_on = times.measured->gpu.name;
    }
    if (times.recorded != nullptr) {
      add_origin(made, "RECORDED");
      days.insert(times.recorded->date);
    }
  }
  const RecordingEntry* entry = session.times().recording();
  if (!days.empty() && entry != nullptr && entry->recording)
    made.recorded_on = device::name_with_days((*entry->recording)->gpu.name, days);
}

void add_times(Provenance& made, const std::vector<PointTime>& times) {
  for (const PointTime& time : times) add_origin(made, time.measured ? "MEASURED" : "RECORDED");
  made.measured_on = names_of_gpus(times, true);
  made.recorded_on = names_of_gpus(times, false);
}

// The casts are safe: a resolved launch is within CUDA's limits.
report::Dim3 dim3_of(const std::array<std::int64_t, 3>& d) {
  return {static_cast<std::uint32_t>(d[0]), static_cast<std::uint32_t>(d[1]),
          static_cast<std::uint32_t>(d[2])};
}

// Adds kernel and launch if they are the same for all of the sweep's points.
void add_launch(Provenance& made, const SweepTable& table, const Session& session) {
  const auto& card = session.lesson();
  if (!card || !card->resolve) return;
  const auto& resolve = card->resolve;
  bool is_first = true;
  for (const SweepRow& row : table.rows) {
    const auto resolved = resolve(table.variants[row.variant], row.params);
    const std::string kernel = resolved ? resolved->kernel : std::string();
    const report::Dim3 grid = resolved ? dim3_of(resolved->grid) : report::Dim3{};
    const report::Dim3 block = resolved ? dim3_of(resolved->block) : report::Dim3{};
    if (is_first || kernel != made.kernel) made.kernel = is_first ? kernel : "";
    if (is_first || grid != made.grid) made.grid = is_first ? grid : report::Dim3{};
    if (is_first || block != made.block) made.block = is_first ? block : report::Dim3{};
    is_first = false;
  }
}

// For all points: the swept parameter has no single value.
void add_sweep(Provenance& made, const Session& session) {
  const SweepTable table = session.sweep_table();
  made.variant = fmt::format("{}", fmt::join(table.variants, " "));
  if (table.variants.size() != 1 || table.variants.front() != session.shown()->resolved.variant)
    made.variant_title = {};
  if (table.rows.empty()) return;
  made.params = table.common_params();
  add_launch(made, table, session);
  add_times(made, table.times());
}

Provenance provenance_of(const ComparedSide& side) {
  Provenance made = provenance_of(*side.outcome);
  made.variant_title = side.variant_title;
  return made;
}

Provenance provenance_of(const Comparison& comparison, const Compared& both) {
  const ComparedSide present = comparison.present();
  const ComparedSide& other = *comparison.other();
  const bool present_is_a = comparison.present_is_a();
  Provenance made = provenance_of(present_is_a ? other : present);
  made.against = std::make_shared<const Provenance>(provenance_of(present_is_a ? present : other));
  made.differences = both.differences;
  std::vector<PointTime> times;
  for (const auto& time : {both.time_a, both.time_b}) {
    if (time) times.push_back(*time);
  }
  add_times(made, times);
  return made;
}

// "A: Shared tile, N 1024, PAD 0"
std::string side_text(const char* side, const Provenance& made, bool with_lesson,
                      const std::string& language, const text::Texts& texts) {
  std::vector<std::string> parts;
  if (with_lesson) parts.push_back(made.lesson_title.in_or(language, made.lesson));
  parts.push_back(
      made.variant_title.in_or(language, made.variant.empty() ? made.kernel : made.variant));
  if (!made.params.empty()) parts.push_back(values_text(made.params));
  return texts.get("export.side", fmt::arg("side", side),
                   fmt::arg("what", fmt::format("{}", fmt::join(parts, ", "))));
}

// Both sides, and their differences: "differ in PAD 0 → 1".
std::vector<std::string> sides_text(const Provenance& made, const std::string& language,
                                    const text::Texts& texts) {
  const Provenance& a = *made.against;
  const bool same_lesson = a.lesson == made.lesson;
  const auto titles = [&](const Provenance& side) {
    return SideTitles{side.lesson_title.in_or(language, side.lesson),
                      side.variant_title.in_or(language, side.variant), side.machine};
  };
  std::vector<std::string> parts;
  if (same_lesson) parts.push_back(made.lesson_title.in_or(language, made.lesson));
  parts.push_back(side_text("A", a, !same_lesson, language, texts));
  parts.push_back(side_text("B", made, !same_lesson, language, texts));
  std::vector<std::string> differences;
  for (const picture::CompareDifference& each :
       difference_texts(made.differences, titles(a), titles(made), texts)) {
    const bool has_values = !each.a.empty() || !each.b.empty();
    differences.push_back(has_values ? fmt::format("{} {} → {}", each.name, each.a, each.b)
                                     : each.name);
  }
  parts.push_back(
      differences.empty()
          ? texts.get("compare.no_difference")
          : texts.get("export.differ",
                      fmt::arg("what", fmt::format("{}", fmt::join(differences, ", ")))));
  return parts;
}

}  // namespace

Provenance provenance_of(FigureKind what, const Session& session, const PageSources& page_sources) {
  if (what == FigureKind::compare && page_sources.has(what, session))
    return provenance_of(*page_sources.comparison, *page_sources.comparison->compared());
  Provenance made = provenance_of(*session.shown());
  if (session.variant() != nullptr && session.variant()->name == made.variant)
    made.variant_title = session.variant()->title;
  if (what == FigureKind::times) add_times(made, session);
  if (what == FigureKind::sweep) add_sweep(made, session);
  if (what == FigureKind::index) made.origins.clear();  // CUDA's own definition: no model involved
  return made;
}

std::string caption_of(const Provenance& made, const text::Texts& texts) {
  const std::string language = texts.language();
  // In a comparison, A's value comes first where it differs.
  const auto both = [&](const auto& of) {
    const std::string b = of(made);
    const std::string a = made.against != nullptr ? of(*made.against) : b;
    return a == b ? b : fmt::format("{} → {}", a, b);
  };
  std::vector<std::string> parts;
  if (made.against != nullptr) {
    parts = sides_text(made, language, texts);
  } else {
    parts.push_back(made.lesson_title.in_or(language, made.lesson));
    const std::string variant = made.variant_title.in_or(language, made.variant);
    // A lesson with one kernel has one title.
    if (!variant.empty() && variant != parts.back()) parts.push_back(variant);
  }
  if (!made.kernel.empty()) {
    parts.push_back(texts.get("export.kernel", fmt::arg("kernel", both([](const Provenance& side) {
                                                          return side.kernel;
                                                        }))));
  }
  if (made.against == nullptr && !made.params.empty()) parts.push_back(values_text(made.params));
  if (made.grid[0] > 0 && made.block[0] > 0) {
    parts.push_back(texts.get(
        "export.launch",
        fmt::arg("grid", both([](const Provenance& side) { return dimensions(side.grid); })),
        fmt::arg("block", both([](const Provenance& side) { return dimensions(side.block); }))));
  }
  for (const std::string& origin : made.origins) {
    if (origin == "MODEL") {
      parts.push_back(texts.get(
          "export.model",
          fmt::arg("machine", both([](const Provenance& side) { return side.machine; }))));
    }
    if (origin == "MEASURED")
      parts.push_back(texts.get("export.measured", fmt::arg("gpu", made.measured_on)));
    if (origin == "RECORDED")
      parts.push_back(texts.get("export.recorded", fmt::arg("gpu", made.recorded_on)));
  }
  parts.push_back(both([](const Provenance& side) { return side.compiler; }));
  parts.push_back(made.program);
  return fmt::format("{}", fmt::join(parts, " · "));
}

std::string title_of(FigureKind what, const Provenance& made, const text::Texts& texts) {
  const std::string language = texts.language();
  const std::string lesson = made.lesson_title.in_or(language, made.lesson);
  const std::string variant = made.variant_title.in_or(language, made.variant);
  return texts.get(
      "export.title",
      fmt::arg("of", variant.empty() ? lesson : fmt::format("{}, {}", lesson, variant)),
      fmt::arg("what", texts.get(std::string("export.what.") + name_of(what))));
}

Table table_of(FigureKind what, const Session& session, const PageSources& page_sources) {
  if (!page_sources.has(what, session)) return {name_of(what), {}, {}};
  const Outcome& shown = *session.shown();
  switch (what) {
    case FigureKind::stage: {
      report::Event none;
      none.kind = report::EventKind::barrier;
      const report::Event* event = session.event();
      return lanes_table(event != nullptr ? *event : none, shown.report, rules_of(shown));
    }
    case FigureKind::strip:
      return events_table(session.trace());
    case FigureKind::code:
      return lines_table(shown.report, shown.resolved.source_text);
    case FigureKind::counts:
      return counts_table(shown.report);
    case FigureKind::accesses:
      return accesses_table(shown.report);
    case FigureKind::branches:
      return branches_table(shown.report);
    case FigureKind::times:
      return times_table(session);
    case FigureKind::sweep:
      return sweep_points_table(session.sweep_table());
    case FigureKind::index:
      return threads_table({shown.report.grid, shown.report.block},
                           session.state().selection.block);
    case FigureKind::machine: {
      const machine::ProfilePtr profile = session.machines().chosen();
      return profile != nullptr ? machine_table(*profile, session.machines().occupancy())
                                : Table{"machine", {}, {}};
    }
    case FigureKind::map:
      return map_table(*page_sources.maps->shown());
    case FigureKind::compare:
      return numbers_table(all_numbers(session, *page_sources.comparison));
    case FigureKind::steps:
      return steps_table(page_sources.steps->steps(), page_sources.steps->lane());
    case FigureKind::worksheet:
    case FigureKind::handout:
      break;
  }
  return {};
}

}  // namespace lanescope::app
