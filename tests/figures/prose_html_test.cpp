#include "app/figures/prose_html.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(ProseHtml, marks_up_what_the_window_does_and_nothing_else) {
  EXPECT_EQ(blocks_html("A **warp** runs `a < b` *together*."),
            "<p>A <strong>warp</strong> runs <code>a &lt; b</code> <em>together</em>.</p>\n");
  EXPECT_EQ(blocks_html("no <script>alert(1)</script> here"),
            "<p>no &lt;script&gt;alert(1)&lt;/script&gt; here</p>\n");
}

TEST(ProseHtml, items_that_follow_each_other_are_one_list) {
  EXPECT_EQ(blocks_html("- one\n- two\n\nafter"),
            "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<p>after</p>\n");
  EXPECT_EQ(blocks_html("1. first\n2. second"), "<ol>\n<li>first</li>\n<li>second</li>\n</ol>\n");
}

TEST(ProseHtml, headings_fenced_code_and_tables_keep_their_form) {
  EXPECT_EQ(blocks_html("## Title"), "<h4>Title</h4>\n");
  const std::string code = blocks_html("```\nif (a < b)\n  c;\n```");
  EXPECT_TRUE(code.starts_with("<pre>if (a &lt; b)")) << code;
  const std::string table = blocks_html("| a | b |\n| --- | ---: |\n| 1 | 2 |");
  EXPECT_NE(table.find("<tr><th>a</th><th class=\"number\">b</th></tr>"), std::string::npos)
      << table;
  EXPECT_NE(table.find("<td class=\"number\">2</td>"), std::string::npos) << table;
}

TEST(ProseHtml, a_line_has_no_paragraph_around_it) {
  EXPECT_EQ(line_html("just as *fast*"), "just as <em>fast</em>");
}

}  // namespace
}  // namespace lanescope::app
