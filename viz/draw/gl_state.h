// Saves the OpenGL state that the renderer changes, and restores it on destruction.
#pragma once

#include <array>

#include "viz/gl/objects.h"

namespace lanescope::draw {

class SavedState {
 public:
  SavedState();
  ~SavedState();
  SavedState(const SavedState&) = delete;
  SavedState& operator=(const SavedState&) = delete;

 private:
  int program_ = 0, vertex_array_ = 0, array_buffer_ = 0;
  int texture_unit_ = 0;
  std::array<int, 2> textures_{};  // of texture units 0 and 1
  std::array<int, 2> samplers_{};
  std::array<int, 4> viewport_{}, scissor_{};
  std::array<int, 4> blend_{};  // source and destination, for colour and for alpha
  std::array<int, 2> equation_{};
  std::array<bool, 4> enabled_{};  // blending, scissor, depth test, face culling
};

}  // namespace lanescope::draw
