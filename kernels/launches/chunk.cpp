#include "kernels/launches/chunk.h"

#include <algorithm>
#include <cstring>

#include "sim/exec/decode/kernel_names.h"

namespace lanescope::launches {
namespace {

using nlohmann::json;

template <class Number>
void put(std::byte* at, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    at[i] = static_cast<std::byte>((value >> (8 * i)) & 0xff);
}
template <class Number>
Number take(const std::byte* at) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    value |= static_cast<Number>(static_cast<Number>(at[i]) << (8 * i));
  return value;
}

std::uint64_t word_at(const std::byte* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The product's halves, combined: each bit of both factors changes half of the result.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Odd constants without pattern: the first digits of pi and e.
constexpr std::uint64_t keys[] = {0x243f6a8885a308d3, 0x13198a2e03707345, 0xa4093822299f31d1,
                                  0x082efa98ec4e6c89, 0xb7e151628aed2a6b, 0xbf7158809cf4f3c7,
                                  0x62e7160f38b4da57, 0xa784d9045190cfef};

// Leaves out what is 0 or empty, which most of a head is.
void add(json& to, const char* key, std::uint64_t value) {
  if (value != 0) to[key] = value;
}
void add(json& to, const char* key, const std::string& value) {
  if (!value.empty()) to[key] = value;
}

json json_of_place(const SourcePlace& place) { return {place.file, place.line, place.column}; }
SourcePlace place_in(const json& from) {
  return {from.at(0).get<std::string>(), from.at(1).get<int>(), from.at(2).get<int>()};
}

json json_of_totals(const report::Totals& totals) {
  json all = json::object();
#define TOTAL(name, ...) add(all, #name, totals.name);
#include "sim/metrics/metrics.def"
  for (const report::AccessKind& kind : report::access_kinds()) {
    const report::Counts& counts = report::counts_in(totals, kind);
    json of_kind = json::object();
#define COUNT(name, ...) add(of_kind, #name, counts.name);
#include "sim/metrics/metrics.def"
    if (!of_kind.empty()) all[report::name_of(kind)] = std::move(of_kind);
  }
  return all;
}

report::Totals totals_in(const json& all) {
  report::Totals totals;
#define TOTAL(name, ...) totals.name = all.value(#name, std::uint64_t{0});
#include "sim/metrics/metrics.def"
  for (const report::AccessKind& kind : report::access_kinds()) {
    const auto of_kind = all.find(report::name_of(kind));
    if (of_kind == all.end()) continue;
    report::Counts& counts = report::counts_in(totals, kind);
#define COUNT(name, ...) counts.name = of_kind->value(#name, std::uint64_t{0});
#include "sim/metrics/metrics.def"
  }
  return totals;
}

json json_of_worst(const Worst& worst) {
  return {{"place", json_of_place(worst.place)},
          {"space", worst.space},
          {"cost", worst.cost},
          {"ideal", worst.ideal},
          {"ways", worst.ways}};
}
Worst worst_in(const json& from) {
  return {place_in(from.at("place")), from.at("space").get<std::string>(),
          from.at("cost").get<std::uint64_t>(), from.at("ideal").get<std::uint64_t>(),
          from.at("ways").get<std::uint32_t>()};
}

constexpr Status all_statuses[] = {Status::unfinished, Status::completed, Status::refused,
                                   Status::failed,     Status::limited,   Status::cancelled};

constexpr DiagnosticKind all_kinds[] = {
#define KIND(name, when) DiagnosticKind::name,
#include "sim/diagnostics/kinds.def"
#undef KIND
};

// One of `all` by its name. A name of a later version: the first.
template <class All>
auto named(const All& all, const std::string& name) {
  const auto found =
      std::ranges::find_if(all, [&](const auto& each) { return name == name_of(each); });
  return found != std::end(all) ? *found : *std::begin(all);
}

json json_of_content(const std::optional<std::uint32_t>& content) {
  return content ? json(*content) : json(nullptr);
}
std::optional<std::uint32_t> content_in(const json& from) {
  return from.is_null() ? std::nullopt : std::optional(from.get<std::uint32_t>());
}

json json_of_arrays(const std::vector<Array>& arrays) {
  json list = json::array();
  for (const Array& each : arrays) {
    list.push_back({each.address, each.bytes, each.name, json_of_content(each.content)});
    if (each.written) list.back().push_back(*each.written);
  }
  return list;
}
std::vector<Array> arrays_in(const json& list) {
  std::vector<Array> arrays;
  for (const json& each : list) {
    arrays.push_back({each.at(0).get<std::uint64_t>(), each.at(1).get<std::uint64_t>(),
                      each.at(2).get<std::string>(), content_in(each.at(3))});
    if (each.size() > 4) arrays.back().written = content_in(each[4]);
  }
  return arrays;
}

}  // namespace

const char* name_of(Status status) {
  switch (status) {
    case Status::unfinished:
      return "unfinished";
    case Status::completed:
      return "completed";
    case Status::refused:
      return "refused";
    case Status::failed:
      return "failed";
    case Status::limited:
      return "limited";
    case Status::cancelled:
      break;
  }
  return "cancelled";
}

bool Launch::has_contents() const {
  const auto is_kept = [](const auto& each) { return each.content.has_value(); };
  return std::ranges::all_of(arrays, is_kept) && std::ranges::all_of(variables, is_kept);
}

std::array<std::byte, file_head_bytes> file_head() {
  std::array<std::byte, file_head_bytes> bytes{};
  std::memcpy(bytes.data(), magic.data(), magic.size());
  put(bytes.data() + magic.size(), format_version);
  return bytes;
}

std::optional<std::uint32_t> version_in(std::span<const std::byte> head) {
  if (head.size() < file_head_bytes) return std::nullopt;
  if (std::memcmp(head.data(), magic.data(), magic.size()) != 0) return std::nullopt;
  return take<std::uint32_t>(head.data() + magic.size());
}

std::array<std::byte, chunk_head_bytes> bytes_of(const ChunkHead& head) {
  std::array<std::byte, chunk_head_bytes> bytes{};
  std::memcpy(bytes.data(), head.tag.data(), head.tag.size());
  put(bytes.data() + 4, head.head_bytes);
  put(bytes.data() + 8, head.data_bytes);
  return bytes;
}

ChunkHead chunk_head_in(std::span<const std::byte> bytes) {
  ChunkHead head;
  std::memcpy(head.tag.data(), bytes.data(), head.tag.size());
  head.head_bytes = take<std::uint32_t>(bytes.data() + 4);
  head.data_bytes = take<std::uint64_t>(bytes.data() + 8);
  return head;
}

BlockHash hash_of(std::span<const std::byte> block) {
  // Four independent chains for each half of the result, so that the multiplications overlap.
  std::uint64_t low[4] = {keys[0], keys[1], keys[2], keys[3]};
  std::uint64_t high[4] = {keys[4], keys[5], keys[6], keys[7]};
  const auto take_stripe = [&](const std::byte* at) {
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint64_t a = word_at(at + 16 * i), b = word_at(at + 16 * i + 8);
      low[i] = mixed(low[i] ^ a, keys[i] ^ b);
      high[i] = mixed(high[i] + b, keys[i + 4] ^ a) + b;
    }
  };
  constexpr std::size_t stripe = 64;
  std::size_t at = 0;
  for (; at + stripe <= block.size(); at += stripe) take_stripe(block.data() + at);
  if (at < block.size()) {
    std::byte rest[stripe] = {};
    std::memcpy(rest, block.data() + at, block.size() - at);
    take_stripe(rest);
  }
  BlockHash hash{block.size(), ~static_cast<std::uint64_t>(block.size())};
  for (std::size_t i = 0; i < 4; ++i) {
    hash.low = mixed(hash.low ^ low[i], keys[i + 4]) + high[i];
    hash.high = mixed(hash.high ^ high[i], keys[i]) + low[i];
  }
  return hash;
}

