#include "sim/steps/recorder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "sim/report/access_cost.h"

namespace lanescope::steps {
namespace {

using exec::Lanes;
using exec::Row;
using exec::RowForm;

using LaneValues = std::array<Value, lane_count>;

// The lane of a row with 2, 4 or 8 bytes per lane. Does not write out the row's lanes: that is the
// emulator's decision.
std::uint64_t lane_of(const Lanes& warp, Row row, std::uint32_t lane) {
  const RowForm& form = warp.form(row);
  if ((form.known & RowForm::lanes) == 0) {
    const std::uint64_t value =
        exec::affine_lane(form.base, form.step_x, form.step_y, warp.width, lane);
    return form.bytes == 8 ? value : value & ((std::uint64_t{1} << (8 * form.bytes)) - 1);
  }
  std::uint64_t value = 0;
  std::memcpy(&value, warp.at(row) + std::size_t{lane} * form.bytes, form.bytes);
  return value;
}

void append(std::vector<std::uint32_t>& words, const Value& value, std::uint32_t bytes) {
  words.push_back(static_cast<std::uint32_t>(value.low));
  if (bytes < 8) return;
  words.push_back(static_cast<std::uint32_t>(value.low >> 32));
  if (bytes < 16) return;
  words.push_back(static_cast<std::uint32_t>(value.high));
  words.push_back(static_cast<std::uint32_t>(value.high >> 32));
}

// The form that takes the least memory: most registers are uniform or grow by a constant step from
// lane to lane.
Write::Form form_of(const LaneValues& values, std::uint32_t defined, std::uint32_t bytes) {
  const Value& first = values[static_cast<std::size_t>(std::countr_zero(defined))];
  bool uniform = true;
  for (std::uint32_t l = 0; l < lane_count; ++l)
    uniform = uniform && ((defined >> l & 1U) == 0 || values[l] == first);
  if (uniform) return Write::Form::uniform;
  if (defined != exec::all_lanes || bytes == 16) return Write::Form::lanes;
  const std::uint64_t mask =
      bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * std::max(bytes, 2U))) - 1;
  const std::uint64_t increment = values[1].low - values[0].low;
  for (std::uint32_t l = 0; l < lane_count; ++l) {
    if (((values[0].low + increment * l) & mask) != values[l].low) return Write::Form::lanes;
  }
  return Write::Form::line;
}

}  // namespace

class Recorder::Tape {
 public:
  Tape(const exec::Program& program, const std::shared_ptr<const Listing>& listing,
       const exec::Dim3& block, std::uint32_t warp, std::uint32_t valid, std::size_t max_bytes)
      : program_(program), max_bytes_(max_bytes) {
    recording_.block = block;
    recording_.warp = warp;
    recording_.valid = valid;
    recording_.listing = listing;
  }

  void begin(const exec::InstructionRecord& record, std::uint32_t instruction) {
    if (recording_.truncated) return;
    alive_ = true;
    follow_calls(record);
    // All parts of one instruction are one step. Code added by the decoder belongs to the step
    // before.
    const bool continues = program_.code[record.instruction].continues;
    if (instruction == Listing::none || (continues && !recording_.steps.empty())) return;
    if (bytes() > max_bytes_) {
      recording_.truncated = true;
      return;
    }
    recording_.steps.push_back({instruction, record.active, record.executing, stack_.back().frame,
                                static_cast<std::uint32_t>(recording_.writes.size()),
                                static_cast<std::uint32_t>(recording_.events.size())});
  }

  void note(report::Event event) {
    if (!recording_.truncated && !recording_.steps.empty())
      recording_.events.push_back(std::move(event));
  }

