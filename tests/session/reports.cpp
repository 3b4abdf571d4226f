#include "reports.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace lanescope::app::test {
namespace {

using memory::Op;
using memory::Space;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

report::Event access(std::uint32_t site, int line, Space space, Op op, std::uint32_t cost,
                     std::uint32_t ideal) {
  report::Event event;
  event.site = site;
  event.place = {"tile.cu", line, 0};
  event.access.space = space;
  event.access.op = op;
  event.access.mask = 0xffffffffU;
  event.cost = cost;
  event.ideal = ideal;
  event.ways = space == Space::shared ? cost : 0;
  event.steps = event.ways;
  return event;
}

report::Site site_of(const report::Event& event, report::WarpPosition worst_at) {
  report::Site site;
  site.index = event.site;
  site.place = event.place;
  site.space = event.access.space;
  site.op = event.access.op;
  site.bytes = 4;
  site.worst_cost = event.cost;
  site.worst_at = worst_at;
  return site;
}

}  // namespace

report::Report tile_report(std::uint32_t ways, report::Dim3 focus_block) {
  report::Report report;
  report.kernel = "tile";
  report.grid = {2, 1, 1};
  report.block = {32, 2, 1};
  report::Event barrier;
  barrier.kind = report::EventKind::barrier;
  barrier.place = {"tile.cu", 12, 0};
  const std::vector<report::Event> events{access(0, load_line, Space::global, Op::load, 4, 4),
                                          access(1, load_line, Space::shared, Op::store, 1, 1),
                                          barrier,
                                          access(2, store_line, Space::shared, Op::load, ways, 1),
                                          access(3, store_line, Space::global, Op::store, 4, 4)};
  for (const report::Event& event : events) {
    if (event.kind == report::EventKind::access)
      report.sites.push_back(site_of(event, {{1, 0, 0}, 1}));
  }
  report.lines = {{load_line, 8, 1.0, 1, {0, 1}},
                  {store_line, 8, static_cast<double>(ways), ways, {2, 3}}};
  for (std::uint32_t warp = 0; warp < 2; ++warp)
    report.traces.push_back({{focus_block, warp}, events, false});
  return report;
}

report::Report copy_report() {
  report::Report report;
  report.kernel = "copy";
  report.grid = {2, 1, 1};
  report.block = {32, 2, 1};
  const std::vector<report::Event> events{access(0, 9, Space::global, Op::load, 4, 4),
                                          access(1, 9, Space::global, Op::store, 32, 4)};
  for (const report::Event& event : events) report.sites.push_back(site_of(event, {{0, 0, 0}, 0}));
  report.lines = {{9, 8, 8.0, 0, {0, 1}}};
  for (std::uint32_t warp = 0; warp < 2; ++warp)
    report.traces.push_back({{{0, 0, 0}, warp}, events, false});
  return report;
}

OutcomePtr outcome_for(const RunRequest& request, report::Report report) {
  auto outcome = std::make_shared<Outcome>();
  outcome->request = request;
  outcome->resolved.lesson_id = request.lesson;
  outcome->resolved.variant = request.variant;
  outcome->resolved.kernel = report.kernel;
  outcome->resolved.source_path = report.kernel + ".cu";
  outcome->focus_block = request.focus_block;
  outcome->report = std::move(report);
  return outcome;
}

RunResult answer_to(const RunRequest& request) {
  if (request.variant == "copy") return outcome_for(request, copy_report());
  if (request.overrides.contains("BROKEN"))
    return tl::unexpected(Problem{2, false, "tile.cu:3:1: error: broken", "tile.cu", 3, 1});
  const auto pad = request.overrides.find("PAD");
  const bool padded = pad != request.overrides.end() && pad->second != 0;
  return outcome_for(request, tile_report(padded ? 1 : 32, request.focus_block));
}

tl::expected<LessonCard, Problem> lesson_card(const std::string& lesson) {
  if (lesson == "missing")
    return tl::unexpected(Problem{2, false, "missing: no such lesson", "", 0, 0});
  lesson::Parameter pad{"PAD", 0, 0, 32, 1, {}};
  lesson::Parameter size{"N", 1024, 32, 4096, 32, {}};
  lesson::Parameter broken{"BROKEN", 0, {}, {}, 1, {}};
  LessonCard card;
  card.id = lesson;
  card.path = "lesson.toml";
  card.variants.push_back({"tile", {}, {}, {size, pad, broken}});
  card.variants.push_back({"copy", {}, {}, {size}});
  return card;
}

tl::expected<LessonCard, Problem> card_in_steps_of_four(const std::string& lesson) {
  auto card = lesson_card(lesson);
  for (lesson::Parameter& parameter : card->variants.front().parameters) {
    if (parameter.name == "PAD") parameter.increment = 4;
  }
  return card;
}

Runner GatedRunner::runner() {
  return [this](const RunRequest& request, Progress*, std::stop_token stop) -> RunResult {
    std::unique_lock lock(mutex_);
    if (!pass(lock, request, std::move(stop)))
      return tl::unexpected(Problem{2, true, "cancelled", "", 0, 0});
    return answer_to(request);
  };
}

bool update_until_taken(Session& session) {
  const auto limit = std::chrono::steady_clock::now() + 10s;
  while (!session.update()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

State initial_state() {
  State state;
  state.lesson = "tile";
  state.variant = "tile";
  return state;
}

}  // namespace lanescope::app::test
