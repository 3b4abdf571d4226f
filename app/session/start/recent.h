// Where the user was when the program ended, and the kernels and decks of their own that they
// opened.
//
// File (JSON): recent.json in the folder of progress_path(). It is a convenience: if it cannot be
// read, nothing is remembered, and if it cannot be written, nobody is told.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/files/progress_file.h"
#include "app/session/selection/selection.h"
#include "app/session/session.h"

namespace lanescope::app {

// A place to go on from.
struct Visit {
  std::string lesson;  // a shipped id, or an absolute path
  std::string variant;
  lesson::Values set;  // values that differ from the variant's own
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine;    // as in RunRequest
  std::string view;       // for parse_view()
  std::string step_name;  // of the guide that leads, or "exercise"; empty: no guide leads
  bool on_step = false;   // the state is the step's own; false: the learner changed something
  bool operator==(const Visit&) const = default;
};

// The session's present place; `page`: the open page. The step is left empty.
[[nodiscard]] Visit visit_of(const Session& session, const ViewRequest& page);
// The lesson, its variant, the values and the machine still exist.
[[nodiscard]] bool is_there(const Visit& visit);
// Sets lesson, variant, values, compiler and machine.
void put_into(State& state, const Visit& visit);

// A lesson that a door of the start page opened, with the progress in it at that time.
struct EnteredLesson {
  std::string lesson;  // its id
  LessonProgress progress;
};
// Nothing was done there: no question answered, no step taken, nothing changed. Then it is no place
// to go on from yet. `progress`: in that lesson, now.
[[nodiscard]] bool is_untouched(const EnteredLesson& entered, const Visit& visit,
                                const LessonProgress& progress);

class RecentStore {
 public:
  static constexpr std::size_t max_kernels = 10;
  // Reads the file. An empty path: nothing is read or written.
  explicit RecentStore(std::filesystem::path path);

  [[nodiscard]] const std::optional<Visit>& last() const { return last_; }
  // Absolute paths, the newest first.
  [[nodiscard]] const std::vector<std::filesystem::path>& kernels() const { return kernels_; }
  // Both write the file if something changes.
  void put_last(const Visit& visit);
  void put_kernel(const std::filesystem::path& lesson);

 private:
  void write() const;

  std::filesystem::path path_;
  std::optional<Visit> last_;
  std::vector<std::filesystem::path> kernels_;
};

[[nodiscard]] std::filesystem::path recent_path();

// What a kernel's lesson file is known by: the folder of a lesson.toml, else the file.
[[nodiscard]] std::filesystem::path known_by(const std::filesystem::path& lesson);

}  // namespace lanescope::app
