// A guide being walked through, without any window: which step, which question is open, what was
// answered and what is true.
//
// It drives a Session by its commands: each step is a scene (variant, values, view) that the
// session is set to. update() looks at what the session has run; second runs (`against`) and
// grading work on threads of their own. One thread calls all of this, the session's. After the last
// step stands the exercise, where the lesson has one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/course/exercise.h"
#include "app/session/course/facts.h"
#include "app/session/course/occupancy_facts.h"
#include "app/session/course/progress.h"
#include "app/session/course/question.h"
#include "app/session/session.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {

enum class QuestionState : std::uint8_t { waits, open, answered, skipped };

// A question of the step, as it is to be shown.
struct AskedQuestion {
  const lesson::Question* question = nullptr;
  QuestionState state = QuestionState::waits;  // waits: those before it come first
  Answer given;                                // answered
  // Answered or skipped, and the step's run is there. Not known: nothing is known here of what it
  // depends on.
  std::optional<Truth> truth;
  bool is_right = false;
  MarkCanvas canvas;    // of sectors and banks; empty until the step's run is there
  std::string problem;  // what is wrong with the question itself; empty: nothing
  // Why the run that it needs, the step's or the second one, came to nothing; empty: it did not.
  std::string failure;
};

// A section's Markdown with its facts filled in.
struct GuideProse {
  std::string text;          // empty: nobody wrote it
  bool is_fallback = false;  // English, for want of a translation
};

class Course {
 public:
  struct Services {
    Runner run;                    // of second runs
    GradeWorker::Work grade;       // of the exercise; empty: app::grade
    std::function<void()> wake{};  // called on other threads when update() has something to take
  };

  // Both outlive it. Nobody is led until begin().
  Course(Session& session, ProgressStore& progress, Services services);

  // After Session::update(). True when anything shown changed. While a learner is led, a lesson
  // that is changed to is taken up at its first step, or where it was left.
  bool update();

  // --- what is shown ---
  // Of the session's lesson; nullptr: it has none, or it is broken.
  [[nodiscard]] const lesson::Guide* guide() const;
  [[nodiscard]] const std::string& problem() const;  // of a broken guide, with its place; or empty
  // The learner is led: the session shows the step's scene. False: the lesson is looked at freely.
  [[nodiscard]] bool active() const { return active_; }
  [[nodiscard]] std::size_t steps() const;  // the exercise is one more
  [[nodiscard]] std::size_t step() const { return step_; }
  [[nodiscard]] bool at_exercise() const;
  [[nodiscard]] const lesson::Step* current() const;  // nullptr at the exercise, or without a guide
  [[nodiscard]] bool is_seen(std::size_t step) const;
  // What the session shows is the step's scene; false: the learner changed something since.
  [[nodiscard]] bool on_path() const;
  [[nodiscard]] std::vector<AskedQuestion> questions() const;
  // The first that is neither answered nor skipped; nullptr: none.
  [[nodiscard]] const lesson::Question* open_question() const;
  // A question is open: what the step's picture and counts would tell is not to be shown.
  [[nodiscard]] bool covered() const { return active_ && open_question() != nullptr; }
  // The step's run, or the second that an open question needs, is under way.
  [[nodiscard]] bool running() const;
  // Which page the step asks for, and on which machine.
  [[nodiscard]] const ViewRequest& view() const { return view_; }
  [[nodiscard]] const std::string& machine() const;  // "": the usual one
  // "goal", "step.aligned", "answer.sectors" ...; answers with the step's facts filled in.
  [[nodiscard]] GuideProse text(const std::string& section, std::string_view language) const;
  // Something that is shown of the guide now is English, for want of a translation.
  [[nodiscard]] bool is_untranslated(std::string_view language) const;
  [[nodiscard]] const Facts& facts() const { return facts_; }
  // What questions are asked and judged by, whatever the learner has chosen in the session since:
  // the step's run (null: not there yet), what its view chooses in it, and that access (may be
  // nullptr).
  [[nodiscard]] const OutcomePtr& scene() const { return run_; }
  [[nodiscard]] const Selection& selection() const { return selection_; }
  [[nodiscard]] const report::Event* event() const;

