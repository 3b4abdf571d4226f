#include "app/figures/figure.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/figures/kernel_inputs.h"
#include "app/figures/pages/compare_page.h"

namespace lanescope::app {
namespace {

picture::DrawList code_picture(const Session& session, const picture::Style& style, float width,
                               float height) {
  picture::CodeInput input = code_input(session);
  input.first_line =
      picture::first_visible_line(1, {input.selected_line, input.selected_line},
                                  line_count(input.text), picture::visible_lines(style, height));
  picture::DrawList picture = picture::build_code(input, style, width, height);
  // On the row of the headings, whose left part the picture leaves free; as in the panel.
  const float size = picture::text_small * style.scale;
  const std::string name =
      picture::fitted(style, picture::FontRole::mono, size,
                      code_name(*session.run().shown(), input.file), width / 2);
  picture.add(picture::Label{16 * style.scale, 12 * style.scale, picture::AlignX::left,
                             picture::AlignY::middle, picture::FontRole::mono, size,
                             style.palette.text_dim, name});
  return picture;
}

// The height that shows all of the code.
float code_height(const Session& session, const picture::Style& style) {
  const int lines = session.run().shown() ? line_count(code_input(session).text) : 1;
  float height = 32 * style.scale;
  const float increment = 8 * style.scale;
  while (picture::visible_lines(style, height) < lines && height < 16'000 * style.scale)
    height += increment;
  return height;
}

std::string dimensions(const report::Dim3& d) {
  std::string text = std::to_string(d[0]);
  if (d[1] > 1 || d[2] > 1) text += fmt::format("×{}", d[1]);
  if (d[2] > 1) text += fmt::format("×{}", d[2]);
  return text;
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

FigureSize default_size(FigureKind what, const Session& session, const picture::Style& style,
                        const PageContents& pages) {
  if (what == FigureKind::code)
    return {std::round(720 * style.scale), std::ceil(code_height(session, style))};
  const PageContent* page = pages.of(what);
  const FigureSize size = page != nullptr              ? page->size()
                          : what == FigureKind::strip  ? FigureSize{960, 104}
                          : what == FigureKind::counts ? FigureSize{480, 300}
                                                       : FigureSize{};
  return {std::round(size.width * style.scale), std::round(size.height * style.scale)};
}

picture::DrawList picture_of(FigureKind what, const Session& session, const picture::Style& style,
                             float width, float height, const PageContents& pages) {
  if (session.run().shown() == nullptr)
    return message_picture("panel.never_ran_title", "panel.never_ran", style, width, height);
  if (const PageContent* page = pages.of(what)) return page->picture(session, style, width, height);
  const report::Report& report = session.run().shown()->report;
  const Selection& selection = session.state().selection;
  switch (what) {
    case FigureKind::stage:
      return build_stage_content(
                 stage_content(*session.run().shown(), selection, {selection.wavefront, {}, false},
                               picture::shared_use(report), *style.texts),
                 style, width, height)
          .list;
    case FigureKind::strip:
      return picture::build_strip(strip_input(session), style, width, height);
    case FigureKind::code:
      return code_picture(session, style, width, height);
    case FigureKind::counts:
      return selection.subject == Subject::divergence
                 ? picture::build_divergence_counts(report, selection.line, style, width, height,
                                                    selection.file)
                 : picture::build_counts(counts_input(session), style, width, height);
    default:
      return {};
  }
}

Table table_of(FigureKind what, const Session& session, const PageContents& pages) {
  if (const PageContent* page = pages.of(what))
    return page->has(session) ? page->table(session) : Table{name_of(what), {}, {}};
  const Outcome& shown = *session.run().shown();
  switch (what) {
    case FigureKind::stage: {
      report::Event none;
      none.kind = report::EventKind::barrier;
      const report::Event* event = session.selector().event();
      return lanes_table(event != nullptr ? *event : none, shown.report, rules_of(shown));
    }
    case FigureKind::strip:
      return events_table(session.selector().trace());
    case FigureKind::code: {
      Table table = lines_table(shown.report, shown.resolved.source_text);
      for (const IncludedFile& each : shown.included) {
        for (auto& row : lines_table(shown.report, each.text, each.name).rows)
          table.rows.push_back(std::move(row));
      }
      return table;
    }
    case FigureKind::counts:
      return counts_table(shown.report);
    case FigureKind::accesses:
      return accesses_table(shown.report);
    case FigureKind::branches:
      return branches_table(shown.report);
    default:
      return {};
  }
}

Provenance provenance_of(FigureKind what, const Session& session, const PageContents& pages) {
  Provenance made = provenance_of(*session.run().shown());
  if (session.variant() != nullptr && session.variant()->name == made.variant)
    made.variant_title = session.variant()->title;
  if (const PageContent* page = pages.of(what); page != nullptr && page->has(session))
    page->add_to(made, session);
  return made;
}

void add_origin(Provenance& made, const char* origin) {
  if (std::find(made.origins.begin(), made.origins.end(), origin) == made.origins.end())
    made.origins.emplace_back(origin);
}

void add_times(Provenance& made, const std::vector<PointTime>& times) {
  for (const PointTime& time : times) add_origin(made, time.measured ? "MEASURED" : "RECORDED");
  made.measured_on = names_of_gpus(times, true);
  made.recorded_on = names_of_gpus(times, false);
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

}  // namespace lanescope::app
