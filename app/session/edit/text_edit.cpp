#include "app/session/edit/text_edit.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace lanescope::app {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }
bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}
bool is_blank(char c) { return c == ' ' || c == '\t'; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::string without_carriage_returns(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !continues_character(c); }));
}

std::string_view blanks_before(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_blank(line[at])) ++at;
  return line.substr(0, at);
}

constexpr std::string_view opening = "([{", closing = ")]}";

}  // namespace

TextEdit::TextEdit(std::string_view file_text)
    : text_(without_carriage_returns(file_text)),
      has_carriage_returns_(text_.size() != file_text.size()) {
  apply(0, 0, {});
  version_ = 0;
}

std::string TextEdit::file_text() const {
  if (!has_carriage_returns_) return text_;
  std::string out;
  for (const char c : text_) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

int TextEdit::line_of(std::size_t at) const {
  const auto after = std::ranges::upper_bound(starts_, at);
  return static_cast<int>(after - starts_.begin());
}

std::size_t TextEdit::start_of(int line) const {
  return starts_[static_cast<std::size_t>(std::clamp(line, 1, lines()) - 1)];
}

std::size_t TextEdit::end_of(int line) const {
  return line < lines() ? start_of(line + 1) - 1 : text_.size();
}

std::string_view TextEdit::line(int line) const {
  return std::string_view(text_).substr(start_of(line), end_of(line) - start_of(line));
}

void TextEdit::replace_all_by(std::string_view file_text) {
  const std::string text = without_carriage_returns(file_text);
  has_carriage_returns_ = text.size() != file_text.size();
  if (text == text_) return;
  const int line = line_of(caret_);
  change(0, text_.size(), text);
  set_caret(start_of(line), false);
}

// ---- caret and selection ----

std::pair<std::size_t, std::size_t> TextEdit::selection() const {
  return std::minmax(caret_, anchor_);
}

std::string_view TextEdit::selected() const {
  const auto [first, last] = selection();
  return std::string_view(text_).substr(first, last - first);
}

std::size_t TextEdit::next(std::size_t at) const {
  if (at >= text_.size()) return text_.size();
  ++at;
  while (at < text_.size() && continues_character(text_[at])) ++at;
  return at;
}

std::size_t TextEdit::previous(std::size_t at) const {
  if (at == 0) return 0;
  --at;
  while (at > 0 && continues_character(text_[at])) --at;
  return at;
}

std::size_t TextEdit::word_target(bool left) const {
  std::size_t at = caret_;
  if (left) {
    while (at > 0 && !is_of_word(text_[at - 1])) --at;
    while (at > 0 && is_of_word(text_[at - 1])) --at;
  } else {
    while (at < text_.size() && is_of_word(text_[at])) ++at;
    while (at < text_.size() && !is_of_word(text_[at])) ++at;
  }
  return at;
}

std::size_t TextEdit::vertical(int by) {
  const int now = line_of(caret_);
  if (!column_) {
    column_ = characters_in(std::string_view(text_).substr(start_of(now), caret_ - start_of(now)));
  }
  const int wanted = now + by;
  if (wanted < 1) return 0;
  if (wanted > lines()) return text_.size();
  std::size_t at = start_of(wanted);
  for (std::size_t i = 0; i < *column_ && at < end_of(wanted); ++i) at = next(at);
  return at;
}

std::size_t TextEdit::target(Motion motion, int page) {
  const int now = line_of(caret_);
  switch (motion) {
    case Motion::left:
      return previous(caret_);
    case Motion::right:
      return next(caret_);
    case Motion::up:
      return vertical(-1);
    case Motion::down:
      return vertical(1);
    case Motion::page_up:
      return vertical(-page);
    case Motion::page_down:
      return vertical(page);
    case Motion::word_left:
      return word_target(true);
    case Motion::word_right:
      return word_target(false);
    case Motion::line_start: {
      const std::size_t first = start_of(now) + blanks_before(line(now)).size();
      return caret_ == first ? start_of(now) : first;
    }
    case Motion::line_end:
      return end_of(now);
    case Motion::text_start:
      return 0;
    case Motion::text_end:
      break;
  }
  return text_.size();
}

void TextEdit::move(Motion motion, bool select, int page) {
  const bool is_vertical = motion == Motion::up || motion == Motion::down ||
                           motion == Motion::page_up || motion == Motion::page_down;
  if (!is_vertical) column_.reset();
  // An arrow leaves the selection at its own end.
  if (has_selection() && !select && (motion == Motion::left || motion == Motion::right)) {
    const auto [first, last] = selection();
    set_caret(motion == Motion::left ? first : last, false);
    return;
  }
  const auto column = column_;
  const std::size_t to = target(motion, page);
  const auto kept = is_vertical ? column_ : column;
  set_caret(to, select);
  column_ = kept;
}

void TextEdit::set_caret(std::size_t at, bool select) {
  caret_ = std::min(at, text_.size());
  while (caret_ > 0 && caret_ < text_.size() && continues_character(text_[caret_])) --caret_;
  if (!select) anchor_ = caret_;
  column_.reset();
  if (!done_.empty()) done_.back().is_typing = false;  // what is typed now is a new step
}

void TextEdit::place(std::size_t at, bool select) { set_caret(at, select); }

void TextEdit::select_word(std::size_t at) {
  std::size_t first = std::min(at, text_.size());
  if (first > 0 && (first == text_.size() || !is_of_word(text_[first])) &&
      is_of_word(text_[first - 1]))
    --first;
  std::size_t last = first;
  if (first < text_.size() && is_of_word(text_[first])) {
    while (first > 0 && is_of_word(text_[first - 1])) --first;
    while (last < text_.size() && is_of_word(text_[last])) ++last;
  } else {
    last = next(first);
  }
  set_caret(first, false);
  set_caret(last, true);
}

void TextEdit::select_line(int line) {
  set_caret(start_of(line), false);
  set_caret(line < lines() ? start_of(line + 1) : text_.size(), true);
}

void TextEdit::select_all() {
  set_caret(0, false);
  set_caret(text_.size(), true);
}

// ---- changes ----

void TextEdit::apply(std::size_t at, std::size_t removed, std::string_view inserted) {
  text_.replace(at, removed, inserted);
  starts_.assign(1, 0);
  for (std::size_t i = text_.find('\n'); i != text_.npos; i = text_.find('\n', i + 1))
    starts_.push_back(i + 1);
  ++version_;
}

void TextEdit::change(std::size_t at, std::size_t removed, std::string_view inserted,
                      bool is_typing) {
  if (removed == 0 && inserted.empty()) return;
  undone_.clear();
  Change* last = done_.empty() ? nullptr : &done_.back();
  const bool continues = is_typing && last != nullptr && last->is_typing && removed == 0 &&
                         at == last->at + last->inserted.size();
  if (continues) {
    last->inserted += inserted;
  } else {
    done_.push_back(
        {at, text_.substr(at, removed), std::string(inserted), caret_, anchor_, 0, is_typing});
  }
  apply(at, removed, inserted);
  caret_ = anchor_ = at + inserted.size();
  done_.back().caret_after = caret_;
  column_.reset();
}

void TextEdit::type(std::string_view characters) {
  const auto [first, last] = selection();
  // A closing bracket alone in its line stands below its partner's line.
  const int now = line_of(first);
  const std::string_view before = line(now).substr(0, first - start_of(now));
  if (characters == "}" && first == last && !before.empty() &&
      before.size() == blanks_before(before).size()) {
    TextEdit closed(*this);
    closed.change(first, 0, "}");
    if (const auto pair = closed.brackets()) {
      const std::string blanks(blanks_before(closed.line(closed.line_of(pair->second))));
      change(start_of(now), before.size(), blanks + "}");
      return;
    }
  }
  change(first, last - first, characters, true);
}

void TextEdit::paste(std::string_view text) {
  const auto [first, last] = selection();
  change(first, last - first, without_carriage_returns(text));
}

void TextEdit::new_line() {
  const auto [first, last] = selection();
  const int now = line_of(first);
  const std::string_view before = line(now).substr(0, first - start_of(now));
  std::string blanks(blanks_before(before));
  std::size_t end = before.size();
  while (end > 0 && is_blank(before[end - 1])) --end;
  if (end > 0 && before[end - 1] == '{') blanks += indent_step();
  change(first, last - first, "\n" + blanks);
}

void TextEdit::erase(Motion towards) {
  auto [first, last] = selection();
  if (first == last) {
    const std::size_t to = target(towards, 1);
    first = std::min(caret_, to);
    last = std::max(caret_, to);
  }
  change(first, last - first, {});
}

std::string TextEdit::cut() {
  if (!has_selection()) select_line(line_of(caret_));
  std::string text(selected());
  erase(Motion::right);
  return text;
}

std::pair<int, int> TextEdit::selected_lines() const {
  const auto [first, last] = selection();
  const int from = line_of(first);
  int to = line_of(last);
  if (to > from && start_of(to) == last) --to;  // nothing of the last line is selected
  return {from, to};
}

// As the text has it: the first indented line that ends no bracket; two blanks in an empty one.
std::string TextEdit::indent_step() const {
  for (int number = 2; number <= std::min(lines(), 200); ++number) {
    const std::string_view before = line(number - 1);
    const std::string_view blanks = blanks_before(line(number));
    if (before.ends_with('{') && blanks.size() > blanks_before(before).size())
      return std::string(blanks.substr(blanks_before(before).size()));
  }
  return "  ";
}

template <class Edit>
void TextEdit::change_lines(const Edit& edit) {
  const auto [from, to] = selected_lines();
  const bool had_selection = has_selection();
  const std::size_t first = start_of(from), end = end_of(to);
  std::string text;
  for (int number = from; number <= to; ++number) {
    if (number > from) text += '\n';
    text += edit(line(number));
  }
  if (text == std::string_view(text_).substr(first, end - first)) return;
  const std::size_t from_end = end_of(from) - std::min(caret_, end_of(from));
  change(first, end - first, text);
  if (had_selection) {
    anchor_ = first;
  } else {
    // The caret stays before the character that it was before.
    caret_ = anchor_ = std::max(first, end_of(from) - std::min(from_end, end_of(from)));
  }
  done_.back().caret_after = caret_;
}

void TextEdit::indent() {
  const auto [from, to] = selected_lines();
  const std::string step = indent_step();
  if (from == to && !(has_selection() && selected().find('\n') != std::string_view::npos)) {
    const auto [first, last] = selection();
    change(first, last - first, step);
    return;
  }
  change_lines([&](std::string_view line) {
    return line.empty() ? std::string() : step + std::string(line);
  });
}

void TextEdit::outdent() {
  const std::size_t step = indent_step().size();
  change_lines([&](std::string_view line) {
    const std::string_view blanks = blanks_before(line);
    if (blanks.starts_with('\t')) return std::string(line.substr(1));
    return std::string(line.substr(std::min(step, blanks.size())));
  });
}

void TextEdit::toggle_comment() {
  const auto [from, to] = selected_lines();
  bool is_comment = true;
  std::size_t column = std::string::npos;
  for (int number = from; number <= to; ++number) {
    const std::string_view blanks = blanks_before(line(number));
    if (blanks.size() == line(number).size()) continue;
    is_comment = is_comment && line(number).substr(blanks.size()).starts_with("//");
    column = std::min(column, blanks.size());
  }
  if (column == std::string::npos) return;  // only empty lines
  change_lines([&](std::string_view line) {
    std::string text(line);
    const std::size_t blanks = blanks_before(line).size();
    if (blanks == line.size()) return text;
    if (is_comment) {
      const bool has_blank = line.substr(blanks + 2).starts_with(' ');
      return text.erase(blanks, has_blank ? 3 : 2);
    }
    return text.insert(column, "// ");
  });
}

void TextEdit::move_lines(bool down) {
  const auto [from, to] = selected_lines();
  if (down ? to == lines() : from == 1) return;
  const int other = down ? to + 1 : from - 1;
  const std::string moved(
      std::string_view(text_).substr(start_of(from), end_of(to) - start_of(from)));
  const std::string passed(line(other));
  const std::size_t first = start_of(std::min(from, other));
  const std::size_t end = end_of(std::max(to, other));
  const std::size_t caret = caret_ - start_of(from), anchor = anchor_ - start_of(from);
  change(first, end - first, down ? passed + "\n" + moved : moved + "\n" + passed);
  const std::size_t begin = down ? first + passed.size() + 1 : first;
  caret_ = std::min(begin + caret, text_.size());
  anchor_ = std::min(begin + anchor, text_.size());
  done_.back().caret_after = caret_;
}

bool TextEdit::undo() {
  if (done_.empty()) return false;
  Change change = std::move(done_.back());
  done_.pop_back();
  apply(change.at, change.inserted.size(), change.removed);
  caret_ = change.caret_before;
  anchor_ = change.anchor_before;
  column_.reset();
  change.is_typing = false;
  undone_.push_back(std::move(change));
  return true;
}

bool TextEdit::redo() {
  if (undone_.empty()) return false;
  Change change = std::move(undone_.back());
  undone_.pop_back();
  apply(change.at, change.removed.size(), change.inserted);
  caret_ = anchor_ = change.caret_after;
  column_.reset();
  done_.push_back(std::move(change));
  return true;
}

// ---- find and replace ----

bool TextEdit::is_at(std::size_t at, std::string_view wanted, FindOptions options) const {
  if (wanted.size() > text_.size() - at) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const char a = text_[at + i], b = wanted[i];
    if (options.match_case ? a != b : lower(a) != lower(b)) return false;
  }
  if (!options.whole_word) return true;
  const std::size_t end = at + wanted.size();
  const bool begins = at == 0 || !is_of_word(text_[at - 1]) || !is_of_word(text_[at]);
  const bool ends = end == text_.size() || !is_of_word(text_[end]) || !is_of_word(text_[end - 1]);
  return begins && ends;
}

