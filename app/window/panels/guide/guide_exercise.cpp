#include "app/window/panels/guide/guide_panel.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/files/destination.h"
#include "app/window/panels/guide/guide_signs.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

enum class Reached : std::uint8_t { unknown, no, yes };

// One goal with a sign: reached, not yet reached, or unknown.
void draw_goal(Ui& ui, TextColumn& flow, const std::string& id, Reached reached,
               const std::string& markdown, const std::string& figures) {
  const picture::Palette& palette = ui.palette();
  const float side = ui.px(18);
  const float gap = ui.px(10);
  const Rect box{flow.left(), flow.y() + ui.px(2), side, side};
  if (reached == Reached::yes) {
    ui.fill(box, palette.good, ui.px(4));
    draw_sign(ui, GuideSign::tick, shrunk(box, ui.px(3)), palette.on_good);
  } else {
    ui.outline(box, palette.text_faint, std::max(ui.px(1.5F), 1.0F), ui.px(4));
  }
  const float x = flow.left() + side + gap;
  const float w = flow.width() - side - gap;
  float h = flow.prose_at(ui, id, markdown, x, flow.y(), w,
                          {14, reached == Reached::yes ? palette.text : palette.text_dim, false});
  if (!figures.empty()) {
    h += flow.prose_at(ui, id + ".now", figures, x, flow.y() + h, w,
                       {picture::text_small + 1, palette.text_faint, false});
  }
  flow.space(std::max(h, side + ui.px(4)) + ui.px(6));
}

std::string relation_sign(const std::string& relation) {
  return relation == "=="   ? "="
         : relation == "!=" ? "≠"
         : relation == "<=" ? "≤"
         : relation == ">=" ? "≥"
                            : relation;
}

// What each side of a goal's comparisons is now, and then the figures that they are made of.
std::string figures_of(const GoalState& goal, const text::Texts& texts) {
  const auto number = [](const std::optional<std::int64_t>& value) {
    return value ? std::to_string(*value) : "—";
  };
  std::string text;
  for (const GoalComparison& part : goal.comparisons) {
    const std::string sign = relation_sign(part.relation) + " ";
    text +=
        (text.empty() ? "" : ",  ") +
        texts.get("guide.goal_now", fmt::arg("what", "`" + part.text + "`"),
                  fmt::arg("now", number(part.value)),
                  fmt::arg("asked",
                           part.wanted_text.empty()
                               ? sign + number(part.wanted)
                               : texts.get("guide.goal_asked_now",
                                           fmt::arg("asked", sign + "`" + part.wanted_text + "`"),
                                           fmt::arg("now", number(part.wanted)))));
  }
  for (const auto& [name, value] : goal.figures) {
    const bool is_told = std::any_of(goal.comparisons.begin(), goal.comparisons.end(),
                                     [&name = name](const GoalComparison& part) {
                                       return part.text == name || part.wanted_text == name;
                                     });
    if (!is_told)
      text += fmt::format("{}`{}` = {}", text.empty() ? "" : ",  ", name, number(value));
  }
  return text;
}

const GoalState* state_of(const GradePtr& grade, const std::string& goal) {
  if (grade == nullptr) return nullptr;
  const auto found = std::find_if(grade->goals.begin(), grade->goals.end(),
                                  [&](const GoalState& state) { return state.name == goal; });
  return found != grade->goals.end() ? &*found : nullptr;
}

