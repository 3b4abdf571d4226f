#include "app/window/panels/kernel/editor_panel.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/session/edit/characters.h"
#include "app/window/panels/kernel/editor_scroll.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/kernel/code_tokens.h"

namespace lanescope::app {
namespace {

using Direction = TextEdit::Direction;
using Unit = TextEdit::Unit;

constexpr float editor_row = 22;  // units, as in the picture of the code

const TextStyle mono{FontRole::mono, picture::text_body, {}};

// With spaces in place of tabs.
std::string expanded(std::string_view text) {
  std::string shown;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const std::size_t columns = columns_of(character, column);
    if (character.code == U'\t') {
      shown.append(columns, ' ');
    } else {
      shown += text.substr(at, character.bytes);
    }
    column += columns;
    at += character.bytes;
  }
  return shown;
}

Color color_of_token(picture::TokenKind kind, const picture::Palette& palette) {
  switch (kind) {
    case picture::TokenKind::plain:
      return palette.text;
    case picture::TokenKind::keyword:
      return palette.good_text;
    case picture::TokenKind::comment:
    case picture::TokenKind::directive:
      break;
  }
  return palette.text_faint;
}

bool is_control(const EditorPanel::Key& key) {
  return key.mods == GLFW_MOD_CONTROL || key.mods == (GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);
}
bool has_shift(const EditorPanel::Key& key) { return (key.mods & GLFW_MOD_SHIFT) != 0; }

}  // namespace

EditorPanel::~EditorPanel() {
  if (file_ && !file_->is_saved()) file_->save();
}

tl::expected<void, std::string> EditorPanel::begin(const std::filesystem::path& file,
                                                   const std::filesystem::path& original,
                                                   int line) {
  has_keyboard_ = true;
  search_.leave();
  std::error_code ignored;
  if (file_ && std::filesystem::equivalent(file, file_->path(), ignored)) return {};
  if (file_ && !file_->is_saved() && !file_->save()) return tl::unexpected(file_->failure());
  auto opened = EditedFile::open(file, original);
  if (!opened) return tl::unexpected(opened.error());
  file_ = std::move(*opened);
  variant_path_.clear();
  search_.close();
  search_.forget_replacing();
  notes_.clear();
  error_lines_.clear();
  read_revision_.reset();
  edit().place({static_cast<std::size_t>(std::max(line - 1, 0)), 0}, false);
  top_row_ = edit().caret().line > 8 ? edit().caret().line - 8 : 0;
  left_ = 0;
  changed();
  return {};
}

void EditorPanel::end(Session& session) {
  if (!file_) return;
  const bool was_saved = file_->is_saved();
  if (!was_saved && !file_->save()) return;  // the header says why; nothing is lost
  file_.reset();
  offered_.clear();
  if (!was_saved) session.reload();
}

std::optional<double> EditorPanel::update(Session& session, double now_s) {
  if (!file_) return std::nullopt;
  const LessonCard::Variant* variant = session.variant();
  if (variant != nullptr && variant->source_path != variant_path_) {
    std::error_code error;
    if (!std::filesystem::equivalent(variant->source_path, file_->path(), error)) {
      end(session);
      return std::nullopt;
    }
    variant_path_ = variant->source_path;
  }
  if (file_->update(now_s)) session.reload();
  return file_->due_in_s(now_s);
}

void EditorPanel::close_uppermost(Session& session) {
  if (!offered_.empty()) {
    offered_.clear();
  } else if (search_.is_open()) {
    search_.close();
  } else {
    end(session);
  }
}

void EditorPanel::changed() { reveals_ = true; }

// --- keys ---

