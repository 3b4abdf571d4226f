#include "app/session/course/hints.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include <fmt/format.h>

#include "kernels/lesson_file/expression.h"
#include "sim/memory/global.h"
#include "sim/metrics/metrics.h"

namespace lanescope::app {
namespace {

using lesson::QuestionKind;

// A count, the text that names it, and the units of the questions in which it is often mistaken for
// what is asked. In the order in which they are looked for: where several have the same value, the
// first is the likeliest mistake.
struct NamedCount {
  const char* fact;
  const char* text_key;
  std::string_view taken_for;
};
using Counts = std::span<const NamedCount>;
constexpr NamedCount counts_of_access[] = {
    {"access.lines", "hint.count.lines", "sectors"},
    {"access.sectors", "metric.sectors", "lines lanes"},
    {"access.lanes", "hint.count.lanes", "sectors lines wavefronts banks none"},
    {"access.wavefronts", "metric.wavefronts", "wavefronts banks lanes none"},
    {"access.banks", "hint.count.banks", "wavefronts none"},
    {"access.words", "hint.count.words", "sectors lines wavefronts banks lanes"},
    {"access.ways", "hint.count.ways", "wavefronts"},
    {"access.conflicts", "metric.conflicts", "wavefronts"},
    {"access.bytes_requested", "metric.bytes_requested", "sectors lines bytes none"},
    {"access.bytes_used", "metric.bytes_used", "sectors lines bytes none"},
    {"access.bytes", "hint.count.bytes_of_lane", "bytes"},
};
constexpr NamedCount counts_of_launch[] = {
    {"branches", "metric.branches", "warps branches"},
    {"divergent_branches", "metric.divergent_branches", "warps branches"},
    {"blocks", "metric.blocks", "threads warps"},
    {"warps_per_block", "metric.warps_per_block", ""},
    {"threads_per_block", "metric.threads_per_block", "threads warps"},
};

// Numbers up to this one match something by chance: a warp's four sectors, a word's four bytes.
constexpr std::int64_t largest_by_chance = 4;

constexpr std::int64_t warp_lanes = 32, words_per_sector = 8, bytes_per_word = 4,
                       bytes_per_sector = 32;

class NumberHint {
 public:
  NumberHint(const HintContext& context, std::int64_t truth, std::int64_t given)
      : facts_(context.facts),
        question_(context.question),
        truth_(truth),
        given_(given),
        names_(lesson::names_in(context.question.value.text)) {}

  Hint find() {
    hint_.given = given_;
    if (about_access() && explains_cost()) return hint_;
    if (is_part_of_ratio()) return hint_;
    if (is_other_count()) return hint_;
    hint_.mistake = question_.unit == "percent" ? of_percent()
                    : question_.unit == "times" ? of_times()
                                                : of_scale();
    if (hint_.mistake == Mistake::unexplained && is_off_by_one())
      hint_.mistake = Mistake::off_by_one;
    return hint_;
  }

 private:
  [[nodiscard]] std::optional<std::int64_t> fact(const std::string& name) const {
    const auto found = facts_.find(name);
    return found != facts_.end() ? std::optional(found->second) : std::nullopt;
  }
  [[nodiscard]] bool is_value_of(const std::string& name) const { return fact(name) == given_; }

  // The question counts something of one warp's access, or per request.
  [[nodiscard]] bool about_access() const {
    const bool divides = question_.value.text.find('/') != std::string::npos;
    return std::any_of(names_.begin(), names_.end(), [&](const std::string& name) {
      return name.starts_with("access.") || name.starts_with("other.access.") ||
             name.ends_with("_per_request") || (divides && name.ends_with("_load.requests"));
    });
  }
  // False: the question is arithmetic with parameters, such as the index of a thread.
  [[nodiscard]] bool about_counts() const {
    return about_access() || std::any_of(names_.begin(), names_.end(), [](const std::string& name) {
             return name.find('.') != std::string::npos || report::quantity_named(name) != nullptr;
           });
  }

