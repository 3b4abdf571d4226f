// Parses Markdown into blocks, with md4c.
#include <set>
#include <utility>

#include <md4c.h>

#include "sim/text/characters.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/prose/prose.h"
#include "viz/text/glossary.h"

namespace lanescope::picture {
namespace {

// Stands for a line end in the source until the text on both sides is known.
constexpr char soft_break = '\x01';

class Reader {
 public:
  void enter(MD_BLOCKTYPE type, void* detail);
  void leave(MD_BLOCKTYPE type);
  void enter(MD_SPANTYPE type) { count(type) += 1; }
  void leave(MD_SPANTYPE type) { count(type) -= 1; }
  void text(MD_TEXTTYPE type, std::string_view text);
  [[nodiscard]] Prose take();

 private:
  struct List {
    bool ordered = false;
    unsigned next = 1;
  };
  int& count(MD_SPANTYPE type) {
    return type == MD_SPAN_STRONG ? strong_
           : type == MD_SPAN_EM   ? emphasis_
           : type == MD_SPAN_CODE ? code_
                                  : other_;
  }
  void begin(ProseBlock::Kind kind) {
    blocks_.emplace_back();
    blocks_.back().kind = kind;
  }
  void add(std::string_view text);
  [[nodiscard]] bool in_table() const { return table_depth_ > 0; }

  Prose blocks_;
  std::vector<List> lists_;
  int table_depth_ = 0;
  int strong_ = 0, emphasis_ = 0, code_ = 0, other_ = 0;
};

AlignX align_of(MD_ALIGN align) {
  return align == MD_ALIGN_CENTER  ? AlignX::center
         : align == MD_ALIGN_RIGHT ? AlignX::right
                                   : AlignX::left;
}

void Reader::enter(MD_BLOCKTYPE type, void* detail) {
  switch (type) {
    case MD_BLOCK_UL:
      lists_.push_back({});
      break;
    case MD_BLOCK_OL:
      lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
      break;
    case MD_BLOCK_LI:
      begin(ProseBlock::Kind::item);
      if (!lists_.empty()) {
        List& list = lists_.back();
        blocks_.back().mark = list.ordered ? std::to_string(list.next++) + "." : "•";
      }
      break;
    case MD_BLOCK_P: {
      // The first paragraph of an item is the item itself.
      const bool fresh_item = !blocks_.empty() && blocks_.back().kind == ProseBlock::Kind::item &&
                              blocks_.back().spans.empty();
      if (lists_.empty() || !fresh_item)
        begin(lists_.empty() ? ProseBlock::Kind::paragraph : ProseBlock::Kind::item);
      break;
    }
    case MD_BLOCK_H:
      begin(ProseBlock::Kind::heading);
      break;
    case MD_BLOCK_CODE:
      begin(ProseBlock::Kind::code);
      break;
    case MD_BLOCK_TABLE:
      begin(ProseBlock::Kind::table);
      ++table_depth_;
      break;
    case MD_BLOCK_TR:
      blocks_.back().table.rows.emplace_back();
      break;
    case MD_BLOCK_TH:
      blocks_.back().table.columns.push_back(
          align_of(static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align));
      blocks_.back().table.rows.back().emplace_back();
      break;
    case MD_BLOCK_TD:
      blocks_.back().table.rows.back().emplace_back();
      break;
    default:
      break;
  }
}

void Reader::leave(MD_BLOCKTYPE type) {
  if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) {
    lists_.pop_back();
  } else if (type == MD_BLOCK_TABLE) {
    --table_depth_;
  } else if (type == MD_BLOCK_CODE && blocks_.back().code.ends_with('\n')) {
    blocks_.back().code.pop_back();
  }
}

void Reader::add(std::string_view text) {
  if (blocks_.empty()) begin(ProseBlock::Kind::paragraph);
  ProseBlock& block = blocks_.back();
  if (block.kind == ProseBlock::Kind::code) {
    block.code += text;
    return;
  }
  const bool cell = in_table() && !block.table.rows.empty() && !block.table.rows.back().empty();
  ProseLine& line = cell ? block.table.rows.back().back() : block.spans;
  ProseSpan span{std::string(text), strong_ > 0, emphasis_ > 0, code_ > 0};
  if (!line.empty() && line.back().strong == span.strong && line.back().emphasis == span.emphasis &&
      line.back().code == span.code) {
    line.back().text += span.text;
  } else {
    line.push_back(std::move(span));
  }
}

// Only the entities needed to write characters that Markdown would interpret.
std::string_view entity(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&nbsp;", "\u00a0"}};
  for (const auto& [from, to] : known) {
    if (from == name) return to;
  }
  return name;
}

void Reader::text(MD_TEXTTYPE type, std::string_view text) {
  switch (type) {
    case MD_TEXT_NULLCHAR:
      return add("\ufffd");
    case MD_TEXT_BR:
      return add("\n");
    case MD_TEXT_SOFTBR:
      return add(std::string_view(&soft_break, 1));
    case MD_TEXT_ENTITY:
      return add(entity(text));
    default:
      return add(text);
  }
}

char32_t last_character(std::string_view text) {
  char32_t last = 0;
  for (std::size_t at = 0; at < text.size();) last = next_character(text, at);
  return last;
}

char32_t first_character(std::string_view text) {
  std::size_t at = 0;
  return text.empty() ? 0 : next_character(text, at);
}

// Chinese has no blanks between words, so a line end next to Chinese becomes nothing.
void resolve_breaks(ProseLine& line) {
  char32_t before = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::string& text = line[i].text;
    std::size_t at = 0;
    while ((at = text.find(soft_break, at)) != std::string::npos) {
      const std::string_view left = std::string_view(text).substr(0, at);
      const std::string_view right = std::string_view(text).substr(at + 1);
      const char32_t last = left.empty() ? before : last_character(left);
      const char32_t next = !right.empty()        ? first_character(right)
                            : i + 1 < line.size() ? first_character(line[i + 1].text)
                                                  : 0;
      const bool none = takes_two_columns(last) || takes_two_columns(next);
      text.replace(at, 1, none ? "" : " ");
      at += none ? 0 : 1;
    }
    before = text.empty() ? before : last_character(text);
  }
  std::erase_if(line, [](const ProseSpan& span) { return span.text.empty(); });
}

