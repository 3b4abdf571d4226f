#include "sim/exec/checks/checks.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "sim/exec/lanes/affine.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using memory::Op;
using memory::Space;

namespace {

// The smallest access to shared memory in the program, in bytes, at most 4.
std::uint32_t unit_of(const Program& program) {
  std::uint32_t bytes = 4;
  for (const MemoryInstruction& in : program.memory) {
    const bool may_be_shared =
        in.space == ptx::StateSpace::shared || in.space == ptx::StateSpace::generic;
    if (may_be_shared) bytes = std::min<std::uint32_t>(bytes, in.element_bytes);
  }
  return bytes;
}

// A static array of a kernel is named "kernel(float*)::tile".
std::string short_name(const ProgramVariable& variable) {
  const std::size_t colons = variable.name.rfind("::");
  return colons == std::string::npos ? variable.name : variable.name.substr(colons + 2);
}

}  // namespace

std::string Checks::text_of(const Dim3& d) { return fmt::format("({},{},{})", d[0], d[1], d[2]); }

std::string Checks::text_of(const SourcePlace& place, int ptx_line) {
  return place.line > 0 ? fmt::format("{}:{}", place.file, place.line)
                        : fmt::format("PTX line {}", ptx_line);
}

const char* Checks::past_of(Op op) {
  return op == Op::load ? "read" : op == Op::store ? "written" : "updated atomically";
}

std::unique_ptr<Checks> Checks::make(const LaunchState& launch, DiagnosticLog& log,
                                     GlobalShadow* global) {
  // Addresses and barriers are checked where they are used (memory_unit.cpp, block_runner.cpp).
  const auto is_checked_here = [&](DiagnosticKind kind) {
    return launch.checks.has(kind) && kind != DiagnosticKind::out_of_range &&
           kind != DiagnosticKind::misaligned && kind != DiagnosticKind::divergent_barrier;
  };
  return std::ranges::any_of(switchable_kinds(), is_checked_here)
             ? std::unique_ptr<Checks>(new Checks(launch, log, global))
             : nullptr;
}

Checks::Checks(const LaunchState& launch, DiagnosticLog& log, GlobalShadow* global)
    : launch_(launch),
      program_(launch.program),
      log_(log),
      check_masks_(launch.checks.has(DiagnosticKind::warp_mask)),
      global_(global) {
  if (global != nullptr) in_grid_.emplace(global->grid());
  const bool races = launch.checks.has(DiagnosticKind::shared_race) && launch.warps_per_block > 0 &&
                     program_.sites.size() < SharedShadow::max_sites;
  const bool unwritten = launch.checks.has(DiagnosticKind::uninitialised_read);
  if (launch.shared_bytes > 0 && (races || unwritten))
    shared_.emplace(launch.shared_bytes, unit_of(program_), races, unwritten);
  if (program_.local_bytes > 0 && unwritten)
    local_.emplace(program_.local_bytes, launch.warps_per_block * warp_lanes);
  if (unwritten || check_masks_) undefined_.emplace(program_, launch.warps_per_block);
  const auto is_partly_written = [](const GlobalMemory::Array& array) {
    return array.written != nullptr && !array.written->is_all();
  };
  knows_unwritten_ = unwritten && std::ranges::any_of(launch.memory.arrays(), is_partly_written);
  if (launch.checks.has(DiagnosticKind::foreign_pointer))
    pointer_origins_ = pointer_origins_of_sites(launch);
}

void Checks::start_block(std::uint64_t block_index, const Dim3& block) {
  block_index_ = block_index;
  block_ = block;
  const bool anew = order_.start_block();
  if (in_grid_) in_grid_->start_block(static_cast<std::uint32_t>(block_index));
  if (shared_) shared_->start_block(anew);
  if (local_) local_->start_block();
  if (undefined_) undefined_->start_block();
}

