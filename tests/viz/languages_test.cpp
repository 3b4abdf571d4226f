#include "viz/text/languages.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/temporary_folder.h"
#include "viz/text/texts.h"

namespace lanescope::text {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A temporary folder of catalogues.
class Catalogues : public tests::InFolder<::testing::Test> {
 protected:
  static std::vector<std::string> codes_of(const Languages& languages) {
    std::vector<std::string> codes;
    for (const Language& language : languages.all) codes.push_back(language.code);
    return codes;
  }
};

constexpr const char* klingon = R"([language]
name = "tlhIngan Hol"
label = "tlh"
html = "tlh-Latn"
fonts = ["Klingon Sans"]
[stage]
lane_off = "lane {lane} Sukbe'"
[messages]
"the kernel takes {wanted} arguments, not {given}" = "{given}? {wanted} poQ kernel!"
)";

TEST_F(Catalogues, a_file_is_a_language) {
  write("tlh.toml", klingon);
  const Languages all = read_languages(folder_);
  EXPECT_THAT(codes_of(all), ElementsAre("en", "tlh", "zh"));
  EXPECT_THAT(all.problems, ElementsAre());
  const Language& language = all.find("tlh");
  EXPECT_EQ(language.name, "tlhIngan Hol");
  EXPECT_EQ(language.label, "tlh");
  EXPECT_EQ(language.html, "tlh-Latn");
  EXPECT_THAT(language.fonts, ElementsAre("Klingon Sans"));

  const Texts texts(all, "tlh");
  EXPECT_EQ(texts.language(), "tlh");
  EXPECT_EQ(texts.get("stage.lane_off", fmt::arg("lane", 7)), "lane 7 Sukbe'");
  EXPECT_EQ(texts.get("stage.verdict.conflict_free"), "conflict-free");  // not translated
  EXPECT_EQ(texts.say("the kernel takes 3 arguments, not 2"), "2? 3 poQ kernel!");
  EXPECT_EQ(texts.say("the comment is not closed"), "the comment is not closed");
}

TEST_F(Catalogues, missing_settings_of_a_language_follow_from_its_code) {
  write("pt-BR.toml", "[stage]\nlane_off = \"lane {lane} fora\"\n");
  const Language language = read_languages(folder_).find("pt-BR");
  EXPECT_EQ(language.name, "pt-BR");
  EXPECT_EQ(language.label, "pt-BR");
  EXPECT_EQ(language.html, "pt-BR");
  EXPECT_THAT(language.locales, ElementsAre("pt-BR"));
  EXPECT_THAT(language.fonts, ElementsAre());
}

TEST_F(Catalogues, a_regional_language_is_known_by_the_locale_without_naming_it) {
  write("pt-BR.toml", "");
  write("fi.toml", "");
  const Languages all = read_languages(folder_);
  for (const char* locale : {"pt_BR.UTF-8", "pt_BR", "pt-BR", "pt_BR@latin"})
    EXPECT_EQ(language_of_locale(locale, all).code, "pt-BR") << locale;
  for (const char* locale : {"pt_PT.UTF-8", "pt", "pt_BRA", "fil_PH.UTF-8"})
    EXPECT_EQ(language_of_locale(locale, all).code, "en") << locale;
  for (const char* locale : {"fi", "fi_FI.UTF-8", "fi.UTF-8", "fi@euro"})
    EXPECT_EQ(language_of_locale(locale, all).code, "fi") << locale;
}

TEST_F(Catalogues, the_longest_beginning_of_a_locale_wins) {
  write("zh-TW.toml", "");
  const Languages all = read_languages(folder_);
  EXPECT_EQ(language_of_locale("zh_TW.UTF-8", all).code, "zh-TW");
  EXPECT_EQ(language_of_locale("zh_CN.UTF-8", all).code, "zh");
}

TEST_F(Catalogues, a_file_of_the_folder_takes_the_place_of_a_shipped_one) {
  write("zh.toml", "[stage.verdict]\nconflict_free = \"没有冲突\"\n");
  const Languages all = read_languages(folder_);
  EXPECT_THAT(codes_of(all), ElementsAre("en", "zh"));
  EXPECT_EQ(Texts(all, "zh").get("stage.verdict.conflict_free"), "没有冲突");
}

TEST_F(Catalogues, unusable_files_are_reported_and_left_out) {
  write("fr.toml", "[stage]\nlane_off = \n");
  write("Klingon.toml", klingon);
  const Languages all = read_languages(folder_);
  EXPECT_THAT(codes_of(all), ElementsAre("en", "zh"));
  EXPECT_THAT(all.problems, ElementsAre(HasSubstr("Klingon.toml: a catalogue's name"),
                                        HasSubstr("fr.toml:2: not TOML")));
  EXPECT_THAT(read_languages(folder_ / "nowhere").problems, ElementsAre(HasSubstr("nowhere: ")));
}

TEST(Languages, an_unknown_one_is_english) {
  EXPECT_FALSE(languages().has("xx"));
  EXPECT_EQ(languages().find("xx").code, "en");
  EXPECT_EQ(Texts("xx").language(), "en");
}

TEST(Languages, follow_each_other_around) {
  EXPECT_EQ(next_language("en").code, "zh");
  EXPECT_EQ(next_language("zh").code, "en");
  EXPECT_EQ(language_list(), "en or zh");
}

TEST(Languages, are_known_by_the_locale) {
  EXPECT_EQ(language_of_locale("zh_CN.UTF-8").code, "zh");
  EXPECT_EQ(language_of_locale("en_GB.UTF-8").code, "en");
  EXPECT_EQ(language_of_locale("C").code, "en");
}

}  // namespace
}  // namespace lanescope::text
