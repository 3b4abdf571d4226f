#include "app/session/files/settings.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

class SettingsFile : public tests::InFolder<::testing::Test> {
 protected:
  void write(const std::string& text) const { std::ofstream(path()) << text; }
  [[nodiscard]] fs::path path() const { return folder_ / "settings.toml"; }
};

TEST_F(SettingsFile, what_is_saved_is_loaded) {
  const Settings settings{Theme::light, "zh", 150, 1280, 720};
  ASSERT_TRUE(save_settings(settings, path()));
  const LoadedSettings loaded = load_settings(path());
  EXPECT_EQ(loaded.settings, settings);
  EXPECT_EQ(loaded.message, "");
}

TEST_F(SettingsFile, kinds_that_are_not_looked_for_are_remembered) {
  Settings settings;
  settings.checks.set(DiagnosticKind::shared_race, false);
  settings.checks.set(DiagnosticKind::misaligned, false);
  ASSERT_TRUE(save_settings(settings, path()));
  EXPECT_EQ(load_settings(path()).settings.checks, settings.checks);
}

TEST_F(SettingsFile, an_unknown_kind_is_named_and_the_known_ones_count) {
  write("unchecked = [\"misaligned\", \"typos\"]\n");
  const LoadedSettings loaded = load_settings(path());
  EXPECT_NE(loaded.message.find("unchecked"), std::string::npos) << loaded.message;
  EXPECT_FALSE(loaded.settings.checks.has(DiagnosticKind::misaligned));
  EXPECT_TRUE(loaded.settings.checks.has(DiagnosticKind::out_of_range));
}

TEST_F(SettingsFile, folders_are_remembered_with_any_name) {
  Settings settings;
  settings.folders = {"/home/me/lecture notes", "/tmp/\"quoted\"", "/tmp/第一课"};
  ASSERT_TRUE(save_settings(settings, path()));
  EXPECT_EQ(load_settings(path()).settings.folders, settings.folders);
}

TEST_F(SettingsFile, the_chosen_gpu_is_remembered) {
  Settings settings;
  settings.device = 3;
  ASSERT_TRUE(save_settings(settings, path()));
  EXPECT_EQ(load_settings(path()).settings.device, 3);
}

TEST_F(SettingsFile, the_chosen_recording_is_remembered_whatever_is_in_its_name) {
  Settings settings;
  settings.recording = "/home/me/my \"own\" \\ times.json";
  ASSERT_TRUE(save_settings(settings, path()));
  EXPECT_EQ(load_settings(path()).settings.recording, settings.recording);
}

TEST_F(SettingsFile, of_a_version_that_kept_the_guide_hidden_still_loads) {
  std::ofstream(path()) << "guide = false\ntheme = \"light\"\n";
  const LoadedSettings loaded = load_settings(path());
  EXPECT_EQ(loaded.message, "");
  EXPECT_EQ(loaded.settings.theme, Theme::light);
}

TEST_F(SettingsFile, folders_that_are_missing_are_made) {
  const fs::path deep = folder_ / "a" / "b" / "settings.toml";
  ASSERT_TRUE(save_settings({}, deep));
  EXPECT_TRUE(fs::exists(deep));
}

TEST_F(SettingsFile, a_missing_file_means_defaults_without_a_message) {
  const LoadedSettings loaded = load_settings(path());
  EXPECT_EQ(loaded.settings.theme, Theme::dark);
  EXPECT_EQ(loaded.settings.scale_percent, 100);
  EXPECT_EQ(loaded.message, "");
}

TEST_F(SettingsFile, a_file_that_is_not_toml_means_defaults_and_a_message_with_its_place) {
  write("theme = \"light\"\nscale_percent = = 3\n");
  const LoadedSettings loaded = load_settings(path());
  EXPECT_EQ(loaded.settings.theme, Theme::dark);
  EXPECT_NE(loaded.message.find("settings.toml:2"), std::string::npos) << loaded.message;
}

TEST_F(SettingsFile, one_wrong_value_leaves_the_others_in_force) {
  write("theme = \"light\"\nscale_percent = 900\n");
  const LoadedSettings loaded = load_settings(path());
  EXPECT_EQ(loaded.settings.theme, Theme::light);
  EXPECT_EQ(loaded.settings.scale_percent, 100);
  EXPECT_NE(loaded.message.find("scale_percent"), std::string::npos) << loaded.message;
}

TEST_F(SettingsFile, wrong_types_are_named_and_passed_over) {
  write("theme = 3\nlanguage = \"klingon\"\nwidth = \"wide\"\n");
  const LoadedSettings loaded = load_settings(path());
  EXPECT_EQ(loaded.settings.theme, Theme::dark);
  EXPECT_EQ(loaded.settings.width, Settings{}.width);
  for (const char* key : {"theme", "language", "width"})
    EXPECT_NE(loaded.message.find(key), std::string::npos) << key;
}

TEST_F(SettingsFile, saving_leaves_no_temporary_file) {
  ASSERT_TRUE(save_settings({}, path()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(SettingsFile, a_path_that_cannot_be_written_is_an_error_that_names_it) {
  fs::create_directory(path());
  const auto saved = save_settings({}, path());
  ASSERT_FALSE(saved);
  EXPECT_NE(saved.error().find("settings.toml"), std::string::npos);
}

TEST_F(SettingsFile, the_environment_names_the_file) {
  ASSERT_EQ(::setenv("LANESCOPE_CONFIG", path().c_str(), 1), 0);
  EXPECT_EQ(settings_path(), path());
  ASSERT_EQ(::unsetenv("LANESCOPE_CONFIG"), 0);
  ASSERT_EQ(::setenv("XDG_CONFIG_HOME", folder_.c_str(), 1), 0);
  EXPECT_EQ(settings_path(), folder_ / "lanescope" / "settings.toml");
  ASSERT_EQ(::unsetenv("XDG_CONFIG_HOME"), 0);
}

}  // namespace
}  // namespace lanescope::app
