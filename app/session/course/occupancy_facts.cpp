#include "app/session/course/occupancy_facts.h"

#include <algorithm>
#include <cmath>

#include "app/session/run/occupancy.h"

namespace lanescope::app {

template class NewestWorker<OccupancyQuery, OccupancyAnswer>;
namespace {

bool speaks_of(std::string_view text) {
  return text.find("occupancy.") != std::string_view::npos ||
         text.find("registers") != std::string_view::npos;
}

}  // namespace

std::optional<OccupancyFacts> occupancy_facts(const Outcome& outcome, const std::string& machine) {
  using machine::Resource;
  const auto kernel = known_occupancy(outcome, machine);
  if (!kernel) {
    return std::nullopt;
  }
  const machine::Occupancy& occupancy = *kernel->occupancy;
  OccupancyFacts facts;
  facts.percent = std::llround(occupancy.percent());
  facts.permille = std::llround(10 * occupancy.percent());
  facts.warps = static_cast<std::int64_t>(occupancy.warps);
  facts.blocks = static_cast<std::int64_t>(occupancy.blocks);
  facts.registers = kernel->registers.count.value_or(0);
  facts.by_registers = occupancy.is_limited_by(Resource::registers);
  facts.by_shared = occupancy.is_limited_by(Resource::shared);
  facts.by_warps = occupancy.is_limited_by(Resource::warps);
  facts.by_blocks = occupancy.is_limited_by(Resource::blocks);
  return facts;
}

tl::expected<OccupancyAnswer, Problem> answer_of(const OccupancyQuery& query,
                                                 Progress* /*progress*/, std::stop_token stop) {
  OccupancyAnswer answer;
  for (const OutcomePtr& run : query.runs) {
    if (stop.stop_requested()) {
      return tl::unexpected(cancelled());
    }
    answer.push_back(occupancy_facts(*run, query.machine));
  }
  return answer;
}

bool mentions_occupancy(const lesson::Exercise& exercise) {
  return std::any_of(exercise.goals.begin(), exercise.goals.end(),
                     [](const lesson::Goal& goal) { return speaks_of(goal.when.text); });
}

bool mentions_occupancy(const lesson::Question& question) {
  return speaks_of(question.value.text) ||
         std::any_of(question.choices.begin(), question.choices.end(),
                     [](const lesson::Choice& choice) { return speaks_of(choice.when.text); });
}

bool mentions_occupancy(const lesson::Guide& guide, const lesson::Step& step) {
  std::vector<std::string> sections{lesson::step_section(step.name)};
  for (const lesson::Question& question : step.questions) {
    if (mentions_occupancy(question)) {
      return true;
    }
    sections.push_back(lesson::question_section(question.name));
    sections.push_back(lesson::answer_section(question.name));
  }
  return std::any_of(sections.begin(), sections.end(), [&](const std::string& section) {
    return std::any_of(guide.texts.begin(), guide.texts.end(), [&](const auto& text) {
      return speaks_of(guide.text(section, text.first).text);
    });
  });
}

}  // namespace lanescope::app