void Checks::on_access(const Request& request) {
  const MemoryInstruction& in = request.in;
  const Lanes& lanes = request.lanes;
  const memory::WarpAccess& access = request.access;
  const std::uint32_t mask = request.valid;
  const std::uint32_t warp = request.warp;
  if (mask == 0) return;
  const bool is_global = access.space == Space::global;
  if (is_global && global_ != nullptr && global_->watches_any(request.lowest, request.highest)) {
    in_ = &in;
    lanes_ = &lanes;
    const GlobalAccess whole{in, warp, mask, in.bytes, access.address.data()};
    global_->on_access(whole, present_block(), *this);
  }
  if (in.strength != Strength::plain && is_flag(in)) on_strong_access(in, access, mask, warp);
  const bool is_elsewhere = access.space == Space::shared || access.space == Space::local;
  if (in.op == Op::store && is_elsewhere && follows_values(warp))
    report_stored_shuffles(in, lanes, mask, warp);
  switch (access.space) {
    case Space::shared:
      if (!pointer_origins_.empty()) on_shared_variable(request);
      if (shared_) on_shared(request);
      return;
    case Space::local:
      if (local_) on_local(in, lanes, access, mask, warp);
      return;
    case Space::global:
      if (in.op == Op::store && follows_values(warp)) {
        for (std::uint32_t i = 0; i < in.elements; ++i) {
          if (!in.registers[i].exists()) continue;
          const SiteInfo& site = program_.sites[in.site];
          report_uses(warp, undefined_->store_global(warp, lanes, in.registers[i], mask),
                      site.place, site.ptx_line);
        }
      }
      if (!pointer_origins_.empty()) on_global(in, access, mask, warp);
      if (knows_unwritten_) on_written(in, lanes, access, mask, warp);
      return;
    case Space::constant:
      return;
  }
}

bool Checks::on_affine_access(const MemoryInstruction& in, const Lanes& lanes,
                              const AffineAccessRecord& access, std::size_t array,
                              std::byte* lane_0) {
  if (in.strength != Strength::plain && is_flag(in)) return false;
  if (in.op == Op::store && follows_values(access.warp)) return false;
  switch (access.space) {
    case Space::global: {
      if (!pointer_origins_.empty()) {
        const PointerOrigin& origin = pointer_origins_[in.site];
        const bool may_be_here = origin.kind == PointerOrigin::Kind::unknown ||
                                 std::ranges::find(origin.arrays, array) != origin.arrays.end();
        if (!may_be_here) return false;
      }
      return on_repeated_access(in, lanes, array, access.warp, access.base, access.step_x,
                                access.step_y);
    }
    case Space::shared: {
      if (!pointer_origins_.empty() && !pointer_origins_[in.site].shared.empty() &&
          !stays_in_variable(in, lanes, access)) {
        return false;
      }
      if (!shared_) return true;
      if (in.strength == Strength::plain && (in.op == Op::load || in.op == Op::store)) {
        const AffineAccess same =
            AffineAccess::of(access, span_of(static_cast<std::int64_t>(access.step_x),
                                             static_cast<std::int64_t>(access.step_y), lanes));
        const bool is_done = in.op == Op::load ? shared_->on_affine_load(same, order_)
                                               : shared_->on_affine_store(same, order_);
        if (is_done) return true;
      }
      Request request{in, lanes, access.warp, access.written_out(), {}, all_lanes};
      for (std::uint32_t l = 0; l < warp_lanes; ++l)
        request.data[l] =
            lane_0 + static_cast<std::ptrdiff_t>(request.access.address[l] - access.base);
      request.find_span();
      on_shared(request);
      return true;
    }
    case Space::local:
      return !local_;
    case Space::constant:
      break;
  }
  return true;
}

void Checks::on_shared(const Request& request) {
  const MemoryInstruction& in = request.in;
  const Lanes& lanes = request.lanes;
  const memory::WarpAccess& access = request.access;
  const std::uint32_t mask = request.valid;
  in_ = &in;
  lanes_ = &lanes;
  data_ = request.data;
  SharedAccess shared;
  shared.site = in.site;
  shared.warp = request.warp;
  shared.mask = mask;
  shared.bytes = in.bytes;
  shared.reads =
      in.op == Op::load || (in.atomic != AtomicKind::none && in.atomic != AtomicKind::exch);
  shared.writes = in.op != Op::load;
  shared.strength = in.strength;
  shared.address = access.address.data();
  shared.first = request.lowest;
  shared.last = request.highest;
  if (mask != access.mask) {  // some lanes may be far away
    shared.first = ~std::uint64_t{0};
    shared.last = 0;
    for_set_lanes(mask, [&](int l) {
      shared.first = std::min(shared.first, access.address[l]);
      shared.last = std::max(shared.last, access.address[l]);
    });
  }
  shared_->on_access(shared, order_, *this);
  if (in.op != Op::store || !follows_values(request.warp)) return;
  for (std::uint32_t i = 0; i < in.elements; ++i) {
    if (!in.registers[i].exists()) continue;
    for_set_lanes(undefined_->lanes_of(request.warp, lanes, in.registers[i]) & mask, [&](int l) {
      shared_->forget(access.address[l] + i * in.element_bytes, in.element_bytes);
    });
  }
}

