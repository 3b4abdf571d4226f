#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line/command.h"
#include "app/command_line/text_table.h"
#include "kernels/device/worker.h"
#include "kernels/machine_file/machine_file.h"
#include "viz/text/languages.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
using machine::Figure;
using machine::FigureInfo;
using machine::Profile;
using machine::Unit;

const char* suffix(Unit unit) {
  switch (unit) {
    case Unit::bytes:
      return " bytes";
    case Unit::bits:
      return " bits";
    case Unit::megahertz:
      return " MHz";
    case Unit::gigabytes_per_second:
      return " GB/s";
    case Unit::number:
      break;
  }
  return "";
}

std::string number_text(double value) {
  const auto whole = static_cast<std::uint64_t>(value);
  return static_cast<double>(whole) == value ? grouped(whole) : fmt::format("{}", value);
}

std::string value_text(const Profile& profile, Figure figure) {
  const auto value = profile.value(figure);
  return value ? number_text(*value) : "not known";
}

// "2 x 3,201 MHz x 6,016 bits / 8 = 4,814.3 GB/s"
std::string bandwidth_text(const Profile& profile) {
  const auto bandwidth = profile.bandwidth();
  if (!bandwidth) return "not known";
  if (!bandwidth->computed) return number_text(bandwidth->gigabytes_per_second) + " GB/s";
  return fmt::format("2 x {} MHz x {} bits / 8 = {:.1f} GB/s",
                     value_text(profile, Figure::memory_clock_mhz),
                     value_text(profile, Figure::memory_bus_bits), bandwidth->gigabytes_per_second);
}

const char* global_rule(memory::GlobalRule rule) {
  switch (rule) {
    case memory::GlobalRule::sectors:
      return "32-byte sectors of the warp";
    case memory::GlobalRule::cached_lines:
      return "128-byte lines (loads), 32-byte sectors (stores)";
    case memory::GlobalRule::segments:
      return "shrinking segments of each half-warp";
    case memory::GlobalRule::sequential_segments:
      return "one segment of each half-warp in sequence, else lane by lane";
  }
  return "";
}

const char* shared_rule(memory::SharedRule rule) {
  switch (rule) {
    case memory::SharedRule::measured:
      return "32 banks, as measured on an H200";
    case memory::SharedRule::paired_rows:
      return "32 banks of 8 bytes, in 4-byte mode";
    case memory::SharedRule::whole_warp:
      return "32 banks, the whole warp";
    case memory::SharedRule::half_warps:
      return "16 banks, each half-warp, one broadcast a step";
  }
  return "";
}

std::string capability(const Profile& profile) {
  return fmt::format("{}.{}", profile.major, profile.minor);
}

// ---- the list ----

std::string list_text(const std::vector<machine::Entry>& entries) {
  TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::right,
                   Align::right, Align::left});
  table.add_row({"machine", "name", "cc", "year", "SMs", "banks", "GB/s", "shared memory"});
  for (const machine::Entry& entry : entries) {
    if (!entry.profile) continue;
    const Profile& profile = **entry.profile;
    const auto bandwidth = profile.bandwidth();
    table.add_row({entry.id, profile.name, capability(profile), fmt::format("{}", profile.year),
                   value_text(profile, Figure::multiprocessors), value_text(profile, Figure::banks),
                   bandwidth ? fmt::format("{:.0f}", bandwidth->gigabytes_per_second) : "not known",
                   shared_rule(profile.memory.shared)});
  }
  return table.text();
}

Json bandwidth_json(const Profile& profile) {
  const auto bandwidth = profile.bandwidth();
  if (!bandwidth) return nullptr;
  return {{"gb_per_s", bandwidth->gigabytes_per_second},
          {"computed", bandwidth->computed},
          {"source", bandwidth->source}};
}

Json profile_json(const machine::Entry& entry) {
  Json json{{"id", entry.id}, {"path", entry.path.string()}, {"shipped", entry.shipped}};
  if (!entry.profile) {
    const machine::Error& error = entry.profile.error();
    json["error"] = {
        {"file", error.file}, {"line", error.line}, {"key", error.key}, {"message", error.message}};
    return json;
  }
  const Profile& profile = **entry.profile;
  json["name"] = profile.name;
  json["compute_capability"] = capability(profile);
  json["year"] = profile.year;
  json["memory"] = {{"global", global_rule(profile.memory.global)},
                    {"shared", shared_rule(profile.memory.shared)},
                    {"source", profile.memory_source}};
  json["peak_bandwidth"] = bandwidth_json(profile);
  Json figures = Json::object();
  for (const FigureInfo& info : machine::figures()) {
    const auto& known = profile.at(info.figure);
    figures[std::string(info.key)] =
        known ? Json{{"value", known->value}, {"source", known->source}} : Json(nullptr);
  }
  json["figures"] = std::move(figures);
  Json notes = Json::array();
  for (const Localised& note : profile.notes) {
    Json texts;
    for (const std::string& language : text::language_codes())
      texts[language] = note.has(language) ? note.in(language) : "";
    for (const auto& [language, own] : note.by_language) texts[language] = own;
    notes.push_back(std::move(texts));
  }
  json["notes"] = std::move(notes);
  return json;
}

std::string list_json(const std::vector<machine::Entry>& entries) {
  Json all = Json::array();
  for (const machine::Entry& entry : entries) all.push_back(profile_json(entry));
  return printed({{"schema", "lanescope.machines/1"}, {"machines", std::move(all)}});
}

