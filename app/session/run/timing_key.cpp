#include "app/session/run/timing_key.h"

#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/run/run.h"
#include "sim/report/build.h"
#include "sim/texture/texture.h"

namespace lanescope::app {
namespace {

std::string hash_of(const std::string& text) {
  return report::fnv1a64(std::as_bytes(std::span(text)));
}

}  // namespace

std::string hash_of_text(const lesson::Resolved& resolved) {
  std::string text =
      resolved.source_text + resolved.ptx_text + compile::own_headers(source_of(resolved)).digest;
  for (const std::string& flag : resolved.flags) text += '\n' + flag;
  return hash_of(text);
}

namespace {

// Type, size and contents. Of an argument without what lesson files could not say once, the text is
// what it was: recordings have its hash.
std::string described(const lesson::Argument& argument) {
  std::string text = fmt::format(";{},{},{}", static_cast<int>(argument.type), argument.count,
                                 argument.is_array ? argument.init : std::string());
  for (const std::byte byte : argument.value)
    text += fmt::format(",{}", static_cast<unsigned>(byte));
  for (const lesson::ArrayAddress& address : argument.addresses)
    text += fmt::format("@{},{},{}", address.at, address.array, address.offset);
  for (const lesson::TextureHandle& handle : argument.textures)
    text += fmt::format("%{},{},{}", handle.at, handle.texture, handle.is_surface);
  if (!argument.is_parameter) text += ",array";
  return text;
}

std::string described(const lesson::TextureView& view) {
  const texture::Texture& how = view.how;
  std::string text = fmt::format(
      ";texture,{},{},{},{},{},{},{},{},{},{},{},{},{}", view.array, static_cast<int>(how.geometry),
      static_cast<int>(how.memory), static_cast<int>(how.channel), how.channels, how.width,
      how.height, how.depth, how.layers, how.pitch_bytes, static_cast<int>(how.filter),
      how.is_normalized, how.reads_fractions);
  for (const texture::Address mode : how.address)
    text += fmt::format(",{}", static_cast<int>(mode));
  for (const float value : how.border) text += fmt::format(",{}", value);
  return text;
}

}  // namespace

TimingKey key_of(const lesson::Resolved& resolved, compile::Compiler compiler) {
  TimingKey key;
  key.lesson = resolved.lesson_id;
  key.variant = resolved.variant;
  key.kernel = resolved.kernel;
  key.params = resolved.params;
  key.grid = resolved.grid;
  key.block = resolved.block;
  key.compiler = compiler;
  key.text = hash_of_text(resolved);
  std::string arguments = fmt::format("{}", resolved.dynamic_shared_bytes);
  if (resolved.is_cooperative) arguments += ",cooperative";
  for (const lesson::Argument& argument : resolved.args) arguments += described(argument);
  for (const lesson::Argument& symbol : resolved.symbols)
    arguments += ";" + symbol.name + described(symbol);
  for (const lesson::TextureView& view : resolved.textures) arguments += described(view);
  for (const lesson::EarlierLaunch& launch : resolved.before) {
    arguments += fmt::format(";before {} {} {} {} {}", launch.kernel, fmt::join(launch.grid, "x"),
                             fmt::join(launch.block, "x"), launch.dynamic_shared_bytes,
                             launch.is_cooperative);
    for (const lesson::Argument& argument : launch.args) arguments += described(argument);
  }
  key.arguments = hash_of(arguments);
  return key;
}

bool same_kernel(const TimingKey& a, const TimingKey& b) {
  return a.lesson == b.lesson && a.variant == b.variant && a.kernel == b.kernel &&
         a.compiler == b.compiler && a.text == b.text;
}

bool is_of_kernel(const device::RecordedPoint& point, const TimingKey& key) {
  return point.lesson == key.lesson && point.variant == key.variant && point.kernel == key.kernel;
}

bool is_of(const device::RecordedPoint& point, const TimingKey& key) {
  return is_of_kernel(point, key) && point.params == key.params && point.grid == key.grid &&
         point.block == key.block;
}

bool is_of_other_text(const device::RecordedPoint& point, const TimingKey& key) {
  return !point.source_hash.empty() && point.source_hash != key.text;
}

std::string values_text(const lesson::Values& params) {
  std::string text;
  for (const auto& [name, value] : params)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  return text;
}

lesson::Values differing(const lesson::Values& params, const lesson::Values& others) {
  lesson::Values result;
  for (const auto& [name, value] : params) {
    const auto other = others.find(name);
    if (other == others.end() || other->second != value) result.emplace(name, value);
  }
  return result;
}

std::string short_params(const lesson::Values& params) {
  std::string text;
  for (const auto& [name, value] : params)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

}  // namespace lanescope::app
