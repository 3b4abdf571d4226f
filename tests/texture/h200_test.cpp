// Fetches as an H200 made them: the model returns the same bits.
#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/texture/texture.h"
#include "tests/paths.h"

namespace lanescope::texture {
namespace {

// The number of a word in a list of words.
std::size_t place_in(const std::vector<std::string>& words, const std::string& word) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return i;
  ADD_FAILURE() << word;
  return 0;
}

std::string word_of(std::istringstream& line) {
  std::string word;
  line >> word;
  return word;
}

struct Measured {
  std::string op;
  Texture how;
  std::uint32_t component = 0;
  std::vector<std::byte> texels;
};

Measured texture_of(std::istringstream& line) {
  const auto number = [&] { return static_cast<std::uint32_t>(std::stoul(word_of(line))); };
  Measured measured;
  Texture& how = measured.how;
  measured.op = word_of(line);
  how.geometry = static_cast<Geometry>(
      place_in({"line", "plane", "volume", "lines", "planes", "cube", "cubes"}, word_of(line)));
  how.memory = static_cast<Memory>(place_in({"array", "linear", "pitch"}, word_of(line)));
  how.channel = static_cast<Channel>(
      place_in({"u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32"}, word_of(line)));
  how.channels = number();
  how.width = number();
  how.height = number();
  how.depth = number();
  how.layers = number();
  how.pitch_bytes = number();
  how.filter = static_cast<Filter>(place_in({"point", "linear"}, word_of(line)));
  for (Address& address : how.address)
    address = static_cast<Address>(place_in({"wrap", "mirror", "clamp", "border"}, word_of(line)));
  how.is_normalized = number() != 0;
  how.reads_fractions = number() != 0;
  for (float& border : how.border)
    border =
        std::bit_cast<float>(static_cast<std::uint32_t>(std::stoul(word_of(line), nullptr, 16)));
  measured.component = number();
  const std::string hex = word_of(line);
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    measured.texels.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return measured;
}

using Bits = std::array<std::uint32_t, 4>;

Bits modelled(const Measured& measured, const std::array<std::string, 3>& at, std::uint32_t layer) {
  const Texture& how = measured.how;
  std::array<float, 3> place{};
  std::array<std::int32_t, 3> number{};
  const bool is_real = measured.op == "tex" || measured.op == "gather";
  for (std::size_t i = 0; i < 3; ++i) {
    if (is_real) {
      const auto bits = static_cast<std::uint32_t>(std::stoul(at[i], nullptr, 16));
      place[i] = std::bit_cast<float>(bits);
    } else {
      number[i] = std::stoi(at[i]);
    }
  }
  if (measured.op == "tex") return sample(how, measured.texels, place, layer).bits;
  if (measured.op == "gather")
    return gather(how, measured.texels, place, layer, measured.component).bits;
  if (measured.op == "fetch") return fetch(how, measured.texels, number, layer).bits;
  Bits result{};
  const auto bytes = static_cast<std::uint32_t>(texel_bytes(how));
  const auto offset = surface_offset(how, number, layer, bytes, measured.op == "surface_clamp");
  if (offset) std::memcpy(result.data(), &measured.texels[*offset], bytes);
  return result;
}

TEST(TextureMeasured, fetches_of_an_h200_bit_for_bit) {
  std::ifstream file(LANESCOPE_SOURCE_DIR "/tests/texture/h200_rows.txt");
  Measured measured;
  std::string text;
  int fetches = 0;
  for (int number = 1; std::getline(file, text); ++number) {
    std::istringstream line(text);
    const std::string kind = word_of(line);
    if (kind == "texture") measured = texture_of(line);
    if (kind != "fetch") continue;
    ++fetches;
    std::array<std::string, 3> at;
    for (std::string& word : at) word = word_of(line);
    const auto layer = static_cast<std::uint32_t>(std::stoul(word_of(line)));
    Bits expected{};
    for (std::uint32_t& bits : expected)
      bits = static_cast<std::uint32_t>(std::stoul(word_of(line), nullptr, 16));
    EXPECT_EQ(modelled(measured, at, layer), expected) << "line " << number << ": " << text;
  }
  EXPECT_GT(fetches, 400);
}

}  // namespace
}  // namespace lanescope::texture
