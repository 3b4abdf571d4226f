#include "kernels/device/message.h"

#include <stdexcept>
#include <utility>

namespace lanescope::device {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t prefix_bytes = 8;

std::string prefix_of(std::size_t size) {
  std::string prefix(prefix_bytes, '\0');
  for (std::size_t i = 0; i < prefix_bytes; ++i)
    prefix[i] = static_cast<char>(static_cast<std::uint64_t>(size) >> (8 * i) & 0xff);
  return prefix;
}

std::uint64_t prefix_in(std::string_view bytes) {
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < prefix_bytes; ++i)
    size |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
  return size;
}

// Takes `size` bytes off the front.
std::string_view take(std::string_view& bytes, std::uint64_t size) {
  if (size > bytes.size()) throw std::runtime_error("the message is cut off");
  const std::string_view taken = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return taken;
}

}  // namespace

std::string OutgoingMessage::packed(Json body) const {
  Json sizes = Json::array();
  std::size_t total = 0;
  for (const auto& array : arrays_) {
    sizes.push_back(array.size());
    total += array.size();
  }
  std::string header;
  Json::to_msgpack(Json{{"sizes", std::move(sizes)}, {"body", std::move(body)}}, header);
  std::string out = prefix_of(header.size());
  out.reserve(prefix_bytes + header.size() + total);
  out += header;
  for (const auto& array : arrays_)
    out.append(reinterpret_cast<const char*>(array.data()), array.size());
  return out;
}

IncomingMessage::IncomingMessage(std::string_view bytes) {
  const std::uint64_t size = prefix_in(take(bytes, prefix_bytes));
  const std::string_view header = take(bytes, size);
  Json json = Json::from_msgpack(header.begin(), header.end());
  for (const Json& array : json.at("sizes"))
    arrays_.push_back(take(bytes, array.get<std::uint64_t>()));
  body_ = std::move(json.at("body"));
}

std::vector<std::uint8_t> IncomingMessage::array(std::size_t number) const {
  const std::string_view bytes = arrays_.at(number);
  return {bytes.begin(), bytes.end()};
}

}  // namespace lanescope::device