json json_of(const Program& program) {
  return {{"command", program.command},   {"arguments", program.arguments},
          {"folder", program.folder},     {"machine", program.machine},
          {"compiler", program.compiler}, {"version", program.version},
          {"date", program.date},         {"sources", program.sources}};
}

Program program_in(const json& from) {
  Program program;
  program.command = from.at("command").get<std::string>();
  program.arguments = from.at("arguments").get<std::vector<std::string>>();
  program.folder = from.at("folder").get<std::string>();
  program.machine = from.at("machine").get<std::string>();
  program.compiler = from.at("compiler").get<std::string>();
  program.version = from.at("version").get<std::string>();
  program.date = from.at("date").get<std::string>();
  program.sources = from.at("sources").get<std::vector<std::string>>();
  return program;
}

namespace {

// In the order of texture::Geometry and the like.
constexpr std::array geometry_words{"line", "plane", "volume", "lines", "planes", "cube", "cubes"};
constexpr std::array memory_words{"array", "linear", "pitch"};
constexpr std::array channel_words{"u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32"};
constexpr std::array address_words{"wrap", "mirror", "clamp", "border"};

template <class E, std::size_t n>
json word(const std::array<const char*, n>& words, E value) {
  return words.at(static_cast<std::size_t>(value));
}
template <class E, std::size_t n>
E with_word(const std::array<const char*, n>& words, const json& from) {
  const auto text = from.get<std::string>();
  for (std::size_t i = 0; i < n; ++i) {
    if (words[i] == text) return static_cast<E>(i);
  }
  throw json::other_error::create(501, "unknown word: " + text, nullptr);
}

json json_of_texture(const TextureObject& object) {
  const texture::Texture& how = object.how;
  json modes = json::array();
  for (const texture::Address mode : how.address) modes.push_back(word(address_words, mode));
  return {{"handle", object.handle},
          {"surface", object.is_surface},
          {"address", object.address},
          {"geometry", word(geometry_words, how.geometry)},
          {"memory", word(memory_words, how.memory)},
          {"channel", word(channel_words, how.channel)},
          {"channels", how.channels},
          {"extent", {how.width, how.height, how.depth, how.layers}},
          {"pitch", how.pitch_bytes},
          {"linear", how.filter == texture::Filter::linear},
          {"modes", std::move(modes)},
          {"normalized", how.is_normalized},
          {"fractions", how.reads_fractions},
          {"border", how.border}};
}

TextureObject texture_in(const json& from) {
  TextureObject object;
  object.handle = from.at("handle").get<std::uint64_t>();
  object.is_surface = from.at("surface").get<bool>();
  object.address = from.at("address").get<std::uint64_t>();
  texture::Texture& how = object.how;
  how.geometry = with_word<texture::Geometry>(geometry_words, from.at("geometry"));
  how.memory = with_word<texture::Memory>(memory_words, from.at("memory"));
  how.channel = with_word<texture::Channel>(channel_words, from.at("channel"));
  how.channels = from.at("channels").get<std::uint32_t>();
  const auto extent = from.at("extent").get<std::array<std::uint64_t, 4>>();
  how.width = extent[0];
  how.height = extent[1];
  how.depth = extent[2];
  how.layers = extent[3];
  how.pitch_bytes = from.at("pitch").get<std::uint64_t>();
  how.filter = from.at("linear").get<bool>() ? texture::Filter::linear : texture::Filter::point;
  for (std::size_t axis = 0; axis < how.address.size(); ++axis)
    how.address[axis] = with_word<texture::Address>(address_words, from.at("modes").at(axis));
  how.is_normalized = from.at("normalized").get<bool>();
  how.reads_fractions = from.at("fractions").get<bool>();
  how.border = from.at("border").get<std::array<float, 4>>();
  return object;
}

}  // namespace

