#include "kernels/device/job.h"

#include <nlohmann/json.hpp>

#include "kernels/device/gpu_json.h"
#include "kernels/device/message.h"

namespace lanescope::device {
namespace {

using Json = nlohmann::ordered_json;
using Bytes = std::vector<std::uint8_t>;

Json bound_json(const std::optional<lesson::Bound>& bound) {
  if (!bound) return nullptr;
  return {{"kind", static_cast<int>(bound->kind)}, {"size", bound->size}};
}

std::optional<lesson::Bound> bound_in(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return lesson::Bound{static_cast<lesson::BoundKind>(json.at("kind").get<int>()),
                       json.at("size").get<std::uint64_t>()};
}

Json texture_json(const JobTexture& texture) {
  const texture::Texture& how = texture.how;
  Json address = Json::array();
  for (const texture::Address mode : how.address) address.push_back(static_cast<int>(mode));
  return {{"array", texture.array},
          {"geometry", static_cast<int>(how.geometry)},
          {"memory", static_cast<int>(how.memory)},
          {"channel", static_cast<int>(how.channel)},
          {"channels", how.channels},
          {"extents", {how.width, how.height, how.depth, how.layers, how.pitch_bytes}},
          {"filter", static_cast<int>(how.filter)},
          {"address", std::move(address)},
          {"is_normalized", how.is_normalized},
          {"reads_fractions", how.reads_fractions},
          {"border", how.border}};
}

JobTexture texture_in(const Json& json) {
  JobTexture texture;
  texture::Texture& how = texture.how;
  json.at("array").get_to(texture.array);
  how.geometry = static_cast<texture::Geometry>(json.at("geometry").get<int>());
  how.memory = static_cast<texture::Memory>(json.at("memory").get<int>());
  how.channel = static_cast<texture::Channel>(json.at("channel").get<int>());
  json.at("channels").get_to(how.channels);
  const Json& extents = json.at("extents");
  extents.at(0).get_to(how.width);
  extents.at(1).get_to(how.height);
  extents.at(2).get_to(how.depth);
  extents.at(3).get_to(how.layers);
  extents.at(4).get_to(how.pitch_bytes);
  how.filter = static_cast<texture::Filter>(json.at("filter").get<int>());
  for (std::size_t i = 0; i < how.address.size(); ++i)
    how.address[i] = static_cast<texture::Address>(json.at("address").at(i).get<int>());
  json.at("is_normalized").get_to(how.is_normalized);
  json.at("reads_fractions").get_to(how.reads_fractions);
  json.at("border").get_to(how.border);
  return texture;
}

Json handles_json(const std::vector<lesson::TextureHandle>& handles) {
  Json json = Json::array();
  for (const lesson::TextureHandle& handle : handles)
    json.push_back({handle.at, handle.texture, handle.is_surface});
  return json;
}

std::vector<lesson::TextureHandle> handles_in(const Json& json) {
  std::vector<lesson::TextureHandle> handles;
  for (const Json& handle : json) {
    handles.push_back({handle.at(0).get<std::uint64_t>(), handle.at(1).get<std::size_t>(),
                       handle.at(2).get<bool>()});
  }
  return handles;
}

Json to_json(const std::vector<JobArgument>& all, OutgoingMessage& message) {
  Json arguments = Json::array();
  for (const JobArgument& argument : all) {
    Json addresses = Json::array();
    for (const lesson::ArrayAddress& address : argument.addresses)
      addresses.push_back({address.at, address.array, address.offset});
    arguments.push_back({{"is_array", argument.is_array},
                         {"bytes", message.attach(argument.bytes)},
                         {"is_parameter", argument.is_parameter},
                         {"addresses", std::move(addresses)},
                         {"textures", handles_json(argument.textures)}});
  }
  return arguments;
}

std::vector<JobArgument> arguments_in(const Json& json, const IncomingMessage& message) {
  std::vector<JobArgument> arguments;
  for (const Json& argument : json) {
    std::vector<lesson::ArrayAddress> addresses;
    for (const Json& address : argument.at("addresses")) {
      addresses.push_back({address.at(0).get<std::uint64_t>(), address.at(1).get<std::size_t>(),
                           address.at(2).get<std::uint64_t>()});
    }
    arguments.push_back({argument.at("is_array").get<bool>(), message.array(argument.at("bytes")),
                         argument.at("is_parameter").get<bool>(), std::move(addresses),
                         handles_in(argument.at("textures"))});
  }
  return arguments;
}

Json to_json(const Job& job, OutgoingMessage& message) {
  Json before = Json::array();
  for (const EarlierJobLaunch& launch : job.before) {
    before.push_back({{"kernel", launch.kernel},
                      {"grid", launch.grid},
                      {"block", launch.block},
                      {"dynamic_shared_bytes", launch.dynamic_shared_bytes},
                      {"is_cooperative", launch.is_cooperative},
                      {"arguments", to_json(launch.arguments, message)}});
  }
  Json symbols = Json::array();
  for (const JobSymbol& symbol : job.symbols)
    symbols.push_back({{"name", symbol.name},
                       {"bytes", message.attach(symbol.bytes)},
                       {"textures", handles_json(symbol.textures)}});
  Json textures = Json::array();
  for (const JobTexture& texture : job.textures) textures.push_back(texture_json(texture));
  return {{"device", job.device},
          {"kernel", job.kernel},
          {"cubin", message.attach(job.cubin)},
          {"ptx", job.ptx},
          {"grid", job.grid},
          {"block", job.block},
          {"dynamic_shared_bytes", job.dynamic_shared_bytes},
          {"is_cooperative", job.is_cooperative},
          {"arguments", to_json(job.arguments, message)},
          {"symbols", std::move(symbols)},
          {"textures", std::move(textures)},
          {"before", std::move(before)},
          {"wants_times", job.wants_times},
          {"wants_counts", job.wants_counts},
          {"bound", bound_json(job.bound)},
          {"plan",
           {{"least", job.plan.least},
            {"most", job.plan.most},
            {"budget_ms", job.plan.budget_ms},
            {"precision", job.plan.precision}}}};
}

Job job_in(const Json& json, const IncomingMessage& message) {
  Job job;
  json.at("device").get_to(job.device);
  json.at("kernel").get_to(job.kernel);
  job.cubin = message.array(json.at("cubin"));
  json.at("ptx").get_to(job.ptx);
  json.at("grid").get_to(job.grid);
  json.at("block").get_to(job.block);
  json.at("dynamic_shared_bytes").get_to(job.dynamic_shared_bytes);
  json.at("is_cooperative").get_to(job.is_cooperative);
  job.arguments = arguments_in(json.at("arguments"), message);
  for (const Json& symbol : json.at("symbols"))
    job.symbols.push_back({symbol.at("name").get<std::string>(), message.array(symbol.at("bytes")),
                           handles_in(symbol.at("textures"))});
  for (const Json& texture : json.at("textures")) job.textures.push_back(texture_in(texture));
  for (const Json& each : json.at("before")) {
    EarlierJobLaunch& launch = job.before.emplace_back();
    each.at("kernel").get_to(launch.kernel);
    each.at("grid").get_to(launch.grid);
    each.at("block").get_to(launch.block);
    each.at("dynamic_shared_bytes").get_to(launch.dynamic_shared_bytes);
    each.at("is_cooperative").get_to(launch.is_cooperative);
    launch.arguments = arguments_in(each.at("arguments"), message);
  }
  json.at("wants_times").get_to(job.wants_times);
  json.at("wants_counts").get_to(job.wants_counts);
  job.bound = bound_in(json.at("bound"));
  const Json& plan = json.at("plan");
  plan.at("least").get_to(job.plan.least);
  plan.at("most").get_to(job.plan.most);
  plan.at("budget_ms").get_to(job.plan.budget_ms);
  plan.at("precision").get_to(job.plan.precision);
  return job;
}

Json to_json(const JobFailure& failure) {
  return {{"failure", static_cast<int>(failure.kind)}, {"message", failure.message}};
}

JobFailure failure_in(const Json& json) {
  return {static_cast<JobFailure::Kind>(json.at("failure").get<int>()),
          json.at("message").get<std::string>()};
}

Json to_json(const JobResult& result, OutgoingMessage& message) {
  Json arrays = Json::array();
  for (const Bytes& array : result.arrays) arrays.push_back(message.attach(array));
  return {{"gpu", gpu_json<Json>(result.gpu)},
          {"state", state_json<Json>(result.state)},
          {"from_cubin", result.from_cubin},
          {"arrays", std::move(arrays)},
          {"unchanged", result.unchanged},
          {"registers", result.registers},
          {"blocks_per_multiprocessor", result.blocks_per_multiprocessor},
          {"first_ms", result.first_ms},
          {"cold_ms", result.cold_ms},
          {"warm_ms", result.warm_ms},
          {"copy_bytes", result.copy_bytes},
          {"copy_ms", result.copy_ms},
          {"bound_name", result.bound_name},
          {"bound_ms", result.bound_ms},
          {"no_bound", result.bound_failure},
          {"counts", result.counts},
          {"no_counts", result.counts_failure ? to_json(*result.counts_failure) : Json(nullptr)}};
}

JobResult result_in(const Json& json, const IncomingMessage& message) {
  JobResult result;
  result.gpu = gpu_in(json.at("gpu"));
  result.state = state_in(json.at("state"));
  json.at("from_cubin").get_to(result.from_cubin);
  for (const Json& array : json.at("arrays")) result.arrays.push_back(message.array(array));
  json.at("unchanged").get_to(result.unchanged);
  json.at("registers").get_to(result.registers);
  json.at("blocks_per_multiprocessor").get_to(result.blocks_per_multiprocessor);
  json.at("first_ms").get_to(result.first_ms);
  json.at("cold_ms").get_to(result.cold_ms);
  json.at("warm_ms").get_to(result.warm_ms);
  json.at("copy_bytes").get_to(result.copy_bytes);
  json.at("copy_ms").get_to(result.copy_ms);
  json.at("bound_name").get_to(result.bound_name);
  json.at("bound_ms").get_to(result.bound_ms);
  json.at("no_bound").get_to(result.bound_failure);
  json.at("counts").get_to(result.counts);
  if (const Json& failure = json.at("no_counts"); !failure.is_null())
    result.counts_failure = failure_in(failure);
  return result;
}

JobFailure garbled(const std::string& why) {
  return {JobFailure::Kind::crashed, "the process that uses the GPU gave no answer: " + why};
}

// The answer that `read` extracts from the message, or the failure sent in its place.
template <class Answer, class Read>
tl::expected<Answer, JobFailure> unpacked(std::string_view bytes, Read read) {
  try {
    const IncomingMessage message(bytes);
    const Json& json = message.body();
    if (json.is_object() && json.contains("failure")) return tl::unexpected(failure_in(json));
    return read(json, message);
  } catch (const std::exception& error) {
    return tl::unexpected(garbled(error.what()));
  }
}

}  // namespace

std::string packed_request(RequestKind kind, const Job& job) {
  OutgoingMessage message;
  if (kind == RequestKind::list) return message.packed({{"question", "list"}});
  Json json = to_json(job, message);
  return message.packed({{"question", "run"}, {"job", std::move(json)}});
}

tl::expected<WorkerRequest, std::string> unpacked_request(std::string_view bytes) {
  try {
    const IncomingMessage message(bytes);
    const Json& json = message.body();
    if (json.at("question") == "list") return WorkerRequest{RequestKind::list, {}};
    return WorkerRequest{RequestKind::run, job_in(json.at("job"), message)};
  } catch (const std::exception& error) {
    return tl::unexpected(std::string(error.what()));
  }
}

std::string packed(const tl::expected<GpuList, JobFailure>& answer) {
  const OutgoingMessage message;
  if (!answer) return message.packed(to_json(answer.error()));
  Json list = Json::array();
  for (const GpuInfo& gpu : *answer) list.push_back(gpu_json<Json>(gpu));
  return message.packed({{"gpus", std::move(list)}});
}

std::string packed(const tl::expected<JobResult, JobFailure>& answer) {
  OutgoingMessage message;
  Json json = answer ? to_json(*answer, message) : to_json(answer.error());
  return message.packed(std::move(json));
}

tl::expected<GpuList, JobFailure> unpacked_list(std::string_view bytes) {
  return unpacked<GpuList>(bytes, [](const Json& json, const IncomingMessage&) {
    GpuList list;
    for (const Json& gpu : json.at("gpus")) list.push_back(gpu_in(gpu));
    return list;
  });
}

tl::expected<JobResult, JobFailure> unpacked_result(std::string_view bytes) {
  return unpacked<JobResult>(bytes, [](const Json& json, const IncomingMessage& message) {
    return result_in(json, message);
  });
}

}  // namespace lanescope::device
