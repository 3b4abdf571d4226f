#include "app/figures/handout.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/figures/figure.h"
#include "sim/text/source_line.h"
#include "viz/picture/access/question_view.h"
#include "viz/picture/core/badge.h"
#include "viz/picture/core/units.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/code_tokens.h"
#include "viz/picture/kernel/counts.h"

namespace lanescope::app {
namespace {

using lesson::QuestionKind;

constexpr float form_height = 240;  // of a picture to mark, pixels

// "0–3, 7"
std::string ranges(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    if (end > i) text += fmt::format("{}{}", end > i + 1 ? "–" : ", ", numbers[end]);
    i = end + 1;
  }
  return text;
}

class Writer {
 public:
  Writer(Headless& headless, const text::Texts& texts, const picture::MeasureText& measure,
         const HandoutOptions& options)
      : headless_(headless),
        session_(headless.session()),
        course_(headless.course()),
        texts_(texts),
        language_(texts.language()),
        options_(options) {
    light_.palette = picture::palette_for(picture::Theme::light);
    dark_.palette = picture::palette_for(picture::Theme::dark);
    for (picture::Style* style : {&light_, &dark_}) {
      style->scale = options.scale;
      style->measure = measure;
      style->texts = &texts_;
    }
  }

  tl::expected<Handout, Problem> write() {
    course_.update();
    const lesson::Guide* guide = course_.guide();
    if (guide == nullptr) {
      return tl::unexpected(wrong_request(course_.problem().empty()
                                              ? "this lesson has no guide to make a handout of"
                                              : course_.problem()));
    }
    handout_.lesson = session_.lesson()->id;
    handout_.language = language_;
    handout_.has_answers = options_.answers;
    handout_.title = session_.lesson()->title.in_or(language_, handout_.lesson);
    handout_.goal = prose(lesson::goal_section);
    const std::size_t parts = guide->steps.size() + (guide->exercise ? 1 : 0);
    for (std::size_t i = 0; i < guide->steps.size(); ++i) {
      if (options_.part_begins) options_.part_begins(i + 1, parts);
      if (auto there = headless_.enter(i); !there) return tl::unexpected(there.error());
      const FigureKind page = figure_kind_of(course_.view().page).value_or(FigureKind::stage);
      if (auto ready = headless_.prepare(page, ""); !ready) return tl::unexpected(ready.error());
      add_step(guide->steps[i], page);
    }
    if (guide->exercise) {
      // Its text has counts of its own run.
      if (options_.part_begins) options_.part_begins(parts, parts);
      if (auto there = headless_.enter(guide->steps.size()); !there)
        return tl::unexpected(there.error());
      handout_.exercise = prose(lesson::exercise_section);
      for (const lesson::Goal& goal : guide->exercise->goals)
        handout_.goals.push_back(prose(lesson::goal_line_section(goal.name)));
    }
    if (session_.run().shown()) {
      handout_.provenance =
          fmt::format("{} · {} {} · {}", texts_.get("export.model_counts"),
                      session_.run().shown()->ptx.compiler,
                      session_.run().shown()->ptx.compiler_version, program_name());
    }
    return std::move(handout_);
  }

 private:
  [[nodiscard]] std::string prose(const std::string& section) const {
    return course_
        .text(section, language_,
              options_.answers ? lesson::Medium::handout : lesson::Medium::worksheet)
        .text;
  }

  void add_step(const lesson::GuideStep& step, FigureKind page) {
    HandoutStep& added = handout_.steps.emplace_back();
    added.name = step.name;
    const std::string text = prose(lesson::step_section(step.name));
    const lesson::TitledProse parts = lesson::titled(text);
    added.title = parts.title.empty() ? step.name : std::string(parts.title);
    added.body = parts.body;
    added.setting = setting();
    for (const AskedQuestion& asked : course_.questions())
      added.questions.push_back(question(asked));
    const Provenance made = provenance_of(page, session_, headless_.pages());
    added.caption = caption_of(made, texts_);
    added.page = in_both_themes([&](const picture::Style& style) {
      return picture_of(page, session_, style, options_.width, options_.height, headless_.pages());
    });
    if (!options_.answers) {
      const std::string& file = session_.run().shown()->resolved.source_name;
      if (added.asks() && shown_kernels_.insert(file).second) added.code = code();
    } else if (shown_settings_.insert(added.setting).second) {
      added.code = code();
      add_costs(added);
    }
  }

