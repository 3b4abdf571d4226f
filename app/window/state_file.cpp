#include "app/window/state_file.h"

#include <imgui.h>
#include <nlohmann/json.hpp>

#include "app/figures/appearance.h"
#include "app/session/selection/access_names.h"
#include "app/session/state_text.h"
#include "app/window/panels/guide/question_stage.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

Json frames_of(const FrameMeter* meter) {
  if (meter == nullptr) return nullptr;
  return {{"count", meter->frames()},
          {"ui_ms", meter->median().ui_ms},
          {"draw_ms", meter->median().draw_ms},
          {"most_ui_ms", meter->largest().ui_ms}};
}

Json global(const report::Counts& counts) {
  return {{"requests", counts.requests},
          {"sectors", counts.sectors},
          {"ideal_sectors", counts.ideal_sectors}};
}

Json shared(const report::Counts& counts) {
  return {{"requests", counts.requests},
          {"wavefronts", counts.wavefronts},
          {"ideal_wavefronts", counts.ideal_wavefronts},
          {"conflicts", counts.conflicts}};
}

Json access_of(const report::Event* event) {
  if (event == nullptr || event->kind != report::EventKind::access) return nullptr;
  return {{"space", name_of(event->access.space)},
          {"op", name_of(event->access.op)},
          {"bytes", event->access.bytes},
          {"mask", event->access.mask},
          {"cost", event->cost},
          {"ideal", event->ideal},
          {"ways", event->ways}};
}

Json median_of(const device::Summary* summary) {
  return summary != nullptr ? Json(summary->median) : Json(nullptr);
}

Json times_of(const Session& session) {
  Json rows = Json::array();
  for (const VariantTimes& times : session.times().all()) {
    rows.push_back(
        {{"variant", times.variant->name},
         {"measured_ms", median_of(times.measured ? &times.measured->cold : nullptr)},
         {"recorded_ms", median_of(times.recorded != nullptr && !times.recorded_of_other_text
                                       ? &times.recorded->cold
                                       : nullptr)},
         {"sectors", times.cost ? Json(times.cost->sectors) : Json(nullptr)},
         {"wavefronts", times.cost ? Json(times.cost->wavefronts) : Json(nullptr)},
         {"failure", times.failure}});
  }
  return rows;
}

const char* word_of(QuestionState state) {
  switch (state) {
    case QuestionState::waits:
      return "waits";
    case QuestionState::open:
      return "open";
    case QuestionState::answered:
      return "answered";
    case QuestionState::skipped:
      return "skipped";
  }
  return "";
}

const char* word_of(GuideDisplay show) {
  return show == GuideDisplay::none ? "none" : show == GuideDisplay::offered ? "offered" : "led";
}

const char* word_of(Uncovered what) {
  switch (what) {
    case Uncovered::nothing:
      return "nothing";
    case Uncovered::marks:
      return "marks";
    case Uncovered::picture:
      return "picture";
  }
  return "";
}

Json draft_of(const AnswerDraft& draft) {
  return {{"typed", draft.typed},
          {"choice", draft.choice},
          {"marks", draft.marks},
          {"cursor", draft.cursor ? Json(*draft.cursor) : Json(nullptr)},
          {"refusal", text_key(draft.refusal)}};
}

Json guide_of(const Session& session, const MainView& view) {
  const Course* course = view.course();
  if (course == nullptr || course->guide() == nullptr) return nullptr;
  Json json;
  json["show"] = word_of(view.guide_display(session));
  json["points_at_padding"] = view.guide().points_at_padding();
  json["covered"] = view.covered(session);
  json["beside"] = word_of(course->beside().what);
  json["on_path"] = course->on_path();
  json["lesson"] = session.lesson() ? session.lesson()->id : "";
  json["step"] = course->current() != nullptr ? course->current()->name : "exercise";
  json["place"] = course->step();
  json["places"] = course->steps() + (course->guide()->exercise ? 1 : 0);
  const lesson::Question* open = course->open_question();
  json["question"] = open != nullptr ? Json(open->name) : Json(nullptr);
  json["kind"] = open != nullptr ? Json(lesson::name_of(open->kind)) : Json(nullptr);
  json["draft"] = draft_of(view.guide().draft());
  const text::Texts texts = texts_of(session.state().settings);
  json["cover"] = "";
  if (const auto first = asked_in(*course, {}); first && !course->on_path())
    json["cover"] = off_path_text(*course, session, *first, texts);
  json["questions"] = Json::array();
  for (const AskedQuestion& asked : course->questions()) {
    json["questions"].push_back({{"name", asked.question->name},
                                 {"state", word_of(asked.state)},
                                 {"known", asked.truth.has_value()},
                                 {"right", asked.is_right},
                                 {"second_try", !asked.first.empty()},
                                 {"hint", asked.hint ? text_of(*asked.hint, texts) : ""},
                                 {"problem", asked.problem}});
  }
  json["goals"] = Json::array();
  json["passed"] = false;
  if (course->grade() != nullptr) {
    for (const GoalState& goal : course->grade()->goals)
      json["goals"].push_back({{"name", goal.name}, {"met", goal.is_met}});
    json["passed"] = course->grade()->passed();
  }
  json["solved"] = course->solved() != nullptr ? Json(course->solved()->on) : Json(nullptr);
  json["own_copy"] = course->in_own_copy();
  json["scrolled"] = view.guide().scrolled();
  json["file_trouble"] = view.guide().file_trouble();
  json["untranslated"] = course->is_untranslated(session.state().settings.language);
  return json;
}