json json_of(const Launch& launch) {
  json head = {{"number", launch.number},
               {"symbol", launch.symbol},
               {"module", launch.module},
               {"grid", launch.grid},
               {"block", launch.block}};
  if (launch.place.line > 0) head["place"] = json_of_place(launch.place);
  add(head, "dynamic_shared_bytes", launch.dynamic_shared_bytes);
  if (launch.is_cooperative) head["cooperative"] = true;
  add(head, "stream", launch.stream);
  add(head, "needs", launch.needs);
  json sizes = json::array(), variables = json::array();
  for (const Argument& each : launch.arguments) sizes.push_back(each.bytes.size());
  for (const Variable& each : launch.variables)
    variables.push_back({each.symbol, each.address, each.bytes, json_of_content(each.content)});
  head["arguments"] = std::move(sizes);
  head["arrays"] = json_of_arrays(launch.arrays);
  head["variables"] = std::move(variables);
  for (const TextureObject& each : launch.textures)
    head["textures"].push_back(json_of_texture(each));
  return head;
}

Launch launch_in(const json& from, std::span<const std::byte> data) {
  Launch launch;
  launch.number = from.at("number").get<std::uint64_t>();
  launch.symbol = from.at("symbol").get<std::string>();
  launch.module = from.at("module").get<std::uint32_t>();
  launch.grid = from.at("grid").get<Dim3>();
  launch.block = from.at("block").get<Dim3>();
  if (from.contains("place")) launch.place = place_in(from["place"]);
  launch.dynamic_shared_bytes = from.value("dynamic_shared_bytes", std::uint64_t{0});
  launch.is_cooperative = from.value("cooperative", false);
  launch.stream = from.value("stream", std::string());
  launch.needs = from.value("needs", std::string());
  const exec::KernelName name = exec::kernel_name(launch.symbol);
  launch.kernel = name.plain;
  for (const json& size : from.at("arguments")) {
    Argument& argument = launch.arguments.emplace_back();
    const std::size_t bytes = std::min(size.get<std::size_t>(), data.size());
    argument.bytes.assign(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(bytes));
    data = data.subspan(bytes);
  }
  if (name.has_parameters && name.parameters.size() == launch.arguments.size()) {
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
      launch.arguments[i].type = name.parameters[i];
  }
  launch.arrays = arrays_in(from.at("arrays"));
  for (const json& each : from.at("variables")) {
    launch.variables.push_back({each.at(0).get<std::string>(), each.at(1).get<std::uint64_t>(),
                                each.at(2).get<std::uint64_t>(), content_in(each.at(3))});
  }
  if (from.contains("textures")) {
    for (const json& each : from["textures"]) launch.textures.push_back(texture_in(each));
  }
  launch.outcome.status = Status::unfinished;
  return launch;
}

