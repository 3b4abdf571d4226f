// Linked into every program of the sanitizer configuration, so that all reported leaks are ours.
//
// Graphics drivers keep memory until the process ends. The leak checker can ignore the allocations
// of a library by name, but libGL unloads its driver before the check, and unloaded code has no
// name. So nothing is unloaded here, and the libraries known to keep memory are listed. Fontconfig
// is not among them: a pattern that we forget to destroy is our leak. But fontconfig leaks 288
// bytes when it reads its configuration (2.14), so we do that here with the leak checker off.
//
// To find the thread-local data of libraries loaded later, the checker of GCC 12 guesses from the
// words before it, and crashes on a wrong guess ("Tracer caught signal 11" after a test that
// passed). None of our libraries is loaded later, so this search is turned off. The checker then
// also misses the C library's table of thread-specific values (pthread_setspecific).

#include <sanitizer/lsan_interface.h>

extern "C" {

int dlclose(void* handle) noexcept;
int dlclose(void* /*handle*/) noexcept { return 0; }

const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() {
  return "leak:_dri.so\n"
         "leak:libgallium\n"
         "leak:libLLVM\n"
         "leak:libGLX\n"
         "leak:libGLdispatch\n"
         "leak:libEGL\n"
         "leak:libX11\n"
         "leak:libxcb\n"
         "leak:libnvrtc\n"
         "leak:libcuda\n"
         "leak:pthread_setspecific\n";
}

const char* __asan_default_options();
const char* __asan_default_options() { return "intercept_tls_get_addr=0"; }

int FcInit() __attribute__((weak));  // defined if fontconfig is linked

}  // extern "C"

namespace {

__attribute__((constructor)) void read_font_configuration() {
  if (FcInit == nullptr) return;
  __lsan_disable();
  FcInit();
  __lsan_enable();
}

}  // namespace
