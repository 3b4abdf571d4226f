// What a texture fetch returns.
//
// A texture is a description of memory: a grid of texels with 1, 2 or 4 channels, and how to read
// it. A fetch takes coordinates, finds the texels around them, and mixes these. Sources: CUDA C++
// Programming Guide 13.0, "Texture Fetching" (the formulas) and "Texture and Surface Memory";
// cudaTextureDesc in the CUDA Runtime API.
//
// The guide leaves much open. The rest is what an H200 does, found from 1,500 random cases with
// 192,000 fetches on 27 November 2026: fetches, filters, gathers and surfaces of every geometry,
// address mode and type. The model returns the same bits in all but three of them, which are
// filtered halves in three dimensions, off by one in their last bit; of 192,000 fetches of fresh
// cases 229 differ, most at borders of signed texels, by one step of these at most. Its rules:
// - A normalized coordinate is cut off after 21 bits behind the point. So a coordinate just above
//   the edge between two texels, such as 0.6F of 5, is still the texel below it.
// - A weight is rounded to 8 bits behind the point, halves up; so are the products of weights in
//   two and three dimensions, such that the sums along each axis remain.
// - u8 and s8 are filtered and gathered as fractions of 16 bits. The mix of numbers is rounded to a
//   whole one of 16 bits, halves up.
// - Floats are mixed with 28 bits, counted from the highest one of the largest texel, and halves
//   with 15. The mix is rounded to the texels' format, halves away from 0.
// - The border is converted to the texels' format.
// - A line with linear filtering is the plane's row at y = 0. With the border mode for y, half of
//   the border's value is in every fetch.
// - The faces of a cube are not joined: each is a plane with its address modes.
// Sizes were up to 12 texels along an axis, with texels that are finite; borders were in [0, 1].
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace lanescope::texture {

enum class Channel : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 };
enum class Geometry : std::uint8_t { line, plane, volume, lines, planes, cube, cubes };
enum class Address : std::uint8_t { wrap, mirror, clamp, border };
enum class Filter : std::uint8_t { point, linear };
// What the texels lie in: a CUDA array, or memory that kernels access by pointers, too.
enum class Memory : std::uint8_t { array, linear, pitch };

struct Texture {
  Geometry geometry = Geometry::plane;
  Memory memory = Memory::array;
  Channel channel = Channel::f32;
  std::uint32_t channels = 1;  // 1, 2 or 4
  // Texels, at least 1 each. A cube has width == height; `layers` counts its faces, too.
  std::uint64_t width = 1, height = 1, depth = 1, layers = 1;
  std::uint64_t pitch_bytes = 0;  // from one row to the next
  Filter filter = Filter::point;
  std::array<Address, 3> address{Address::clamp, Address::clamp, Address::clamp};
  bool is_normalized = false;  // coordinates: [0, 1) for the whole of an axis
  // Read mode: integers of 8 and 16 bits become fractions, [0, 1] or [-1, 1].
  bool reads_fractions = false;
  std::array<float, 4> border{};  // only where a fetch returns floats
  bool operator==(const Texture&) const = default;
};

[[nodiscard]] std::uint32_t bytes_of(Channel channel);
[[nodiscard]] bool is_real(Channel channel);                // f16, f32
[[nodiscard]] bool returns_floats(const Texture& texture);  // else integers
[[nodiscard]] std::uint64_t texel_bytes(const Texture& texture);
// Of all texels, from the first to the last.
[[nodiscard]] std::uint64_t bytes_of(const Texture& texture);
[[nodiscard]] std::uint32_t axes_of(Geometry geometry);  // coordinates, without the layer
[[nodiscard]] bool has_layers(Geometry geometry);
[[nodiscard]] bool is_cube(Geometry geometry);

// The result of a fetch, and what it read.
struct Fetched {
  // Bits of floats or of 32-bit integers; those of channels that the texture has not are 0.
  std::array<std::uint32_t, 4> bits{};
  std::array<std::uint64_t, 8> read_at{};  // bytes from the first texel; texel_bytes() each
  std::uint32_t reads = 0;
};

// For all: `texels` has at least bytes_of(texture) bytes. A layer that does not exist is the last.

// tex with floating-point coordinates: x, y, z, as many as axes_of().
[[nodiscard]] Fetched sample(const Texture& texture, std::span<const std::byte> texels,
                             const std::array<float, 3>& at, std::uint32_t layer = 0);
// tex with integer coordinates: texel numbers, never filtered. In linear memory, a fetch outside
// returns 0. Precondition: not a cube.
[[nodiscard]] Fetched fetch(const Texture& texture, std::span<const std::byte> texels,
                            const std::array<std::int32_t, 3>& at, std::uint32_t layer = 0);
// tld4: one channel of the four texels that a linear fetch mixes, counterclockwise from (low x,
// high y). Precondition: two axes, not a cube; component < 4.
[[nodiscard]] Fetched gather(const Texture& texture, std::span<const std::byte> texels,
                             const std::array<float, 3>& at, std::uint32_t layer,
                             std::uint32_t component);

// suld, sust: where `bytes` bytes of a surface are, from the first texel. x in bytes, y and z in
// texels. Outside: nullopt, or with `clamps` the nearest place.
[[nodiscard]] std::optional<std::uint64_t> surface_offset(const Texture& texture,
                                                          const std::array<std::int32_t, 3>& at,
                                                          std::uint32_t layer, std::uint32_t bytes,
                                                          bool clamps);

}  // namespace lanescope::texture
