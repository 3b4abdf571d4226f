// Textures and surfaces: tex, tld4, txq, suld, sust, suq (PTX ISA, "Texture Instructions" and
// "Surface Instructions"), with a 64-bit handle, which is what texture and surface objects compile
// to, or with a reference (.texref, .surfref) by its name or address. Textures here have one mip
// level, so that a level of detail and gradients choose nothing.
#include <algorithm>
#include <optional>
#include <string_view>

#include "sim/exec/decode/decoder.h"
#include "sim/texture/texture.h"

namespace lanescope::exec {

using ptx::Type;
using texture::Geometry;
using Kind = ptx::Operand::Kind;

namespace {

std::optional<Geometry> geometry_of(const ptx::Instruction& in) {
  struct Name {
    std::string_view text;
    Geometry geometry;
  };
  constexpr Name names[] = {{"1d", Geometry::line},    {"2d", Geometry::plane},
                            {"3d", Geometry::volume},  {"a1d", Geometry::lines},
                            {"a2d", Geometry::planes}, {"cube", Geometry::cube},
                            {"acube", Geometry::cubes}};
  for (const Name& name : names) {
    if (in.has(name.text)) return name.geometry;
  }
  return std::nullopt;
}

std::optional<TextureQuery> query_of(const ptx::Instruction& in) {
  struct Name {
    std::string_view text;
    TextureQuery query;
  };
  constexpr Name names[] = {{"width", TextureQuery::width},
                            {"height", TextureQuery::height},
                            {"depth", TextureQuery::depth},
                            {"array_size", TextureQuery::array_size},
                            {"normalized_coords", TextureQuery::normalized_coords}};
  for (const Name& name : names) {
    if (in.has(name.text)) return name.query;
  }
  return std::nullopt;
}

}  // namespace

bool Decoder::emit_texture(const In& in, const TextureInstruction& texture) {
  BlockOperation operation;
  operation.kind = BlockOperationKind::texture;
  operation.count = static_cast<std::uint32_t>(program_.textures.size());
  emit_block_operation(in, operation);
  program_.textures.push_back(texture);
  program_.textures.back().instruction = static_cast<std::uint32_t>(program_.code.size() - 1);
  program_.textures.back().place = module_.calling_place(in.loc);
  return true;
}

// [handle] or [handle, {layer, x, y, z}], with what the geometry has of these.
bool Decoder::fill_texture_address(const In& in, const ptx::Operand& address, bool has_coordinates,
                                   TextureInstruction& out) {
  if (address.kind != Kind::address || address.elements.empty() || address.offset != 0)
    return refuse(in, "expected an address");
  const ptx::Operand& named = address.elements[0];
  if (named.kind != Kind::reg) {
    const auto variable = named.kind == Kind::symbol ? find_variable(named) : std::nullopt;
    if (!variable || !program_.variables[*variable].is_reference)
      return refuse(in, "expected a texture or surface");
  }
  if (address.elements.size() > (has_coordinates ? 2U : 1U))
    return refuse(in, "samplers apart from their textures are not emulated");
  const auto handle = source(in, named, 8);
  if (!handle) return false;
  out.handle = *handle;
  if (!has_coordinates) return true;
  if (address.elements.size() != 2) return refuse(in, "expected coordinates");
  const std::span<const ptx::Operand> parts = parts_of(address.elements[1]);
  const std::size_t layers = texture::has_layers(out.geometry) ? 1 : 0;
  const std::size_t axes = texture::axes_of(out.geometry);
  // Three become four: the last one is not used.
  if (parts.size() != axes + layers && (axes + layers != 3 || parts.size() != 4))
    return refuse(in, "expected coordinates");
  for (std::size_t i = 0; i < axes + layers; ++i) {
    const auto row = source(in, parts[i], 4);
    if (!row) return false;
    (i < layers ? out.layer : out.coordinates[i - layers]) = *row;
  }
  return true;
}

// The four results of a fetch.
bool Decoder::fill_texels(const In& in, const ptx::Operand& operand, TextureInstruction& out) {
  if (operand.kind != Kind::vector || operand.elements.size() != 4)
    return refuse(in, "expected four registers");
  for (std::size_t i = 0; i < 4; ++i) {
    if (operand.elements[i].kind == Kind::discard) continue;
    const auto row = destination(in, operand.elements[i], 4);
    if (!row) return false;
    out.values[i] = *row;
  }
  return true;
}

bool Decoder::fill_fetch(const In& in, TextureInstruction& out) {
  const auto geometry = geometry_of(in);
  const bool is_known =
      geometry && in.has("v4") && in.types.size() == 2 &&
      (in.types[0] == Type::f32 || in.types[0] == Type::u32 || in.types[0] == Type::s32) &&
      (in.types[1] == Type::f32 || in.types[1] == Type::s32);
  if (!is_known) return refuse(in, "this form is not known");
  out.geometry = *geometry;
  out.wants_floats = in.types[0] == Type::f32;
  return fill_texels(in, in.operands[0], out) &&
         fill_texture_address(in, in.operands[1], true, out);
}

// tex{.level|.grad}.geometry.v4.type.coordinates {d0, d1, d2, d3}, [handle, {coordinates}]
bool Decoder::decode_tex(const In& in) {
  if (!suffixes_known(in, "1d 2d 3d a1d a2d cube acube v4 level grad base")) return false;
  const std::size_t more = in.has("grad") ? 2 : in.has("level") ? 1 : 0;
  if (in.operands.size() != 2 + more)
    return refuse(in, "fetches with an offset or a comparison are not emulated");
  TextureInstruction out;
  if (!fill_fetch(in, out)) return false;
  const bool is_by_number = in.types[1] == Type::s32;
  if (is_by_number && texture::is_cube(out.geometry)) return refuse(in, "this form is not known");
  out.kind = is_by_number ? TextureInstruction::Kind::fetch : TextureInstruction::Kind::sample;
  return emit_texture(in, out);
}

// tld4.component.geometry.v4.type.f32 {d0, d1, d2, d3}, [handle, {coordinates}]
bool Decoder::decode_tld4(const In& in) {
  if (!suffixes_known(in, "2d a2d v4 r g b a")) return false;
  if (in.operands.size() != 2)
    return refuse(in, "fetches with an offset or a comparison are not emulated");
  TextureInstruction out;
  out.kind = TextureInstruction::Kind::gather;
  if (!fill_fetch(in, out)) return false;
  if (in.types[1] != Type::f32) return refuse(in, "this form is not known");
  out.component = in.has("a") ? 3 : in.has("b") ? 2 : in.has("g") ? 1 : 0;
  return emit_texture(in, out);
}

bool Decoder::emit_texture_query(const In& in, bool is_surface) {
  if (!suffixes_known(in, "width height depth array_size normalized_coords")) return false;
  TextureInstruction out;
  out.kind = TextureInstruction::Kind::query;
  out.is_surface = is_surface;
  const auto query = query_of(in);
  if (!query || in.operands.size() != 2) return refuse(in, "this form is not known");
  out.query = *query;
  const auto d = destination(in, in.operands[0], 4);
  if (!d) return false;
  out.values[0] = *d;
  return fill_texture_address(in, in.operands[1], false, out) && emit_texture(in, out);
}

bool Decoder::decode_txq(const In& in) { return emit_texture_query(in, false); }
bool Decoder::decode_suq(const In& in) { return emit_texture_query(in, true); }

// suld.b.geometry{.vector}.type.mode d, [handle, {coordinates}]
// sust.b.geometry{.vector}.type.mode [handle, {coordinates}], a
bool Decoder::emit_surface(const In& in, bool is_load) {
  if (in.has("p")) return refuse(in, "formatted surface stores are not emulated");
  if (!suffixes_known(in, "b 1d 2d 3d a1d a2d v2 v4 trap clamp zero ca cg cs cv wb wt"))
    return false;
  const auto geometry = geometry_of(in);
  if (!geometry || in.types.size() != 1) return refuse(in, "this form is not known");
  TextureInstruction out;
  out.kind = is_load ? TextureInstruction::Kind::load : TextureInstruction::Kind::store;
  out.is_surface = true;
  out.geometry = *geometry;
  out.boundary = in.has("clamp")  ? SurfaceBoundary::clamp
                 : in.has("zero") ? SurfaceBoundary::zero
                                  : SurfaceBoundary::trap;
  out.element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(in.types[0]));
  if (out.element_bytes == 0 || out.element_bytes > 8)
    return refuse(in, "this type is not executed");
  const std::span<const ptx::Operand> parts = parts_of(in.operands[is_load ? 0 : 1]);
  const std::size_t count = in.has("v4") ? 4 : in.has("v2") ? 2 : 1;
  if (parts.size() != count) return refuse(in, "a vector has 2 or 4 elements");
  out.elements = static_cast<std::uint8_t>(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (is_load && parts[i].kind == Kind::discard) continue;
    const std::uint32_t bytes = parts[i].kind == Kind::reg
                                    ? register_bytes(parts[i])
                                    : std::max<std::uint32_t>(out.element_bytes, 2);
    if (bytes < out.element_bytes) return refuse(in, "the register is smaller than the access");
    const auto row = is_load ? destination(in, parts[i], bytes) : source(in, parts[i], bytes);
    if (!row) return false;
    out.values[i] = *row;
    out.value_bytes[i] = static_cast<std::uint8_t>(bytes);
  }
  return fill_texture_address(in, in.operands[is_load ? 1 : 0], true, out) && emit_texture(in, out);
}

bool Decoder::decode_suld(const In& in) { return emit_surface(in, true); }
bool Decoder::decode_sust(const In& in) { return emit_surface(in, false); }

}  // namespace lanescope::exec
