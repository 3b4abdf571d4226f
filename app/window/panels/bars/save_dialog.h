// Asks where a file is saved: a path that can be edited, the folders last used, and the clipboard.
// Writes no files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/figure_kind.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class SaveDialog {
 public:
  // `stem`: the file's name without its number and extension. `folders`: those last used.
  void open(const ExportRequest& wanted, std::string stem, const std::filesystem::path& folder,
            std::vector<std::string> folders);
  [[nodiscard]] const std::string& path() const { return typed_; }
  // What is wrong with the path, or that a file would be replaced. Empty: nothing.
  [[nodiscard]] std::string remark(const text::Texts& texts) const;

  // To the next of the folders last used.
  void move(int direction);
  // The request with its file, whose folder exists then. The first call for a file that exists asks
  // whether to replace it. nullopt: see remark().
  std::optional<ExportRequest> confirm();

  struct Answer {
    std::optional<ExportRequest> chosen;
    bool back = false;       // to the list of formats
    bool dismissed = false;  // clicked outside
  };
  Answer draw(Ui& ui);

 private:
  enum class Remark : std::uint8_t { none, no_name, is_folder, in_a_file, no_folder, replaces };

  void go_to(std::size_t folder);
  void set_path(const std::filesystem::path& file);

  ExportRequest wanted_;
  std::string stem_, extension_;
  std::vector<std::string> folders_;  // offered, the suggested one first
  std::size_t current_ = 0;           // the folder that was chosen last
  std::string typed_;
  std::string remarked_;  // the path that the remark is about
  Remark remark_ = Remark::none;
  std::string why_;  // of no_folder
  // The text field takes the keyboard; a new name makes it read the path again.
  bool begins_ = true;
  int field_ = 0;
};

}  // namespace lanescope::app