void Checks::on_local(const MemoryInstruction& in, const Lanes& lanes,
                      const memory::WarpAccess& access, std::uint32_t mask, std::uint32_t warp) {
  const std::uint64_t* address = access.address.data();
  if (in.op == Op::load) {
    const std::uint32_t bad = local_->unwritten(warp, mask, address, in.bytes);
    if (bad != 0) on_unwritten(in, lanes, Space::local, warp, bad, address);
    return;
  }
  local_->write(warp, mask, address, in.bytes);
  if (in.op != Op::store || !follows_values(warp)) return;
  for (std::uint32_t i = 0; i < in.elements; ++i) {
    if (!in.registers[i].exists()) continue;
    const std::uint32_t bad = undefined_->lanes_of(warp, lanes, in.registers[i]) & mask;
    local_->forget(warp, bad, address, i * in.element_bytes, in.element_bytes);
  }
}

// A load into registers is followed until its value is used. Anything else is a use itself.
void Checks::on_unwritten(const MemoryInstruction& in, const Lanes& lanes, Space space,
                          std::uint32_t warp, std::uint32_t bad, const std::uint64_t* address) {
  const bool is_load = in.op == Op::load && in.site < program_.copied_bytes.size() &&
                       &in >= program_.memory.data() &&
                       &in < program_.memory.data() + program_.memory.size();
  if (!is_load) return uninitialised(space, in.site, warp, bad, address[std::countr_zero(bad)]);
  const CopiedBytes& copied = program_.copied_bytes[in.site];
  UndefinedValues::Source sources[warp_lanes];
  for_set_lanes(bad, [&](int l) {
    const std::uint64_t first = address[l] - std::min<std::uint64_t>(copied.before, address[l]);
    const std::uint32_t thread = warp * warp_lanes + static_cast<std::uint32_t>(l);
    const bool is_padding = space == Space::shared ? shared_->any_written(first, copied.bytes)
                            : space == Space::local
                                ? local_->any_written(thread, first, copied.bytes)
                                : any_global_written(first, copied.bytes);
    sources[l] = {address[l], in.site, space, is_padding};
  });
  for (std::uint32_t i = 0; i < in.elements; ++i) {
    if (in.registers[i].exists()) undefined_->mark(warp, lanes, in.registers[i], bad, sources);
  }
}

void Checks::report_uses(std::uint32_t warp, const std::vector<UndefinedValues::Use>& uses,
                         const SourcePlace& place, int ptx_line) {
  for (const UndefinedValues::Use& use : uses) {
    if (use.source.is_shuffle) {
      on_shuffled_use(warp, use.source, text_of(place, ptx_line));
    } else {
      uninitialised(use.source.space, use.source.site, warp, use.lanes, use.source.address);
    }
  }
}

void Checks::report_stored_shuffles(const MemoryInstruction& in, const Lanes& lanes,
                                    std::uint32_t mask, std::uint32_t warp) {
  const SiteInfo& site = program_.sites[in.site];
  for (std::uint32_t i = 0; i < in.elements; ++i) {
    if (!in.registers[i].exists()) continue;
    report_uses(warp, undefined_->store_elsewhere(warp, lanes, in.registers[i], mask), site.place,
                site.ptx_line);
  }
}

void Checks::on_instruction(std::uint32_t pc, const Lanes& lanes, std::uint32_t warp) {
  report_uses(warp, undefined_->execute(warp, pc, lanes), program_.places[pc],
              program_.ptx_lines[pc]);
}

