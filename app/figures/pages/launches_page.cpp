#include "app/figures/pages/launches_page.h"

#include <charconv>

namespace lanescope::app {

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

picture::DrawList launches_picture(const report::Report* report, std::size_t chosen,
                                   const picture::Style& style, float width, float height) {
  if (report == nullptr)
    return message_picture("panel.never_ran_title", "panel.never_ran", style, width, height);
  if (report->launch_tree.empty())
    return message_picture("launches.none_title", "launches.none", style, width, height);
  return picture::build_launches(*report, chosen, style, width, height);
}

std::size_t LaunchesPage::box(const Session& session) const {
  const OutcomePtr outcome = session.run().shown();
  const bool is_there = outcome && box_ < picture::number_of_boxes(outcome->report);
  return is_there ? box_ : 0;
}

bool LaunchesPage::move(int across, int down, const Session& session) {
  const OutcomePtr outcome = session.run().shown();
  if (!outcome || outcome->report.launch_tree.empty()) return false;
  box_ = picture::box_beside(outcome->report, box(session), across, down);
  return true;
}

tl::expected<void, std::string> LaunchesPage::open(const ViewRequest& view,
                                                   const std::string& argument,
                                                   Session& /*session*/) {
  if (view.page != page) return {};
  box_ = 0;
  // The view was read: it is a number or empty.
  std::from_chars(argument.data(), argument.data() + argument.size(), box_);
  return {};
}

picture::DrawList LaunchesPage::picture(const Session& session, const picture::Style& style,
                                        float width, float height) const {
  const OutcomePtr outcome = session.run().shown();
  return launches_picture(outcome ? &outcome->report : nullptr, box(session), style, width, height);
}

Table LaunchesPage::table(const Session& session) const {
  return launches_table(session.run().shown()->report);
}

std::unique_ptr<PageContent> make_launches_content(const PageServices& /*services*/) {
  return std::make_unique<LaunchesPage>();
}

}  // namespace lanescope::app
