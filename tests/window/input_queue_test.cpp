// What is typed, pressed and clicked between two frames is taken in its order.
#include "app/window/toolkit/input_queue.h"

#include <string>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

using EventKind = InputEvent::Kind;

// As in GLFW/glfw3.h, which the tests do not include.
constexpr int queued_a = 'A', queued_enter = 257, queued_backspace = 259;

// "a" is typed, "<" is Backspace, "!" is Enter, "." is a mouse button.
InputQueue queue_of_keys(const std::string& events) {
  InputQueue queue;
  for (const char c : events) {
    if (c == '.') {
      queue.add({EventKind::button});
      continue;
    }
    const int key = c == '<' ? queued_backspace : c == '!' ? queued_enter : queued_a;
    queue.add({EventKind::press, key});
    if (key == queued_a) queue.add({EventKind::text, 0, 0, 0, static_cast<unsigned char>(c)});
    queue.add({EventKind::release, key});
  }
  return queue;
}

// What is taken in each frame, with a bar after each: "abc|!|".
std::string taken_in_frames(InputQueue queue, bool typing) {
  std::string all;
  while (queue.waits()) {
    while (const auto event = queue.next(typing)) {
      if (event->kind == EventKind::text) all += static_cast<char>(event->character);
      if (event->kind == EventKind::press && event->key == queued_backspace) all += '<';
      if (event->kind == EventKind::press && event->key == queued_enter) all += '!';
    }
    all += '|';
    queue.end_frame();
  }
  return all;
}

TEST(InputQueue, enter_waits_for_the_frame_of_what_was_typed_before_it) {
  EXPECT_EQ(taken_in_frames(queue_of_keys("512!"), true), "512|!||");
}

TEST(InputQueue, a_character_waits_for_the_frame_of_the_key_before_it) {
  EXPECT_EQ(taken_in_frames(queue_of_keys("ab<c!"), true), "ab|<|c|!||");
}

TEST(InputQueue, a_key_is_down_for_a_frame_while_text_is_entered) {
  EXPECT_EQ(taken_in_frames(queue_of_keys("<<"), true), "<|<||");
}

TEST(InputQueue, keys_that_are_commands_are_taken_at_once) {
  EXPECT_EQ(taken_in_frames(queue_of_keys("a!b!"), false), "a!b!|");
}

TEST(InputQueue, everything_waits_for_the_frames_of_a_click) {
  EXPECT_EQ(taken_in_frames(queue_of_keys("..51!"), true), "||51|!||");
  EXPECT_EQ(taken_in_frames(queue_of_keys("a.b"), false), "a|b|");
}

}  // namespace
}  // namespace lanescope::app
