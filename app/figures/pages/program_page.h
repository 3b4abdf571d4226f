// The launches of the program that the open lesson is a launch of (app/session/start/
// launch_lesson.h): which group and which of its launches is chosen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/page_content.h"
#include "app/session/start/launch_arguments.h"
#include "app/session/start/launch_lesson.h"
#include "app/session/start/own_program.h"
#include "kernels/launches/reader.h"
#include "viz/picture/program/program.h"

namespace lanescope::app {

// A recording with its launches alike.
struct RecordedProgram {
  launches::File file;
  std::vector<launches::Group> groups;
  std::vector<std::string> printed{};  // the last lines of its output, if the window ran it
};
// As they are drawn: without empty lines at the end, and without control characters.
[[nodiscard]] std::vector<std::string> last_lines(std::string_view printed);

// One row for each group of launches alike.
[[nodiscard]] Table program_table(const RecordedProgram& program);
// That the window runs the launch with values of the user's own; empty: with those of the program.
[[nodiscard]] std::string own_launch_note(const launches::Launch& launch, const report::Dim3& grid,
                                          const report::Dim3& block, const text::Texts& texts);
// What a run that brought no launches says above those of the run before.
[[nodiscard]] picture::OldLaunches old_launches(const FailedProgramRun& failed,
                                                const text::Texts& texts);
// `launch`: an index into the group's launches. `arguments`: of that launch. `open`: the launch
// that is shown, from 1; 0: none.
[[nodiscard]] picture::ProgramList program_list(const RecordedProgram& program, std::size_t group,
                                                std::size_t launch,
                                                const std::vector<NamedArgument>& arguments,
                                                std::uint64_t open, const text::Texts& texts);

class ProgramPage final : public PageContent {
 public:
  static constexpr Page page = Page::program;

  // Null: the lesson is no launch of a recording, or that is gone.
  [[nodiscard]] const RecordedProgram* program() const { return program_.get(); }
  [[nodiscard]] std::size_t group() const { return group_; }
  [[nodiscard]] std::uint64_t chosen() const;  // number of the chosen launch; 0: no program
  [[nodiscard]] std::uint64_t open() const { return open_; }
  // The window ran the program, and can run it again.
  [[nodiscard]] bool runs_here() const { return runs_here_; }
  // How many launches the chosen group has, and which of them is chosen, from 0. Requires a
  // program.
  [[nodiscard]] std::size_t alike() const { return program_->groups[group_].launches.size(); }
  [[nodiscard]] std::size_t member() const { return launch_; }
  void choose(std::size_t group);
  // The launches are of an earlier run than the newest, and why; nullopt: they are not. Returns
  // whether that is news.
  bool show_failed(std::optional<FailedProgramRun> failed);
  [[nodiscard]] const std::optional<FailedProgramRun>& failed() const { return failed_; }
  // By keys: to another group, or to another launch of this one. False: there is no program.
  bool move(int across, int down);

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  void follow(Session& session, bool seen) override;
  bool update(Session& session, bool seen) override;
  [[nodiscard]] bool has(const Session& /*session*/) const override { return program_ != nullptr; }
  [[nodiscard]] FigureSize size() const override { return {1120, 640}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override;
  [[nodiscard]] Table table(const Session& session) const override;

 private:
  void read(const Session& session);

  std::string lesson_;  // that was asked about last
  std::filesystem::path path_;
  std::filesystem::file_time_type time_{};
  std::shared_ptr<RecordedProgram> program_;
  std::size_t group_ = 0;   // index into the groups
  std::size_t launch_ = 0;  // index into the group's launches
  std::uint64_t open_ = 0;
  bool runs_here_ = false;
  std::optional<FailedProgramRun> failed_;
  std::optional<std::size_t> asked_;  // group of the view, before the program is read
  // Of the chosen launch; they are read in the source's text, which takes a while.
  mutable std::vector<NamedArgument> arguments_;
  mutable std::uint64_t arguments_of_ = 0;
};

}  // namespace lanescope::app
