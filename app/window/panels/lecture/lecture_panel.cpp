#include "app/window/panels/lecture/lecture_panel.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "app/session/run/timing_key.h"
#include "app/session/shortcuts.h"
#include "app/window/panels/guide/guide_question.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/widgets.h"
#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

constexpr float words_size = 17;  // units
constexpr float words_pad = 14;
constexpr float caption_size = 25;
constexpr float min_caption_size = 16;

// The first of several paragraphs; the teacher says the rest.
std::string first_paragraph(const std::string& markdown) {
  const std::size_t begin = std::min(markdown.find_first_not_of('\n'), markdown.size());
  return markdown.substr(begin, markdown.find("\n\n", begin) - begin);
}

std::string truth_text(const lesson::Question& question, const Truth& truth, const Course& course,
                       const text::Texts& texts) {
  if (!truth.is_known) return texts.get("lecture.not_known");
  const std::size_t marks = truth.answer.marks.size();
  switch (question.kind) {
    case lesson::QuestionKind::banks:
      return texts.count("stage.banks", marks);
    case lesson::QuestionKind::sectors:
      return texts.count("stage.sectors", marks);
    default:
      return answer_text(question, truth.answer, course, texts);
  }
}

// "PAD = 0" as a button, with its key.
struct ValueButton {
  std::string id;
  std::string text;
  Action action;
  std::string key;  // that does the same; empty: there is none
};

TextStyle value_style(Ui& ui) {
  return {FontRole::mono, picture::text_title - 2, ui.palette().text};
}

constexpr float between_values = 20;  // units

float width_of(Ui& ui, const ValueButton& button) {
  const float key_w = button.key.empty() ? 0 : ui.px(8) + keycap_width(ui, button.key);
  return ui.text_width(button.text, value_style(ui)) + key_w;
}

void draw(Ui& ui, float x, float middle, const ValueButton& button) {
  const float gap = ui.px(8);
  const float h = ui.px(28);
  const Rect box{x - gap, std::round(middle - h / 2), width_of(ui, button) + 2 * gap, h};
  const Press press = ui.item("lecture.value." + button.id, box);
  if (press.hovered) ui.fill(box, ui.palette().selection, ui.px(5));
  if (press.focused) ui.focus_ring(box, ui.px(5));
  if (press.pressed) ui.ask(button.action);
  x += ui.text(x, middle, button.text, value_style(ui));
  if (!button.key.empty()) draw_keycap(ui, x + gap, middle, button.key);
}

// The padding and the size, which have keys, come first; the last ones may find no room.
std::vector<ValueButton> value_buttons(const Session& session,
                                       const std::vector<lesson::Parameter>& parameters) {
  const lesson::Parameter* pad = pad_parameter(session);
  const lesson::Parameter* size = size_parameter(session);
  std::vector<ValueButton> buttons;
  for (const lesson::Parameter& parameter : parameters) {
    ValueButton button{parameter.name,
                       fmt::format("{} = {}", parameter.name, session.value_of(parameter)),
                       OpenOverlay{Overlay::parameters},
                       {}};
    if (pad != nullptr && parameter.name == pad->name) {
      button.action = Perform{Command::pad_toggle};
      button.key = "P";
    } else if (size != nullptr && parameter.name == size->name) {
      button.action = Perform{Command::size_more};
      button.key = "N";
    }
    buttons.push_back(std::move(button));
  }
  std::stable_partition(buttons.begin(), buttons.end(),
                        [](const ValueButton& each) { return !each.key.empty(); });
  return buttons;
}

// A button counts the values that find no room, and opens the list of all. Returns where they end.
float draw_values(Ui& ui, float x, float right, float middle, std::vector<ValueButton> buttons) {
  const float gap = ui.px(between_values);
  const auto overlaps = [&] {
    float end = x - gap;
    for (const ValueButton& button : buttons) end += gap + width_of(ui, button);
    return end > right;
  };
  const std::size_t all = buttons.size();
  for (std::size_t shown = all; shown > 0 && overlaps(); --shown) {
    buttons.resize(shown - 1);
    buttons.push_back({"others",
                       ui.texts().count("lecture.other_values", all - (shown - 1)),
                       OpenOverlay{Overlay::parameters},
                       {}});
  }
  for (const ValueButton& button : buttons) {
    draw(ui, x, middle, button);
    x += width_of(ui, button) + gap;
  }
  return x;
}

