#include "app/session/selection/moving_figures.h"

#include <array>
#include <cstddef>
#include <string>

namespace lanescope::app {
namespace {

struct FigureRow {
  MovingFigure figure;
  const char* name;
  const char* sections;
};
constexpr std::array figure_rows{
#define FIGURE(name, sections) FigureRow{MovingFigure::name, #name, sections},
#include "app/session/selection/moving_figures.def"
};

}  // namespace

std::span<const MovingFigure> moving_figures() {
  static constexpr std::array all{
#define FIGURE(name, ...) MovingFigure::name,
#include "app/session/selection/moving_figures.def"
  };
  return all;
}

const char* name_of(MovingFigure figure) {
  return figure_rows[static_cast<std::size_t>(figure)].name;
}

const char* sections_of(MovingFigure figure) {
  return figure_rows[static_cast<std::size_t>(figure)].sections;
}

bool has_section(MovingFigure figure, std::string_view section) {
  const std::string all = std::string(" ") + sections_of(figure) + " ";
  return all.find(" " + std::string(section) + " ") != std::string::npos;
}

std::optional<MovingFigure> moving_figure_named(std::string_view name) {
  for (const FigureRow& row : figure_rows)
    if (name == row.name) return row.figure;
  return std::nullopt;
}

}  // namespace lanescope::app
