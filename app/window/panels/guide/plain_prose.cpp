#include "app/window/panels/guide/plain_prose.h"

#include "viz/picture/prose/prose.h"

namespace lanescope::app {

std::string plain_prose(std::string_view markdown) {
  std::string text;
  for (const picture::ProseBlock& block : picture::parse_prose(markdown)) {
    text += text.empty() ? "" : " ";
    for (const picture::ProseSpan& span : block.spans) {
      text += span.text;
    }
  }
  return text;
}

}  // namespace lanescope::app
