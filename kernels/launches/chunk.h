// The chunks of a .lanes file as bytes: what writer and reader share. The format: launches.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "kernels/launches/launches.h"

namespace lanescope::launches {

inline constexpr std::string_view magic = "LANES\r\n\x1a";
inline constexpr std::size_t file_head_bytes = 12;   // magic and version
inline constexpr std::size_t chunk_head_bytes = 16;  // tag and both lengths

using Tag = std::array<char, 4>;
constexpr Tag tag_of(const char (&text)[5]) { return {text[0], text[1], text[2], text[3]}; }
inline constexpr Tag program_tag = tag_of("prog");
inline constexpr Tag module_tag = tag_of("modu");
inline constexpr Tag text_tag = tag_of("text");
inline constexpr Tag blocks_tag = tag_of("blks");
inline constexpr Tag content_tag = tag_of("cont");
inline constexpr Tag launch_tag = tag_of("lnch");
inline constexpr Tag done_tag = tag_of("done");
inline constexpr Tag finding_tag = tag_of("find");
inline constexpr Tag exit_tag = tag_of("exit");

struct ChunkHead {
  Tag tag{};
  std::uint32_t head_bytes = 0;
  std::uint64_t data_bytes = 0;
};
[[nodiscard]] std::array<std::byte, file_head_bytes> file_head();
// The version; nullopt: it is no such file.
[[nodiscard]] std::optional<std::uint32_t> version_in(std::span<const std::byte> file_head);
[[nodiscard]] std::array<std::byte, chunk_head_bytes> bytes_of(const ChunkHead& head);
[[nodiscard]] ChunkHead chunk_head_in(std::span<const std::byte> bytes);

// A hash of 128 bits, so that equal ones mean equal blocks. Some GB/s; not for hostile input.
struct BlockHash {
  std::uint64_t low = 0, high = 0;
  auto operator<=>(const BlockHash&) const = default;
};
[[nodiscard]] BlockHash hash_of(std::span<const std::byte> block);

// Heads. The functions that read throw nlohmann::json::exception where the JSON has another form.
[[nodiscard]] nlohmann::json json_of(const Program& program);
[[nodiscard]] Program program_in(const nlohmann::json& json);
// Without the outcome and the arguments' bytes.
[[nodiscard]] nlohmann::json json_of(const Launch& launch);
[[nodiscard]] Launch launch_in(const nlohmann::json& json, std::span<const std::byte> data);
// Without `printed`.
[[nodiscard]] nlohmann::json json_of(const Outcome& outcome);
[[nodiscard]] Outcome outcome_in(const nlohmann::json& json);
[[nodiscard]] nlohmann::json json_of(const Diagnostic& finding);
[[nodiscard]] Diagnostic finding_in(const nlohmann::json& json);
[[nodiscard]] nlohmann::json json_of(const Exit& exit);
[[nodiscard]] Exit exit_in(const nlohmann::json& json);

}  // namespace lanescope::launches
