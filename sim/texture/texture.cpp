#include "sim/texture/texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim/exec/arithmetic/half.h"

namespace lanescope::texture {
namespace {

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

// What a channel's largest number is as a fraction of 1: filters and gathers have fractions of 16
// bits, whatever the texel's.
double whole(Channel channel) {
  return channel == Channel::s8 || channel == Channel::s16 ? 32767.0 : 65535.0;
}

// The value of a texel that is not filtered. Both of the two lowest signed numbers are -1.
double value_of(Channel channel, std::uint32_t bits) {
  const auto number = static_cast<double>(static_cast<std::int32_t>(bits));
  switch (channel) {
    case Channel::u8:
      return number / 255.0;
    case Channel::s8:
      return std::max(number / 127.0, -1.0);
    case Channel::u16:
    case Channel::s16:
      return std::max(number / whole(channel), -1.0);
    default:
      return std::bit_cast<float>(bits);
  }
}

// What a filter mixes: floats, numbers, or for u8 the number of 16 bits that is the same fraction.
double to_mix(Channel channel, std::uint32_t bits) {
  const auto number = static_cast<double>(static_cast<std::int32_t>(bits));
  switch (channel) {
    case Channel::u8:
      return number * 257.0;
    case Channel::s8:
    case Channel::u16:
    case Channel::s16:
      return number;
    default:
      return std::bit_cast<float>(bits);
  }
}

// Rounds to the nearest, halves away from 0, given what rounds halves to even.
template <class Nearest>
double half_away(double value, Nearest nearest) {
  const double found = nearest(value);
  const double other = found + 2 * (value - found);
  return std::fabs(other) > std::fabs(found) && nearest(other) == other ? other : found;
}

// What a filter or a gather returns of a mix: it has the precision of the texel's format, and
// fractions have 16 bits.
float from_mix(Channel channel, double mix) {
  if (channel == Channel::f32)
    return static_cast<float>(half_away(mix, [](double v) { return static_cast<float>(v); }));
  if (channel == Channel::f16)
    return static_cast<float>(half_away(mix, [](double v) {
      return exec::widened<exec::Binary16>(exec::narrowed<exec::Binary16>(exec::to_odd_float(v)));
    }));
  if (channel == Channel::s8) {
    // To 32767ths from numbers with 8 bits behind the point: times 1 + 1/128 + 1/32768, near
    // 32767 / (127 * 256), in whole numbers with their low bits cut off.
    const auto fixed = static_cast<std::int32_t>(mix * 256.0);
    const std::int32_t sixteenths = fixed >> 4;
    mix = fixed + ((sixteenths + (sixteenths >> 8) + 4) >> 3);
  }
  return static_cast<float>(std::max(std::floor(mix + 0.5) / whole(channel), -1.0));
}

// The border in the format of the texels, like a texel of bits_at. Halves are cut off. Numbers are
// rounded to the nearest; signed ones of .502 to .522 were rounded down, though, those of .561 up.
std::uint32_t border_bits(const Texture& texture, std::uint32_t c) {
  const float border = std::isnan(texture.border[c]) ? 0 : texture.border[c];
  const bool is_signed = texture.channel == Channel::s8 || texture.channel == Channel::s16;
  const double up_from = is_signed ? 0.55 : 0.5;
  const auto fraction = [border, up_from](double lowest, double highest) {
    const double number = std::clamp(border * highest, lowest, highest);
    const double size = std::floor(std::fabs(number) + (1 - up_from));
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::copysign(size, number)));
  };
  switch (texture.channel) {
    case Channel::u8:
      return fraction(0, 255);
    case Channel::s8:
      return fraction(-127, 127);
    case Channel::u16:
      return fraction(0, 65535);
    case Channel::s16:
      return fraction(-32767, 32767);
    case Channel::f16: {
      std::uint32_t half = exec::narrowed<exec::Binary16>(border);
      if (std::fabs(exec::widened<exec::Binary16>(half)) > std::fabs(border)) --half;
      return std::bit_cast<std::uint32_t>(exec::widened<exec::Binary16>(half));
    }
    default:
      return std::bit_cast<std::uint32_t>(border);
  }
}

std::uint64_t size_of_axis(const Texture& texture, std::uint32_t axis) {
  return axis == 0 ? texture.width : axis == 1 ? texture.height : texture.depth;
}

