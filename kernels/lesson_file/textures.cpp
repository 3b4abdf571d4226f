#include "kernels/lesson_file/parts.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/reader.h"

namespace lanescope::lesson {
namespace {

using texture::Address;
using texture::Channel;
using texture::Filter;
using texture::Geometry;
using texture::Memory;

// Rows of memory that a GPU reads as a texture begin at multiples of this
// (cudaDevicePropTexturePitchAlignment).
constexpr std::int64_t pitch_alignment = 32;
constexpr std::int64_t max_extent = std::int64_t{1} << 27;  // of linear memory, the largest

template <class T>
struct Word {
  const char* text;
  T value;
};
constexpr Word<Memory> memory_words[] = {
    {"array", Memory::array}, {"linear", Memory::linear}, {"pitch", Memory::pitch}};
constexpr Word<Filter> filter_words[] = {{"point", Filter::point}, {"linear", Filter::linear}};
constexpr Word<Address> address_words[] = {{"clamp", Address::clamp},
                                           {"border", Address::border},
                                           {"wrap", Address::wrap},
                                           {"mirror", Address::mirror}};
constexpr Word<bool> read_words[] = {{"element", false}, {"normalized", true}};
constexpr Word<bool> kind_words[] = {{"plain", false}, {"cube", true}};

struct ChannelOf {
  ElementType type;
  Channel channel;
};
constexpr ChannelOf channels[] = {
    {ElementType::u8, Channel::u8},   {ElementType::i8, Channel::s8},
    {ElementType::u16, Channel::u16}, {ElementType::i16, Channel::s16},
    {ElementType::u32, Channel::u32}, {ElementType::i32, Channel::s32},
    {ElementType::f16, Channel::f16}, {ElementType::f32, Channel::f32}};

template <class T, std::size_t n>
T chosen(const Table& table, const LocatedText& written, const Word<T> (&words)[n]) {
  std::vector<std::string> names;
  for (const Word<T>& word : words) {
    if (word.text == written.text) return word.value;
    names.emplace_back(word.text);
  }
  table.fail_at(written.place, fmt::format("unknown word '{}'{}; the words are {}", written.text,
                                           did_you_mean(written.text, names), list_of(names)));
  return words[0].value;
}

template <class T, std::size_t n>
T word_at(const Table& table, const char* key, const Word<T> (&words)[n]) {
  const auto written = table.located_text(key);
  return written ? chosen(table, *written, words) : words[0].value;
}

std::array<Address, 3> read_address(const Table& table) {
  std::array<Address, 3> result{Address::clamp, Address::clamp, Address::clamp};
  if (!table.is_list("address")) {
    result.fill(word_at(table, "address", address_words));
    return result;
  }
  const auto written = table.located_texts("address").value_or(std::vector<LocatedText>{});
  if (written.size() > result.size())
    table.fail("address",
               fmt::format("it has {} words; there are at most 3, for x, y and z", written.size()));
  for (std::size_t i = 0; i < std::min(written.size(), result.size()); ++i)
    result[i] = chosen(table, written[i], address_words);
  return result;
}

// Keys that have no meaning with others.
void check_keys(const Table& table, const TextureSpec& spec) {
  const auto refuse = [&](std::initializer_list<const char*> keys, std::string_view why) {
    for (const char* key : keys) {
      if (table.has(key)) table.fail(key, std::string(why));
    }
  };
  if (spec.is_cube) refuse({"height", "depth"}, "a cube has faces of width x width texels");
  if (table.has("depth") && !table.has("height"))
    table.fail("depth", "a texture with a depth has a height, too");
  if (table.has("depth")) refuse({"layers"}, "a texture has a depth or layers, not both");
  if (spec.memory == Memory::linear) {
    refuse({"height", "depth", "layers", "filter", "address", "normalized", "border"},
           "linear memory has a width alone, and tex1Dfetch reads it by texel numbers; with "
           "memory = \"array\" a texture has the rest");
  }
  if (spec.memory == Memory::pitch) {
    if (!table.has("height")) table.fail("memory", "memory with a pitch has a height");
    refuse({"depth", "layers"}, "memory with a pitch has a width and a height alone");
  }
  if (spec.memory != Memory::array && spec.is_cube)
    table.fail("kind", "a cube needs memory = \"array\"");
  if (spec.memory != Memory::pitch)
    refuse({"pitch"}, "only memory with a pitch has it: memory = \"pitch\"");
}

TextureSpec read_texture(const Table& table) {
  table.allow({"name", "array", "kind", "memory", "width", "height", "depth", "layers", "pitch",
               "type", "channels", "filter", "address", "normalized", "read", "border"});
  table.require({"name", "array", "width"});
  TextureSpec spec;
  spec.place = table.place();
  spec.name = table.text("name").value_or("");
  if (!is_identifier(spec.name)) table.fail("name", "a name consists of letters, digits and '_'");
  spec.array = table.located_text("array").value_or(LocatedText{});
  spec.is_cube = word_at(table, "kind", kind_words);
  spec.memory = word_at(table, "memory", memory_words);
  spec.width = table.amount("width");
  spec.height = table.amount("height");
  spec.depth = table.amount("depth");
  spec.layers = table.amount("layers");
  spec.pitch = table.amount("pitch");
  spec.type = table.located_text("type");
  spec.channels = table.amount("channels");
  spec.filter = word_at(table, "filter", filter_words);
  spec.filter_place = table.place_of("filter");
  spec.address = read_address(table);
  spec.normalized = table.amount("normalized");
  spec.reads_fractions = word_at(table, "read", read_words);
  spec.read_place = table.place_of("read");
  spec.border_place = table.place_of("border");
  if (auto border = table.amounts("border", true)) spec.border = std::move(*border);
  check_keys(table, spec);
  return spec;
}

class TextureResolver {
 public:
  TextureResolver(const TextureSpec& spec, const std::vector<const Argument*>& arrays,
                  Evaluation& evaluation)
      : spec_(spec), arrays_(arrays), evaluation_(evaluation) {}

