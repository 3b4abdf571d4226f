#include "app/session/comparison.h"

#include <algorithm>

#include "app/session/state.h"
#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::app {
namespace {

const lesson::Parameter* padding_of(const LessonCard::Variant& variant) {
  const auto found =
      std::find_if(variant.parameters.begin(), variant.parameters.end(),
                   [](const auto& each) { return lesson::min_padding(each).has_value(); });
  return found != variant.parameters.end() ? &*found : nullptr;
}

// They may be two states, such as one with a value that is set and one that has it by default.
bool is_same_run(const OutcomePtr& a, const OutcomePtr& b) {
  return a && b && a->resolved.lesson_id == b->resolved.lesson_id &&
         a->resolved.variant == b->resolved.variant && a->resolved.params == b->resolved.params &&
         a->resolved.source_text == b->resolved.source_text &&
         a->request.compiler == b->request.compiler && a->request.machine == b->request.machine;
}

}  // namespace

Comparison::Comparison(Session& session, Services services)
    : session_(session), services_(std::move(services)), worker_(services_.run, services_.wake) {}

// ---- what is shown ----

const Comparison::Kept* Comparison::kept() const {
  const auto found = kept_.find(session_.state().compared);
  return found != kept_.end() ? &found->second : nullptr;
}

bool Comparison::present_is_a() const {
  const Kept* now = kept();
  return now != nullptr && now->present_is_a;
}

const ComparedSide* Comparison::other() const {
  const Kept* now = kept();
  return now != nullptr ? now->side.get() : nullptr;
}

bool Comparison::is_settled() const {
  return session_.run().shown() && !session_.run().running() && !session_.run().problem();
}

// While the session runs a state that was kept with its outcome, that outcome is shown.
OutcomePtr Comparison::outcome_at_hand() const {
  const OutcomePtr& shown = session_.run().shown();
  if (session_.run().running()) {
    for (const auto& [number, entry] : kept_) {
      const ComparedSide& side = *entry.side;
      const bool serves = side.outcome && runs_the_same(side.state, session_.state()) &&
                          side.outcome->focus_block == session_.state().selection.block;
      // An equal request with a new run means that the kernel text has changed.
      if (serves && shown && side.outcome->request != shown->request) return side.outcome;
    }
  }
  return shown;
}

// Pressing the key twice exchanges twice, whether or not the session has run in between.
bool Comparison::knows_present() const {
  return is_settled() || (session_.run().running() && outcome_at_hand() != session_.run().shown());
}

ComparedSide Comparison::present() const {
  ComparedSide side;
  side.state = session_.state();
  side.outcome = outcome_at_hand();
  if (const LessonCard::Variant* variant = session_.variant()) side.variant_title = variant->title;
  if (!side.outcome && session_.run().problem()) side.problem = session_.run().problem()->message;
  return side;
}

std::optional<PointTime> Comparison::time_of_side(const ComparedSide& side) const {
  if (!side.outcome) return std::nullopt;
  const RecordingEntry* entry = session_.times().recording();
  auto time = time_of(*side.outcome, side.state.compiler, &session_.times().timings(),
                      entry != nullptr ? entry->recording->get() : nullptr);
  if (!time && side.time && is_time_of(*side.time, *side.outcome)) time = side.time;
  return time;
}

