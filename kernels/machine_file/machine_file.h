// Machine files (TOML): one named GPU each, every figure with its source. The format is documented
// in README.md, "Machines". Every error names file, line and key.
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
  bool shipped = true;  // else the user's own
  tl::expected<ProfilePtr, Error> profile;
};

// All machines, by year and name; those whose file is broken last. The first place that has an id
// wins: $LANESCOPE_DEVICES, the user's own ($XDG_DATA_HOME/lanescope/devices), then those that
// ship.
[[nodiscard]] std::vector<Entry> catalogue();
[[nodiscard]] std::vector<Entry> catalogue(const std::vector<std::filesystem::path>& own,
                                           const std::vector<std::filesystem::path>& shipped);
[[nodiscard]] std::filesystem::path own_folder();

// As requests name machines: empty for default_id, whose rules hold without a name.
[[nodiscard]] std::string requested_id(std::string_view id);

// By id; empty: default_id. The error tells which there are.
[[nodiscard]] tl::expected<ProfilePtr, Error> find(std::string_view id);

}  // namespace lanescope::machine