  TextureView run() {
    view_.name = spec_.name;
    view_.line = spec_.place.line;
    find_array();
    if (!evaluation_.error) resolve_channels();
    if (!evaluation_.error) resolve_extents();
    if (!evaluation_.error) resolve_reading();
    return std::move(view_);
  }

 private:
  void fail(const Place& place, std::string message) {
    evaluation_.fail(place, std::move(message));
  }

  std::uint64_t number(const std::optional<Amount>& amount, std::int64_t least, std::int64_t most,
                       std::int64_t otherwise) {
    if (!amount) return static_cast<std::uint64_t>(otherwise);
    const std::int64_t value = evaluation_.number(*amount);
    if (value >= least && value <= most) return static_cast<std::uint64_t>(value);
    fail(amount->place, fmt::format("it is {}; it can be {} to {}", value, least, most));
    return static_cast<std::uint64_t>(otherwise);
  }

  void find_array() {
    const auto found = std::ranges::find(arrays_, spec_.array.text, &Argument::name);
    if (found == arrays_.end()) {
      std::vector<std::string> names;
      for (const Argument* array : arrays_) names.push_back(array->name);
      return fail(spec_.array.place,
                  fmt::format("there is no array '{}'{}; there are {}", spec_.array.text,
                              did_you_mean(spec_.array.text, names), list_of(names)));
    }
    view_.array = static_cast<std::size_t>(found - arrays_.begin());
  }

  void resolve_channels() {
    const auto type = spec_.type ? element_type_of(spec_.type->text) : arrays_[view_.array]->type;
    const auto known = std::ranges::find_if(
        channels, [&](const ChannelOf& each) { return type && each.type == *type; });
    if (known == std::end(channels)) {
      std::vector<std::string> names;
      for (const ChannelOf& each : channels) names.emplace_back(name_of(each.type));
      return fail(spec_.type ? spec_.type->place : spec_.array.place,
                  fmt::format("a texture has no channels of type '{}'; the types are {}",
                              spec_.type ? spec_.type->text : name_of(*type), list_of(names)));
    }
    view_.how.channel = known->channel;
    const std::uint64_t count = number(spec_.channels, 1, 4, 1);
    if (count == 3) fail(spec_.channels->place, "it is 3; a texel has 1, 2 or 4 channels");
    view_.how.channels = static_cast<std::uint32_t>(count);
  }