  bool explains_cost() {
    const bool waves = question_.unit == "wavefronts";
    const bool costs = waves || question_.unit == "sectors";
    if (costs && is_value_of("access.ideal") && given_ < truth_) {
      hint_.mistake = Mistake::ideal_only;
      return true;
    }
    const bool asks_for_conflicts = question_.value.text.find("conflicts") != std::string::npos;
    const bool is_of_access = fact("access.wavefronts") == truth_;
    const std::int64_t extra = is_of_access ? fact("access.conflicts").value_or(-1) : truth_ - 1;
    if (waves && !asks_for_conflicts && given_ == extra) {
      hint_.mistake = Mistake::conflicts_only;
      return true;
    }
    return false;
  }

  bool is_other_count() {
    if (!about_counts() || given_ <= largest_by_chance) return false;
    const std::string unit = question_.unit.empty() ? "none" : question_.unit;
    const Counts counts = about_access() ? Counts(counts_of_access) : Counts(counts_of_launch);
    const auto found = std::find_if(counts.begin(), counts.end(), [&](const NamedCount& count) {
      return count.taken_for.find(unit) != std::string_view::npos && is_value_of(count.fact);
    });
    if (found == counts.end()) return false;
    if (std::string_view(found->fact) == "access.lanes" && is_shared_by_lanes(unit)) {
      hint_.mistake = Mistake::one_for_each_lane;
      hint_.unit = "guide.unit." + unit + "_one";
      return true;
    }
    hint_.mistake = Mistake::other_quantity;
    hint_.said = found->text_key;
    hint_.asked = asked_key();
    return true;
  }

  // Several lanes may need the same one of what is counted.
  static bool is_shared_by_lanes(const std::string& unit) {
    return unit == "sectors" || unit == "lines" || unit == "banks" || unit == "wavefronts";
  }

  // What is asked, if one fact is the whole expression or the unit names it.
  [[nodiscard]] const char* asked_key() const {
    for (const Counts counts : {Counts(counts_of_access), Counts(counts_of_launch)}) {
      for (const NamedCount& count : counts) {
        if (question_.value.text == count.fact) return count.text_key;
      }
    }
    return "";
  }

  // "A / B" where the slash is the only one outside parentheses.
  bool is_part_of_ratio() {
    const std::string& text = question_.value.text;
    int depth = 0;
    std::size_t slash = std::string::npos;
    for (std::size_t i = 0; i < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      const bool is_operator =
          depth == 0 && std::string_view("+-*/%").find(text[i]) != std::string_view::npos;
      if (is_operator && (text[i] != '/' || slash != std::string::npos)) return false;
      if (is_operator) slash = i;
    }
    const bool compares = question_.unit == "times" || question_.unit == "percent";
    if (slash == std::string::npos || question_.unit == "bytes" || given_ <= largest_by_chance ||
        !(compares || about_counts()))
      return false;
    const auto above = value_of(text.substr(0, slash));
    const auto below = value_of(text.substr(slash + 1));
    if (!above || !below || *above == 0) return false;
    if (given_ == *above || given_ == *below) {
      hint_.mistake = Mistake::one_of_two;
    } else if (compares && given_ == *below / *above) {
      hint_.mistake = Mistake::reciprocal;
    }
    return hint_.mistake != Mistake::unexplained;
  }
  [[nodiscard]] std::optional<std::int64_t> value_of(const std::string& expression) const {
    const auto value = lesson::evaluate(expression, facts_, lesson::Operators::conditions);
    return value ? std::optional(*value) : std::nullopt;
  }

  // One is `factor` times the other, and not by chance.
  [[nodiscard]] bool differs_by(std::int64_t factor) const {
    return factor > 1 && !is_tiny() && (given_ == truth_ * factor || given_ * factor == truth_);
  }
  [[nodiscard]] bool is_tiny() const { return std::min(given_, truth_) <= largest_by_chance; }
  // 100 / value, rounded to the nearest whole number.
  static std::int64_t hundred_by(std::int64_t value) {
    return std::llround(100.0 / static_cast<double>(value));
  }

  [[nodiscard]] Mistake of_percent() const {
    if (given_ == 100 - truth_) return Mistake::complement;
    if (truth_ > 0 && given_ > 0 && (given_ == hundred_by(truth_) || hundred_by(given_) == truth_))
      return Mistake::times_for_percent;
    return std::abs(given_ - truth_) == 1 ? Mistake::rounding : Mistake::unexplained;
  }

