// A message between two processes of this program: JSON (as MessagePack), and arrays of bytes
// behind it as they are. Arrays of a gigabyte pass in a second; a JSON library takes ten times
// that.
//
//   8 bytes  size of the JSON, little-endian
//   JSON     {"sizes": of each array, "body"}
//   arrays   one after the other
// Internal to this folder.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace lanescope::device {

class OutgoingMessage {
 public:
  // Its number, to stand in the body. The bytes must live until packed().
  [[nodiscard]] std::size_t attach(std::span<const std::uint8_t> bytes) {
    arrays_.push_back(bytes);
    return arrays_.size() - 1;
  }
  [[nodiscard]] std::string packed(nlohmann::json body) const;

 private:
  std::vector<std::span<const std::uint8_t>> arrays_;
};

class IncomingMessage {
 public:
  // Throws nlohmann::json::exception or std::runtime_error when it is garbled. `bytes` must outlive
  // this.
  explicit IncomingMessage(std::string_view bytes);
  [[nodiscard]] const nlohmann::json& body() const { return body_; }
  // A copy. Throws std::out_of_range.
  [[nodiscard]] std::vector<std::uint8_t> array(std::size_t number) const;

 private:
  nlohmann::json body_;
  std::vector<std::string_view> arrays_;
};

}  // namespace lanescope::device