// The line of the kernel that declares shared memory with the padding, without blanks around it;
// empty: there is none. A question about padding needs it, and the picture shows only the access.
std::string padded_declaration(const Course& course, const Session& session) {
  const lesson::Parameter* pad = pad_parameter(session);
  if (pad == nullptr || course.step_run() == nullptr) return {};
  for (const std::string_view line : lines_of(course.step_run()->resolved.source_text)) {
    const std::size_t begin = line.find("__shared__");
    if (begin != line.npos && line.find(pad->name) != line.npos)
      return std::string(line.substr(begin, line.find(';', begin) + 1 - begin));
  }
  return {};
}

}  // namespace

void LecturePanel::draw_caption(Ui& ui, const Lecture& lecture, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  const float middle = area.y + area.h / 2;
  const std::string position = ui.texts().get("lecture.place", fmt::arg("n", lecture.index() + 1),
                                              fmt::arg("total", lecture.deck()->scenes.size()));
  const TextStyle position_style{FontRole::ui, picture::text_title + 3, palette.text_dim,
                                 picture::AlignX::right};
  const float position_w = ui.text(right_of(area) - ui.px(4), middle, position, position_style);
  const std::string& title = lecture.scene().title.in(ui.language_code());
  const float room = area.w - position_w - ui.px(40);
  TextStyle text_style{FontRole::ui_bold, caption_size, palette.text};
  while (text_style.size > min_caption_size && ui.text_width(title, text_style) > room)
    text_style.size -= 1;
  ui.text(area.x + ui.px(4), middle, title, text_style, room);
}

void LecturePanel::draw_facts(Ui& ui, const Session& session,
                              const std::vector<StatusBar::Source>& sources,
                              const std::string& notice, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  const float middle = area.y + area.h / 2 - ui.px(1);
  const float right = right_of(area) - ui.px(4);
  float x = area.x + ui.px(12);
  // Room for both badges, so that no value gives way to one that comes with the times.
  float badges_w = 0;
  for (const char* key : {"counts.model", "times.recorded"})
    badges_w += badge_width(ui, ui.texts().get(key)) + ui.px(8);
  const LessonCard::Variant* variant = session.variant();
  // The values stand at the left, where nothing moves them under a resting pointer.
  if (variant != nullptr) {
    x = draw_values(ui, x, right - badges_w, middle, value_buttons(session, variant->parameters)) +
        ui.px(8);
  }
  if (!notice.empty()) {
    ui.text(x, middle, notice.substr(0, notice.find('\n')),
            {FontRole::ui, picture::text_title - 2, palette.text}, std::max(right - x, 1.0F));
    return;
  }
  float left = right;
  for (const StatusBar::Source& source : sources)
    left -= badge_width(ui, source.word) + (left < right ? ui.px(8) : 0);
  float badge_x = left;
  for (const StatusBar::Source& source : sources)
    badge_x += draw_badge(ui, badge_x, middle, source.word, source.color) + ui.px(8);
  if (variant == nullptr) return;
  const std::string& title = variant->title.in(ui.language_code());
  const std::string& name = title.empty() ? variant->name : title;
  const TextStyle name_style{FontRole::ui, picture::text_title - 2, palette.text_dim};
  if (x + ui.text_width(name, name_style) + ui.px(12) <= left) ui.text(x, middle, name, name_style);
}

float LecturePanel::draw_controls(Ui& ui, const Lecture& lecture, bool lit,
                                  const Rect& area) const {
  using What = ControlLecture::What;
  const text::Texts& texts = ui.texts();
  struct Control {
    std::string id;
    Action action;
    Glyph glyph = Glyph::none;
    bool enabled = true;
    bool chosen = false;
  };
  const std::string language = "language";
  // Those with words of this language come first, so that the others stay under a resting pointer
  // when the language changes.
  const Control controls[] = {
      {"reveal", ControlLecture{What::reveal}, Glyph::none, words_.has_answer},
      {"spotlight", ControlLecture{What::spotlight}, Glyph::none, true, lit},
      {"freeze", ControlLecture{What::freeze}},
      {"notes", ControlLecture{What::notes}},
      {language, Perform{Command::language}},
      {"previous", ControlLecture{What::previous}, Glyph::back, lecture.index() > 0},
      {"next", ControlLecture{What::next}, Glyph::forward,
       lecture.index() + 1 < lecture.deck()->scenes.size() || has_next_question(lecture)},
      {"leave", ControlLecture{What::leave}, Glyph::cross}};
  const auto label_of = [&](const Control& control) {
    // Labelled in the language it switches to, as in the top bar.
    return control.id == language         ? text::next_language(ui.language_code()).label
           : control.glyph == Glyph::none ? texts.get("lecture.control." + control.id)
                                          : std::string();
  };
  const auto width_of = [&](const Control& control) {
    if (control.glyph != Glyph::none) return ui.px(32);
    float w = button_width(ui, label_of(control));
    if (control.id == language) {
      for (const text::Language& each : text::languages().all)
        w = std::max(w, button_width(ui, each.label));
    }
    return w - ui.px(8);
  };
  float width = 0;
  for (const Control& control : controls) width += width_of(control);
  const float h = ui.px(28);
  const float y = std::round(area.y + area.h / 2 - ui.px(1) - h / 2);
  float x = right_of(area) - width;
  for (const Control& control : controls) {
    const float w = width_of(control);
    const std::string label = label_of(control);
    const std::string tip = texts.get(
        control.id == language ? "panel.language_tip" : "lecture.control." + control.id + "_tip");
    if (button(ui, "lecture." + control.id, {x, y, w, h},
               {.label = label,
                .glyph = control.glyph,
                .chosen = control.chosen,
                .raised = false,
                .enabled = control.enabled,
                .tooltip = tip})
            .pressed) {
      ui.ask(control.action);
    }
    x += w;
  }
  return width + ui.px(8);
}

