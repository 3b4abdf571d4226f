// Machine files (TOML): one GPU model each, every figure with its source. docs/machines.md
// documents the format. Every error names file, line and key.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"
#include "sim/machine/profile.h"

namespace lanescope::machine {

using lesson::Error;
using ProfilePtr = std::shared_ptr<const Profile>;

// `file`: as shown in messages; its stem is the machine's id.
[[nodiscard]] tl::expected<Profile, Error> read_profile(std::string_view text,
                                                        const std::string& file);

struct Entry {
  std::string id;
  std::filesystem::path path;
  bool shipped = true;  // false: the user's
  tl::expected<ProfilePtr, Error> profile;
};

// All machines, sorted by year and name; those with a broken file are last. If two have the same
// id, the first place wins: $LANESCOPE_DEVICES, the user's folder
// ($XDG_DATA_HOME/lanescope/devices), then the shipped ones.
[[nodiscard]] std::vector<Entry> catalogue();
[[nodiscard]] std::vector<Entry> catalogue(const std::vector<std::filesystem::path>& own,
                                           const std::vector<std::filesystem::path>& shipped);
[[nodiscard]] std::filesystem::path user_folder();

// The id as requests use it: empty for default_id, whose rules are the default.
[[nodiscard]] std::string requested_id(std::string_view id);
// The id of the file: default_id for an empty one.
[[nodiscard]] std::string file_id(std::string_view requested);

// By id; empty: default_id. The error lists the known machines.
[[nodiscard]] tl::expected<ProfilePtr, Error> find(std::string_view id);

}  // namespace lanescope::machine