json json_of(const Outcome& outcome) {
  json head = {{"status", name_of(outcome.status)},
               {"totals", json_of_totals(outcome.totals)},
               {"milliseconds", outcome.milliseconds}};
  if (!outcome.has_access_counts) head["access_counts"] = false;
  add(head, "blocks_run", outcome.blocks_run);
  add(head, "shared_bytes", outcome.shared_bytes);
  add(head, "launched_by_kernels", outcome.launched_by_kernels);
  if (outcome.occupancy_percent) head["occupancy_percent"] = *outcome.occupancy_percent;
  if (!outcome.worst.space.empty()) head["worst"] = json_of_worst(outcome.worst);
  json findings = json::array();
  for (const Diagnostic& each : outcome.findings) findings.push_back(json_of(each));
  if (!findings.empty()) head["findings"] = std::move(findings);
  add(head, "findings_total", outcome.findings_total);
  if (outcome.device_milliseconds) head["device_milliseconds"] = *outcome.device_milliseconds;
  if (!outcome.after.empty()) head["after"] = json_of_arrays(outcome.after);
  if (outcome.error != 0) head["error"] = outcome.error;
  add(head, "error_name", outcome.error_name);
  return head;
}

Outcome outcome_in(const json& from) {
  Outcome outcome;
  outcome.status = named(all_statuses, from.at("status").get<std::string>());
  outcome.totals = totals_in(from.at("totals"));
  outcome.has_access_counts = from.value("access_counts", true);
  outcome.blocks_run = from.value("blocks_run", std::uint64_t{0});
  outcome.shared_bytes = from.value("shared_bytes", std::uint32_t{0});
  outcome.launched_by_kernels = from.value("launched_by_kernels", std::uint64_t{0});
  if (from.contains("occupancy_percent"))
    outcome.occupancy_percent = from["occupancy_percent"].get<double>();
  if (from.contains("worst")) outcome.worst = worst_in(from["worst"]);
  if (from.contains("findings")) {
    for (const json& each : from["findings"]) outcome.findings.push_back(finding_in(each));
  }
  outcome.findings_total = from.value("findings_total", std::uint64_t{0});
  outcome.milliseconds = from.at("milliseconds").get<double>();
  if (from.contains("device_milliseconds"))
    outcome.device_milliseconds = from["device_milliseconds"].get<double>();
  if (from.contains("after")) outcome.after = arrays_in(from["after"]);
  outcome.error = from.value("error", 0);
  outcome.error_name = from.value("error_name", std::string());
  return outcome;
}

