// Draw lists become SVG that a real XML parser can read: every shape, label and tooltip.
#include "viz/export/svg.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <stb_image.h>

#include "tests/export/xml_tree.h"
#include "viz/export/markup.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/heat.h"

namespace lanescope::svg {
namespace {

using lanescope::testing::parse_xml;
using lanescope::testing::XmlDocument;
using lanescope::testing::XmlElement;
using picture::Box;
using picture::Color;
using picture::Curve;
using picture::DrawList;
using picture::Label;

constexpr Color blue{0, 0.5F, 1, 1};  // #0080ff
constexpr Color red{1, 0, 0, 1};

Box box(float x, float y, float w, float h, Color fill = blue) {
  Box made;
  made.rect = {x, y, w, h};
  made.fill = fill;
  return made;
}

Label label(const std::string& text) {
  Label made;
  made.x = 10;
  made.y = 50;
  made.align_y = picture::AlignY::middle;
  made.size = 20;
  made.color = red;
  made.text = text;
  return made;
}

DrawList sheet() {
  DrawList list;
  list.width = 200;
  list.height = 100;
  return list;
}

std::string text_of(const DrawList& list) {
  return svg_of(list, {"title", "what made it"}, picture::typical_text_width);
}

XmlDocument parsed(const DrawList& list) {
  XmlDocument document = parse_xml(text_of(list));
  EXPECT_EQ(document.error, "") << text_of(list);
  return document;
}

TEST(Svg, says_its_size_and_what_it_is) {
  const XmlDocument svg = parsed(sheet());
  ASSERT_TRUE(svg.root);
  EXPECT_EQ(svg.root->name, "svg");
  EXPECT_EQ(svg.root->attribute("version"), "1.1");
  EXPECT_EQ(svg.root->attribute("viewBox"), "0 0 200 100");
  EXPECT_EQ(svg.root->all("title").at(0)->text, "title");
  EXPECT_EQ(svg.root->all("desc").at(0)->text, "what made it");
}

TEST(Svg, has_a_rectangle_for_each_box_with_its_place_and_colour) {
  DrawList list = sheet();
  list.add(box(1, 2, 30, 40));
  Box rounded = box(50, 60, 70, 8.5F, {0, 0, 0, 0.25F});
  rounded.radius = 20;  // more than fits
  list.add(rounded);
  const XmlDocument svg = parsed(list);
  const auto rects = svg.root->all("rect");
  ASSERT_EQ(rects.size(), 2U);
  EXPECT_EQ(rects[0]->number("x"), 1);
  EXPECT_EQ(rects[0]->number("y"), 2);
  EXPECT_EQ(rects[0]->number("width"), 30);
  EXPECT_EQ(rects[0]->number("height"), 40);
  EXPECT_EQ(rects[0]->attribute("fill"), "#0080ff");
  EXPECT_EQ(rects[0]->attribute("fill-opacity"), "");
  EXPECT_EQ(rects[1]->attribute("fill-opacity"), "0.25");
  EXPECT_EQ(rects[1]->number("rx"), 4.25);
}

TEST(Svg, a_border_lies_inside_of_the_box) {
  DrawList list = sheet();
  Box framed = box(10, 10, 40, 20, {0, 0, 0, 0});
  framed.border = red;
  framed.border_width = 2;
  framed.radius = 5;
  list.add(framed);
  const XmlDocument svg = parsed(list);
  const auto rects = svg.root->all("rect");
  ASSERT_EQ(rects.size(), 1U);  // no filled shape
  EXPECT_EQ(rects[0]->attribute("fill"), "none");
  EXPECT_EQ(rects[0]->attribute("stroke"), "#ff0000");
  EXPECT_EQ(rects[0]->number("x"), 11);
  EXPECT_EQ(rects[0]->number("width"), 38);
  EXPECT_EQ(rects[0]->number("rx"), 4);
  EXPECT_EQ(rects[0]->number("stroke-width"), 2);
}

TEST(Svg, boxes_hatched_alike_share_one_pattern) {
  DrawList list = sheet();
  for (int i = 0; i < 3; ++i) {
    Box wasted = box(static_cast<float>(20 * i), 0, 10, 10);
    wasted.hatch = i < 2 ? red : Color{0, 1, 0, 1};
    wasted.hatch_period = 6;
    list.add(wasted);
  }
  const XmlDocument svg = parsed(list);
  const auto patterns = svg.root->all("pattern");
  ASSERT_EQ(patterns.size(), 2U);
  EXPECT_EQ(patterns[0]->number("width"), 6);
  EXPECT_EQ(patterns[0]->all("path").at(0)->attribute("stroke"), "#ff0000");
  EXPECT_EQ(patterns[0]->all("rect").at(0)->attribute("fill"), "#0080ff");
  std::vector<std::string> fills;
  for (const XmlElement* rect : svg.root->all("rect")) {
    if (rect->attribute("fill").starts_with("url")) fills.push_back(rect->attribute("fill"));
  }
  const std::string first = "url(#" + patterns[0]->attribute("id") + ")";
  const std::string second = "url(#" + patterns[1]->attribute("id") + ")";
  EXPECT_EQ(fills, (std::vector<std::string>{first, first, second}));
}

TEST(Svg, a_curve_is_a_path) {
  DrawList list = sheet();
  list.add(Curve{{0, 10, 20, 30}, {0, 5, 15, 20.5F}, 1.5F, blue});
  const XmlDocument svg = parsed(list);
  const auto paths = svg.root->all("path");
  ASSERT_EQ(paths.size(), 1U);
  EXPECT_EQ(paths[0]->attribute("d"), "M0 0C10 5 20 15 30 20.5");
  EXPECT_EQ(paths[0]->attribute("fill"), "none");
  EXPECT_EQ(paths[0]->attribute("stroke"), "#0080ff");
  EXPECT_EQ(paths[0]->number("stroke-width"), 1.5);
}

TEST(Svg, shapes_keep_their_order_and_text_lies_above_them) {
  DrawList list = sheet();
  list.add(label("above"));
  list.add(box(0, 0, 10, 10));
  list.add(Curve{{0, 1, 2, 3}, {0, 1, 2, 3}, 1, red});
  list.add(box(5, 5, 10, 10, red));
  const std::string text = text_of(list);
  const std::size_t first = text.find("#0080ff");
  const std::size_t path = text.find("<path");
  const std::size_t last = text.find("<rect x=\"5\"");
  const std::size_t words = text.find("above");
  EXPECT_LT(first, path);
  EXPECT_LT(path, last);
  EXPECT_LT(last, words);
}

TEST(Svg, a_label_is_text_with_its_capitals_on_the_middle) {
  DrawList list = sheet();
  list.add(label("S[x] < 32 & \"y\""));
  const XmlDocument svg = parsed(list);
  const auto texts = svg.root->all("text");
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts[0]->text, "S[x] < 32 & \"y\"");
  EXPECT_EQ(texts[0]->number("x"), 10);
  EXPECT_NEAR(texts[0]->number("y"), 50 + 0.365 * 20, 0.01);
  EXPECT_EQ(texts[0]->number("font-size"), 20);
  EXPECT_EQ(texts[0]->attribute("fill"), "#ff0000");
  EXPECT_EQ(texts[0]->attribute("text-anchor"), "");
}

TEST(Svg, a_label_is_anchored_where_the_list_says) {
  DrawList list = sheet();
  Label top = label("a");
  top.align_y = picture::AlignY::top;
  top.align_x = picture::AlignX::center;
  Label bottom = label("b");
  bottom.align_y = picture::AlignY::bottom;
  bottom.align_x = picture::AlignX::right;
  list.add(top);
  list.add(bottom);
  const XmlDocument svg = parsed(list);
  const auto texts = svg.root->all("text");
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0]->attribute("text-anchor"), "middle");
  EXPECT_NEAR(texts[0]->number("y"), 60 + 7.3, 0.01);
  EXPECT_EQ(texts[1]->attribute("text-anchor"), "end");
  EXPECT_NEAR(texts[1]->number("y"), 40 + 7.3, 0.01);
}

