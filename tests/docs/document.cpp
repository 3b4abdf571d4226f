#include "tests/docs/document.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>

#include "tests/temporary_folder.h"

namespace lanescope::docs {
namespace {

namespace fs = std::filesystem;

constexpr const char* fence = "```";

// "## The machine's page" -> "the-machines-page"
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char letter : heading) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isalnum(byte) != 0 || letter == '_' || letter == '-' || byte >= 0x80)
      anchor += static_cast<char>(std::tolower(byte));
    else if (letter == ' ')
      anchor += '-';
  }
  return anchor;
}

void read_prose_line(const std::string& line, int number, Document& document) {
  static const std::regex link(R"re(\]\(([^)#\s]*)(?:#([^)\s]*))?\))re");
  static const std::regex span("`([^`]+)`");
  static const std::regex heading("^#+ +(.*)$");
  const std::sregex_iterator end;
  for (std::sregex_iterator at(line.begin(), line.end(), link); at != end; ++at)
    document.links.push_back({(*at)[1], (*at)[2], number});
  for (std::sregex_iterator at(line.begin(), line.end(), span); at != end; ++at)
    document.spans.push_back({(*at)[1], number});
  std::smatch title;
  if (std::regex_match(line, title, heading)) document.anchors.insert(anchor_of(title[1]));
}

Block opened_block(const std::string& line, int number) {
  Block block;
  block.line = number;
  std::istringstream words(line.substr(std::string(fence).size()));
  words >> block.language;
  std::getline(words >> std::ws, block.about);
  return block;
}

}  // namespace

std::string Document::at(int line) const { return path.string() + ":" + std::to_string(line); }

Document read_document(const fs::path& root, const fs::path& relative) {
  Document document;
  document.path = relative;
  document.text = tests::text_of(root / relative);
  std::istringstream lines(document.text);
  bool in_block = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with(fence)) {
      if (!in_block) document.blocks.push_back(opened_block(line, number));
      in_block = !in_block;
    } else if (in_block) {
      document.blocks.back().text += line + "\n";
    } else {
      read_prose_line(line, number, document);
    }
  }
  return document;
}

std::vector<Document> read_documents(const fs::path& root) {
  std::vector<fs::path> paths{"README.md"};
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") paths.push_back(fs::relative(entry.path(), root));
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Document> documents;
  for (const fs::path& path : paths) documents.push_back(read_document(root, path));
  return documents;
}

}  // namespace lanescope::docs
