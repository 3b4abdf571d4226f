#include "sim/transfer/arrangement.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lanescope::transfer {
namespace {

using Kind = OperationKind;
using ProblemKind = ArrangementProblem::Kind;

constexpr std::string_view data_names = "ABCD";
constexpr std::string_view event_names = "xyzw";

struct Verb {
  std::string_view word;
  Kind kind;
};
// `sync` is in none: its argument says which of three it is.
constexpr std::array verbs{Verb{"in", Kind::copy_in},      Verb{"kernel", Kind::kernel},
                           Verb{"out", Kind::copy_out},    Verb{"record", Kind::event_record},
                           Verb{"wait", Kind::event_wait}, Verb{"host", Kind::host_work}};
constexpr std::string_view sync_word = "sync";
constexpr std::string_view per_thread_word = "per_thread";
constexpr std::string_view non_blocking_word = "non_blocking";

std::vector<std::string_view> parts_of(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find_first_of(separators, from), text.size());
    if (to > from) parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

std::optional<std::size_t> index_in(std::string_view names, std::string_view word) {
  const std::size_t at = word.size() == 1 ? names.find(word.front()) : std::string_view::npos;
  return at < names.size() ? std::optional(at) : std::nullopt;
}

std::optional<std::size_t> stream_named(std::string_view word) {
  const auto digit = static_cast<std::size_t>(word.size() == 1 ? word.front() - '0' : -1);
  return digit < arranged_streams ? std::optional(digit) : std::nullopt;
}

// Reads the words of one call, one after the other.
class CallReader {
 public:
  CallReader(std::vector<std::string_view> words, std::size_t call)
      : words_(std::move(words)), problem_{ProblemKind::no_such_word, call} {}

  tl::expected<Call, ArrangementProblem> read() {
    Call call;
    const std::string_view word = next();
    const auto* const verb = std::ranges::find(verbs, word, &Verb::word);
    if (verb != verbs.end()) {
      call.kind = verb->kind;
      if (has_data(call.kind)) take(call.data, [](auto w) { return index_in(data_names, w); });
      if (has_event(call.kind)) take(call.event, [](auto w) { return index_in(event_names, w); });
      if (has_stream(call.kind)) take(call.stream, stream_named);
    } else if (word == sync_word) {
      read_sync(call);
    } else {
      fail(word);
    }
    if (at_ < words_.size()) fail(words_[at_]);
    if (failed_) return tl::unexpected(problem_);
    return call;
  }

 private:
  std::string_view next() { return at_ < words_.size() ? words_[at_++] : std::string_view(); }

  void fail(std::string_view word) {
    if (failed_) return;
    failed_ = true;
    problem_.kind = word.empty() ? ProblemKind::missing : ProblemKind::no_such_word;
    problem_.word = word;
  }

  template <class Read>
  void take(std::size_t& into, Read read) {
    const std::string_view word = next();
    if (const std::optional<std::size_t> value = read(word)) {
      into = *value;
    } else {
      fail(word);
    }
  }

  void read_sync(Call& call) {
    const std::string_view of = next();
    call.kind = Kind::device_sync;
    if (of.empty()) return;
    if (const auto stream = stream_named(of)) {
      call.kind = Kind::stream_sync;
      call.stream = *stream;
    } else if (const auto event = index_in(event_names, of)) {
      call.kind = Kind::event_sync;
      call.event = *event;
    } else {
      fail(of);
    }
  }

  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  ArrangementProblem problem_;
  bool failed_ = false;
};

std::string named(const char* prefix, std::size_t data) {
  return std::string(prefix) + data_name(data);
}

double seconds_for(Kind kind, const CallSeconds& seconds) {
  switch (kind) {
    case Kind::copy_in:
      return seconds.copy_in;
    case Kind::kernel:
      return seconds.kernel;
    case Kind::copy_out:
      return seconds.copy_out;
    case Kind::host_work:
      return seconds.host_work;
    default:
      return 0;
  }
}

}  // namespace

bool has_data(OperationKind kind) { return is_on_engine(kind) || kind == Kind::host_work; }

bool has_stream(OperationKind kind) {
  return kind != Kind::event_sync && kind != Kind::device_sync && kind != Kind::host_work;
}

bool has_event(OperationKind kind) {
  return kind == Kind::event_record || kind == Kind::event_wait || kind == Kind::event_sync;
}

char data_name(std::size_t data) { return data_names[data]; }
char event_name(std::size_t event) { return event_names[event]; }

std::string text_of(const Call& call) {
  const auto* const verb = std::ranges::find(verbs, call.kind, &Verb::kind);
  std::string text(verb != verbs.end() ? verb->word : sync_word);
  if (has_data(call.kind)) text += std::string(" ") + data_name(call.data);
  if (has_event(call.kind)) text += std::string(" ") + event_name(call.event);
  if (has_stream(call.kind)) text += " " + std::to_string(call.stream);
  return text;
}

std::string cuda_text(const Call& call) {
  const std::string data(1, has_data(call.kind) ? data_name(call.data) : ' ');
  const std::string event(1, has_event(call.kind) ? event_name(call.event) : ' ');
  const std::string stream =
      call.stream == stream_0 ? "0" : "stream[" + std::to_string(call.stream) + "]";
  switch (call.kind) {
    case Kind::copy_in:
      return "cudaMemcpyAsync(d_" + data + ", h_" + data + ", bytes, cudaMemcpyHostToDevice, " +
             stream + ");";
    case Kind::kernel:
      return "kernel<<<grid, block, 0, " + stream + ">>>(d_" + data + ", r_" + data + ");";
    case Kind::copy_out:
      return "cudaMemcpyAsync(result_" + data + ", r_" + data +
             ", bytes, cudaMemcpyDeviceToHost, " + stream + ");";
    case Kind::event_record:
      return "cudaEventRecord(" + event + ", " + stream + ");";
    case Kind::event_wait:
      return "cudaStreamWaitEvent(" + stream + ", " + event + ");";
    case Kind::stream_sync:
      return "cudaStreamSynchronize(" + stream + ");";
    case Kind::event_sync:
      return "cudaEventSynchronize(" + event + ");";
    case Kind::device_sync:
      return "cudaDeviceSynchronize();";
    case Kind::host_work:
      return "use(result_" + data + ");";
  }
  return {};
}

