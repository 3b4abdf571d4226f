#include "app/window/toolkit/keys.h"

#include <array>
#include <string_view>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace lanescope::app {
namespace {

constexpr int shift = GLFW_MOD_SHIFT;
constexpr int control = GLFW_MOD_CONTROL;
constexpr int control_shift = GLFW_MOD_CONTROL | GLFW_MOD_SHIFT;

constexpr auto all_bindings = std::to_array<Binding>({
    {GLFW_KEY_F1, 0, Command::show_keys, 0, true},
    {GLFW_KEY_F1, shift, Command::glossary, 0, true},
    {GLFW_KEY_P, control, Command::palette, 0, true},
    {GLFW_KEY_SLASH, 0, Command::palette},
    {GLFW_KEY_ESCAPE, 0, Command::close, 0, true},
    {GLFW_KEY_1, 0, Command::variant, 0},
    {GLFW_KEY_2, 0, Command::variant, 1},
    {GLFW_KEY_3, 0, Command::variant, 2},
    {GLFW_KEY_4, 0, Command::variant, 3},
    {GLFW_KEY_5, 0, Command::variant, 4},
    {GLFW_KEY_6, 0, Command::variant, 5},
    {GLFW_KEY_7, 0, Command::variant, 6},
    {GLFW_KEY_8, 0, Command::variant, 7},
    {GLFW_KEY_9, 0, Command::variant, 8},
    {GLFW_KEY_P, 0, Command::pad_toggle},
    {GLFW_KEY_P, shift, Command::pad_more},
    {GLFW_KEY_N, 0, Command::size_more},
    {GLFW_KEY_N, shift, Command::size_less},
    {GLFW_KEY_DOWN, 0, Command::line_next},
    {GLFW_KEY_UP, 0, Command::line_previous},
    {GLFW_KEY_DOWN, control, Command::file_next},
    {GLFW_KEY_UP, control, Command::file_previous},
    {GLFW_KEY_RIGHT, 0, Command::event_next},
    {GLFW_KEY_LEFT, 0, Command::event_previous},
    {GLFW_KEY_RIGHT_BRACKET, 0, Command::wavefront_next},
    {GLFW_KEY_PERIOD, 0, Command::wavefront_next},
    {GLFW_KEY_PAGE_DOWN, 0, Command::wavefront_next},  // sent by a presenter's clicker
    {GLFW_KEY_LEFT_BRACKET, 0, Command::wavefront_previous},
    {GLFW_KEY_COMMA, 0, Command::wavefront_previous},
    {GLFW_KEY_PAGE_UP, 0, Command::wavefront_previous},
    {GLFW_KEY_HOME, 0, Command::wavefront_first},
    {GLFW_KEY_END, 0, Command::wavefront_last},
    {GLFW_KEY_A, 0, Command::wavefront_all},
    {GLFW_KEY_0, 0, Command::wavefront_all},
    {GLFW_KEY_R, 0, Command::play},
    {GLFW_KEY_W, 0, Command::warp_next},
    {GLFW_KEY_W, shift, Command::warp_previous},
    {GLFW_KEY_B, 0, Command::block_next},
    {GLFW_KEY_B, shift, Command::block_previous},
    {GLFW_KEY_G, 0, Command::worst},
    {GLFW_KEY_V, 0, Command::next_view},
    {GLFW_KEY_D, 0, Command::subject},
#define PAGE(name, argument, key, ...) {key, 0, Command::page, static_cast<int>(Page::name)},
#include "app/session/selection/pages.def"
    {GLFW_KEY_F6, 0, Command::next_page},
    {GLFW_KEY_O, control, Command::lessons},
    {GLFW_KEY_F2, 0, Command::lessons},
    {GLFW_KEY_F3, 0, Command::lessons},
    {GLFW_KEY_N, control, Command::start},
    {GLFW_KEY_H, 0, Command::guide},
    {GLFW_KEY_RIGHT, control, Command::step_next},
    {GLFW_KEY_LEFT, control, Command::step_previous},
    {GLFW_KEY_PAGE_DOWN, shift, Command::guide_down},
    {GLFW_KEY_PAGE_UP, shift, Command::guide_up},
    {GLFW_KEY_ENTER, shift, Command::show_answer},
    {GLFW_KEY_KP_ENTER, shift, Command::show_answer},
    {GLFW_KEY_F4, 0, Command::checks},
    {GLFW_KEY_M, 0, Command::measure},
    {GLFW_KEY_M, shift, Command::measure_all},
    {GLFW_KEY_M, control, Command::live},
    {GLFW_KEY_F7, 0, Command::recordings},
    {GLFW_KEY_F8, 0, Command::gpus},
    {GLFW_KEY_J, 0, Command::nearest},
    {GLFW_KEY_X, shift, Command::sweep_next},
    {GLFW_KEY_Q, 0, Command::next_count},
    {GLFW_KEY_S, control, Command::save_table},
    {GLFW_KEY_K, shift, Command::next_machine},
    {GLFW_KEY_F9, 0, Command::compiler},
    {GLFW_KEY_O, shift, Command::next_map},
    {GLFW_KEY_EQUAL, 0, Command::zoom_in},
    {GLFW_KEY_EQUAL, shift, Command::zoom_in},
    {GLFW_KEY_KP_ADD, 0, Command::zoom_in},
    {GLFW_KEY_MINUS, 0, Command::zoom_out},
    {GLFW_KEY_KP_SUBTRACT, 0, Command::zoom_out},
    {GLFW_KEY_C, shift, Command::keep_as_a},
    {GLFW_KEY_E, 0, Command::exchange},
    {GLFW_KEY_RIGHT, shift, Command::access_next},
    {GLFW_KEY_LEFT, shift, Command::access_previous},
    {GLFW_KEY_G, shift, Command::conflict_previous},
    {GLFW_KEY_DOWN, shift, Command::across_next},
    {GLFW_KEY_UP, shift, Command::across_previous},
    {GLFW_KEY_R, shift, Command::play_speed},
    {GLFW_KEY_F5, 0, Command::lecture, 0, true},  // sent by a presenter's clicker to start
    {GLFW_KEY_F5, shift, Command::presenter_notes, 0, true},
    {GLFW_KEY_U, 0, Command::spotlight},
    {GLFW_KEY_Z, 0, Command::freeze},
    {GLFW_KEY_S, control_shift, Command::save_scene},
    {GLFW_KEY_E, control, Command::export_menu},
    {GLFW_KEY_C, control, Command::copy},
    {GLFW_KEY_D, control, Command::frame_times},
    {GLFW_KEY_T, control, Command::reduced_motion},
    {GLFW_KEY_R, control, Command::reload},
    {GLFW_KEY_I, control, Command::edit_kernel, 0, true},
    {GLFW_KEY_Z, control, Command::undo},
    {GLFW_KEY_Z, control_shift, Command::redo},
    {GLFW_KEY_Y, control, Command::redo},
    {GLFW_KEY_T, 0, Command::theme},
    {GLFW_KEY_L, 0, Command::language},
    {GLFW_KEY_EQUAL, control, Command::larger, 0, true},
    {GLFW_KEY_EQUAL, control_shift, Command::larger, 0, true},
    {GLFW_KEY_KP_ADD, control, Command::larger, 0, true},
    {GLFW_KEY_MINUS, control, Command::smaller, 0, true},
    {GLFW_KEY_KP_SUBTRACT, control, Command::smaller, 0, true},
    {GLFW_KEY_0, control, Command::normal_size, 0, true},
    {GLFW_KEY_KP_0, control, Command::normal_size, 0, true},
    {GLFW_KEY_F10, 0, Command::projector, 0, true},
    {GLFW_KEY_F11, 0, Command::full_screen, 0, true},
    {GLFW_KEY_F12, 0, Command::save_picture, 0, true},
    {GLFW_KEY_TAB, 0, Command::focus_next},
    {GLFW_KEY_TAB, shift, Command::focus_previous},
    {GLFW_KEY_ENTER, 0, Command::activate, 0, true},
    {GLFW_KEY_KP_ENTER, 0, Command::activate, 0, true},
    {GLFW_KEY_SPACE, 0, Command::press_or_play},
    {GLFW_KEY_Q, control, Command::quit, 0, true},
});

constexpr auto lines_before_pages = std::to_array<KeyLine>({
    {"keys.mouse.click", "keys.mouse_click", "keys.group.mouse"},
    {"− +", "keys.mouse_hold", "keys.group.mouse"},
    {"keys.mouse.wheel", "keys.mouse_wheel", "keys.group.mouse"},
    {"keys.mouse.rest", "keys.mouse_rest", "keys.group.mouse"},
    {"keys.mouse.drag", "keys.mouse_drag", "keys.group.mouse"},
    {"keys.mouse.drop", "keys.mouse_drop", "keys.group.mouse"},
    {"1 … 9", "keys.variant", "keys.group.kernel"},
    {"P", "keys.pad_toggle", "keys.group.kernel"},
    {"Shift+P", "keys.pad_more", "keys.group.kernel"},
    {"N   Shift+N", "keys.size", "keys.group.kernel"},
    {"F9", "keys.compiler", "keys.group.kernel"},
    {"M   Shift+M", "keys.measure", "keys.group.kernel"},
    {"Ctrl+M", "keys.live", "keys.group.kernel"},
    {"F2   F3", "keys.lessons", "keys.group.kernel"},
    {"Ctrl+N", "keys.start", "keys.group.kernel"},
    {"F4", "keys.checks", "keys.group.kernel"},
    {"Ctrl+R", "keys.reload", "keys.group.kernel"},
    {"Ctrl+I", "keys.edit", "keys.group.kernel"},
    {"Ctrl+Z   Ctrl+Shift+Z", "keys.undo", "keys.group.kernel"},
    {"Esc", "keys.close", "keys.group.kernel"},
    {"↑   ↓", "keys.line", "keys.group.look"},
    {"Ctrl+↑   Ctrl+↓", "keys.file", "keys.group.look"},
    {"←   →", "keys.event", "keys.group.look"},
    {"[   ]      ,   .", "keys.wavefront", "keys.group.look"},
    {"Home   End", "keys.wavefront_ends", "keys.group.look"},
    {"A   0", "keys.wavefront_all", "keys.group.look"},
    {"R   Space", "keys.play", "keys.group.look"},
    {"W   Shift+W", "keys.warp", "keys.group.look"},
    {"B   Shift+B", "keys.block", "keys.group.look"},
    {"G", "keys.worst", "keys.group.look"},
    {"Shift+R", "keys.play_speed", "keys.group.look"},
    {"V", "keys.view", "keys.group.look"},
    {"D", "keys.subject", "keys.group.look"},
});

struct PageLine {
  Page page;
  const char *keys, *text_key;
  bool repeats_another = false;
};
// The key of each page, then the keys that work on it. Shown page by page.
constexpr auto page_lines = std::to_array<PageLine>({
#define PAGE(name, argument, key, keys, ...) {Page::name, keys, "keys." #name},
#define PAGE_KEY(page, keys, text) {Page::page, keys, "keys." #text},
#define PAGE_KEY_AGAIN(page, keys, text) {Page::page, keys, "keys." #text, true},
#include "app/session/selection/pages.def"
});

constexpr auto lines_after_pages = std::to_array<KeyLine>({
    {"Ctrl+Z   Ctrl+Y", "keys.edit_undo", "keys.group.edit"},
    {"Ctrl+F   F3   Ctrl+H", "keys.edit_find", "keys.group.edit"},
    {"Ctrl+/   Tab   Shift+Tab", "keys.edit_lines", "keys.group.edit"},
    {"Alt+↑   Alt+↓   Ctrl+D", "keys.edit_move", "keys.group.edit"},
    {"Ctrl+Space   Tab", "keys.edit_words", "keys.group.edit"},
    {"Ctrl+S   Esc", "keys.edit_end", "keys.group.edit"},
    {"H", "keys.guide", "keys.group.guide"},
    {"Ctrl+→   Ctrl+←", "keys.step", "keys.group.guide"},
    {"a … f   0 … 9", "keys.answer_given", "keys.group.guide", {}, false, true},
    {"↑ ↓ ← →   Space", "keys.answer_marks", "keys.group.guide", {}, false, true},
    {"Enter", "keys.answer", "keys.group.guide", {}, false, true},
    {"Shift+Enter", "keys.show_answer", "keys.group.guide", {}, false, true},
    {"Shift+PgDn   Shift+PgUp", "keys.guide_scroll", "keys.group.guide"},
    {"F5", "keys.lecture", "keys.group.lecture"},
    {"→   ←   PgDn   PgUp", "keys.scene", "keys.group.lecture"},
    {"Enter", "keys.reveal", "keys.group.lecture"},
    {"Shift+F5", "keys.presenter_notes", "keys.group.lecture"},
    {"U   Z", "keys.spotlight", "keys.group.lecture"},
    {"Ctrl+Shift+S", "keys.save_scene", "keys.group.lecture"},
    {"Ctrl+P   /", "keys.palette", "keys.group.window"},
    {"F1", "keys.show_keys", "keys.group.window"},
    {"Shift+F1", "keys.glossary", "keys.group.window"},
    {"T", "keys.theme", "keys.group.window"},
    {"L", "keys.language", "keys.group.window"},
    {"Ctrl +   Ctrl −   Ctrl 0", "keys.scale", "keys.group.window"},
    {"Ctrl+T", "keys.reduced_motion", "keys.group.window"},
    {"F10", "keys.projector", "keys.group.window"},
    {"F6", "keys.page", "keys.group.window"},
    {"F11", "keys.full_screen", "keys.group.window"},
    {"F12", "keys.save_picture", "keys.group.window"},
    {"Ctrl+E   Ctrl+C", "keys.export", "keys.group.window"},
    {"Ctrl+D", "keys.frame_times", "keys.group.window"},
    {"Tab   Shift+Tab", "keys.focus", "keys.group.window"},
    {"Enter", "keys.activate", "keys.group.window"},
    {"Ctrl+Q", "keys.quit", "keys.group.window"},
});

std::vector<KeyLine> all_lines() {
  std::vector<KeyLine> lines(lines_before_pages.begin(), lines_before_pages.end());
  for (const PageRow& row : page_rows()) {
    for (const PageLine& line : page_lines) {
      if (line.page == row.page) {
        lines.push_back(
            {line.keys, line.text_key, "keys.group.pages", line.page, line.repeats_another});
      }
    }
  }
  lines.insert(lines.end(), lines_after_pages.begin(), lines_after_pages.end());
  return lines;
}

// The modifiers without the lock keys.
int relevant(int mods) {
  return mods & (GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER);
}

}  // namespace

