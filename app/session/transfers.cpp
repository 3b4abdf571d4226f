#include "app/session/transfers.h"

#include <algorithm>
#include <utility>

#include "kernels/transfer/shipped.h"

namespace lanescope::app {
namespace {

const transfer::Rows no_rows;

std::string source_of(const transfer::Rows& rows) {
  if (rows.empty()) return {};
  const transfer::Row& row = rows.front();
  std::string name = row.device;
  if (!row.driver.empty()) name += " · " + row.driver;
  if (const std::string dates = transfer::dates_of(rows); !dates.empty()) name += " · " + dates;
  return name;
}

}  // namespace

Transfers::Transfers(const SessionServices& services)
    : read_(services.transfers ? services.transfers : [] { return transfer::all_shipped(); }),
      can_measure_(services.measure_transfers != nullptr),
      worker_(services.measure_transfers, services.wake),
      can_run_arranged_(services.run_arranged != nullptr),
      arranged_worker_(services.run_arranged, services.wake) {}

const std::vector<transfer::Rows>& Transfers::recordings() const {
  if (!recordings_) recordings_ = read_();
  return *recordings_;
}

const transfer::Rows& Transfers::rows() const {
  if (are_measured()) return measured_;
  return chosen_ < recordings().size() ? recordings()[chosen_] : no_rows;
}

std::string Transfers::made_on() const { return source_of(rows()); }

std::string Transfers::arranged_made_on() const { return source_of(arranged_rows_); }

std::string Transfers::name_of(std::size_t recording) const {
  const std::vector<transfer::Rows>& all = recordings();
  return recording < all.size() ? source_of(all[recording]) : std::string();
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

std::string Transfers::why_not_measure() const {
  return running_arranged() ? "moving.busy_program" : "";
}

void Transfers::measure(int device, std::string date) {
  if (!why_not_measure().empty()) return;
  failure_.clear();
  if (can_measure_) worker_.start({device, std::move(date)});
}

std::string Transfers::why_not_run_arranged() const {
  return measuring() ? "moving.busy_measuring" : "";
}

std::string Transfers::arranged_failure(const transfer::Arrangement& arrangement,
                                        const transfer::ArrangedSize& size) const {
  const bool is_of_it = failed_.arrangement == arrangement && failed_.size == size;
  return is_of_it ? arranged_failure_ : std::string();
}

void Transfers::run_arranged(int device, transfer::Arrangement arrangement,
                             transfer::ArrangedSize size, std::string date) {
  if (!why_not_run_arranged().empty()) return;
  arranged_failure_.clear();
  if (can_run_arranged_)
    arranged_worker_.start({device, std::move(arrangement), size, std::move(date)});
}

std::optional<Transfers::HowFar> Transfers::how_far() const {
  if (!measuring()) return std::nullopt;
  const auto progress = worker_.progress();
  const auto at = static_cast<std::size_t>(progress->blocks_done);
  const auto of = static_cast<std::size_t>(progress->blocks_total);
  if (at >= of || at >= transfer::measure_steps.size()) return std::nullopt;
  const std::string_view sections = transfer::measure_steps[at];
  return HowFar{std::string(sections.substr(0, sections.find(' '))), at + 1, of};
}

bool Transfers::update() {
  const bool has_measured = take_measured();
  const bool has_run = take_arranged();
  return take_how_far() || has_measured || has_run;
}

bool Transfers::take_how_far() {
  const std::optional<HowFar> now = how_far();
  const std::size_t before = std::exchange(seen_at_, now ? now->at : 0);
  return before != seen_at_;
}

bool Transfers::take_measured() {
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

bool Transfers::take_arranged() {
  auto finished = arranged_worker_.take();
  if (!finished) return false;
  failed_ = finished->request;
  if (!finished->result) {
    arranged_failure_ = finished->result.error().message;
    return true;
  }
  transfer::Rows rows = *std::move(finished->result);
  // Without the rows that a failure left out, the others say little.
  const auto failed =
      std::ranges::find_if(rows, [](const transfer::Row& row) { return !row.message.empty(); });
  if (failed != rows.end()) {
    arranged_failure_ = failed->message;
  } else {
    arranged_rows_ = std::move(rows);
    arranged_text_ = text_of(finished->request.arrangement);
  }
  return true;
}

void Transfers::changed() {
  facts_.reset();
  ++revision_;
}

}  // namespace lanescope::app
