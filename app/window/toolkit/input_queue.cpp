#include "app/window/toolkit/input_queue.h"

#include <algorithm>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/window/toolkit/keys.h"

namespace lanescope::app {
namespace {

using QueuedKind = InputEvent::Kind;

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

// A key that does something to a text, unlike one that writes.
bool is_edit(const InputEvent& event) {
  return (event.kind == QueuedKind::press || event.kind == QueuedKind::repeat) &&
         !writes_character(event.key, event.mods) && !is_modifier(event.key);
}

}  // namespace

std::optional<InputEvent> InputQueue::next(bool typing) {
  if (events_.empty() || events_.front().kind == QueuedKind::button) return std::nullopt;
  const InputEvent event = events_.front();
  const bool after_text = is_edit(event);
  const bool after_key = event.kind == QueuedKind::text || event.kind == QueuedKind::release;
  if (typing && ((after_text && took_text_) || (after_key && took_key_))) return std::nullopt;
  events_.pop_front();
  took_text_ = took_text_ || event.kind == QueuedKind::text;
  took_key_ = took_key_ || is_edit(event);
  return event;
}

void InputQueue::end_frame() {
  if (!events_.empty() && events_.front().kind == QueuedKind::button) events_.pop_front();
  took_text_ = took_key_ = false;
}

bool InputQueue::waits() const {
  return std::any_of(events_.begin(), events_.end(),
                     [](const InputEvent& event) { return event.kind != QueuedKind::button; });
}

}  // namespace lanescope::app