bool EditorPanel::press(const Key& key, Ui& ui, Session& session) {
  if (!typing()) return false;
  ui.focus().hide();
  if (key.key == GLFW_KEY_S && key.mods == GLFW_MOD_CONTROL) {
    if (file_->save()) session.reload();
    return true;
  }
  if (key.key == GLFW_KEY_F3) {
    find(has_shift(key) ? Direction::back : Direction::forth);
    return true;
  }
  if (key.mods == GLFW_MOD_CONTROL && (key.key == GLFW_KEY_F || key.key == GLFW_KEY_H)) {
    open_search(key.key == GLFW_KEY_H);
    return true;
  }
  if (search_.has_keyboard()) {
    const SearchBar::Used used = search_.press(key.key, key.mods, edit());
    after_search(used);
    return used != SearchBar::Used::no;
  }
  if (press_offered(key)) return true;
  const std::uint64_t revision = edit().revision();
  const bool used = press_clipboard(key) || press_in_text(key);
  if (!used) return false;
  changed();
  if (edit().revision() == revision || key.key != GLFW_KEY_BACKSPACE) offered_.clear();
  if (!offered_.empty()) offer_words(false);
  return true;
}

bool EditorPanel::press_offered(const Key& key) {
  if (offered_.empty()) return false;
  switch (key.key) {
    case GLFW_KEY_DOWN:
    case GLFW_KEY_UP:
      if (key.mods != 0) return false;
      offer_ = (offer_ + (key.key == GLFW_KEY_DOWN ? 1 : offered_.size() - 1)) % offered_.size();
      chose_offer_ = true;
      return true;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      if (!chose_offer_) return false;
      break;
    case GLFW_KEY_TAB:
      if (key.mods != 0) return false;
      break;
    default:
      return false;
  }
  edit().complete(offered_[offer_]);
  offered_.clear();
  changed();
  return true;
}

bool EditorPanel::press_clipboard(const Key& key) {
  if (!is_control(key)) return false;
  switch (key.key) {
    case GLFW_KEY_C:
    case GLFW_KEY_X:
      if (edit().has_selection()) {
        ImGui::SetClipboardText(edit().selected().c_str());
        if (key.key == GLFW_KEY_X) edit().insert("");
      } else {  // without a selection: the line, as in most editors
        ImGui::SetClipboardText((edit().lines()[edit().caret().line] + "\n").c_str());
        if (key.key == GLFW_KEY_X) edit().erase_lines();
      }
      return true;
    case GLFW_KEY_V:
      if (const char* text = ImGui::GetClipboardText()) edit().insert(text);
      return true;
    default:
      return false;
  }
}

bool EditorPanel::press_in_text(const Key& key) {
  const bool control = (key.mods & GLFW_MOD_CONTROL) != 0;
  const bool shift = has_shift(key);
  const bool alt = (key.mods & GLFW_MOD_ALT) != 0;
  const auto move = [&](Unit unit, Direction direction) {
    edit().move(unit, direction, shift, std::max<std::size_t>(rows_shown_, 2) - 1);
    return true;
  };
  switch (key.key) {
    case GLFW_KEY_LEFT:
      return move(control ? Unit::word : Unit::character, Direction::back);
    case GLFW_KEY_RIGHT:
      return move(control ? Unit::word : Unit::character, Direction::forth);
    case GLFW_KEY_UP:
    case GLFW_KEY_DOWN: {
      const Direction direction = key.key == GLFW_KEY_UP ? Direction::back : Direction::forth;
      if (alt) {
        edit().move_lines(direction);
        return true;
      }
      return !control && move(Unit::line, direction);
    }
    case GLFW_KEY_HOME:
      return move(control ? Unit::text : Unit::edge, Direction::back);
    case GLFW_KEY_END:
      return move(control ? Unit::text : Unit::edge, Direction::forth);
    case GLFW_KEY_PAGE_UP:
      return move(Unit::page, Direction::back);
    case GLFW_KEY_PAGE_DOWN:
      return move(Unit::page, Direction::forth);
    case GLFW_KEY_BACKSPACE:
      edit().erase(control ? Unit::word : Unit::character, Direction::back);
      return true;
    case GLFW_KEY_DELETE:
      edit().erase(control ? Unit::word : Unit::character, Direction::forth);
      return true;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      if (control) return false;
      edit().new_line();
      return true;
    case GLFW_KEY_TAB:
      if (control) return false;
      edit().indent(shift ? Direction::back : Direction::forth);
      return true;
    default:
      break;
  }
  if (!is_control(key)) return false;
  switch (key.key) {
    case GLFW_KEY_A:
      edit().select_all();
      return true;
    case GLFW_KEY_Z:
      shift ? edit().redo() : edit().undo();
      return true;
    case GLFW_KEY_Y:
      edit().redo();
      return true;
    case GLFW_KEY_L:
      edit().select_line(edit().caret().line);
      return true;
    case GLFW_KEY_D:
      edit().duplicate();
      return true;
    case GLFW_KEY_K:
      if (!shift) return false;
      edit().erase_lines();
      return true;
    case GLFW_KEY_SLASH:
      edit().toggle_comment();
      return true;
    case GLFW_KEY_SPACE:
      offer_words(true);
      return true;
    default:
      return false;
  }
}