std::string text_of(const Arrangement& arrangement) {
  std::string text;
  const auto add = [&](std::string_view part) {
    if (!text.empty()) text += "; ";
    text += part;
  };
  if (arrangement.default_behaviour == DefaultStream::per_thread) add(per_thread_word);
  if (arrangement.streams == StreamKind::non_blocking) add(non_blocking_word);
  for (const Call& call : arrangement.calls) add(text_of(call));
  return text;
}

std::string ArrangementProblem::message() const {
  const std::string number = std::to_string(call + 1);
  switch (kind) {
    case Kind::no_such_word:
      return "call " + number + ": \"" + word +
             "\" may not stand here. Calls are: in A 1; kernel A 1; out A 1; record x 1; wait x 2; "
             "sync; sync 1; sync x; host A. Streams are 0 to 4, data A to D, events x, y, z, w";
    case Kind::missing:
      return "call " + number + " ends too early: its data, event or stream is missing";
    case Kind::too_many:
      return "there are more than " + std::to_string(most_calls) + " calls";
  }
  return {};
}

tl::expected<Arrangement, ArrangementProblem> arrangement_from(std::string_view text) {
  Arrangement arrangement;
  for (const std::string_view part : parts_of(text, ";\n")) {
    std::vector<std::string_view> words = parts_of(part, " \t\r");
    if (words.empty()) continue;
    const bool is_alone = words.size() == 1 && arrangement.calls.empty();
    if (is_alone && words.front() == per_thread_word) {
      arrangement.default_behaviour = DefaultStream::per_thread;
    } else if (is_alone && words.front() == non_blocking_word) {
      arrangement.streams = StreamKind::non_blocking;
    } else {
      if (arrangement.calls.size() == most_calls)
        return tl::unexpected(ArrangementProblem{ProblemKind::too_many, most_calls});
      const auto call = CallReader(std::move(words), arrangement.calls.size()).read();
      if (!call) return tl::unexpected(call.error());
      arrangement.calls.push_back(*call);
    }
  }
  return arrangement;
}

StreamProgram program_of(const Arrangement& arrangement, const CallSeconds& seconds) {
  StreamProgram program;
  program.default_behaviour = arrangement.default_behaviour;
  program.streams = std::vector<StreamKind>(arranged_streams, arrangement.streams);
  for (const Call& call : arrangement.calls) {
    Operation operation;
    operation.kind = call.kind;
    operation.name = text_of(call);
    operation.stream = has_stream(call.kind) ? call.stream : stream_0;
    operation.event = call.event;
    operation.seconds = seconds_for(call.kind, seconds);
    if (call.kind == Kind::copy_in) {
      operation.reads = {named("h_", call.data)};
      operation.writes = {named("d_", call.data)};
    } else if (call.kind == Kind::kernel) {
      operation.reads = {named("d_", call.data)};
      operation.writes = {named("r_", call.data)};
    } else if (call.kind == Kind::copy_out) {
      operation.reads = {named("r_", call.data)};
      operation.writes = {named("result ", call.data)};
    } else if (call.kind == Kind::host_work) {
      operation.reads = {named("result ", call.data)};
    }
    program.operations.push_back(std::move(operation));
  }
  return program;
}

Arrangement with_call(Arrangement arrangement, std::size_t at, const Call& call) {
  if (arrangement.calls.size() >= most_calls) return arrangement;
  const std::size_t position = std::min(at, arrangement.calls.size());
  arrangement.calls.insert(arrangement.calls.begin() + static_cast<std::ptrdiff_t>(position), call);
  return arrangement;
}

Arrangement without_call(Arrangement arrangement, std::size_t at) {
  if (at < arrangement.calls.size())
    arrangement.calls.erase(arrangement.calls.begin() + static_cast<std::ptrdiff_t>(at));
  return arrangement;
}

Arrangement with_moved(Arrangement arrangement, std::size_t from, std::size_t to,
                       std::size_t stream) {
  if (from >= arrangement.calls.size()) return arrangement;
  Call call = arrangement.calls[from];
  if (has_stream(call.kind) && stream < arranged_streams) call.stream = stream;
  return with_call(without_call(std::move(arrangement), from), to, call);
}

const std::vector<NamedArrangement>& shipped_arrangements() {
  static const std::vector<NamedArrangement> all{
      {"one_stream", "in A 1; kernel A 1; out A 1; in B 1; kernel B 1; out B 1"},
      {"two_streams", "in A 1; kernel A 1; out A 1; in B 2; kernel B 2; out B 2"},
      {"copied_too_early", "in A 1; kernel A 1; out A 2"},
      {"event", "in A 1; kernel A 1; record x 1; wait x 2; out A 2"},
      {"default_stream", "in A 1; kernel A 1; kernel D 0; in B 2; kernel B 2"},
      {"used_too_early", "in A 1; kernel A 1; out A 1; host A"},
      {"fork_and_join",
       "in A 1; record x 1; wait x 2; kernel A 1; in B 2; kernel B 2; record y 2; wait y 1; out A "
       "1; out B 1"}};
  return all;
}

}  // namespace lanescope::transfer