// Reports the lanes of `mask` whose addresses lie in none of `origins`, which they were computed
// from. `is_inside(origin, address)`, `name_of(origin)`; `where(address)`: where it points.
template <class IsInside, class NameOf, class Where>
void Checks::foreign_pointer(const MemoryInstruction& in, const memory::WarpAccess& access,
                             std::uint32_t mask, std::uint32_t warp,
                             const std::vector<std::uint32_t>& origins, IsInside is_inside,
                             NameOf name_of, Where where) {
  std::uint32_t lanes = mask;
  for (const std::uint32_t origin : origins) {
    std::uint32_t inside = 0;
    for (int l = 0; l < warp_lanes; ++l)
      inside |= std::uint32_t{is_inside(origin, access.address[l])} << l;
    lanes &= ~inside;
    if (lanes == 0) return;
  }
  const FindingKey key{DiagnosticKind::foreign_pointer, Severity::error, 0,
                       program_.sites[in.site].ptx_line, 0};
  log_.add(block_index_, key, [&] {
    const int lane = std::countr_zero(lanes);
    Diagnostic diagnostic = at_site(in.site, warp * warp_lanes + static_cast<std::uint32_t>(lane));
    diagnostic.kind = DiagnosticKind::foreign_pointer;
    diagnostic.space = access.space;
    diagnostic.address = access.address[lane];
    std::string from;
    for (const std::uint32_t origin : origins)
      from += (from.empty() ? "" : " or ") + name_of(origin);
    diagnostic.message = fmt::format(
        "an address computed from {} points {}: {} by thread {} of block {}{}",
        from.empty() ? "numbers alone, not from any pointer," : from, where(*diagnostic.address),
        past_of(in.op), text_of(*diagnostic.thread), text_of(block_), more_lanes(lanes));
    return diagnostic;
  });
}

void Checks::on_global(const MemoryInstruction& in, const memory::WarpAccess& access,
                       std::uint32_t mask, std::uint32_t warp) {
  const PointerOrigin& pointer_origin = pointer_origins_[in.site];
  if (pointer_origin.kind == PointerOrigin::Kind::unknown) return;
  const auto& arrays = launch_.memory.arrays();
  const auto is_inside = [&](std::uint32_t index, std::uint64_t address) {
    return address - arrays[index].address < arrays[index].bytes;
  };
  const auto name_of = [&](std::uint32_t index) { return arrays[index].name; };
  const auto where = [&](std::uint64_t address) -> std::string {
    const GlobalMemory::Array* landed = launch_.memory.find(address, 1);
    if (landed == nullptr) return "outside every array";
    return fmt::format("into {}, {} bytes after its start", landed->name,
                       address - landed->address);
  };
  foreign_pointer(in, access, mask, warp, pointer_origin.arrays, is_inside, name_of, where);
}

void Checks::on_read_beside_copies(const MemoryInstruction& in, const memory::WarpAccess& access,
                                   std::byte* const* data, std::uint32_t warp,
                                   const AsyncCopies& copies) {
  if (!launch_.checks.has(DiagnosticKind::shared_race)) return;
  std::uint32_t early = 0;
  for_lanes(access.mask, [&](int l) {
    const bool reads = data[l] != nullptr && copies.is_in_flight(access.address[l], in.bytes);
    early |= std::uint32_t{reads} << l;
  });
  if (early == 0) return;
  const int lane = std::countr_zero(early);
  const auto issued = copies.find(access.address[lane], in.bytes);
  if (!issued) return;  // another lane's part of the same word
  const SiteInfo& here = program_.sites[in.site];
  const SiteInfo& there = program_.sites[issued->site];
  const FindingKey key{DiagnosticKind::shared_race, Severity::error, 2, here.ptx_line,
                       there.ptx_line};
  log_.add(block_index_, key, [&] {
    Diagnostic diagnostic = at_site(in.site, warp * warp_lanes + static_cast<std::uint32_t>(lane));
    diagnostic.kind = DiagnosticKind::shared_race;
    diagnostic.address = access.address[lane];
    diagnostic.other = OtherPlace{there.place, there.ptx_line,
                                  position_of(issued->thread, launch_.config.block), block_};
    diagnostic.message = fmt::format(
        "{} is read here by thread {} of block {}{} before the asynchronous copy to it, issued at "
        "{} by thread {}, has arrived: that thread must first wait for its copy "
        "(cp.async.wait_group, __pipeline_wait_prior)",
        shared_name(*diagnostic.address, here.bytes), text_of(*diagnostic.thread), text_of(block_),
        more_lanes(early), text_of(there.place, there.ptx_line), text_of(diagnostic.other->thread));
    return diagnostic;
  });
}

// Whether bytes [address, address + bytes) lie in the shared variable. A dynamic array extends to
// the end of shared memory.
bool Checks::is_in_variable(std::uint32_t index, std::uint64_t address, std::uint64_t bytes) const {
  const ProgramVariable& variable = program_.variables[index];
  const std::uint64_t end =
      variable.bytes == 0 ? launch_.shared_bytes : variable.address + variable.bytes;
  return address >= variable.address && address < end && end - address >= bytes;
}

