#include "kernels/compile/host_code.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "kernels/compile/kernel_text.h"
#include "kernels/compile/log.h"
#include "kernels/compile/prelude_choice.h"

namespace lanescope::compile {
namespace {

namespace fs = std::filesystem;

std::string word_for(DeclarationKind kind) {
  switch (kind) {
    case DeclarationKind::function:
      return "function";
    case DeclarationKind::variable:
      return "variable";
    case DeclarationKind::type:
      return "type";
    case DeclarationKind::alias:
      return "using";
    case DeclarationKind::macro_call:
      return "macro";
    case DeclarationKind::include:
      return "include";
    case DeclarationKind::other:
      break;
  }
  return "declaration";
}

// clang's words and NVRTC's
bool is_missing_header(std::string_view message) {
  return message.find("file not found") != std::string_view::npos ||
         message.find("cannot open") != std::string_view::npos;
}

// Whether an error says that a name is not declared, in the words of both.
bool is_unknown_name(std::string_view message) {
  constexpr std::array<std::string_view, 10> parts{
      "undeclared",  "unknown type", "is undefined", "no member",      "no type",
      "no template", "a template",   "a class",      "namespace name", "followed by"};
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return message.find(part) != std::string_view::npos;
  });
}

// Classes of the C++ library that host functions take, after `using namespace std`.
bool is_library_type(std::string_view name) {
  constexpr std::array<std::string_view, 22> names{
      "deque",         "function", "ifstream",   "initializer_list",
      "istream",       "list",     "map",        "mutex",
      "ofstream",      "ostream",  "queue",      "set",
      "shared_ptr",    "stack",    "string",     "string_view",
      "stringstream",  "thread",   "unique_ptr", "unordered_map",
      "unordered_set", "vector"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A name of the C++ library is not one that a missing header would declare.
bool is_of_library(std::string_view message) {
  return message.find("std::") != std::string_view::npos ||
         message.find("'std'") != std::string_view::npos ||
         message.find("\"std\"") != std::string_view::npos;
}

// The names in quotes: clang writes 'f', NVRTC "f". Of a qualified name its parts, too.
std::vector<std::string> quoted_names(std::string_view message) {
  std::vector<std::string> names;
  for (std::size_t at = message.find_first_of("'\""); at != std::string_view::npos;
       at = message.find_first_of("'\"", at)) {
    const std::size_t end = message.find(message[at], at + 1);
    if (end == std::string_view::npos) break;
    std::string word;
    for (const char c : message.substr(at + 1, end - at - 1)) {
      if (continues_name(c)) {
        word += c;
      } else if (!word.empty()) {
        names.push_back(std::exchange(word, {}));
      }
    }
    if (!word.empty()) names.push_back(std::move(word));
    at = end + 1;
  }
  return names;
}

std::string text_of_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path whole_path(const fs::path& path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal();
}

bool is_path_of(const fs::path& path, std::string_view header) {
  return path.native() == header ||
         std::string_view(path.native()).ends_with(fmt::format("/{}", header));
}

// The byte of line `line`, column `column`, both from 1. npos: there is no such line.
std::size_t offset_of(std::string_view text, int line, int column) {
  std::size_t begin = 0;
  for (int i = 1; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return begin;
    ++begin;
  }
  return begin + static_cast<std::size_t>(column) - 1;
}

// What another thing of the same name could be meant for.
bool is_named_thing(const Declaration& each) {
  return (each.kind == DeclarationKind::type || each.kind == DeclarationKind::alias ||
          each.kind == DeclarationKind::variable) &&
         !each.is_member && !each.name.empty();
}

// Whether a compiler reads at most one of two places, the first of which ends at `end`: they are in
// different branches of an #if.
bool are_alternatives(const std::vector<Token>& tokens, std::size_t end, std::size_t begin) {
  int depth = 0;
  auto token = std::ranges::lower_bound(tokens, end, {}, &Token::at);
  for (; token != tokens.end() && token->at < begin; ++token) {
    if (token->kind != TokenKind::directive) continue;
    const std::string_view word = words_of_directive(token->text).first;
    if (word.starts_with("if")) ++depth;
    if (depth == 0 && word.starts_with("el")) return true;
    if (word == "endif" && --depth < 0) return false;
  }
  return false;
}

void remove_mark(std::string& text) {
  if (text.starts_with(byte_order_mark)) text.replace(0, byte_order_mark.size(), "   ");
}

}  // namespace

HostCode::HostCode(const Source& source, Compiler compiler, const Headers& headers)
    : source_(source), compiler_(compiler), headers_(headers), rest_(source) {}

void HostCode::begin() {
  has_begun_ = true;
  texts_.push_back({{}, source_.name, source_.text, {}, {}, {}, {}});
  remove_mark(texts_[0].original);
  for (const Header& header : headers_.found) {
    if (header.is_of_toolkit) continue;
    const fs::path path = whole_path(header.path);
    std::string text = text_of_file(path);
    remove_mark(text);
    texts_.push_back({path, path.string(), std::move(text), {}, {}, {}, {}});
  }
  std::vector<std::string> device_words = device_words_of(defines_of(source_));
  // A header may use a macro of another, whichever comes first here.
  for (int round = 0; round < 2; ++round) {
    for (const Text& text : texts_) {
      std::vector<std::string> more = device_words_of(text.original, device_words);
      std::move(more.begin(), more.end(), std::back_inserter(device_words));
    }
  }
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    Text& text = texts_[i];
    text.rest = text.original;
    text.declarations = declarations_of(text.original, device_words);
    text.tokens = tokens_of(text.original);
    for (std::size_t at = 0; at < text.tokens.size(); ++at)
      text.places[text.tokens[at].text].push_back(at);
    for (std::size_t at = 0; at < text.declarations.size(); ++at) {
      const Declaration& each = text.declarations[at];
      if (is_named_thing(each)) named_[each.name].emplace_back(i, at);
    }
  }
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    Text& text = texts_[i];
    for (const Declaration& each : text.declarations) {
      const bool is_main = each.name == "main" && !each.is_member;
      if (each.kind == DeclarationKind::include) {
        const bool is_own = std::any_of(texts_.begin() + 1, texts_.end(), [&](const Text& other) {
          return is_path_of(other.path, each.name);
        });
        const std::string_view directive =
            std::string_view(text.original).substr(each.begin, each.end - each.begin);
        const bool is_quoted = directive.find('<') == std::string_view::npos;
        if (is_host_header(each.name, is_quoted) && !is_own &&
            !is_known_header(each.name, compiler_)) {
          blank(text.rest, each.begin, each.end);
        }
      } else if ((is_main || each.launch_line > 0) && each.kind != DeclarationKind::type &&
                 may_go(each)) {
        leave_out(i, each, {});
      }
    }
  }
  leave_out_unused_functions();
}

