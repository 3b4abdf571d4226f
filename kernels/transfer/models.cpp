#include "kernels/transfer/models.h"

#include <algorithm>

#include "sim/transfer/staged.h"

namespace lanescope::transfer {
namespace {

// Points of the rows that have both a time and the number. In seconds.
std::vector<Point> points_of(const std::vector<const Row*>& rows, const std::string& number) {
  std::vector<Point> points;
  for (const Row* row : rows) {
    const auto x = row->number(number);
    if (x && row->us) points.push_back({*x, row->us->median * 1e-6});
  }
  return points;
}

std::optional<double> part_us(const Rows& rows, OperationKind kind,
                              std::optional<double> weight = std::nullopt) {
  for (const Row* row : rows_with(rows, "overlap_part", {{"part", std::string(name_of(kind))}}))
    if (row->us && (!weight || row->number("weight") == weight)) return row->us->median;
  return std::nullopt;
}

std::optional<double> overlap_us(const Rows& rows, const Row& row) {
  const auto streams = row.number("streams");
  const auto in = part_us(rows, OperationKind::copy_in);
  const auto kernel = part_us(rows, OperationKind::kernel, row.number("weight"));
  const auto out = part_us(rows, OperationKind::copy_out);
  if (row.name("host") != "pinned" || !streams || !in || !kernel || !out) return std::nullopt;
  StagedWork work;
  work.streams = work.chunks = static_cast<std::size_t>(*streams);
  work.copy_in_seconds = *in / *streams;
  work.kernel_seconds = *kernel / *streams;
  work.copy_out_seconds = *out / *streams;
  return pipeline_seconds(work);  // of microseconds, microseconds
}

}  // namespace

std::vector<CopyFit> copy_fits(const Rows& rows) {
  std::vector<CopyFit> fits;
  for (const Row* row : rows_with(rows, "copy")) {
    const std::string host = row->name("host");
    const std::string way = row->name("way");
    const auto is_this = [&](const CopyFit& fit) { return fit.host == host && fit.way == way; };
    if (!row->us || std::ranges::any_of(fits, is_this)) continue;
    const auto points = points_of(rows_with(rows, "copy", {{"host", host}, {"way", way}}), "bytes");
    fits.push_back({host, way, fit_copies(points)});
  }
  return fits;
}

std::optional<double> model_us(const Rows& rows, const Row& row) {
  if (!row.us) return std::nullopt;
  if (row.section == "overlap") return overlap_us(rows, row);
  if (row.section != "copy" && row.section != "small_copies") return std::nullopt;
  const std::string number = row.section == "copy" ? "bytes" : "copies";
  const auto x = row.number(number);
  const auto fit = fit_line(points_of(rows_with(rows, row.section, row.names), number));
  if (!x || !fit) return std::nullopt;
  return fit->at(*x) * 1e6;
}

std::optional<std::uint64_t> copies_that_pay(const Rows& rows, const Row& get) {
  const std::string memory = get.name("memory");
  const auto bytes = get.number("bytes");
  const auto us_of = [&](const char* section, const std::map<std::string, std::string>& names) {
    for (const Row* row : rows_with(rows, section, names))
      if (row->us && row->number("bytes") == bytes) return std::optional(row->us->median);
    return std::optional<double>();
  };
  const auto given_back = us_of("give_back", {{"memory", memory}});
  const auto slow = us_of("copy", {{"host", "pageable"}, {"way", "in"}});
  const auto fast = us_of("copy", {{"host", memory}, {"way", "in"}});
  if (!get.us || !given_back || !slow || !fast) return std::nullopt;
  return copies_that_pay(get.us->median + *given_back, *slow, *fast);
}

}  // namespace lanescope::transfer
