#include "sim/exec/state/print_log.h"

#include <algorithm>

#include "sim/exec/state/launch_config.h"

namespace lanescope::exec {

void PrintLog::add(std::uint64_t block_index, const std::string& text) {
  if (bytes_ >= max_printed_bytes) {
    is_cut_ = true;
    return;
  }
  bytes_ += text.size();
  if (entries_.empty() || entries_.back().block_index != block_index) {
    entries_.push_back({block_index, {}});
  }
  entries_.back().text += text;
}

PrintedText printed_in_order(const std::vector<const PrintLog*>& logs) {
  PrintedText out;
  std::vector<const PrintLog::Entry*> entries;
  for (const PrintLog* log : logs) {
    out.is_cut = out.is_cut || log->is_cut();
    for (const PrintLog::Entry& entry : log->entries()) entries.push_back(&entry);
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto* a, const auto* b) { return a->block_index < b->block_index; });
  for (const PrintLog::Entry* entry : entries) out.text += entry->text;
  if (out.text.size() > max_printed_bytes) {
    out.text.resize(max_printed_bytes);
    out.is_cut = true;
  }
  return out;
}

}  // namespace lanescope::exec
