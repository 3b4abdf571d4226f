// The words of the field, explained in plain sentences: assets/text/glossary.<code>.toml.
//
// English has the structure (order, groups, lessons, labels). Each language has the word, its forms
// in prose and the explanation; a term that it lacks is English.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::text {

struct Term {
  std::string id;     // "shared-memory"
  std::string group;  // of the page; its heading is the text "glossary.group.<group>"
  std::string word;   // as it is listed: "shared memory"
  // How it occurs in prose, besides `word`. '#' stands for digits: "#-way".
  std::vector<std::string> forms;
  bool is_linked = true;  // false: in prose only `forms` mean the term, not `word`
  std::vector<std::string>
      except;                     // phrases in which a form means something else: "in other words"
  std::string text;               // one or two sentences
  std::vector<std::string> see;   // ids of other terms
  std::string lesson, step_name;  // where it is taught; empty: nowhere in particular
  bool is_core = false;           // must be explained where a lesson first uses it
  std::vector<std::string> labels;  // keys of texts that stand for the term in pictures
  std::vector<std::string> avoid;   // other words for it, which the texts do not use
};

class Glossary {
 public:
  Glossary() = default;
  // In the order of the page.
  explicit Glossary(std::vector<Term> terms);

  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  // nullptr: no such term.
  [[nodiscard]] const Term* find(std::string_view id) const;
  // The term that the text with this key stands for; nullptr: none.
  [[nodiscard]] const Term* of_label(std::string_view text_key) const;
  [[nodiscard]] std::size_t index_of(const Term& term) const {
    return static_cast<std::size_t>(&term - terms_.data());
  }

  // Where a text uses a term: bytes begin..end.
  struct Use {
    std::size_t begin = 0, end = 0;
    std::size_t term = 0;  // index in terms()
  };
  // Every use, in order: the longest form at each place, whole words only. A first letter may be a
  // capital.
  [[nodiscard]] std::vector<Use> uses_in(std::string_view text) const;

 private:
  struct Form {
    std::string text;
    std::optional<std::size_t> term;  // none: an exception, which hides what it contains
  };
  std::vector<Term> terms_;
  std::map<unsigned char, std::vector<Form>> forms_;  // by first byte in lower case; longest first
  std::map<std::string, std::size_t, std::less<>> labels_;
};

// Reads one language's file. The error says what is wrong and in which line.
[[nodiscard]] tl::expected<std::vector<Term>, std::string> read_terms(std::string_view toml,
                                                                      const std::string& file);
// The terms of `english`, in the words of `translated`.
[[nodiscard]] std::vector<Term> translated_terms(std::vector<Term> english,
                                                 const std::vector<Term>& translated);

// "warp: 32 threads of a block, which ..."
[[nodiscard]] std::string explanation(const Term& term);

}  // namespace lanescope::text
