#include "app/figures/pages/compare_page.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "app/figures/figure.h"
#include "app/figures/kernel_inputs.h"
#include "app/session/export/tables.h"
#include "app/session/selection/access_names.h"
#include "app/session/state_text.h"
#include "sim/memory/shared.h"
#include "sim/metrics/counts.h"
#include "sim/text/source_line.h"
#include "viz/picture/core/units.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/sweep/sweep.h"

namespace lanescope::app {
namespace {

const std::string& language_code(const text::Texts& texts) { return texts.language(); }

std::string value_name(const std::string& name, std::int64_t value) {
  return fmt::format("{} = {}", name, value);
}

// ---- the sides ----

struct SideNames {
  std::string values, rest;
};

void add_to(std::string& text, const std::string& more, const char* between) {
  if (!more.empty()) text += (text.empty() ? "" : between) + more;
}

SideNames names_of(const Outcome& outcome, const std::vector<Difference>& differences,
                   const text::Texts& texts) {
  SideNames names;
  const auto differs = [&](DifferenceKind kind, const std::string& name) {
    return std::any_of(differences.begin(), differences.end(), [&](const Difference& each) {
      return each.kind == kind && each.name == name;
    });
  };
  for (const auto& [name, value] : outcome.resolved.params) {
    const bool tells = differs(DifferenceKind::parameter, name);
    add_to(tells ? names.values : names.rest, value_name(name, value), ", ");
  }
  if (differs(DifferenceKind::machine, "")) add_to(names.values, machine_name(outcome), ", ");
  const std::string compiler =
      fmt::format("{} {}", outcome.ptx.compiler, outcome.ptx.compiler_version);
  add_to(differs(DifferenceKind::compiler, "") ? names.values : names.rest,
         outcome.ptx.compiler.empty() ? "" : compiler,
         differs(DifferenceKind::compiler, "") ? ", " : " · ");
  const std::string& title = outcome.lesson_title.in(language_code(texts));
  if (!differs(DifferenceKind::lesson, "")) add_to(names.rest, title, " · ");
  return names;
}

std::string variant_name(const ComparedSide& side, const std::string& language) {
  const std::string& title = side.variant_title.in(language);
  if (!title.empty()) return title;
  if (side.outcome) {
    return side.outcome->resolved.variant.empty() ? side.outcome->resolved.kernel
                                                  : side.outcome->resolved.variant;
  }
  return side.state.variant.empty() ? side.state.lesson : side.state.variant;
}

// ---- the chosen access ----

void show_message(picture::CompareSide& side, std::string title, std::string sentence) {
  side.title = std::move(title);
  side.sentence = std::move(sentence);
}

struct Looked {
  const Outcome* outcome = nullptr;
  Selection selection;
  const picture::SharedUse* shared = nullptr;
  bool looks_for_access = false;  // that is chosen on the other side
};

void show_looked(picture::CompareSide& side, const Looked& looked, const CompareView& compare_view,
                 const text::Texts& texts) {
  const report::Report& report = looked.outcome->report;
  const report::Event* event = event_of(report, looked.selection);
  const std::uint32_t steps = event != nullptr ? event->steps : 0;
  StageContent content =
      stage_content(*looked.outcome, looked.selection,
                    {clamped_wavefront(compare_view.wavefront, steps), compare_view.lane, false},
                    *looked.shared, texts);
  side.stage = std::move(content.stage);
  side.branches = std::move(content.branches);
  if (event == nullptr && !side.branches) {
    if (trace_of(report, looked.selection) == nullptr)
      return show_message(side, texts.get("compare.no_trace"),
                          texts.get("compare.no_trace_sentence"));
    if (looked.looks_for_access)
      return show_message(side, texts.get("compare.no_like"),
                          texts.get("compare.no_like_sentence"));
  }
  show_message(side, std::move(content.title), std::move(content.sentence));
  const bool is_done =
      side.stage && compare_view.wavefront && steps > 0 && *compare_view.wavefront >= steps;
  if (is_done) side.rest = texts.get("compare.done_since", fmt::arg("n", steps));
}

// How the linked access on the other side differs from the chosen one.
std::string note_of(const AccessLink& link, const Selection& selected, const Outcome& outcome,
                    const text::Texts& texts) {
  switch (link.likeness) {
    case Likeness::last:
      return texts.get("compare.last_of");
    case Likeness::alike:
      return texts.get(selected.subject == Subject::divergence ? "compare.other_branch"
                                                               : "compare.not_same");
    case Likeness::same:
    case Likeness::none:
      break;
  }
  if (link.selection.block != selected.block || link.selection.warp != selected.warp) {
    return texts.get(
        "compare.other_block",
        fmt::arg("block", picture::position_text(outcome.report.grid, link.selection.block)),
        fmt::arg("warp", link.selection.warp));
  }
  return {};
}

// ---- numbers ----

std::string count_name(const std::string& name, const text::Texts& texts) {
  const std::string own = "compare." + name;
  if (texts.has(own)) return texts.get(own);
  return texts.get("metric." + name);
}

// The one that has been timed; nullopt: neither.
const std::optional<PointTime>& any_time(const Compared& both) {
  return both.time_a ? both.time_a : both.time_b;
}

std::string number_name(const ComparedNumber& number, const Compared& both,
                        const text::Texts& texts) {
  if (number.group == "time") {
    const PointTime& time = *any_time(both);
    return texts.get(
        "compare.time", fmt::arg("gpu", time.gpu),
        fmt::arg("source", texts.get(time.measured ? "times.measured" : "times.recorded")));
  }
  const std::string count = count_name(number.name, texts);
  if (number.group == "access") return texts.get("compare.access", fmt::arg("count", count));
  return number.group == "launch"
             ? count
             : texts.get("sweep.of_kind",
                         fmt::arg("kind", texts.get("metric.kind." + number.group)),
                         fmt::arg("count", count));
}

std::string value_text(const ComparedNumber& number, const std::optional<double>& value,
                       const text::Texts& texts) {
  if (!value) return texts.get("compare.none");
  if (number.group == "time") return picture::duration_text(*value);
  if (number.name == "bytes_moved") return picture::bytes_text(*value);
  if (number.name.ends_with("percent")) return picture::percent_text(*value / 100) + " %";
  return picture::count_text(value);
}

std::string ratio_of(const ComparedNumber& number) {
  const std::optional<double> ratio = number.ratio();
  if (!ratio || number.winner() == Winner::equal) return {};
  // A factor that rounds to 1 would contradict the sign for "better".
  const std::string text = picture::ratio_text(*ratio);
  return text == picture::ratio_text(1) ? std::string() : text;
}

std::string time_sentence(const std::optional<PointTime>& time, const text::Texts& texts) {
  if (!time) return {};
  const picture::Origin origin =
      time->measured ? picture::Origin::measured : picture::Origin::recorded;
  return fmt::format("\n{} · {}", picture::word_of(origin, texts),
                     texts.get("compare.tip_time", fmt::arg("gpu", time->gpu),
                               fmt::arg("n", text::Texts::grouped(time->cold.count))));
}

// The key of why neither side is better; nullptr: one may be.
const char* no_verdict_of(const Compared& both) {
  switch (compared_work(*both.a, *both.b)) {
    case Work::same:
      break;
    case Work::other_kernel:
      return "compare.other_work";
    case Work::other_size:
      return "compare.other_size";
  }
  return nullptr;
}

picture::CompareNumber shown_number(const ComparedNumber& number, const Compared& both,
                                    const text::Texts& texts) {
  picture::CompareNumber shown;
  shown.name = number_name(number, both, texts);
  shown.a = value_text(number, number.a, texts);
  shown.b = value_text(number, number.b, texts);
  const double most = std::max(number.a.value_or(0), number.b.value_or(0));
  if (most > 0) {
    shown.share_a = static_cast<float>(number.a.value_or(0) / most);
    shown.share_b = static_cast<float>(number.b.value_or(0) / most);
  }
  shown.less_is_better = number.better == Better::lower;
  shown.ratio = ratio_of(number);
  shown.is_access = number.group == "access";
  const auto tip = [&](const char* key, const char* winner) {
    return texts.get(key, fmt::arg("name", shown.name), fmt::arg("a", shown.a),
                     fmt::arg("b", shown.b), fmt::arg("winner", winner),
                     fmt::arg("ratio", shown.ratio));
  };
  // What is shown as the same is no better.
  const bool is_close = shown.ratio == picture::ratio_text(1.0);
  const Winner winner =
      is_close && number.winner() != Winner::equal ? Winner::unknown : number.winner();
  switch (winner) {
    case Winner::unknown:
      shown.winner = picture::CompareWinner::unknown;
      shown.tooltip = tip("compare.tip_unknown", "");
      if (const char* why = no_verdict_of(both))
        shown.tooltip += "\n" + texts.get(std::string(why) + "_tip");
      break;
    case Winner::equal:
      shown.winner = picture::CompareWinner::equal;
      shown.tooltip = tip("compare.tip_equal", "");
      break;
    case Winner::a:
    case Winner::b: {
      const bool is_a = winner == Winner::a;
      shown.winner = is_a ? picture::CompareWinner::a : picture::CompareWinner::b;
      shown.tooltip = tip(shown.ratio.empty() ? "compare.tip_better" : "compare.tip_better_times",
                          is_a ? "A" : "B");
      break;
    }
  }
  if (number.group == "time") {
    shown.origin = any_time(both)->measured ? picture::Origin::measured : picture::Origin::recorded;
    shown.tooltip += time_sentence(both.time_a, texts);
    if (both.time_a && both.time_b && both.time_a->gpu != both.time_b->gpu)
      shown.tooltip += time_sentence(both.time_b, texts);
  }
  return shown;
}

// Numbers of a lower rank are listed first.
int rank_of(const ComparedNumber& number, const std::string& kind) {
  if (number.name == "errors") return -1;  // the other numbers may be those of a wrong result
  const bool is_per_request = number.name.ends_with("_per_request");
  if (number.group == "access") return 0;
  if (number.group == "time") return 1;
  if (number.group == kind) return is_per_request ? 2 : 3;
  if (number.group == "launch") return number.name == "bytes_moved" ? 4 : 6;
  return is_per_request ? 5 : 7;
}

void add_numbers(picture::CompareInput& input, const Compared& both,
                 std::vector<ComparedNumber> numbers, const std::string& kind,
                 const text::Texts& texts) {
  std::stable_sort(numbers.begin(), numbers.end(), [&](const auto& x, const auto& y) {
    return rank_of(x, kind) < rank_of(y, kind);
  });
  for (const ComparedNumber& number : numbers) {
    const bool says_nothing = number.a.value_or(0) == 0 && number.b.value_or(0) == 0;
    if (!says_nothing) input.numbers.push_back(shown_number(number, both, texts));
  }
}

// ---- lines ----

void add_lines(picture::CompareInput& input, const Compared& both, int line_a, int line_b,
               const text::Texts& texts) {
  const std::vector<std::string_view> of_a = lines_of(both.a->resolved.source_text);
  const std::vector<std::string_view> of_b = lines_of(both.b->resolved.source_text);
  std::map<int, picture::LineCost> costs_a, costs_b;
  for (const picture::LineCost& cost : picture::line_costs(both.a->report, texts))
    costs_a[cost.line] = cost;
  for (const picture::LineCost& cost : picture::line_costs(both.b->report, texts))
    costs_b[cost.line] = cost;
  const auto text_of = [](const std::vector<std::string_view>& lines, int line) {
    const auto index = static_cast<std::size_t>(line - 1);
    return std::string(line > 0 && index < lines.size() ? lines[index] : std::string_view());
  };
  for (const LinePair& pair : both.match) {
    picture::CompareLine line;
    line.a = pair.a;
    line.b = pair.b;
    line.same = pair.same;
    line.text_a = text_of(of_a, pair.a);
    line.text_b = text_of(of_b, pair.b);
    if (const auto cost = costs_a.find(pair.a); cost != costs_a.end()) {
      line.cost_a = cost->second.ratio_text;
      line.costly_a = cost->second.costly;
    }
    if (const auto cost = costs_b.find(pair.b); cost != costs_b.end()) {
      line.cost_b = cost->second.ratio_text;
      line.costly_b = cost->second.costly;
    }
    line.chosen_a = pair.a != 0 && pair.a == line_a;
    line.chosen_b = pair.b != 0 && pair.b == line_b;
    input.lines.push_back(std::move(line));
  }
}

SideTitles titles_of(const ComparedSide& side, const std::string& language) {
  const Outcome& outcome = *side.outcome;
  return {outcome.lesson_title.in(language), variant_name(side, language), machine_name(outcome)};
}

void show_state(picture::CompareSide& side, const ComparedSide& of,
                const std::vector<Difference>& differences, bool is_b, const text::Texts& texts) {
  side.name = variant_name(of, language_code(texts));
  if (of.outcome) {
    const SideNames names = names_of(*of.outcome, differences, texts);
    side.values = names.values;
    side.rest = names.rest;
  }
  std::string all = side.name;
  add_to(all, side.values, ", ");
  add_to(all, side.rest, "\n");
  side.tooltip =
      texts.get("compare.side_tip", fmt::arg("side", is_b ? "B" : "A"), fmt::arg("what", all));
}

Provenance provenance_of(const ComparedSide& side) {
  Provenance made = provenance_of(*side.outcome);
  made.variant_title = side.variant_title;
  return made;
}

}  // namespace

std::string name_of(const ComparedSide& side, const std::string& language) {
  std::string name = variant_name(side, language);
  if (side.outcome) add_to(name, values_text(side.outcome->resolved.params), ", ");
  return name;
}

namespace {

// How `other` differs from `now` but for variant and values.
std::string other_condition(const Outcome& other, const Outcome& now, const text::Texts& texts) {
  if (machine_name(other) != machine_name(now)) return machine_name(other);
  if (other.ptx.compiler != now.ptx.compiler) return std::string(other.ptx.compiler);
  return texts.get("compare.partner_text");
}

}  // namespace

std::string name_of(const Partner& partner, const Session& session, const text::Texts& texts) {
  const std::string language = language_code(texts);
  if (partner.kind == Partner::Kind::before_edit) return texts.get("compare.partner_text");
  if (partner.kind == Partner::Kind::padding)
    return value_name("PAD", partner.side.state.overrides.at("PAD"));
  std::string name = variant_name(partner.side, language);
  if (partner.side.outcome && session.run().shown()) {
    const std::string values = values_text(
        differing(partner.side.outcome->resolved.params, session.run().shown()->resolved.params));
    add_to(name, values, ", ");
    // A name that is the present side's own would offer to compare it with itself.
    const LessonCard::Variant* variant = session.variant();
    const ComparedSide now{session.state(),
                           session.run().shown(),
                           variant != nullptr ? variant->title : lesson::Text{},
                           {},
                           {}};
    const bool is_other_machine = machine_name(*partner.side.outcome) != machine_name(*now.outcome);
    if (is_other_machine || name == variant_name(now, language))
      add_to(name, other_condition(*partner.side.outcome, *session.run().shown(), texts), ", ");
  }
  return name;
}

std::optional<int> lane_at(const picture::StageInput& stage, const picture::HitArea& hit) {
  if (hit.kind == picture::HitKind::lane) return static_cast<int>(hit.index);
  if (hit.kind != picture::HitKind::word_cell) return std::nullopt;
  const memory::WarpAccess& access = stage.access;
  const bool shared = access.space == memory::Space::shared;
  const std::uint64_t first = shared ? hit.index * memory::bank_bytes : hit.index;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    const std::uint64_t from = access.address[static_cast<std::size_t>(lane)];
    const bool wants = access.lane_is_active(lane) && from < first + memory::bank_bytes &&
                       first < from + access.bytes;
    if (wants) return lane;
  }
  return std::nullopt;
}

