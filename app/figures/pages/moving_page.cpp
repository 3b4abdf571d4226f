#include "app/figures/pages/moving_page.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/figures/pages/moving_inputs.h"

namespace lanescope::app {

void MovingPage::move(int direction) {
  const auto count = static_cast<int>(moving_figures().size());
  const int next = (static_cast<int>(figure_) + direction + count) % count;
  figure_ = static_cast<MovingFigure>(next);
}

void MovingPage::discard_trials() {
  shows_rate_ = false;
  curve_ = 0;
  reset_arrangement();
}

transfer::Arrangement MovingPage::arrangement(const Session& session) const {
  transfer::Arrangement given = lesson_arrangement(session);
  return own_ && own_of_ == text_of(given) ? *own_ : given;
}

void MovingPage::arrange(transfer::Arrangement arrangement, const Session& session) {
  own_of_ = text_of(lesson_arrangement(session));
  own_ = std::move(arrangement);
  if (!own_->calls.empty()) call_ = std::min(call_, own_->calls.size() - 1);
}

bool MovingPage::is_changed(const Session& session) const {
  return arrangement(session) != lesson_arrangement(session);
}

void MovingPage::reset_arrangement() {
  own_.reset();
  call_ = 0;
}

void MovingPage::step_call(int direction, const Session& session) {
  const auto count = static_cast<int>(arrangement(session).calls.size());
  if (count > 0)
    call_ = static_cast<std::size_t>(std::clamp(static_cast<int>(call_) + direction, 0, count - 1));
}

void MovingPage::add_call(transfer::OperationKind kind, const Session& session) {
  transfer::Arrangement now = arrangement(session);
  transfer::Call call{kind, 0, 1, 0};
  const bool has_one = call_ < now.calls.size();
  if (has_one) {
    const transfer::Call& chosen = now.calls[call_];
    call.data = chosen.data;
    call.event = chosen.event;
    if (transfer::has_stream(chosen.kind)) call.stream = chosen.stream;
  }
  if (now.calls.size() >= transfer::most_calls) return;
  const std::size_t at = has_one ? call_ + 1 : now.calls.size();
  arrange(with_call(std::move(now), at, call), session);
  call_ = at;
}

void MovingPage::remove_call(const Session& session) {
  arrange(without_call(arrangement(session), call_), session);
}

void MovingPage::move_call(int later, int down, const Session& session) {
  const transfer::Arrangement now = arrangement(session);
  if (call_ >= now.calls.size()) return;
  const auto moved = [](std::size_t from, int by, std::size_t count) {
    return static_cast<std::size_t>(
        std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(count) - 1));
  };
  const std::size_t to = moved(call_, later, now.calls.size());
  const std::size_t stream = moved(now.calls[call_].stream, down, transfer::arranged_streams);
  arrange(with_moved(now, call_, to, stream), session);
  call_ = to;
}

void MovingPage::put_call(std::size_t lane, std::size_t slot, const Session& session) {
  const transfer::Arrangement now = arrangement(session);
  if (call_ >= now.calls.size()) return;
  // Taken out, everything behind it is one place nearer.
  const std::size_t to = std::min(slot > call_ ? slot - 1 : slot, now.calls.size() - 1);
  const std::size_t stream = lane > 0 ? lane - 1 : now.calls[call_].stream;
  arrange(with_moved(now, call_, to, stream), session);
  call_ = to;
}

void MovingPage::next_name(const Session& session) {
  transfer::Arrangement now = arrangement(session);
  if (call_ >= now.calls.size()) return;
  transfer::Call& call = now.calls[call_];
  if (transfer::has_event(call.kind)) {
    call.event = (call.event + 1) % transfer::arranged_events;
  } else if (transfer::has_data(call.kind)) {
    call.data = (call.data + 1) % transfer::arranged_data;
  }
  arrange(std::move(now), session);
}

void MovingPage::next_program(const Session& session) {
  const std::vector<transfer::NamedArrangement>& all = transfer::shipped_arrangements();
  const std::string now = text_of(arrangement(session));
  auto next = std::ranges::find_if(all, [&](const auto& each) { return now == each.text; });
  if (next != all.end()) ++next;
  if (next == all.end()) next = all.begin();
  arrange(*transfer::arrangement_from(next->text), session);
}

void MovingPage::toggle_default_stream(const Session& session) {
  transfer::Arrangement now = arrangement(session);
  now.default_behaviour = now.default_behaviour == transfer::DefaultStream::legacy
                              ? transfer::DefaultStream::per_thread
                              : transfer::DefaultStream::legacy;
  arrange(std::move(now), session);
}

