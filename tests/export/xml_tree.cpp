#include "tests/export/xml_tree.h"

#include <cstdlib>

#include <expat.h>

namespace lanescope::testing {
namespace {

struct Open {
  std::unique_ptr<XmlElement> root;
  std::vector<XmlElement*> path;
};

void begin(void* data, const XML_Char* name, const XML_Char** attributes) {
  auto& open = *static_cast<Open*>(data);
  auto element = std::make_unique<XmlElement>();
  element->name = name;
  for (; *attributes != nullptr; attributes += 2)
    element->attributes[attributes[0]] = attributes[1];
  XmlElement* raw = element.get();
  if (open.path.empty()) {
    open.root = std::move(element);
  } else {
    open.path.back()->children.push_back(std::move(element));
  }
  open.path.push_back(raw);
}

void end(void* data, const XML_Char*) { static_cast<Open*>(data)->path.pop_back(); }

void characters(void* data, const XML_Char* text, int length) {
  for (XmlElement* element : static_cast<Open*>(data)->path)
    element->text.append(text, static_cast<std::size_t>(length));
}

void collect(const XmlElement& element, std::string_view wanted,
             std::vector<const XmlElement*>& found) {
  if (element.name == wanted) found.push_back(&element);
  for (const auto& child : element.children) collect(*child, wanted, found);
}

}  // namespace

std::string XmlElement::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : found->second;
}

double XmlElement::number(const std::string& key) const {
  return std::strtod(attribute(key).c_str(), nullptr);
}

std::vector<const XmlElement*> XmlElement::all(std::string_view wanted) const {
  std::vector<const XmlElement*> found;
  collect(*this, wanted, found);
  return found;
}

XmlDocument parse_xml(std::string_view text) {
  Open open;
  XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &open);
  XML_SetElementHandler(parser, begin, end);
  XML_SetCharacterDataHandler(parser, characters);
  XmlDocument document;
  if (XML_Parse(parser, text.data(), static_cast<int>(text.size()), 1) == XML_STATUS_OK) {
    document.root = std::move(open.root);
  } else {
    document.error = std::string(XML_ErrorString(XML_GetErrorCode(parser))) + " in line " +
                     std::to_string(XML_GetCurrentLineNumber(parser));
  }
  XML_ParserFree(parser);
  return document;
}

}  // namespace lanescope::testing
