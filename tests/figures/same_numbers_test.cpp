// Nothing on a lesson's screen is shown twice with different values or precision: neither in its
// pictures nor in the guide's text.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/figures/figure.h"
#include "app/figures/handout.h"
#include "app/figures/headless.h"
#include "kernels/lesson_file/lesson.h"
#include "viz/picture/core/units.h"
#include "viz/picture/kernel/code.h"

namespace lanescope::app {
namespace {

enum class Unit : std::uint8_t { none, percent, times };

// A quantity of the run with its exact value, in percent where it is a share.
struct Quantity {
  std::string name;
  double exact = 0;
  Unit unit = Unit::none;

  [[nodiscard]] std::string shown() const {
    return unit == Unit::percent ? picture::percent_text(exact / 100) : picture::number_text(exact);
  }
};

struct Number {
  std::string text;  // "12.5"
  Unit unit = Unit::none;
  std::string place;  // the whole text
};

void add_counts(std::vector<Quantity>& all, const std::string& name, memory::Space space,
                const report::Counts& counts) {
  if (counts.requests == 0) return;
  const report::CostPair pair = report::cost_pair(space, counts);
  const auto requests = static_cast<double>(counts.requests);
  all.push_back({name + ": cost per request", static_cast<double>(pair.cost) / requests});
  all.push_back({name + ": ideal per request", static_cast<double>(pair.ideal) / requests});
  all.push_back({name + ": cost / ideal", report::cost_ratio(space, counts), Unit::times});
  if (report::is_moved_in_sectors(space)) {
    all.push_back({name + ": bytes used", 100 * report::efficiency(counts), Unit::percent});
    all.push_back({name + ": lines", static_cast<double>(counts.tag_lookups) / requests});
  }
}

// Every share, ratio and average of the run.
std::vector<Quantity> quantities_of(const Session& session) {
  const report::Report& report = session.run().shown()->report;
  std::vector<Quantity> all;
  for (const report::Site& site : report.sites) {
    report::Counts counts;
    for (const report::Site& other : report.sites) {
      if (report::is_copy(site, other)) counts += other.counts;
    }
    add_counts(all, fmt::format("line {}", site.place.line), site.space, counts);
  }
  for (const report::AccessKind& kind : report::access_kinds())
    add_counts(all, report::name_of(kind), kind.space, report::counts_in(report.totals, kind));
  if (report.totals.branches > 0) {
    all.push_back(
        {"branch efficiency",
         100 * report::branch_efficiency(report.totals.branches, report.totals.divergent_branches),
         Unit::percent});
  }
  all.push_back({"warp execution efficiency",
                 100 * report::warp_execution_efficiency(report.totals), Unit::percent});
  const report::Event* event = session.selector().event();
  if (event != nullptr && event->kind == report::EventKind::access &&
      event->access.space == memory::Space::global && event->cost > 0) {
    const memory::GlobalCost cost =
        memory::global_cost(event->access, rules_of(*session.run().shown()));
    all.push_back(
        {"this access: bytes used", 100.0 * cost.bytes_used / (32.0 * event->cost), Unit::percent});
  }
  return all;
}

// Numbers with a unit, and those with decimals; the others are counts, which are exact.
void add_numbers(std::vector<Number>& all, const std::string& text) {
  static const std::regex number(
      R"((^|[^\w.])(\d+(?:,\d{3})*(?:\.\d+)?)( ?(?:%|×|percent\b|times\b))?)");
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    const std::string unit = (*at)[3].str();
    const Unit read =
        unit.empty() ? Unit::none
        : unit.find('%') != std::string::npos || unit.find("percent") != std::string::npos
            ? Unit::percent
            : Unit::times;
    if (read != Unit::none || (*at)[2].str().find('.') != std::string::npos)
      all.push_back({(*at)[2].str(), read, text});
  }
}

bool is_rounded(const Quantity& quantity, const Number& number) {
  if (quantity.unit != number.unit) return false;
  std::string digits = number.text;
  std::erase(digits, ',');
  const std::size_t point = digits.find('.');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
  const double value = std::strtod(digits.c_str(), nullptr);
  return std::abs(value - quantity.exact) <= 0.5 * std::pow(10, -decimals) * 1.0001;
}

// The numbers that are a known quantity, but not as it is shown elsewhere.
std::set<std::string> disagreements(const std::vector<Quantity>& quantities,
                                    const std::vector<Number>& numbers) {
  std::set<std::string> found;
  for (const Number& number : numbers) {
    const Quantity* meant = nullptr;
    bool is_one_of_them = false;
    for (const Quantity& quantity : quantities) {
      if (quantity.unit == number.unit && quantity.shown() == number.text) is_one_of_them = true;
      if (is_rounded(quantity, number)) meant = &quantity;
    }
    if (!is_one_of_them && meant != nullptr) {
      found.insert(fmt::format("'{}' in \"{}\": {} is {} elsewhere", number.text, number.place,
                               meant->name, meant->shown()));
    }
  }
  return found;
}

picture::Style style_for(const text::Texts& texts) {
  picture::Style style;
  style.texts = &texts;
  style.measure = picture::typical_text_width;
  return style;
}

void add_pictures(std::vector<Number>& all, const Headless& headless, const Session& session,
                  const text::Texts& texts) {
  const picture::Style style = style_for(texts);
  for (const FigureKind what : {FigureKind::stage, FigureKind::counts, FigureKind::code}) {
    const picture::DrawList list = picture_of(what, session, style, 860, 600, headless.pages());
    std::vector<Number> numbers;
    for (const picture::Label& label : list.labels) add_numbers(numbers, label.text);
    for (const picture::HitArea& hit : list.hits) add_numbers(numbers, hit.tooltip);
    for (Number& number : numbers) {
      // The kernel's own text has numbers, too.
      if (what != FigureKind::code || number.unit == Unit::times) all.push_back(std::move(number));
    }
  }
}

void add_guide(std::vector<Number>& all, const Course& course) {
  const lesson::GuideStep* step = course.current();
  if (step == nullptr) return;
  add_numbers(all, course.text(lesson::step_section(step->name), "en").text);
  for (const lesson::Question& question : step->questions) {
    add_numbers(all, course.text(lesson::question_section(question.name), "en").text);
    add_numbers(all, course.text(lesson::answer_section(question.name), "en").text);
  }
}

class SameNumbers : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto lesson = lesson::find(GetParam());
    const auto opens = lesson ? lesson->resolve("", {}) : tl::unexpected(lesson.error());
    ASSERT_TRUE(opens) << opens.error().formatted();
    const std::string why = why_no_launches(*opens, compile::Compiler::automatic);
    if (!why.empty()) GTEST_SKIP() << "nvrtc is not on this machine: " << why;
  }
  static std::unique_ptr<Headless> open(const std::string& variant, const std::string& step) {
    HeadlessRequest request;
    request.state.lesson = GetParam();
    request.state.variant = variant;
    request.step_name = step;
    auto headless = Headless::open(request);
    if (!headless) {
      ADD_FAILURE() << headless.error().message;
      return nullptr;
    }
    return *std::move(headless);
  }
  static void expect_agreement(Headless& headless, const std::string& where) {
    const text::Texts texts("en");
    std::vector<Number> numbers;
    add_pictures(numbers, headless, headless.session(), texts);
    if (headless.course().active()) add_guide(numbers, headless.course());
    for (const std::string& each : disagreements(quantities_of(headless.session()), numbers))
      ADD_FAILURE() << where << ": " << each;
    expect_lines_as_in_the_program(headless.session(), where);
    expect_sums_of_instructions(headless.session().run().shown()->report, where);
  }
  // As the GPU counts: smsp__inst_executed, smsp__thread_inst_executed and their ratio.
  static void expect_sums_of_instructions(const report::Report& report, const std::string& where) {
    std::uint64_t executed = 0;
    std::uint64_t lanes = 0;
    for (const report::Activity& instruction : report.instructions) {
      executed += instruction.executions;
      lanes += instruction.lanes;
    }
    EXPECT_EQ(report.totals.warp_instructions, executed) << where;
    EXPECT_EQ(report.totals.thread_instructions, lanes) << where;
    EXPECT_DOUBLE_EQ(report::warp_execution_efficiency(report.totals) * 32 *
                         static_cast<double>(report.totals.warp_instructions),
                     static_cast<double>(report.totals.thread_instructions))
        << where;
    EXPECT_LE(report.totals.thread_instructions, 32 * report.totals.warp_instructions) << where;
  }
  // Beside a line stands the ratio of its worst access, as the page Program has it.
  static void expect_lines_as_in_the_program(const Session& session, const std::string& where) {
    const report::Report& report = session.run().shown()->report;
    const text::Texts texts("en");
    for (const picture::LineCost& line : picture::line_costs(report, texts)) {
      double worst = 1;
      for (const report::Site& site : report.sites) {
        if (site.place.line != line.line) continue;
        worst = std::max(worst, report::cost_ratio(site.space, site.counts));
      }
      EXPECT_EQ(line.ratio_text, picture::ratio_text(worst)) << where << ", line " << line.line;
    }
  }
};

