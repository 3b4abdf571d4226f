// Linked into every program of the sanitizer configuration, so that the leaks it reports are ours.
//
// Graphics drivers keep memory to the end of the process. The leak checker can be told to pass over
// what a library by this name allocated, but libGL unloads its driver before the check, and what is
// unloaded has no name. So nothing is unloaded here, and the libraries that are known to keep
// memory are named. Fontconfig is not among them: a pattern that we forget to destroy is our leak.
// But reading its configuration loses 288 bytes of its own (2.14), so that is done here, unwatched.
//
// What a library that was loaded later keeps for each thread, the checker of GCC 12 finds by a
// guess about the words before it, and falls over a wrong one ("Tracer caught signal 11" behind a
// test that passed). Of ours nothing is loaded later, so it need not look there. Then it does not
// see the C library's own table of values that a thread keeps, either (pthread_setspecific).

#include <sanitizer/lsan_interface.h>

extern "C" {

int dlclose(void* handle);
int dlclose(void* /*handle*/) { return 0; }

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

int FcInit() __attribute__((weak));  // there where fontconfig is linked

}  // extern "C"

namespace {

__attribute__((constructor)) void read_font_configuration() {
  if (FcInit == nullptr) return;
  __lsan_disable();
  FcInit();
  __lsan_enable();
}

}  // namespace