// npos: there is none. Around the end.
std::size_t TextEdit::search(std::string_view wanted, FindOptions options, std::size_t from,
                             bool backwards) const {
  const std::size_t size = text_.size();
  if (wanted.empty() || wanted.size() > size) return std::string::npos;
  for (std::size_t i = 0; i <= size; ++i) {
    const std::size_t at = backwards ? (from + size + 1 - i) % (size + 1) : (from + i) % (size + 1);
    if (is_at(at, wanted, options)) return at;
  }
  return std::string::npos;
}

bool TextEdit::find(std::string_view wanted, FindOptions options, bool backwards) {
  const auto [first, last] = selection();
  const std::size_t from = backwards ? (first > 0 ? first - 1 : text_.size()) : last;
  // The one that is typed so far may grow where it stands.
  const std::size_t at = search(wanted, options, from, backwards);
  if (at == std::string::npos) return false;
  set_caret(at, false);
  set_caret(at + wanted.size(), true);
  return true;
}

std::pair<std::size_t, std::size_t> TextEdit::count(std::string_view wanted,
                                                    FindOptions options) const {
  std::size_t found = 0, number = 0;
  if (wanted.empty()) return {0, 0};
  const auto [first, last] = selection();
  for (std::size_t at = 0; at + wanted.size() <= text_.size();) {
    if (!is_at(at, wanted, options)) {
      ++at;
      continue;
    }
    ++found;
    if (at == first && at + wanted.size() == last) number = found;
    at += wanted.size();
  }
  return {found, number};
}

