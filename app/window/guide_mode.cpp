#include "app/window/guide_mode.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "app/figures/appearance.h"
#include "app/session/shortcuts.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/access/question_view.h"

namespace lanescope::app {

std::string GuideMode::position(const Session& session) const {
  return (session.lesson() ? session.lesson()->id : std::string()) + "/" +
         (course_->active() ? std::to_string(course_->step()) : std::string());
}

bool GuideMode::hidden(const Session& session) const {
  return course_ != nullptr && course_->guide() != nullptr && hidden_at_ == position(session);
}

GuideDisplay GuideMode::display(const Session& session) const {
  if (course_ == nullptr || course_->guide() == nullptr || hidden(session))
    return GuideDisplay::none;
  return course_->active() ? GuideDisplay::led : GuideDisplay::offered;
}

bool GuideMode::covered(const Session& session) const {
  return display(session) == GuideDisplay::led && course_->covered();
}

// Each message is shown until the next key press. Progress stays in memory even if it can't be
// saved.
std::string GuideMode::news(const Session& session) {
  std::string news;
  {
    const std::lock_guard lock(editor_report_->mutex);
    if (const auto failure = std::exchange(editor_report_->failure, std::nullopt)) {
      news = text_of(*failure, texts_of(session.state().settings));
      editor_failure_ = *failure;
      editor_failed_ = true;
    }
  }
  if (course_ == nullptr) return news;
  if (course_->problem() != reported_guide_problem_) {
    reported_guide_problem_ = course_->problem();
    if (!reported_guide_problem_.empty()) {
      const text::Texts texts = texts_of(session.state().settings);
      news = texts.get("guide.broken", fmt::arg("why", reported_guide_problem_));
    }
  }
  if (course_->progress().problem() != reported_progress_problem_) {
    reported_progress_problem_ = course_->progress().problem();
    if (!reported_progress_problem_.empty()) news = reported_progress_problem_;
  }
  return news;
}

std::string GuideMode::step_text(std::string_view language) const {
  const lesson::GuideStep* step = course_->current();
  if (step == nullptr) return course_->text(lesson::exercise_section, language).text;
  std::string text = course_->text(lesson::step_section(step->name), language).text;
  for (const lesson::Question& question : step->questions)
    text += "\n" + course_->text(lesson::question_section(question.name), language).text;
  return text;
}

void GuideMode::follow_step(Session& session, Pages& pages, bool single_page) {
  if (!hidden(session)) {
    hidden_at_.clear();  // coming back to the step shows it again
  }
  if (display(session) != GuideDisplay::led) {
    last_position_.clear();
    named_code_ = {};
    return;
  }
  const std::string at = position(session);
  if (at != named_code_.at && !session.run().running() && session.run().shown() != nullptr)
    named_code_ = {at, code_spans(step_text(session.state().settings.language))};
  const bool is_covered = course_->covered();
  const bool come_to = at != last_position_;
  if (single_page ? come_to : !is_covered && (come_to || was_covered_)) {
    // check-lessons has checked its argument.
    static_cast<void>(pages.open(course_->view(), session));
  }
  if (come_to && single_page) pages.show(Page::guide);
  last_position_ = at;
  was_covered_ = is_covered;
}

void GuideMode::check_exercise(const Session& session) {
  if (display(session) == GuideDisplay::led && course_->at_exercise() && !session.run().running() &&
      session.run().shown() != nullptr && session.run().shown() != checked_) {
    checked_ = session.run().shown();
    course_->check();
  }
}

// The file that the learner changes, found once for each lesson and kernel.
const OwnFile& GuideMode::own_file(const Session& session) {
  const LessonCard::Variant* variant = session.variant();
  const bool is_copy = course_->in_own_copy();
  // With the source's path: for a moment, the variant is still that of the lesson before.
  const std::string key = session.state().lesson + "/" +
                          (variant != nullptr ? variant->source_path.string() : std::string()) +
                          (is_copy ? "/copy" : "") + (course_->at_exercise() ? "/exercise" : "");
  if (key == own_file_key_) return own_file_;
  own_file_key_ = key;
  own_file_ = {};
  if (!course_->at_exercise()) return own_file_;
  own_file_.exists = is_copy;
  if (is_copy && variant != nullptr) {
    own_file_.path = variant->source_path.string();
  } else if (const auto copy = course_->own_copy_path()) {
    own_file_.path = copy->kernel.string();
  } else {
    own_file_.absence = copy.error();
  }
  return own_file_;
}

void GuideMode::draw(Ui& ui, Session& session, const Layout& layout) {
  const lesson::Parameter* pad = pad_parameter(session);
  if (pad == nullptr || display(session) == GuideDisplay::led) {
    points_at_padding_ = tried_padding_ = false;
  } else if (points_at_padding_ || tried_padding_) {
    points_at_padding_ = session.value_of(*pad) == 0;
    tried_padding_ = !points_at_padding_;
  }
  single_page_ = layout.single_page;
  asks_here_ = false;
  if (layout.guide.h < 1 && !(layout.single_page && display(session) == GuideDisplay::led)) return;
  OwnFile file = own_file(session);
  std::error_code error;
  // Who has saved the file found a way to change it.
  if (editor_failure_ &&
      std::filesystem::last_write_time(editor_failure_->file, error) != file_at_failure_) {
    editor_failure_.reset();
  }
  if (editor_failure_ && std::filesystem::equivalent(editor_failure_->file, file.path, error))
    file.trouble = text_of(*editor_failure_, ui.texts());
  file.has_editor = !editor_failed_;
  file_trouble_ = file.trouble;
  panel_.draw(ui,
              {session, *course_, *course_loader_, display(session), points_at_padding_,
               tried_padding_, layout.single_page, page_takes_enter_, std::move(file)},
              layout.guide);
}

Rect GuideMode::draw_question(Ui& ui, Session& session, const Layout& layout) {
  if (covered(session)) return draw_open(ui, session, layout);
  if (display(session) != GuideDisplay::led || !panel_.compares() || panel_.compared().empty())
    return layout.stage;
  const std::optional<AskedQuestion> question = asked_in(*course_, panel_.compared());
  if (!question || question->canvas.marks() == 0 || !question->truth || !course_->on_path())
    return layout.stage;
  if (layout.transport.h < 1) draw_background(ui, layout.stage);
  draw_question_stage(ui, session, *course_, *question, panel_.draft(), layout.stage);
  return {};
}

Rect GuideMode::draw_open(Ui& ui, Session& session, const Layout& layout) {
  const std::vector<AskedQuestion> all = course_->questions();
  const auto open = std::find_if(all.begin(), all.end(), [](const AskedQuestion& asked) {
    return asked.state == QuestionState::open;
  });
  if (open == all.end()) return {};
  draw_background(ui, layout.stage);
  asks_here_ = true;
  const Course::Beside beside = course_->beside();
  const auto number = static_cast<std::size_t>(open - all.begin());
  const AskedQuestion* before = number > 0 ? &all[number - 1] : nullptr;
  const bool after_wrong = before != nullptr && before->state == QuestionState::answered &&
                           before->truth && before->truth->is_known && !before->is_right;
  const QuestionSheet::Drawn drawn = sheet_.draw(
      ui,
      {session, *course_, *open, number + 1, all.size(), panel_.draft(),
       course_->on_path() && (beside.what == Uncovered::marks || beside.what == Uncovered::picture),
       after_wrong},
      layout.stage);
  Rect rest = drawn.beside;
  if (rest.h > 0 && beside.what == Uncovered::marks) {
    draw_question_stage(ui, session, *course_, all[beside.answered], panel_.draft(), rest);
    rest = {};
  }
  if (drawn.answer) {
    answer(ui);
  } else if (drawn.skip) {
    skip(ui);
  }
  return rest;
}

// Where the guide is a page of its own, it opens at the verdict.
void GuideMode::show_verdict(Ui& ui, const lesson::Question* asked) const {
  if (single_page_ && asked != nullptr && course_->open_question() != asked)
    ui.ask(ShowPage{Page::guide});
}

void GuideMode::answer(Ui& ui) {
  const lesson::Question* open = course_->open_question();
  ui.ask(Say{});
  panel_.answer(*course_);
  show_verdict(ui, open);
}

void GuideMode::skip(Ui& ui) {
  const lesson::Question* open = course_->open_question();
  panel_.skip(*course_);
  show_verdict(ui, open);
}

void GuideMode::press(const Binding& binding, Ui& ui, Session& session) {
  const bool steps =
      binding.command == Command::step_next || binding.command == Command::step_previous;
  if (course_ == nullptr || course_->guide() == nullptr ||
      (display(session) == GuideDisplay::none && !steps)) {
    return;
  }
  const bool forward = binding.command == Command::step_next;
  switch (binding.command) {
    case Command::step_next:
    case Command::step_previous:
      if (!course_->active()) return course_->begin();
      return forward ? course_->next() : course_->previous();
    case Command::guide_down:
      return panel_.scroll_by(3);
    case Command::guide_up:
      return panel_.scroll_by(-3);
    case Command::show_answer:
      return covered(session) ? skip(ui) : void();
    default:
      return;
  }
}

bool GuideMode::answer_key(const AnswerKey& key, Ui& ui, const Session& session) {
  if (!covered(session)) return false;
  // If a control has the keyboard focus, Enter and Space press it.
  const bool presses = key.kind == AnswerKey::Kind::answer || key.kind == AnswerKey::Kind::mark;
  if (presses && ui.focus().visible()) return false;
  if (key.kind == AnswerKey::Kind::answer) {
    asks_here_ ? answer(ui) : ui.ask(ShowPage{Page::stage});
    return true;
  }
  const std::optional<AskedQuestion> open = asked_in(*course_, {});
  if (!open) return false;
  const Rect& picture = sheet_.picture();
  AnswerDraft& draft = panel_.draft();
  const bool taken = draft.press(key, *open, marks_per_row(ui, *open, picture));
  if (taken && !asks_here_) ui.ask(ShowPage{Page::stage});
  if (taken && !open->canvas.lines.empty()) {
    const std::size_t fit = picture::lines_in_sector_question(ui.style(), picture.w, picture.h,
                                                              open->canvas.lines.size());
    draft.first_line =
        picture::first_line_with(draft.first_line, open->canvas.lines.size(), draft.cursor, fit);
  }
  return taken;
}

bool GuideMode::asks_before_hiding(Ui& ui, const Session& session) {
  if (!covered(session) || !panel_.ask_before_hiding()) return false;
  if (single_page_) ui.ask(ShowPage{Page::guide});
  return true;
}

void GuideMode::set_shown(const Session& session, bool shown) {
  hidden_at_.clear();
  if (!shown && course_ != nullptr) hidden_at_ = position(session);
}

void GuideMode::go_on(Ui& ui, const Session& session) {
  if (display(session) != GuideDisplay::led || course_->covered()) return;
  if (panel_.reviews()) return ui.ask(OpenOverlay{Overlay::review});
  course_->next();
}

void GuideMode::ask_again(Session& session, const std::string& lesson,
                          const std::string& question) {
  if (!session.lesson() || session.lesson()->id != lesson) choose_lesson(session, lesson, false);
  course_->update();
  const lesson::Guide* guide = course_->guide();
  const lesson::GuideStep* step = guide != nullptr ? guide->step_of(question) : nullptr;
  if (step == nullptr) return;
  hidden_at_.clear();
  course_->go_to(guide->step_number(step->name).value_or(0));
  course_->ask_again(question);
  panel_.come_from_review();
}

void GuideMode::choose_lesson(Session& session, const std::string& lesson, bool begins,
                              bool at_first_step) {
  session.choose_lesson(lesson);
  points_at_padding_ = tried_padding_ = false;
  hidden_at_.clear();
  if (course_ != nullptr && begins) {
    course_->update();
    course_->begin();
    if (at_first_step) course_->go_to(0);
  }
}

void GuideMode::reset_progress() {
  progress_->reset_all();
  course_->reset();
}

bool GuideMode::has_news() const {
  const std::lock_guard lock(editor_report_->mutex);
  return editor_report_->failure.has_value();
}

void GuideMode::use_wake(std::function<void()> wake) {
  const std::lock_guard lock(editor_report_->mutex);
  editor_report_->wake = std::move(wake);
}

GuideMode::~GuideMode() { use_wake({}); }

std::string GuideMode::open_own_copy(const Session& session, OpenOwnCopy::To to) {
  const auto copy = course_->open_own_copy();
  if (!copy) return copy.error();
  const text::Texts texts = texts_of(session.state().settings);
  const std::string path = copy->kernel.string();
  if (to == OpenOwnCopy::To::copy_path) {
    ImGui::SetClipboardText(path.c_str());
    return texts.get("guide.path_copied", fmt::arg("path", path));
  }
  if (const auto failure = start_editor(copy->kernel)) return text_of(*failure, texts);
  return texts.get("guide.file_opened", fmt::arg("path", path));
}

std::optional<EditorFailure> GuideMode::start_editor(const std::filesystem::path& file) {
  editor_failure_.reset();
  editor_failed_ = false;
  std::error_code error;
  file_at_failure_ = std::filesystem::last_write_time(file, error);
  const auto opened = open_in_editor(file, [report = editor_report_](EditorFailure failure) {
    const std::lock_guard lock(report->mutex);
    report->failure = std::move(failure);
    if (report->wake) report->wake();
  });
  if (opened) return std::nullopt;
  editor_failure_ = opened.error();
  editor_failed_ = true;
  return opened.error();
}

void GuideMode::mark_differences(LaunchMaps& maps) const {
  std::vector<report::ArrayDifferencePtr> differences;
  const GradePtr grade = course_ != nullptr ? course_->grade() : nullptr;
  for (const KeptArray& array : grade ? grade->arrays : std::vector<KeptArray>{}) {
    if (array.difference) differences.push_back(array.difference);
  }
  maps.mark(std::move(differences), grade != nullptr && course_->is_graded());
}

std::string GuideMode::reset_own_copy(const Session& session) {
  const auto aside = course_->reset_own_copy();
  if (!aside) return aside.error();
  if (aside->empty()) return {};
  return texts_of(session.state().settings)
      .get("guide.copy_kept", fmt::arg("path", aside->string()));
}

}  // namespace lanescope::app
