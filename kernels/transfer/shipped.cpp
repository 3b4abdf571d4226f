#include "kernels/transfer/shipped.h"

#include <fstream>
#include <iterator>

#include "kernels/lesson_file/folders.h"

namespace lanescope::transfer {

tl::expected<Rows, std::string> rows_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) return tl::unexpected(path.string() + ": can't be read");
  auto rows = rows_from_json_lines(text);
  if (!rows) return tl::unexpected(path.string() + ": " + rows.error());
  return rows;
}

namespace {

// Of the first folder that has any.
std::vector<std::filesystem::path> shipped_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& folder : lesson::shipped_folders("LANESCOPE_RECORDED", "recorded")) {
    for (const auto& path : lesson::files_in(folder, ".jsonl"))
      if (path.filename().string().starts_with("transfers-")) files.push_back(path);
    if (!files.empty()) break;
  }
  return files;
}

}  // namespace

std::vector<Rows> all_shipped() {
  std::vector<Rows> all;
  for (const auto& file : shipped_files())
    if (auto rows = rows_in(file); rows && !rows->empty()) all.push_back(*std::move(rows));
  return all;
}

tl::expected<Rows, std::string> shipped_rows() {
  for (const auto& file : shipped_files()) return rows_in(file);
  return tl::unexpected(std::string("no recorded transfers were found"));
}

const Rows& kept_shipped_rows() {
  static const Rows rows = shipped_rows().value_or(Rows());
  return rows;
}

}  // namespace lanescope::transfer
