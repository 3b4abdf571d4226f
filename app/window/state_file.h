// What is on the screen, as JSON, for tests and for programs that read it aloud.
//
// If LANESCOPE_STATE_FILE names a file, it is replaced (never half written) after every settled
// frame. It contains one object:
//
//   frame, running                   number of frames drawn; whether a run is in progress
//   inputs                           lines of scripted input applied so far
//   lesson, variant, kernel, params  of the run shown
//   compiler, machine                compiler as chosen: automatic, nvrtc, clang, nvcc; id of the
//                                    machine
//   block, warp, line                block [x, y, z] and warp from 0; line from 1
//   subject                          memory, divergence
//   event, wavefront                 from 0; null: no event, all wavefronts
//   wavefronts                       steps of the selected access: wavefronts or transactions
//   position                         of the player, from 0: group, groups; step, steps (of the
//                                    group). null: all steps are shown
//   play                             playing, speed (percent)
//   motion                           moving: a picture is gliding; progress of the stage's
//                                    movement, 0..1, 1 at rest; count of its movements; reduced
//   theme, language, scale_percent, width, height
//   overlay                          none, keys, lessons, variants, checks, recordings, gpus,
//                                    machines, decks, export_view (the lists of Ctrl+E), save_as,
//                                    review, glossary, palette, start
//   start                            the start page: part (doors, own), goes_on, message (why a
//                                    path was not opened), made (path of the kernel made), or null
//   page                             a name in app/session/selection/pages.def
//   focus, controls                  id of the control with the keyboard focus; id: [x, y, w, h]
//                                    of every control
//   typing, notice                   whether a text field has the keyboard; the message at the
//                                    bottom
//   problem                          why the newest run failed, or null
//   stale                            the picture is of the text or values before those that failed
//   message, message_open            text of the message panel; whether the panel is shown
//   can_undo, can_redo
//   guide                            show: none, offered, led; points_at_padding: it says which
//                                    switch to press; covered: a question is open; on_path; cover:
//                                    what the stage says of the picture of other values; lesson,
//                                    step (its name, or "exercise"), place (from 0), places;
//                                    question and kind of the open question, or null; draft: typed,
//                                    choice, marks, cursor, refusal; questions of the step: name,
//                                    state (waits, open, answered, skipped), known, right, problem;
//                                    goals of the exercise: name, met; passed; solved (the day, or
//                                    null); own_copy (the learner's copy is open); untranslated.
//                                    null: the lesson has no guide
//   index                            the index explorer: grid, block, at_block, thread, index,
//                                    complaint
//   launches                         on the page of launches: box (the chosen one, 0: the host's
//                                    launch), boxes (their number). null on other pages
//   program                          on the page Program: group (the chosen row, from 0), groups,
//                                    launch (its number), open (the launch that is shown)
//   sweep                            on the sweep page: name, variants, done, total, running,
//                                    cancelled, quantity, present, pointed (indices of points, or
//                                    null), points: [x, y, w, h]. null on other pages
//   maps                             on the maps page: kind, working, current (for the launch
//                                    shown), cancelled; shown: kind, quantity, array, by_warp,
//                                    width, height, least, largest, or null; cells: their area on
//                                    the screen; view: x0, y0, px_x, px_y, or null for the whole
//                                    map; pointed: [x, y] or null. null on other pages
//   map                              the list of lessons: filter, lesson at the keyboard cursor,
//                                    lessons (their number)
//   progress_problem                 why progress can't be saved, or empty
//   access                           space, op, bytes, mask, cost, ideal, ways; or null
//   totals                           global_load, global_store: requests, sectors, ideal_sectors;
//                                    shared_load, shared_store: requests, wavefronts,
//                                    ideal_wavefronts, conflicts; null before the first run
//   times_seen, times                whether times are shown; for each variant at the present
//                                    values: variant, measured_ms and recorded_ms (medians, cold),
//                                    sectors and wavefronts (simulated), each of which may be
//                                    null; failure
//   compare                          the comparison: a, b (lesson, variant, params, present; params
//                                    are null until the side has run), differences (their kinds),
//                                    likeness (same, last, alike, none), line and event of the
//                                    other side, wavefronts (of the side that has more), step (from
//                                    0; null: all), lane (under the mouse, or null), below
//                                    (numbers, text), playing, running, problem (of the other
//                                    side); on the page, places: kind (side, lane, code_line),
//                                    index and rect of each. null if nothing is kept
//   editor                           file, line and column (from 0; bytes) of the caret, selected,
//                                    lines, revision, saved, changed (from its original), typing,
//                                    finds, offered (words), errors (lines, from 1), failure,
//                                    recovered; null: the kernel's text is not being changed
//   steps                            the page that follows a warp: step, count, lane, warp, block,
//                                    ptx, line, event, conflict, playing, busy; or null
//   reading_recordings               recordings are still being read
//   recording, device                the chosen recording; number of the GPU used for measuring
//   measuring, live                  whether a measurement is in progress; whether live mode is on
//   absence                          why measuring is not possible here, or empty
//   opengl                           OpenGL renderer and version
//   wall_ms                          how long the user waited for the run shown
//   lecture                          deck, path, scene (from 0), scenes, title, covered, question,
//                                    revealed, answer; draft: as of the guide; or null
//   spotlight, lit                   off, circle, under_mouse, scene; [x, y, w, h] or null
//   frozen, presenter                the picture is frozen; the presenter window is open
//   notes_scrolled                   pixels
//   picture_ms                       from the key press to the first frame that shows its result
//   frames                           of the page shown: count; ui_ms, draw_ms, most_ui_ms:
//                                    processor time per frame, median and largest
#pragma once

#include <cstdint>
#include <string>

#include "app/session/session.h"
#include "app/window/main_view.h"
#include "app/window/toolkit/frame_meter.h"
#include "app/window/toolkit/platform.h"

namespace lanescope::app {

struct FrameFacts {
  std::uint64_t number = 0;
  std::uint64_t inputs = 0;  // lines of scripted input that it shows
  double picture_ms = 0;
  const FrameMeter* meter = nullptr;
  bool frozen = false, presenter = false;
  float notes_scrolled = 0;  // pixels
  std::string opengl{};      // renderer and version
};

[[nodiscard]] std::string state_json(const Session& session, const MainView& view, const Ui& ui,
                                     const FrameFacts& frame);

}  // namespace lanescope::app