Json start_of(const Lists& lists) {
  if (lists.shown() != Overlay::start) return nullptr;
  const StartPage& page = lists.start();
  Json listed = Json::array();
  for (const FolderEntry& entry : page.listed()) listed.push_back(entry.name);
  return {{"part", page.part() == StartPage::Part::doors ? "doors" : "own"},
          {"typed", page.typed()},
          {"listed", std::move(listed)},
          {"goes_on", page.goes_on()},
          {"elsewhere", page.elsewhere() ? Json(page.elsewhere()->lesson) : Json(nullptr)},
          {"message", page.message()},
          {"made", page.made().string()}};
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json position_of(const std::optional<StagePanel::Position>& position) {
  if (!position) return nullptr;
  return {{"group", position->group},
          {"groups", position->groups},
          {"step", position->in_group},
          {"steps", position->positions}};
}

Json lecture_of(const MainView& view) {
  if (!view.lecturing()) return nullptr;
  const Lecture& lecture = view.lecture().lecture();
  const lesson::Question* open =
      lecture.course() != nullptr ? lecture.course()->open_question() : nullptr;
  return {{"deck", lecture.deck()->id},
          {"path", lecture.deck()->path.string()},
          {"scene", lecture.index()},
          {"scenes", lecture.deck()->scenes.size()},
          {"title", lecture.scene().title.english()},
          {"covered", lecture.covered()},
          {"question", open != nullptr ? Json(open->name) : Json(nullptr)},
          {"revealed", view.lecture().panel().revealed()},
          {"answer", view.lecture().panel().answer()},
          {"draft", draft_of(view.lecture().panel().draft())}};
}

Json palette_of(const CommandPalette& palette) {
  Json ids = Json::array();
  for (const PaletteEntry& entry : palette.matches()) ids.push_back(entry.id);
  return {
      {"filter", palette.filter()}, {"matches", std::move(ids)}, {"current", palette.current()}};
}

Json editor_of(const EditorPanel& editor) {
  const EditedFile* file = editor.file();
  if (file == nullptr) return nullptr;
  const TextEdit& text = file->text();
  return {{"file", file->path().string()}, {"line", text.caret().line},
          {"column", text.caret().column}, {"selected", text.selected()},
          {"lines", text.lines().size()},  {"revision", text.revision()},
          {"saved", file->is_saved()},     {"changed", file->differs_from_original()},
          {"typing", editor.typing()},     {"finds", editor.finds()},
          {"offered", editor.offered()},   {"errors", editor.error_lines()},
          {"failure", file->failure()},    {"recovered", file->was_recovered()}};
}

}  // namespace