bool HostCode::may_go(const Declaration& declaration) const {
  if (declaration.is_device) return false;
  switch (declaration.kind) {
    case DeclarationKind::function:
      return !declaration.is_constexpr;
    case DeclarationKind::other:
      return false;
    default:
      return true;
  }
}

// Whether another type or variable of that name would be meant where this one is. (Functions of the
// host are no choice where a kernel calls one.)
bool HostCode::would_be_replaced(std::size_t text, const Declaration& declaration) const {
  if (!is_named_thing(declaration)) return false;
  for (const auto& [i, at] : named_.at(declaration.name)) {
    const Declaration& each = texts_[i].declarations[at];
    if (i == text && each.begin == declaration.begin) continue;
    const auto [first, second] = std::minmax(each.begin, declaration.begin);
    if (i == text && are_alternatives(texts_[i].tokens, first, second)) continue;
    const std::string_view part =
        std::string_view(texts_[i].original).substr(each.begin, each.end - each.begin);
    const bool only_declares = each.kind == DeclarationKind::type
                                   ? part.find('{') == std::string_view::npos
                                   : part.starts_with("extern");
    if (!only_declares) return true;
  }
  return false;
}

bool HostCode::leave_out(std::size_t text, const Declaration& declaration, const Message& error,
                         bool is_missing) {
  if (would_be_replaced(text, declaration)) return false;
  if (!gone_places_.emplace(std::pair(text, declaration.begin), gone_.size()).second) return false;
  std::string& rest = texts_[text].rest;
  // A class keeps the declaration of a member function, so that its other functions may be called
  // as before.
  const bool is_body = declaration.is_member && declaration.body != 0;
  blank(rest, is_body ? declaration.body : declaration.begin, declaration.end);
  if (is_body) rest[declaration.body] = ';';
  gone_.push_back({text, declaration, is_missing, error});
  return true;
}

