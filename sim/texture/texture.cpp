#include "sim/texture/texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "sim/exec/arithmetic/half.h"

namespace lanescope::texture {
namespace {

using Values = std::array<double, 4>;  // one for each channel

template <class T>
T read_as(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// A channel as 32 bits: an integer extended, or the bits of a float.
std::uint32_t bits_at(Channel channel, const std::byte* from) {
  switch (channel) {
    case Channel::u8:
      return read_as<std::uint8_t>(from);
    case Channel::s8:
      return static_cast<std::uint32_t>(std::int32_t{read_as<std::int8_t>(from)});
    case Channel::u16:
      return read_as<std::uint16_t>(from);
    case Channel::s16:
      return static_cast<std::uint32_t>(std::int32_t{read_as<std::int16_t>(from)});
    case Channel::f16:
      return std::bit_cast<std::uint32_t>(
          exec::widened<exec::Binary16>(read_as<std::uint16_t>(from)));
    case Channel::u32:
    case Channel::s32:
    case Channel::f32:
      break;
  }
  return read_as<std::uint32_t>(from);
}

// The value of a texture that returns floats. Both of the two lowest signed numbers are -1.
double value_of(Channel channel, std::uint32_t bits) {
  const auto number = static_cast<double>(static_cast<std::int32_t>(bits));
  switch (channel) {
    case Channel::u8:
      return number / 255.0;
    case Channel::s8:
      return std::max(number / 127.0, -1.0);
    case Channel::u16:
      return number / 65535.0;
    case Channel::s16:
      return std::max(number / 32767.0, -1.0);
    default:
      return std::bit_cast<float>(bits);
  }
}

std::uint64_t size_of_axis(const Texture& texture, std::uint32_t axis) {
  return axis == 0 ? texture.width : axis == 1 ? texture.height : texture.depth;
}

// Wrap and mirror need normalized coordinates; without them they are switched to clamp. So is any
// mode in a cube, whose faces are not joined here.
Address mode_of(const Texture& texture, std::uint32_t axis) {
  const Address mode = texture.address[axis];
  const bool repeats = mode == Address::wrap || mode == Address::mirror;
  return (repeats && !texture.is_normalized) || is_cube(texture.geometry) ? Address::clamp : mode;
}

// The texel that stands for number i of n; nullopt: the border.
std::optional<std::uint64_t> texel_for(Address mode, std::int64_t i, std::uint64_t size) {
  const auto n = static_cast<std::int64_t>(size);
  const auto modulo = [](std::int64_t a, std::int64_t b) { return (a % b + b) % b; };
  switch (mode) {
    case Address::wrap:
      return static_cast<std::uint64_t>(modulo(i, n));
    case Address::mirror: {
      const std::int64_t in_pair = modulo(i, 2 * n);
      return static_cast<std::uint64_t>(in_pair < n ? in_pair : 2 * n - 1 - in_pair);
    }
    case Address::clamp:
      return static_cast<std::uint64_t>(std::clamp<std::int64_t>(i, 0, n - 1));
    case Address::border:
      break;
  }
  if (i < 0 || i >= n) return std::nullopt;
  return static_cast<std::uint64_t>(i);
}

// Along one axis: the texels that a fetch mixes, the second with the weight fraction / 256.
struct Taps {
  std::array<std::optional<std::uint64_t>, 2> texel;
  std::uint32_t fraction = 0;
};

// The coordinate in texels. From 2^25 on a float is an even number: a whole number of repetitions.
double in_texels(const Texture& texture, std::uint32_t axis, float coordinate) {
  if (std::isnan(coordinate)) return 0;
  const Address mode = mode_of(texture, axis);
  const bool repeats = mode == Address::wrap || mode == Address::mirror;
  constexpr float even_from = 33554432.0F;
  if (repeats && std::fabs(coordinate) >= even_from) return 0;
  const double scale =
      texture.is_normalized ? static_cast<double>(size_of_axis(texture, axis)) : 1.0;
  constexpr double far = 1ULL << 50;
  return std::clamp(static_cast<double>(coordinate) * scale, -far, far);
}

Taps taps_of(const Texture& texture, std::uint32_t axis, float coordinate, bool mixes) {
  const std::uint64_t size = size_of_axis(texture, axis);
  const Address mode = mode_of(texture, axis);
  const double x = in_texels(texture, axis, coordinate);
  Taps taps;
  if (!mixes) {
    taps.texel[0] = texel_for(mode, static_cast<std::int64_t>(std::floor(x)), size);
    return taps;
  }
  const auto fixed = static_cast<std::int64_t>(std::floor((x - 0.5) * 256.0 + 0.5));
  const std::int64_t first = fixed >> 8;
  taps.fraction = static_cast<std::uint32_t>(fixed & 255);
  taps.texel = {texel_for(mode, first, size), texel_for(mode, first + 1, size)};
  return taps;
}

class Reader {
 public:
  Reader(const Texture& texture, std::span<const std::byte> texels, std::uint32_t layer)
      : texture_(texture), texels_(texels), bytes_(texel_bytes(texture)) {
    layer_ = std::min<std::uint64_t>(layer, texture.layers - 1);
  }

  // The channels of a texel as bits; a border's where a coordinate has none.
  std::array<std::uint32_t, 4> bits(const std::array<std::optional<std::uint64_t>, 3>& at) {
    std::array<std::uint32_t, 4> result{};
    if (!at[0] || !at[1] || !at[2]) return result;
    const std::uint64_t slice =
        has_layers(texture_.geometry) || is_cube(texture_.geometry) ? layer_ : *at[2];
    const std::uint64_t offset =
        (slice * texture_.height + *at[1]) * texture_.pitch_bytes + *at[0] * bytes_;
    fetched.read_at[fetched.reads++] = offset;
    for (std::uint32_t c = 0; c < texture_.channels; ++c)
      result[c] = bits_at(texture_.channel, &texels_[offset + c * bytes_of(texture_.channel)]);
    return result;
  }

  Values values(const std::array<std::optional<std::uint64_t>, 3>& at) {
    Values result{};
    const bool is_border = !at[0] || !at[1] || !at[2];
    const std::array<std::uint32_t, 4> found = bits(at);
    for (std::uint32_t c = 0; c < texture_.channels; ++c)
      result[c] = is_border ? texture_.border[c] : value_of(texture_.channel, found[c]);
    return result;
  }

  Fetched fetched;

 private:
  const Texture& texture_;
  std::span<const std::byte> texels_;
  std::uint64_t bytes_;
  std::uint64_t layer_;
};

std::uint32_t float_bits(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

// Where a direction meets the cube: the face, and coordinates in [0, 1] on it (CUDA C++ Programming
// Guide, "Cubemap Textures"). Between faces of equal distance: z before y before x.
struct OnFace {
  std::uint32_t face = 0;
  std::array<float, 3> at{};
};
OnFace on_face(const std::array<float, 3>& direction) {
  const auto [x, y, z] = direction;
  const float ax = std::fabs(x);
  const float ay = std::fabs(y);
  const float az = std::fabs(z);
  std::uint32_t face = 0;
  float m = 0;
  float s = 0;
  float t = 0;
  if (az >= ax && az >= ay) {
    face = std::signbit(z) ? 5 : 4;
    m = az, s = std::signbit(z) ? -x : x, t = -y;
  } else if (ay >= ax) {
    face = std::signbit(y) ? 3 : 2;
    m = ay, s = x, t = std::signbit(y) ? -z : z;
  } else {
    face = std::signbit(x) ? 1 : 0;
    m = ax, s = std::signbit(x) ? z : -z, t = -y;
  }
  return {face, {(s / m + 1) / 2, (t / m + 1) / 2, 0}};
}

}  // namespace

std::uint32_t bytes_of(Channel channel) {
  switch (channel) {
    case Channel::u8:
    case Channel::s8:
      return 1;
    case Channel::u16:
    case Channel::s16:
    case Channel::f16:
      return 2;
    case Channel::u32:
    case Channel::s32:
    case Channel::f32:
      break;
  }
  return 4;
}

bool is_real(Channel channel) { return channel == Channel::f16 || channel == Channel::f32; }

bool returns_floats(const Texture& texture) {
  return is_real(texture.channel) || texture.reads_fractions;
}

std::uint64_t texel_bytes(const Texture& texture) {
  return std::uint64_t{bytes_of(texture.channel)} * texture.channels;
}

std::uint64_t bytes_of(const Texture& texture) {
  const std::uint64_t rows = texture.height * texture.depth * texture.layers;
  return (rows - 1) * texture.pitch_bytes + texture.width * texel_bytes(texture);
}

std::uint32_t axes_of(Geometry geometry) {
  switch (geometry) {
    case Geometry::line:
    case Geometry::lines:
      return 1;
    case Geometry::plane:
    case Geometry::planes:
      return 2;
    case Geometry::volume:
    case Geometry::cube:
    case Geometry::cubes:
      break;
  }
  return 3;
}

bool has_layers(Geometry geometry) {
  return geometry == Geometry::lines || geometry == Geometry::planes || geometry == Geometry::cubes;
}

bool is_cube(Geometry geometry) {
  return geometry == Geometry::cube || geometry == Geometry::cubes;
}

Fetched sample(const Texture& texture, std::span<const std::byte> texels,
               const std::array<float, 3>& at, std::uint32_t layer) {
  std::array<float, 3> place = at;
  std::uint32_t axes = axes_of(texture.geometry);
  if (is_cube(texture.geometry)) {
    const OnFace on = on_face(at);
    const auto last = static_cast<std::uint32_t>(texture.layers / 6 - 1);
    layer = std::min(layer, last) * 6 + on.face;
    place = on.at;
    axes = 2;
  }
  const bool mixes = texture.filter == Filter::linear && returns_floats(texture);
  std::array<Taps, 3> taps;
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    if (axis < axes) {
      taps[axis] = taps_of(texture, axis, place[axis], mixes);
    } else {
      taps[axis].texel[0] = 0;
    }
  }
  Reader reader(texture, texels, layer);
  if (!returns_floats(texture)) {
    reader.fetched.bits = reader.bits({taps[0].texel[0], taps[1].texel[0], taps[2].texel[0]});
    return reader.fetched;
  }
  Values sum{};
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    // Weights are multiples of 2^-24: exact.
    double weight = 1;
    std::array<std::optional<std::uint64_t>, 3> texel;
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      const std::uint32_t side = corner >> axis & 1U;
      const std::uint32_t fraction = taps[axis].fraction;
      weight *= static_cast<double>(side == 1 ? fraction : 256 - fraction) / 256.0;
      texel[axis] = taps[axis].texel[side];
    }
    if (weight == 0) continue;
    const Values values = reader.values(texel);
    for (std::uint32_t c = 0; c < 4; ++c) sum[c] += weight * values[c];
  }
  for (std::uint32_t c = 0; c < texture.channels; ++c) reader.fetched.bits[c] = float_bits(sum[c]);
  return reader.fetched;
}

