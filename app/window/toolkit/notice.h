// What the window tells the user until the next key or press, such as "Saved: ...".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "app/window/toolkit/ui.h"

namespace lanescope::app {

// What was asked for is done, or has failed: the words say so, and a mark before them does, too.
enum class NoticeKind : std::uint8_t { news, done, failed };

struct Notice {
  std::string text;
  NoticeKind kind = NoticeKind::news;

  Notice() = default;
  Notice(std::string words, NoticeKind of = NoticeKind::news)  // NOLINT: news is a text
      : text(std::move(words)), kind(of) {}
  Notice(const char* words) : text(words) {}  // NOLINT
  [[nodiscard]] bool empty() const { return text.empty(); }
};
[[nodiscard]] inline Notice done_or_failed(bool done, std::string text) {
  return {std::move(text), done ? NoticeKind::done : NoticeKind::failed};
}

[[nodiscard]] inline const char* name_of(NoticeKind kind) {
  constexpr const char* names[] = {"news", "done", "failed"};
  return names[static_cast<std::size_t>(kind)];
}

// How long a notice covers what is below it: for as long as its words take to read. Once there was
// time to see it, it also ends when the mouse moves beside it.
class NoticeLife {
 public:
  // In each turn of the window's loop. `shown`: what lies over it; empty: nothing. True once its
  // time is over; `due_s` is when that will be, in seconds from now.
  bool is_over(const std::string& shown, double now_s);
  // In each frame that draws it. True if it has had its time and the mouse has moved beside it.
  bool is_left(float mouse_x, float mouse_y, bool mouse_is_on_it);
  [[nodiscard]] double due_s() const { return end_s_ - now_s_; }

 private:
  std::string text_;
  double begin_s_ = 0, end_s_ = 0, now_s_ = 0;
  float mouse_x_ = 0, mouse_y_ = 0;  // when it could have been read
  bool watches_mouse_ = false;
};

// A tick on a square, a cross on a disc; nothing for news. Returns the width it takes, with a gap.
float draw_notice_mark(Ui& ui, float x, float middle, NoticeKind kind);
[[nodiscard]] float notice_mark_width(const Ui& ui, NoticeKind kind);

}  // namespace lanescope::app