// "B[3][17]: 5 wanted, 0 got", for the first elements that differ, and the button that shows all.
void draw_difference(Ui& ui, TextColumn& flow, const KeptArray& array) {
  constexpr std::size_t elements_named = 3;
  const text::Texts& texts = ui.texts();
  const report::ArrayDifference& difference = *array.difference;
  const float indent = ui.px(28);
  flow.indent(indent);
  const std::string label = texts.get("guide.show_wrong", fmt::arg("array", array.name));
  const std::string tip = texts.get("guide.show_wrong_tip");
  const Rect row = flow.row(ui.px(28));
  if (button(ui, "guide.show_wrong." + array.name,
             {row.x, row.y, std::min(button_width(ui, label), row.w), row.h},
             {.label = label, .tooltip = tip})
          .pressed) {
    ui.ask(ShowDifference{array.name});
  }
  flow.space(ui.px(6));
  std::string lines;
  for (const std::uint64_t element : difference.first_wrong(elements_named)) {
    const std::string values =
        texts.get("maps.wanted_got", fmt::arg("wanted", difference.wanted_text(element)),
                  fmt::arg("got", difference.got_text(element)));
    const std::string name = "`" + report::element_text(difference.array, element) + "`";
    lines += "- " +
             texts.get("guide.keeps_open", fmt::arg("array", name), fmt::arg("why", values)) + "\n";
  }
  if (difference.wrong > elements_named) lines += "- …\n";
  flow.prose(ui, "guide.wrong." + array.name, lines,
             {picture::text_body, ui.palette().text_dim, false});
  flow.space(ui.px(4));
  flow.indent(-indent);
  flow.space(ui.px(8));
}

// The arrays that must stay as they are: those that are kept, or the others. True: there are any.
bool draw_arrays(Ui& ui, TextColumn& flow, const Grade& grade, bool kept) {
  bool any = false;
  for (const KeptArray& array : grade.arrays) {
    if (array.is_kept != kept) continue;
    any = true;
    const std::string name = "`" + array.name + "`";
    const std::string why =
        array.difference
            ? ui.texts().count("maps.differ", array.difference->wrong,
                               fmt::arg("all", text::Texts::grouped(array.difference->array.count)))
            : picture::as_markdown(ui.texts().say(array.why));
    draw_goal(ui, flow, "guide.keeps." + array.name, array.is_kept ? Reached::yes : Reached::no,
              array.is_kept ? ui.texts().get("guide.keeps_met", fmt::arg("arrays", name))
                            : ui.texts().get("guide.keeps_open", fmt::arg("array", name),
                                             fmt::arg("why", why)),
              {});
    if (array.difference) draw_difference(ui, flow, array);
  }
  return any;
}

void draw_heading(Ui& ui, TextColumn& flow, const Course& course) {
  const Rect row = flow.row(ui.px(28));
  const float middle = row.y + row.h / 2;
  float x = row.x + ui.text(row.x, middle, ui.texts().get("guide.goals"),
                            {FontRole::ui_bold, picture::text_body, ui.palette().text});
  x += ui.px(10);
  x += draw_badge(ui, x, middle, ui.texts().get("counts.model"), ui.palette().good_text);
  if (course.checking()) {
    ui.text(x + ui.px(10), middle, ui.texts().get("guide.checking"),
            {FontRole::ui, picture::text_small, ui.palette().text_faint});
  }
  flow.space(ui.px(4));
}

// Breaks a folder's path after slashes, so that no name is cut.
std::vector<std::string> path_lines(Ui& ui, const std::string& folder, const TextStyle& text_style,
                                    float width) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < folder.size();) {
    const std::size_t end = std::min(folder.find('/', at), folder.size() - 1) + 1;
    const std::string part = folder.substr(at, end - at);
    if (!lines.back().empty() && ui.text_width(lines.back() + part, text_style) > width)
      lines.emplace_back();
    lines.back() += part;
    at = end;
  }
  return lines;
}

