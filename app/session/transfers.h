// How data move between host and GPU: measured on this computer, or recorded on another. Part of a
// session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/services.h"
#include "kernels/transfer/facts.h"
#include "kernels/transfer/measure.h"
#include "kernels/transfer/row.h"
#include "sim/transfer/arrangement.h"

namespace lanescope::app {

class Transfers {
 public:
  explicit Transfers(const SessionServices& services);

  // What this computer measured, else the chosen recording. Empty: there is neither.
  [[nodiscard]] const transfer::Rows& rows() const;
  [[nodiscard]] bool are_measured() const { return !measured_.empty(); }
  // "NVIDIA H100 80GB HBM3 · 580.159.04 · 2026-11-26": what rows() were made on; empty without rows
  [[nodiscard]] std::string made_on() const;
  // Facts of rows().
  [[nodiscard]] const transfer::Facts& facts() const;
  // Increases when rows() change.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  // --- recordings: the shipped ones, read when they are first asked for ---
  [[nodiscard]] const std::vector<transfer::Rows>& recordings() const;
  // The name of a recording: its GPU and date.
  [[nodiscard]] std::string name_of(std::size_t recording) const;
  [[nodiscard]] std::size_t chosen() const { return chosen_; }
  void choose(std::size_t recording);  // ignored beyond the last; forgets what was measured

  // --- measuring: minutes ---
  [[nodiscard]] bool can_measure() const { return can_measure_; }
  // `date` of the rows: "2026-11-26". Ignored while why_not_measure(): on one GPU the two would
  // disturb each other's times.
  void measure(int device, std::string date);
  void cancel() { worker_.cancel(); }
  [[nodiscard]] bool measuring() const { return worker_.busy(); }
  // What keeps it from beginning now, as a key of the texts; empty: nothing.
  [[nodiscard]] std::string why_not_measure() const;
  // How far it is. Empty: it is not measuring, or has not begun.
  struct HowFar {
    std::string section;         // of the rows that it makes now
    std::size_t at = 0, of = 0;  // at: from 1
  };
  [[nodiscard]] std::optional<HowFar> how_far() const;
  // Why the last measurement gave nothing, or ended early; empty: it did not.
  [[nodiscard]] const std::string& failure() const { return failure_; }

  // --- a program that someone arranged, on this computer's GPU: seconds ---
  [[nodiscard]] bool can_run_arranged() const { return can_run_arranged_; }
  // Ignored while why_not_run_arranged().
  void run_arranged(int device, transfer::Arrangement arrangement, transfer::ArrangedSize size,
                    std::string date);
  void cancel_arranged() { arranged_worker_.cancel(); }
  [[nodiscard]] bool running_arranged() const { return arranged_worker_.busy(); }
  [[nodiscard]] std::string why_not_run_arranged() const;  // as why_not_measure()
  // Of the last run that did not fail: sections "arranged" and "arranged_part" of
  // transfer::measure_arranged(), and the text of the program. Both are empty before it.
  [[nodiscard]] const transfer::Rows& arranged_rows() const { return arranged_rows_; }
  [[nodiscard]] const std::string& arranged_text() const { return arranged_text_; }
  [[nodiscard]] std::string arranged_made_on() const;  // as made_on(), of arranged_rows()
  // Why the last run gave nothing; empty: it did not fail, or it was of another program or size.
  [[nodiscard]] std::string arranged_failure(const transfer::Arrangement& arrangement,
                                             const transfer::ArrangedSize& size) const;

  // Takes finished work, and looks how far the rest is. True: something that is shown has changed.
  bool update();

 private:
  void changed();
  bool take_measured();
  bool take_arranged();
  bool take_how_far();

  std::function<std::vector<transfer::Rows>()> read_;
  mutable std::optional<std::vector<transfer::Rows>> recordings_;
  std::size_t chosen_ = 0;
  transfer::Rows measured_;
  mutable std::optional<transfer::Facts> facts_;
  std::uint64_t revision_ = 0;
  std::string failure_;
  std::size_t seen_at_ = 0;  // HowFar::at; 0: none
  bool can_measure_;
  TransfersWorker worker_;
  transfer::Rows arranged_rows_;
  std::string arranged_text_, arranged_failure_;
  ArrangedRequest failed_;  // the one that arranged_failure_ is of
  bool can_run_arranged_;
  ArrangedWorker arranged_worker_;
};

}  // namespace lanescope::app
