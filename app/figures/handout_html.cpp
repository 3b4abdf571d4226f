#include <fmt/format.h>

#include "app/figures/handout.h"
#include "app/figures/prose_html.h"
#include "viz/export/markup.h"
#include "viz/export/svg.h"

namespace lanescope::app {
namespace {

using svg::escaped;

// The palette's colours, so that page and pictures match.
std::string colors_of(const picture::Palette& palette) {
  return fmt::format(
      "--ground:{};--panel:{};--well:{};--line:{};--text:{};--dim:{};--faint:{};--good:{};--costly:"
      "{}",
      svg::css(palette.background), svg::css(palette.panel), svg::css(palette.well),
      svg::css(palette.hairline), svg::css(palette.text), svg::css(palette.text_dim),
      svg::css(palette.text_faint), svg::css(palette.good_text), svg::css(palette.costly_text));
}

constexpr const char* layout_rules = R"css(
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.6 var(--sans)}
main{max-width:920px;margin:0 auto;padding:32px 24px}
h1{font-size:30px;line-height:1.2;margin:0 0 8px}
h2{font-size:21px;line-height:1.3;margin:48px 0 4px}
.setting,footer,figcaption{color:var(--dim);font-size:13px}
.setting{margin:0 0 16px}
figure{margin:20px 0}
figure svg{display:block;width:100%;height:auto;background:var(--panel);border:1px solid var(--line);border-radius:8px}
figcaption{padding:6px 2px}
code,pre,.code{font-family:'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:.86em}
code{background:var(--well);padding:1px 4px;border-radius:4px}
pre{background:var(--well);padding:12px;border-radius:8px;overflow-x:auto;white-space:pre}
.question{border-left:4px solid var(--good);padding:2px 0 2px 16px;margin:20px 0}
.question h3,.answers h3{font-size:14px;margin:0;color:var(--good)}
.question p{margin:6px 0}
.answers h3{margin-top:20px}
.answers p{margin:6px 0}
a{color:inherit}
abbr{text-decoration:underline dashed var(--line);text-underline-offset:3px;cursor:help}
.origin{font-size:13px;opacity:.8}
.question ol{list-style:lower-alpha;margin:8px 0;padding-left:28px}
table{border-collapse:collapse;width:100%;font-size:14px;margin:12px 0}
th,td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--dim);font-weight:600}
.number{text-align:right;font-variant-numeric:tabular-nums}
.centre{text-align:center}
.code{width:100%;border:0;background:var(--well);border-radius:8px;line-height:1.5}
.code td{border:0;padding:0 12px;white-space:pre-wrap;overflow-wrap:anywhere}
.code td:first-child{color:var(--faint);text-align:right;width:1%;white-space:nowrap;user-select:none}
.code td:last-child{text-align:right;white-space:nowrap;width:1%;color:var(--dim)}
.code td.costly{color:var(--costly);font-weight:600}
.code tr:first-child td{padding-top:10px}
.code tr:last-child td{padding-bottom:10px}
footer{margin-top:48px;border-top:1px solid var(--line);padding-top:12px}
.goals{list-style:'\2610\00a0\00a0'}
@media print{body{font-size:11pt}main{max-width:none;padding:0}h2{break-after:avoid}figure,.question,tr{break-inside:avoid}.answers{break-before:page}}
)css";

std::string code_html(const HandoutCode& code, bool with_costs, const text::Texts& texts) {
  std::string html = fmt::format("<figure>\n<table class=\"code\">\n");
  for (std::size_t i = 0; i < code.lines.size(); ++i) {
    const HandoutLine& line = code.lines[i];
    html += fmt::format("<tr><td>{}</td><td>{}</td><td{}>{}</td></tr>\n", i + 1, escaped(line.text),
                        with_costs && line.costly ? " class=\"costly\"" : "",
                        with_costs ? escaped(line.cost) : "");
  }
  return html + fmt::format("</table>\n<figcaption><code>{}</code>{}</figcaption>\n</figure>\n",
                            escaped(code.file),
                            with_costs ? ", " + escaped(texts.get("export.code_costs")) : "");
}

// `is_worksheet`: no answer says whose times the question is about.
std::string question_html(const HandoutQuestion& question, int number, bool is_worksheet,
                          const text::Texts& texts) {
  std::string html = fmt::format("<div class=\"question\" id=\"q{}\"><h3>{}</h3>\n", number,
                                 escaped(heading_of(question, number, texts))) +
                     blocks_html(question.text);
  if (!question.choices.empty()) {
    html += "<ol>\n";
    for (const std::string& choice : question.choices)
      html += "<li>" + line_html(choice) + "</li>\n";
    html += "</ol>\n";
  }
  if (is_worksheet && !question.origin.empty())
    html += fmt::format("<p class=\"origin\">{}</p>\n", escaped(question.origin));
  return html + "</div>\n";
}

