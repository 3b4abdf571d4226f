#include "app/session/lint/baseline.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* baseline_schema = "lanescope.lint-baseline/1";

}  // namespace

std::string baseline_text(const std::vector<LintMessage>& messages) {
  std::vector<std::string> lines;
  for (const LintMessage& each : messages) {
    if (!each.allowed.empty()) continue;
    lines.push_back(Json(each.identity()).dump());
  }
  std::ranges::sort(lines);
  std::string text = fmt::format("{{\"schema\": \"{}\", \"known\": [", baseline_schema);
  for (const std::string& line : lines)
    text += fmt::format("{}\n  {}", &line == &lines.front() ? "" : ",", line);
  return text + "\n]}\n";
}

tl::expected<std::size_t, std::string> apply_baseline(const std::filesystem::path& file,
                                                      std::vector<LintMessage>& messages) {
  const auto text = lesson::read_text_file(file);
  if (!text) {
    return tl::unexpected(
        fmt::format("{}: {}; --write-baseline makes one", file.string(), text.error()));
  }
  std::map<std::string, std::size_t> known;
  std::size_t left = 0;
  try {
    const Json json = Json::parse(*text);
    if (json.at("schema") != baseline_schema)
      return tl::unexpected(fmt::format("{}: it is no {}", file.string(), baseline_schema));
    for (const Json& each : json.at("known")) {
      ++known[each.get<std::string>()];
      ++left;
    }
  } catch (const Json::exception&) {
    return tl::unexpected(file.string() + ": it is no baseline; --write-baseline makes one");
  }
  for (LintMessage& each : messages) {
    const auto found = known.find(each.identity());
    if (!each.allowed.empty() || found == known.end() || found->second == 0) continue;
    each.is_known = true;
    --found->second;
    --left;
  }
  return left;
}

}  // namespace lanescope::app
