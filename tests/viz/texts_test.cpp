#include "viz/text/texts.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/metrics/metrics.h"
#include "tests/paths.h"
#include "tests/some.h"
#include "tests/temporary_folder.h"

namespace lanescope::text {
namespace {

std::set<std::string> keys_of(std::string_view language) {
  std::set<std::string> keys;
  for (const auto& [key, pattern] : languages().find(language).patterns) keys.insert(key);
  return keys;
}

std::set<std::string> placeholders_of(const std::string& pattern) {
  static const std::regex placeholder(R"(\{([^}:|]*)[^}]*\})");
  std::set<std::string> names;
  for (std::sregex_iterator at(pattern.begin(), pattern.end(), placeholder), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

const std::regex& any_literal() {
  static const std::regex literal(R"re("((?:[^"\\\n]|\\.)*)")re");
  return literal;
}

// The first group of every match of the pattern in the code of these folders.
std::set<std::string> found_in_code(const std::vector<const char*>& folders,
                                    const std::regex& pattern) {
  std::set<std::string> literals;
  for (const char* folder : folders) {
    const std::filesystem::path root = std::filesystem::path(LANESCOPE_SOURCE_DIR) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h") continue;
      const std::string text = tests::text_of(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
        literals.insert((*at)[1]);
    }
  }
  return literals;
}

TEST(Texts, every_shipped_language_has_the_keys_of_english) {
  const auto english = keys_of("en");
  ASSERT_FALSE(english.empty());
  for (const Language& language : tests::some(languages().all)) {
    for (const std::string& key : english)
      EXPECT_TRUE(language.patterns.contains(key)) << language.code << " lacks " << key;
    for (const std::string& key : keys_of(language.code))
      EXPECT_TRUE(english.contains(key)) << language.code << " alone has " << key;
  }
}

TEST(Texts, a_translation_fills_in_nothing_that_english_does_not) {
  const Patterns& english = languages().find("en").patterns;
  for (const Language& language : tests::some(languages().all)) {
    for (const auto& [key, pattern] : language.patterns) {
      const auto known = english.find(key);
      ASSERT_NE(known, english.end()) << key;
      // Plural forms may write the number as a word.
      std::set<std::string> in_english = placeholders_of(known->second);
      for (const std::string& name : placeholders_of(pattern)) {
        if (name == "n") continue;
        EXPECT_EQ(in_english.count(name), 1U)
            << language.code << ": " << key << " {" << name << "}";
      }
    }
  }
}

TEST(Texts, chinese_has_one_word_for_the_course_and_another_for_a_lesson) {
  const Patterns& english = languages().find("en").patterns;
  for (const auto& [key, pattern] : languages().find("zh").patterns) {
    if (pattern.find("课程") == std::string::npos) continue;
    const std::string& source = english.find(key)->second;
    EXPECT_TRUE(source.find("ourse") != std::string::npos) << key << ": " << source;
  }
}

TEST(Texts, every_text_is_used_in_the_code) {
  const std::set<std::string> literals = found_in_code({"viz", "app"}, any_literal());
  for (const std::string& key : keys_of("en")) {
    const std::string base = key.ends_with("_one") ? key.substr(0, key.size() - 4) : key;
    const bool used = literals.count(key) + literals.count(base) > 0;
    // Keys composed at run time appear in the code with the name of their table: "keys.actions." +
    // name.
    const bool composed = literals.count(key.substr(0, key.rfind('.') + 1)) > 0;
    EXPECT_TRUE(used || composed) << key;
  }
}

TEST(Texts, every_key_in_the_code_has_a_text) {
  const std::set<std::string> keys = keys_of("en");
  // In viz, every literal of that form is a key; in app, some are widget names.
  static const std::regex key(R"re("([a-z]+(?:\.[a-z_0-9]+)+)")re");
  static const std::regex asked_for(
      R"re((?:get|count|tr|text)\((?:ui,\s*)?"([a-z]+(?:\.[a-z_0-9]+)+)")re");
  std::set<std::string> wanted = found_in_code({"viz/picture"}, key);
  wanted.merge(found_in_code({"app"}, asked_for));
  EXPECT_GT(wanted.size(), 100U);
  for (const std::string& name : wanted) EXPECT_EQ(keys.count(name), 1U) << name;
}

TEST(Texts, every_metric_has_a_text) {
  const std::set<std::string> keys = keys_of("en");
  for (const auto metrics : {report::access_metrics(), report::launch_metrics()}) {
    for (const report::Metric& metric : metrics) {
      std::string name(metric.name);
      std::replace(name.begin(), name.end(), '.', '_');
      EXPECT_TRUE(keys.contains("metric." + name) || keys.contains("compare." + name)) << name;
    }
  }
  for (const report::AccessKind& kind : report::access_kinds()) {
    EXPECT_TRUE(keys.contains("metric.kind." + name_of(kind))) << name_of(kind);
    EXPECT_TRUE(keys.contains("counts." + name_of(kind))) << name_of(kind);
  }
}

TEST(Texts, named_arguments_are_filled_in) {
  const Texts texts("en");
  EXPECT_EQ(texts.get("stage.lane_off", fmt::arg("lane", 7)), "lane 7 takes no part");
}

TEST(Texts, chinese_is_shown_in_chinese) {
  const Texts texts("zh");
  EXPECT_EQ(texts.get("stage.verdict.conflict_free"), "无冲突");
}

TEST(Texts, a_number_of_one_has_its_own_form) {
  const Texts texts("en");
  EXPECT_EQ(texts.count("stage.sectors", 1), "1 sector");
  EXPECT_EQ(texts.count("stage.sectors", 1024), "1,024 sectors");
}

TEST(Texts, a_word_follows_its_number) {
  const Texts texts("en");
  const auto wants = [&](int bytes) {
    return texts.get("stage.lane_address", fmt::arg("lane", 3), fmt::arg("bytes", bytes),
                     fmt::arg("first", "0x40"));
  };
  EXPECT_EQ(wants(1), "lane 3 wants 1 byte from 0x40");
  EXPECT_EQ(wants(4), "lane 3 wants 4 bytes from 0x40");
}

// "1 sectors": a number that is filled in has both forms of its noun.
TEST(Texts, no_plural_follows_a_number_that_may_be_one) {
  static const std::regex plural(
      R"re(\{\w+\}\*{0,2} (?!(?:has|have|want|wants|holds|with) )(?:[a-z-]+ ){0,2}?)re"
      R"re((lane|sector|word|wavefront|line|request|byte|conflict|bank|access|branch|warp|thread)re"
      R"re(|block|step|minute|time|element|run|point|instruction|group|execution|slot|row)re"
      R"re(|multiprocessor|question|file|lesson|error|note|finding|place|value|kernel)(?:e?s)\b)re");
  const Patterns& english = languages().find("en").patterns;
  for (const auto& [key, pattern] : english) {
    std::smatch found;
    const bool has_both = english.contains(key + "_one") || key.ends_with("_one");
    if (!has_both && std::regex_search(pattern, found, plural))
      ADD_FAILURE() << key << ": " << found[0];
  }
}

TEST(Texts, an_unknown_key_shows_itself) {
  const Texts texts("en");
  EXPECT_EQ(texts.get("nobody.wrote.this"), "nobody.wrote.this");
}

TEST(Texts, a_pattern_without_its_arguments_stays_unfilled) {
  const Texts texts("en");
  EXPECT_EQ(texts.get("stage.lane_off"), "lane {lane} takes no part");
}

}  // namespace
}  // namespace lanescope::text