std::string answer_html(const HandoutQuestion& question, int number, const text::Texts& texts) {
  const std::string truth =
      question.truth.empty() ? texts.get("guide.not_known_skipped") : question.truth;
  return fmt::format("<h3><a href=\"#q{}\">{}</a></h3>\n<p><strong>{}</strong></p>\n", number,
                     escaped(texts.get("export.question", fmt::arg("n", number))),
                     line_html(truth)) +
         blocks_html(question.answer, &texts.glossary()) +
         (question.origin.empty()
              ? std::string()
              : fmt::format("<p class=\"origin\">{}</p>\n", escaped(question.origin)));
}

std::string costs_html(const Handout& handout, const text::Texts& texts) {
  std::string html =
      fmt::format("<h2>{}</h2>\n<table>\n<tr><th>{}</th><th>{}</th>",
                  escaped(texts.get("export.what.counts_all")),
                  escaped(texts.get("export.setting")), escaped(texts.get("panel.col_access")));
  for (const char* key :
       {"panel.col_requests", "panel.col_each", "panel.col_ideal", "panel.col_ratio"}) {
    html += fmt::format("<th class=\"number\">{}</th>", escaped(texts.get(key)));
  }
  html += "</tr>\n";
  for (const HandoutCost& cost : handout.costs) {
    html += fmt::format("<tr><td>{}</td><td>{}</td>", escaped(cost.setting), escaped(cost.kind));
    for (const std::string* text : {&cost.requests, &cost.each, &cost.ideal, &cost.ratio})
      html += fmt::format("<td class=\"number\">{}</td>", escaped(*text));
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace

std::string html_of(const Handout& handout, const text::Texts& texts,
                    const picture::MeasureText& measure) {
  svg::TwoThemes themes;
  const auto figure = [&](const HandoutPicture& picture, const std::string& title,
                          const std::string& caption, const std::string& id) {
    return "<figure>\n" +
           svg::inline_svg(picture.light, picture.dark, {title, caption, handout.language}, measure,
                           id, themes) +
           fmt::format("<figcaption>{}</figcaption>\n</figure>\n", escaped(caption));
  };
  std::string body = fmt::format("<h1>{}</h1>\n", escaped(handout.title));
  if (handout.has_answers) body += blocks_html(handout.goal);
  std::string answers;
  int number = 0;
  for (std::size_t i = 0; i < handout.steps.size(); ++i) {
    const HandoutStep& step = handout.steps[i];
    if (handout.has_answers) {
      body += fmt::format("<section id=\"{}\">\n<h2>{}. {}</h2>\n<p class=\"setting\">{}</p>\n",
                          escaped(step.name), i + 1, line_html(step.title), escaped(step.setting));
    } else if (step.asks()) {
      body += fmt::format("<section id=\"{}\">\n<h2>{}. {}</h2>\n", escaped(step.name), i + 1,
                          escaped(step.setting));
    } else {
      continue;
    }
    body += blocks_html(step.body, &texts.glossary());
    for (const HandoutQuestion& question : step.questions) {
      ++number;
      body += question_html(question, number, !handout.has_answers, texts);
      if (question.form) {
        const std::string of = texts.get("export.question", fmt::arg("n", number));
        body += figure(*question.form, of, of, fmt::format("f{}", number));
      }
      if (handout.has_answers) answers += answer_html(question, number, texts);
    }
    for (const HandoutCode& code : step.code)
      body += step.asks() ? code_html(code, false, texts) : "";
    if (!step.asks() || handout.has_answers) {
      std::string& shown = step.asks() ? answers : body;
      shown += figure(step.page, step.title, step.caption, fmt::format("p{}", i + 1));
      for (const HandoutCode& code : step.code) shown += code_html(code, true, texts);
    }
    body += "</section>\n";
  }
  if (handout.has_answers && !handout.exercise.empty()) {
    body += fmt::format("<section>\n<h2>{}</h2>\n", escaped(texts.get("guide.to_exercise"))) +
            blocks_html(handout.exercise) + "<ul class=\"goals\">\n";
    for (const std::string& goal : handout.goals) body += "<li>" + line_html(goal) + "</li>\n";
    body += "</ul>\n</section>\n";
  }
  if (!answers.empty()) {
    body += fmt::format("<section class=\"answers\">\n<h2>{}</h2>\n{}</section>\n",
                        escaped(texts.get("export.answers")), answers);
  }
  if (handout.has_answers && !handout.costs.empty()) body += costs_html(handout, texts);
  body += fmt::format("<footer>{}</footer>\n", escaped(handout.provenance));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"generator\" content=\"{}\">\n<title>{}</title>\n<style>\n"
      ":root{{color-scheme:light dark;--sans:{},system-ui,sans-serif;{}}}\n{}{}@media screen and "
      "(prefers-color-scheme:dark){{\n"
      ":root{{{}}}\n{}}}\n</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
      texts.about().html, escaped(handout.provenance), escaped(handout.title),
      svg::with_language_fonts("Inter"), colors_of(picture::palette_for(picture::Theme::light)),
      layout_rules, themes.light_rules(), colors_of(picture::palette_for(picture::Theme::dark)),
      themes.dark_rules(), body);
}

}  // namespace lanescope::app