void MovingPage::toggle_blocking(const Session& session) {
  transfer::Arrangement now = arrangement(session);
  now.streams = now.streams == transfer::StreamKind::blocking ? transfer::StreamKind::non_blocking
                                                              : transfer::StreamKind::blocking;
  arrange(std::move(now), session);
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

namespace {

// A program and what it takes, below each other.
struct ArrangedPictures {
  picture::ArrangedInput program;
  picture::TimelinesInput times;

  [[nodiscard]] picture::DrawList picture(const picture::Style& style, float width,
                                          float height) const {
    // Where there is little room, only the program: the verdict has the time.
    constexpr float least_of_both = 330;  // units
    if (height < least_of_both * style.scale) {
      picture::ArrangedInput alone = program;
      alone.head.subtitle.clear();
      return build_arranged(alone, style, width, height);
    }
    const float least_program = picture::least_height(program, style, width);
    const float rest = height - least_program - picture::least_height(times, style, width);
    const float above = std::round(rest < -1 ? height * 0.58F : least_program + rest * 0.58F);
    picture::DrawList list = build_arranged(program, style, width, above);
    list.height = height;
    append(list, build_timelines(times, style, width, height - above), 0, above);
    return list;
  }
};

float least_height(const ArrangedPictures& both, const picture::Style& style, float width) {
  return least_height(both.program, style, width) + least_height(both.times, style, width);
}

// Calls `use` with the input of the figure's picture.
template <class Use>
auto with_input(const MovingSource& source, const MovingPage& page, const Use& use) {
  switch (page.figure()) {
    case MovingFigure::copies:
      return use(copies_input(source, page.shows_rate(), page.curve()));
    case MovingFigure::small:
      return use(small_input(source));
    case MovingFigure::links:
      return use(links_input(source));
    case MovingFigure::getting:
      return use(getting_input(source));
    case MovingFigure::pointers:
      return use(pointers_input(source));
    case MovingFigure::in_place:
      return use(in_place_input(source));
    case MovingFigure::managed:
      return use(managed_input(source));
    case MovingFigure::overlap:
      return use(overlap_input(source));
    case MovingFigure::arrange: {
      if (const auto model = arranged_model(source.session, page.arrangement(source.session)))
        return use(ArrangedPictures{arranged_input(source, *model, page.call()),
                                    arranged_timelines(source, *model)});
      picture::TimelinesInput empty;
      empty.head = moving_head(source, page.figure());
      empty.absence = source.texts.get("moving.no_model");
      return use(empty);
    }
    case MovingFigure::streams:
      return use(streams_input(source));
    case MovingFigure::residency:
      return use(residency_input(source));
    case MovingFigure::launches:
      return use(launches_input(source));
    case MovingFigure::spaces:
      break;
  }
  return use(spaces_input(source));
}

// One name for all inputs.
struct DrawMoving {
  const picture::Style& style;
  float width, height;
  bool is_whole;  // higher where `height` would leave something out

  [[nodiscard]] picture::DrawList draw(const picture::CurvesInput& input, float h) const {
    return build_curves(input, style, width, h);
  }
  [[nodiscard]] picture::DrawList draw(const picture::BarsInput& input, float h) const {
    return build_bars(input, style, width, h);
  }
  [[nodiscard]] picture::DrawList draw(const picture::TimelinesInput& input, float h) const {
    return build_timelines(input, style, width, h);
  }
  [[nodiscard]] picture::DrawList draw(const picture::MovingTableInput& input, float h) const {
    return build_moving_table(input, style, width, h);
  }
  [[nodiscard]] picture::DrawList draw(const ArrangedPictures& both, float h) const {
    return both.picture(style, width, h);
  }
  template <class Input>
  picture::DrawList operator()(const Input& input) const {
    return draw(input, is_whole ? std::max(height, least_height(input, style, width)) : height);
  }
};

}  // namespace

picture::DrawList MovingPage::picture(const Session& session, const picture::Style& style,
                                      float width, float height) const {
  const MovingSource source{session, session.transfers().rows(), style, *style.texts};
  return with_input(source, *this, DrawMoving{style, width, height, false});
}

picture::DrawList MovingPage::whole_picture(const Session& session, const picture::Style& style,
                                            float width, float height) const {
  const MovingSource source{session, session.transfers().rows(), style, *style.texts};
  return with_input(source, *this, DrawMoving{style, width, height, true});
}

Table MovingPage::table(const Session& session) const {
  if (figure_ == MovingFigure::arrange) {
    const auto model = arranged_model(session, arrangement(session));
    return model ? arranged_table(session, *model) : Table{"moving", {}, {}};
  }
  if (figure_ == MovingFigure::spaces) return spaces_table(session);
  std::vector<const TransferRow*> rows;
  std::set<std::string> names, numbers;
  for (const TransferRow& row : session.transfers().rows()) {
    if (!has_section(figure_, row.section)) continue;
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
  const auto add = [&](bool is_measured, const std::string& made_on) {
    const char* word = is_measured ? "MEASURED" : "RECORDED";
    if (std::ranges::find(made.origins, word) == made.origins.end())
      made.origins.emplace_back(word);
    std::string& on = is_measured ? made.measured_on : made.recorded_on;
    if (on.find(made_on) == std::string::npos) on += (on.empty() ? "" : ", ") + made_on;
  };
  const Transfers& transfers = session.transfers();
  if (figure_ == MovingFigure::spaces) {
    for (const std::string& made_on : spaces_recorded_on(session)) add(false, made_on);
  }
  if (transfers.rows().empty()) return;
  add(transfers.are_measured(), transfers.made_on());
  if (figure_ != MovingFigure::arrange) return;
  if (const auto run = arranged_run(session, arrangement(session)))
    add(run->origin == picture::Origin::measured, run->made_on);
}

std::unique_ptr<PageContent> make_moving_content(const PageServices& /*services*/) {
  return std::make_unique<MovingPage>();
}

}  // namespace lanescope::app
