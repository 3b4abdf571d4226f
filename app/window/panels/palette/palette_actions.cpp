#include "app/window/panels/palette/palette_actions.h"

#include <array>

namespace lanescope::app {
namespace {

constexpr auto all = std::to_array<PaletteAction>({
    {Command::measure, "action.measure", "palette.measure"},
    {Command::measure_all, "action.measure_all", "palette.measure_all"},
    {Command::live, "action.live", "palette.live"},
    {Command::nearest, "action.nearest", "palette.nearest"},
    {Command::keep_as_a, "action.keep_as_a", "palette.keep_as_a"},
    {Command::exchange, "action.exchange", "palette.exchange"},
    {Command::worst, "action.worst", "palette.worst"},
    {Command::subject, "action.subject", "palette.subject"},
    {Command::next_view, "action.next_view", "palette.next_view"},
    {Command::play, "action.play", "palette.play"},
    {Command::wavefront_all, "action.wavefront_all", "palette.wavefront_all"},
    {Command::guide, "action.guide", "palette.guide"},
    {Command::lessons, "action.lessons", "palette.lessons"},
    {Command::start, "action.start", "keys.start"},
    {Command::glossary, "action.glossary", "keys.glossary"},
    {Command::lecture, "action.lecture", "palette.lecture"},
    {Command::presenter_notes, "action.presenter_notes", "palette.presenter_notes"},
    {Command::save_scene, "action.save_scene", "palette.save_scene"},
    {Command::spotlight, "action.spotlight", "palette.spotlight"},
    {Command::freeze, "action.freeze", "palette.freeze"},
    {Command::reload, "action.reload", "palette.reload"},
    {Command::undo, "action.undo", "palette.undo"},
    {Command::redo, "action.redo", "palette.redo"},
    {Command::show_keys, "action.show_keys", "palette.show_keys"},
    {Command::checks, "action.checks", "palette.checks"},
    {Command::recordings, "action.recordings", "palette.recordings"},
    {Command::gpus, "action.gpus", "palette.gpus"},
    {Command::projector, "action.projector", "palette.projector"},
    {Command::full_screen, "action.full_screen", "palette.full_screen"},
    {Command::larger, "action.larger", "palette.larger"},
    {Command::smaller, "action.smaller", "palette.smaller"},
    {Command::normal_size, "action.normal_size", "palette.normal_size"},
    {Command::reduced_motion, "action.reduced_motion", "palette.reduced_motion"},
    {Command::frame_times, "action.frame_times", "palette.frame_times"},
    {Command::export_menu, "action.export_menu", "palette.export_menu"},
    {Command::copy, "action.copy", "palette.copy"},
    {Command::save_picture, "action.save_picture", "palette.save_picture"},
    {Command::quit, "action.quit", "palette.quit"},
});

}  // namespace

std::span<const PaletteAction> palette_actions() { return all; }

}  // namespace lanescope::app