TEST(Svg, a_longer_label_keeps_the_room_it_was_given) {
  DrawList list = sheet();
  list.add(label("wavefronts"));
  list.add(label("31"));  // two digits fit in any font
  const XmlDocument svg = parsed(list);
  const auto texts = svg.root->all("text");
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_NEAR(texts[0]->number("textLength"),
              picture::typical_text_width(picture::FontRole::ui, 20, "wavefronts"), 0.01);
  EXPECT_EQ(texts[1]->attribute("textLength"), "");
}

TEST(Svg, faces_have_families_to_fall_back_on_and_blanks_stay) {
  DrawList list = sheet();
  Label code = label("    x = y;");
  code.font = picture::FontRole::mono;
  Label bold = label("32-way");
  bold.font = picture::FontRole::ui_bold;
  list.add(code);
  list.add(bold);
  const XmlDocument svg = parsed(list);
  const auto groups = svg.root->all("g");
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_TRUE(groups[0]->attribute("font-family").starts_with("'JetBrains Mono'"));
  EXPECT_TRUE(groups[0]->attribute("font-family").ends_with("monospace"));
  EXPECT_EQ(groups[0]->attribute("font-weight"), "");
  EXPECT_EQ(groups[0]->attribute("xml:space"), "preserve");
  EXPECT_EQ(groups[0]->all("text").at(0)->text, "    x = y;");
  EXPECT_TRUE(groups[1]->attribute("font-family").starts_with("Inter"));
  EXPECT_NE(groups[1]->attribute("font-family").find("CJK SC"), std::string::npos);
  for (const XmlElement* group : groups) {
    for (const text::Language& language : text::languages().all) {
      for (const std::string& family : language.fonts)
        EXPECT_NE(group->attribute("font-family").find("'" + family + "'"), std::string::npos);
    }
  }
  EXPECT_EQ(groups[1]->attribute("font-weight"), "600");
}