// The file to change: its name, its folder, and what can be done with it.
void draw_file(Ui& ui, TextColumn& flow, const OwnFile& file) {
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  if (file.path.empty()) {
    if (!file.absence.empty()) {
      flow.prose(ui, "guide.no_file", picture::as_markdown(texts.say(file.absence)),
                 {picture::text_body, palette.text_dim, false});
      flow.space(ui.px(8));
    }
    return;
  }
  const std::string path = shortened(file.path);
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash != std::string::npos ? path.substr(0, slash + 1) : std::string();
  const std::string name = slash != std::string::npos ? path.substr(slash + 1) : path;
  flow.space(ui.px(4));
  const float pad = ui.px(12);
  const TextStyle folder_style{FontRole::mono, picture::text_small, palette.text_faint};
  const std::vector<std::string> folders =
      path_lines(ui, folder, folder_style, flow.width() - 2 * pad);
  const float line_h = ui.px(18);
  const float buttons_h = ui.px(control_height);
  const float words_h = ui.px(24);
  const picture::ProseStyle trouble_style{picture::text_body, palette.costly_text};
  const std::string trouble = picture::as_markdown(file.trouble);
  const float trouble_h =
      flow.height_of(ui, "guide.editor", trouble, flow.width() - 2 * pad, trouble_style);
  const float h = pad + words_h + line_h * static_cast<float>(folders.size()) + ui.px(8) +
                  buttons_h + (trouble_h > 0 ? ui.px(8) + trouble_h : 0) + pad;
  const Rect card = flow.row(h);
  ui.fill(card, palette.well, ui.px(6));
  ui.outline(card, palette.hairline, std::max(ui.px(1), 1.0F), ui.px(6));
  float y = card.y + pad;
  const float x = card.x + pad;
  const float name_w = ui.text(x, y + words_h / 2, name,
                               {FontRole::mono_bold, picture::text_body + 1, palette.text});
  ui.text(x + name_w + ui.px(12), y + words_h / 2,
          texts.get(file.exists ? "guide.your_file" : "guide.your_file_to_be"),
          {FontRole::ui, picture::text_small, palette.text_faint},
          std::max(right_of(card) - pad - x - name_w - ui.px(12), 1.0F));
  y += words_h;
  for (const std::string& line : folders) {
    ui.text(x, y + line_h / 2, line, folder_style);
    y += line_h;
  }
  y += ui.px(8);
  const std::string open = texts.get("guide.open_file");
  const std::string open_tip = texts.get("guide.open_file_tip");
  const std::string copy = texts.get("guide.copy_path");
  const std::string copy_tip = texts.get("guide.copy_path_tip");
  const std::string here = texts.get("guide.edit_here");
  const std::string here_tip = texts.get("guide.edit_here_tip");
  const Rect here_box{x, y, button_width(ui, here), buttons_h};
  if (button(ui, "guide.edit_here", here_box, {.label = here, .tooltip = here_tip}).pressed)
    ui.ask(OpenOwnCopy{OpenOwnCopy::To::here});
  const Rect open_box{right_of(here_box) + ui.px(8), y, button_width(ui, open), buttons_h};
  if (button(ui, "guide.open_file", open_box, {.label = open, .tooltip = open_tip}).pressed)
    ui.ask(OpenOwnCopy{OpenOwnCopy::To::edit});
  const Rect copy_box{right_of(open_box) + ui.px(8), y, button_width(ui, copy), buttons_h};
  if (button(ui, "guide.copy_path", copy_box,
             {.label = copy, .chosen = !file.has_editor, .tooltip = copy_tip})
          .pressed) {
    ui.ask(OpenOwnCopy{OpenOwnCopy::To::copy_path});
  }
  flow.prose_at(ui, "guide.editor", trouble, x, y + buttons_h + ui.px(8), flow.width() - 2 * pad,
                trouble_style);
  flow.space(ui.px(8));
}

// An exercise that was solved: when, and whether the file as it is now still does, or with which
// other values it does not.
void draw_solved(Ui& ui, TextColumn& flow, const Course& course) {
  const Solved* solved = course.solved();
  if (solved == nullptr || !course.is_graded()) return;
  const bool passes = course.grade()->passed();
  const Color& color = passes ? ui.palette().good_text : ui.palette().costly_text;
  const float side = ui.px(18);
  draw_sign(ui, passes ? GuideSign::tick : GuideSign::warning,
            {flow.left(), flow.y() + ui.px(1), side, side}, color);
  const OtherSetting other = other_setting(*solved, *course.grade());
  const char* words = passes              ? "guide.solved_on"
                      : other.now.empty() ? "guide.solved_before"
                                          : "guide.solved_otherwise";
  flow.space(
      flow.prose_at(ui, "guide.solved",
                    ui.texts().get(words, fmt::arg("date", solved->on),
                                   fmt::arg("solved", other.solved), fmt::arg("now", other.now)),
                    flow.left() + side + ui.px(10), flow.y(), flow.width() - side - ui.px(10),
                    {picture::text_body, color, false}));
  flow.space(ui.px(8));
}

}  // namespace

