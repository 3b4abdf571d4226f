// What is on the screen, as JSON, for tests and for programs that read it to someone.
//
// When LANESCOPE_STATE_FILE names a file, it is replaced (never half written) after every frame
// that has settled. One object:
//
//   frame, running                   frames drawn; whether a run is going on
//   lesson, variant, kernel, params  of the run that is shown
//   compiler                         as chosen: automatic, nvrtc, clang
//   block, warp, line                line from 1; block [x, y, z] and warp from 0
//   subject                          of a line: memory, divergence
//   event, wavefront                 from 0; null: none, and all of them
//   wavefronts                       of the chosen access, or its transactions
//   position                         of the player: group of groups, step of the group's steps,
//   from
//                                    0; null: all of them are shown
//   play                             playing, speed (percent)
//   motion                           moving: a picture is on its way to another; progress of the
//                                    stage's, 0..1, 1 at rest; count of its movements; reduced
//   theme, language, scale_percent, width, height
//   overlay, page                    none, keys, lessons, variants, checks, recordings, gpus,
//                                    machines, take_out (the lists of Ctrl+E);
//                                    stage, code, counts, times, index, sweep, guide
//   focus, controls                  the id under the keyboard; id: [x, y, w, h] for all of them
//   typing, notice                   a value is being typed; the line at the bottom
//   problem                          why the newest run failed, or null
//   message, message_open            what the message panel says; whether it is seen
//   can_undo, can_redo
//   guide                            show: none, offered, led; newcomer: the first lesson is
//   offered;
//                                    covered: a question is open; lesson, step (its name, or
//                                    "exercise"), place (from 0), places; question and kind of the
//                                    open one, or null; draft: typed, choice, marks, cursor,
//                                    refusal; questions of the step: name, state (waits, open,
//                                    answered, skipped), right; goals of the exercise: name, met;
//                                    passed; untranslated; or null where the lesson has none
//   maps                             on their page: kind, working, current (of what is shown),
//                                    cancelled; shown: kind, quantity, array, by_warp, width,
//                                    height, least, largest, or null; cells: where they are on the
//                                    screen; view: x0, y0, px_x, px_y, or null for all of it;
//                                    pointed: [x, y] or null; else null
//   map                              the list of lessons: filter, lesson that the keyboard is on
//   progress_problem                 why progress can't be kept, or empty
//   access                           space, op, bytes, mask, cost, ideal, ways; or null
//   totals                           global_load, global_store: requests, sectors, ideal_sectors
//                                    shared_load, shared_store: requests, wavefronts,
//                                    ideal_wavefronts, conflicts; or null before the first run
//   times_seen, times                whether they are on the screen; of each variant at the present
//                                    values: variant, measured_ms and recorded_ms (medians, cold),
//                                    sectors and wavefronts (simulated); each may be null; failure
//   compare                          what is compared (see state_compare.h), or null
//   steps                            the warp's life, where it is shown: step, count, lane, warp,
//                                    block, ptx, line, event, conflict, playing, busy; or null
//   recording, device                the chosen recording; the number of the GPU that measures
//   measuring, live                  whether something is being measured
//   absence                          why nothing can be measured here, or empty
//   opengl                           what draws, and its version
//   wall_ms                          what the user waited for the run that is shown
//   lecture                          deck, path, scene (from 0), scenes, title, covered, question,
//                                    revealed; or null
//   spotlight, lit                   off, circle, under_mouse, scene; [x, y, w, h] or null
//   frozen, presenter                the picture stays; the window of the notes is open
//   picture_ms                       from the key press to the first frame that shows it
//   frames                           of the page that is shown: count, and ui_ms, draw_ms,
//   most_ui_ms:
//                                    processor time of a frame, median and largest
#pragma once

#include <cstdint>
#include <string>

#include "app/session/session.h"
#include "app/window/frame_meter.h"
#include "app/window/main_view.h"
#include "app/window/platform.h"

namespace lanescope::app {

struct FrameFacts {
  std::uint64_t number = 0;
  double picture_ms = 0;
  const FrameMeter* meter = nullptr;
  bool frozen = false, presenter = false;
  float notes_scrolled = 0;  // pixels
  std::string opengl{};      // what draws, and its version
};

[[nodiscard]] std::string state_json(const Session& session, const MainView& view, const Ui& ui,
                                     const FrameFacts& frame);

}  // namespace lanescope::app