void EditorPanel::open_search(bool replaces) {
  search_.open(edit(), replaces);
  offered_.clear();
}

void EditorPanel::find(Direction direction) {
  if (search_.find(edit(), direction)) {
    changed();
  } else {
    offered_.clear();
  }
}

void EditorPanel::after_search(SearchBar::Used used) {
  if (used == SearchBar::Used::moved) changed();
  if (search_.has_keyboard()) offered_.clear();
}

// `asked`: the key has asked for them. Otherwise they come while one types.
void EditorPanel::offer_words(bool asked) {
  offered_ = edit().completions();
  offer_ = 0;
  chose_offer_ = asked;
  // What is complete needs no offer.
  if (!asked && offered_.size() == 1 && offered_.front() == edit().begun_word()) offered_.clear();
}

void EditorPanel::take_typed(Ui& ui) {
  if (!has_keyboard_) return;
  (void)ui.take_select_all();
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    const auto c = static_cast<unsigned int>(character);
    if (c < 32 || c == 127) continue;
    if (search_.has_keyboard()) {
      search_.add(c);
    } else {
      std::string typed;
      append_utf8(typed, c);
      edit().type(typed);
      changed();
      const bool in_word =
          c > 127 || std::isalnum(static_cast<int>(c)) != 0 || c == '_' || c == '.';
      if (in_word) {
        offer_words(false);
      } else {
        offered_.clear();
      }
    }
  }
}

// --- drawing ---

void EditorPanel::follow_errors(const Session& session) {
  if (session.run().running()) return;  // those of the text before stay until it is known
  notes_.clear();
  error_lines_.clear();
  const Problem* failed = session.run().problem_of_text();
  if (failed == nullptr) return;
  for (const SourceError& error : failed->errors) {
    notes_.push_back({static_cast<std::size_t>(std::max(error.line, 1)) - 1, error.message});
    error_lines_.push_back(error.line);
  }
  std::stable_sort(notes_.begin(), notes_.end(),
                   [](const Note& a, const Note& b) { return a.line < b.line; });
  std::sort(error_lines_.begin(), error_lines_.end());
}

// What the lines cost, while the text is the one that ran.
void EditorPanel::follow_costs(const Session& session, const text::Texts& texts) {
  const OutcomePtr& shown = session.run().shown();
  if (!shown || session.run().running() || !file_->is_saved() || !error_lines_.empty()) {
    costs_.clear();
    costs_of_ = nullptr;
  } else if (costs_of_ != shown) {
    costs_of_ = shown;
    costs_ = picture::line_costs(shown->report, texts);
  }
}

const picture::LineCost* EditorPanel::cost_of(std::size_t line) const {
  const auto cost = std::ranges::find(costs_, static_cast<int>(line) + 1, &picture::LineCost::line);
  return cost == costs_.end() ? nullptr : &*cost;
}

void EditorPanel::draw_cost(Ui& ui, std::size_t line, float right, float middle) {
  const picture::LineCost* cost = cost_of(line);
  if (cost == nullptr) return;
  ui.text(
      right, middle, cost->ratio_text,
      {FontRole::mono, picture::text_small,
       cost->costly ? ui.palette().costly_text : ui.palette().good_text, picture::AlignX::right});
}

std::size_t EditorPanel::row_count() const { return file_->text().lines().size() + notes_.size(); }

// Below its line, or below the last one where the text has become shorter.
std::size_t EditorPanel::row_of_note(std::size_t note) const {
  return std::min(notes_[note].line, file_->text().lines().size() - 1) + 1 + note;
}

std::size_t EditorPanel::row_of(std::size_t line) const {
  const auto before = std::ranges::lower_bound(notes_, line, {}, &Note::line);
  return line + static_cast<std::size_t>(before - notes_.begin());
}