  void resolve_extents() {
    texture::Texture& how = view_.how;
    how.memory = spec_.memory;
    how.width = number(spec_.width, 1, max_extent, 1);
    how.height = spec_.is_cube ? how.width : number(spec_.height, 1, max_extent, 1);
    how.depth = number(spec_.depth, 1, max_extent, 1);
    how.layers = number(spec_.layers, 1, max_extent, 1) * (spec_.is_cube ? 6 : 1);
    const bool has_layers = spec_.layers.has_value();
    how.geometry = spec_.is_cube  ? has_layers ? Geometry::cubes : Geometry::cube
                   : spec_.depth  ? Geometry::volume
                   : spec_.height ? has_layers ? Geometry::planes : Geometry::plane
                   : has_layers   ? Geometry::lines
                                  : Geometry::line;
    const auto row_bytes = static_cast<std::int64_t>(how.width * texture::texel_bytes(how));
    how.pitch_bytes = number(spec_.pitch, row_bytes, std::int64_t{1} << 40, row_bytes);
    if (spec_.pitch && how.pitch_bytes % pitch_alignment != 0) {
      fail(spec_.pitch->place,
           fmt::format("it is {}; the bytes from row to row are a multiple of {}", how.pitch_bytes,
                       pitch_alignment));
    }
    if (!evaluation_.error) check_bytes();
  }

  void check_bytes() {
    const texture::Texture& how = view_.how;
    const Argument& array = *arrays_[view_.array];
    const std::uint64_t bytes = array.count * bytes_of(array.type);
    std::uint64_t rows = 0;
    std::uint64_t needed = 0;
    const bool is_too_much = __builtin_mul_overflow(how.height, how.depth * how.layers, &rows) ||
                             __builtin_mul_overflow(rows, how.pitch_bytes, &needed);
    if (is_too_much || texture::bytes_of(how) > bytes) {
      fail(spec_.width->place,
           fmt::format("'{}' has {} bytes; the texture needs {}", array.name, bytes,
                       is_too_much
                           ? "more than 16 EiB"
                           : fmt::format("{} ({} x {} x {} texels of {})", texture::bytes_of(how),
                                         how.width, how.height, how.depth * how.layers,
                                         texture::texel_bytes(how))));
    }
  }

  void resolve_reading() {
    texture::Texture& how = view_.how;
    how.filter = spec_.filter;
    how.address = spec_.address;
    how.is_normalized = number(spec_.normalized, 0, 1, spec_.is_cube ? 1 : 0) == 1;
    how.reads_fractions = spec_.reads_fractions;
    if (spec_.is_cube && !how.is_normalized)
      fail(spec_.normalized->place, "it is 0; a cube is read by a direction");
    const bool is_short = texture::bytes_of(how.channel) < 4 && !texture::is_real(how.channel);
    if (how.reads_fractions && !is_short)
      fail(spec_.read_place, "only integers of 8 and 16 bits are read as fractions");
    if (how.filter == Filter::linear && !texture::returns_floats(how)) {
      fail(spec_.filter_place,
           "integers are not filtered; those of 8 and 16 bits are with read = \"normalized\"");
    }
    resolve_border();
  }

  void resolve_border() {
    texture::Texture& how = view_.how;
    if (spec_.border.empty()) return;
    if (std::ranges::find(how.address, Address::border) == how.address.end())
      fail(spec_.border_place, "only a texture with address = \"border\" has it");
    if (!texture::returns_floats(how))
      fail(spec_.border_place, "only a texture that gives floats has it; else the border is 0");
    if (spec_.border.size() != how.channels) {
      fail(spec_.border_place, fmt::format("it has {} numbers; there are {} channels",
                                           spec_.border.size(), how.channels));
    }
    for (std::size_t i = 0; i < spec_.border.size() && !evaluation_.error; ++i) {
      const auto* fraction = std::get_if<double>(&spec_.border[i].value);
      how.border[i] = static_cast<float>(
          fraction != nullptr ? *fraction
                              : static_cast<double>(evaluation_.number(spec_.border[i])));
    }
  }

  const TextureSpec& spec_;
  const std::vector<const Argument*>& arrays_;
  Evaluation& evaluation_;
  TextureView view_;
};

}  // namespace

std::vector<TextureSpec> read_textures(const std::vector<Table>& tables) {
  std::vector<TextureSpec> all;
  for (const Table& table : tables) {
    TextureSpec spec = read_texture(table);
    for (const TextureSpec& other : all) {
      if (other.name == spec.name) {
        table.fail("name", fmt::format("there is a texture '{}' already, in line {}", other.name,
                                       other.place.line));
      }
    }
    all.push_back(std::move(spec));
  }
  return all;
}

TextureView resolve_texture(const TextureSpec& spec, const std::vector<const Argument*>& arrays,
                            Evaluation& evaluation) {
  return TextureResolver(spec, arrays, evaluation).run();
}

}  // namespace lanescope::lesson