  // --- commands: where to ---
  void begin();                  // at the step that was reached; where the lesson has a guide
  void leave();                  // looks freely; the step stays
  void go_to(std::size_t step);  // steps(): the exercise; ignored beyond
  void next();
  void previous();
  void return_to_step();  // after the learner changed something

  // --- commands: questions ---
  [[nodiscard]] Refusal answer(const Answer& answer);  // the open one
  void skip();
  void ask_again(const std::string& question);
  void reset();  // forgets this lesson's progress and begins it anew

  // --- the exercise ---
  void check();  // grades what the session shows
  // A copy of the lesson for the learner to change its kernel in; the session is set to it. The
  // error says what could not be written.
  [[nodiscard]] tl::expected<OwnCopy, std::string> open_own_copy();
  [[nodiscard]] bool in_own_copy() const;
  // Puts the copy aside under another name (given back) and shows the lesson as it was shipped.
  [[nodiscard]] tl::expected<std::filesystem::path, std::string> reset_own_copy();
  [[nodiscard]] bool checking() const { return grader_.busy(); }
  [[nodiscard]] const GradePtr& grade() const { return grade_; }  // the newest; null: none yet
  [[nodiscard]] const std::optional<Problem>& grade_problem() const { return grade_problem_; }

  [[nodiscard]] const ProgressStore& progress() const { return progress_; }

 private:
  struct Second {  // a run of `against`
    lesson::Setting setting;
    OutcomePtr run;  // null: not there yet
    std::optional<OccupancyFacts> occupancy;
    std::optional<Problem> problem;
  };

  [[nodiscard]] bool take_lesson();
  void enter(std::size_t step);
  void forget_run();
  void go_to_exercise();
  [[nodiscard]] const lesson::Setting* setting() const;  // of the step or the exercise
  [[nodiscard]] bool is_scene(const Outcome& outcome) const;
  [[nodiscard]] bool take_run();
  [[nodiscard]] bool take_second();
  [[nodiscard]] bool take_grade();
  [[nodiscard]] bool take_occupancy();
  void start_occupancy();
  void start_second();
  [[nodiscard]] const Second* second_of(const lesson::Question& question) const;
  // The step's facts with those of the question's second run and of times; empty: not there yet.
  [[nodiscard]] std::optional<Facts> facts_for(const lesson::Question& question) const;
  void add_machine_and_time(Facts& facts, const Outcome& outcome,
                            const std::optional<OccupancyFacts>& occupancy) const;
  [[nodiscard]] FactNames names_for(const lesson::Question* question) const;
  [[nodiscard]] tl::expected<Truth, std::string> truth_for(const lesson::Question& question) const;
  [[nodiscard]] MarkCanvas canvas_for(const lesson::Question& question) const;
  // Why facts_for() will stay empty; empty: they are there, or under way.
  [[nodiscard]] std::string failure_of(const lesson::Question& question) const;
  [[nodiscard]] std::vector<std::string> shown_sections() const;
  [[nodiscard]] const LessonProgress& known() const { return progress_.of(lesson_id_); }

  Session& session_;
  ProgressStore& progress_;
  Services services_;
  std::string lesson_;  // of the session's state, that is walked through
  std::string lesson_id_;
  std::shared_ptr<const lesson::Guide> guide_;  // of it; null: none
  std::string problem_;
  bool active_ = false;
  std::size_t step_ = 0;
  ViewRequest view_;
  lesson::Values wanted_;       // every parameter of the scene
  std::string wanted_variant_;  // by its name
  OutcomePtr run_;              // of the scene; null: not yet
  Selection selection_;         // the view's, in `run_`
  Facts facts_;
  std::optional<OccupancyFacts> occupancy_;  // of `run_`
  std::vector<Second> seconds_;
  std::optional<std::size_t> second_running_;
  GradePtr grade_;
  std::optional<Problem> grade_problem_;
  Worker second_worker_;
  OccupancyWorker occupancy_worker_;
  GradeWorker grader_;  // last three: their threads end first
};

}  // namespace lanescope::app