bool is_open(const Course& course) {
  return course.at_exercise() && (course.grade() == nullptr || !course.grade()->passed());
}

void draw_exercise(Ui& ui, TextColumn& flow, Course& course, const ExerciseInput& input) {
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  const std::string language = texts.language();
  const lesson::Exercise& exercise = *course.guide()->exercise;
  const GradePtr& grade = course.grade();
  flow.space(ui.px(12));
  draw_file(ui, flow, input.file);
  flow.space(ui.px(4));
  draw_heading(ui, flow, course);
  if (input.is_stale && grade != nullptr) {
    flow.prose(ui, "guide.stale", texts.get("guide.goals_stale"),
               {picture::text_body, palette.costly_text, false});
    flow.space(ui.px(6));
  } else {
    draw_solved(ui, flow, course);
  }
  // Wrong results come first, and into view when they are new: without them the counts mean little.
  const float from = flow.y();
  if (grade != nullptr && draw_arrays(ui, flow, *grade, false) && input.is_new)
    flow.show(ui, from - ui.px(28), flow.y());
  for (const lesson::Goal& goal : exercise.goals) {
    const GoalState* state = state_of(grade, goal.name);
    const Reached reached = state == nullptr ? Reached::unknown
                            : state->is_met  ? Reached::yes
                                             : Reached::no;
    draw_goal(ui, flow, "guide.goal." + goal.name, reached,
              course.text(lesson::goal_line_section(goal.name), language).text,
              reached == Reached::no ? figures_of(*state, texts) : std::string());
  }
  if (grade == nullptr && !exercise.keeps.empty()) {
    const std::string arrays = fmt::format("`{}`", fmt::join(exercise.keeps, "`, `"));
    draw_goal(ui, flow, "guide.keeps", Reached::unknown,
              texts.get("guide.keeps_unknown", fmt::arg("arrays", arrays)), {});
  }
  if (grade != nullptr) {
    draw_arrays(ui, flow, *grade, true);
    // A kernel that is still to be changed is not praised for running without mistakes.
    if (!grade->findings.empty() || grade->passed()) {
      draw_goal(ui, flow, "guide.findings", grade->findings.empty() ? Reached::yes : Reached::no,
                grade->findings.empty() ? texts.get("guide.no_findings")
                                        : picture::as_markdown(texts.say(grade->findings.front())),
                {});
    }
  }
  if (!exercise.fixed.empty()) {
    flow.prose(ui, "guide.fixed",
               texts.get("guide.fixed",
                         fmt::arg("names", fmt::format("`{}`", fmt::join(exercise.fixed, "`, `")))),
               {picture::text_body, palette.text_faint, false});
    flow.space(ui.px(8));
  }
  if (const std::optional<Problem>& problem = course.grade_problem()) {
    flow.prose(ui, "guide.grade_problem", picture::as_markdown(ui.texts().say(problem->message)),
               {picture::text_body, palette.error_text, false});
    flow.space(ui.px(8));
  }
  if (grade != nullptr && grade->passed()) {
    const float side = ui.px(20);
    draw_sign(ui, GuideSign::tick, {flow.left(), flow.y(), side, side}, palette.good_text);
    flow.space(flow.prose_at(
        ui, "guide.done", texts.get("guide.done"), flow.left() + side + ui.px(8), flow.y(),
        flow.width() - side - ui.px(8), {picture::text_title, palette.good_text, true}));
    flow.space(ui.px(6));
    flow.prose(ui, "guide.done.text", course.text(lesson::exercise_done_section, language).text);
    flow.space(ui.px(10));
  }
  if (input.file.exists) {
    const std::string back = texts.get("guide.shipped");
    const std::string back_tip = texts.get("guide.shipped_tip");
    const Rect line = flow.row(ui.px(30));
    if (button(ui, "guide.shipped",
               {line.x, line.y, std::min(button_width(ui, back), line.w), line.h},
               {.label = back, .raised = false, .tooltip = back_tip})
            .pressed) {
      ui.ask(ResetOwnCopy{});
    }
  }
}

}  // namespace lanescope::app
