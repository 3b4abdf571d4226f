#include "kernels/runtime/faults.h"

#include <ucontext.h>
#include <unistd.h>
#include <csignal>

#include "kernels/runtime/host_findings.h"

namespace lanescope::runtime {
namespace {

struct sigaction before_us;

const void* instruction_of(void* context) {
#if defined(__x86_64__)
  const auto* registers = static_cast<ucontext_t*>(context);
  return reinterpret_cast<const void*>(registers->uc_mcontext.gregs[REG_RIP]);
#else
  (void)context;
  return nullptr;
#endif
}

// The program is about to die: what is not safe in a signal handler may fail only then.
void on_fault(int signal, siginfo_t* info, void* context) {
  sigaction(signal, &before_us, nullptr);  // the instruction faults again, as it would without us
  report_dereference(reinterpret_cast<std::uint64_t>(info->si_addr), instruction_of(context));
}

}  // namespace

void install_fault_handler() {
  struct sigaction action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &before_us);
}

}  // namespace lanescope::runtime
