// A kernel's file that is changed in the window: its text, what of it is saved, and what it was
// before.
//
// What is typed is saved after a short pause, so that the picture follows. Between two characters
// it is kept in a draft beside the settings, and a program that was killed finds it there when the
// file is opened again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "app/session/edit/text_edit.h"

namespace lanescope::app {

class EditedFile {
 public:
  static constexpr std::size_t max_bytes = 1U << 20;
  static constexpr double pause_s = 0.04;    // of typing, after which the text is saved
  static constexpr double patience_s = 0.5;  // and at the latest, for who types without a pause

  // The error is one sentence: the file cannot be read, is too large, or holds zero bytes.
  // `original`: what restore() brings back; empty: the file itself, as it is now, of which a copy
  // is put into kept_folder() before the first change is saved.
  [[nodiscard]] static tl::expected<std::unique_ptr<EditedFile>, std::string> open(
      const std::filesystem::path& file, const std::filesystem::path& original = {});

  [[nodiscard]] TextEdit& text() { return text_; }
  [[nodiscard]] const TextEdit& text() const { return text_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // What was typed before the program ended without saving it is in the text.
  [[nodiscard]] bool was_recovered() const { return was_recovered_; }
  [[nodiscard]] bool differs_from_original() const;
  [[nodiscard]] bool is_saved() const { return text_.revision() == saved_revision_; }
  // Why the last attempt to save failed; empty: it did not.
  [[nodiscard]] const std::string& failure() const { return failure_; }

  // Keeps the draft, saves what is due, and takes over a file that another program has changed.
  // True if the file has changed by it. `now_s`: seconds, never less than before.
  bool update(double now_s);
  // Seconds until update() has something to save; nothing: it has not.
  [[nodiscard]] std::optional<double> due_in_s(double now_s) const;
  // Saves now. False: it failed, and failure() says why; the draft has the text.
  bool save();
  // The original text, as a change that can be undone.
  void restore();

  // The two folders of $XDG_STATE_HOME/lanescope (default ~/.local/state/lanescope).
  [[nodiscard]] static std::filesystem::path drafts_folder();
  [[nodiscard]] static std::filesystem::path kept_folder();

 private:
  EditedFile() = default;
  void follow_file();
  [[nodiscard]] std::filesystem::path draft_path() const;
  void keep_original();

  std::filesystem::path path_;
  std::string original_;
  bool original_is_file_ = false;  // and no copy of it was kept so far
  TextEdit text_;
  std::string on_disk_;  // the file's text, as last read or written
  std::optional<std::filesystem::file_time_type> written_at_;
  // differs_from_original(), asked in each frame, of the text of this revision.
  mutable std::optional<std::uint64_t> compared_revision_;
  mutable bool differs_ = false;
  std::uint64_t saved_revision_ = 0, drafted_revision_ = 0, seen_revision_ = 0;
  std::optional<double> changed_s_, unsaved_since_s_;
  double looked_s_ = -1;
  bool was_recovered_ = false;
  std::string failure_;
};

}  // namespace lanescope::app