Fetched fetch(const Texture& texture, std::span<const std::byte> texels,
              const std::array<std::int32_t, 3>& at, std::uint32_t layer) {
  std::array<std::optional<std::uint64_t>, 3> texel{0, 0, 0};
  bool is_outside = false;
  for (std::uint32_t axis = 0; axis < axes_of(texture.geometry); ++axis) {
    const bool is_linear = texture.memory == Memory::linear;
    texel[axis] = texel_for(is_linear ? Address::border : mode_of(texture, axis), at[axis],
                            size_of_axis(texture, axis));
    is_outside = is_outside || (is_linear && !texel[axis]);
  }
  Reader reader(texture, texels, layer);
  if (is_outside) return reader.fetched;
  if (returns_floats(texture)) {
    const Values values = reader.values(texel);
    for (std::uint32_t c = 0; c < texture.channels; ++c)
      reader.fetched.bits[c] = float_bits(values[c]);
  } else {
    reader.fetched.bits = reader.bits(texel);
  }
  return reader.fetched;
}

Fetched gather(const Texture& texture, std::span<const std::byte> texels,
               const std::array<float, 3>& at, std::uint32_t layer, std::uint32_t component) {
  const Taps x = taps_of(texture, 0, at[0], true);
  const Taps y = taps_of(texture, 1, at[1], true);
  constexpr std::array<std::array<std::size_t, 2>, 4> corners{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  Reader reader(texture, texels, layer);
  std::array<std::uint32_t, 4> result{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::array<std::optional<std::uint64_t>, 3> texel{x.texel[corners[i][0]],
                                                            y.texel[corners[i][1]], 0};
    if (component >= texture.channels) continue;
    result[i] = returns_floats(texture) ? float_bits(reader.values(texel)[component])
                                        : reader.bits(texel)[component];
  }
  reader.fetched.bits = result;
  return reader.fetched;
}

std::optional<std::uint64_t> surface_offset(const Texture& texture,
                                            const std::array<std::int32_t, 3>& at,
                                            std::uint32_t layer, std::uint32_t bytes, bool clamps) {
  const auto row_bytes = static_cast<std::int64_t>(texture.width * texel_bytes(texture));
  const std::int64_t size = bytes;
  if (row_bytes < size) return std::nullopt;
  std::array<std::int64_t, 3> place{at[0], at[1], at[2]};
  std::array<std::int64_t, 3> last{row_bytes - size, static_cast<std::int64_t>(texture.height) - 1,
                                   static_cast<std::int64_t>(texture.depth) - 1};
  if (has_layers(texture.geometry) || is_cube(texture.geometry)) {
    place[2] = layer;
    last[2] = static_cast<std::int64_t>(texture.layers) - 1;
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (place[axis] >= 0 && place[axis] <= last[axis]) continue;
    if (!clamps) return std::nullopt;
    place[axis] = std::clamp<std::int64_t>(place[axis], 0, last[axis]);
  }
  const auto row =
      static_cast<std::uint64_t>(place[2]) * texture.height + static_cast<std::uint64_t>(place[1]);
  return row * texture.pitch_bytes + static_cast<std::uint64_t>(place[0]);
}

}  // namespace lanescope::texture
