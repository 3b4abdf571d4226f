#include "viz/text/glossary.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace lanescope::text {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
unsigned char lower(char c) {
  return static_cast<unsigned char>(std::tolower(static_cast<unsigned char>(c)));
}

// How many bytes at the beginning of `text` are this form; 0: none.
std::size_t matched(std::string_view form, std::string_view text) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '#') {
      const std::size_t from = at;
      while (at < text.size() && is_digit(text[at])) ++at;
      if (at == from) return 0;
    } else if (at < text.size() &&
               (text[at] == form[i] || (i == 0 && lower(text[at]) == lower(form[i]) &&
                                        std::islower(static_cast<unsigned char>(form[i])) != 0))) {
      ++at;
    } else {
      return 0;
    }
  }
  return at;
}

// Letters of the Latin alphabet make words; Chinese has no blanks between words.
bool is_whole(std::string_view text, std::size_t begin, std::size_t end) {
  const bool cut_before = begin > 0 && is_letter(text[begin - 1]) && is_letter(text[begin]);
  const bool cut_after = end < text.size() && is_letter(text[end - 1]) && is_letter(text[end]);
  return !cut_before && !cut_after;
}

std::vector<std::string> strings(const toml::node* node) {
  std::vector<std::string> all;
  if (const toml::array* array = node != nullptr ? node->as_array() : nullptr) {
    for (const toml::node& entry : *array) {
      if (const auto text = entry.value<std::string>()) all.push_back(*text);
    }
  }
  return all;
}

Term term_from(const std::string& id, const toml::table& table) {
  Term term;
  term.id = id;
  term.group = table["group"].value_or(std::string());
  term.word = table["word"].value_or(std::string());
  term.forms = strings(table.get("forms"));
  term.is_linked = table["linked"].value_or(true);
  term.except = strings(table.get("except"));
  term.text = table["text"].value_or(std::string());
  term.see = strings(table.get("see"));
  const std::string taught = table["taught"].value_or(std::string());
  const std::size_t slash = taught.find('/');
  term.lesson = taught.substr(0, slash);
  term.step_name = slash == std::string::npos ? std::string() : taught.substr(slash + 1);
  term.is_core = table["core"].value_or(false);
  term.labels = strings(table.get("labels"));
  term.avoid = strings(table.get("avoid"));
  return term;
}

}  // namespace

Glossary::Glossary(std::vector<Term> terms) : terms_(std::move(terms)) {
  const auto add = [&](const std::string& form, std::optional<std::size_t> term) {
    if (form.empty()) return;
    if (form.front() == '#') {
      for (char digit = '0'; digit <= '9'; ++digit)
        forms_[static_cast<unsigned char>(digit)].push_back({form, term});
    } else {
      forms_[lower(form.front())].push_back({form, term});
    }
  };
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (terms_[i].is_linked) add(terms_[i].word, i);
    for (const std::string& form : terms_[i].forms) add(form, i);
    for (const std::string& phrase : terms_[i].except) add(phrase, std::nullopt);
    for (const std::string& label : terms_[i].labels) labels_.emplace(label, i);
  }
  for (auto& [first, forms] : forms_) {
    std::stable_sort(forms.begin(), forms.end(),
                     [](const Form& a, const Form& b) { return a.text.size() > b.text.size(); });
  }
}

const Term* Glossary::find(std::string_view id) const {
  const auto found =
      std::find_if(terms_.begin(), terms_.end(), [&](const Term& term) { return term.id == id; });
  return found != terms_.end() ? &*found : nullptr;
}

const Term* Glossary::of_label(std::string_view text_key) const {
  const auto found = labels_.find(text_key);
  return found != labels_.end() ? &terms_[found->second] : nullptr;
}

std::vector<Glossary::Use> Glossary::uses_in(std::string_view text) const {
  std::vector<Use> uses;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 0;
    if (const auto forms = forms_.find(lower(text[at])); forms != forms_.end()) {
      for (const Form& form : forms->second) {
        const std::size_t bytes = matched(form.text, text.substr(at));
        if (bytes == 0 || !is_whole(text, at, at + bytes)) continue;
        length = bytes;
        if (form.term) uses.push_back({at, at + bytes, *form.term});
        break;
      }
    }
    at += std::max<std::size_t>(length, 1);
  }
  return uses;
}

tl::expected<std::vector<Term>, std::string> read_terms(std::string_view toml,
                                                        const std::string& file) {
  try {
    const toml::table root = toml::parse(toml);
    std::vector<std::pair<std::uint32_t, Term>> found;  // by line: the order of the file
    for (const auto& [id, node] : root) {
      const std::uint32_t line = node.source().begin.line;
      if (!node.is_table()) {
        return tl::unexpected(fmt::format(
            "{}:{}: '{}' must be a table, such as [warp] with word and text; this glossary is "
            "left out",
            file, line, id.str()));
      }
      Term term = term_from(std::string(id.str()), *node.as_table());
      if (term.word.empty() || term.text.empty()) {
        return tl::unexpected(
            fmt::format("{}:{}: [{}] needs `word` and `text`; this glossary is left out", file,
                        line, id.str()));
      }
      found.emplace_back(line, std::move(term));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Term> terms;
    for (auto& [line, term] : found) terms.push_back(std::move(term));
    return terms;
  } catch (const toml::parse_error& error) {
    return tl::unexpected(fmt::format("{}:{}: not TOML: {}; this glossary is left out", file,
                                      error.source().begin.line, error.description()));
  }
}

std::vector<Term> translated_terms(std::vector<Term> english, const std::vector<Term>& translated) {
  for (Term& term : english) {
    const auto found = std::find_if(translated.begin(), translated.end(),
                                    [&](const Term& other) { return other.id == term.id; });
    if (found == translated.end()) continue;
    term.word = found->word;
    term.forms = found->forms;
    term.is_linked = found->is_linked;
    term.except = found->except;
    term.text = found->text;
    term.avoid = found->avoid;
  }
  return english;
}

std::string explanation(const Term& term) { return term.word + "\n" + term.text; }

}  // namespace lanescope::text