// ---- one machine ----

std::string profile_text(const machine::Entry& entry) {
  const Profile& profile = **entry.profile;
  std::string text = fmt::format("{} ({}), compute capability {}, {}\n{}\n\n", profile.name,
                                 entry.id, capability(profile), profile.year, entry.path.string());
  text += fmt::format("MODEL of its memory\n  global: {}\n  shared: {}\n  {}\n\n",
                      global_rule(profile.memory.global), shared_rule(profile.memory.shared),
                      profile.memory_source);
  TextTable table({Align::left, Align::right, Align::left});
  for (const FigureInfo& info : machine::figures()) {
    const auto& known = profile.at(info.figure);
    table.add_row({std::string(info.key),
                   known ? number_text(known->value) + suffix(info.unit) : "not known",
                   known ? known->source : ""});
  }
  text += table.text();
  text += "peak bandwidth: " + bandwidth_text(profile) + "\n";
  for (const Localised& note : profile.notes) text += "  " + note.english() + "\n";
  return text;
}

// What the GPUs of this computer report, or why there is none.
struct Here {
  device::GpuList gpus;
  std::string absence;
};

Here look_here() {
  auto found = device::find_gpus();
  if (!found) return {{}, found.error().message};
  return {std::move(*found), {}};
}

Json here_json(const Here& here) {
  Json all = Json::array();
  for (const device::GpuInfo& gpu : here.gpus) {
    all.push_back({{"index", gpu.index},
                   {"name", gpu.name},
                   {"compute_capability", fmt::format("{}.{}", gpu.major, gpu.minor)},
                   {"multiprocessors", gpu.multiprocessors},
                   {"clock_mhz", gpu.clock_mhz},
                   {"memory_clock_mhz", gpu.memory_clock_mhz},
                   {"memory_bus_bits", gpu.memory_bus_bits},
                   {"l2_bytes", gpu.l2_bytes},
                   {"memory_bytes", gpu.memory_bytes},
                   {"driver", gpu.driver}});
  }
  return all;
}

std::string here_text(const Here& here) {
  if (here.gpus.empty()) return fmt::format("\nNo GPU can be asked here: {}\n", here.absence);
  std::string text;
  for (const device::GpuInfo& gpu : here.gpus) {
    text +=
        fmt::format("\nMEASURED: GPU {} of this machine, as its driver reports it\n", gpu.index);
    TextTable table({Align::left, Align::right});
    const auto add = [&](const char* key, std::uint64_t value, const char* unit) {
      table.add_row({std::string("  ") + key, value != 0 ? grouped(value) + unit : "not known"});
    };
    const auto clock = static_cast<std::uint64_t>(gpu.memory_clock_mhz);
    const auto width = static_cast<std::uint64_t>(gpu.memory_bus_bits);
    table.add_row({"  name", gpu.name});
    table.add_row({"  compute capability", fmt::format("{}.{}", gpu.major, gpu.minor)});
    add("multiprocessors", gpu.multiprocessors, "");
    add("clock_mhz", static_cast<std::uint64_t>(gpu.clock_mhz), " MHz");
    add("l2_bytes", gpu.l2_bytes, " bytes");
    add("memory_bytes", gpu.memory_bytes, " bytes");
    add("memory_clock_mhz", clock, " MHz");
    add("memory_bus_bits", width, " bits");
    table.add_row({"  peak bandwidth",
                   clock * width != 0
                       ? fmt::format("{:.1f} GB/s", static_cast<double>(2 * clock * width) / 8e3)
                       : "not known"});
    text += table.text();
  }
  return text;
}

Result one_machine(const std::vector<machine::Entry>& entries, const std::string& id, bool json) {
  const auto found = std::ranges::find(entries, id, &machine::Entry::id);
  if (found == entries.end()) return wrong_input(machine::find(id).error().formatted());
  if (!found->profile) return wrong_input(found->profile.error().formatted());
  const Here here = look_here();
  if (!json) return success(profile_text(*found) + here_text(here));
  Json whole{{"schema", "lanescope.machine/1"}};
  whole.update(profile_json(*found));
  whole["this_machine"] = here_json(here);
  return success(printed(whole));
}

struct MachinesCommand : Command {
  MachinesCommand()
      : Command("machines",
                "List the GPUs whose memory rules and figures are known, or show one with its "
                "sources") {
    add("ID", &id, "One of them");
    add("--json", &json, "As JSON");
  }

  // A broken file is a finding.
  Result run(const Screen& /*screen*/) override {
    const std::vector<machine::Entry> entries = machine::catalogue();
    if (entries.empty()) {
      return failure(ExitCode::not_on_this_machine,
                     "no machines found; LANESCOPE_DEVICES can name the folder that holds them");
    }
    if (!id.empty()) return one_machine(entries, id, json);
    Result result = success(json ? list_json(entries) : list_text(entries));
    for (const machine::Entry& entry : entries) {
      if (entry.profile) continue;
      result.exit_code = static_cast<int>(ExitCode::finding);
      result.err += entry.profile.error().formatted() + "\n";
    }
    return result;
  }

  std::string id;
};

}  // namespace

std::unique_ptr<Command> make_machines() { return std::make_unique<MachinesCommand>(); }

}  // namespace lanescope::app
