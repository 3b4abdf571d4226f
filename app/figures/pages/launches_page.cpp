#include "app/figures/pages/launches_page.h"

#include "app/figures/page_content.h"

namespace lanescope::app {
namespace {

picture::LaunchBox::By by_of(report::LaunchGroup::By by) {
  switch (by) {
    case report::LaunchGroup::By::thread:
      return picture::LaunchBox::By::thread;
    case report::LaunchGroup::By::block:
      return picture::LaunchBox::By::block;
    case report::LaunchGroup::By::grid:
      break;
  }
  return picture::LaunchBox::By::grid;
}

}  // namespace

picture::LaunchesInput launches_input(const report::Report& report) {
  picture::LaunchesInput input;
  picture::LaunchBox& host = input.boxes.emplace_back();
  host.kernel = report.kernel;
  host.grid = report.grid;
  host.block = report.block;
  host.blocks = report.blocks_simulated;
  host.warp_instructions = report.totals.warp_instructions;
  for (const report::LaunchGroup& group : report.launch_tree) {
    picture::LaunchBox& box = input.boxes.emplace_back();
    box.parent = group.parent ? *group.parent + 1 : 0;
    box.kernel = group.kernel;
    box.grid = group.grid;
    box.block = group.block;
    box.by = by_of(group.by);
    box.is_tail = group.is_tail;
    box.line = report::line_name(report, group.place);
    box.launches = group.launches;
    box.blocks = group.blocks;
    box.warp_instructions = group.warp_instructions;
  }
  input.left_out = report.launches_left_out;
  return input;
}

Table launches_table(const report::Report& report) {
  Table table{"launches",
              {"group", "parent", "kernel", "launch", "depth", "line", "one_a", "tail", "launches",
               "launching_blocks", "blocks", "warp_instructions"},
              {}};
  table.rows.push_back({std::uint64_t{0}, Cell(), report.kernel,
                        picture::launch_text(report.grid, report.block), std::uint64_t{0}, Cell(),
                        std::string("host"), Cell(), std::uint64_t{1}, Cell(),
                        report.blocks_simulated, report.totals.warp_instructions});
  for (const report::LaunchGroup& group : report.launch_tree) {
    table.rows.push_back({std::uint64_t{table.rows.size()},
                          std::uint64_t{group.parent ? *group.parent + 1 : 0}, group.kernel,
                          picture::launch_text(group.grid, group.block), std::uint64_t{group.depth},
                          report::line_name(report, group.place), std::string(name_of(group.by)),
                          std::string(group.is_tail ? "yes" : "no"), group.launches,
                          group.launching_blocks, group.blocks, group.warp_instructions});
  }
  return table;
}

picture::DrawList launches_picture(const report::Report* report, const picture::Style& style,
                                   float width, float height) {
  if (report == nullptr) {
    return message_picture("panel.never_ran_title", "panel.never_ran", style, width, height);
  }
  if (report->launch_tree.empty())
    return message_picture("launches.none_title", "launches.none", style, width, height);
  return picture::build_launches(launches_input(*report), style, width, height);
}

namespace {

class LaunchesPage final : public PageContent {
 public:
  [[nodiscard]] bool has(const Session& session) const override {
    return session.shown() != nullptr;
  }
  [[nodiscard]] FigureSize size() const override { return {1120, 640}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override {
    const OutcomePtr outcome = session.shown();
    return launches_picture(outcome ? &outcome->report : nullptr, style, width, height);
  }
  [[nodiscard]] Table table(const Session& session) const override {
    return launches_table(session.shown()->report);
  }
};

}  // namespace

std::unique_ptr<PageContent> make_launches_content(const PageServices& /*services*/) {
  return std::make_unique<LaunchesPage>();
}

}  // namespace lanescope::app
