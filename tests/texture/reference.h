// The formulas of the CUDA C++ Programming Guide, "Texture Fetching", written out for one channel
// of floats in one and two dimensions, with coordinates replaced as the guide says: another way
// than sim/texture, which replaces texel numbers.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

namespace lanescope::texture::reference {

enum class Mode { clamp, border, wrap, mirror };

// T[i] of a row of n texels, for any i.
inline double texel(const std::vector<float>& row, Mode mode, long i) {
  const long n = static_cast<long>(row.size());
  switch (mode) {
    case Mode::clamp:
      if (i < 0) i = 0;
      if (i > n - 1) i = n - 1;
      break;
    case Mode::border:
      if (i < 0 || i > n - 1) return 0;
      break;
    case Mode::wrap:
      while (i < 0) i += n;
      while (i >= n) i -= n;
      break;
    case Mode::mirror:
      while (i < 0 || i >= n) i = i < 0 ? -1 - i : 2 * n - 1 - i;
      break;
  }
  return row[static_cast<std::size_t>(i)];
}

// "9-bit fixed point format with 8 bits of fractional value (so 1.0 is exactly represented)".
inline double weight(double x) { return std::floor((x - std::floor(x)) * 256 + 0.5) / 256; }

inline double nearest(const std::vector<float>& row, Mode mode, double x) {
  return texel(row, mode, static_cast<long>(std::floor(x)));
}

// The product of two weights has 8 bits, too, and the others follow from it.
inline double bilinear(const std::vector<std::vector<float>>& rows, Mode mode, double x, double y) {
  const long j = static_cast<long>(std::floor(y - 0.5));
  const long i = static_cast<long>(std::floor(x - 0.5));
  const auto at = [&](long column, long line) {
    std::vector<float> values;
    for (const std::vector<float>& row : rows)
      values.push_back(static_cast<float>(texel(row, mode, column)));
    return texel(values, mode, line);
  };
  const double a = weight(x - 0.5);
  const double b = weight(y - 0.5);
  const double ab = std::floor(a * b * 256 + 0.5) / 256;
  return (1 - a - b + ab) * at(i, j) + (a - ab) * at(i + 1, j) + (b - ab) * at(i, j + 1) +
         ab * at(i + 1, j + 1);
}

}  // namespace lanescope::texture::reference
