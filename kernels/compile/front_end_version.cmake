# Writes OUTPUT, a source file that defines front_end_version (cache.h): a digest of the files of FOLDER.
file(GLOB paths "${FOLDER}/*.cpp" "${FOLDER}/*.h" "${FOLDER}/prelude/*.h") # sorted by name
foreach(path IN LISTS paths)
  file(SHA256 "${path}" digest)
  string(APPEND all "${digest}\n")
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING "${digest}" 0 16 digest)
file(
  WRITE "${OUTPUT}"
  "// Written by kernels/compile/front_end_version.cmake.\n"
  "#include <string_view>\n\n"
  "namespace lanescope::compile {\n"
  "extern const std::string_view front_end_version;\n"
  "constexpr std::string_view front_end_version = \"${digest}\";\n"
  "}  // namespace lanescope::compile\n")
