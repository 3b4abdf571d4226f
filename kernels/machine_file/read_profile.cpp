#include <array>
#include <charconv>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/reader.h"
#include "kernels/machine_file/machine_file.h"

namespace lanescope::machine {
namespace {

using lesson::Place;
using lesson::Reader;
using lesson::Table;

constexpr std::array<std::pair<std::string_view, memory::GlobalRule>, 4> global_rules{
    {{"sectors", memory::GlobalRule::sectors},
     {"cached-lines", memory::GlobalRule::cached_lines},
     {"segments", memory::GlobalRule::segments},
     {"sequential-segments", memory::GlobalRule::sequential_segments}}};
constexpr std::array<std::pair<std::string_view, memory::SharedRule>, 4> shared_rules{
    {{"measured", memory::SharedRule::measured},
     {"paired-rows", memory::SharedRule::paired_rows},
     {"whole-warp", memory::SharedRule::whole_warp},
     {"half-warps", memory::SharedRule::half_warps}}};

// "7.5"
void read_capability(const Table& root, Profile& profile) {
  const std::string text = root.text("compute_capability").value_or("0.0");
  const char* const end = text.data() + text.size();
  const auto [dot, major] = std::from_chars(text.data(), end, profile.major);
  const bool has_dot = major == std::errc() && dot != end && *dot == '.';
  const auto [rest, minor] = std::from_chars(has_dot ? dot + 1 : end, end, profile.minor);
  if (!has_dot || minor != std::errc() || rest != end || profile.major < 0 || profile.minor < 0)
    root.fail("compute_capability", fmt::format("it is '{}'; it must look like \"7.5\"", text));
}

template <typename Rules>
auto read_rule(const Table& table, std::string_view key, const Rules& rules) {
  const std::string name = table.text(key).value_or(std::string(rules.front().first));
  std::vector<std::string> known;
  for (const auto& [rule, value] : rules) {
    if (name == rule) return value;
    known.emplace_back(rule);
  }
  table.fail(key, fmt::format("unknown rule '{}'{}; the rules are {}", name,
                              lesson::did_you_mean(name, known), lesson::list_of(known)));
  return rules.front().second;
}

std::string read_source(const Table& table) {
  table.require({"source"});
  std::string source = table.text("source").value_or("");
  if (source.empty())
    table.fail("source", "it is empty; name the document that the figures come from");
  return source;
}

void read_memory(const Table& table, Profile& profile) {
  table.allow({"global", "shared", "constant", "source"});
  table.require({"global", "shared"});
  profile.memory.global = read_rule(table, "global", global_rules);
  profile.memory.shared = read_rule(table, "shared", shared_rules);
  const std::string constant = table.text("constant").value_or("whole-warp");
  profile.memory.constant_by_half_warp = constant == "half-warps";
  if (constant != "whole-warp" && constant != "half-warps") {
    table.fail("constant",
               fmt::format("it is '{}'; it must be whole-warp or half-warps", constant));
  }
  profile.memory_source = read_source(table);
}

void read_registers(const Table& table, Profile& profile) {
  table.allow({"given_to", "doubled_unit"});
  const std::string given_to = table.text("given_to").value_or("warp");
  profile.registers_by_block = given_to == "block";
  if (given_to != "warp" && given_to != "block")
    table.fail("given_to", fmt::format("it is '{}'; it must be warp or block", given_to));
  for (const std::int64_t count :
       table.integer_list("doubled_unit").value_or(std::vector<std::int64_t>{})) {
    if (count < 1 || count > 65'536)
      table.fail("doubled_unit", "a number of registers per thread must be from 1 to 65536");
    profile.doubled_register_unit.push_back(static_cast<std::uint32_t>(count));
  }
}

// [[figures]]: a source and the figures from it.
void read_figures(const Table& table, Profile& profile) {
  std::vector<std::string> known{"source"};
  for (const FigureInfo& info : figures()) known.emplace_back(info.key);
  table.allow(known);
  const std::string source = read_source(table);
  for (const std::string& key : table.keys()) {
    const std::optional<Figure> figure = figure_from(key);
    if (!figure) continue;
    const FigureInfo& info = info_of(*figure);
    const double value = table.number(key).value_or(info.least);
    if (!(value >= info.least && value <= info.most)) {
      table.fail(
          key, fmt::format("it is {}; it must be between {} and {}", value, info.least, info.most));
    }
    std::optional<SourcedValue>& kept = profile.figures[static_cast<std::size_t>(*figure)];
    if (kept) table.fail(key, "it is given twice");
    kept = SourcedValue{value, source};
  }
}

// Some figures follow from the rules. With other values in the file, the picture would not match
// the counts.
void check_against_rules(const Table& root, const Profile& profile) {
  const auto check = [&](Figure figure, double value) {
    const std::optional<double> given = profile.value(figure);
    if (!given || *given == value) return;
    root.fail("memory", fmt::format("its rules need {} = {}, but the figure is {}",
                                    info_of(figure).key, value, *given));
  };
  check(Figure::banks, profile.memory.bank_count());
  check(Figure::bank_bytes, profile.memory.shared == memory::SharedRule::paired_rows ? 8 : 4);
  check(Figure::pass_lanes, profile.memory.shared == memory::SharedRule::half_warps ? 16 : 32);
  check(Figure::sector_bytes, memory::sector_bytes);
  check(Figure::line_bytes, memory::line_bytes);
}

void read_notes(const Table& root, Profile& profile) {
  const auto notes = root.tables("notes");
  if (!notes) return;
  for (const Table& note : *notes) {
    note.allow({"text"});
    note.require({"text"});
    profile.notes.push_back(note.localised("text").value_or(lesson::Text{}));
  }
}

Profile read_whole(const toml::table& root, Reader& reader) {
  const Table table(reader, root, Place{1, ""});
  table.allow({"name", "compute_capability", "year", "memory", "registers", "figures", "notes"});
  table.require({"name", "compute_capability", "year", "memory"});
  Profile profile;
  profile.name = table.text("name").value_or("");
  if (table.has("name") && profile.name.empty()) table.fail("name", "it is empty");
  if (table.has("compute_capability")) read_capability(table, profile);
  const std::int64_t year = table.integer("year").value_or(2000);
  if (year < 1990 || year > 2100)
    table.fail("year", fmt::format("it is {}; it must be between 1990 and 2100", year));
  profile.year = static_cast<int>(year);
  if (const auto memory = table.table("memory")) read_memory(*memory, profile);
  if (const auto registers = table.table("registers")) read_registers(*registers, profile);
  if (const auto groups = table.tables("figures")) {
    for (const Table& group : *groups) read_figures(group, profile);
  }
  read_notes(table, profile);
  check_against_rules(table, profile);
  return profile;
}

}  // namespace

tl::expected<Profile, Error> read_profile(std::string_view text, const std::string& file) {
  const auto root = lesson::parse_toml(text, file);
  if (!root) return tl::unexpected(root.error());
  Reader reader(file);
  Profile profile = read_whole(*root, reader);
  if (reader.error()) return tl::unexpected(*reader.error());
  profile.id = std::filesystem::path(file).stem().string();
  return profile;
}

}  // namespace lanescope::machine
