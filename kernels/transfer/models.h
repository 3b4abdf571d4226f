// The models of sim/transfer beside measured rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/moving.h"
#include "kernels/transfer/row.h"
#include "sim/transfer/arrangement.h"
#include "sim/transfer/copy_model.h"
#include "sim/transfer/schedule.h"
#include "sim/transfer/staged.h"

namespace lanescope::transfer {

// Of the copies of one kind of host memory in one direction, as the rows name them.
struct CopyFit {
  std::string host, way;
  std::vector<const Row*> rows;  // those with a time
  tl::expected<CopyModel, CopyProblem> model;
};
// In the order of the rows.
[[nodiscard]] std::vector<CopyFit> copy_fits(const Rows& rows);
// The same of memory that no call copies: of host "mapped", which kernels read in place, ways
// "read_once" and "read_16_times"; of "managed", which moves by "first_kernel" (page faults) or
// "prefetch". Only those of several sizes: older recordings have one.
[[nodiscard]] std::vector<CopyFit> uncopied_fits(const Rows& rows);
// Those of one size, and those that name none: the largest size up to `most` bytes, else the
// smallest.
[[nodiscard]] std::vector<const Row*> of_one_size(const std::vector<const Row*>& rows,
                                                  std::uint64_t most);

// How many times as long copies take while others run in the other direction: from the timeline of
// four streams, and what the same copies take alone. 1 to 2; 1 where the rows lack them.
[[nodiscard]] double both_ways_of(const Rows& rows);

// Microseconds that the model gives for a row of section "copy", "small_copies" or "overlap" (there
// from the measured parts of the same weight, and both_ways_of(): pinned memory, no other cost).
// Empty: there is no model for it, or the rows that it needs are missing.
[[nodiscard]] std::optional<double> model_us(const Rows& rows, const Row& row);

// After how many copies in the memory of a row of section "get" has earned what getting and giving
// it back costs, against pageable memory. Empty: never; or a row that this needs is missing.
[[nodiscard]] std::optional<std::uint64_t> copies_that_pay(const Rows& rows, const Row& get);

// The work of a lesson's [moving], computed from the measured copies.
//
// A chunk takes what its bytes take, and the price of one copy more. For pinned memory: the fitted
// rate, and the measured price of small copies on one stream; what a single copy costs beyond that
// is paid once a repeat. For pageable memory: the rate of the timed copy of all the bytes, as what
// the host's caches hold is moved more quickly, and the whole start-up, as the host stages each
// copy. Copies in both directions slow each other as both_ways_of() says, and take turns where the
// GPU of the rows has one copy engine.
struct MovingModel {
  StagedWork work;
  // Of one repeat; both are empty of more than lesson::most_scheduled_chunks.
  StreamProgram program;
  Timeline timeline;
  StreamMachine machine;
  double once_seconds = 0;        // of a repeat, before its first copy moves
  double memory_seconds = 0;      // getting and giving back the host memory; 0: not counted
  double total_seconds = 0;       // everything
  double sequential_seconds = 0;  // the same with one chunk and one stream
  double pipeline_seconds = 0;    // the same, as a pipeline without gaps: pipeline_seconds()
};
// Empty: the rows lack a fit or a price that this needs.
[[nodiscard]] std::optional<MovingModel> model_of(const lesson::MovingWork& work, const Rows& rows);

// Bytes a second that one thread of the host reads, a 4-byte word after the other: as it did in the
// arranged programs of the rows. Empty: it did not.
[[nodiscard]] std::optional<double> host_bytes_per_second(const Rows& rows);
// Where no row says it: what the host of the recorded H200 read, rounded.
inline constexpr double usual_host_bytes_per_second = 4.7e9;

// A program of streams, computed from the measured copies of pinned memory.
//
// Each call takes what it takes alone, but copies in both directions slow each other
// (both_ways_of()). The host's calls take no time. Each copy in moves all of work.bytes, each copy
// back all of work.bytes_out: by the fitted line, start-up and bytes. A kernel takes
// work.kernel_percent of a copy in and fills the GPU. The host reads all of work.bytes_out. The
// other values of the work are of chunks and do not count, except one_queue.
struct ArrangedModel {
  Arrangement arrangement;
  StreamProgram program;  // operation i is call i
  Timeline timeline;
  CallSeconds seconds;
  double host_bytes_per_second = 0;
  bool is_host_measured = false;  // in the rows; else it is usual_host_bytes_per_second
};
// Empty: the rows lack a fit.
[[nodiscard]] std::optional<ArrangedModel> model_of(const Arrangement& arrangement,
                                                    const lesson::MovingWork& work,
                                                    const Rows& rows);

}  // namespace lanescope::transfer
