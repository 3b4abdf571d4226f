#include "kernels/compile/declarations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <unordered_map>
#include <utility>

#include "kernels/compile/prelude_choice.h"
#include "kernels/compile/tokens.h"

namespace lanescope::compile {
namespace {

constexpr std::size_t nowhere = std::string_view::npos;

bool is_bracket_or_end(std::string_view text) {
  constexpr std::string_view all = "{}()[];=:";
  return text.size() == 1 && all.find(text[0]) != nowhere;
}

// The branches of an #if are read one after the other. Where one opens a bracket that it does not
// close, as in
//   #if A
//   void f(int n) {
//   #else
//   void f() {
//   #endif
// only one branch's brackets count: those of the first that is not `#if 0`.
std::vector<Token> with_one_branch(std::vector<Token> codes) {
  struct Open {
    std::vector<std::pair<std::size_t, std::size_t>> branches;
    bool is_first_off;
  };
  std::vector<Open> open;
  std::vector<bool> dropped(codes.size(), false);
  const auto is_balanced = [&](std::pair<std::size_t, std::size_t> range) {
    int depth = 0;
    for (std::size_t i = range.first; i < range.second; ++i) {
      if (dropped[i] || codes[i].kind != TokenKind::sign) continue;
      if (codes[i].text == "{" || codes[i].text == "(") ++depth;
      if ((codes[i].text == "}" || codes[i].text == ")") && --depth < 0) return false;
    }
    return depth == 0;
  };
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i].kind != TokenKind::directive) continue;
    const auto [word, next] = words_of_directive(codes[i].text);
    if (word.starts_with("if")) {
      open.push_back({{{i + 1, 0}}, word == "if" && next == "0"});
    } else if (!open.empty() && (word.starts_with("el") || word == "endif")) {
      Open& group = open.back();
      group.branches.back().second = i;
      if (word != "endif") {
        group.branches.emplace_back(i + 1, 0);
        continue;
      }
      const bool all_balanced =
          std::all_of(group.branches.begin(), group.branches.end(), is_balanced);
      for (std::size_t k = 0; !all_balanced && k < group.branches.size(); ++k) {
        if (k == (group.is_first_off ? 1U : 0U)) continue;
        for (std::size_t at = group.branches[k].first; at < group.branches[k].second; ++at) {
          if (codes[at].kind == TokenKind::sign && is_bracket_or_end(codes[at].text))
            dropped[at] = true;
        }
      }
      open.pop_back();
    }
  }
  std::vector<Token> result;
  result.reserve(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (!dropped[i]) result.push_back(codes[i]);
  }
  return result;
}

bool is_marker(std::string_view word) {
  constexpr std::array<std::string_view, 5> markers{"__global__", "__device__", "__constant__",
                                                    "__shared__", "__managed__"};
  return std::find(markers.begin(), markers.end(), word) != markers.end();
}