bool Checks::stays_in_variable(const MemoryInstruction& in, const Lanes& lanes,
                               const AffineAccessRecord& access) const {
  const FormSpan span = span_of(static_cast<std::int64_t>(access.step_x),
                                static_cast<std::int64_t>(access.step_y), lanes);
  const std::uint64_t first = access.base + static_cast<std::uint64_t>(span.low);
  const auto bytes = static_cast<std::uint64_t>(span.high - span.low) + in.bytes;
  const std::vector<std::uint32_t>& variables = pointer_origins_[in.site].shared;
  return std::any_of(variables.begin(), variables.end(), [&](std::uint32_t variable) {
    return is_in_variable(variable, first, bytes);
  });
}

Checks::Bounds Checks::bounds_of(std::uint32_t site, std::uint64_t first,
                                 std::uint64_t bytes) const {
  const Bounds all{0, launch_.shared_bytes};
  if (pointer_origins_.empty() || pointer_origins_[site].shared.empty()) return all;
  for (const std::uint32_t index : pointer_origins_[site].shared) {
    if (!is_in_variable(index, first, bytes)) continue;
    const ProgramVariable& variable = program_.variables[index];
    return {variable.address,
            variable.bytes == 0 ? launch_.shared_bytes - variable.address : variable.bytes};
  }
  return {first, bytes};
}

// Past the end of one shared array comes the next, so the hardware reports nothing.
void Checks::on_shared_variable(const Request& request) {
  const MemoryInstruction& in = request.in;
  const std::vector<std::uint32_t>& variables = pointer_origins_[in.site].shared;
  if (variables.empty()) return;
  const std::uint64_t bytes = request.highest - request.lowest + in.bytes;
  const bool is_in_one = std::any_of(variables.begin(), variables.end(), [&](std::uint32_t index) {
    return is_in_variable(index, request.lowest, bytes);
  });
  if (is_in_one) return;
  const auto is_inside = [&](std::uint32_t index, std::uint64_t address) {
    return is_in_variable(index, address, in.bytes);
  };
  const auto name_of = [&](std::uint32_t index) { return short_name(program_.variables[index]); };
  const auto where = [&](std::uint64_t address) {
    return fmt::format("outside of it, to {}", shared_name(address, in.bytes));
  };
  foreign_pointer(in, request.access, request.valid, request.warp, variables, is_inside, name_of,
                  where);
}

Diagnostic Checks::at_site(std::uint32_t site, std::uint32_t thread) const {
  Diagnostic diagnostic;
  diagnostic.place = program_.sites[site].place;
  diagnostic.ptx_line = program_.sites[site].ptx_line;
  diagnostic.block = block_;
  diagnostic.thread = position_of(thread, launch_.config.block);
  return diagnostic;
}

// "tile[37]": the variable, and the index in elements of the access size, because PTX has no other
// element type.
std::string Checks::shared_name(std::uint64_t address, std::uint32_t bytes) const {
  const ProgramVariable* found = nullptr;
  for (const ProgramVariable& variable : program_.variables) {
    if (variable.space != ptx::StateSpace::shared || address < variable.address) continue;
    if (variable.bytes != 0 && address - variable.address >= variable.bytes) continue;
    if (found == nullptr || variable.address >= found->address) found = &variable;
  }
  if (found == nullptr) return fmt::format("shared memory at offset {}", address);
  const std::string name = short_name(*found);
  const std::uint64_t offset = address - found->address;
  if (found->bytes == bytes) return name;
  return fmt::format("{}[{}] (elements of {} bytes)", name, offset / bytes, bytes);
}

void Checks::on_uninitialised(const SharedAccess& access, std::uint32_t lanes) {
  on_unwritten(*in_, *lanes_, Space::shared, access.warp, lanes, access.address);
}

