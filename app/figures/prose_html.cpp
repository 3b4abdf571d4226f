#include "app/figures/prose_html.h"

#include <fmt/format.h>

#include "viz/export/markup.h"
#include "viz/picture/prose/prose.h"

namespace lanescope::app {
namespace {

using picture::ProseBlock;
using svg::escaped;

std::string spans_html(const picture::ProseLine& spans, const text::Glossary* glossary) {
  std::string html;
  for (const picture::ProseSpan& span : spans) {
    if (span.text == "\n") {
      html += "<br>";
      continue;
    }
    std::string text = escaped(span.text);
    if (span.term && glossary != nullptr) {
      text = fmt::format("<abbr title=\"{}\">{}</abbr>",
                         escaped(glossary->terms()[*span.term].text), text);
    }
    if (span.code) text = "<code>" + text + "</code>";
    if (span.emphasis) text = "<em>" + text + "</em>";
    if (span.strong) text = "<strong>" + text + "</strong>";
    html += text;
  }
  return html;
}

std::string table_html(const ProseBlock::Table& table, const text::Glossary* glossary) {
  std::string html = "<table>\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const char* cell = row == 0 ? "th" : "td";
    html += "<tr>";
    for (std::size_t i = 0; i < table.rows[row].size(); ++i) {
      const bool right = i < table.columns.size() && table.columns[i] == picture::AlignX::right;
      const bool centre = i < table.columns.size() && table.columns[i] == picture::AlignX::center;
      html += fmt::format("<{}{}>{}</{}>", cell,
                          right    ? " class=\"number\""
                          : centre ? " class=\"centre\""
                                   : "",
                          spans_html(table.rows[row][i], glossary), cell);
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

// Blocks do not mark lists: consecutive items form one list.
class Lists {
 public:
  Lists(std::string& html, const text::Glossary* glossary) : html_(html), glossary_(glossary) {}
  void item(const ProseBlock& block) {
    if (block.mark.empty() && open_ != nullptr) {  // another paragraph of the same item
      html_ += "<p>" + spans_html(block.spans, glossary_) + "</p>\n";
      return;
    }
    const char* wanted = block.mark == "•" || block.mark.empty() ? "ul" : "ol";
    if (open_ == nullptr || std::string_view(open_) != wanted) {
      close();
      open_ = wanted;
      html_ += fmt::format("<{}>\n", open_);
    } else {
      html_ += "</li>\n";
    }
    html_ += "<li>" + spans_html(block.spans, glossary_);
  }
  void close() {
    if (open_ != nullptr) html_ += fmt::format("</li>\n</{}>\n", open_);
    open_ = nullptr;
  }

 private:
  std::string& html_;
  const text::Glossary* glossary_;
  const char* open_ = nullptr;
};

}  // namespace

std::string blocks_html(std::string_view markdown, const text::Glossary* glossary) {
  std::string html;
  Lists lists(html, glossary);
  picture::Prose prose = picture::parse_prose(markdown);
  if (glossary != nullptr) picture::link_terms(prose, *glossary);
  for (const ProseBlock& block : prose) {
    if (block.kind != ProseBlock::Kind::item) lists.close();
    switch (block.kind) {
      case ProseBlock::Kind::paragraph:
        html += "<p>" + spans_html(block.spans, glossary) + "</p>\n";
        break;
      case ProseBlock::Kind::heading:
        html += fmt::format("<h4>{}</h4>\n", spans_html(block.spans, nullptr));
        break;
      case ProseBlock::Kind::item:
        lists.item(block);
        break;
      case ProseBlock::Kind::code:
        html += "<pre>" + escaped(block.code) + "</pre>\n";
        break;
      case ProseBlock::Kind::table:
        html += table_html(block.table, glossary);
        break;
    }
  }
  lists.close();
  return html;
}

std::string line_html(std::string_view markdown) {
  std::string html;
  for (const ProseBlock& block : picture::parse_prose(markdown))
    html += (html.empty() ? "" : " ") + spans_html(block.spans, nullptr);
  return html;
}

}  // namespace lanescope::app