const Compared* Comparison::compared() const {
  const Kept* now = kept();
  const OutcomePtr at_hand = outcome_at_hand();
  if (now == nullptr || !now->side->outcome || !at_hand) return nullptr;
  const OutcomePtr& outcome_a = now->present_is_a ? at_hand : now->side->outcome;
  const OutcomePtr& outcome_b = now->present_is_a ? now->side->outcome : at_hand;
  const bool same_pair = compared_.a == outcome_a && compared_.b == outcome_b;
  if (same_pair && compared_times_ == session_.sweep_revision()) return &compared_;
  const ComparedSide present = this->present();
  const ComparedSide& a = now->present_is_a ? present : *now->side;
  const ComparedSide& b = now->present_is_a ? *now->side : present;
  if (!same_pair) {
    compared_.a = a.outcome;
    compared_.b = b.outcome;
    compared_.match = match_lines(a.outcome->resolved.source_text, b.outcome->resolved.source_text);
    compared_.back = compared_.match;
    for (LinePair& pair : compared_.back) std::swap(pair.a, pair.b);
    compared_.differences = differences_of(*a.outcome, *b.outcome, compared_.match);
  }
  compared_times_ = session_.sweep_revision();
  compared_.time_a = time_of_side(a);
  compared_.time_b = time_of_side(b);
  compared_.numbers = compared_numbers(*a.outcome, *b.outcome, compared_.time_a, compared_.time_b);
  return &compared_;
}

AccessLink Comparison::link() const {
  const Compared* both = compared();
  if (both == nullptr) return {};
  const Selection& selected = session_.state().selection;
  return present_is_a() ? linked(*both->a, selected, *both->b, both->match)
                        : linked(*both->b, selected, *both->a, both->back);
}

std::optional<std::size_t> Comparison::first_that_differs() const {
  const Compared* both = compared();
  if (both == nullptr) return std::nullopt;
  const Selection& selected = session_.state().selection;
  return present_is_a() ? app::first_that_differs(*both->a, selected, *both->b, both->match)
                        : app::first_that_differs(*both->b, selected, *both->a, both->back);
}

// Whether what was shown before is what is shown now with another text: of a lesson, or of a
// program that has run again.
bool Comparison::is_edited() const {
  if (!previous_ || !previous_->outcome) return false;
  const Outcome &before = *previous_->outcome, &now = *session_.run().shown();
  const bool is_one_program = !now.resolved.program.empty() &&
                              before.resolved.program == now.resolved.program &&
                              is_same_kernel(before, now);
  return (is_one_program || runs_the_same(previous_->state, session_.state())) &&
         before.resolved.source_text != now.resolved.source_text;
}

std::optional<Partner> Comparison::partner() const {
  Partner partner;
  if (!is_settled()) return std::nullopt;
  const State& now = session_.state();
  if (is_edited()) {
    partner.kind = Partner::Kind::before_edit;
    partner.side = *previous_;
    return partner;
  }
  const LessonCard::Variant* variant = session_.variant();
  partner.side.state = now;
  if (const lesson::Parameter* padding = variant != nullptr ? padding_of(*variant) : nullptr) {
    partner.kind = Partner::Kind::padding;
    partner.comes_after = session_.value_of(*padding) == 0;
    partner.side.state.overrides[padding->name] = partner.comes_after ? padding->increment : 0;
    partner.side.variant_title = variant->title;
    return partner;
  }
  if (previous_ && !runs_the_same(previous_->state, now) &&
      !is_same_run(previous_->outcome, session_.run().shown())) {
    partner.kind = Partner::Kind::before;
    partner.side = *previous_;
    return partner;
  }
  if (variant != nullptr && session_.lesson()->variants.size() > 1) {
    const auto& all = session_.lesson()->variants;
    const auto at = static_cast<std::size_t>(variant - all.data());
    const LessonCard::Variant& next = all[(at + 1) % all.size()];
    partner.kind = Partner::Kind::variant;
    partner.comes_after = at + 1 < all.size();
    partner.side.state.variant = next.name;
    partner.side.variant_title = next.title;
    return partner;
  }
  return std::nullopt;
}

// ---- commands ----

std::uint64_t Comparison::put(Kept entry) {
  kept_[++newest_] = std::move(entry);
  if (kept_.size() > max_kept) kept_.erase(kept_.begin());
  std::size_t outcomes = 0;
  for (auto each = kept_.rbegin(); each != kept_.rend(); ++each) {
    SidePtr& side = each->second.side;
    if (side->outcome && ++outcomes > max_outcomes)
      side->outcome.reset();  // run again if undo returns to it
  }
  return newest_;
}

