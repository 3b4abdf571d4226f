// The figures of the page "moving": one row each in moving_figures.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope::app {

enum class MovingFigure : std::uint8_t {
#define FIGURE(name, ...) name,
#include "app/session/selection/moving_figures.def"
};
[[nodiscard]] std::span<const MovingFigure> moving_figures();
[[nodiscard]] const char* name_of(MovingFigure figure);  // as in --view
// Sections of the rows behind it (kernels/transfer/row.h), with blanks between them.
[[nodiscard]] const char* sections_of(MovingFigure figure);
[[nodiscard]] bool has_section(MovingFigure figure, std::string_view section);
[[nodiscard]] std::optional<MovingFigure> moving_figure_named(std::string_view name);

}  // namespace lanescope::app
