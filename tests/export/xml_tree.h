// XML read by expat, as a tree: so that a test asks what a file says, not how it is written.
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
  std::string text;  // all of it, of its children too
  std::vector<std::unique_ptr<XmlElement>> children;

  // Empty where there is none.
  [[nodiscard]] std::string attribute(const std::string& key) const;
  [[nodiscard]] double number(const std::string& key) const;
  // Itself and everything below it that has this name, in order.
  [[nodiscard]] std::vector<const XmlElement*> all(std::string_view wanted) const;
};

struct XmlDocument {
  std::unique_ptr<XmlElement> root;  // nullptr: `error` says what is wrong, and in which line
  std::string error;
};
[[nodiscard]] XmlDocument parse_xml(std::string_view text);

}  // namespace lanescope::testing