void Comparison::show(State state, Kept entry) {
  state.compared = put(std::move(entry));
  session_.show_state(state);
}

bool Comparison::keep() {
  if (!is_settled()) return false;
  auto side = std::make_shared<ComparedSide>(present());
  side->time = time_of_side(*side);
  show(session_.state(), {std::move(side), false});
  return true;
}

void Comparison::keep(const State& state) {
  auto side = std::make_shared<ComparedSide>();
  side->state = state;
  show(session_.state(), {std::move(side), false});
  want_run();
}

bool Comparison::keep_partner() {
  const std::optional<Partner> near = partner();
  if (!near) return false;
  show(session_.state(), {std::make_shared<ComparedSide>(near->side), near->comes_after});
  want_run();
  return true;
}

void Comparison::clear() {
  State state = session_.state();
  state.compared = 0;
  session_.show_state(state);
}

void Comparison::exchange() {
  const Kept* now = kept();
  if (now == nullptr || !now->side->outcome || !knows_present()) return;
  const Kept before = *now;  // a copy: the following changes the map
  if (runs_the_same(before.side->state, session_.state())) {
    show(session_.state(), {before.side, !before.present_is_a});
    return;
  }
  auto side = std::make_shared<ComparedSide>(present());
  side->time = time_of_side(*side);
  State next = before.side->state;
  if (const AccessLink same = link(); same.likeness != Likeness::none) {
    next.selection = same.selection;
    next.selection.wavefront =
        clamped_wavefront(session_.state().selection.wavefront,
                          wavefronts_of(before.side->outcome->report, next.selection));
  }
  show(std::move(next), {std::move(side), before.present_is_a});
}

// ---- runs ----

bool Comparison::update() {
  const bool changed = take_run();
  notice_previous();
  want_run();
  return changed;
}

void Comparison::notice_previous() {
  if (!is_settled()) return;
  if (session_.run().shown() != last_.outcome) {
    if (last_.outcome) previous_ = std::move(last_);
    last_ = present();
  } else if (last_.state.selection != session_.state().selection) {
    last_.state.selection = session_.state().selection;
  }
}

void Comparison::want_run() {
  const Kept* now = kept();
  if (now == nullptr || !now->side->problem.empty()) return;
  const SidePtr& side = now->side;
  const OutcomePtr& outcome = side->outcome;
  if (!outcome) {
    if (run_for_ == side && worker_.busy()) return;
    const auto card = services_.describe(side->state.lesson);
    if (!card) {
      side->problem = card.error().message;
      return;
    }
    if (const LessonCard::Variant* variant = variant_of(side->state, *card))
      side->variant_title = variant->title;
    State wanted = side->state;
    wanted.settings = session_.state().settings;
    wanted.selection.block = session_.state().selection.block;
    run_for_ = side;
    worker_.start(request_of(wanted, *card));
    return;
  }
  const report::Dim3 block =
      clamped_to_grid(session_.state().selection.block, outcome->report.grid);
  const bool tried = traced_for_ == side && traced_block_ == block;
  if (outcome->focus_block != block && !tried && is_settled()) {
    RunRequest request = outcome->request;
    request.focus_block = block;
    run_for_ = traced_for_ = side;
    traced_block_ = block;
    worker_.start(std::move(request));
  }
}

bool Comparison::take_run() {
  std::optional<Finished> finished = worker_.take();
  if (!finished || run_for_ == nullptr) return false;
  const SidePtr side = std::exchange(run_for_, nullptr);
  if (!finished->result) {
    if (!side->outcome) side->problem = finished->result.error().message;
    return true;
  }
  const OutcomePtr& outcome = *finished->result;
  // The files changed before the block was traced again: this is another kernel.
  const bool other_text =
      side->outcome && side->outcome->resolved.source_text != outcome->resolved.source_text;
  if (!other_text) {
    side->outcome = outcome;
    side->time = time_of_side(*side);
  }
  return true;
}