bool HostCode::has_just_gone(std::size_t text, const Declaration& declaration) const {
  const auto found = gone_places_.find({text, declaration.begin});
  return found != gone_places_.end() && found->second >= before_round_;
}

// Only that of the message: another that is not there may be in a branch that is switched off.
void HostCode::leave_out_missing_header(const Message& error) {
  const auto is_named = [&](const std::string& header) {
    return error.text.find(fmt::format("'{}'", header)) != std::string::npos ||
           error.text.find(fmt::format("\"{}\"", header)) != std::string::npos;
  };
  const Text* const named = text_of(error.file);
  bool has_place = false;
  for (const bool by_line : {true, false}) {
    for (std::size_t i = 0; i < texts_.size() && !has_place; ++i) {
      if (by_line && &texts_[i] != named) continue;
      for (const Declaration& each : texts_[i].declarations) {
        if (each.kind != DeclarationKind::include || !is_named(each.name)) continue;
        if (by_line && !each.holds(error.line)) continue;
        // One that is skipped silently, or that the prelude provides from now on.
        if (texts_[i].rest[each.begin] == ' ' || is_known_header(each.name, compiler_)) continue;
        took_header_ = leave_out(i, each, {}, true) || took_header_;
        has_place = has_place || by_line;
      }
    }
  }
}

const HostCode::Text* HostCode::text_of(const std::string& file) const {
  if (file == source_.name) return &texts_[0];
  for (std::size_t i = 1; i < texts_.size(); ++i) {
    if (whole_path(file) == texts_[i].path) return &texts_[i];
  }
  for (std::size_t i = 1; i < texts_.size(); ++i) {
    if (is_path_of(texts_[i].path, file)) return &texts_[i];  // as an #include names it
  }
  return nullptr;
}

void HostCode::leave_out_at(const Message& error) {
  const Text* const text = text_of(error.file);
  if (text == nullptr || error.line == 0) return;
  const auto index = static_cast<std::size_t>(text - texts_.data());
  const std::size_t place =
      error.column > 0 ? offset_of(text->original, error.line, error.column) : 0;
  // By its place; where that is not known or says nothing, by its line.
  for (const bool by_place : {true, false}) {
    if (by_place && error.column == 0) continue;
    const Declaration* top = nullptr;
    bool is_there = false;
    for (const Declaration& each : text->declarations) {
      if (each.kind == DeclarationKind::include) continue;
      if (by_place ? place < each.begin || place >= each.end : !each.holds(error.line)) continue;
      is_there = true;
      if (!each.is_member) top = &each;
      const bool is_host_member =
          each.is_member && each.kind == DeclarationKind::function && may_go(each);
      // An error in what a member function takes and returns goes with the whole declaration.
      Declaration left = each;
      if (is_host_member && !each.is_virtual && each.body != 0 &&
          (by_place ? place < each.body : error.line < each.body_line)) {
        left.body = 0;
      }
      // Where it went in an earlier round and the line still has an error, that is the class's.
      if (is_host_member && (leave_out(index, left, error) || has_just_gone(index, each)))
        top = nullptr;
    }
    if (top != nullptr && may_go(*top)) leave_out(index, *top, error);
    if (is_there) return;
  }
}