EditorPanel::Row EditorPanel::row_at(std::size_t row) const {
  std::size_t note = 0;
  while (note < notes_.size() && row_of_note(note) < row) ++note;
  if (note < notes_.size() && row_of_note(note) == row) return {row - 1 - note, note};
  return {row - note, std::nullopt};
}

void EditorPanel::follow_comments(std::size_t last_line) {
  if (read_revision_ != edit().revision()) in_comment_.clear();
  read_revision_ = edit().revision();
  if (in_comment_.empty()) in_comment_.push_back(false);
  while (in_comment_.size() <= last_line) {
    bool in_comment = in_comment_.back();
    (void)picture::tokens_of(edit().lines()[in_comment_.size() - 1], in_comment);
    in_comment_.push_back(in_comment);
  }
}

float EditorPanel::x_of(Ui& ui, const TextPlace& place) const {
  const std::string& line = file_->text().lines()[place.line];
  return ui.text_width(expanded(std::string_view(line).substr(0, place.column)), mono);
}

TextPlace EditorPanel::place_at(Ui& ui, const Rect& area, float text_x) const {
  const ImVec2 mouse = ImGui::GetMousePos();
  const auto down = static_cast<std::ptrdiff_t>(std::floor((mouse.y - area.y) / ui.px(editor_row)));
  const auto last = static_cast<std::ptrdiff_t>(row_count()) - 1;
  const Row row = row_at(static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(top_row_) + down, 0, last)));
  const float wanted = mouse.x - text_x + left_;
  const TextEdit& text = file_->text();
  TextPlace best{row.line, 0};
  float best_distance = std::abs(wanted);
  // A character's edges are found by measuring: not all are equally wide.
  for (std::size_t column = 1; column <= text.lines()[row.line].size(); ++column) {
    const TextPlace place = text.nearest({row.line, column});
    if (place.column != column) continue;
    const float x = x_of(ui, place);
    if (std::abs(x - wanted) < best_distance) {
      best = place;
      best_distance = std::abs(x - wanted);
    }
    if (x > wanted) break;
  }
  return best;
}

void EditorPanel::take_mouse(Ui& ui, const Rect& area, float text_x) {
  const Press press = ui.item("editor.text", area, false);
  is_hovered_ = press.hovered;
  if (ImGui::IsMouseClicked(0)) {
    has_keyboard_ = press.hovered;
    if (!press.hovered) return offered_.clear();
    search_.leave();
    offered_.clear();
    const TextPlace place = place_at(ui, area, text_x);
    if (ImGui::GetIO().KeyShift) {
      edit().place(place, true);
    } else if (ImGui::GetMouseClickedCount(0) == 2) {
      edit().select_word(place);
    } else if (ImGui::GetMouseClickedCount(0) >= 3) {
      edit().select_line(place.line);
    } else {
      edit().place(place, false);
    }
    changed();
  } else if (press.held && ImGui::IsMouseDragging(0, ui.px(3))) {
    edit().place(place_at(ui, area, text_x), true);
    changed();
  }
  wheel_rest_ += ui.take_wheel(area) * 3;
  const float whole = std::trunc(wheel_rest_);
  wheel_rest_ -= whole;
  const auto moved = static_cast<std::ptrdiff_t>(top_row_) + static_cast<std::ptrdiff_t>(whole);
  top_row_ = static_cast<std::size_t>(std::max<std::ptrdiff_t>(moved, 0));
}

void EditorPanel::reveal_caret(Ui& ui, float rows_h, float text_w) {
  rows_shown_ = static_cast<std::size_t>(std::max(std::floor(rows_h / ui.px(editor_row)), 1.0F));
  if (std::exchange(reveals_, false)) {
    const std::size_t row = row_of(edit().caret().line);
    if (row < top_row_) top_row_ = row;
    if (row >= top_row_ + rows_shown_) top_row_ = row + 1 - rows_shown_;
    const float x = x_of(ui, edit().caret());
    left_ = scrolled_to_caret(left_, x, text_w, ui.px(24));
  }
  const std::size_t rows = row_count();
  const std::size_t last_top = rows > rows_shown_ ? rows - rows_shown_ : 0;
  top_row_ = std::min(top_row_, last_top);
}