namespace {

// A changed line corresponds to another only within one kernel: the lines of two different kernels
// are unrelated.
int line_in(const Outcome& from, const Outcome& to, const LineMatch& match, const FileLine& at) {
  const int line = at.line;
  if (!at.file.empty()) {  // `match` is of the kernels' texts
    const std::string* own = text_of_file(from, at.file);
    const std::string* other = text_of_file(to, at.file);
    return own == nullptr || other == nullptr ? 0
           : *own == *other                   ? line
                                              : pair_of_a(match_lines(*own, *other), line).b;
  }
  const bool same_text = from.resolved.source_path == to.resolved.source_path &&
                         from.resolved.source_text == to.resolved.source_text;
  if (same_text) return line;
  const LinePair pair = pair_of_a(match, line);
  return pair.same || is_same_kernel(from, to) ? pair.b : 0;
}

Selection placed(const Selection& selected, const Outcome& to) {
  Selection wanted = selected;
  clamp_position(to.report, wanted);
  wanted.event.reset();
  wanted.wavefront.reset();
  wanted.line = 0;
  return wanted;
}

}  // namespace

AccessLink linked(const Outcome& from, const Selection& selected, const Outcome& to,
                  const LineMatch& match) {
  AccessLink link;
  link.selection = placed(selected, to);
  const int line = line_in(from, to, match, {selected.file, selected.line});
  if (selected.subject == Subject::divergence) {
    link.selection.line = line;
    if (line == 0) {
      FileLine most = most_divergent_line(to.report);
      link.selection.file = std::move(most.file);
      link.selection.line = most.line;
    }
    link.likeness = line != 0                  ? Likeness::same
                    : link.selection.line != 0 ? Likeness::alike
                                               : Likeness::none;
    return link;
  }
  link.selection.line = line;
  const report::WarpTrace* trace = trace_of(to.report, link.selection);
  const report::WarpTrace* own = trace_of(from.report, selected);
  const report::Event* event = event_of(from.report, selected);
  if (trace == nullptr || own == nullptr || event == nullptr) return link;
  NthEvent found;
  if (line != 0) {
    found = nth_like(to.report, *trace, *event, {selected.file, line},
                     occurrence(*own, *selected.event));
  }
  if (found.event) {
    link.likeness = found.is_last ? Likeness::last : Likeness::same;
  } else if (event->kind == report::EventKind::access) {
    const bool reduces = event->access.op == memory::Op::reduction;
    found.event = costliest_event_of(
        to.report, *trace, {event->access.space, reduces ? memory::Op::atomic : event->access.op});
    link.likeness = found.event ? Likeness::alike : Likeness::none;
  }
  if (found.event) link.selection = with_event(to.report, link.selection, *found.event);
  return link;
}

std::optional<std::size_t> first_that_differs(const Outcome& from, const Selection& selected,
                                              const Outcome& to, const LineMatch& match) {
  const report::WarpTrace* trace = trace_of(from.report, selected);
  if (trace == nullptr || selected.subject != Subject::memory || !selected.event)
    return std::nullopt;
  // Neither: there is nothing to compare.
  const auto is_alike = [&](std::size_t event) -> std::optional<bool> {
    const Selection of_event = with_event(from.report, selected, event);
    const AccessLink link = linked(from, of_event, to, match);
    if (link.likeness == Likeness::none) return std::nullopt;
    const auto numbers =
        compared_accesses(event_of(from.report, of_event), event_of(to.report, link.selection));
    if (numbers.empty()) return std::nullopt;  // a barrier
    return std::all_of(numbers.begin(), numbers.end(),
                       [](const auto& number) { return number.winner() == Winner::equal; });
  };
  if (is_alike(*selected.event) != true) return std::nullopt;
  for (std::size_t event = 0; event < trace->events.size(); ++event) {
    if (is_alike(event) == false) return event;
  }
  return std::nullopt;
}

}  // namespace lanescope::app
