#include "app/figures/made_by.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string chosen_recording(const Session& session) {
  const RecordingEntry* entry = session.recording();
  return entry != nullptr && entry->recording ? name_of(**entry->recording) : std::string();
}

void add_times(Provenance& made, const Session& session) {
  for (const VariantTimes& times : session.times()) {
    if (times.measured) {
      add_origin(made, "MEASURED");
      made.measured_on = times.measured->gpu.name;
    }
    if (times.recorded != nullptr) {
      add_origin(made, "RECORDED");
      made.recorded_on = chosen_recording(session);
    }
  }
}

// Of all its points: what is swept has no one value.
void add_sweep(Provenance& made, const Session& session) {
  const SweepTable table = session.sweep_table();
  made.variant = fmt::format("{}", fmt::join(table.variants, " "));
  if (table.variants.size() != 1 || table.variants.front() != session.shown()->resolved.variant)
    made.variant_title = {};
  if (table.rows.empty()) return;
  made.params = table.rows.front().params;
  std::erase_if(made.params, [&](const auto& entry) {
    return std::any_of(table.rows.begin(), table.rows.end(), [&](const SweepRow& row) {
      const auto found = row.params.find(entry.first);
      return found == row.params.end() || found->second != entry.second;
    });
  });
  for (const SweepRow& row : table.rows) {
    if (!row.time) continue;
    add_origin(made, row.time->measured ? "MEASURED" : "RECORDED");
    (row.time->measured ? made.measured_on : made.recorded_on) =
        row.time->date.empty() ? row.time->gpu
                               : fmt::format("{}, {}", row.time->gpu, row.time->date);
  }
}

std::string text_in(const lesson::Text& text, const std::string& language,
                    const std::string& otherwise) {
  const std::string& found = text.in(language);
  return found.empty() ? otherwise : found;
}

}  // namespace

Provenance provenance_of(What what, const Session& session) {
  Provenance made = provenance_of(*session.shown());
  if (session.variant() != nullptr && session.variant()->name == made.variant)
    made.variant_title = session.variant()->title;
  if (what == What::times) add_times(made, session);
  if (what == What::sweep) add_sweep(made, session);
  if (what == What::index) made.origins.clear();  // CUDA's own definition: nothing is modelled
  return made;
}

std::string caption_of(const Provenance& made, const text::Texts& texts) {
  const std::string language = text::code_of(texts.language());
  std::vector<std::string> parts{text_in(made.lesson_title, language, made.lesson)};
  const std::string variant = text_in(made.variant_title, language, made.variant);
  if (!variant.empty()) parts.push_back(variant);
  parts.push_back(texts.get("export.kernel", fmt::arg("kernel", made.kernel)));
  if (!made.params.empty()) parts.push_back(values_text(made.params));
  parts.push_back(texts.get("export.launch", fmt::arg("grid", dimensions(made.grid)),
                            fmt::arg("block", dimensions(made.block))));
  for (const std::string& origin : made.origins) {
    if (origin == "MODEL")
      parts.push_back(texts.get("export.model", fmt::arg("machine", made.machine)));
    if (origin == "MEASURED")
      parts.push_back(texts.get("export.measured", fmt::arg("gpu", made.measured_on)));
    if (origin == "RECORDED")
      parts.push_back(texts.get("export.recorded", fmt::arg("gpu", made.recorded_on)));
  }
  parts.push_back(made.compiler);
  parts.push_back(made.program);
  return fmt::format("{}", fmt::join(parts, " · "));
}

std::string title_of(What what, const Provenance& made, const text::Texts& texts) {
  const std::string language = text::code_of(texts.language());
  const std::string lesson = text_in(made.lesson_title, language, made.lesson);
  const std::string variant = text_in(made.variant_title, language, made.variant);
  return texts.get(
      "export.title",
      fmt::arg("of", variant.empty() ? lesson : fmt::format("{}, {}", lesson, variant)),
      fmt::arg("what", texts.get(std::string("export.what.") + name_of(what))));
}

Table table_of(What what, const Session& session) {
  const Outcome& shown = *session.shown();
  switch (what) {
    case What::stage: {
      report::Event none;
      none.kind = report::EventKind::barrier;
      const report::Event* event = session.event();
      return lanes_table(event != nullptr ? *event : none, shown.report, rules_of(shown));
    }
    case What::strip:
      return events_table(session.trace());
    case What::code:
      return lines_table(shown.report, shown.resolved.source_text);
    case What::counts:
      return counts_table(shown.report);
    case What::accesses:
      return accesses_table(shown.report);
    case What::branches:
      return branches_table(shown.report);
    case What::times:
      return times_table(session);
    case What::sweep:
      return sweep_points_table(session.sweep_table());
    case What::index:
      return threads_table({shown.report.grid, shown.report.block},
                           session.state().selection.block);
    case What::machine: {
      const machine::ProfilePtr profile = session.machine();
      return profile != nullptr ? machine_table(*profile, session.occupancy())
                                : Table{"machine", {}, {}};
    }
    case What::handout:
      break;
  }
  return {};
}

}  // namespace lanescope::app