// The selection and the brackets that belong together, behind the text.
void EditorPanel::draw_ranges(Ui& ui, std::size_t line, float x, float top) {
  const float h = ui.px(editor_row);
  const TextRange selection = edit().selection();
  if (edit().has_selection() && selection.first.line <= line && line <= selection.last.line) {
    const std::size_t length = edit().lines()[line].size();
    const float begin = line == selection.first.line ? x_of(ui, selection.first) : 0;
    const bool goes_on = line < selection.last.line;
    const float end = goes_on ? x_of(ui, {line, length}) + ui.px(6) : x_of(ui, selection.last);
    ui.fill({x + begin, top, end - begin, h}, ui.palette().selection);
  }
  if (brackets_) {
    for (const TextPlace& place : {brackets_->first, brackets_->second}) {
      if (place.line != line) continue;
      const float begin = x_of(ui, place);
      const float end = x_of(ui, {line, place.column + 1});
      ui.outline({x + begin, top + ui.px(2), end - begin, h - ui.px(4)}, ui.palette().text_dim,
                 std::max(ui.px(1), 1.0F), ui.px(2));
    }
  }
}

void EditorPanel::draw_line(Ui& ui, std::size_t line, float x, float middle) {
  const std::string& text = edit().lines()[line];
  bool in_comment = in_comment_[line];
  for (const picture::Token& token : picture::tokens_of(text, in_comment)) {
    const std::string before = expanded(std::string_view(text).substr(0, token.begin));
    const std::string with = expanded(std::string_view(text).substr(0, token.end));
    const std::string shown = with.substr(before.size());
    if (shown.find_first_not_of(' ') == std::string::npos) continue;
    ui.text(x + ui.text_width(before, mono), middle, shown,
            {FontRole::mono, picture::text_body, color_of_token(token.kind, ui.palette())});
  }
}

void EditorPanel::draw_offered(Ui& ui, const Rect& area, float text_x) {
  if (offered_.empty() || !has_keyboard_) return;
  const float h = ui.px(editor_row);
  float w = 0;
  for (const std::string& word : offered_) w = std::max(w, ui.text_width(word, mono));
  w += ui.px(16);
  if (row_of(edit().caret().line) < top_row_) return;  // scrolled away
  const std::size_t row = row_of(edit().caret().line) - top_row_;
  const TextPlace begin{edit().caret().line, edit().caret().column - edit().begun_word().size()};
  const float all_h = static_cast<float>(offered_.size()) * h + ui.px(6);
  const float below = area.y + static_cast<float>(row + 1) * h;
  const float y = below + all_h <= bottom_of(area) ? below : below - h - all_h;
  const float x = std::min(text_x - left_ + x_of(ui, begin), right_of(area) - w);
  const Rect box{x, y, w, all_h};
  ui.fill(box, ui.palette().panel_raised, ui.px(4));
  ui.outline(box, ui.palette().hairline, std::max(ui.px(1), 1.0F), ui.px(4));
  for (std::size_t i = 0; i < offered_.size(); ++i) {
    const Rect each{x, y + ui.px(3) + static_cast<float>(i) * h, w, h};
    if (i == offer_) ui.fill(shrunk(each, ui.px(2)), ui.palette().selection, ui.px(3));
    ui.text(x + ui.px(8), each.y + h / 2, offered_[i],
            {FontRole::mono, picture::text_body, ui.palette().text});
  }
}

float EditorPanel::header(Ui& ui, Session& session, const Rect& area) {
  const Rect bar{area.x, area.y, area.w, ui.px(editor_header_h)};
  const EditorState state{search_.is_open(), !error_lines_.empty(), search_.result(),
                          !can_compare_.empty()};
  switch (draw_editor_header(ui, *file_, state, bar)) {
    case EditorButton::none:
      break;
    case EditorButton::done:
      ends_ = true;
      break;
    case EditorButton::find:
      has_keyboard_ = true;
      search_.is_open() ? search_.close() : open_search(false);
      break;
    case EditorButton::restore:
      file_->restore();
      has_keyboard_ = true;
      changed();
      break;
    case EditorButton::compare:
      if (!file_->is_saved() && file_->save()) session.reload();
      ui.ask(CompareWithOriginal{can_compare_});
      break;
  }
  return bar.h;
}

