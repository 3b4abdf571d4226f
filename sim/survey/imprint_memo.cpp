#include "sim/survey/imprint_memo.h"

#include <algorithm>
#include <bit>

namespace lanescope::survey {
namespace {

// If words 32 apart are served together, it matters which half of 64 words they lie in.
std::uint64_t shared_period_of(const memory::MemoryRules& machine) {
  const std::uint64_t row = std::uint64_t{memory::banks} * memory::bank_bytes;
  return machine.shared == memory::SharedRule::paired_rows ? 2 * row : row;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e37'79b9'7f4a'7c15ULL;
  return hash ^ (hash >> 32);
}

}  // namespace

ImprintMemo::ImprintMemo(std::size_t sites, const memory::MemoryRules& machine)
    : machine_(machine), shared_period_(shared_period_of(machine)), sites_(sites) {}

std::size_t ImprintMemo::Hash::operator()(const Shape& shape) const {
  std::uint64_t hash = mixed(shape.mask, shape.element_bytes);
  for (const std::uint64_t at : shape.at) hash = mixed(hash, at);
  return hash;
}

std::size_t ImprintMemo::Hash::operator()(const CopyShape& shape) const {
  std::uint64_t hash = mixed((*this)(shape.from), (*this)(shape.to));
  for (const std::uint8_t bytes : shape.bytes_read) hash = mixed(hash, bytes);
  return hash;
}

ImprintMemo::Shape ImprintMemo::shape_of(const memory::WarpAccess& access,
                                         std::uint32_t element_bytes, std::uint64_t origin) {
  Shape shape;
  shape.mask = access.mask;
  shape.element_bytes = element_bytes;
  shape.space = access.space;
  for (std::size_t lane = 0; lane < shape.at.size(); ++lane) {
    const std::uint64_t takes_part = (access.mask >> lane) & 1U;
    shape.at[lane] = (access.address[lane] - origin) & (0 - takes_part);
  }
  return shape;
}

KnownImprint& ImprintMemo::of(const exec::AffineAccessRecord& record, std::uint32_t element_bytes,
                              std::uint64_t origin) {
  OfSite& site = sites_[record.site];
  const std::uint64_t place = record.base & (period(record.space) - 1);
  const auto is_like = [&](const Affine& known) {
    return known.place == place && known.step_x == record.step_x && known.step_y == record.step_y &&
           known.space == record.space && known.element_bytes == element_bytes;
  };
  Affine*& recent = site.recent[place / 2 % site.recent.size()];
  if (recent != nullptr && is_like(*recent)) return recent->known;
  for (Affine& known : site.affine) {
    if (!is_like(known)) continue;
    recent = &known;
    return known.known;
  }
  KnownImprint made{imprint_of(record.written_out(), nullptr, machine_, element_bytes, origin)};
  if (site.affine.size() >= max_known_accesses) {
    unkept_ = std::move(made);
    return unkept_;
  }
  recent = &site.affine.emplace_back(
      Affine{place, record.step_x, record.step_y, record.space, element_bytes, std::move(made)});
  return recent->known;
}

KnownImprint& ImprintMemo::of(std::uint32_t index, const memory::WarpAccess& access,
                              const memory::AsyncCopy* copy, std::uint32_t element_bytes,
                              std::uint64_t origin) {
  OfSite& site = sites_[index];
  const auto known_in = [&](auto& all, const auto& shape) -> KnownImprint& {
    if (const auto found = all.find(shape); found != all.end()) return found->second;
    KnownImprint made{imprint_of(access, copy, machine_, element_bytes, origin)};
    if (all.size() < max_known_accesses) return all.emplace(shape, std::move(made)).first->second;
    unkept_ = std::move(made);
    return unkept_;
  };
  if (copy == nullptr) return known_in(site.shapes, shape_of(access, element_bytes, origin));
  const auto origin_in = [&](const memory::WarpAccess& half) {
    if (half.mask == 0) return std::uint64_t{0};
    return origin_of(half.address[static_cast<std::size_t>(std::countr_zero(half.mask))]);
  };
  CopyShape shape;
  shape.from = shape_of(copy->from, element_bytes, origin_in(copy->from));
  shape.to = shape_of(copy->to, element_bytes, origin_in(copy->to));
  shape.is_read = access.space == memory::Space::global;
  shape.bytes_read = copy->bytes_read;
  return known_in(site.copies, shape);
}

}  // namespace lanescope::survey