TEST_P(SameNumbers, on_the_first_step) {
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson);
  const auto card = describe_lesson(GetParam());
  ASSERT_TRUE(card);
  if (card->guide == nullptr) GTEST_SKIP() << "no guide";
  const auto headless = open("", card->guide->steps.front().name);
  ASSERT_NE(headless, nullptr);
  expect_agreement(*headless, card->guide->steps.front().name);
}

TEST_P(SameNumbers, on_each_variant_as_it_opens) {
  const auto card = describe_lesson(GetParam());
  ASSERT_TRUE(card);
  for (const LessonCard::Variant& variant : card->variants) {
    const auto headless = open(variant.name, "");
    ASSERT_NE(headless, nullptr);
    expect_agreement(*headless, variant.name);
  }
}

// An exercise begins in a state of its own, whatever the last step showed: with values of its own,
// or with those of its variant.
TEST(HandoutOfALesson, fills_its_exercise_with_the_numbers_of_the_exercises_beginning) {
  const text::Texts texts("en");
  for (const char* name : {"indexing", "broadcast"}) {
    HeadlessRequest request;
    request.state.lesson = name;
    const auto whole = Headless::open(request);
    request.step_name = "exercise";
    const auto exercise = Headless::open(request);
    ASSERT_TRUE(whole && exercise) << name;
    HandoutOptions options;
    std::vector<std::pair<std::size_t, std::size_t>> begun;
    options.part_begins = [&](std::size_t at, std::size_t all) { begun.emplace_back(at, all); };
    const auto handout = handout_of(**whole, texts, picture::typical_text_width, options);
    ASSERT_TRUE(handout) << name;
    // Whoever waits is told how far it is: each step and the exercise.
    ASSERT_EQ(begun.size(), handout->steps.size() + 1) << name;
    for (std::size_t i = 0; i < begun.size(); ++i)
      EXPECT_EQ(begun[i], std::pair(i + 1, begun.size())) << name;
    EXPECT_EQ(
        handout->exercise,
        (*exercise)->course().text(lesson::exercise_section, "en", lesson::Medium::handout).text);
    EXPECT_EQ(handout->exercise.find('{'), std::string::npos) << handout->exercise;
  }
}

std::vector<std::string> lesson_names() {
  std::vector<std::string> names;
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) names.push_back(entry.id);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Lessons, SameNumbers, ::testing::ValuesIn(lesson_names()),
                         [](const auto& lesson) {
                           std::string name = lesson.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Disagreement, is_a_number_that_is_rounded_in_another_way) {
  const std::vector<Quantity> quantities{
      {"used", 12.5, Unit::percent}, {"ratio", 1.25, Unit::times}, {"mean", 5.666, Unit::none}};
  const auto found_in = [&](const std::string& text) {
    std::vector<Number> numbers;
    add_numbers(numbers, text);
    return disagreements(quantities, numbers).size();
  };
  EXPECT_EQ(found_in("12.5% used, 1.25×, 5.67 sectors"), 0U);
  EXPECT_EQ(found_in("13 percent of the bytes"), 1U);
  EXPECT_EQ(found_in("1.3× the ideal cost"), 1U);
  EXPECT_EQ(found_in("5.7 sectors per request"), 1U);
  EXPECT_EQ(found_in("40% of something else, 2× that, 13 lanes"), 0U);
}

}  // namespace
}  // namespace lanescope::app