std::span<const Binding> bindings() { return all_bindings; }
std::span<const KeyLine> key_lines() {
  static const std::vector<KeyLine> lines = all_lines();
  return lines;
}

bool works_here(const KeyLine& line, const KeyContext& context) {
  const std::string_view group = line.group_key;
  return (context.lecturing && group == "keys.group.lecture") || (context.asked && line.answers) ||
         (context.guided && group == "keys.group.guide" && !line.answers) ||
         line.page == context.page ||
         (context.page == Page::stage && !context.asked && group == "keys.group.look");
}

std::optional<AnswerKey> answer_key_for(int key, int mods) {
  using Kind = AnswerKey::Kind;
  if (key == GLFW_KEY_A && relevant(mods) == GLFW_MOD_CONTROL) return AnswerKey{Kind::select_all};
  if (relevant(mods) != 0) return std::nullopt;
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return AnswerKey{Kind::digit, key - GLFW_KEY_0};
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9)
    return AnswerKey{Kind::digit, key - GLFW_KEY_KP_0};
  if (key >= GLFW_KEY_A && key <= GLFW_KEY_F) return AnswerKey{Kind::letter, key - GLFW_KEY_A};
  switch (key) {
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
      return AnswerKey{Kind::minus};
    case GLFW_KEY_BACKSPACE:
    case GLFW_KEY_DELETE:
      return AnswerKey{Kind::erase};
    case GLFW_KEY_RIGHT:
      return AnswerKey{Kind::move, 0, 1, 0};
    case GLFW_KEY_LEFT:
      return AnswerKey{Kind::move, 0, -1, 0};
    case GLFW_KEY_DOWN:
      return AnswerKey{Kind::move, 0, 0, 1};
    case GLFW_KEY_UP:
      return AnswerKey{Kind::move, 0, 0, -1};
    case GLFW_KEY_SPACE:
      return AnswerKey{Kind::mark};
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return AnswerKey{Kind::answer};
    default:
      return std::nullopt;
  }
}

