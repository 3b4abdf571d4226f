#include "app/figures/pages/program_page.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/folders.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using launches::Launch;

// "64 × 64": without trailing ones.
std::string program_extent(const launches::Dim3& size) {
  if (size[2] != 1) return fmt::format("{} × {} × {}", size[0], size[1], size[2]);
  if (size[1] != 1) return fmt::format("{} × {}", size[0], size[1]);
  return fmt::format("{}", size[0]);
}

std::string program_place(const SourcePlace& place) {
  return place.line == 0
             ? std::string()
             : fmt::format("{}:{}", fs::path(place.file).filename().string(), place.line);
}

constexpr double costly_from = 1.05;  // of what an access costs to what it must

// "8x", "2-way"; "1x" where nothing costs more than it must; empty: there was no access.
std::string program_worst(const launches::Worst& worst) {
  if (worst.space.empty()) return {};
  if (worst.ways > 1) return fmt::format("{}-way", worst.ways);
  return worst.ratio() < costly_from ? "1×" : picture::ratio_text(worst.ratio());
}

const Launch& first_of_group(const RecordedProgram& program, const launches::Group& group) {
  return program.file.launches()[group.launches.front()];
}

picture::ProgramRow program_row(const RecordedProgram& program, const launches::Group& group) {
  const Launch& first = first_of_group(program, group);
  picture::ProgramRow row;
  row.kernel = first.kernel;
  row.times = group.launches.size();
  row.first = group.launches.front() + 1;
  row.last = group.launches.back() + 1;
  row.grid = program_extent(first.grid);
  row.block = program_extent(first.block);
  row.instructions = group.share_of_instructions;
  row.sectors = group.share_of_sectors;
  row.wavefronts = group.share_of_wavefronts;
  row.worst = program_worst(group.worst);
  row.is_costly = group.worst.ways > 1 || group.worst.ratio() >= costly_from;
  row.findings = group.findings - group.notes + group.unexplained_errors;
  row.time_ms = group.device_milliseconds;
  return row;
}

std::string program_title(const RecordedProgram& program, const text::Texts& texts) {
  std::set<std::string> kernels;
  for (const launches::Group& each : program.groups)
    kernels.insert(first_of_group(program, each).symbol);
  std::string title =
      texts.get("program.title", fmt::arg("command", program.file.program().command),
                fmt::arg("n", text::Texts::grouped(program.file.launches().size())),
                fmt::arg("kernels", text::Texts::grouped(kernels.size())));
  const auto& exit = program.file.exit();
  return title + (exit ? texts.get("program.exit_code", fmt::arg("n", exit->code))
                       : " " + texts.get("program.not_ended"));
}

// What `lanescope run` tells about the host's code, in the same order.
std::vector<std::string> host_sentences(const RecordedProgram& program, const text::Texts& texts) {
  std::vector<std::string> all;
  for (const Diagnostic& each : program.file.findings()) {
    std::string message = text::Texts::with_grouped_numbers(texts.say(each.message));
    if (each.count > 1) message += " × " + text::Texts::grouped(each.count);
    const std::string place = program_place(each.place);
    all.push_back(place.empty() ? texts.get("program.host", fmt::arg("message", message))
                                : texts.get("program.host_at", fmt::arg("place", place),
                                            fmt::arg("message", message)));
  }
  if (const auto& exit = program.file.exit(); exit && exit->errors > 0)
    all.push_back(texts.count("program.failed_calls", exit->errors));
  return all;
}

std::string argument_fact(const NamedArgument& argument, const text::Texts& texts) {
  std::string text =
      argument.type.empty() ? argument.value : fmt::format("{}  {}", argument.type, argument.value);
  if (argument.array_bytes != 0) {
    text += ", " +
            texts.get("program.array", fmt::arg("n", text::Texts::grouped(argument.array_bytes)));
  }
  return text;
}

// What is wrong with the launch, or why it cannot be opened, in a sentence; empty: nothing.
std::string program_note(const RecordedProgram& program, const Launch& launch,
                         const text::Texts& texts) {
  const launches::Outcome& outcome = launch.outcome;
  std::string note;
  const auto add = [&note](const std::string& more) { note += (note.empty() ? "" : " ") + more; };
  if (!outcome.error_name.empty())
    add(texts.get("program.error", fmt::arg("name", outcome.error_name)));
  if (!outcome.findings.empty()) {
    const Diagnostic& first = outcome.findings.front();
    add(texts.get(
        "program.finding", fmt::arg("place", program_place(first.place)),
        fmt::arg("message", text::Texts::with_grouped_numbers(texts.say(first.message)))));
  }
  if (outcome.status == launches::Status::refused) {
    add(texts.get("program.refused"));
  } else if (!launch.needs.empty()) {
    add(texts.get("program.needs", fmt::arg("what", launch.needs)));
  } else if (!launch.has_contents()) {
    const auto other = shown_instead_of(program.file, launch.number);
    add(other ? texts.get("program.instead", fmt::arg("n", *other))
              : texts.get("program.not_kept", fmt::arg("n", launch.number)));
  }
  return note;
}

}  // namespace