  [[nodiscard]] Mistake of_times() const {
    if (truth_ <= 0) return Mistake::unexplained;
    const bool as_percent =
        given_ == 100 * truth_ || (given_ > largest_by_chance && given_ == hundred_by(truth_));
    return as_percent ? Mistake::percent_for_times : Mistake::unexplained;
  }

  [[nodiscard]] Mistake of_scale() const {
    if (!about_counts()) return Mistake::unexplained;
    const bool bytes = question_.unit == "bytes";
    if (bytes && differs_by(bytes_per_word)) return Mistake::words_for_bytes;
    if ((bytes || question_.unit == "sectors") && differs_by(words_per_sector))
      return Mistake::words_of_sector;
    if (bytes && differs_by(bytes_per_sector)) return Mistake::bytes_of_sector;
    const std::int64_t warps = fact("warps_per_block").value_or(0);
    const std::int64_t blocks = fact("blocks").value_or(0);
    // What one access costs can be taken for the cost of many, but not for a part of itself.
    if (about_access() && given_ < truth_) return Mistake::unexplained;
    if (differs_by(warps)) return Mistake::warps_of_block;
    if (differs_by(blocks)) return Mistake::blocks_of_launch;
    if (differs_by(warps * blocks)) return Mistake::warps_of_launch;
    return differs_by(warp_lanes) ? Mistake::lanes_of_warp : Mistake::unexplained;
  }

  // At the edge of the range, "one off" would state the answer.
  [[nodiscard]] bool is_off_by_one() const {
    const bool both_may_be = (!question_.min || given_ - 1 >= *question_.min) &&
                             (!question_.max || given_ + 1 <= *question_.max);
    return std::abs(given_ - truth_) == 1 && both_may_be && !is_tiny();
  }

