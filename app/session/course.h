// Leads a learner through a guide, without a window: the current step, the open question, the
// answers given and the true ones.
//
// It controls a Session by its commands: each step sets the session's variant, values and view.
// update() looks at the session's runs; second runs (`against`) and grading use their own threads.
// All functions are called on the session's thread. The exercise follows the last step if the
// lesson has one.
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
#include "app/session/course/hints.h"
#include "app/session/course/progress.h"
#include "app/session/course/question.h"
#include "app/session/session.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {

enum class QuestionState : std::uint8_t { waits, open, answered, skipped };

// A question of the step, as it is shown.
struct AskedQuestion {
  const lesson::Question* question = nullptr;
  QuestionState state = QuestionState::waits;  // waits: earlier questions come first
  Answer given;                                // if answered
  Answer first;                                // the wrong first try; empty: none
  std::optional<Hint> hint;                    // open, after a wrong first try
  // Set if answered or skipped, and the step's run is finished. Truth::is_known is false if it
  // depends on facts that are not known here.
  std::optional<Truth> truth;
  bool is_right = false;
  MarkCanvas canvas;    // for sectors and banks; empty until the step's run is finished
  std::string problem;  // an error in the question itself; empty: none
  // Why the run that it needs, the step's or the second one, failed; empty: it did not.
  std::string failure;
};

// A section's Markdown with the facts filled in.
struct GuideProse {
  std::string text;          // empty: there is no such section
  bool is_fallback = false;  // English, because the translation is missing
};

// Whose times stand in a section, or decide a question's answer.
struct TimeOrigin {
  bool is_measured = false;  // on this machine's GPU; false: recorded
  std::string gpu;
  bool operator==(const TimeOrigin&) const = default;
};
struct SectionTimes {
  bool needed = false;
  std::vector<TimeOrigin> origins;  // each once; empty: no time is known
};

class Course {
 public:
  struct Services {
    Runner run;                    // for second runs
    GradeWorker::Work grade;       // for the exercise; empty: app::grade
    bool own_copies = false;       // the exercise opens the learner's own copy if there is one
    std::function<void()> wake{};  // called on other threads when update() has something to take
    // A wrong answer gets a hint and a second try. False in lectures, where the teacher reveals.
    bool second_try = true;
  };

  // Both references must outlive the course. Inactive until begin().
  Course(Session& session, ProgressStore& progress, Services services);

  // Call after Session::update(). True: something that is shown has changed. While active, another
  // lesson in the session is entered at its first step, or where the learner left it.
  bool update();

