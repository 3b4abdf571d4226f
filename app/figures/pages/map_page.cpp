#include "app/figures/pages/map_page.h"

#include "app/session/export/survey_tables.h"

namespace lanescope::app {
namespace {

using picture::MapField;
using picture::MapKind;

std::string absence(const LaunchMaps& maps, const Session& session, const text::Texts& texts) {
  if (!session.run().shown())
    return session.run().running() ? std::string() : texts.get("maps.no_lesson");
  const Surveys& surveys = maps.surveys();
  if (surveys.problem())
    return texts.get("maps.failed", fmt::arg("why", texts.say(surveys.problem()->message)));
  return surveys.cancelled() && !maps.shown() ? texts.get("maps.cancelled") : std::string();
}

// The chosen block, warp or request of the window, as cells of the map.
std::optional<MapField::Cells> present(const picture::MapFieldPtr& map, const Session& session) {
  if (!map || !map->cells) return std::nullopt;
  const Selection& at = session.state().selection;
  const survey::Survey& survey = *map->survey;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (at.block[axis] >= survey.grid[axis]) return std::nullopt;
  }
  if (map->kind() == MapKind::grid) return map->cells_of({survey.block_number(at.block), at.warp});
  if (map->kind() == MapKind::array || !at.event || at.warp >= survey.warps_per_block)
    return std::nullopt;
  const survey::WarpNumber warp = survey.warp_number(at.block, at.warp);
  const survey::Survey::Range rows = survey.rows_of_warp(warp);
  for (std::size_t i = rows.first; i < rows.last; ++i) {
    const std::size_t y = i - map->first_row;
    if (survey.rows[i].event == *at.event && i >= map->first_row && y < map->cells->height)
      return MapField::Cells{{0, static_cast<std::uint32_t>(y)}, map->banks, 1};
  }
  return std::nullopt;
}

// One line for each element that differs.
Table wrong_table(const report::ArrayDifferencePtr& difference) {
  Table table{"wrong", {"array", "element", "wanted", "got"}, {}};
  table.made_rows = difference->wrong;
  table.make_rows = [difference](const VisitRow& take) {
    for (std::uint64_t i = difference->first; i < difference->array.count; ++i) {
      if (difference->differs(i))
        take({difference->array.name, i, difference->wanted_text(i), difference->got_text(i)});
    }
  };
  return table;
}

}  // namespace

picture::MapInput MapPage::input(const Session& session, const text::Texts& texts) const {
  picture::MapInput input;
  input.absence = absence(maps_, session, texts);
  input.map = maps_.shown();
  input.working = maps_.working() || session.run().running();
  input.share = maps_.share();
  if (const SurveyRunPtr& surveyed = maps_.surveyed();
      surveyed && surveyed->outcome && surveyed->outcome->machine != nullptr) {
    input.machine = surveyed->outcome->machine->name;
  }
  input.present = present(input.map, session);
  input.races = races_;
  if (session.run().shown() && session.run().shown()->launch_line > 0)
    input.note = texts.get("launches.not_here");
  return input;
}

bool MapPage::update(Session& /*session*/, bool /*seen*/) {
  const bool changed = maps_.update();
  const SurveyRunPtr& run = maps_.surveyed();
  const picture::MapFieldPtr& map = maps_.shown();
  if (run == races_of_ && map == races_on_) return changed;
  races_of_ = run;
  races_on_ = map;
  races_.reset();
  const bool is_of_run = run && map && map->cells && map->survey.get() == &run->survey;
  if (!is_of_run || map->kind() != MapKind::array) return true;
  picture::ArrayRaces found = picture::races_in(run->raced, map->array().array);
  if (!found.empty()) races_ = std::make_shared<const picture::ArrayRaces>(std::move(found));
  return true;
}

tl::expected<void, std::string> MapPage::open(const ViewRequest& /*view*/,
                                              const std::string& argument, Session& /*session*/) {
  if (argument.empty()) return {};
  auto request = parse_map(argument);
  if (!request) return tl::unexpected(std::move(request).error());
  maps_.open(*std::move(request));
  return {};
}

std::string MapPage::lack(const ViewRequest& /*view*/) const { return maps_.input_problem(); }

bool MapPage::has(const Session& /*session*/) const {
  return maps_.surveys().is_current() && !maps_.working() && maps_.shown() && maps_.shown()->cells;
}

picture::DrawList MapPage::picture(const Session& session, const picture::Style& style, float width,
                                   float height) const {
  return picture::build_map(input(session, *style.texts), style, width, height);
}

Table MapPage::table(const Session& /*session*/) const {
  const MapField& map = *maps_.shown();
  if (map.choice.quantity == picture::MapQuantity::wrong) return wrong_table(map.choice.difference);
  SurveyPart part;
  switch (map.kind()) {
    case MapKind::banks:
      part.rows = survey::Survey::Range{map.first_row, map.first_row + map.cells->height};
      return survey_table(map.survey, SurveyTable::rows, part);
    case MapKind::array: {
      part.array = map.choice.array;
      const bool of_sectors = map.choice.quantity == picture::MapQuantity::moved;
      return survey_table(map.survey, of_sectors ? SurveyTable::sectors : SurveyTable::elements,
                          part);
    }
    case MapKind::grid:
      break;
  }
  return survey_table(map.survey, map.choice.by_warp ? SurveyTable::warps : SurveyTable::blocks);
}

std::unique_ptr<PageContent> make_map_content(const PageServices& services) {
  return std::make_unique<MapPage>(services.wake);
}

}  // namespace lanescope::app
