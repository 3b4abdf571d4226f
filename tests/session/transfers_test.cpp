#include "app/session/transfers.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

transfer::Row copy_row(const std::string& device, double us) {
  transfer::Row row;
  row.section = "copy";
  row.names = {{"host", "pinned"}, {"way", "in"}};
  row.numbers = {{"bytes", 1024}};
  row.us = lanescope::device::Summary{};
  row.us->median = us;
  row.device = device;
  row.driver = "580";
  row.date = "2026-11-26";
  return row;
}

constexpr const char* copy_ns = "moving.copy.pinned.in.1KiB_ns";

class TransfersOfSession : public ::testing::Test {
 protected:
  Transfers made() {
    SessionServices services;
    services.transfers = [this] {
      ++times_read_;
      return std::vector<transfer::Rows>{{copy_row("A", 7)}, {copy_row("B", 9)}};
    };
    if (measured_) {
      services.measure_transfers = [this](const TransfersRequest& request, Progress* progress,
                                          std::stop_token stop) {
        requests_.push_back(request);
        if (hangs_at_step_ > 0) {
          progress->blocks_done = hangs_at_step_;
          progress->blocks_total = transfer::measure_steps.size();
          while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return *measured_;
      };
    }
    if (arranged_) {
      services.run_arranged = [this](const ArrangedRequest& request, Progress*, std::stop_token) {
        asked_.push_back(request);
        return *arranged_;
      };
    }
    return Transfers(services);
  }
  static bool wait_for(Transfers& transfers) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < end) {
      if (transfers.update()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

  int times_read_ = 0;
  std::uint64_t hangs_at_step_ = 0;  // 0: does not
  std::optional<TransfersWorker::Result> measured_;
  std::vector<TransfersRequest> requests_;
  std::optional<ArrangedWorker::Result> arranged_;
  std::vector<ArrangedRequest> asked_;
};

TEST_F(TransfersOfSession, read_the_recordings_when_they_are_first_asked_for) {
  Transfers transfers = made();
  EXPECT_FALSE(transfers.update());
  EXPECT_EQ(times_read_, 0);
  EXPECT_EQ(transfers.rows().front().device, "A");
  EXPECT_EQ(transfers.made_on(), "A · 580 · 2026-11-26");
  EXPECT_EQ(transfers.facts().at(copy_ns), 7000);
  EXPECT_EQ(times_read_, 1);
}

TEST_F(TransfersOfSession, of_another_recording_have_its_facts) {
  Transfers transfers = made();
  EXPECT_EQ(transfers.facts().at(copy_ns), 7000);
  const std::uint64_t before = transfers.revision();
  transfers.choose(1);
  EXPECT_GT(transfers.revision(), before);
  EXPECT_EQ(transfers.facts().at(copy_ns), 9000);
  transfers.choose(2);
  EXPECT_EQ(transfers.chosen(), 1U);
}

TEST_F(TransfersOfSession, measured_here_stand_before_the_recordings_until_one_is_chosen) {
  measured_ = transfer::Rows{copy_row("here", 5)};
  Transfers transfers = made();
  ASSERT_TRUE(transfers.can_measure());
  const std::uint64_t before = transfers.revision();
  transfers.measure(2, "2026-11-27");
  ASSERT_TRUE(wait_for(transfers));
  ASSERT_EQ(requests_.size(), 1U);
  EXPECT_EQ(requests_.front().device, 2);
  EXPECT_EQ(requests_.front().date, "2026-11-27");
  EXPECT_FALSE(transfers.measuring());
  EXPECT_TRUE(transfers.are_measured());
  EXPECT_GT(transfers.revision(), before);
  EXPECT_EQ(transfers.facts().at(copy_ns), 5000);
  EXPECT_EQ(transfers.failure(), "");
  transfers.choose(0);
  EXPECT_FALSE(transfers.are_measured());
  EXPECT_EQ(transfers.facts().at(copy_ns), 7000);
}

TEST_F(TransfersOfSession, keep_the_rows_of_a_measurement_that_ended_early_and_say_why_it_did) {
  transfer::Row end;
  end.section = "end";
  end.message = "the GPU is gone";
  measured_ = transfer::Rows{copy_row("here", 5), end};
  Transfers transfers = made();
  transfers.measure(0, "2026-11-27");
  ASSERT_TRUE(wait_for(transfers));
  EXPECT_EQ(transfers.rows().size(), 1U);
  EXPECT_EQ(transfers.failure(), "the GPU is gone");
}

TEST_F(TransfersOfSession, keep_the_recording_when_measuring_fails) {
  Problem problem;
  problem.message = "no GPU";
  measured_ = tl::unexpected(problem);
  Transfers transfers = made();
  transfers.measure(0, "2026-11-27");
  ASSERT_TRUE(wait_for(transfers));
  EXPECT_EQ(transfers.failure(), "no GPU");
  EXPECT_EQ(transfers.made_on(), "A · 580 · 2026-11-26");
}

TEST_F(TransfersOfSession, say_how_far_they_are_until_they_are_cancelled) {
  measured_ = transfer::Rows{copy_row("here", 5)};
  hangs_at_step_ = 2;
  Transfers transfers = made();
  EXPECT_FALSE(transfers.how_far());
  transfers.measure(0, "2026-11-27");
  ASSERT_TRUE(wait_for(transfers));
  const auto step = transfers.how_far();
  ASSERT_TRUE(step);
  EXPECT_EQ(step->section, "get");
  EXPECT_EQ(step->at, 3U);
  EXPECT_EQ(step->of, transfer::measure_steps.size());
  EXPECT_FALSE(transfers.update());  // the same step
  transfers.cancel();
  EXPECT_FALSE(transfers.measuring());
  EXPECT_FALSE(transfers.how_far());
  EXPECT_TRUE(transfers.update());  // the step is gone
  EXPECT_FALSE(transfers.update());
  EXPECT_FALSE(transfers.are_measured());
}

TEST_F(TransfersOfSession, do_not_measure_without_the_means) {
  Transfers transfers = made();
  EXPECT_FALSE(transfers.can_measure());
  transfers.measure(0, "2026-11-27");
  EXPECT_FALSE(transfers.measuring());
}

// ---- a program that someone arranged ----

const transfer::Arrangement one_copy{{}, {}, {{transfer::OperationKind::copy_in, 0, 1, 0}}};

transfer::Row total_row(double us) {
  transfer::Row row;
  row.section = "arranged";
  row.names = {{"part", "total"}};
  row.us = lanescope::device::Summary{};
  row.us->median = us;
  return row;
}

TEST_F(TransfersOfSession, run_an_arranged_program_and_keep_its_rows_apart) {
  arranged_ = transfer::Rows{total_row(5)};
  Transfers transfers = made();
  ASSERT_TRUE(transfers.can_run_arranged());
  EXPECT_EQ(transfers.arranged_text(), "");
  EXPECT_TRUE(transfers.arranged_rows().empty());
  const std::uint64_t before = transfers.revision();
  transfers.run_arranged(2, one_copy, {4096, 1024, 50}, "2026-11-27");
  EXPECT_TRUE(transfers.running_arranged());
  ASSERT_TRUE(wait_for(transfers));
  EXPECT_FALSE(transfers.running_arranged());
  ASSERT_EQ(asked_.size(), 1U);
  EXPECT_EQ(asked_.front().device, 2);
  EXPECT_EQ(asked_.front().arrangement, one_copy);
  EXPECT_EQ(asked_.front().size, (transfer::ArrangedSize{4096, 1024, 50}));
  EXPECT_EQ(asked_.front().date, "2026-11-27");
  EXPECT_EQ(transfers.arranged_text(), "in A 1");
  ASSERT_EQ(transfers.arranged_rows().size(), 1U);
  EXPECT_EQ(transfers.arranged_rows().front().us->median, 5);
  EXPECT_EQ(transfers.arranged_failure(one_copy, asked_.front().size), "");
  // What is shown of the recordings is the same.
  EXPECT_EQ(transfers.revision(), before);
  EXPECT_FALSE(transfers.are_measured());
}

TEST_F(TransfersOfSession, keep_the_last_arranged_program_when_the_next_fails) {
  arranged_ = transfer::Rows{total_row(5)};
  Transfers transfers = made();
  transfers.run_arranged(0, one_copy, {}, "2026-11-27");
  ASSERT_TRUE(wait_for(transfers));
  transfer::Row message;
  message.section = "arranged";
  message.message = "no room";
  Problem problem;
  problem.message = "no GPU";
  const std::vector<std::pair<ArrangedWorker::Result, std::string>> failures{
      {transfer::Rows{message}, "no room"}, {tl::unexpected(problem), "no GPU"}};
  for (const auto& [result, why] : failures) {
    arranged_ = result;
    transfers.run_arranged(0, {}, {}, "2026-11-27");
    EXPECT_EQ(transfers.arranged_failure({}, {}), "");
    ASSERT_TRUE(wait_for(transfers));
    EXPECT_EQ(transfers.arranged_failure({}, {}), why);
    // Of no other program, and of no other size.
    EXPECT_EQ(transfers.arranged_failure(one_copy, {}), "");
    transfer::ArrangedSize other_size;
    other_size.kernel_percent = 7;
    EXPECT_EQ(transfers.arranged_failure({}, other_size), "");
    EXPECT_EQ(transfers.arranged_text(), "in A 1");
    EXPECT_EQ(transfers.arranged_rows().size(), 1U);
  }
}

TEST_F(TransfersOfSession, do_not_run_a_program_while_they_measure_nor_the_other_way_round) {
  measured_ = transfer::Rows{copy_row("here", 5)};
  arranged_ = transfer::Rows{total_row(5)};
  Transfers transfers = made();
  EXPECT_EQ(transfers.why_not_run_arranged(), "");
  EXPECT_EQ(transfers.why_not_measure(), "");
  transfers.measure(0, "2026-11-27");
  transfers.run_arranged(0, one_copy, {}, "2026-11-27");
  EXPECT_FALSE(transfers.running_arranged());
  EXPECT_EQ(transfers.why_not_run_arranged(), "moving.busy_measuring");
  ASSERT_TRUE(wait_for(transfers));
  EXPECT_EQ(transfers.why_not_run_arranged(), "");
  transfers.run_arranged(0, one_copy, {}, "2026-11-27");
  EXPECT_EQ(transfers.why_not_measure(), "moving.busy_program");
  transfers.measure(0, "2026-11-27");
  EXPECT_FALSE(transfers.measuring());
  transfers.cancel_arranged();
  EXPECT_FALSE(transfers.running_arranged());
  EXPECT_EQ(transfers.why_not_measure(), "");
  EXPECT_EQ(transfers.arranged_text(), "");
}

TEST_F(TransfersOfSession, do_not_run_a_program_without_the_means) {
  Transfers transfers = made();
  EXPECT_FALSE(transfers.can_run_arranged());
  transfers.run_arranged(0, one_copy, {}, "2026-11-27");
  EXPECT_FALSE(transfers.running_arranged());
}

}  // namespace
}  // namespace lanescope::app
