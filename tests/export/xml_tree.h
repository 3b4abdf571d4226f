// A tree of XML elements, parsed by expat, so that tests check the content of a file and not its
// spelling.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::testing {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  // all text, including that of the children
  std::vector<std::unique_ptr<XmlElement>> children;

  // Empty if there is none.
  [[nodiscard]] std::string attribute(const std::string& key) const;
  [[nodiscard]] double number(const std::string& key) const;
  // This element and all below it with this name, in document order.
  [[nodiscard]] std::vector<const XmlElement*> all(std::string_view wanted) const;
};

struct XmlDocument {
  std::unique_ptr<XmlElement> root;  // nullptr: `error` has the reason and the line
  std::string error;
};
[[nodiscard]] XmlDocument parse_xml(std::string_view text);

}  // namespace lanescope::testing
