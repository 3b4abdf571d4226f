// Named links between host and GPU: what they can move at most in one direction.
//
// PCI Express, 16 lanes: PCI Express Base Specification 3.0, 4.0 and 5.0 (8, 16 and 32 GT/s on a
// lane, 128b/130b coding). Data travel in packets of 256 bytes, the payload that hosts commonly
// allow, each with 24 bytes of its own: framing and sequence number 4, header with a 64-bit address
// 16, checksum 4 (3.0, sections 2.2 and 4.2.2). Flow control and acknowledgements are left out.
//
// NVLink-C2C: "NVIDIA Grace Hopper Superchip Architecture" (2022): 900 GB/s, both directions
// together. Nothing is published about its packets, so its share is 1.
#pragma once

#include <array>
#include <string_view>

namespace lanescope::transfer {

struct Link {
  std::string_view name;
  double raw_bytes_per_second = 0;  // one direction, after the coding
  double payload_share = 1;         // the part of these bytes that is data
  [[nodiscard]] constexpr double bytes_per_second() const {
    return raw_bytes_per_second * payload_share;
  }
};

// GT/s on each of 16 lanes.
[[nodiscard]] constexpr Link pcie_x16(std::string_view name, double gigatransfers) {
  constexpr double lanes = 16, coding = 128.0 / 130, bits = 8, payload = 256, around = 24;
  return {name, gigatransfers * 1e9 * lanes * coding / bits, payload / (payload + around)};
}

inline constexpr std::array links{pcie_x16("PCIe 3.0 x16", 8), pcie_x16("PCIe 4.0 x16", 16),
                                  pcie_x16("PCIe 5.0 x16", 32), Link{"NVLink-C2C", 450e9}};

}  // namespace lanescope::transfer
