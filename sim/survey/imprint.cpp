#include "sim/survey/imprint.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "sim/report/access_cost.h"

namespace lanescope::survey {
namespace {

using memory::Space;
using memory::WarpAccess;

// Calls visit(lane, first byte, last byte) for the bytes of every lane.
template <class Visit>
void for_each_span(const WarpAccess& access, const memory::AsyncCopy* copy, Visit&& visit) {
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint64_t bytes = copy != nullptr ? copy->bytes_read[lane] : access.bytes;
    if (bytes == 0) continue;
    const std::uint64_t first = access.address[lane];
    visit(lane, first, std::max(first, first + bytes - 1));  // an access does not wrap around
  }
}

// Distance from the origin in whole units.
std::int64_t from(std::uint64_t origin, std::uint64_t address, std::uint64_t unit) {
  return static_cast<std::int64_t>(address / unit - origin / unit);
}

void add_elements(Imprint& imprint, const WarpAccess& access, const memory::AsyncCopy* copy,
                  std::uint32_t element_bytes, std::uint64_t origin) {
  std::vector<std::int64_t> touched;
  touched.reserve(memory::warp_lanes);
  bool begun = false;
  for_each_span(access, copy, [&](std::size_t, std::uint64_t first, std::uint64_t last) {
    const std::int64_t end = from(origin, last, element_bytes);
    for (std::int64_t at = from(origin, first, element_bytes); at <= end; ++at)
      touched.push_back(at);
    const auto low = static_cast<std::int64_t>(first - origin);
    const auto high = static_cast<std::int64_t>(last - origin) + 1;
    imprint.first_byte = begun ? std::min(imprint.first_byte, low) : low;
    imprint.end_byte = begun ? std::max(imprint.end_byte, high) : high;
    begun = true;
  });
  if (!std::ranges::is_sorted(touched)) std::ranges::sort(touched);
  for (auto at = touched.begin(); at != touched.end();) {
    const auto next = std::find_if(at, touched.end(), [&](std::int64_t e) { return e != *at; });
    const auto threads = static_cast<std::uint32_t>(next - at);
    Imprint::Elements* last = imprint.elements.empty() ? nullptr : &imprint.elements.back();
    if (last != nullptr && last->threads == threads && last->first + last->count == *at) {
      ++last->count;
    } else {
      imprint.elements.push_back({*at, 1, threads});
    }
    at = next;
  }
  imprint.touches = touched.size();
}

// The bytes that one lane touches in one sector. Atomics of lanes with the same word take turns.
struct Piece {
  std::int64_t sector = 0;
  std::uint64_t word = 0;
  std::uint32_t bytes = 0;  // mask
};

std::vector<Piece> pieces_of(const WarpAccess& access, const memory::AsyncCopy* copy,
                             std::uint64_t origin) {
  std::vector<Piece> pieces;
  pieces.reserve(memory::warp_lanes);
  const std::uint64_t word_bytes = std::max<std::uint64_t>(access.bytes, 4);
  for_each_span(access, copy, [&](std::size_t, std::uint64_t first, std::uint64_t last) {
    while (true) {
      const std::uint64_t sector_last = first | (memory::sector_bytes - 1);
      const std::uint64_t end = std::min(last, sector_last);
      const auto shift = static_cast<std::uint32_t>(first % memory::sector_bytes);
      const auto bytes = static_cast<std::uint32_t>(end - first + 1);
      const std::uint32_t mask = (bytes == 32 ? ~0U : (1U << bytes) - 1U) << shift;
      pieces.push_back({from(origin, first, memory::sector_bytes), first / word_bytes, mask});
      if (end == last) break;
      first = end + 1;
    }
  });
  const auto in_order = [](const Piece& a, const Piece& b) {
    return std::pair(a.sector, a.word) < std::pair(b.sector, b.word);
  };
  if (!std::ranges::is_sorted(pieces, in_order)) std::ranges::sort(pieces, in_order);
  return pieces;
}

// Each sector once; for atomics, as often as lanes queue for one word of it.
std::vector<Imprint::Sector> sectors_of(const std::vector<Piece>& pieces, bool lanes_queue) {
  std::vector<Imprint::Sector> sectors;
  for (auto at = pieces.begin(); at != pieces.end();) {
    const std::int64_t sector = at->sector;
    std::uint32_t bytes = 0;
    std::uint32_t longest = 0;
    while (at != pieces.end() && at->sector == sector) {
      const std::uint64_t word = at->word;
      std::uint32_t queue = 0;
      for (; at != pieces.end() && at->sector == sector && at->word == word; ++at) {
        bytes |= at->bytes;
        ++queue;
      }
      longest = std::max(longest, queue);
    }
    sectors.push_back(
        {sector, lanes_queue ? longest : 1, static_cast<std::uint32_t>(std::popcount(bytes))});
  }
  return sectors;
}

// Sectors moved by transactions, which may move more than the used bytes, or the same sector twice.
std::vector<Imprint::Sector> moved_by(const std::vector<memory::Transaction>& transactions,
                                      const std::vector<Imprint::Sector>& wanted,
                                      std::uint64_t origin) {
  std::map<std::int64_t, Imprint::Sector> sectors;
  for (const Imprint::Sector& sector : wanted) sectors[sector.at] = {sector.at, 0, sector.used};
  for (const memory::Transaction& transaction : transactions) {
    const std::int64_t first = from(origin, transaction.address, memory::sector_bytes);
    for (std::int64_t at = first; at < first + transaction.bytes / memory::sector_bytes; ++at) {
      sectors[at].at = at;
      ++sectors[at].moves;
    }
  }
  std::vector<Imprint::Sector> result;
  for (const auto& [at, sector] : sectors) result.push_back(sector);
  return result;
}

void add_sectors(Imprint& imprint, const WarpAccess& access, const memory::AsyncCopy* copy,
                 const memory::MemoryRules& machine, std::uint64_t origin) {
  imprint.sectors = sectors_of(pieces_of(access, copy, origin), is_atomic(access.op));
  // Atomics and asynchronous copies follow the H200's rules on every machine.
  if (machine.global != memory::GlobalRule::sectors && !is_atomic(access.op) && copy == nullptr)
    imprint.sectors = moved_by(memory::transactions(access, machine), imprint.sectors, origin);
  for (const Imprint::Sector& sector : imprint.sectors) {
    imprint.moves += sector.moves;
    imprint.used += sector.used;
  }
}

Cost cost_of(const WarpAccess& access, const memory::AsyncCopy* copy,
             const memory::MemoryRules& machine) {
  Cost cost;
  cost.requests = 1;
  const report::AccessCost price =
      copy != nullptr ? report::price_of_half(access.space, memory::async_copy_cost(*copy))
                      : report::price(access, machine);
  switch (access.space) {
    case Space::global:
      cost.global_sectors = price.cost;
      cost.global_ideal = price.ideal;
      break;
    case Space::shared:
      cost.shared_wavefronts = price.cost;
      cost.shared_ideal = price.ideal;
      break;
    case Space::local:
      cost.local_sectors = price.cost;
      cost.local_ideal = price.ideal;
      break;
    case Space::constant:
      cost.constant_transactions = price.cost;
      cost.constant_ideal = price.ideal;
      break;
  }
  return cost;
}

}  // namespace

Imprint imprint_of(const WarpAccess& access, const memory::AsyncCopy* copy,
                   const memory::MemoryRules& machine, std::uint32_t element_bytes,
                   std::uint64_t origin) {
  Imprint imprint;
  imprint.cost = cost_of(access, copy, machine);
  if (access.space == Space::global) {
    add_elements(imprint, access, copy, element_bytes, origin);
    add_sectors(imprint, access, copy, machine, origin);
  } else if (access.space == Space::shared) {
    imprint.banks = bank_pattern(access, copy, machine);
  }
  return imprint;
}

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
  const std::uint64_t offset = record.base & (period(record.space) - 1);
  const auto is_like = [&](const Affine& known) {
    return known.offset == offset && known.step_x == record.step_x &&
           known.step_y == record.step_y && known.space == record.space &&
           known.element_bytes == element_bytes;
  };
  Affine*& recent = site.recent[offset / 2 % site.recent.size()];
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
      Affine{offset, record.step_x, record.step_y, record.space, element_bytes, std::move(made)});
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
