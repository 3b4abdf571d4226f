#include <algorithm>

#include <fmt/format.h>

#include "app/figures/handout.h"
#include "viz/export/svg.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::app {
namespace {

// Each line's cost is appended as a comment.
std::string code_block(const HandoutCode& code, bool with_costs, const text::Texts& texts) {
  std::size_t widest = 0;
  for (const HandoutLine& line : code.lines) {
    if (!line.cost.empty()) widest = std::max(widest, picture::character_count(line.text));
  }
  std::string text = "```cuda\n";
  for (const HandoutLine& line : code.lines) {
    text += line.text;
    if (with_costs && !line.cost.empty())
      text +=
          std::string(widest + 2 - picture::character_count(line.text), ' ') + "// " + line.cost;
    text += "\n";
  }
  text += "```\n\n";
  return text + (with_costs ? fmt::format("`{}`, {}\n\n", code.file, texts.get("export.code_costs"))
                            : fmt::format("`{}`\n\n", code.file));
}

// Escapes what would end a table cell or row.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& entry : cells) text += " " + cell(entry) + " |";
  return text + "\n";
}

// Indents all lines but the first, so that they belong to the same list item.
std::string indented(const std::string& text, std::size_t blanks) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result += std::string(blanks, ' ');
  }
  return result;
}

std::string answer_of(const HandoutQuestion& question, int number, const text::Texts& texts) {
  const std::string& truth =
      question.truth.empty() ? texts.get("guide.not_known_skipped") : question.truth;
  std::string text =
      fmt::format("{}. **{}**\n\n   {}\n\n", number, truth, indented(question.answer, 3));
  if (!question.origin.empty()) text += fmt::format("   *{}*\n\n", question.origin);
  return text;
}

}  // namespace

std::vector<NamedFile> markdown_of(const Handout& handout, const std::string& stem, bool is_dark,
                                   const text::Texts& texts, const picture::MeasureText& measure) {
  std::vector<NamedFile> files(1);
  picture::Style style;
  style.palette = picture::palette_for(is_dark ? picture::Theme::dark : picture::Theme::light);
  style.measure = measure;
  style.texts = &texts;
  // Writes a picture beside the document; returns the line that shows it.
  const auto figure = [&](const HandoutPicture& picture, const std::string& name,
                          const std::string& title, const std::string& caption) {
    const std::string file = fmt::format("{}-{}.svg", stem, name);
    const picture::DrawList drawn =
        svg::captioned(is_dark ? picture.dark : picture.light, caption, style);
    files.push_back({file, svg::svg_of(drawn, {title, caption, handout.language}, measure)});
    return fmt::format("![{}]({})\n\n", title, file);
  };
  std::string text = fmt::format("# {}\n\n", handout.title);
  if (handout.has_answers) text += handout.goal + "\n\n";
  std::string answers;
  int number = 0;
  for (std::size_t i = 0; i < handout.steps.size(); ++i) {
    const HandoutStep& step = handout.steps[i];
    if (handout.has_answers) {
      text += fmt::format("## {}. {}\n\n*{}*\n\n", i + 1, step.title, step.setting);
    } else if (step.asks()) {
      text += fmt::format("## {}. {}\n\n", i + 1, step.setting);
    } else {
      continue;
    }
    if (!step.body.empty()) text += step.body + "\n\n";
    for (const HandoutQuestion& question : step.questions) {
      ++number;
      text += fmt::format("> **{}** {}\n", heading_of(question, number, texts), [&] {
        std::string quoted;
        for (const char c : question.text)
          quoted += c == '\n' ? std::string("\n> ") : std::string(1, c);
        return quoted;
      }());
      if (!question.choices.empty()) text += ">\n";
      for (std::size_t c = 0; c < question.choices.size(); ++c)
        text += fmt::format("> - {}) {}\n", static_cast<char>('a' + c), question.choices[c]);
      if (!handout.has_answers && !question.origin.empty())
        text += fmt::format(">\n> *{}*\n", question.origin);
      text += "\n";
      if (question.form) {
        const std::string of = texts.get("export.question", fmt::arg("n", number));
        text += figure(*question.form, fmt::format("question-{}", number), of, of);
      }
      if (handout.has_answers) answers += answer_of(question, number, texts);
    }
    for (const HandoutCode& code : step.code)
      text += step.asks() ? code_block(code, false, texts) : "";
    if (!step.asks() || handout.has_answers) {
      std::string& shown = step.asks() ? answers : text;
      shown += figure(step.page, step.name, step.title, step.caption);
      for (const HandoutCode& code : step.code) shown += code_block(code, true, texts);
    }
  }
  if (handout.has_answers && !handout.exercise.empty()) {
    text += fmt::format("## {}\n\n{}\n\n", texts.get("guide.to_exercise"), handout.exercise);
    for (const std::string& goal : handout.goals) text += "- [ ] " + indented(goal, 6) + "\n";
    text += "\n";
  }
  if (!answers.empty()) text += fmt::format("## {}\n\n{}", texts.get("export.answers"), answers);
  if (handout.has_answers && !handout.costs.empty()) {
    text += fmt::format("## {}\n\n", texts.get("export.what.counts_all"));
    text += row({texts.get("export.setting"), texts.get("panel.col_access"),
                 texts.get("panel.col_requests"), texts.get("panel.col_each"),
                 texts.get("panel.col_ideal"), texts.get("panel.col_ratio")});
    text += "| --- | --- | ---: | ---: | ---: | ---: |\n";
    for (const HandoutCost& cost : handout.costs)
      text += row({cost.setting, cost.kind, cost.requests, cost.each, cost.ideal, cost.ratio});
    text += "\n";
  }
  text += fmt::format("*{}*\n", handout.provenance);
  files.front() = {stem + ".md", std::move(text)};
  return files;
}

}  // namespace lanescope::app
