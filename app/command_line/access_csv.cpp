#include "app/command_line/access_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "app/session/export/table.h"
#include "sim/text/number.h"

namespace lanescope::app {
namespace {

using memory::Op;
using memory::Space;
using memory::WarpAccess;
using Cells = std::vector<std::string>;
template <typename T>
using OrError = tl::expected<T, std::string>;  // the error text, without file and line

constexpr std::uint64_t max_offset = std::uint64_t{1} << 62;
constexpr std::pair<std::string_view, Space> space_names[] = {{"global", Space::global},
                                                              {"shared", Space::shared}};
constexpr std::pair<std::string_view, Op> op_names[] = {
    {"ld", Op::load},
    {"st", Op::store},
    {"atom", Op::atomic},
    {"red", Op::reduction},
    // as the program's own tables of accesses call them
    {"load", Op::load},
    {"store", Op::store},
    {"atomic", Op::atomic},
    {"reduction", Op::reduction}};

template <typename Value, std::size_t count>
std::string_view word_of(const std::pair<std::string_view, Value> (&words)[count], Value value) {
  for (const auto& [word, meaning] : words) {
    if (meaning == value) return word;
  }
  return "?";
}

OrError<Cells> split(std::string_view line) {
  Cells cells(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ',') {
      cells.emplace_back();
    } else if (line[i] == '"' && cells.back().empty()) {
      for (++i;; ++i) {
        if (i >= line.size()) return tl::unexpected(std::string("a double quote is not closed"));
        if (line[i] != '"') {
          cells.back() += line[i];
        } else if (i + 1 < line.size() && line[i + 1] == '"') {
          cells.back() += line[i++];
        } else {
          break;
        }
      }
    } else {
      cells.back() += line[i];
    }
  }
  return cells;
}

std::optional<std::uint64_t> number_in(std::string_view text, std::uint64_t max) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  const auto number = whole_number<std::uint64_t>(text, base);
  return number && *number <= max ? number : std::nullopt;
}