TEST(Svg, tooltips_are_kept_with_later_ones_on_top) {
  DrawList list = sheet();
  list.add(
      picture::HitArea{{0, 0, 50, 50}, picture::HitKind::lane, 1, "lane 1 wants a < b\nline two"});
  list.add(picture::HitArea{{0, 0, 50, 50}, picture::HitKind::lane, 2, ""});
  list.add(picture::HitArea{{10, 10, 5, 5}, picture::HitKind::bank, 3, "bank 3"});
  const XmlDocument svg = parsed(list);
  const auto titles = svg.root->all("title");
  ASSERT_EQ(titles.size(), 3U);  // the first one is the picture's own
  EXPECT_EQ(titles[1]->text, "lane 1 wants a < b\nline two");
  EXPECT_EQ(titles[2]->text, "bank 3");
  EXPECT_EQ(svg.root->all("rect").at(1)->number("x"), 10);
}

// The bytes after the comma of a data URI.
std::vector<std::uint8_t> decoded(const std::string& uri) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : uri.substr(uri.find(',') + 1)) {
    if (c == '=') break;
    bits = bits << 6U | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<std::uint8_t>(bits >> (count -= 8) & 0xFFU));
  }
  return bytes;
}

TEST(Svg, a_heat_map_is_an_image_with_the_ramps_colours) {
  picture::HeatMap heat;
  heat.rect = {10, 20, 40, 10};
  heat.field = picture::make_heat_field(4, 1, {0, 1, 0.5F, 0}, picture::Reduced::largest,
                                        picture::Halved::both);
  ASSERT_TRUE(heat.field);
  heat.x1 = 4;
  heat.y1 = 1;
  heat.ramp = {{0, 0, 0, 1}, {1, 1, 1, 1}};
  DrawList list = sheet();
  list.add(heat);
  const XmlDocument svg = parsed(list);
  const auto images = svg.root->all("image");
  ASSERT_EQ(images.size(), 1U);
  EXPECT_EQ(images[0]->number("x"), 10);
  EXPECT_EQ(images[0]->number("y"), 20);
  EXPECT_EQ(images[0]->number("width"), 40);
  ASSERT_TRUE(images[0]->attribute("xlink:href").starts_with("data:image/png;base64,"));
  const std::vector<std::uint8_t> png = decoded(images[0]->attribute("xlink:href"));
  int width = 0;
  int height = 0;
  int channels = 0;
  stbi_uc* pixels = stbi_load_from_memory(png.data(), static_cast<int>(png.size()), &width, &height,
                                          &channels, 4);
  ASSERT_NE(pixels, nullptr);
  ASSERT_EQ(width, 40);
  ASSERT_EQ(height, 10);
  const auto red_at = [&](int x) { return static_cast<int>(pixels[(5 * width + x) * 4]); };
  EXPECT_EQ(red_at(5), 0);
  EXPECT_EQ(red_at(15), 255);
  EXPECT_NEAR(red_at(25), 128, 1);
  EXPECT_EQ(red_at(35), 0);
  stbi_image_free(pixels);
}

TEST(Png, of_no_pixels_or_too_few_is_nothing) {
  EXPECT_EQ(png_of(0, 1, 3, {}), "");
  EXPECT_EQ(png_of(2, 1, 3, {1, 2, 3}), "");
  EXPECT_NE(png_of(1, 1, 3, {1, 2, 3}), "");
}

TEST(Svg, the_same_list_gives_the_same_bytes) {
  DrawList list = sheet();
  list.add(box(0.1F, 0.2F, 0.3F, 4));
  list.add(label("x"));
  EXPECT_EQ(text_of(list), text_of(list));
}

TEST(InlineSvg, colours_are_classes_with_a_value_for_each_theme) {
  DrawList light = sheet();
  light.add(box(0, 0, 10, 10, blue));
  light.add(box(0, 0, 10, 10, red));
  DrawList dark = sheet();
  dark.add(box(0, 0, 10, 10, {0, 0, 0, 1}));
  dark.add(box(0, 0, 10, 10, red));
  TwoThemes themes;
  const std::string text =
      inline_svg(light, dark, {"t"}, picture::typical_text_width, "p1", themes);
  const XmlDocument svg = parse_xml(text);
  ASSERT_EQ(svg.error, "");
  const auto rects = svg.root->all("rect");
  ASSERT_EQ(rects.size(), 2U);
  EXPECT_EQ(rects[0]->attribute("fill"), "");
  const std::string first = "." + rects[0]->attribute("class");
  const std::string second = "." + rects[1]->attribute("class");
  EXPECT_NE(themes.light_rules().find(first + "{fill:#0080ff}"), std::string::npos);
  EXPECT_NE(themes.dark_rules().find(first + "{fill:#000000}"), std::string::npos);
  EXPECT_NE(themes.light_rules().find(second + "{fill:#ff0000}"), std::string::npos);
  EXPECT_EQ(themes.dark_rules().find(second + "{"), std::string::npos);  // the same in both themes
}

