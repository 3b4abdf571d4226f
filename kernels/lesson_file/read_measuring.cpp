#include "kernels/lesson_file/read_measuring.h"

#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/chosen_variants.h"
#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

std::optional<double> read_share(const Table& table, std::string_view key) {
  const auto share = table.number(key);
  if (share && !(*share > 0 && *share <= 1))
    table.fail(key, fmt::format("it is {}; a share must be more than 0 and at most 1", *share));
  return share;
}

}  // namespace

BoundSpec read_bound(const Table& table) {
  table.allow({"kind", "size"});
  BoundSpec bound;
  const std::vector<std::string> kinds{name_of(BoundKind::sum), name_of(BoundKind::sgemm)};
  table.require({"kind", "size"});
  const std::string kind = table.text("kind").value_or(kinds.front());
  if (kind == kinds[1]) {
    bound.kind = BoundKind::sgemm;
  } else if (kind != kinds[0]) {
    table.fail("kind", fmt::format("unknown bound '{}'{}; the bounds are {}", kind,
                                   did_you_mean(kind, kinds), list_of(kinds)));
  }
  bound.size = table.quantity("size").value_or(Quantity{});
  return bound;
}

std::vector<KnownDifference> read_differences(const Table& lesson,
                                              const std::vector<VariantSpec>& variants) {
  std::vector<KnownDifference> differences;
  const auto tables = lesson.tables("differences");
  if (!tables) return differences;
  for (const Table& table : *tables) {
    table.allow({"variants", "counters", "within", "why"});
    table.require({"counters", "why"});
    KnownDifference difference;
    difference.variants = chosen_variants(table, variants);
    difference.counters = table.text_list("counters").value_or(std::vector<std::string>{});
    difference.within = read_share(table, "within");
    difference.why = table.localised("why").value_or(Text{});
    differences.push_back(std::move(difference));
  }
  return differences;
}

}  // namespace lanescope::lesson