// NAME(...) that is neither a function's name nor its parameters.
bool takes_brackets(std::string_view word) {
  constexpr std::array<std::string_view, 16> words{
      "__attribute__", "__declspec", "__launch_bounds__", "__align__", "alignas",  "decltype",
      "__typeof__",    "typeof",     "noexcept",          "throw",     "explicit", "requires",
      "__maxnreg__",   "__pragma",   "__cluster_dims__",  "_Pragma"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

class DeclarationReader {
 public:
  DeclarationReader(std::string_view text, const std::set<std::string, std::less<>>& device_words)
      : text_(text), device_words_(device_words), codes_(with_one_branch(tokens_of(text))) {
    add_includes();
    std::erase_if(codes_, [](const Token& code) { return code.kind == TokenKind::directive; });
    match_brackets();
  }

  std::vector<Declaration> run() {
    for (std::size_t i = 0; i < codes_.size();) i = declaration(i, codes_.size(), false);
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Declaration& a, const Declaration& b) { return a.begin < b.begin; });
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string_view at(std::size_t i) const {
    return i < codes_.size() ? codes_[i].text : std::string_view();
  }
  [[nodiscard]] bool is_word(std::size_t i) const {
    return i < codes_.size() && codes_[i].kind == TokenKind::word;
  }
  [[nodiscard]] bool is_sign(std::size_t i, std::string_view sign) const {
    return i < codes_.size() && codes_[i].kind == TokenKind::sign && codes_[i].text == sign;
  }

  void add_includes() {
    for (const Token& code : codes_) {
      if (code.kind != TokenKind::directive) continue;
      const std::string_view name = included_header(code.text);
      if (name.empty()) continue;
      Declaration include;
      include.kind = DeclarationKind::include;
      include.name = name;
      include.begin = code.at;
      include.end = code.end();
      include.first_line = code.line;
      include.last_line = code.last_line();
      found_.push_back(std::move(include));
    }
  }

  void match_brackets() {
    match_.assign(codes_.size(), nowhere);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      if (codes_[i].kind != TokenKind::sign || codes_[i].text.size() != 1) continue;
      const char c = codes_[i].text[0];
      if (c == '(' || c == '[' || c == '{') open.push_back(i);
      if (c != ')' && c != ']' && c != '}') continue;
      const char opening = c == ')' ? '(' : c == ']' ? '[' : '{';
      // `}` closes the brackets within that were left open; `)` closes no brace.
      while (!open.empty() && codes_[open.back()].text[0] != opening &&
             (c == '}' || codes_[open.back()].text[0] != '{')) {
        open.pop_back();
      }
      if (open.empty() || codes_[open.back()].text[0] != opening) continue;
      match_[open.back()] = i;
      open.pop_back();
    }
  }
  // The token after the bracket that closes this one.
  [[nodiscard]] std::size_t after(std::size_t open) const {
    if (match_[open] != nowhere) return match_[open] + 1;
    return is_sign(open, "{") ? codes_.size() : open + 1;
  }
  // The token after the `>` that closes this `<`; the next token if none does. What is found is
  // kept for each `<` on the way, so that no token is read twice: the text may be `a<a<a<a<`.
  std::size_t after_angle(std::size_t open) {
    if (const auto known = after_angle_.find(open); known != after_angle_.end())
      return known->second;
    std::vector<std::size_t> is_open;
    for (std::size_t i = open; i < codes_.size();) {
      if (is_sign(i, "(") || is_sign(i, "[") || is_sign(i, "{")) {
        i = after(i);
        continue;
      }
      if (is_sign(i, ";") || is_sign(i, "}") || is_sign(i, ")")) break;
      if (is_sign(i, "<")) is_open.push_back(i);
      if (is_sign(i, ">")) {
        after_angle_[is_open.back()] = i + 1;
        is_open.pop_back();
        if (is_open.empty()) return i + 1;
      }
      ++i;
    }
    for (const std::size_t each : is_open) after_angle_[each] = each + 1;
    return open + 1;
  }

  // What one declaration has shown so far.
  struct Seen {
    Declaration result;
    std::size_t first = 0;
    bool alias = false, type_key = false, enum_key = false, type_body = false;
    bool parameters = false, initialiser = false, members_follow = false, is_static_assert = false;
    bool is_reference = false;  // texture<...> and surface<...>: of the device without a marker
    bool is_macro_call = false;
    bool has_bases = false;  // class A : public B
    std::size_t first_after_template = 0;
  };

  // Reads the declaration at token `i` and adds it. Returns the token after it.
  std::size_t declaration(std::size_t i, std::size_t limit, bool in_class) {
    if (is_sign(i, ";") || is_sign(i, "}")) return i + 1;
    if (in_class && is_label(i)) return i + 2;
    if (const std::size_t inside = opened_scope(i); inside != 0 && !in_class) return inside;

    Seen seen;
    seen.first = i;
    const std::size_t place = found_.size();  // members follow their class
    std::size_t end = i;
    while (end < limit) {
      const std::size_t next = step(seen, end, limit, in_class);
      if (next == 0) break;
      end = next;
      if (is_over_) break;
    }
    is_over_ = false;
    if (end == i) return i + 1;  // a bracket that nothing opened
    finish(seen, end, in_class);
    found_.insert(found_.begin() + static_cast<std::ptrdiff_t>(place), std::move(seen.result));
    return end;
  }

  // `public:`
  [[nodiscard]] bool is_label(std::size_t i) const {
    return is_sign(i + 1, ":") &&
           (at(i) == "public" || at(i) == "private" || at(i) == "protected" || at(i) == "signals");
  }

  // The first token within `namespace a {` or `extern "C" {`; 0: neither begins here.
  [[nodiscard]] std::size_t opened_scope(std::size_t i) const {
    if (at(i) == "extern" && i + 1 < codes_.size() && codes_[i + 1].kind == TokenKind::literal)
      return is_sign(i + 2, "{") ? i + 3 : 0;
    if (at(i) == "inline") ++i;
    if (at(i) != "namespace") return 0;
    for (++i; i < codes_.size(); ++i) {
      if (is_sign(i, "{")) return i + 1;
      if (is_sign(i, ";") || is_sign(i, "=") || is_sign(i, "}")) return 0;
    }
    return 0;
  }

  // Takes the next token, or the next group in brackets. Returns where to go on; 0: the declaration
  // ends before this token. Sets `is_over_` if it ends with what was taken.
  std::size_t step(Seen& seen, std::size_t i, std::size_t limit, bool in_class) {
    const Token& code = codes_[i];
    if (code.kind == TokenKind::word) return word(seen, i);
    if (code.kind != TokenKind::sign) return i + 1;
    if (code.text == ";") {
      is_over_ = true;
      return i + 1;
    }
    if (code.text == "}") return 0;
    if (code.text == "(") return round(seen, i, in_class);
    if (code.text == "{") return curly(seen, i, limit);
    if (code.text == "[") return after(i);
    if (code.text == "<" && i > seen.first && is_word(i - 1)) return after_angle(i);
    if (code.text == "=") {
      const bool is_no_value =
          seen.parameters && (at(i + 1) == "default" || at(i + 1) == "delete" || at(i + 1) == "0");
      seen.initialiser = seen.initialiser || !is_no_value;
    }
    if (code.text == ":" && seen.parameters && !seen.initialiser && !seen.members_follow) {
      seen.members_follow = true;
      set_body(seen, i);
    }
    return i + 1;
  }

  std::size_t word(Seen& seen, std::size_t i) {
    const std::string_view word = at(i);
    const bool is_first = i == seen.first;
    if (word == "template" && is_sign(i + 1, "<")) {
      seen.result.is_template = true;
      const std::size_t next = after_angle(i + 1);
      if (is_first) {
        seen.first_after_template = next;
        const std::size_t begin = codes_[i + 1].end();
        if (next > i + 2)
          seen.result.template_parameters = text_.substr(begin, codes_[next - 1].at - begin);
      }
      return next;
    }
    if (word == "using" || word == "typedef" || word == "namespace") seen.alias = true;
    if (word == "static_assert" || word == "asm" || word == "__asm__") seen.is_static_assert = true;
    if (word == "constexpr" || word == "consteval") seen.result.is_constexpr = true;
    if (word == "virtual" || word == "override") seen.result.is_virtual = true;
    if ((word == "texture" || word == "surface") && is_sign(i + 1, "<")) seen.is_reference = true;
    if (seen.parameters || seen.initialiser || seen.type_body) return i + 1;
    if (word == "class" || word == "struct" || word == "union") seen.type_key = true;
    if (word == "enum") seen.enum_key = true;
    if (takes_brackets(word) && is_sign(i + 1, "(")) return after(i + 1);
    if (word == "operator" && !seen.alias) return name_of_operator(seen, i);
    const bool has_bases =
        (seen.type_key || seen.enum_key) && !seen.result.name.empty() && is_sign(i - 1, ":");
    if (has_bases) seen.has_bases = true;
    if (seen.has_bases) return i + 1;
    name(seen, i, word);
    return i + 1;
  }

  void name(Seen& seen, std::size_t i, std::string_view word) const {
    std::string& name = seen.result.name;
    const bool is_destructor = i > seen.first && is_sign(i - 1, "~");
    const std::string part = (is_destructor ? "~" : "") + std::string(word);
    const std::size_t before = is_destructor ? i - 2 : i - 1;
    const bool is_qualified = i >= seen.first + 2 && is_sign(before, "::") && !name.empty();
    name = is_qualified ? name + "::" + part : part;
  }

  std::size_t name_of_operator(Seen& seen, std::size_t i) {
    std::string whole = "operator";
    std::size_t next = i + 1;
    if (is_sign(next, "(")) {
      whole += "()";
      next = after(next);
    } else {
      for (; next < codes_.size() && !is_sign(next, "(") && !is_sign(next, ";"); ++next) {
        if (is_word(next)) whole += ' ';
        whole += at(next);
      }
    }
    name(seen, i, whole);
    if (!is_sign(next, "(")) return next;
    seen.parameters = true;
    return after(next);
  }

  std::size_t round(Seen& seen, std::size_t i, bool in_class) {
    const std::size_t next = after(i);
    if (seen.parameters || seen.initialiser || seen.type_body || seen.alias ||
        seen.is_static_assert)
      return next;
    // int (*f)(int)
    if (is_sign(i + 1, "*") || is_sign(i + 1, "&") || is_sign(i + 1, "^")) {
      if (is_word(i + 2)) seen.result.name = at(i + 2);
      seen.initialiser = true;
      return next;
    }
    if (i == seen.first) return next;
    seen.parameters = true;
    const std::size_t begin = std::max(seen.first, seen.first_after_template);
    if (i != begin + 1) return next;
    // NAME(...): a constructor, a macro, or a function whose return type is a macro's
    if (is_sign(next, ";")) {
      seen.is_macro_call = !in_class;
    } else if (next < codes_.size() && codes_[next].line > codes_[next - 1].line &&
               !continues_function(next)) {
      seen.is_macro_call = true;
      is_over_ = true;
    } else if (next >= codes_.size()) {
      seen.is_macro_call = true;
    }
    return next;
  }

  // Whether the token may stand between a function's parameters and its end.
  [[nodiscard]] bool continues_function(std::size_t i) const {
    for (const std::string_view sign : {"{", ";", ":", "->", "=", ",", "[", "(", "&", "&&", ")"}) {
      if (is_sign(i, sign)) return true;
    }
    for (const std::string_view each : {"const", "noexcept", "override", "final", "try", "volatile",
                                        "requires", "__attribute__"}) {
      if (at(i) == each) return true;
    }
    return false;
  }

  void set_body(Seen& seen, std::size_t i) const {
    if (seen.result.body != 0) return;
    seen.result.body = codes_[i].at;
    seen.result.body_line = codes_[i].line;
  }

  std::size_t curly(Seen& seen, std::size_t i, std::size_t limit) {
    const std::size_t next = after(i);
    if (seen.alias || seen.initialiser) return next;
    if (seen.parameters) {
      // In `: a{1}, b(2) {` the body follows a bracket, a member's value its name.
      const bool is_value = seen.members_follow && (is_word(i - 1) || is_sign(i - 1, ">"));
      if (is_value && !is_sign(i - 1, ":")) return next;
      set_body(seen, i);
      std::size_t end = next;
      while (at(end) == "catch" && is_sign(end + 1, "(") && is_sign(after(end + 1), "{"))
        end = after(after(end + 1));
      is_over_ = true;
      return end;
    }
    if (seen.type_key && !seen.enum_key) {
      seen.type_body = true;
      const std::size_t close = match_[i] == nowhere ? limit : match_[i];
      if (++depth_ <= max_depth) {
        for (std::size_t at = i + 1; at < close;) at = declaration(at, close, true);
      }
      --depth_;
      is_over_ = false;
      return next;
    }
    if (seen.enum_key) {
      seen.type_body = true;
      return next;
    }
    is_over_ = !is_sign(next, ";") && !is_sign(next, ",");
    return next;
  }

  // `[=] __device__ (int i) {` in a host function; but not `[[nodiscard]] __device__ int f()`.
  [[nodiscard]] bool is_of_lambda(std::size_t i) const {
    while (i > 0 && is_word(i - 1) &&
           (is_marker(at(i - 1)) || at(i - 1) == "__host__" || device_words_.contains(at(i - 1)))) {
      --i;
    }
    return i > 1 && is_sign(i - 1, "]") && !is_sign(i - 2, "]");
  }

  void finish(Seen& seen, std::size_t end, bool in_class) const {
    Declaration& result = seen.result;
    const Token& first = codes_[seen.first];
    const Token& last = codes_[end - 1];
    result.begin = first.at;
    result.end = last.end();
    result.first_line = first.line;
    result.last_line = last.last_line();
    result.is_member = in_class;
    result.is_device = seen.is_reference;
    for (std::size_t i = seen.first; i < end; ++i) {
      if (codes_[i].kind == TokenKind::word && (is_marker(at(i)) || device_words_.contains(at(i))))
        result.is_device = result.is_device || !is_of_lambda(i);
      if (is_word(i) && at(i) == "__global__") result.is_kernel = true;
      if (is_sign(i, "<<<") && result.launch_line == 0) result.launch_line = codes_[i].line;
    }
    if (seen.alias) {
      result.kind = DeclarationKind::alias;
    } else if (seen.is_static_assert || result.name.empty()) {
      result.kind = seen.type_body ? DeclarationKind::type : DeclarationKind::other;
    } else if (seen.is_macro_call) {
      result.kind = DeclarationKind::macro_call;
    } else if (seen.parameters) {
      result.kind = DeclarationKind::function;
    } else if (seen.type_body || ((seen.type_key || seen.enum_key) && !seen.initialiser)) {
      result.kind = DeclarationKind::type;
    } else {
      result.kind = DeclarationKind::variable;
    }
    if (result.kind != DeclarationKind::function) result.body = 0;
  }

  std::string_view text_;
  const std::set<std::string, std::less<>>& device_words_;
  std::vector<Token> codes_;
  std::vector<std::size_t> match_;  // of an opening bracket: the closing one
  std::unordered_map<std::size_t, std::size_t> after_angle_;  // of a `<`
  std::vector<Declaration> found_;
  static constexpr int max_depth =
      100;  // of classes within classes; the members of deeper ones stay
  int depth_ = 0;
  bool is_over_ = false;  // the declaration ends with what step() took
};

}  // namespace