  void write(const exec::InstructionRecord& record, std::uint32_t reg) {
    if (recording_.truncated || recording_.steps.empty()) return;
    const Open& open = stack_.back();
    const std::uint32_t function = recording_.frames[open.frame].function;
    const Row row = program_.register_rows[function][reg];
    const ptx::Type type = recording_.listing->functions[function].registers[reg].type;
    Write write;
    write.step = static_cast<std::uint32_t>(recording_.steps.size() - 1);
    write.frame = open.frame;
    write.reg = reg;
    write.written = record.executing;
    write.value = static_cast<std::uint32_t>(recording_.words.size());
    const std::uint32_t last = stack_.back().last[reg];
    const Write* before = last == none ? nullptr : &recording_.writes[last];
    write.defined = record.executing | (before != nullptr ? before->defined : 0);
    if (ptx::bytes_of(type) == 0) {
      write.form = Write::Form::predicate;
      const std::uint32_t old = before != nullptr ? recording_.words[before->value] : 0;
      const std::uint32_t now = record.lanes.predicate(row);
      recording_.words.push_back((old & ~record.executing) | (now & record.executing));
    } else {
      store(write, before, record, row, ptx::bytes_of(type));
    }
    stack_.back().last[reg] = static_cast<std::uint32_t>(recording_.writes.size());
    recording_.writes.push_back(write);
  }