  // --- what is shown ---
  // The guide of the session's lesson; nullptr: none, or it is broken.
  [[nodiscard]] const lesson::Guide* guide() const;
  // Why the guide is broken, with its place. Empty: it is not.
  [[nodiscard]] const std::string& problem() const;
  // The guide leads: the session shows the current step. False: the learner explores freely.
  [[nodiscard]] bool active() const { return active_; }
  [[nodiscard]] std::size_t steps() const;  // not counting the exercise
  [[nodiscard]] std::size_t step() const { return step_; }
  // The number of the step with this name, or of "exercise", for go_to(). The error lists the
  // names.
  // A step's name, its number from 1, or "exercise".
  [[nodiscard]] tl::expected<std::size_t, std::string> step_named(const std::string& name) const;
  [[nodiscard]] bool at_exercise() const;
  [[nodiscard]] const lesson::GuideStep* current()
      const;  // nullptr at the exercise, or without a guide
  [[nodiscard]] bool is_seen(std::size_t step) const;
  // Also of the exercise: done when it was solved.
  [[nodiscard]] GuideStepState state_of_step(std::size_t step) const;
  // Where begin() goes. Requires a guide.
  [[nodiscard]] std::size_t position_reached() const;
  // The session still shows the step's setting; false: the learner has changed something.
  [[nodiscard]] bool on_path() const;
  [[nodiscard]] std::vector<AskedQuestion> questions() const;
  // The first question that is neither answered nor skipped; nullptr: none.
  [[nodiscard]] const lesson::Question* open_question() const;
  // A question is open, so the step's picture and counts must stay hidden.
  [[nodiscard]] bool covered() const { return active_ && open_question() != nullptr; }
  // What the stage may show beside the open question, and of which of questions() it is the answer.
  struct Beside {
    Uncovered what = Uncovered::nothing;
    std::size_t answered = 0;  // index into questions(); only if something may be shown
  };
  [[nodiscard]] Beside beside() const;
  // The step's run, or the second run that an open question needs, is in progress.
  [[nodiscard]] bool running() const;
  // The compiler is asked for the registers that the step's text or questions need.
  [[nodiscard]] bool asking_occupancy() const { return occupancy_worker_.busy(); }
  // The page and the machine of the step.
  [[nodiscard]] const ViewRequest& view() const { return view_; }
  [[nodiscard]] const std::string& machine() const;  // "": the default machine
  // `section`: "goal", "step.aligned", "answer.sectors" ...; answers have the step's facts filled
  // in.
  [[nodiscard]] GuideProse text(const std::string& section, std::string_view language,
                                lesson::Medium medium = lesson::Medium::window) const;
  [[nodiscard]] SectionTimes times_in(const std::string& section) const;
  // Some of the guide's text shown now is English, because the translation is missing.
  [[nodiscard]] bool is_untranslated(std::string_view language) const;
  [[nodiscard]] const Facts& facts() const { return facts_; }
  // The basis for questions and their answers, independent of later changes in the session: the
  // step's run (null: not finished), the view's selection in it, and the selected access (may be
  // nullptr).
  [[nodiscard]] const OutcomePtr& step_run() const { return run_; }
  [[nodiscard]] const Selection& selection() const { return selection_; }
  [[nodiscard]] const report::Event* event() const;
  // The line of code that a question is about, from 1: the one that the guide names, else that of
  // the step's picture. 0: none, as for a question about times or about the launch.
  [[nodiscard]] int line_of(const lesson::Question& question) const;
  // That of the open question; nullopt: none is open, or its run has not finished.
  [[nodiscard]] std::optional<int> line_asked() const;
  // That of the step's last question once all are answered, while the learner has chosen no other
  // access; nullopt: it names none.
  [[nodiscard]] std::optional<int> line_answered(const Selection& chosen) const;

  // --- commands: navigation ---
  void begin();                  // at the step last reached; requires a guide
  void leave();                  // explore freely; keeps the step
  void go_to(std::size_t step);  // steps(): the exercise; larger: ignored
  void next();
  void previous();
  void return_to_step();  // after the learner changed something

  // --- commands: questions ---
  // Answers the open question. After a wrong first try the question stays open, with a hint.
  [[nodiscard]] Refusal answer(const Answer& answer);
  void skip();  // shows the truth
  void ask_again(const std::string& question);
  void reset();  // deletes this lesson's progress and starts again

  // --- the exercise ---
  void check();  // grades what the session shows
  // The file that the learner changes, whether it has been made or not. The error says why there
  // can be none.
  [[nodiscard]] tl::expected<OwnCopy, std::string> own_copy_path() const;
  // Creates a copy of the lesson in which the learner can change the kernel, and sets the session
  // to it. From then on the exercise opens the copy, and the steps open the lesson itself. The
  // error says what could not be written.
  [[nodiscard]] tl::expected<OwnCopy, std::string> open_own_copy();
  [[nodiscard]] bool in_own_copy() const;
  // Moves the copy to another name (returned) and shows the original lesson.
  [[nodiscard]] tl::expected<std::filesystem::path, std::string> reset_own_copy();
  [[nodiscard]] bool checking() const { return grader_.busy(); }
  [[nodiscard]] const GradePtr& grade() const { return grade_; }  // the newest; null: none yet
  [[nodiscard]] const std::optional<Problem>& grade_problem() const { return grade_problem_; }
  // grade() is of the launch that the session shows.
  [[nodiscard]] bool is_graded() const {
    return grade_ != nullptr && graded_ == session_.run().shown() && !checking();
  }
  // How the exercise was solved last; nullptr: it was not, or it is not known.
  [[nodiscard]] const Solved* solved() const;