std::vector<std::string> device_words_of(std::string_view text,
                                         const std::vector<std::string>& device_words) {
  std::vector<std::string> found;
  std::set<std::string, std::less<>> all(device_words.begin(), device_words.end());
  for (const Token& code : tokens_of(text)) {
    if (code.kind != TokenKind::directive) continue;
    const auto [word, name] = words_of_directive(code.text);
    if (word != "define" || name.empty()) continue;
    const auto value = static_cast<std::size_t>(name.data() + name.size() - code.text.data());
    for (const Token& part : tokens_of(code.text.substr(value))) {
      if (part.kind != TokenKind::word || (!is_marker(part.text) && !all.contains(part.text)))
        continue;
      if (all.emplace(name).second) found.emplace_back(name);
      break;
    }
  }
  return found;
}

std::vector<Declaration> declarations_of(std::string_view text,
                                         const std::vector<std::string>& device_words) {
  std::set<std::string, std::less<>> words(device_words.begin(), device_words.end());
  for (std::string& each : device_words_of(text, device_words)) words.insert(std::move(each));
  return DeclarationReader(text, words).run();
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  end = std::min(end, text.size());
  std::vector<std::pair<std::size_t, std::size_t>> kept;
  // A directive within a larger piece; an #include alone is one that is to go.
  for (const Token& code : tokens_of(std::string_view(text).substr(begin, end - begin))) {
    if (code.kind == TokenKind::directive && code.at > 0 &&
        words_of_directive(code.text).first != "pragma") {
      kept.emplace_back(begin + code.at, begin + code.end());
    }
  }
  auto next = kept.begin();
  for (std::size_t at = begin; at < end; ++at) {
    if (next != kept.end() && at == next->first) {
      at = next->second - 1;
      ++next;
    } else if (text[at] != '\n' && text[at] != '\r') {
      text[at] = ' ';
    }
  }
}

}  // namespace lanescope::compile