std::uint32_t compared_wavefronts(const Session& session, const Comparison& comparison) {
  const Compared* both = comparison.compared();
  if (both == nullptr) return session.selector().wavefronts();
  const bool present_is_a = comparison.present_is_a();
  const Outcome& present = present_is_a ? *both->a : *both->b;
  const Outcome& other = present_is_a ? *both->b : *both->a;
  return std::max(wavefronts_of(present.report, session.state().selection),
                  wavefronts_of(other.report, comparison.link().selection));
}

std::vector<ComparedNumber> all_numbers(const Session& session, const Comparison& comparison) {
  const Compared* both = comparison.compared();
  if (both == nullptr) return {};
  std::vector<ComparedNumber> numbers;
  const Selection& selected = session.state().selection;
  if (selected.subject == Subject::memory) {
    const bool present_is_a = comparison.present_is_a();
    const Selection linked = comparison.link().selection;
    numbers = compared_accesses(event_of(both->a->report, present_is_a ? selected : linked),
                                event_of(both->b->report, present_is_a ? linked : selected));
    if (!same_work(*both->a, *both->b)) withhold_verdicts(numbers);
  }
  numbers.insert(numbers.end(), both->numbers.begin(), both->numbers.end());
  return numbers;
}

picture::CompareInput compare_input(const Session& session, const Comparison& comparison,
                                    const CompareView& compare_view, const text::Texts& texts) {
  picture::CompareInput input;
  const bool present_is_a = comparison.present_is_a();
  const ComparedSide present = comparison.present();
  const ComparedSide& other = *comparison.other();
  const ComparedSide& a = present_is_a ? present : other;
  const ComparedSide& b = present_is_a ? other : present;
  picture::CompareSide& side_of_present = present_is_a ? input.a : input.b;
  picture::CompareSide& side_of_other = present_is_a ? input.b : input.a;
  side_of_present.is_present = true;
  const Compared* both = comparison.compared();
  const std::vector<Difference> none;
  const std::vector<Difference>& differences = both != nullptr ? both->differences : none;
  show_state(input.a, a, differences, false, texts);
  show_state(input.b, b, differences, true, texts);
  const picture::SharedUse& shared_of_present =
      present_is_a ? compare_view.shared_a : compare_view.shared_b;
  const picture::SharedUse& shared_of_other =
      present_is_a ? compare_view.shared_b : compare_view.shared_a;
  const Selection& selected = session.state().selection;
  if (present.outcome) {
    show_looked(side_of_present, {present.outcome.get(), selected, &shared_of_present},
                compare_view, texts);
  } else {
    show_message(side_of_present, texts.get("compare.present_missing"), texts.say(present.problem));
  }
  if (both == nullptr) {
    input.is_compared = false;
    const bool failed = !other.problem.empty();
    const std::string first = texts.say(other.problem.substr(0, other.problem.find('\n')));
    show_message(side_of_other, texts.get(failed ? "compare.failed_title" : "compare.running"),
                 first);
    return input;
  }
  input.differences = difference_texts(both->differences, titles_of(a, language_code(texts)),
                                       titles_of(b, language_code(texts)), texts);
  const AccessLink link = comparison.link();
  const report::Event* own = event_of(present.outcome->report, selected);
  show_looked(side_of_other,
              {other.outcome.get(), link.selection, &shared_of_other, own != nullptr}, compare_view,
              texts);
  side_of_other.note = note_of(link, selected, *other.outcome, texts);

  const bool looks_at_access = selected.subject == Subject::memory;
  std::string kind = looks_at_access ? "" : "launch";
  if (looks_at_access && own != nullptr && own->kind == report::EventKind::access) {
    for (const report::AccessKind& each : report::access_kinds()) {
      if (is_of_kind(own->access, each)) kind = name_of(each);
    }
  }
  add_numbers(input, *both, all_numbers(session, comparison), kind, texts);
  if (const char* why = no_verdict_of(*both)) input.no_verdict = texts.get(why);
  // The page shows the kernels' texts, not what they include.
  const auto line_of = [](const Selection& chosen) {
    return chosen.file.empty() ? chosen.line : 0;
  };
  const int line_of_own = line_of(selected);
  const int line_of_other = link.likeness == Likeness::none ? 0 : line_of(link.selection);
  add_lines(input, *both, present_is_a ? line_of_own : line_of_other,
            present_is_a ? line_of_other : line_of_own, texts);
  return input;
}

