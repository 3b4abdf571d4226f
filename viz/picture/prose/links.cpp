#include <set>
#include <utility>

#include "viz/picture/prose/prose.h"
#include "viz/text/glossary.h"

namespace lanescope::picture {
namespace {

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
      if (!seen.insert(use.term).second) continue;
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