  const Facts& facts_;
  const lesson::Question& question_;
  std::int64_t truth_, given_;
  std::vector<std::string> names_;
  Hint hint_;
};

using Marks = std::set<int>;

bool is_contiguous(const Marks& marks) {
  return !marks.empty() && *marks.rbegin() - *marks.begin() + 1 == static_cast<int>(marks.size());
}

bool is_inside(const Marks& part, const Marks& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

// By `by` places; banks go round.
Marks moved(const Marks& marks, int by, int banks) {
  Marks result;
  for (const int mark : marks) result.insert(banks > 0 ? (mark + by + banks) % banks : mark + by);
  return result;
}

// Every sector, or the first one, of each line that has a mark.
Marks in_lines(const Marks& marks, bool whole) {
  Marks result;
  for (const int mark : marks) {
    const int first = mark / memory::sectors_per_line * memory::sectors_per_line;
    for (int i = 0; i < (whole ? memory::sectors_per_line : 1); ++i) result.insert(first + i);
  }
  return result;
}

bool begins_inside_sector(const report::Event* event) {
  if (event == nullptr || event->access.mask == 0) return false;
  std::uint64_t first = ~std::uint64_t{0};
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (event->access.lane_is_active(lane))
      first = std::min(first, event->access.address[static_cast<std::size_t>(lane)]);
  }
  return first % memory::sector_bytes != 0;
}

Mistake mistake_of_marks(const HintContext& context, const Marks& truth, const Marks& given) {
  const bool sectors = context.question.kind == QuestionKind::sectors;
  const int banks = context.canvas.banks;
  if (given == moved(truth, 1, banks) || given == moved(truth, -1, banks)) return Mistake::shifted;
  if (sectors && given == in_lines(truth, false)) return Mistake::line_starts;
  if (sectors && given == in_lines(truth, true)) return Mistake::whole_lines;
  if (!sectors && given.size() > 1 && is_contiguous(given) && !is_contiguous(truth))
    return Mistake::side_by_side;
  if (is_inside(given, truth)) {
    const bool at_edge =
        is_contiguous(truth) && is_contiguous(given) && truth.size() == given.size() + 1;
    return sectors && at_edge && begins_inside_sector(context.event) ? Mistake::edge_missing
                                                                     : Mistake::marks_missing;
  }
  if (is_inside(truth, given)) return Mistake::too_many;
  const bool any =
      std::any_of(given.begin(), given.end(), [&](int mark) { return truth.contains(mark); });
  return any ? Mistake::some_wrong : Mistake::none_right;
}

Hint hint_of_marks(const HintContext& context, const Answer& truth, const Answer& answer) {
  const Marks right(truth.marks.begin(), truth.marks.end());
  const Marks given(answer.marks.begin(), answer.marks.end());
  Hint hint;
  hint.mistake = mistake_of_marks(context, right, given);
  const MarkDifference off = difference({true, truth}, answer);
  hint.extra = off.wrong.size();
  hint.right = given.size() - hint.extra;
  return hint;
}

bool asks_for_time(const lesson::Question& question) {
  return std::any_of(question.choices.begin(), question.choices.end(), [](const auto& choice) {
    return choice.when.text.find("cold_") != std::string::npos;
  });
}

struct MistakeText {
  Mistake mistake;
  const char* text_key;
};
constexpr MistakeText mistake_texts[] = {
    {Mistake::conflicts_only, "hint.conflicts_only"},
    {Mistake::ideal_only, "hint.ideal_only"},
    {Mistake::other_quantity, "hint.other_quantity"},
    {Mistake::one_for_each_lane, "hint.one_for_each_lane"},
    {Mistake::one_of_two, "hint.one_of_two"},
    {Mistake::complement, "hint.complement"},
    {Mistake::times_for_percent, "hint.times_for_percent"},
    {Mistake::percent_for_times, "hint.percent_for_times"},
    {Mistake::reciprocal, "hint.reciprocal"},
    {Mistake::rounding, "hint.rounding"},
    {Mistake::words_for_bytes, "hint.words_for_bytes"},
    {Mistake::words_of_sector, "hint.words_of_sector"},
    {Mistake::bytes_of_sector, "hint.bytes_of_sector"},
    {Mistake::warps_of_block, "hint.warps_of_block"},
    {Mistake::blocks_of_launch, "hint.blocks_of_launch"},
    {Mistake::warps_of_launch, "hint.warps_of_launch"},
    {Mistake::lanes_of_warp, "hint.lanes_of_warp"},
    {Mistake::off_by_one, "hint.off_by_one"},
    {Mistake::shifted, "hint.shifted"},
    {Mistake::line_starts, "hint.line_starts"},
    {Mistake::whole_lines, "hint.whole_lines"},
    {Mistake::side_by_side, "hint.side_by_side"},
    {Mistake::edge_missing, "hint.edge_missing"},
    {Mistake::marks_missing, "hint.marks_missing"},
    {Mistake::too_many, "hint.too_many"},
    {Mistake::none_right, "hint.none_right"},
    {Mistake::some_wrong, "hint.some_wrong"},
};

// Units whose count follows another rule for this kind of access. The question names the kind, or
// it asks about the selected access.
struct OwnRule {
  std::string_view unit, kind, text_key;
};
constexpr OwnRule own_rules[] = {
    {"wavefronts", "constant_load", "hint.of_constant_memory"},
    {"wavefronts", "shared_atomic", "hint.of_shared_atomic"},
    {"sectors", "global_atomic", "hint.of_global_atomic"},
};

// What to look at, by the kind of question and the unit.
std::string general_hint(const lesson::Question& question, const report::Event* event) {
  if (question.kind == QuestionKind::choice)
    return asks_for_time(question) ? "hint.choice_of_time" : "hint.choice";
  const bool is_access = event != nullptr && event->kind == report::EventKind::access;
  const std::string selected =
      is_access ? name_of(report::kind_of(event->access.space, event->access.op)) : std::string();
  for (const OwnRule& rule : own_rules) {
    const bool is_named =
        question.value.text.find(fmt::format("{}.", rule.kind)) != std::string::npos;
    if (question.unit == rule.unit && (is_named || selected == rule.kind))
      return std::string(rule.text_key);
  }
  // A wrong share is most often a wrong count, not a wrong division.
  if (question.value.text.ends_with(".efficiency_percent")) return "hint.of_efficiency";
  if (question.value.text == "branch_efficiency_percent") return "hint.of_branch_efficiency";
  return "hint.of_unit." + (question.unit.empty() ? std::string("none") : question.unit);
}

}  // namespace

Hint hint_for(const HintContext& context, const Answer& truth, const Answer& answer) {
  Hint hint;
  if (context.question.kind == QuestionKind::number && truth.number && answer.number) {
    hint = NumberHint(context, *truth.number, *answer.number).find();
  } else if (context.canvas.marks() > 0) {
    hint = hint_of_marks(context, truth, answer);
  }
  if (hint.mistake == Mistake::unexplained)
    hint.general = general_hint(context.question, context.event);
  return hint;
}

std::string text_of(const Hint& hint, const text::Texts& texts) {
  if (hint.mistake == Mistake::unexplained) return texts.get(hint.general);
  const bool names_asked = *hint.asked != '\0';
  const std::string said = *hint.said != '\0' ? texts.get(hint.said) : std::string();
  const std::string asked = names_asked ? texts.get(hint.asked) : std::string();
  const auto* const found =
      std::find_if(std::begin(mistake_texts), std::end(mistake_texts),
                   [&](const MistakeText& text) { return text.mistake == hint.mistake; });
  const bool only = hint.mistake == Mistake::other_quantity && !names_asked;
  return texts.get(only ? "hint.other_quantity_only" : found->text_key,
                   fmt::arg("given", fact_text(hint.given)), fmt::arg("said", said),
                   fmt::arg("asked", asked), fmt::arg("unit", texts.get(hint.unit)),
                   fmt::arg("right", hint.right), fmt::arg("extra", hint.extra));
}

namespace {

std::set<std::string> facts_asked_for(const lesson::Question& question) {
  std::set<std::string> names;
  const auto add = [&](const std::string& expression) {
    for (std::string& name : lesson::names_in(expression)) names.insert(std::move(name));
  };
  if (question.kind == QuestionKind::number) add(question.value.text);
  for (const lesson::Choice& choice : question.choices) add(choice.when.text);
  return names;
}

// The picture of one access shows nothing of this: times, occupancy, how data move, the size of the
// launch and its instructions, another run.
bool is_beyond_picture(const std::string& name) {
  static const std::set<std::string> beyond = {
      "cold_us",          "cold_ns", "gb_per_s",        "registers",         "shared_bytes",
      "barriers",         "blocks",  "warps_per_block", "warp_instructions", "thread_instructions",
      "threads_per_block"};
  return beyond.contains(name) || name.starts_with("other.") || name.starts_with("occupancy.") ||
         name.starts_with("moving.") || name.ends_with(".requests");
}

bool picture_tells(const lesson::Question& open, const lesson::Values& parameters) {
  bool asks_beyond = false;
  for (const std::string& name : facts_asked_for(open)) {
    if (parameters.contains(name)) continue;
    if (!is_beyond_picture(name)) return true;
    asks_beyond = true;
  }
  return !asks_beyond;  // arithmetic with parameters: the picture may show its result
}

// Sectors that are marked with the right ones show how many there are and in which lines.
bool marks_tell(const lesson::Question& open, QuestionKind marked, bool marks_are_sectors) {
  const std::set<std::string> names = facts_asked_for(open);
  const auto asks = [&](const char* name) { return names.contains(name); };
  return marked == QuestionKind::sectors
             ? (asks("access.sectors") && marks_are_sectors) || asks("access.lines")
             : asks("access.banks");
}

bool is_marked(QuestionKind kind) {
  return kind == QuestionKind::sectors || kind == QuestionKind::banks;
}

}  // namespace

Uncovered uncovered_beside(const lesson::Question& open, QuestionKind answered,
                           const lesson::Values& parameters, bool marks_are_sectors) {
  if (is_marked(open.kind)) return Uncovered::nothing;  // it needs its own blank picture
  if (!picture_tells(open, parameters)) return Uncovered::picture;
  return is_marked(answered) && !marks_tell(open, answered, marks_are_sectors) ? Uncovered::marks
                                                                               : Uncovered::nothing;
}

}  // namespace lanescope::app