TEST(InlineSvg, a_fill_ends_at_a_border_that_is_translucent_in_either_theme) {
  const auto fill_of = [](float light_alpha, float dark_alpha) {
    DrawList light = sheet();
    DrawList dark = sheet();
    Box framed = box(10, 10, 40, 20);
    framed.border_width = 2;
    framed.border = {1, 0, 0, light_alpha};
    light.add(framed);
    framed.border = {1, 0, 0, dark_alpha};
    dark.add(framed);
    TwoThemes themes;
    const XmlDocument svg =
        parse_xml(inline_svg(light, dark, {"t"}, picture::typical_text_width, "p1", themes));
    return svg.root->all("rect").at(0)->number("x");
  };
  EXPECT_EQ(fill_of(1, 1), 10);  // below the border
  EXPECT_EQ(fill_of(0.5F, 1), 12);
  EXPECT_EQ(fill_of(1, 0.5F), 12);
}

TEST(InlineSvg, that_differs_in_form_between_themes_is_drawn_as_in_the_light_one) {
  DrawList light = sheet();
  light.add(box(0, 0, 10, 10, blue));
  DrawList dark = sheet();
  dark.add(box(0, 0, 11, 10, red));
  EXPECT_FALSE(same_form(light, dark));
  TwoThemes themes;
  const std::string text =
      inline_svg(light, dark, {"t"}, picture::typical_text_width, "p1", themes);
  EXPECT_EQ(parse_xml(text).root->all("rect").size(), 1U);
  EXPECT_EQ(themes.dark_rules(), "");
}

TEST(Captioned, the_caption_stands_below_the_picture_on_its_ground) {
  const text::Texts texts("en");
  picture::Style style;
  style.measure = picture::typical_text_width;
  style.texts = &texts;
  DrawList list = sheet();
  list.add(label("picture"));
  const std::string caption = "Matrix transpose · kernel transpose_tile · *not* emphasis";
  const DrawList all = captioned(list, caption, style);
  EXPECT_FLOAT_EQ(all.height, list.height + caption_height(caption, style, list.width));
  EXPECT_GT(all.height, list.height);
  ASSERT_FALSE(all.boxes.empty());
  EXPECT_EQ(all.boxes[0].rect, (picture::Rect{0, 0, 200, all.height}));
  EXPECT_EQ(all.boxes[0].fill, style.palette.panel);
  std::string words;
  for (const Label& line : all.labels) {
    EXPECT_LE(line.x + picture::typical_text_width(line.font, line.size, line.text), all.width);
    if (line.text == "picture") continue;
    EXPECT_GT(line.y, list.height);
    EXPECT_LT(line.y, all.height);
    words += line.text + " ";
  }
  for (const char* word : {"Matrix", "transpose_tile", "*not*"})
    EXPECT_NE(words.find(word), std::string::npos) << words;
}

TEST(Captioned, without_a_caption_only_the_ground_is_added) {
  const text::Texts texts("en");
  picture::Style style;
  style.measure = picture::typical_text_width;
  style.texts = &texts;
  const DrawList all = captioned(sheet(), "", style);
  EXPECT_EQ(all.height, 100);
  EXPECT_EQ(all.boxes.size(), 1U);
}

TEST(Append, moves_everything_of_a_picture) {
  DrawList part = sheet();
  part.add(box(1, 2, 3, 4));
  part.add(Curve{{0, 1, 2, 3}, {0, 1, 2, 3}, 1, red});
  part.add(label("x"));
  part.add(picture::HitArea{{1, 1, 2, 2}, picture::HitKind::lane, 1, "tip"});
  DrawList all = sheet();
  all.add(box(0, 0, 1, 1));
  append(all, part, 100, 20);
  EXPECT_EQ(all.boxes[1].rect, (picture::Rect{101, 22, 3, 4}));
  EXPECT_EQ(all.curves[0].x[3], 103);
  EXPECT_EQ(all.labels[0].x, 110);
  EXPECT_EQ(all.hits[0].rect, (picture::Rect{101, 21, 2, 2}));
  EXPECT_EQ(all.order.size(), 3U);
}

}  // namespace
}  // namespace lanescope::svg
