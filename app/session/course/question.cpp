#include "app/session/course/question.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::app {
namespace {

using lesson::Question;
using lesson::QuestionKind;

// Alignment in bytes of the lines around an access.
constexpr std::uint64_t canvas_bytes = 512;
// Accesses that span more lines are shown without the lines in between.
constexpr std::uint64_t max_canvas_lines = 36;

bool is_access_to(const report::Event* event, memory::Space space) {
  return event != nullptr && event->kind == report::EventKind::access &&
         event->access.space == space;
}

std::vector<std::uint64_t> canvas_lines(const memory::WarpAccess& access) {
  const std::vector<memory::TouchedLine> touched = memory::touched_lines(access);
  std::vector<std::uint64_t> lines;
  if (touched.empty()) return lines;
  const std::uint64_t begin = touched.front().address / canvas_bytes * canvas_bytes;
  const std::uint64_t end = (touched.back().address / canvas_bytes + 1) * canvas_bytes;
  if ((end - begin) / memory::line_bytes > max_canvas_lines) {
    for (const memory::TouchedLine& line : touched) lines.push_back(line.address);
    return lines;
  }
  for (std::uint64_t line = begin; line < end; line += memory::line_bytes) lines.push_back(line);
  return lines;
}

std::vector<int> touched_marks(const MarkCanvas& canvas, const memory::WarpAccess& access) {
  std::vector<int> marks;
  for (const memory::TouchedLine& line : memory::touched_lines(access)) {
    const auto at = std::lower_bound(canvas.lines.begin(), canvas.lines.end(), line.address);
    for (int sector = 0; sector < memory::sectors_per_line; ++sector) {
      if (line.sector_touched[static_cast<std::size_t>(sector)]) {
        marks.push_back(static_cast<int>(at - canvas.lines.begin()) * memory::sectors_per_line +
                        sector);
      }
    }
  }
  return marks;
}

std::vector<int> wanted_banks(const memory::WarpAccess& access,
                              const memory::MemoryRules& machine) {
  const memory::SharedSchedule schedule = memory::shared_schedule(access, machine);
  std::vector<int> banks;
  for (int bank = 0; bank < memory::banks; ++bank) {
    if (schedule.bank_words[static_cast<std::size_t>(bank)] > 0) banks.push_back(bank);
  }
  return banks;
}

tl::expected<Truth, std::string> truth_of_number(const QuestionContext& asked) {
  const auto value = value_in(asked.facts, asked.names, asked.question.value.text);
  if (!value) return tl::unexpected(value.error());
  Truth truth;
  truth.is_known = value->has_value();
  truth.answer.number = *value;
  return truth;
}

tl::expected<Truth, std::string> truth_of_choice(const QuestionContext& asked) {
  Truth truth;
  truth.is_known = true;
  std::string holding;
  int count = 0;
  for (const lesson::Choice& choice : asked.question.choices) {
    const auto holds = value_in(asked.facts, asked.names, choice.when.text);
    if (!holds) return tl::unexpected(fmt::format("choice '{}': {}", choice.name, holds.error()));
    if (!holds->has_value()) {
      truth.is_known = false;
    } else if (**holds != 0) {
      ++count;
      holding += (holding.empty() ? "" : ", ") + choice.name;
      truth.answer.choice = choice.name;
    }
  }
  if (!truth.is_known) return Truth{};
  if (count != 1) {
    return tl::unexpected(count == 0 ? std::string("no choice's `when` holds; exactly one must")
                                     : fmt::format("`when` holds for several choices ({}); exactly "
                                                   "one must",
                                                   holding));
  }
  return truth;
}

tl::expected<Truth, std::string> truth_of_marks(const QuestionContext& asked) {
  const MarkCanvas canvas = canvas_of(asked.question.kind, asked.event, asked.machine);
  if (canvas.marks() == 0) {
    return tl::unexpected(
        asked.question.kind == QuestionKind::sectors
            ? std::string("the step's view chooses no access to global memory whose sectors could "
                          "be marked; say access=global_load (or store), or line=, event=")
            : std::string("the step's view chooses no access to shared memory whose banks could be "
                          "marked; say access=shared_load (or store), or line=, event="));
  }
  Truth truth;
  truth.is_known = true;
  truth.answer.marks = asked.question.kind == QuestionKind::sectors
                           ? touched_marks(canvas, asked.event->access)
                           : wanted_banks(asked.event->access, asked.machine);
  return truth;
}

}  // namespace

