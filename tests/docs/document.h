// A page of the documentation, as far as a test can check it: code blocks, links, code spans,
// headings.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace lanescope::docs {

// A fenced code block. After the language its first line may say more, which readers don't see:
//
//   ```sh                      commands
//   ```toml scale/lesson.toml  a file: it is written before the commands below it run
//   ```toml added to FILE      the same, at the file's end
//   ```json COMMAND            the command's output; every key is compared
//   ```json FILE               the same of a file of the repository
//   ```json written to FILE, then COMMAND    a file that the command reads, and prints again
//   ```text                    anything else
struct Block {
  std::string language;
  std::string about;  // the rest of the first line
  std::string text;
  int line = 0;  // of the fence, from 1
};

// "[text](target)", or an image.
struct Link {
  std::string path;    // empty: this page
  std::string anchor;  // without the #
  int line = 0;
};

// `text` between backticks.
struct Span {
  std::string text;
  int line = 0;
};

struct Document {
  std::filesystem::path path;  // relative to the repository
  std::string text;
  std::vector<Block> blocks;
  std::vector<Link> links;
  std::vector<Span> spans;
  std::set<std::string> anchors;  // of its headings, as GitHub makes them

  // "docs/manual.md:12"
  [[nodiscard]] std::string at(int line) const;
};

[[nodiscard]] Document read_document(const std::filesystem::path& root,
                                     const std::filesystem::path& relative);

// README.md and docs/*.md.
[[nodiscard]] std::vector<Document> read_documents(const std::filesystem::path& root);

}  // namespace lanescope::docs
