// Textures and surfaces. What a fetch returns is computed by sim/texture; here the lanes' values
// are gathered, the texels found in global memory, and the footprint marked. The observer sees
// nothing: what a fetch costs is not modelled.
#include <bit>
#include <cstring>
#include <map>
#include <span>

#include <fmt/format.h>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/run/memory_unit.h"
#include "sim/texture/texture.h"

namespace lanescope::exec {

// What an operation reads of one lane, and what it returns.
struct MemoryUnit::TextureLane {
  std::uint64_t handle = 0;
  std::uint32_t layer = 0;
  std::array<std::uint32_t, 3> coordinates{};  // bits
  std::array<std::uint64_t, 4> values{};       // results, or what is stored
  bool leaves_surface = false;
};

namespace {

constexpr std::array geometry_names{"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"};

std::string name_of_geometry(texture::Geometry geometry) {
  return std::string(".") + geometry_names[static_cast<std::size_t>(geometry)];
}

// Surfaces see the faces of a cube as layers.
texture::Geometry as_surface(texture::Geometry geometry) {
  return texture::is_cube(geometry) ? texture::Geometry::planes : geometry;
}

std::uint64_t answer_of(TextureQuery query, const texture::Texture& texture) {
  switch (query) {
    case TextureQuery::width:
      return texture.width;
    case TextureQuery::height:
      return texture::axes_of(texture.geometry) > 1 ? texture.height : 0;
    case TextureQuery::depth:
      return texture.geometry == texture::Geometry::volume ? texture.depth : 0;
    case TextureQuery::array_size:
      if (!texture::has_layers(texture.geometry)) return 0;
      return texture.layers / (texture::is_cube(texture.geometry) ? 6 : 1);
    case TextureQuery::normalized_coords:
      return texture.is_normalized ? 1 : 0;
  }
  return 0;
}

std::array<std::int32_t, 3> as_integers(const std::array<std::uint32_t, 3>& bits) {
  return {static_cast<std::int32_t>(bits[0]), static_cast<std::int32_t>(bits[1]),
          static_cast<std::int32_t>(bits[2])};
}

std::array<float, 3> as_floats(const std::array<std::uint32_t, 3>& bits) {
  return {std::bit_cast<float>(bits[0]), std::bit_cast<float>(bits[1]),
          std::bit_cast<float>(bits[2])};
}

}  // namespace

void MemoryUnit::use_texture(const TextureInstruction& in, const Lanes& lanes, std::uint32_t warp) {
  // All sources before any result: they may be the same rows.
  std::array<TextureLane, warp_lanes> all;
  const bool is_store = in.kind == TextureInstruction::Kind::store;
  for_set_lanes(lanes.mask, [&](int l) {
    TextureLane& lane = all[static_cast<std::size_t>(l)];
    lane.handle = read_lane(lanes, in.handle, 8, l);
    if (in.layer.exists())
      lane.layer = static_cast<std::uint32_t>(read_lane(lanes, in.layer, 4, l));
    for (std::size_t i = 0; i < 3; ++i) {
      if (!in.coordinates[i].exists()) continue;
      lane.coordinates[i] = static_cast<std::uint32_t>(read_lane(lanes, in.coordinates[i], 4, l));
    }
    for (std::size_t i = 0; i < 4 && is_store; ++i) {
      if (in.values[i].exists())
        lane.values[i] = read_lane(lanes, in.values[i], in.value_bytes[i], l);
    }
  });
  struct Failed {
    std::uint32_t lanes = 0;
    bool leaves_surface = false;
  };
  std::map<std::string, Failed> failures;
  for_set_lanes(lanes.mask, [&](int l) {
    TextureLane& lane = all[static_cast<std::size_t>(l)];
    const std::string why = use_texture(in, lane);
    if (!why.empty()) {
      failures[why].lanes |= 1U << l;
      failures[why].leaves_surface = lane.leaves_surface;
    }
  });
  for (const auto& failure : failures) {
    const Failed& failed = failure.second;
    const DiagnosticKind kind =
        failed.leaves_surface ? DiagnosticKind::out_of_range : DiagnosticKind::invalid_texture;
    const FindingKey key{kind, Severity::error, 0, launch_.program.ptx_lines[in.instruction], 0};
    log_.add(position_.index, key, [&] {
      Diagnostic diagnostic = diagnostic_at(launch_, in.instruction, kind, Severity::error,
                                            position_.block, warp, failed.lanes, failure.first);
      diagnostic.place = in.place;
      return diagnostic;
    });
  }
  if (is_store) return;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!in.values[i].exists()) continue;
    for_set_lanes(lanes.mask, [&](int l) {
      write_lane(lanes, in.values[i], in.value_bytes[i], l,
                 all[static_cast<std::size_t>(l)].values[i]);
    });
  }
}