std::vector<picture::CompareDifference> difference_texts(const std::vector<Difference>& differences,
                                                         const SideTitles& a, const SideTitles& b,
                                                         const text::Texts& texts) {
  const auto or_none = [&](const std::string& text) {
    return text.empty() ? texts.get("compare.none") : text;
  };
  std::vector<picture::CompareDifference> all;
  for (const Difference& each : differences) {
    switch (each.kind) {
      case DifferenceKind::lesson:
        all.push_back({texts.get("compare.lesson"), a.lesson, b.lesson});
        break;
      case DifferenceKind::variant:
        all.push_back({texts.get("compare.variant"), a.variant, b.variant});
        break;
      case DifferenceKind::parameter:
      case DifferenceKind::argument:
        all.push_back({each.name, or_none(each.a), or_none(each.b)});
        break;
      case DifferenceKind::machine:
        all.push_back({texts.get("compare.machine"), a.machine, b.machine});
        break;
      case DifferenceKind::compiler:
        all.push_back({texts.get("compare.compiler"), each.a, each.b});
        break;
      case DifferenceKind::grid:
        all.push_back({texts.get("compare.grid"), each.a, each.b});
        break;
      case DifferenceKind::block:
        all.push_back({texts.get("compare.block"), each.a, each.b});
        break;
      case DifferenceKind::file:
        all.push_back({texts.get("compare.file"), each.a, each.b});
        break;
      case DifferenceKind::text:
        all.push_back({texts.count("compare.text_lines", each.lines), {}, {}});
        break;
      case DifferenceKind::result:
        all.push_back({texts.get("compare.other_result", fmt::arg("array", each.name)), {}, {}});
        break;
    }
  }
  return all;
}