// Host code that names what this error says is unknown. After `void f(std::vector<int>& v) {` both
// compilers read on as in an expression, and miss all that follows: without this, each round would
// find one function.
void HostCode::leave_out_alike(const Message& error, const std::function<bool()>& is_over) {
  if (!is_unknown_name(error.text)) return;
  std::vector<Unknown> unknown;
  for (const std::string& name : quoted_names(error.text)) {
    if (name == "std" && is_of_library(error.text)) continue;
    if (is_of_library(error.text)) unknown.push_back({name, true, false});
    if (is_library_type(name)) unknown.push_back({name, false, false});
    unknown.push_back({name, false, true});
  }
  for (const Unknown& each_unknown : unknown) {
    if (!unknown_.insert(each_unknown).second) continue;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const std::vector<std::size_t> offsets = offsets_of(each_unknown, texts_[i]);
      if (offsets.empty()) continue;
      for (const Declaration& each : texts_[i].declarations) {
        const bool is_function = each.kind == DeclarationKind::function;
        const bool is_data = !each.is_member && (each.kind == DeclarationKind::variable ||
                                                 each.kind == DeclarationKind::alias);
        if ((!is_function && !is_data) || !may_go(each)) continue;
        const auto at = std::lower_bound(offsets.begin(), offsets.end(), each.begin);
        if (at == offsets.end() || *at >= each.end) continue;
        if (is_over && is_over()) return;
        Declaration left = each;
        if (!each.is_virtual && *at < each.body) left.body = 0;
        leave_out(i, left, error);
      }
    }
  }
}

// Where its first token stands, in ascending order.
std::vector<std::size_t> HostCode::offsets_of(const Unknown& unknown, const Text& text) {
  std::vector<std::size_t> offsets;
  const auto places = text.places.find(unknown.name);
  if (places == text.places.end()) return offsets;
  const auto has = [&](std::size_t i, std::string_view token) {
    return i < text.tokens.size() && text.tokens[i].text == token;
  };
  for (const std::size_t i : places->second) {
    if (unknown.is_qualifier && !has(i + 1, "::")) continue;
    if (unknown.is_of_std && (i < 2 || !has(i - 1, "::") || !has(i - 2, "std"))) continue;
    offsets.push_back(text.tokens[unknown.is_of_std ? i - 2 : i].at);
  }
  return offsets;
}

// Host functions that nothing but host functions names. Their errors would take more rounds, above
// all where the first one hides the others. An operator is used without its name.
void HostCode::leave_out_unused_functions() {
  const auto may_be_unused = [&](const Declaration& each) {
    return each.kind == DeclarationKind::function && !each.is_member && may_go(each) &&
           each.name.find("operator") == std::string::npos &&
           each.name.find('~') == std::string::npos && each.name != "begin" && each.name != "end";
  };
  struct Candidate {
    std::size_t text;
    const Declaration* function;
    bool is_used = false;
  };
  std::vector<Candidate> candidates;
  std::unordered_map<std::string_view, std::vector<std::size_t>> named;  // in candidates
  std::vector<std::string> others;  // the texts without the candidates
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    others.push_back(texts_[i].rest);
    if (others.back().find("##") != std::string::npos) return;  // names that are nowhere
    for (const Declaration& each : texts_[i].declarations) {
      if (!may_be_unused(each)) continue;
      blank(others.back(), each.begin, each.end);
      const std::string_view name = each.name;
      named[name.substr(name.rfind(':') + 1)].push_back(candidates.size());
      candidates.push_back({i, &each});
    }
  }
  // What the others name is used, and what a used function names is used, too.
  std::vector<std::string_view> to_read(others.begin(), others.end());
  const auto use = [&](std::string_view word) {
    const auto found = named.find(word);
    if (found == named.end()) return;
    for (const std::size_t i : found->second) {
      candidates[i].is_used = true;
      const Declaration& function = *candidates[i].function;
      to_read.push_back(std::string_view(texts_[candidates[i].text].rest)
                            .substr(function.begin, function.end - function.begin));
    }
    named.erase(found);
  };
  while (!to_read.empty()) {
    const std::string_view text = to_read.back();
    to_read.pop_back();
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && continues_name(text[end])) ++end;
      if (end > at) use(text.substr(at, end - at));
      at = end + 1;
    }
  }
  for (const Candidate& each : candidates) {
    if (!each.is_used) leave_out(each.text, *each.function, {});
  }
}