// Maps column names to cell positions.
class Columns {
 public:
  static OrError<Columns> read(const Cells& heading) {
    Columns columns;
    columns.count_ = heading.size();
    for (std::size_t i = 0; i < heading.size(); ++i) {
      if (!columns.index_.emplace(heading[i], i).second)
        return tl::unexpected(fmt::format("column '{}' is there twice", heading[i]));
    }
    for (const char* needed : {"name", "space", "op", "bytes", "mask"}) {
      if (!columns.index_.contains(needed))
        return tl::unexpected(fmt::format("there is no column '{}'", needed));
    }
    return columns;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  // The row's cell; empty if there is no such column.
  [[nodiscard]] std::string_view cell(const Cells& row, const std::string& column) const {
    const auto found = index_.find(column);
    return found == index_.end() ? std::string_view{} : std::string_view{row[found->second]};
  }

 private:
  std::map<std::string, std::size_t> index_;
  std::size_t count_ = 0;
};

template <typename Value, std::size_t count>
OrError<Value> word_in(const std::pair<std::string_view, Value> (&words)[count],
                       std::string_view column, std::string_view text) {
  std::string known;
  for (const auto& [word, value] : words) {
    if (word == text) return value;
    known += known.empty() ? "" : ", ";
    known += word;
  }
  return tl::unexpected(fmt::format("{} is '{}'; it must be one of {}", column, text, known));
}

OrError<std::uint8_t> bytes_in(std::string_view text) {
  const auto bytes = number_in(text, 16);
  if (!bytes || *bytes == 0 || (*bytes & (*bytes - 1)) != 0)
    return tl::unexpected(fmt::format("bytes is '{}'; it must be 1, 2, 4, 8 or 16", text));
  return static_cast<std::uint8_t>(*bytes);
}

OrError<NamedAccess> access_in(const Columns& columns, const Cells& row) {
  if (row.size() != columns.count()) {
    return tl::unexpected(
        fmt::format("the row has {} cells and the heading {}", row.size(), columns.count()));
  }
  const auto space = word_in(space_names, "space", columns.cell(row, "space"));
  if (!space) return tl::unexpected(space.error());
  const auto op = word_in(op_names, "op", columns.cell(row, "op"));
  if (!op) return tl::unexpected(op.error());
  const auto bytes = bytes_in(columns.cell(row, "bytes"));
  if (!bytes) return tl::unexpected(bytes.error());
  const std::string_view mask_text = columns.cell(row, "mask");
  const auto mask = number_in(mask_text, 0xffff'ffffU);
  if (!mask)
    return tl::unexpected(fmt::format("mask is '{}'; it must be a number of 32 bits", mask_text));

  NamedAccess named{std::string(columns.cell(row, "name")),
                    {.space = *space,
                     .op = *op,
                     .bytes = *bytes,
                     .mask = static_cast<std::uint32_t>(*mask),
                     .address = {}}};
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (!named.access.lane_is_active(lane)) continue;
    const std::string column = fmt::format("o{}", lane);
    const std::string_view text = columns.cell(row, column);
    const auto offset = number_in(text, max_offset);
    if (!offset) {
      return tl::unexpected(
          fmt::format("{} is '{}'; lane {} takes part and needs a byte offset from 0 to 2^62",
                      column, text, lane));
    }
    if (*offset % *bytes != 0) {
      return tl::unexpected(fmt::format(
          "{} is {}; lane {} accesses {} bytes there, and a GPU refuses an address that is "
          "not a multiple of {} (misaligned address)",
          column, text, lane, *bytes, *bytes));
    }
    named.access.address[static_cast<std::size_t>(lane)] = *offset;
  }
  return named;
}

std::string costs(const WarpAccess& access, const memory::MemoryRules& machine) {
  if (access.space == Space::shared) {
    const memory::SharedCost cost = memory::shared_cost(access, machine);
    return fmt::format(",,{},{}", cost.wavefronts, cost.conflicts);
  }
  const memory::GlobalCost cost = memory::global_cost(access, machine);
  const bool has_tag_counter = access.op == Op::load || access.op == Op::store;
  return has_tag_counter ? fmt::format("{},{},,", cost.sectors, cost.tag_lookups)
                         : fmt::format("{},,,", cost.sectors);
}

}  // namespace

tl::expected<std::vector<NamedAccess>, std::string> read_accesses(std::string_view text,
                                                                  std::string_view file_name) {
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);  // the byte order mark that spreadsheets write
  std::optional<Columns> columns;
  std::vector<NamedAccess> accesses;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const auto problem = [&](const std::string& what) {
      return tl::unexpected(fmt::format("{}:{}: {}", file_name, number, what));
    };
    const auto cells = split(line);
    if (!cells) return problem(cells.error());
    if (!columns) {
      auto heading = Columns::read(*cells);
      if (!heading) return problem(heading.error());
      columns = std::move(*heading);
    } else {
      auto access = access_in(*columns, *cells);
      if (!access) return problem(access.error());
      accesses.push_back(std::move(*access));
    }
  }
  if (!columns)
    return tl::unexpected(fmt::format("{}:1: there is no heading; the file is empty", file_name));
  return accesses;
}

std::string costs_csv(const std::vector<NamedAccess>& accesses,
                      const memory::MemoryRules& machine) {
  std::string csv = "name,space,op,bytes,mask,sectors,tag_lookups,wavefronts,conflicts\n";
  for (const auto& [name, access] : accesses) {
    add_csv_field(csv, name);
    csv += fmt::format(",{},{},{},0x{:08x},{}\n", word_of(space_names, access.space),
                       word_of(op_names, access.op), access.bytes, access.mask,
                       costs(access, machine));
  }
  return csv;
}

}  // namespace lanescope::app