MarkCanvas canvas_of(QuestionKind kind, const report::Event* event,
                     const memory::MemoryRules& machine) {
  MarkCanvas canvas;
  if (kind == QuestionKind::sectors && is_access_to(event, memory::Space::global)) {
    canvas.lines = canvas_lines(event->access);
  } else if (kind == QuestionKind::banks && is_access_to(event, memory::Space::shared)) {
    canvas.banks = machine.bank_count();
  }
  return canvas;
}

tl::expected<Truth, std::string> truth_of(const QuestionContext& asked) {
  switch (asked.question.kind) {
    case QuestionKind::number:
      return truth_of_number(asked);
    case QuestionKind::choice:
      return truth_of_choice(asked);
    case QuestionKind::sectors:
    case QuestionKind::banks:
      break;
  }
  return truth_of_marks(asked);
}

const char* text_key(Refusal refusal) {
  switch (refusal) {
    case Refusal::none:
      return "";
    case Refusal::nothing_asked:
      return "guide.refused.nothing_asked";
    case Refusal::empty:
      return "guide.refused.empty";
    case Refusal::unchanged:
      return "guide.refused.unchanged";
    case Refusal::out_of_range:
      return "guide.refused.out_of_range";
    case Refusal::unknown_choice:
      return "guide.refused.unknown_choice";
    case Refusal::running:
      return "guide.refused.running";
    case Refusal::run_failed:
      return "guide.refused.run_failed";
    case Refusal::broken:
      break;
  }
  return "guide.refused.broken";
}

Refusal refusal_of(const Question& question, const Answer& answer, const MarkCanvas& canvas) {
  switch (question.kind) {
    case QuestionKind::number: {
      if (!answer.number) return Refusal::empty;
      const bool below = question.min && *answer.number < *question.min;
      const bool above = question.max && *answer.number > *question.max;
      return below || above ? Refusal::out_of_range : Refusal::none;
    }
    case QuestionKind::choice: {
      if (answer.choice.empty()) return Refusal::empty;
      const bool is_there =
          std::any_of(question.choices.begin(), question.choices.end(),
                      [&](const lesson::Choice& choice) { return choice.name == answer.choice; });
      return is_there ? Refusal::none : Refusal::unknown_choice;
    }
    case QuestionKind::sectors:
    case QuestionKind::banks:
      break;
  }
  if (answer.marks.empty()) return Refusal::empty;
  const bool is_beyond = std::any_of(answer.marks.begin(), answer.marks.end(),
                                     [&](int mark) { return mark < 0 || mark >= canvas.marks(); });
  return is_beyond ? Refusal::out_of_range : Refusal::none;
}

bool is_right(const Truth& truth, const Answer& answer) {
  return truth.is_known && truth.answer == answer;
}

std::string unit_text(const Question& question, std::int64_t number, const text::Texts& texts) {
  if (question.unit.empty() || question.unit == "none") return {};
  const std::string key = "guide.unit." + question.unit;
  const bool is_one = number == 1 && texts.has(key + "_one");
  return texts.get(is_one ? key + "_one" : key);
}

std::string number_text(const Question& question, std::int64_t number, const text::Texts& texts) {
  const std::string unit = unit_text(question, number, texts);
  return unit.empty() ? fact_text(number) : fact_text(number) + " " + unit;
}

MarkDifference difference(const Truth& truth, const Answer& answer) {
  MarkDifference result;
  std::set_difference(truth.answer.marks.begin(), truth.answer.marks.end(), answer.marks.begin(),
                      answer.marks.end(), std::back_inserter(result.missed));
  std::set_difference(answer.marks.begin(), answer.marks.end(), truth.answer.marks.begin(),
                      truth.answer.marks.end(), std::back_inserter(result.wrong));
  return result;
}

}  // namespace lanescope::app