std::string state_json(const Session& session, const MainView& view, const Ui& ui,
                       const FrameFacts& frame) {
  const State& state = session.state();
  const OutcomePtr& shown = session.run().shown();
  Json json;
  json["frame"] = frame.number;
  json["inputs"] = frame.inputs;
  json["running"] = session.run().running();
  json["lesson"] = state.lesson;
  json["variant"] = shown ? shown->resolved.variant : state.variant;
  json["kernel"] = shown ? shown->report.kernel : "";
  json["params"] = shown ? Json(shown->resolved.params) : Json::object();
  json["compiler"] =
      state.compiler == compile::Compiler::automatic ? "automatic" : name_of(state.compiler);
  json["machine"] = state.machine;
  json["block"] = state.selection.block;
  json["warp"] = state.selection.warp;
  json["line"] = state.selection.line;
  json["file"] = state.selection.file;
  json["subject"] = state.selection.subject == Subject::divergence ? "divergence" : "memory";
  json["event"] = or_null(state.selection.event);
  json["wavefront"] = or_null(state.selection.wavefront);
  json["wavefronts"] = session.selector().wavefronts();
  json["position"] = position_of(view.stage().position(session));
  json["play"] = {{"playing", view.stage().playing()}, {"speed", state.settings.play_speed}};
  json["motion"] = {{"moving", view.gliding()},
                    {"progress", view.stage().transition().progress()},
                    {"count", view.stage().transition().count()},
                    {"reduced", state.settings.reduced_motion}};
  json["theme"] = name_of(state.settings.theme);
  json["language"] = state.settings.language;
  json["scale_percent"] = state.settings.scale_percent;
  json["width"] = static_cast<int>(ui.width());
  json["height"] = static_cast<int>(ui.height());
  json["overlay"] = name_of(view.lists().shown());
  json["keys_scrolled"] = view.lists().keys_scrolled();
  json["save_path"] =
      view.lists().shown() == Overlay::save_as ? view.lists().save_dialog().path() : "";
  json["page"] = name_of(view.pages().page());
  view.pages().add_to_state(json, session);
  json["tooltip"] = ui.shown_tooltip();
  json["focus"] = ui.focused_id();
  Json controls = Json::object();
  for (const Ui::Control& control : ui.controls())
    controls[control.id] = {control.rect.x, control.rect.y, control.rect.w, control.rect.h};
  json["controls"] = std::move(controls);
  // True only once the text field has the keyboard.
  json["editor"] = editor_of(view.editor());
  json["typing"] = view.typing() && ImGui::GetIO().WantTextInput;
  json["notice"] = view.notice().text;
  json["notice_kind"] = name_of(view.notice().kind);
  json["problem"] =
      session.run().problem() ? Json(session.run().problem()->message) : Json(nullptr);
  json["stale"] = session.run().problem_of_text() != nullptr && shown != nullptr;
  json["message"] = view.message().text();
  json["message_open"] = view.message().open();
  json["can_undo"] = session.history().can_undo();
  json["can_redo"] = session.history().can_redo();
  json["guide"] = guide_of(session, view);
  json["map"] = {{"filter", view.lists().overview().filter()},
                 {"lesson", view.lists().overview().chosen()},
                 {"lessons", view.lists().overview().size()}};
  json["review"] = {{"questions", view.lists().review().size()},
                    {"lesson", view.lists().review().chosen().lesson},
                    {"question", view.lists().review().chosen().question}};
  json["glossary"] = {{"filter", view.lists().glossary().filter()},
                      {"term", view.lists().glossary().current()},
                      {"terms", view.lists().glossary().listed().size()}};
  json["palette"] =
      view.lists().shown() == Overlay::palette ? palette_of(view.lists().palette()) : Json(nullptr);
  json["start"] = start_of(view.lists());
  json["progress_problem"] = view.course() != nullptr ? view.course()->progress().problem() : "";
  json["access"] = access_of(session.selector().event());
  json["totals"] = nullptr;
  if (shown) {
    const report::Totals& totals = shown->report.totals;
    json["totals"] = {{"global_load", global(totals.global_load)},
                      {"global_store", global(totals.global_store)},
                      {"shared_load", shared(totals.shared_load)},
                      {"shared_store", shared(totals.shared_store)}};
  }
  json["times_seen"] = view.pages().sees_times();
  json["times"] = times_of(session);
  json["reading_recordings"] = session.times().reading_recordings();
  json["recording"] = session.times().recording() != nullptr ? session.times().recording()->id : "";
  json["device"] = session.times().timings().device();
  json["measuring"] = session.times().timings().measuring();
  json["live"] = session.times().live();
  json["absence"] = session.times().timings().absence();
  json["wall_ms"] = session.run().wall_ms();
  json["lecture"] = lecture_of(view);
  json["spotlight"] = name_of(view.lecture().spotlight().mode());
  const std::optional<Rect>& lit = view.lecture().spotlight().lit();
  json["lit"] = lit ? Json::array({lit->x, lit->y, lit->w, lit->h}) : Json(nullptr);
  json["frozen"] = frame.frozen;
  json["presenter"] = frame.presenter;
  json["notes_scrolled"] = frame.notes_scrolled;
  json["picture_ms"] = frame.picture_ms;
  json["opengl"] = frame.opengl;
  json["frames"] = frames_of(frame.meter);
  // A file's name may be no UTF-8.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope::app
