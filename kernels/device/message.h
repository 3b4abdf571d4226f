// A message between two processes of this program: JSON (as MessagePack), then arrays of raw bytes.
// Arrays of a gigabyte take a second; as JSON they would take ten times as long.
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
  // Returns the array's number for use in the body. The bytes must stay valid until packed().
  [[nodiscard]] std::size_t attach(std::span<const std::uint8_t> bytes) {
    arrays_.push_back(bytes);
    return arrays_.size() - 1;
  }
  [[nodiscard]] std::string packed(nlohmann::ordered_json body) const;

 private:
  std::vector<std::span<const std::uint8_t>> arrays_;
};

class IncomingMessage {
 public:
  // Throws nlohmann::ordered_json::exception or std::runtime_error if the message is malformed.
  // `bytes` must outlive this object.
  explicit IncomingMessage(std::string_view bytes);
  [[nodiscard]] const nlohmann::ordered_json& body() const { return body_; }
  // Returns a copy. Throws std::out_of_range.
  [[nodiscard]] std::vector<std::uint8_t> array(std::size_t number) const;

 private:
  nlohmann::ordered_json body_;
  std::vector<std::string_view> arrays_;
};

}  // namespace lanescope::device