// Wrap and mirror need normalized coordinates; without them they are switched to clamp. The faces
// of a cube are not joined: each is a plane with the modes of x and y.
Address mode_of(const Texture& texture, std::uint32_t axis) {
  const Address mode = texture.address[axis];
  const bool repeats = mode == Address::wrap || mode == Address::mirror;
  return repeats && !texture.is_normalized ? Address::clamp : mode;
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

// Normalized coordinates have this many bits behind the point; those below are cut off.
constexpr int normalized_bits = 21;

// The coordinate in texels. From 2^25 on a float is an even number: a whole number of repetitions.
double in_texels(const Texture& texture, std::uint32_t axis, float coordinate) {
  if (std::isnan(coordinate) || std::fabs(coordinate) < std::numeric_limits<float>::min()) return 0;
  const Address mode = mode_of(texture, axis);
  const bool repeats = mode == Address::wrap || mode == Address::mirror;
  constexpr float even_from = 33554432.0F;
  if (repeats && std::fabs(coordinate) >= even_from) return 0;
  double x = coordinate;
  if (texture.is_normalized) {
    x = std::ldexp(std::floor(std::ldexp(x, normalized_bits)), -normalized_bits);
    x *= static_cast<double>(size_of_axis(texture, axis));
  }
  constexpr double far = 1ULL << 50;
  return std::clamp(x, -far, far);
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
  if (mode == Address::clamp && taps.texel[0] == taps.texel[1]) taps.fraction = 0;
  return taps;
}

// The weights of the corners in 256ths; bit i of a corner's number is its side along axis i. A sum
// of weights is split at z, then at x, then at y. Halves go to the far side in x, and in y to the
// far side of a far x and to the near side of a near x.
std::array<std::uint32_t, 8> weights_of(const std::array<Taps, 3>& taps) {
  std::array<std::uint32_t, 8> weights{};
  for (std::uint32_t z = 0; z < 2; ++z) {
    const std::uint32_t slice = z == 1 ? taps[2].fraction : 256 - taps[2].fraction;
    const std::uint32_t far = (slice * taps[0].fraction + 128) / 256;
    for (std::uint32_t x = 0; x < 2; ++x) {
      const std::uint32_t column = x == 1 ? far : slice - far;
      const std::uint32_t high = (column * taps[1].fraction + (x == 1 ? 128 : 127)) / 256;
      weights[z * 4 + x] = column - high;
      weights[z * 4 + x + 2] = high;
    }
  }
  return weights;
}

using Corners = std::array<double, 8>;

// The mix before it is rounded. In a slice of four, floats lose the bits that lie this far below
// the highest bit of the largest. The sum of a slice is rounded to the last bit that the other
// has.
double mix_of(Channel channel, const std::array<std::uint32_t, 8>& weights, const Corners& values) {
  const int kept = channel == Channel::f16 ? 14 : 27;
  std::array<double, 2> sums{};  // in 256ths
  std::optional<int> lowest_of_both;
  for (std::size_t slice = 0; slice < 2; ++slice) {
    double largest = 0;
    for (std::size_t i = slice * 4; i < slice * 4 + 4; ++i)
      if (weights[i] != 0) largest = std::max(largest, std::fabs(values[i]));
    const bool cuts = is_real(channel) && largest > 0 && std::isfinite(largest);
    const int lowest = cuts ? std::ilogb(largest) - kept : 0;
    if (cuts) lowest_of_both = std::max(lowest, lowest_of_both.value_or(lowest));
    for (std::size_t i = slice * 4; i < slice * 4 + 4; ++i) {
      if (weights[i] == 0) continue;
      const double value = std::ldexp(std::trunc(std::ldexp(values[i], -lowest)), lowest);
      sums[slice] += weights[i] * (cuts ? value : values[i]);
    }
  }
  if (lowest_of_both) {
    for (double& sum : sums)
      sum = std::ldexp(std::floor(std::ldexp(sum, -*lowest_of_both) + 0.5), *lowest_of_both);
  }
  return (sums[0] + sums[1]) / 256.0;
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
    if (!at[0] || !at[1] || !at[2]) {
      for (std::uint32_t c = 0; returns_floats(texture_) && c < texture_.channels; ++c)
        result[c] = border_bits(texture_, c);
      return result;
    }
    const std::uint64_t slice =
        has_layers(texture_.geometry) || is_cube(texture_.geometry) ? layer_ : *at[2];
    const std::uint64_t offset =
        (slice * texture_.height + *at[1]) * texture_.pitch_bytes + *at[0] * bytes_;
    fetched.read_at[fetched.reads++] = offset;
    for (std::uint32_t c = 0; c < texture_.channels; ++c)
      result[c] = bits_at(texture_.channel, &texels_[offset + c * bytes_of(texture_.channel)]);
    return result;
  }

  Fetched fetched;

 private:
  const Texture& texture_;
  std::span<const std::byte> texels_;
  std::uint64_t bytes_;
  std::uint64_t layer_;
};

// The result for a texel that is not filtered.
std::uint32_t result_of(const Texture& texture, std::uint32_t bits) {
  if (!returns_floats(texture)) return bits;
  return std::bit_cast<std::uint32_t>(static_cast<float>(value_of(texture.channel, bits)));
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
  // A line is a plane, read at y = 0: between its texels and those of y = -1.
  if (texture.geometry == Geometry::line && mixes && texture.address[1] == Address::border)
    taps[1] = Taps{{std::nullopt, 0}, 128};
  Reader reader(texture, texels, layer);
  if (!mixes) {
    const auto found = reader.bits({taps[0].texel[0], taps[1].texel[0], taps[2].texel[0]});
    for (std::uint32_t c = 0; c < texture.channels; ++c)
      reader.fetched.bits[c] = result_of(texture, found[c]);
    return reader.fetched;
  }
  const std::array<std::uint32_t, 8> weights = weights_of(taps);
  std::array<Corners, 4> values{};
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    if (weights[corner] == 0) continue;
    const auto found = reader.bits({taps[0].texel[corner & 1U], taps[1].texel[corner >> 1U & 1U],
                                    taps[2].texel[corner >> 2U]});
    for (std::uint32_t c = 0; c < texture.channels; ++c)
      values[c][corner] = to_mix(texture.channel, found[c]);
  }
  for (std::uint32_t c = 0; c < texture.channels; ++c)
    reader.fetched.bits[c] = std::bit_cast<std::uint32_t>(
        from_mix(texture.channel, mix_of(texture.channel, weights, values[c])));
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
  const auto found = reader.bits(texel);
  for (std::uint32_t c = 0; c < texture.channels; ++c)
    reader.fetched.bits[c] = result_of(texture, found[c]);
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
    const std::uint32_t found = reader.bits(texel)[component];
    result[i] = returns_floats(texture) ? std::bit_cast<std::uint32_t>(from_mix(
                                              texture.channel, to_mix(texture.channel, found)))
                                        : found;
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
  for (std::size_t axis = axes_of(texture.geometry); axis < 3; ++axis) place[axis] = 0;
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