void Checks::uninitialised(Space space, std::uint32_t site, std::uint32_t warp, std::uint32_t lanes,
                           std::uint64_t address) {
  const SiteInfo& info = program_.sites[site];
  const FindingKey key{DiagnosticKind::uninitialised_read, Severity::error, 0, info.ptx_line, 0};
  log_.add(block_index_, key, [&] {
    const std::uint32_t thread =
        warp * warp_lanes + static_cast<std::uint32_t>(std::countr_zero(lanes));
    Diagnostic diagnostic = at_site(site, thread);
    diagnostic.kind = DiagnosticKind::uninitialised_read;
    diagnostic.address = address;
    if (space == Space::global) {
      diagnostic.message = unwritten_global_text(diagnostic, info.bytes, lanes);
      return diagnostic;
    }
    const bool is_shared = space == Space::shared;
    diagnostic.message = fmt::format(
        "{} is read by thread {} of block {}{}, but {} written it{}",
        is_shared ? shared_name(address, info.bytes)
                  : fmt::format("local memory at offset {} ({} bytes)", address, info.bytes),
        text_of(*diagnostic.thread), text_of(block_), more_lanes(lanes),
        is_shared ? "no thread of the block had" : "the thread had not yet",
        is_shared ? ": shared memory does not start as zero" : "");
    return diagnostic;
  });
}

bool Checks::stores_the_same(int lane, const SharedRecord& first,
                             const SharedAccess& access) const {
  // What an atomic operation left need not be what it leaves in another order.
  if (is_atomic(program_.sites[first.site].op)) return false;
  const bool one_instruction = first.stamp == order_.now() && first.site == access.site;
  const int other_lane = one_instruction ? static_cast<int>(first.thread % warp_lanes) : -1;
  return stores_the_same(lane, other_lane, data_[lane]);
}

bool Checks::stores_the_same(int lane, int other_lane, const std::byte* data) const {
  if (in_->op != Op::store) return false;
  for (std::uint32_t i = 0; i < in_->elements; ++i) {
    if (!in_->registers[i].exists()) return false;  // a copy: its data is still in flight
    const std::byte* row = lanes_->read<std::byte>(in_->registers[i]);
    const std::size_t bytes = in_->register_bytes[i];
    const std::byte* mine = row + static_cast<std::size_t>(lane) * bytes;
    const std::byte* other = other_lane >= 0
                                 ? row + static_cast<std::size_t>(other_lane) * bytes
                                 : data + static_cast<std::size_t>(i) * in_->element_bytes;
    if (std::memcmp(mine, other, in_->element_bytes) != 0) return false;
  }
  return true;
}

void Checks::on_race(const SharedAccess& access, int lane, const SharedRecord& first,
                     bool first_writes) {
  const std::uint32_t thread = access.warp * warp_lanes + static_cast<std::uint32_t>(lane);
  const bool one_warp = first.thread / warp_lanes == access.warp;
  const bool one_instruction =
      one_warp && first.stamp == order_.now() && first.site == access.site && access.writes;
  Severity severity = one_warp ? Severity::warning : Severity::error;
  const bool same_value = first_writes && access.writes && stores_the_same(lane, first, access);
  // Lanes of one store write the same value: for example "found = true" by several lanes.
  if (same_value && one_instruction) return;
  if (same_value) severity = Severity::note;
  const SiteInfo& here = program_.sites[access.site];
  const SiteInfo& there = program_.sites[first.site];
  const FindingKey key{DiagnosticKind::shared_race, severity,
                       static_cast<std::uint16_t>(first_writes ? 1 : 0), here.ptx_line,
                       there.ptx_line};
  log_.add(block_index_, key, [&] {
    Diagnostic diagnostic = at_site(access.site, thread);
    diagnostic.severity = severity;
    diagnostic.kind = DiagnosticKind::shared_race;
    diagnostic.address = access.address[lane];
    diagnostic.other = OtherPlace{there.place, there.ptx_line,
                                  position_of(first.thread, launch_.config.block), block_};
    const std::string why =
        same_value        ? "both store the same value, which makes it harmless in practice"
        : one_instruction ? "both are lanes of one store: which value remains is undefined"
        : one_warp ? "lanes of one warp need not run in lock step, and no __syncwarp() stands "
                     "between the two (other warp calls do not order memory)"
                   : "no __syncthreads() between the two";
    diagnostic.message =
        fmt::format("race on {}: {} here by thread {} of block {}, {} at {} by thread {}; {}",
                    shared_name(*diagnostic.address, here.bytes), past_of(here.op),
                    text_of(*diagnostic.thread), text_of(block_), past_of(there.op),
                    text_of(there.place, there.ptx_line), text_of(diagnostic.other->thread), why);
    return diagnostic;
  });
}

}  // namespace lanescope::exec