float EditorPanel::search(Ui& ui, const Rect& area) {
  if (!search_.is_open()) return 0;
  const Rect bar{area.x, area.y, area.w, ui.px(search_bar_h)};
  const SearchBar::Used used = search_.draw(ui, bar, edit(), has_keyboard_);
  if (used != SearchBar::Used::no) has_keyboard_ = true;
  after_search(used);
  return bar.h;
}

void EditorPanel::text(Ui& ui, const Rect& area) {
  const float h = ui.px(editor_row);
  const float digits = ui.text_width(fmt::format("{}", edit().lines().size()), mono);
  const float gutter = std::max(digits, ui.px(24)) + ui.px(20);
  const float text_x = area.x + gutter;
  take_mouse(ui, area, text_x);
  // Costs go while one types and come again: the room for them is kept, so that the caret does not
  // get under one.
  const float cost_column = ui.px(editor_cost_w);
  reveal_caret(ui, area.h, area.w - gutter - cost_column);
  follow_comments(std::min(top_row_ + rows_shown_, edit().lines().size() - 1));
  ui.list().PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  const float x = text_x - left_;
  const TextPlace caret = edit().caret();
  brackets_ = edit().brackets();
  for (std::size_t i = 0; i <= rows_shown_ && top_row_ + i < row_count(); ++i) {
    const Row row = row_at(top_row_ + i);
    const float top = area.y + static_cast<float>(i) * h;
    const float middle = top + h / 2;
    if (row.note) {
      const std::string& words = notes_[*row.note].text;
      ui.text(text_x, middle, words, {FontRole::ui, picture::text_small, ui.palette().error_text},
              std::max(right_of(area) - text_x - ui.px(8), 1.0F));
      if (is_hovered_ &&
          ImGui::IsMouseHoveringRect({area.x, top}, {right_of(area), top + h}, false))
        ui.tooltip(words);
      continue;
    }
    const bool is_wrong = std::binary_search(error_lines_.begin(), error_lines_.end(),
                                             static_cast<int>(row.line) + 1);
    if (is_wrong) {
      ui.fill({area.x, top, area.w, h}, picture::with_alpha(ui.palette().error_text, 0.20F));
    } else if (row.line == caret.line && !edit().has_selection()) {
      ui.fill({area.x, top, area.w, h}, ui.palette().panel_raised);
    }
    ui.text(area.x + gutter - ui.px(14), middle, fmt::format("{}", row.line + 1),
            {FontRole::mono, picture::text_small,
             is_wrong                 ? ui.palette().error_text
             : row.line == caret.line ? ui.palette().text
                                      : ui.palette().text_faint,
             picture::AlignX::right});
    const float cost_w = cost_of(row.line) != nullptr ? cost_column : 0;
    ui.list().PushClipRect(ImVec2(text_x - ui.px(2), area.y),
                           ImVec2(right_of(area) - cost_w, bottom_of(area)), true);
    draw_ranges(ui, row.line, x, top);
    draw_line(ui, row.line, x, middle);
    if (row.line == caret.line && has_keyboard_ && !search_.has_keyboard())
      ui.fill({x + x_of(ui, caret), top + ui.px(2), std::max(ui.px(2), 1.0F), h - ui.px(4)},
              ui.palette().selection_border);
    ui.list().PopClipRect();
    draw_cost(ui, row.line, right_of(area) - ui.px(12), middle);
  }
  draw_offered(ui, area, text_x);
  ui.list().PopClipRect();
}

void EditorPanel::content(Ui& ui, Session& session, const Rect& area) {
  take_typed(ui);
  follow_errors(session);
  follow_costs(session, ui.texts());
  float y = area.y + header(ui, session, area);
  y += search(ui, {area.x, y, area.w, bottom_of(area) - y});
  if (ends_) {
    ends_ = false;
    return end(session);
  }
  text(ui, {area.x, y, area.w, std::max(bottom_of(area) - y - ui.px(4), ui.px(editor_row))});
}

}  // namespace lanescope::app