void LecturePanel::begin_scene() {
  revealed_.clear();
  flow_.to_top();
}

bool LecturePanel::has_next_question(const Lecture& lecture) const {
  return lecture.covered() && !revealed_.empty();
}

bool LecturePanel::to_next_question(const Lecture& lecture) {
  if (!has_next_question(lecture)) return false;
  begin_scene();
  return true;
}

void LecturePanel::reveal(Lecture& lecture, bool insists) {
  Course* course = lecture.course();
  const lesson::Question* open = course != nullptr ? course->open_question() : nullptr;
  if (open == nullptr) {
    // The last answer makes room for the picture, and comes back.
    const std::vector<AskedQuestion> all =
        course != nullptr ? course->questions() : std::vector<AskedQuestion>();
    revealed_ = revealed_.empty() && !all.empty() ? all.back().question->name : std::string();
    return;
  }
  if (to_next_question(lecture)) return;
  flow_.to_top();
  const std::string name = open->name;
  const Answer answer = draft_.answer(open->kind);
  const std::optional<AskedQuestion> asked = asked_in(*course, name);
  const bool can_be_marked = asked && asked->canvas.marks() > 0 && course->on_path();
  if (can_be_marked && answer.empty() && !insists && draft_.refusal != Refusal::empty) {
    draft_.refusal = Refusal::empty;
    return;
  }
  const bool was_marked = !answer.empty() && course->answer(answer) == Refusal::none;
  if (was_marked || lecture.reveal()) revealed_ = name;
}

LecturePanel::Words LecturePanel::words_of(const Ui& ui, const Session& session,
                                           const Lecture& lecture) const {
  Words words;
  const Course* course = lecture.course();
  if (course == nullptr) return words;
  const std::vector<AskedQuestion> all = course->questions();
  words.has_answer = !all.empty();
  const AskedQuestion* asked = nullptr;
  std::size_t number = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_meant = revealed_.empty() ? all[i].state == QuestionState::open
                                            : all[i].question->name == revealed_;
    if (is_meant) {
      asked = &all[i];
      number = i;
    }
  }
  if (asked == nullptr) return words;
  const lesson::Question& question = *asked->question;
  const auto prose = [&](const std::string& section) {
    return course->text(section, ui.language_code()).text;
  };
  words.id = question.name;
  words.open = asked->state == QuestionState::open;
  words.question = prose(lesson::question_section(question.name));
  if (all.size() > 1) {
    words.position = ui.texts().get("guide.question_of", fmt::arg("n", number + 1),
                                    fmt::arg("total", all.size()));
  }
  for (const lesson::Choice& choice : question.choices)
    words.choices.push_back(prose(lesson::choice_section(question.name, choice.name)));
  words.code = padded_declaration(*course, session);
  if (!words.open && asked->truth) {
    words.truth = truth_text(question, *asked->truth, *course, ui.texts());
    // The answer is of the step's values, and the picture may show others by now.
    if (course->step_run() != nullptr && session.run().shown() != nullptr) {
      const lesson::Values asked_with =
          differing(course->step_run()->resolved.params, session.run().shown()->resolved.params);
      if (!asked_with.empty()) {
        words.truth =
            ui.texts().get("lecture.answer_with", fmt::arg("values", values_text(asked_with)),
                           fmt::arg("answer", words.truth));
      }
    }
    words.why = first_paragraph(prose(lesson::answer_section(question.name)));
  } else if (!words.open) {
    // Without a failure, a run that the answer needs has not ended.
    const bool comes = asked->failure.empty() && asked->problem.empty();
    words.truth = ui.texts().get(comes ? "lecture.computing" : "lecture.not_known");
  }
  return words;
}

