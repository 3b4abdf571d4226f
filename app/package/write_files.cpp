// Writes what is installed beside the program and follows from it: the manual page, the shells'
// completions and the icon. Runs while Lanescope is built.
//
//   lanescope_package_files <folder>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/command_line/command_table.h"
#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/lesson.h"
#include "viz/export/svg.h"
#include "viz/picture/core/icon.h"

namespace {

namespace fs = std::filesystem;
using namespace lanescope;

std::vector<std::string> names_in(const char* folder) {
  std::vector<std::string> names;
  for (const fs::path& shipped : lesson::shipped_folders("", folder)) {
    for (const fs::path& file : lesson::files_in(shipped, ".toml"))
      names.push_back(file.stem().string());
  }
  return names;
}

app::ShippedNames shipped_names() {
  app::ShippedNames shipped{{}, names_in("scenes"), names_in("devices")};
  for (const lesson::CatalogueEntry& entry : lesson::catalogue())
    shipped.lessons.push_back(entry.id);
  return shipped;
}

std::string icon() {
  constexpr float size = 128;
  const picture::Palette palette = picture::palette_for(picture::Theme::dark);
  return svg::svg_of(picture::build_icon(palette, size, true), {"Lanescope"},
                     picture::typical_text_width);
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream.exceptions(std::ios::badbit | std::ios::failbit);
  stream << text;
  stream.close();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: lanescope_package_files <folder>\n");
    return 2;
  }
  const fs::path folder = argv[1];
  try {
    fs::create_directories(folder);
    const app::CommandTable table = app::command_table();
    const app::ShippedNames shipped = shipped_names();
    write(folder / "lanescope.1", app::manual_page(table));
    write(folder / "lanescope.bash", app::bash_completion(table, shipped));
    write(folder / "lanescope.zsh", app::zsh_completion(table, shipped));
    write(folder / "lanescope.fish", app::fish_completion(table, shipped));
    write(folder / "lanescope.svg", icon());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: cannot be written: %s\n", argv[1], error.what());
    return 1;
  }
  return 0;
}
