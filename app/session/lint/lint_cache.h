// Results of lessons of which no file has changed since: they are not run again. Kept in
// $XDG_CACHE_HOME/lanescope/lint (default ~/.cache/...).
#pragma once

#include <filesystem>
#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "app/session/lint/lint.h"

namespace lanescope::app {

[[nodiscard]] nlohmann::ordered_json json_of(const LintMessage& message);

class LintCache {
 public:
  // Empty: none is kept or found.
  explicit LintCache(std::filesystem::path folder) : folder_(std::move(folder)) {}
  [[nodiscard]] static LintCache of_user();

  [[nodiscard]] std::optional<LintResult> find(const LintRequest& request) const;
  void keep(const LintRequest& request, const LintResult& result) const;

 private:
  [[nodiscard]] std::filesystem::path file_of(const LintRequest& request) const;

  std::filesystem::path folder_;
};

}  // namespace lanescope::app