tl::expected<void, std::string> ComparePage::open(const ViewRequest& /*view*/,
                                                  const std::string& argument, Session& session) {
  return compare_with(comparison_, session, argument);
}

tl::expected<void, std::string> ComparePage::prepare(const ViewRequest& view,
                                                     const Session& /*session*/) {
  if (view.argument_of(page).empty() && !comparison_.keep_partner()) {
    return tl::unexpected(
        std::string("compare: name what to compare with, such as --view compare=PAD=0"));
  }
  return {};
}

std::string ComparePage::lack(const ViewRequest& /*view*/) const {
  const ComparedSide* other = comparison_.other();
  return other != nullptr && !other->problem.empty() ? "A: " + other->problem : std::string();
}

picture::DrawList ComparePage::picture(const Session& session, const picture::Style& style,
                                       float width, float height, bool whole) const {
  if (!comparison_.active())
    return message_picture("compare.title", "compare.empty_title", style, width, height);
  CompareView compare_view;
  compare_view.wavefront = session.state().selection.wavefront;
  if (const Compared* both = comparison_.compared()) {
    compare_view.shared_a = picture::shared_use(both->a->report);
    compare_view.shared_b = picture::shared_use(both->b->report);
  }
  picture::CompareInput input = compare_input(session, comparison_, compare_view, *style.texts);
  input.whole = whole;
  return picture::build_compare(input, style, width, height);
}

Table ComparePage::table(const Session& session) const {
  return numbers_table(all_numbers(session, comparison_));
}

void ComparePage::add_to(Provenance& made, const Session& /*session*/) const {
  const Compared& both = *comparison_.compared();
  const ComparedSide present = comparison_.present();
  const ComparedSide& other = *comparison_.other();
  const bool present_is_a = comparison_.present_is_a();
  made = provenance_of(present_is_a ? other : present);
  made.against = std::make_shared<const Provenance>(provenance_of(present_is_a ? present : other));
  made.differences = both.differences;
  std::vector<PointTime> times;
  for (const auto& time : {both.time_a, both.time_b}) {
    if (time) times.push_back(*time);
  }
  add_times(made, times);
}

std::unique_ptr<PageContent> make_compare_content(const PageServices& services) {
  return std::make_unique<ComparePage>(services);
}

}  // namespace lanescope::app
