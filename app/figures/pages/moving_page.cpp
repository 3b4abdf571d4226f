#include "app/figures/pages/moving_page.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/figures/pages/moving_inputs.h"

namespace lanescope::app {

void MovingPage::step(int direction) {
  const auto count = static_cast<int>(moving_figures().size());
  const int next = (static_cast<int>(figure_) + direction + count) % count;
  figure_ = static_cast<MovingFigure>(next);
}

tl::expected<void, std::string> MovingPage::open(const ViewRequest& /*view*/,
                                                 const std::string& argument,
                                                 Session& /*session*/) {
  if (argument.empty()) return {};
  const auto figure = moving_figure_named(argument);
  if (!figure) {
    std::vector<std::string> names;
    for (const MovingFigure each : moving_figures()) names.emplace_back(name_of(each));
    return tl::unexpected(fmt::format("moving={}: there is no such figure; there are {}", argument,
                                      fmt::join(names, ", ")));
  }
  figure_ = *figure;
  return {};
}

picture::DrawList MovingPage::picture(const Session& session, const picture::Style& style,
                                      float width, float height) const {
  const MovingSource source{session, session.transfers().rows(), style, *style.texts};
  switch (figure_) {
    case MovingFigure::copies:
      return build_curves(copies_input(source, shows_rate_, curve_), style, width, height);
    case MovingFigure::small:
      return build_bars(small_input(source), style, width, height);
    case MovingFigure::getting:
      return build_bars(getting_input(source), style, width, height);
    case MovingFigure::pointers:
      return build_moving_table(pointers_input(source), style, width, height);
    case MovingFigure::in_place:
      return build_bars(in_place_input(source), style, width, height);
    case MovingFigure::managed:
      return build_bars(managed_input(source), style, width, height);
    case MovingFigure::overlap:
      return build_timelines(overlap_input(source), style, width, height);
    case MovingFigure::streams:
      return build_bars(streams_input(source), style, width, height);
    case MovingFigure::residency:
      return build_bars(residency_input(source), style, width, height);
    case MovingFigure::launches:
      return build_bars(launches_input(source), style, width, height);
    case MovingFigure::spaces:
      return build_moving_table(spaces_input(source), style, width, height);
  }
  return {};
}

Table MovingPage::table(const Session& session) const {
  const std::string sections = sections_of(figure_);
  std::vector<const TransferRow*> rows;
  std::set<std::string> names, numbers;
  for (const TransferRow& row : session.transfers().rows()) {
    if ((" " + sections + " ").find(" " + row.section + " ") == std::string::npos) continue;
    rows.push_back(&row);
    for (const auto& [name, value] : row.names) names.insert(name);
    for (const auto& [name, value] : row.numbers) numbers.insert(name);
  }
  Table table{"moving", {"section"}, {}};
  table.columns.insert(table.columns.end(), names.begin(), names.end());
  table.columns.insert(table.columns.end(), numbers.begin(), numbers.end());
  for (const char* column : {"us", "low_us", "high_us", "min_us", "n", "method", "message"})
    table.columns.emplace_back(column);
  for (const TransferRow* row : rows) {
    Row cells{Cell(row->section)};
    for (const std::string& name : names)
      cells.push_back(row->names.contains(name) ? Cell(row->name(name)) : Cell());
    for (const std::string& number : numbers) {
      const auto value = row->number(number);
      cells.push_back(value ? Cell(*value) : Cell());
    }
    if (row->us) {
      for (const double us :
           {row->us->median, row->us->median_low, row->us->median_high, row->us->minimum})
        cells.emplace_back(us);
      cells.push_back(count_cell(row->us->count));
    } else {
      cells.resize(cells.size() + 5);
    }
    cells.emplace_back(row->method);
    cells.emplace_back(row->message);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

void MovingPage::add_to(Provenance& made, const Session& session) const {
  const Transfers& transfers = session.transfers();
  if (transfers.rows().empty()) return;
  const char* word = transfers.are_measured() ? "MEASURED" : "RECORDED";
  if (std::ranges::find(made.origins, word) == made.origins.end()) made.origins.emplace_back(word);
  (transfers.are_measured() ? made.measured_on : made.recorded_on) = transfers.made_on();
}

std::unique_ptr<PageContent> make_moving_content(const PageServices& /*services*/) {
  return std::make_unique<MovingPage>();
}

}  // namespace lanescope::app