bool TextEdit::replace(std::string_view wanted, std::string_view by, FindOptions options) {
  const auto [first, last] = selection();
  const bool is_one =
      !wanted.empty() && last - first == wanted.size() && is_at(first, wanted, options);
  if (is_one) change(first, last - first, by);
  find(wanted, options);
  return is_one;
}

std::size_t TextEdit::replace_all(std::string_view wanted, std::string_view by,
                                  FindOptions options) {
  std::string text;
  std::size_t replaced = 0;
  if (wanted.empty()) return 0;
  for (std::size_t at = 0; at < text_.size();) {
    if (is_at(at, wanted, options)) {
      text += by;
      at += wanted.size();
      ++replaced;
    } else {
      text += text_[at++];
    }
  }
  if (replaced == 0) return 0;
  const int line = line_of(caret_);
  change(0, text_.size(), text);
  caret_ = anchor_ = start_of(line);
  done_.back().caret_after = caret_;
  return replaced;
}

// ---- help for code ----

std::optional<std::pair<std::size_t, std::size_t>> TextEdit::brackets() const {
  for (const std::size_t at : {caret_, caret_ - 1}) {
    if (at >= text_.size()) continue;  // also before the text
    const std::size_t opens = opening.find(text_[at]), closes = closing.find(text_[at]);
    if (opens == opening.npos && closes == closing.npos) continue;
    const bool forwards = opens != opening.npos;
    const std::size_t kind = forwards ? opens : closes;
    int depth = 0;
    for (std::size_t i = at; i < text_.size(); i = forwards ? i + 1 : i - 1) {
      if (text_[i] == opening[kind]) depth += forwards ? 1 : -1;
      if (text_[i] == closing[kind]) depth += forwards ? -1 : 1;
      if (depth == 0) return std::pair(at, i);
    }
  }
  return std::nullopt;
}

std::string_view TextEdit::begun_word() const {
  std::size_t first = caret_;
  while (first > 0 && is_of_word(text_[first - 1])) --first;
  const std::string_view word = std::string_view(text_).substr(first, caret_ - first);
  const bool is_number = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
  return is_number ? std::string_view() : word;
}

std::vector<std::string> TextEdit::completions(const std::vector<std::string>& more) const {
  const std::string_view begun = begun_word();
  if (begun.empty()) return {};
  std::set<std::string, std::less<>> words;
  const auto add = [&](std::string_view word) {
    if (word.size() > begun.size() && word.starts_with(begun)) words.emplace(word);
  };
  const std::string_view text = text_;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_of_word(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_of_word(text[end])) ++end;
    add(text.substr(at, end - at));
    at = end;
  }
  for (const std::string& each : more) add(each);
  return {words.begin(), words.end()};
}

void TextEdit::complete(std::string_view word) {
  const std::size_t begun = begun_word().size();
  change(caret_ - begun, begun, word);
}

}  // namespace lanescope::app