std::vector<std::string> last_lines(std::string_view printed) {
  constexpr std::size_t most_lines = 4;
  const auto is_blank = [](unsigned char c) { return c <= ' '; };
  while (!printed.empty() && is_blank(static_cast<unsigned char>(printed.back())))
    printed.remove_suffix(1);
  std::vector<std::string> lines;
  while (!printed.empty() && lines.size() < most_lines) {
    const std::size_t end = printed.rfind('\n');
    std::string line(end == printed.npos ? printed : printed.substr(end + 1));
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
    lines.insert(lines.begin(), std::move(line));
    printed = printed.substr(0, end == printed.npos ? 0 : end);
  }
  return lines;
}

Table program_table(const RecordedProgram& program) {
  Table table{"program",
              {"group",
               "kernel",
               "launches",
               "first",
               "last",
               "line",
               "grid",
               "block",
               "shared_bytes",
               "warp_instructions",
               "sectors",
               "wavefronts",
               "share_of_instructions",
               "share_of_sectors",
               "share_of_wavefronts",
               "worst_ratio",
               "worst_ways",
               "findings",
               "errors",
               "emulation_ms",
               "device_ms"},
              {}};
  for (const launches::Group& group : program.groups) {
    const Launch& first = first_of_group(program, group);
    const report::Totals& totals = group.facts.totals;
    const bool has_worst = !group.worst.space.empty();
    table.rows.push_back({std::uint64_t{table.rows.size()},
                          first.kernel,
                          std::uint64_t{group.launches.size()},
                          std::uint64_t{group.launches.front() + 1},
                          std::uint64_t{group.launches.back() + 1},
                          first.place.line > 0 ? Cell(program_place(first.place)) : Cell(),
                          program_extent(first.grid),
                          program_extent(first.block),
                          group.facts.shared_bytes,
                          totals.warp_instructions,
                          launches::sectors_of(totals),
                          launches::wavefronts_of(totals),
                          group.share_of_instructions,
                          group.share_of_sectors,
                          group.share_of_wavefronts,
                          has_worst ? Cell(group.worst.ratio()) : Cell(),
                          has_worst ? Cell(std::uint64_t{group.worst.ways}) : Cell(),
                          group.findings,
                          group.errors,
                          group.milliseconds,
                          group.device_milliseconds ? Cell(*group.device_milliseconds) : Cell()});
  }
  return table;
}

picture::ProgramList program_list(const RecordedProgram& program, std::size_t group,
                                  std::size_t launch, const std::vector<NamedArgument>& arguments,
                                  std::uint64_t open, const text::Texts& texts) {
  picture::ProgramList list;
  list.title = program_title(program, texts);
  list.host = host_sentences(program, texts);
  list.printed = program.printed;
  for (std::size_t i = 0; i < program.groups.size(); ++i) {
    const launches::Group& each = program.groups[i];
    list.rows.push_back(program_row(program, each));
    if (open != 0 && std::ranges::binary_search(each.launches, open - 1)) list.shown = i;
  }
  list.chosen = group;
  const launches::Group& chosen = program.groups[group];
  const Launch& one = program.file.launches()[chosen.launches[launch]];
  list.about = one.kernel + "  " +
               texts.get(std::string(one.place.line > 0 ? "program.about_at" : "program.about") +
                             (chosen.launches.size() == 1 ? "_one" : ""),
                         fmt::arg("n", text::Texts::grouped(one.number)),
                         fmt::arg("place", program_place(one.place)),
                         fmt::arg("i", text::Texts::grouped(launch + 1)),
                         fmt::arg("all", text::Texts::grouped(chosen.launches.size())));
  if (!one.stream.empty()) list.about += texts.get("lecture.between") + one.stream;
  list.note = program_note(program, one, texts);
  list.facts = {{texts.get("program.grid"), program_extent(one.grid)},
                {texts.get("program.block"), program_extent(one.block)}};
  for (const NamedArgument& each : arguments)
    list.facts.emplace_back(each.name, argument_fact(each, texts));
  return list;
}

std::string own_launch_note(const Launch& launch, const report::Dim3& grid,
                            const report::Dim3& block, const text::Texts& texts) {
  if (launch.grid == grid && launch.block == block) return {};
  return texts.get("program.own_values", fmt::arg("grid", program_extent(grid)),
                   fmt::arg("block", program_extent(block)));
}

picture::OldLaunches old_launches(const FailedProgramRun& failed, const text::Texts& texts) {
  const auto name = fmt::arg("name", failed.source.filename().string());
  if (failed.why.empty())
    return {texts.get("program.old_cancelled", name), {}, texts.get("program.old_again", name)};
  // As ld says it, see compile/program.cpp. There may be nothing to correct in such a file.
  const bool lacks_main = failed.why.find("undefined: `main'") != std::string::npos;
  return {texts.get("program.old_failed", name), failed.why,
          texts.get(lacks_main ? "program.old_no_main" : "program.old_save", name)};
}

