#include "app/session/transfers.h"

#include <utility>

#include "kernels/transfer/shipped.h"

namespace lanescope::app {
namespace {

const transfer::Rows no_rows;

std::string source_of(const transfer::Row& row) {
  std::string name = row.device;
  if (!row.driver.empty()) name += " · " + row.driver;
  if (!row.date.empty()) name += " · " + row.date;
  return name;
}

}  // namespace

Transfers::Transfers(const SessionServices& services)
    : read_(services.transfers ? services.transfers : [] { return transfer::all_shipped(); }),
      can_measure_(services.measure_transfers != nullptr),
      worker_(services.measure_transfers, services.wake) {}

const std::vector<transfer::Rows>& Transfers::recordings() const {
  if (!recordings_) recordings_ = read_();
  return *recordings_;
}

const transfer::Rows& Transfers::rows() const {
  if (are_measured()) return measured_;
  return chosen_ < recordings().size() ? recordings()[chosen_] : no_rows;
}

std::string Transfers::made_on() const {
  return rows().empty() ? std::string() : source_of(rows().front());
}

std::string Transfers::name_of(std::size_t recording) const {
  const std::vector<transfer::Rows>& all = recordings();
  return recording < all.size() && !all[recording].empty() ? source_of(all[recording].front())
                                                           : std::string();
}

const transfer::Facts& Transfers::facts() const {
  if (!facts_) facts_ = transfer::facts_of(rows());
  return *facts_;
}

void Transfers::choose(std::size_t recording) {
  if (recording >= recordings().size()) return;
  chosen_ = recording;
  measured_.clear();
  changed();
}

void Transfers::measure(int device, std::string date) {
  failure_.clear();
  if (can_measure_) worker_.start({device, std::move(date)});
}

bool Transfers::update() {
  auto finished = worker_.take();
  if (!finished) return false;
  if (!finished->result) {
    failure_ = finished->result.error().message;
    return true;
  }
  transfer::Rows rows = *std::move(finished->result);
  if (!rows.empty() && rows.back().section == "end") {
    failure_ = rows.back().message;
    rows.pop_back();
  }
  if (!rows.empty()) {
    measured_ = std::move(rows);
    changed();
  }
  return true;
}

void Transfers::changed() {
  facts_.reset();
  ++revision_;
}

}  // namespace lanescope::app