bool HostCode::leave_out(const Failure& failure, const std::function<bool()>& is_over) {
  if (!has_error(failure.messages)) return false;
  if (!has_begun_) begin();
  before_round_ = gone_.size();
  took_header_ = false;
  for (const Message& each : failure.messages) {
    if (each.severity != MessageSeverity::error) continue;
    if (is_over && is_over()) break;
    if (is_missing_header(each.text)) {
      leave_out_missing_header(each);
    } else {
      leave_out_at(each);
      leave_out_alike(each, is_over);
    }
  }
  Source rest = source_;
  rest.text = texts_[0].rest;
  for (std::size_t i = 1; i < texts_.size(); ++i)
    rest.header_texts.emplace_back(texts_[i].path, texts_[i].rest);
  const bool differs = rest.text != rest_.text || rest.header_texts != rest_.header_texts;
  rest_ = std::move(rest);
  return differs;
}

std::vector<LeftOut> HostCode::left_out() const {
  std::vector<Gone> all = gone_;
  std::stable_sort(all.begin(), all.end(), [](const Gone& a, const Gone& b) {
    return std::pair(a.text, a.declaration.begin) < std::pair(b.text, b.declaration.begin);
  });
  std::vector<LeftOut> result;
  // How far the types reach that begin before this one, in its text: one that reaches over it went
  // with it inside.
  std::size_t text = 0, reach = 0;
  for (const Gone& each : all) {
    if (each.text != text) reach = 0;
    text = each.text;
    if (each.declaration.end <= reach) continue;
    if (each.declaration.kind == DeclarationKind::type)
      reach = std::max(reach, each.declaration.end);
    result.push_back({texts_[each.text].name, each.declaration.first_line,
                      fmt::format("{} {}", word_for(each.declaration.kind), each.declaration.name),
                      each.is_missing});
  }
  return result;
}

const HostCode::Gone* HostCode::named_in(const std::string& message) const {
  for (const std::string& name : quoted_names(message)) {
    for (const Gone& each : gone_) {
      if (each.declaration.kind == DeclarationKind::include) continue;
      const std::string& whole = each.declaration.name;
      if (whole == name || whole.ends_with("::" + name)) return &each;
    }
  }
  return nullptr;
}

bool HostCode::names_device_code(const std::string& message) const {
  const std::vector<std::string> names = quoted_names(message);
  const auto is_named = [&](const Declaration& each) {
    return each.is_device && std::find(names.begin(), names.end(), each.name) != names.end();
  };
  return std::any_of(texts_.begin(), texts_.end(), [&](const Text& text) {
    return std::any_of(text.declarations.begin(), text.declarations.end(), is_named);
  });
}

std::vector<Message> HostCode::errors_behind(const Failure& failure) const {
  std::vector<Message> errors = failure.messages;
  std::set<const Gone*> seen;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const Gone* const cause = named_in(errors[i].text);
    if (cause != nullptr && !cause->error.text.empty() && seen.insert(cause).second)
      errors.push_back(cause->error);
  }
  return errors;
}