Prose Reader::take() {
  for (ProseBlock& block : blocks_) {
    resolve_breaks(block.spans);
    for (std::vector<ProseLine>& row : block.table.rows) {
      for (ProseLine& cell : row) resolve_breaks(cell);
    }
  }
  return std::move(blocks_);
}

Reader& reader(void* data) { return *static_cast<Reader*>(data); }

}  // namespace

// CommonMark: a backslash escapes ASCII punctuation, and at the end of a line it is a line break.
// Leading blanks are dropped, except non-breaking ones.
std::string as_markdown(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  constexpr std::string_view punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  const std::size_t last = text.find_last_not_of(blanks);
  std::string markdown;
  bool at_start = true;
  for (const char c : text.substr(0, last == std::string_view::npos ? 0 : last + 1)) {
    if (c == '\r') continue;
    if (c == '\n') {
      markdown += markdown.empty() ? "" : "\\\n";
      at_start = true;
    } else if (at_start && (c == ' ' || c == '\t')) {
      markdown += "\u00a0";
    } else {
      at_start = false;
      if (punctuation.find(c) != std::string_view::npos) markdown += '\\';
      markdown += c;
    }
  }
  return markdown;
}

Prose parse_prose(std::string_view markdown) {
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    return reader(data).enter(type, detail), 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) {
    return reader(data).leave(type), 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void*, void* data) {
    return reader(data).enter(type), 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* data) {
    return reader(data).leave(type), 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) {
    return reader(data).text(type, {text, size}), 0;
  };
  Reader result;
  // md_parse fails only if it runs out of memory; show what was parsed until then.
  static_cast<void>(
      md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &result));
  return result.take();
}

namespace {

// Names of variants, pages and the like are emphasised, in Chinese they are in quotes: they are no
// uses of a term, even where they are spelt like one.
bool is_name(const ProseSpan& span, const text::Glossary::Use& use) {
  const std::string_view text = span.text;
  return span.emphasis ||
         (text.substr(0, use.begin).ends_with("“") && text.substr(use.end).starts_with("”"));
}

void link_line(ProseLine& line, const text::Glossary& glossary, std::set<std::size_t>& seen) {
  ProseLine linked;
  for (ProseSpan& span : line) {
    if (span.code) {
      linked.push_back(std::move(span));
      continue;
    }
    std::size_t done = 0;
    const auto add = [&](std::size_t to, std::optional<std::size_t> term) {
      if (to == done) return;
      ProseSpan part = span;
      part.text = span.text.substr(done, to - done);
      part.term = term;
      linked.push_back(std::move(part));
      done = to;
    };
    for (const text::Glossary::Use& use : glossary.uses_in(span.text)) {
      if (is_name(span, use) || !seen.insert(use.term).second) continue;
      add(use.begin, std::nullopt);
      add(use.end, use.term);
    }
    add(span.text.size(), std::nullopt);
  }
  line = std::move(linked);
}

}  // namespace

void link_terms(Prose& prose, const text::Glossary& glossary) {
  std::set<std::size_t> seen;
  for (ProseBlock& block : prose) {
    if (block.kind != ProseBlock::Kind::heading) link_line(block.spans, glossary, seen);
    for (std::vector<ProseLine>& row : block.table.rows) {
      for (ProseLine& cell : row) link_line(cell, glossary, seen);
    }
  }
}

}  // namespace lanescope::picture