std::optional<LectureKey> lecture_key_for(int key, int mods) {
  if (relevant(mods) != 0) return std::nullopt;
  switch (key) {
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_PAGE_DOWN:  // sent by a presenter's clicker
    case GLFW_KEY_SPACE:
      return LectureKey::next;
    case GLFW_KEY_LEFT:
    case GLFW_KEY_PAGE_UP:
      return LectureKey::previous;
    case GLFW_KEY_HOME:
      return LectureKey::first;
    case GLFW_KEY_END:
      return LectureKey::last;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return LectureKey::reveal;
    default:
      return std::nullopt;
  }
}

bool writes_character(int key, int mods) {
  const bool printable =
      (key >= GLFW_KEY_SPACE && key <= GLFW_KEY_WORLD_2) ||
      (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_EQUAL && key != GLFW_KEY_KP_ENTER);
  return printable && (mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) == 0;
}

bool selects_all(int key, int mods) {
  return key == GLFW_KEY_A && (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT |
                                       GLFW_MOD_SUPER)) == GLFW_MOD_CONTROL;
}

bool repeats(Command command) {
  switch (command) {
    case Command::pad_toggle:  // back and forth, to watch the lanes glide
    case Command::pad_more:
    case Command::size_more:
    case Command::size_less:
    case Command::line_next:
    case Command::line_previous:
    case Command::file_next:
    case Command::file_previous:
    case Command::event_next:
    case Command::event_previous:
    case Command::wavefront_next:
    case Command::wavefront_previous:
    case Command::warp_next:
    case Command::warp_previous:
    case Command::block_next:
    case Command::block_previous:
    case Command::worst:
    case Command::zoom_in:
    case Command::zoom_out:
    case Command::access_next:
    case Command::access_previous:
    case Command::conflict_previous:
    case Command::across_next:
    case Command::across_previous:
    case Command::undo:
    case Command::redo:
    case Command::larger:
    case Command::smaller:
    case Command::step_next:
    case Command::step_previous:
    case Command::guide_down:
    case Command::guide_up:
    case Command::focus_next:
    case Command::focus_previous:
      return true;
    default:
      return false;
  }
}