float LecturePanel::lay_out(Ui& ui, const Rect& area, bool draws) {
  const Words& words = words_;
  const picture::Palette& palette = ui.palette();
  const float pad = ui.px(words_pad);
  const float width = area.w - 2 * pad;
  float used = ui.px(10);
  if (draws) {
    draw_background(ui, area);
    ui.fill({area.x, area.y, ui.px(4), area.h}, words.open ? palette.costly : palette.good,
            ui.px(2));
    flow_.begin(ui, {area.x + pad, area.y + used, width, area.h - 2 * used});
  }
  const auto prose = [&](const std::string& part, const std::string& text, const Color& color,
                         bool bold, float indent) {
    const picture::ProseStyle text_style{words_size, color, bold};
    const std::string id = words.id + part;
    const float h = flow_.height_of(ui, id, text, width - indent, text_style);
    if (draws) {
      flow_.prose_at(ui, id, text, flow_.left() + indent, flow_.y(), width - indent, text_style);
      flow_.space(h);
    }
    used += h;
  };
  const auto space = [&](float units) {
    used += ui.px(units);
    if (draws) flow_.space(ui.px(units));
  };
  // The class still sees what was asked when it sees the answer.
  prose(".question",
        words.position.empty() ? words.question : "**" + words.position + "** · " + words.question,
        words.open ? palette.text : palette.text_dim, false, 0);
  if (words.open) {
    for (std::size_t i = 0; i < words.choices.size(); ++i) {
      space(4);
      const std::string letter(1, static_cast<char>('a' + i));
      prose(".choice" + letter, "**" + letter + "** · " + words.choices[i], palette.text, false,
            ui.px(12));
    }
    if (!words.code.empty()) {
      space(4);
      prose(".code", "`" + words.code + "`", palette.text, false, 0);
    }
  } else {
    space(4);
    if (const std::string lead = lead_of(words); !lead.empty()) {
      prose(".why", lead + words.why, palette.text, false, 0);
    } else {
      prose(".truth", words.truth, palette.good_text, true, 0);
      space(2);
      prose(".why", words.why, palette.text, false, 0);
    }
  }
  if (draws) flow_.end(ui);
  return used + ui.px(10);
}

std::string LecturePanel::lead_of(const Words& words) {
  constexpr std::size_t short_answer = 60;
  const bool is_short =
      words.truth.size() < short_answer && words.truth.find_first_of("*`\n") == std::string::npos;
  return is_short && !words.why.empty() ? "**" + words.truth + "** · " : std::string();
}

void LecturePanel::shorten_reason(Ui& ui, float width) {
  const std::string lead = lead_of(words_);
  const picture::ProseStyle text_style{words_size, ui.palette().text, false};
  const auto height = [&](const std::string& part, const std::string& text) {
    return flow_.height_of(ui, words_.id + part, text, width, text_style);
  };
  const float most = 3.2F * height(".line", "x");
  std::string& why = words_.why;
  constexpr std::string_view stop = "。", left_out = " …";
  while (height(".why" + std::to_string(why.size()), lead + why) > most) {
    if (why.ends_with(left_out)) why.resize(why.size() - left_out.size());
    const std::size_t latin = why.rfind(". ");
    const std::size_t chinese =
        why.size() > stop.size() ? why.rfind(stop, why.size() - stop.size() - 1) : why.npos;
    if (latin != why.npos) {
      why.resize(latin + 1);
      why += left_out;
    } else if (chinese != why.npos) {
      why.resize(chinese + stop.size());
      why += left_out;
    } else {
      return;
    }
  }
}

float LecturePanel::question_height(Ui& ui, const Session& session, const Lecture& lecture,
                                    float width) {
  words_ = words_of(ui, session, lecture);
  shorten_reason(ui, width - 2 * ui.px(words_pad));
  const bool says = words_.open || !words_.truth.empty();
  return says ? lay_out(ui, {0, 0, width, 0}, false) : 0;
}

void LecturePanel::draw_question(Ui& ui, const Rect& area) {
  if (area.h >= 1) lay_out(ui, area, true);
}

}  // namespace lanescope::app