bool ProgramPage::show_failed(std::optional<FailedProgramRun> failed) {
  return std::exchange(failed_, std::move(failed)) != failed_;
}

std::uint64_t ProgramPage::chosen() const {
  return program_ == nullptr ? 0 : program_->groups[group_].launches[launch_] + 1;
}

void ProgramPage::choose(std::size_t group) {
  if (program_ == nullptr || group >= program_->groups.size()) return;
  if (group != group_) launch_ = 0;
  group_ = group;
}

bool ProgramPage::move(int across, int down) {
  if (program_ == nullptr) return false;
  const auto moved = [](std::size_t at, int by, std::size_t count) {
    if (by < 0) return at - std::min<std::size_t>(at, 1);
    return by > 0 ? std::min(at + 1, count - 1) : at;
  };
  choose(moved(group_, down, program_->groups.size()));
  launch_ = moved(launch_, across, program_->groups[group_].launches.size());
  return true;
}

tl::expected<void, std::string> ProgramPage::open(const ViewRequest& view,
                                                  const std::string& argument, Session& session) {
  if (view.page != page) return {};
  std::size_t group = 0;
  const auto [end, error] =
      std::from_chars(argument.data(), argument.data() + argument.size(), group);
  asked_.reset();
  if (error == std::errc()) asked_ = group;
  lesson_.clear();  // so that read() takes it over
  read(session);
  return {};
}

void ProgramPage::read(const Session& session) {
  if (session.state().lesson == lesson_) return;
  lesson_ = session.state().lesson;
  const auto origin = launch_origin(lesson_);
  if (!origin) {
    program_ = nullptr;
    path_.clear();
    open_ = 0;
    runs_here_ = false;
    return;
  }
  std::error_code ignored;
  const fs::file_time_type time = fs::last_write_time(origin->file, ignored);
  if (program_ == nullptr || origin->file != path_ || time != time_) {
    path_ = origin->file;
    time_ = time;
    program_ = nullptr;
    arguments_of_ = 0;
    if (auto file = launches::File::open(path_); file && !file->launches().empty()) {
      std::vector<launches::Group> groups = launches::groups_of(file->launches());
      program_ = std::make_shared<RecordedProgram>(
          RecordedProgram{std::move(*file), std::move(groups), {}});
    }
    runs_here_ = program_ != nullptr && own_program(program_->file).has_value();
    if (runs_here_) {
      if (const auto printed = lesson::read_text_file(printed_beside(path_)))
        program_->printed = last_lines(*printed);
    }
  }
  open_ =
      program_ != nullptr && program_->file.launch(origin->number) != nullptr ? origin->number : 0;
  group_ = launch_ = 0;
  if (open_ == 0) return;
  for (std::size_t i = 0; i < program_->groups.size(); ++i) {
    const std::vector<std::size_t>& all = program_->groups[i].launches;
    const auto found = std::ranges::lower_bound(all, open_ - 1);
    if (found == all.end() || *found != open_ - 1) continue;
    group_ = i;
    launch_ = static_cast<std::size_t>(found - all.begin());
  }
  if (asked_) choose(*asked_);
  asked_.reset();
}

void ProgramPage::follow(Session& session, bool seen) {
  if (seen) read(session);
}

bool ProgramPage::update(Session& session, bool seen) {
  const std::string before = lesson_;
  if (seen) read(session);
  return lesson_ != before;
}

picture::DrawList ProgramPage::picture(const Session& session, const picture::Style& style,
                                       float width, float height) const {
  if (program_ == nullptr)
    return message_picture("program.none_title", "program.none", style, width, height);
  if (arguments_of_ != chosen()) {
    arguments_of_ = chosen();
    arguments_ = named_arguments(program_->file, *program_->file.launch(arguments_of_));
  }
  picture::ProgramList list =
      program_list(*program_, group_, launch_, arguments_, open_, *style.texts);
  if (failed_) list.old = old_launches(*failed_, *style.texts);
  if (const OutcomePtr shown = session.run().shown(); shown && open_ == chosen()) {
    const Launch& launch = *program_->file.launch(open_);
    const std::string own =
        own_launch_note(launch, shown->report.grid, shown->report.block, *style.texts);
    if (!own.empty()) list.note = own + (list.note.empty() ? "" : " ") + list.note;
  }
  return picture::build_program(list, style, width, height);
}

Table ProgramPage::table(const Session& /*session*/) const { return program_table(*program_); }

std::unique_ptr<PageContent> make_program_content(const PageServices& /*services*/) {
  return std::make_unique<ProgramPage>();
}

}  // namespace lanescope::app