namespace {

// The name of a key without modifiers, as it is written on the screen.
std::string key_name(int key) {
  if (key > GLFW_KEY_SPACE && key <= GLFW_KEY_GRAVE_ACCENT) {
    return std::string(1, static_cast<char>(key));  // GLFW uses ASCII, upper case
  }
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) return "F" + std::to_string(key - GLFW_KEY_F1 + 1);
  switch (key) {
    case GLFW_KEY_LEFT:
      return "←";
    case GLFW_KEY_RIGHT:
      return "→";
    case GLFW_KEY_UP:
      return "↑";
    case GLFW_KEY_DOWN:
      return "↓";
    case GLFW_KEY_SPACE:
      return "Space";
    case GLFW_KEY_ENTER:
      return "Enter";
    case GLFW_KEY_TAB:
      return "Tab";
    case GLFW_KEY_ESCAPE:
      return "Esc";
    case GLFW_KEY_HOME:
      return "Home";
    case GLFW_KEY_END:
      return "End";
    case GLFW_KEY_PAGE_UP:
      return "PgUp";
    case GLFW_KEY_PAGE_DOWN:
      return "PgDn";
    default:
      return {};
  }
}

}  // namespace

std::string key_text(Command command, int argument) {
  for (const Binding& binding : all_bindings) {
    if (binding.command == command && binding.argument == argument) {
      return std::string((binding.mods & GLFW_MOD_CONTROL) != 0 ? "Ctrl+" : "") +
             ((binding.mods & GLFW_MOD_SHIFT) != 0 ? "Shift+" : "") + key_name(binding.key);
    }
  }
  return {};
}

std::optional<Binding> binding_for(int key, int mods) {
  for (const Binding& binding : all_bindings) {
    if (binding.key == key && binding.mods == relevant(mods)) return binding;
  }
  return std::nullopt;
}

}  // namespace lanescope::app
