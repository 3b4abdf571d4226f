#include "viz/text/glossary.h"

#include <cctype>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/some.h"
#include "viz/text/texts.h"

namespace lanescope::text {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Term term(const std::string& id, std::vector<std::string> forms = {}) {
  Term made;
  made.id = made.word = id;
  made.forms = std::move(forms);
  made.text = id + " explained";
  return made;
}

// The uses as "word=id".
std::vector<std::string> found(const Glossary& glossary, const std::string& text) {
  std::vector<std::string> all;
  for (const Glossary::Use& use : glossary.uses_in(text)) {
    all.push_back(text.substr(use.begin, use.end - use.begin) + "=" +
                  glossary.terms()[use.term].id);
  }
  return all;
}

TEST(GlossaryUses, are_whole_words_in_any_form_and_may_begin_a_sentence) {
  const Glossary glossary({term("warp", {"warps"}), term("PTX")});
  EXPECT_THAT(found(glossary, "Warps of a warp; warping, subwarp, warp_size; PTX, Ptx, pTX."),
              ElementsAre("Warps=warp", "warp=warp", "PTX=PTX"));
}

TEST(GlossaryUses, are_the_longest_form_at_each_place) {
  const Glossary glossary({term("bank"), term("conflict"), term("both", {"bank conflict"})});
  EXPECT_THAT(found(glossary, "a bank conflict is a conflict in a bank"),
              ElementsAre("bank conflict=both", "conflict=conflict", "bank=bank"));
}

TEST(GlossaryUses, of_a_number_and_a_word_have_any_number) {
  const Glossary glossary({term("n-way", {"#-way"})});
  EXPECT_THAT(found(glossary, "32-way, n-way, two-way"),
              ElementsAre("32-way=n-way", "n-way=n-way"));
}

TEST(GlossaryUses, exclude_phrases_that_mean_something_else) {
  Term word = term("word", {"words"});
  word.except = {"in other words"};
  EXPECT_THAT(found(Glossary({word}), "in other words, two words"), ElementsAre("words=word"));
}

TEST(GlossaryUses, leave_out_a_word_that_is_too_common) {
  Term line = term("line", {"cache line"});
  line.is_linked = false;
  EXPECT_THAT(found(Glossary({line}), "a line of code is no cache line"),
              ElementsAre("cache line=line"));
}

TEST(GlossaryUses, in_chinese_need_no_blanks) {
  const Glossary glossary({term("线程"), term("线程块"), term("warp")});
  EXPECT_THAT(found(glossary, "每个warp的线程，都在一个线程块里"),
              ElementsAre("warp=warp", "线程=线程", "线程块=线程块"));
}

TEST(GlossaryFile, without_an_explanation_says_where) {
  const auto terms = read_terms("[warp]\nword = \"warp\"\n", "glossary.xx.toml");
  ASSERT_FALSE(terms);
  EXPECT_EQ(terms.error(),
            "glossary.xx.toml:1: [warp] needs `word` and `text`; this glossary is left out");
}

TEST(GlossaryFile, keeps_the_order_of_its_tables) {
  const auto terms = read_terms("[b]\nword='b'\ntext='b'\n[a]\nword='a'\ntext='a'\n", "f");
  ASSERT_TRUE(terms) << terms.error();
  EXPECT_EQ((*terms)[0].id, "b");
}

TEST(GlossaryFile, of_a_language_takes_structure_and_missing_terms_from_english) {
  Term warp = term("warp");
  warp.lesson = "indexing";
  Term other = term("warp");
  other.word = "束";
  const std::vector<Term> both = translated_terms({warp, term("lane")}, {other});
  EXPECT_EQ(both[0].word, "束");
  EXPECT_EQ(both[0].lesson, "indexing");
  EXPECT_EQ(both[1].word, "lane");
}

class EveryLanguage : public ::testing::TestWithParam<std::string> {
 protected:
  Texts texts_{GetParam()};
};

TEST_P(EveryLanguage, explains_every_term_in_its_own_words) {
  const Texts english("en");
  ASSERT_GE(english.glossary().terms().size(), 50U);
  for (const Term& other : english.glossary().terms()) {
    const Term* term = texts_.glossary().find(other.id);
    ASSERT_NE(term, nullptr) << other.id;
    if (GetParam() != "en") EXPECT_NE(term->text, other.text) << other.id << " is not translated";
    EXPECT_TRUE(texts_.has("glossary.group." + term->group)) << other.id;
  }
}

TEST_P(EveryLanguage, names_only_terms_and_texts_that_exist) {
  std::set<std::string> labels;
  for (const Term& term : tests::some(texts_.glossary().terms())) {
    for (const std::string& id : term.see)
      EXPECT_NE(texts_.glossary().find(id), nullptr) << term.id << " sees " << id;
    for (const std::string& key : term.labels) {
      EXPECT_TRUE(texts_.has(key)) << term.id << ": " << key;
      EXPECT_TRUE(labels.insert(key).second) << key << " belongs to two terms";
    }
  }
}

// A question would be answered by the number of a lesson in an explanation. These are the
// hardware's own, a compute capability (3.x), or a place in a name (L1).
TEST_P(EveryLanguage, explains_without_a_lessons_numbers) {
  const std::set<std::string> hardware{"0",  "1",   "2",  "4",   "31", "32",
                                       "64", "128", "95", "100", "3"};
  for (const Term& term : tests::some(texts_.glossary().terms())) {
    std::string number;
    for (const char c : term.text + " ") {
      if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        number += c;
      } else if (!number.empty()) {
        EXPECT_TRUE(hardware.contains(number)) << term.id << ": " << number;
        number.clear();
      }
    }
  }
}

TEST_P(EveryLanguage, uses_the_glossarys_word_in_the_programs_texts) {
  std::vector<Term> others;
  for (const Term& term : tests::some(texts_.glossary().terms())) {
    for (const std::string& word : term.avoid) {
      others.push_back({});
      others.back().id = others.back().word = word;
    }
  }
  const Glossary avoided(others);
  // Names of files are no words of the text.
  static const std::regex argument(R"(\{[^}]*\}|\w*\.lanes)");
  for (const auto& [key, pattern] : texts_.about().patterns) {
    const std::string text = std::regex_replace(pattern, argument, "0");
    EXPECT_THAT(found(avoided, text), IsEmpty()) << key << ": " << text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryLanguage, ::testing::ValuesIn(language_codes()));

}  // namespace
}  // namespace lanescope::text
