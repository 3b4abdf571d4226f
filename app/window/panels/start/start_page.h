// The start page, above the panels: go on where one was, the three doors, and the page behind the
// third one, where a kernel of one's own is made or opened.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/course.h"
#include "app/session/session.h"
#include "app/session/start/recent.h"
#include "app/window/panels/base/path_completion.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

class StartPage {
 public:
  enum class Part : std::uint8_t { doors, own };
  struct Input {
    const Session& session;
    const Course* course = nullptr;  // nullptr: no guides
    const CourseLoader* course_loader = nullptr;
    const std::vector<std::filesystem::path>& kernels;  // opened before, the newest first
  };

  // Called on a worker thread when there is more to draw; may be empty.
  void use_wake(std::function<void()> wake) { completion_.use_wake(std::move(wake)); }
  // `goes_on`: the state behind the page is where the user was; it gets the first door, or
  // `elsewhere` does, if the user has done nothing yet in what is behind.
  void open(bool goes_on, std::optional<Visit> elsewhere = {});
  // Opens the page of one's own kernels. `message`: why something could not be opened; may be
  // empty. `is_open`: the start page is open; Esc returns to its doors if they were shown.
  // `kernel`: has no lesson.toml, and can get one.
  void open_own(std::string message, bool is_open, std::filesystem::path kernel = {});
  // The path field of that page gets the keyboard.
  void type_path() { types_ = true; }
  // A kernel was made here, or for one of the user's this lesson file; it is open behind the page.
  void show_made(std::filesystem::path file);
  [[nodiscard]] Part part() const { return part_; }
  [[nodiscard]] bool goes_on() const { return goes_on_; }
  [[nodiscard]] const std::optional<Visit>& elsewhere() const { return elsewhere_; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] const std::filesystem::path& made() const { return made_; }
  // Keys that write a character are not commands: they begin a path, or belong to it.
  [[nodiscard]] bool types() const { return part_ == Part::own; }
  [[nodiscard]] const std::string& typed() const { return typed_; }
  // What is listed below the path: the entries of its folder that match; empty: no list.
  [[nodiscard]] std::vector<FolderEntry> listed() const {
    return lists_folder_ ? completion_.entries() : std::vector<FolderEntry>();
  }
  // A folder was read that the next frame lists.
  [[nodiscard]] bool has_news() const {
    return part_ == Part::own && made_.empty() && lists_folder_ && completion_.has_news();
  }

  // True: the page is left, for what is behind it or for what it asked `ui` to do.
  [[nodiscard]] bool draw(Ui& ui, const Input& input);
  // Keys of the page. False: the key has no meaning here.
  bool press(const Binding& binding, Ui& ui);
  // Returns from the page of one's own kernels to the doors. False: it already shows them.
  bool back();

 private:
  struct Door {
    const char* id;
    std::string title, words, key;
  };
  void draw_doors(Ui& ui, const Input& input);
  void draw_head(Ui& ui, const Rect& row);
  void draw_columns(Ui& ui, const std::vector<Door>& doors, const Rect& area);
  void draw_rows(Ui& ui, const std::vector<Door>& doors, const Rect& area);
  void draw_picture(Ui& ui, std::size_t door, const Rect& area);
  void draw_go_on(Ui& ui, const Input& input, const Rect& box);
  void draw_foot(Ui& ui, const Rect& row);
  void enter(std::size_t door, Ui& ui);
  void go_on(Ui& ui);
  void ask_for_first_lesson(Ui& ui, const Input& input);

  void draw_own(Ui& ui, const Input& input);
  float draw_begin(Ui& ui, const Rect& area);
  // What is typed without a click on the field.
  void take_typed(Ui& ui);
  float draw_path(Ui& ui, const Rect& area);
  float draw_folder(Ui& ui, const Rect& area);
  float draw_kernels(Ui& ui, const Input& input, const Rect& area);
  float draw_drop(Ui& ui, const Rect& area);
  void open_typed(Ui& ui);
  // Goes into a folder of the list, or opens a file.
  void choose_entry(const FolderEntry& entry, Ui& ui);
  void complete(std::string path);
  // Arrow keys and Tab while the path is typed. False: they move the keyboard focus.
  bool move_in_folder(int direction);
  bool complete_typed();
  // A button of the page's scrolled part; scrolls to it when it gets the focus.
  bool own_button(Ui& ui, const std::string& id, const Rect& box, const std::string& label,
                  bool primary);

  Part part_ = Part::doors;
  bool goes_on_ = false;
  std::optional<Visit> elsewhere_;
  std::optional<lesson::Lesson> elsewhere_lesson_;
  bool leaves_ = false;
  bool focuses_ = false;              // focus the first door or button in the next frame
  bool waits_for_course_ = false;     // the first door was entered before the course was read
  bool from_doors_ = false;           // Esc returns to the doors
  std::string pressed_;               // a door that a key entered
  std::string code_, code_language_;  // of the third door's picture
  Rect sheet_;

  std::string typed_;
  std::string opened_;  // was typed or chosen, and opened: its neighbours are listed, not only it
  bool editing_ = false, edit_begins_ = false;
  bool types_ = false;       // in the next frame the path field gets the keyboard
  bool is_new_page_ = true;  // the character of the key that opened it may still come
  PathCompletion completion_;
  std::optional<std::string> completed_;  // takes the place of what is typed, in the next frame
  bool lists_folder_ = false;             // once the path was typed at
  bool reads_again_ = false;              // the folder may have changed
  std::optional<std::size_t> entry_;      // of the list, chosen by arrow keys
  std::size_t first_entry_ = 0;           // visible
  std::string message_;
  std::filesystem::path made_, without_lesson_;
  std::vector<std::string> kernels_;  // in the file without a lesson, if there are several
  Scroll scroll_;
  float own_height_ = 0;  // of the scrolled part, in the last frame
  Rect own_area_;
  std::string focused_;  // in the last frame
};

}  // namespace lanescope::app
