#include "app/session/edit/edited_file.h"

#include <algorithm>
#include <functional>
#include <system_error>

#include <fmt/format.h>

#include "app/session/files/write_file.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

fs::path state_folder(std::string_view name) {
  return lesson::user_file("XDG_STATE_HOME", ".local/state", name);
}

// A name for a file of this path: readable, and another one for each path.
std::string name_for(const fs::path& path) {
  return fmt::format("{}-{:016x}{}", path.stem().string(), std::hash<std::string>{}(path.string()),
                     path.extension().string());
}

std::optional<fs::file_time_type> time_of(const fs::path& path) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(path, error);
  return error ? std::nullopt : std::optional(time);
}

}  // namespace

fs::path EditedFile::drafts_folder() { return state_folder("drafts"); }
fs::path EditedFile::kept_folder() { return state_folder("before-editing"); }

fs::path EditedFile::draft_path() const { return drafts_folder() / name_for(path_); }

tl::expected<std::unique_ptr<EditedFile>, std::string> EditedFile::open(const fs::path& file,
                                                                        const fs::path& original) {
  const auto refused = [&](const std::string& why) {
    return tl::unexpected(fmt::format("{}: {}", file.string(), why));
  };
  auto text = lesson::read_text_file(file);
  if (!text) return refused(text.error());
  if (text->size() > max_bytes) return refused("has more than 1 MiB; edit it elsewhere");
  if (text->find('\0') != std::string::npos) return refused("is no text: it has bytes of zero");
  std::unique_ptr<EditedFile> edited(new EditedFile);
  std::error_code ignored;
  edited->path_ = fs::weakly_canonical(file, ignored);
  if (edited->path_.empty()) edited->path_ = file;
  edited->on_disk_ = *text;
  edited->written_at_ = time_of(edited->path_);
  edited->original_is_file_ = original.empty();
  edited->original_ = original.empty() ? *text : lesson::read_text_file(original).value_or(*text);
  edited->text_.set(*text);
  edited->saved_revision_ = edited->text_.revision();
  const fs::path draft = edited->draft_path();
  if (const auto kept = lesson::read_text_file(draft); kept && *kept != *text) {
    edited->text_.select_all();
    edited->text_.insert(*kept);
    edited->text_.place({}, false);
    edited->was_recovered_ = true;
  }
  edited->drafted_revision_ = edited->text_.revision();
  edited->seen_revision_ =
      edited->saved_revision_;  // what was brought back is saved as if typed now
  return edited;
}

bool EditedFile::differs_from_original() const {
  if (compared_revision_ != text_.revision()) {
    compared_revision_ = text_.revision();
    differs_ = text_.text() != original_;
  }
  return differs_;
}

bool EditedFile::update(double now_s) {
  const std::uint64_t revision = text_.revision();
  if (revision != drafted_revision_) {
    drafted_revision_ = revision;
    std::error_code error;
    fs::create_directories(drafts_folder(), error);
    // A full disk must not stop who types; save() says what is wrong.
    static_cast<void>(write_file(draft_path(), text_.text()));
  }
  if (revision != seen_revision_) {
    seen_revision_ = revision;
    changed_s_ = now_s;
    if (!unsaved_since_s_) unsaved_since_s_ = now_s;
  }
  if (is_saved()) {
    unsaved_since_s_.reset();
    constexpr double pause_between_looks_s = 0.1;
    if (now_s - looked_s_ < pause_between_looks_s) return false;
    looked_s_ = now_s;
    const std::uint64_t before = text_.revision();
    follow_file();
    return text_.revision() != before;
  }
  const auto due = due_in_s(now_s);
  return due && *due <= 0 && save();
}

std::optional<double> EditedFile::due_in_s(double now_s) const {
  if (is_saved() || !changed_s_) return std::nullopt;
  const double due_s =
      std::min(*changed_s_ + pause_s, unsaved_since_s_.value_or(now_s) + patience_s);
  return std::max(due_s - now_s, 0.0);
}

// Another program has written the file, and nothing here is unsaved.
void EditedFile::follow_file() {
  const auto time = time_of(path_);
  if (!time || time == written_at_) return;
  written_at_ = time;
  auto text = lesson::read_text_file(path_);
  if (!text || *text == on_disk_ || text->size() > max_bytes) return;
  on_disk_ = *text;
  const TextPlace caret = text_.caret();
  text_.select_all();
  text_.insert(*text);
  text_.place(caret, false);
  saved_revision_ = drafted_revision_ = seen_revision_ = text_.revision();
}

void EditedFile::keep_original() {
  if (!original_is_file_) return;
  original_is_file_ = false;
  const fs::path kept = kept_folder() / name_for(path_);
  std::error_code error;
  if (fs::exists(kept, error)) return;  // of the very first change
  fs::create_directories(kept_folder(), error);
  static_cast<void>(write_file(kept, original_));
}

bool EditedFile::save() {
  keep_original();
  std::string text = text_.text();
  const auto written = write_file(path_, text);
  // Tried again with the next change; until then the draft has it.
  unsaved_since_s_.reset();
  changed_s_.reset();
  if (!written) {
    failure_ = written.error();
    return false;
  }
  failure_.clear();
  on_disk_ = std::move(text);
  written_at_ = time_of(path_);
  saved_revision_ = text_.revision();
  std::error_code ignored;
  fs::remove(draft_path(), ignored);
  return true;
}

void EditedFile::restore() {
  const TextPlace caret = text_.caret();
  text_.select_all();
  text_.insert(original_);
  text_.place(caret, false);
}

}  // namespace lanescope::app