  // Sorts the writes by register.
  Recording finish() {
    Recording& r = recording_;
    r.ended = alive_ && !r.truncated && has_ended();
    std::uint32_t lists = 0;
    for (Frame& frame : r.frames) {
      frame.first_list = lists;
      lists += static_cast<std::uint32_t>(r.listing->functions[frame.function].registers.size());
    }
    const auto list_of = [&](const Write& write) {
      return r.frames[write.frame].first_list + write.reg;
    };
    r.lists.assign(std::size_t{lists} + 1, 0);
    for (const Write& write : r.writes) ++r.lists[list_of(write) + 1];
    for (std::size_t i = 1; i < r.lists.size(); ++i) r.lists[i] += r.lists[i - 1];
    std::vector<std::uint32_t> next(r.lists.begin(), r.lists.end() - 1);
    r.by_register.resize(r.writes.size());
    for (std::uint32_t w = 0; w < r.writes.size(); ++w)
      r.by_register[next[list_of(r.writes[w])]++] = w;
    return std::move(r);
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffffU;
  struct Open {  // a frame that the warp has entered and not left
    std::uint32_t frame = 0;
    std::vector<std::uint32_t> last;  // last write of each of its registers; none: not written yet
  };

  void follow_calls(const exec::InstructionRecord& record) {
    while (stack_.size() > record.depth + 1) stack_.pop_back();
    if (stack_.size() == record.depth + 1) return;
    Frame frame;
    frame.function = program_.origins[record.instruction].function;
    frame.depth = static_cast<std::uint32_t>(record.depth);
    const std::size_t registers = program_.register_rows[frame.function].size();
    stack_.push_back({static_cast<std::uint32_t>(recording_.frames.size()),
                      std::vector<std::uint32_t>(registers, none)});
    list_bytes_ += sizeof(std::uint32_t) * registers;
    recording_.frames.push_back(frame);
  }

  void store(Write& write, const Write* before, const exec::InstructionRecord& record, Row row,
             std::uint32_t bytes) {
    LaneValues values{};
    for (std::uint32_t l = 0; l < lane_count; ++l) {
      if ((write.written >> l & 1U) != 0) {
        values[l].low = lane_of(record.lanes, row, l);
        if (bytes == 1) values[l].low &= 0xff;
        if (bytes == 16) {
          const Row upper{row.value + 8 * exec::warp_lanes + exec::form_bytes};
          values[l].high = lane_of(record.lanes, upper, l);
        }
      } else if (before != nullptr) {
        values[l] = recording_.value_of(*before, l).value_or(Value{});
      }
    }
    write.form = form_of(values, write.defined, bytes);
    const std::size_t first = static_cast<std::size_t>(std::countr_zero(write.defined));
    switch (write.form) {
      case Write::Form::uniform:
        append(recording_.words, values[first], bytes);
        break;
      case Write::Form::line:
        append(recording_.words, values[0], bytes);
        append(recording_.words, {values[1].low - values[0].low, 0}, bytes);
        break;
      case Write::Form::lanes:
      case Write::Form::predicate:
        for (const Value& value : values) append(recording_.words, value, bytes);
        break;
    }
  }

  // by_register is only built at the end: one word for each write.
  [[nodiscard]] std::size_t bytes() const {
    return recording_.bytes() + list_bytes_ + recording_.writes.size() * sizeof(std::uint32_t);
  }

  [[nodiscard]] bool has_ended() const {
    if (recording_.steps.empty()) return false;
    return recording_.frames[recording_.steps.back().frame].depth == 0 &&
           recording_.instruction_of(recording_.steps.size() - 1).kind == InstructionKind::end;
  }

  const exec::Program& program_;
  std::size_t max_bytes_;
  std::size_t list_bytes_ = 0;
  bool alive_ = false;
  std::vector<Open> stack_;
  Recording recording_;
};

Recorder::Recorder(const exec::Program& program, std::shared_ptr<const Listing> listing,
                   const RecordingRequest& request, const memory::MemoryRules& machine)
    : program_(program),
      listing_(std::move(listing)),
      request_(request),
      machine_(machine),
      copies_(program.sites.size()) {}

Recorder::~Recorder() = default;

Recorder::Tape* Recorder::tape_of(std::uint64_t block_index, std::uint32_t warp) {
  if (block_index != request_.block_index || (request_.warps >> warp & 1U) == 0) return nullptr;
  return tapes_[warp].get();
}

void Recorder::on_instruction(const exec::InstructionRecord& record) {
  std::unique_ptr<Tape>& tape = tapes_[record.warp];
  if (tape == nullptr) {
    const std::uint32_t threads =
        request_.threads_per_block - record.warp * static_cast<std::uint32_t>(lane_count);
    const std::uint32_t valid = threads >= lane_count ? exec::all_lanes : (1U << threads) - 1;
    const auto shares = static_cast<std::size_t>(std::popcount(request_.warps));
    tape = std::make_unique<Tape>(program_, listing_, record.block, record.warp, valid,
                                  request_.max_bytes / std::max<std::size_t>(shares, 1));
  }
  tape->begin(record, listing_->of_code[record.instruction]);
}

bool Recorder::is_last_part(std::uint32_t code) const {
  const exec::PtxOrigin& here = program_.origins[code];
  if (code + 1 == program_.origins.size()) return true;
  const exec::PtxOrigin& next = program_.origins[code + 1];
  return next.function != here.function || next.instruction != here.instruction;
}

void Recorder::on_result(const exec::InstructionRecord& record) {
  Tape* tape = tape_of(record.block_index, record.warp);
  const std::uint32_t instruction = listing_->of_code[record.instruction];
  if (tape == nullptr || instruction == Listing::none || !is_last_part(record.instruction)) return;
  for (const std::uint32_t reg : listing_->instructions[instruction].writes)
    tape->write(record, reg);
}

void Recorder::on_access(const exec::AccessRecord& record) {
  Tape* tape = tape_of(record.block_index, record.warp);
  if (tape != nullptr)
    tape->note(report::access_event(record, copies_.price(record, machine_), program_, machine_));
}

void Recorder::on_barrier(const exec::BarrierRecord& record) {
  Tape* tape = tape_of(record.block_index, record.warp);
  if (tape != nullptr) tape->note(report::barrier_event(record, program_));
}

std::vector<Recording> Recorder::take() {
  std::vector<Recording> recordings;
  for (std::unique_ptr<Tape>& tape : tapes_) {
    if (tape != nullptr) recordings.push_back(tape->finish());
    tape.reset();
  }
  return recordings;
}

}  // namespace lanescope::steps