void HostCode::explain(Failure& failure) const {
  for (Message& each : failure.messages) {
    const Text* const text = has_begun_ ? text_of(each.file) : nullptr;
    if (text == nullptr) continue;
    each.file = text->name;  // NVRTC may name a header as the #include does
    if (text->path.empty()) each.line_text = line_of(text->original, each.line);
  }
  const auto missing =
      std::find_if(gone_.begin(), gone_.end(), [](const Gone& each) { return each.is_missing; });
  const auto may_be_of_missing = [&](const std::string& text) {
    return missing != gone_.end() && is_unknown_name(text) && !is_of_library(text) &&
           !names_device_code(text);
  };
  constexpr std::size_t max_causes = 5;
  std::vector<Message> causes;
  std::set<const Gone*> told;
  for (Message& each : failure.messages) {
    if (each.severity != MessageSeverity::error) continue;
    const Gone* cause = named_in(each.text);
    const bool is_of_header = cause == nullptr
                                  ? may_be_of_missing(each.text)
                                  : cause->declaration.kind != DeclarationKind::function &&
                                        may_be_of_missing(cause->error.text);
    if (is_of_header) cause = &*missing;
    if (cause == nullptr) {
      explain_call_of_host(each);
      continue;
    }
    if (causes.size() == max_causes || !told.insert(cause).second) continue;
    Message message = each;
    message.text += is_of_header ? of_missing() : of_host_code(*cause);
    causes.push_back(std::move(message));
  }
  if (causes.empty()) return;
  Message first = causes.front();
  first.line_text.clear();
  failure.summary = first.formatted();
  // What else there is may follow from these; it is seen once they are mended.
  failure.messages = std::move(causes);
}

// Host functions without an error are still there for clang, which says only that a call does not
// fit.
void HostCode::explain_call_of_host(Message& message) const {
  if (message.text.find("matching function") == std::string::npos &&
      message.text.find("__host__ function") == std::string::npos) {
    return;
  }
  const std::vector<std::string> names = quoted_names(message.text);
  for (const Text& text : texts_) {
    for (const Declaration& each : text.declarations) {
      if (each.kind != DeclarationKind::function || !may_go(each) ||
          std::find(names.begin(), names.end(), each.name) == names.end()) {
        continue;
      }
      message.text += fmt::format("; '{}' of {}:{} is a host function: it has no __device__",
                                  each.name, text.name, each.first_line);
      return;
    }
  }
}

std::string HostCode::of_missing() const {
  std::string headers;
  std::set<std::string> folders;
  if (compiler_ == Compiler::nvrtc) folders.insert("the CUDA Toolkit");
  for (const Gone& each : gone_) {
    if (!each.is_missing) continue;
    const std::string& header = each.declaration.name;
    headers += fmt::format("{}{} ({}:{})", headers.empty() ? "" : ", ", header,
                           texts_[each.text].name, each.declaration.first_line);
    for (const fs::path& absent : headers_.absent) {
      if (!is_path_of(absent, header)) continue;
      const std::string path = absent.string();
      folders.insert(whole_path(path.substr(0, path.size() - header.size() - 1)).string());
    }
  }
  std::string text =
      folders.empty()
          ? fmt::format("; it may be declared in a header that was not found: {}", headers)
          : fmt::format("; it may be declared in a header that was not found: {}; looked for in {}",
                        headers, fmt::join(folders, ", "));
  if (compiler_ == Compiler::clang) {
    text +=
        "; clang has no CUDA Toolkit here, only the parts of the most common headers that kernels "
        "need: NVRTC has the others";
  }
  return text;
}

std::string HostCode::of_host_code(const Gone& cause) const {
  const Declaration& what = cause.declaration;
  return fmt::format("; this needs the {} '{}' of {}:{}, which was left out as host code{}{}",
                     word_for(what.kind), what.name, texts_[cause.text].name, what.first_line,
                     cause.error.text.empty() ? "" : ": ", cause.error.text);
}

}  // namespace lanescope::compile
