#include "viz/export/markup.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace lanescope::svg {
namespace {

TEST(Escaped, special_characters_become_entities_and_other_text_stays) {
  EXPECT_EQ(escaped("a<b && c>\"d\""), "a&lt;b &amp;&amp; c&gt;&quot;d&quot;");
  EXPECT_EQ(escaped("32 条 wavefront ×"), "32 条 wavefront ×");
}

TEST(Escaped, line_ends_survive_in_attributes) { EXPECT_EQ(escaped("a\nb\tc"), "a&#10;b&#9;c"); }

TEST(Escaped, characters_that_xml_cannot_hold_are_replaced) {
  EXPECT_EQ(escaped(std::string("a\0b", 3)),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(escaped("\x1b["), "\xEF\xBF\xBD[");
  EXPECT_EQ(escaped("\xFFz"), "\xEF\xBF\xBDz");                // invalid UTF-8
  EXPECT_EQ(escaped("\xE6\x9D"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // truncated character
  EXPECT_EQ(escaped("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // overlong encoding of '/'
}

TEST(FontFamilies, end_with_the_fonts_of_every_language) {
  text::Languages languages;
  languages.all.resize(3);
  languages.all[1].fonts = {"Klingon Sans", "Noto Sans"};
  languages.all[2].fonts = {"WenQuanYi Micro Hei"};
  EXPECT_EQ(with_language_fonts("Inter", languages),
            "Inter,'Klingon Sans','Noto Sans','WenQuanYi Micro Hei'");
}

TEST(Number, is_as_short_as_it_can_be) {
  EXPECT_EQ(number(12), "12");
  EXPECT_EQ(number(0.5), "0.5");
  EXPECT_EQ(number(-3.25), "-3.25");
  EXPECT_EQ(number(1.004), "1");
  EXPECT_EQ(number(-0.001), "0");
  EXPECT_EQ(number(100), "100");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "0");
}

TEST(Colors, are_written_in_hexadecimal) {
  EXPECT_EQ(hex({1, 0, 0.2F, 0.5F}), "#ff0033");
  EXPECT_EQ(css({0, 0, 0, 1}), "#000000");
  EXPECT_EQ(css({1, 1, 1, 0.25F}), "rgba(255,255,255,0.25)");
}

TEST(Base64, is_that_of_rfc_4648) {
  const auto of = [](std::string_view text) {
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    return base64(bytes);
  };
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(of("\xFF\xFE\xFD"), "//79");
}

}  // namespace
}  // namespace lanescope::svg