  template <typename Draw>
  [[nodiscard]] HandoutPicture in_both_themes(const Draw& draw) const {
    return {draw(light_), draw(dark_)};
  }

  // Nothing for a question that is answered by a number or a choice.
  [[nodiscard]] std::optional<HandoutPicture> form(const AskedQuestion& asked) const {
    const report::Event* event = course_.event();
    const bool has_access = event != nullptr && event->kind == report::EventKind::access;
    if (!has_access || asked.canvas.marks() == 0) return std::nullopt;
    const std::string* text = text_of_file(*course_.step_run(), event->place.file);
    const std::string line =
        text != nullptr ? picture::code_in_line(*text, event->place.line) : std::string();
    if (asked.question->kind == QuestionKind::banks) {
      picture::BankQuestion blank{event->access, line, asked.canvas.banks, {}};
      blank.marks.by = picture::MarkedBy::pen;
      return in_both_themes([&](const picture::Style& style) {
        return picture::build_bank_question(blank, style, options_.width, form_height);
      });
    }
    picture::SectorQuestion blank;
    blank.access = event->access;
    blank.source_text = line;
    blank.arrays = course_.step_run()->report.arrays;
    blank.lines = asked.canvas.lines;
    blank.marks.by = picture::MarkedBy::pen;
    return in_both_themes([&](const picture::Style& style) {
      const std::size_t count = blank.lines.size();
      float height = form_height;  // as high as all lines need
      while (picture::lines_in_sector_question(style, options_.width, height, count) < count)
        height += form_height / 8;
      return picture::build_sector_question(blank, style, options_.width, height);
    });
  }

  [[nodiscard]] std::string setting() const {
    const lesson::Resolved& resolved = session_.run().shown()->resolved;
    std::string name = resolved.variant;
    if (const LessonCard::Variant* variant = session_.variant())
      name = variant->title.in_or(language_, name);
    std::vector<std::string> parts;
    if (!name.empty()) parts.push_back(name);
    if (!resolved.params.empty()) parts.push_back(values_text(resolved.params));
    if (session_.run().shown()->machine != nullptr)
      parts.push_back(session_.run().shown()->machine->name);
    return fmt::format("{}", fmt::join(parts, " · "));
  }

  [[nodiscard]] HandoutQuestion question(const AskedQuestion& asked) const {
    const lesson::Question& asks = *asked.question;
    HandoutQuestion added;
    added.text = prose(lesson::question_section(asks.name));
    if (const report::Event* event = course_.event(); event != nullptr && event->place.line > 0) {
      const Outcome& run = *course_.step_run();
      const std::string line = report::line_name(run.report, event->place);
      added.where = report::is_in_file(run.report, event->place, {})
                        ? fmt::format("{}:{}", run.resolved.source_name, line)
                        : line;
    }
    for (const lesson::Choice& choice : asks.choices)
      added.choices.push_back(prose(lesson::choice_section(asks.name, choice.name)));
    if (asked.truth && asked.truth->is_known) added.truth = truth(asks, asked.truth->answer);
    added.answer = prose(lesson::answer_section(asks.name));
    added.origin = origin_of(course_.times_in(lesson::answer_section(asks.name)));
    added.form = form(asked);
    return added;
  }

  [[nodiscard]] std::string origin_of(const SectionTimes& times) const {
    if (!times.needed) return {};
    if (times.origins.empty()) return texts_.get("guide.no_time");
    std::vector<std::string> all;
    for (const TimeOrigin& origin : times.origins) {
      const auto kind = origin.is_measured ? picture::Origin::measured : picture::Origin::recorded;
      all.push_back(texts_.get("export.origin", fmt::arg("word", picture::word_of(kind, texts_)),
                               fmt::arg("gpu", origin.gpu)));
    }
    return fmt::format("{}", fmt::join(all, " · "));
  }

