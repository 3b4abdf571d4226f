#include "app/session/start/own_kernel.h"

#include <system_error>

#include <fmt/format.h>

#include "kernels/lesson_file/places.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kernel_name = "kernel.cu";
constexpr const char* lesson_name = "lesson.toml";

// Empty if the shipped files are missing.
fs::path starter_folder(const std::string& language) {
  for (const std::string& code : {language, std::string("en")}) {
    for (const fs::path& place : lesson::shipped_folders("", "starter")) {
      std::error_code error;
      if (fs::exists(place / code / kernel_name, error)) return place / code;
    }
  }
  return {};
}

// Creates the first folder that does not exist: another program may be doing the same.
tl::expected<fs::path, std::string> new_folder() {
  const fs::path parent = own_kernels_folder();
  std::error_code error;
  fs::create_directories(parent, error);
  for (int number = 1; !error; ++number) {
    const fs::path folder = parent / fmt::format("kernel-{}", number);
    if (fs::create_directory(folder, error)) return folder;
    if (error == std::errc::file_exists) error.clear();  // a file has this name
  }
  return tl::unexpected(fmt::format("{}: {}", parent.string(), error.message()));
}

}  // namespace

fs::path own_kernels_folder() { return lesson::user_folder("kernels-of-mine"); }

tl::expected<OwnKernel, std::string> make_own_kernel(const std::string& language) {
  const fs::path from = starter_folder(language);
  if (from.empty()) return tl::unexpected(std::string("share/lanescope/shipped/starter: missing"));
  const auto folder = new_folder();
  if (!folder) return tl::unexpected(folder.error());
  for (const char* name : {kernel_name, lesson_name}) {
    std::error_code error;
    fs::copy_file(from / name, *folder / name, error);
    if (error) {
      return tl::unexpected(fmt::format("{}: {}", (*folder / name).string(), error.message()));
    }
    fs::permissions(*folder / name, fs::perms::owner_write, fs::perm_options::add, error);
  }
  return OwnKernel{*folder / lesson_name, *folder / kernel_name};
}

std::string starter_text(const std::string& language) {
  return lesson::read_text_file(starter_folder(language) / kernel_name).value_or(std::string());
}

}  // namespace lanescope::app