std::string MemoryUnit::use_texture(const TextureInstruction& in, TextureLane& lane) {
  using Kind = TextureInstruction::Kind;
  std::uint64_t handle = lane.handle;
  const auto reference = launch_.references.find(lane.handle);
  if (reference != launch_.references.end()) {
    const ProgramVariable& variable = launch_.program.variables[reference->second];
    if (variable.initial.size() < sizeof handle) {
      return fmt::format(
          "the host has bound nothing to the reference {} ([[symbols]] in a lesson file does)",
          variable.name);
    }
    std::memcpy(&handle, variable.initial.data(), sizeof handle);
  }
  const GlobalMemory::Texture* texture = launch_.memory.find_texture(handle, in.is_surface);
  if (texture == nullptr) {
    return in.is_surface
               ? fmt::format("0x{:x} is no surface: a kernel gets one as an argument", handle)
               : fmt::format("0x{:x} is no texture: a kernel gets one as an argument", handle);
  }
  const texture::Texture& how = texture->how;
  if (in.kind == Kind::query) {
    lane.values[0] = answer_of(in.query, how);
    return "";
  }
  const texture::Geometry geometry = in.is_surface ? as_surface(how.geometry) : how.geometry;
  if (geometry != in.geometry) {
    return fmt::format("the instruction is for {}, but the texture or surface of {} is {}",
                       name_of_geometry(in.geometry), launch_.memory.arrays()[texture->array].name,
                       name_of_geometry(geometry));
  }
  if (in.is_surface) return access_surface(in, *texture, lane);
  if (in.wants_floats != texture::returns_floats(how)) {
    return fmt::format("the texture of {} gives {}, but the kernel reads {}",
                       launch_.memory.arrays()[texture->array].name,
                       in.wants_floats ? "integers" : "floats",
                       in.wants_floats ? "floats" : "integers");
  }
  if (how.memory == texture::Memory::linear && in.kind != Kind::fetch) {
    return fmt::format(
        "the texture of {} is in linear memory, which only tex1Dfetch reads, by texel numbers",
        launch_.memory.arrays()[texture->array].name);
  }
  fetch_texels(in, *texture, lane);
  return "";
}

void MemoryUnit::fetch_texels(const TextureInstruction& in, const GlobalMemory::Texture& texture,
                              TextureLane& lane) {
  using Kind = TextureInstruction::Kind;
  const std::span<const std::byte> texels =
      launch_.memory.bytes_of(texture.array).subspan(texture.offset);
  const texture::Fetched fetched =
      in.kind == Kind::fetch
          ? texture::fetch(texture.how, texels, as_integers(lane.coordinates), lane.layer)
      : in.kind == Kind::gather
          ? texture::gather(texture.how, texels, as_floats(lane.coordinates), lane.layer,
                            in.component)
          : texture::sample(texture.how, texels, as_floats(lane.coordinates), lane.layer);
  for (std::size_t i = 0; i < 4; ++i) lane.values[i] = fetched.bits[i];
  for (std::uint32_t i = 0; i < fetched.reads; ++i)
    mark_texels(texture, Touch::read, fetched.read_at[i], texture::texel_bytes(texture.how));
}

std::string MemoryUnit::access_surface(const TextureInstruction& in,
                                       const GlobalMemory::Texture& texture, TextureLane& lane) {
  const bool is_load = in.kind == TextureInstruction::Kind::load;
  const std::uint32_t bytes = std::uint32_t{in.element_bytes} * in.elements;
  const std::array<std::int32_t, 3> at = as_integers(lane.coordinates);
  // The device faults.
  if (at[0] % static_cast<std::int32_t>(bytes) != 0) {
    return fmt::format("x is {} bytes, which is not a multiple of the {} bytes of the access",
                       at[0], bytes);
  }
  const auto offset = texture::surface_offset(texture.how, at, lane.layer, bytes,
                                              in.boundary == SurfaceBoundary::clamp);
  if (!offset) {
    if (in.boundary == SurfaceBoundary::zero) return "";
    lane.leaves_surface = true;
    return fmt::format(
        "a {} of {} bytes is outside the surface of {}: x = {} bytes, y = {}, z = {}, layer {}",
        is_load ? "load" : "store", bytes, launch_.memory.arrays()[texture.array].name, at[0],
        at[1], at[2], lane.layer);
  }
  std::byte* data = launch_.memory.bytes_of(texture.array).data() + texture.offset + *offset;
  for (std::size_t i = 0; i < in.elements; ++i) {
    std::byte* element = data + i * in.element_bytes;
    // Little-endian, as the device.
    if (is_load) {
      std::memcpy(&lane.values[i], element, in.element_bytes);
    } else {
      std::memcpy(element, &lane.values[i], in.element_bytes);
    }
  }
  mark_texels(texture, is_load ? Touch::read : Touch::written, *offset, bytes);
  return "";
}

void MemoryUnit::mark_texels(const GlobalMemory::Texture& texture, Touch touch,
                             std::uint64_t offset, std::uint64_t bytes) {
  if (footprint_ == nullptr) return;
  if (touch == Touch::read && !footprint_->wants_reads(texture.array)) return;
  footprint_->mark(texture.array, touch, texture.offset + offset, bytes);
}

}  // namespace lanescope::exec