  [[nodiscard]] std::string truth(const lesson::Question& asks, const Answer& answer) const {
    switch (asks.kind) {
      case QuestionKind::number:
        return number_text(asks, answer.number.value_or(0), texts_);
      case QuestionKind::choice:
        return prose(lesson::choice_section(asks.name, answer.choice));
      case QuestionKind::banks:
        return texts_.get(answer.marks.size() == 1 ? "export.banks_one" : "export.banks",
                          fmt::arg("list", ranges(answer.marks)));
      case QuestionKind::sectors:
        return sectors(answer.marks);
    }
    return {};
  }

  // "line 1: sectors 0–3; line 2: sectors 0, 1"; lines numbered from 1, as in the picture.
  [[nodiscard]] std::string sectors(const std::vector<int>& marks) const {
    std::string text;
    for (std::size_t i = 0; i < marks.size();) {
      const int line = marks[i] / memory::sectors_per_line;
      std::vector<int> of_line;
      for (; i < marks.size() && marks[i] / memory::sectors_per_line == line; ++i)
        of_line.push_back(marks[i] % memory::sectors_per_line);
      text += (text.empty() ? "" : "; ") + texts_.get("export.sectors", fmt::arg("line", line + 1),
                                                      fmt::arg("list", ranges(of_line)));
    }
    return text;
  }

  [[nodiscard]] std::vector<HandoutCode> code() const {
    const Outcome& shown = *session_.run().shown();
    std::vector<HandoutCode> all{code(shown.resolved.source_name, "", shown.resolved.source_text)};
    for (const IncludedFile& each : shown.included)
      all.push_back(code(each.path.filename().string(), each.name, each.text));
    return all;
  }

  // `file`: as in the report.
  [[nodiscard]] HandoutCode code(const std::string& name, const std::string& file,
                                 const std::string& source) const {
    HandoutCode code;
    code.file = name;
    const std::string text = options_.answers ? source : picture::without_comment_words(source);
    for (const std::string_view line : lines_of(text))
      code.lines.push_back({std::string(line), {}, false});
    for (const picture::LineCost& cost :
         picture::line_costs(session_.run().shown()->report, texts_, file)) {
      if (cost.line < 1 || static_cast<std::size_t>(cost.line) > code.lines.size()) continue;
      HandoutLine& line = code.lines[static_cast<std::size_t>(cost.line) - 1];
      line.cost = cost.ratio_text + (cost.ways_text.empty() ? "" : ", " + cost.ways_text);
      line.costly = cost.costly;
    }
    return code;
  }

  void add_costs(const HandoutStep& step) {
    const report::Totals& totals = session_.run().shown()->report.totals;
    for (const report::AccessKind& kind : report::access_kinds()) {
      const report::Counts& counts = report::counts_in(totals, kind);
      if (counts.requests == 0) continue;
      const report::CostPair pair = report::cost_pair(kind.space, counts);
      const auto each = [&](std::uint64_t n) {
        return picture::number_text(static_cast<double>(n) / static_cast<double>(counts.requests));
      };
      const std::string cost = each(pair.cost);
      const std::string unit = report::is_moved_in_sectors(kind.space) ? "export.each_sectors"
                                                                       : "export.each_wavefronts";
      handout_.costs.push_back({step.setting, texts_.get("counts." + report::name_of(kind)),
                                text::Texts::grouped(counts.requests),
                                texts_.get(cost == "1" ? unit + "_one" : unit, fmt::arg("n", cost)),
                                each(pair.ideal),
                                picture::ratio_text(report::cost_ratio(kind.space, counts))});
    }
  }

  Headless& headless_;
  Session& session_;
  Course& course_;
  const text::Texts& texts_;
  std::string language_;
  HandoutOptions options_;
  picture::Style light_, dark_;
  std::set<std::string> shown_settings_, shown_kernels_;
  Handout handout_;
};

}  // namespace

std::string heading_of(const HandoutQuestion& question, int number, const text::Texts& texts) {
  const std::string name = texts.get("export.question", fmt::arg("n", number));
  return question.where.empty() ? name : fmt::format("{} · {}", name, question.where);
}

tl::expected<Handout, Problem> handout_of(Headless& headless, const text::Texts& texts,
                                          const picture::MeasureText& measure,
                                          const HandoutOptions& options) {
  return Writer(headless, texts, measure, options).write();
}

}  // namespace lanescope::app