json json_of(const Diagnostic& finding) {
  json head = {{"severity", name_of(finding.severity)},
               {"kind", name_of(finding.kind)},
               {"message", finding.message},
               {"place", json_of_place(finding.place)},
               {"count", finding.count}};
  if (finding.ptx_line > 0) head["ptx_line"] = finding.ptx_line;
  if (finding.block) head["block"] = *finding.block;
  if (finding.thread) head["thread"] = *finding.thread;
  if (finding.address) head["address"] = *finding.address;
  if (finding.other) {
    head["other"] = {{"place", json_of_place(finding.other->place)},
                     {"ptx_line", finding.other->ptx_line},
                     {"thread", finding.other->thread},
                     {"block", finding.other->block}};
  }
  return head;
}

Diagnostic finding_in(const json& from) {
  constexpr Severity severities[] = {Severity::error, Severity::warning, Severity::note};
  Diagnostic finding;
  finding.severity = named(severities, from.at("severity").get<std::string>());
  finding.kind = named(all_kinds, from.at("kind").get<std::string>());
  finding.message = from.at("message").get<std::string>();
  finding.place = place_in(from.at("place"));
  finding.count = from.at("count").get<std::uint64_t>();
  finding.ptx_line = from.value("ptx_line", 0);
  if (from.contains("block")) finding.block = from["block"].get<Dim3>();
  if (from.contains("thread")) finding.thread = from["thread"].get<Dim3>();
  if (from.contains("address")) finding.address = from["address"].get<std::uint64_t>();
  if (from.contains("other")) {
    const json& other = from["other"];
    finding.other = OtherPlace{place_in(other.at("place")), other.at("ptx_line").get<int>(),
                               other.at("thread").get<Dim3>(),
                               other.value("block", finding.block.value_or(Dim3{}))};
  }
  return finding;
}

json json_of(const Exit& exit) {
  return {{"code", exit.code},
          {"signal", exit.signal},
          {"milliseconds", exit.milliseconds},
          {"errors", exit.errors},
          {"message", exit.message}};
}

Exit exit_in(const json& from) {
  return {from.at("code").get<int>(), from.at("signal").get<int>(),
          from.at("milliseconds").get<double>(), from.at("errors").get<std::uint64_t>(),
          from.at("message").get<std::string>()};
}

}  // namespace lanescope::launches