  [[nodiscard]] const ProgressStore& progress() const { return progress_; }

 private:
  struct AgainstRun {  // a run of `against`
    lesson::VariantSetting setting;
    OutcomePtr run;  // null: not there yet
    Facts facts;     // of `run`
    TimingKey key;   // of `run`
    std::optional<OccupancyFacts> occupancy;
    std::optional<Problem> problem;
  };

  [[nodiscard]] bool take_lesson();
  void enter(std::size_t step);
  void forget_run();
  void go_to_exercise();
  [[nodiscard]] bool is_same_launch(const OutcomePtr& shown, compile::Compiler compiler) const;
  [[nodiscard]] bool change_copy_for(std::size_t step);
  // Of the step, or where the exercise begins.
  [[nodiscard]] const lesson::VariantSetting* setting() const;
  // As setting(); of an exercise that was solved: as it was solved.
  [[nodiscard]] lesson::VariantSetting setting_to_show() const;
  [[nodiscard]] bool is_step_run(const Outcome& outcome) const;
  [[nodiscard]] bool take_run();
  [[nodiscard]] bool take_against_run();
  [[nodiscard]] bool take_grade();
  [[nodiscard]] bool take_occupancy();
  void start_occupancy();
  void start_against_run();
  void add_moving_to(Facts& facts, const Outcome& outcome) const;
  bool take_transfers();
  [[nodiscard]] const AgainstRun* against_run_of(const lesson::Question& question) const;
  // The step's facts with those of the question's second run and of times; empty: not all available
  // yet.
  [[nodiscard]] std::optional<Facts> facts_for(const lesson::Question& question) const;
  void add_machine_and_time(Facts& facts, const TimingKey& key,
                            const std::optional<OccupancyFacts>& occupancy) const;
  [[nodiscard]] FactNames names_for(const lesson::Question* question) const;
  // `facts`: facts_for() the question.
  [[nodiscard]] tl::expected<Truth, std::string> truth_for(const lesson::Question& question,
                                                           const Facts& facts) const;
  [[nodiscard]] MarkCanvas canvas_for(const lesson::Question& question) const;
  void add_first_try(AskedQuestion& asked) const;
  void close(const lesson::Question& question, AnswerGiven given);
  // Why facts_for() will stay empty; empty: the facts are available or in progress.
  [[nodiscard]] std::string failure_of(const lesson::Question& question) const;
  [[nodiscard]] std::vector<std::string> shown_sections() const;
  [[nodiscard]] const LessonProgress& lesson_progress() const { return progress_.of(lesson_id_); }

  Session& session_;
  ProgressStore& progress_;
  Services services_;
  std::string lesson_;  // State::lesson that the guide belongs to
  std::string lesson_id_;
  std::shared_ptr<const lesson::Guide> guide_;  // of the lesson; null: none
  std::string problem_;
  bool active_ = false;
  std::size_t step_ = 0;
  ViewRequest view_;
  lesson::Values wanted_;                    // every parameter of the step
  std::string wanted_variant_;               // the variant's name
  OutcomePtr run_;                           // run of the step; null: not finished
  Selection selection_;                      // the view's, in `run_`
  Facts facts_;                              // of `run_`
  std::uint64_t moving_revision_ = 0;        // of the transfers in `facts_`
  TimingKey key_;                            // of `run_`
  std::optional<OccupancyFacts> occupancy_;  // of `run_`
  std::vector<AgainstRun> against_runs_;
  std::optional<std::size_t> against_running_;
  GradePtr grade_;
  OutcomePtr graded_;   // the run shown when grade_ was requested ...
  OutcomePtr checked_;  // ... and when the newest was
  std::optional<Problem> grade_problem_;
  Worker against_worker_;
  OccupancyWorker occupancy_worker_;
  GradeWorker grader_;  // these three last, so that their threads end first
};

}  // namespace lanescope::app
