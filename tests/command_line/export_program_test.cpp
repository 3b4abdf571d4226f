// `lanescope export`, end to end: files for other programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/figures/figure_kind.h"
#include "tests/command_line/program.h"
#include "tests/export/csv_reader.h"
#include "tests/export/xml_tree.h"
#include "tests/lesson/small_transpose.h"
#include "tests/paths.h"

namespace lanescope::app::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;
using lanescope::testing::parse_xml;
using lanescope::testing::read_csv;
using lanescope::testing::XmlDocument;
using lanescope::testing::XmlElement;

std::string exported(Arguments arguments, const Environment& environment = {}) {
  arguments.insert(arguments.begin(), "export");
  const Finished finished = run_here(arguments, environment);
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  return finished.out;
}

void expect_refused(Arguments arguments, int exit_code, const std::string& because) {
  arguments.insert(arguments.begin(), "export");
  const Finished finished = run_here(arguments);
  EXPECT_EQ(finished.exit_code, exit_code) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_NE(finished.err.find(because), std::string::npos) << finished.err;
}

std::vector<std::string> texts_in(const XmlDocument& svg) {
  std::vector<std::string> texts;
  for (const XmlElement* text : svg.root->all("text")) texts.push_back(text->text);
  return texts;
}

bool has(const std::vector<std::string>& texts, const std::string& wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

const Arguments small_tile{"transpose", "--variant", "tile", "--set", "N=64", "--set", "PAD=0"};

// With short sweeps.
class ExportCommand : public ::testing::Test {
 protected:
  ExportCommand() { lanescope::testing::write_small_transpose(folder_.path()); }
  [[nodiscard]] std::string exported_small(const Arguments& arguments) const {
    return exported(arguments, {{"LANESCOPE_KERNELS", folder_.path().string()}});
  }

 private:
  TemporaryFolder folder_;
};

Arguments small_tile_with(const Arguments& more) {
  Arguments all = small_tile;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// All that can be exported of a lesson alone, as --what takes it.
std::vector<std::string> what_of_the_lesson(bool (*can_be_had)(FigureKind)) {
  std::vector<std::string> all;
  for (const FigureKind kind : all_figure_kinds()) {
    // A program has a recording, and only some lessons move data.
    if (!can_be_had(kind) || is_handout(kind) || kind == FigureKind::program ||
        kind == FigureKind::moving)
      continue;
    all.emplace_back(kind == FigureKind::sweep ? "sweep=padding" : name_of(kind));
  }
  return all;
}

TEST_F(ExportCommand, the_stage_is_svg_with_its_verdict_lanes_and_origin) {
  const XmlDocument svg = parse_xml(exported(small_tile));
  ASSERT_EQ(svg.error, "");
  const std::vector<std::string> texts = texts_in(svg);
  EXPECT_TRUE(has(texts, "32-way"));
  EXPECT_TRUE(has(texts, "B[y * n + x] = S[threadIdx.x][threadIdx.y];"));
  for (int lane = 0; lane < 32; ++lane) EXPECT_TRUE(has(texts, std::to_string(lane))) << lane;
  const std::string made_by = svg.root->all("desc").at(0)->text;
  for (const char* word :
       {"Matrix transpose", "transpose_tile", "N 64, PAD 0", "MODEL", "H200", "Lanescope"})
    EXPECT_NE(made_by.find(word), std::string::npos) << made_by;
  // The caption is visible text, too.
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
    return text.find("transpose_tile") != std::string::npos;
  }));
}

TEST_F(ExportCommand, every_picture_is_svg_that_parses_and_stays_inside_of_its_size) {
  for (const std::string& what : what_of_the_lesson(&has_picture)) {
    for (const char* language : {"en", "zh"}) {
      const XmlDocument svg =
          parse_xml(exported_small(small_tile_with({"--what", what, "--language", language})));
      ASSERT_EQ(svg.error, "") << what;
      const double width = svg.root->number("width");
      const double height = svg.root->number("height");
      // A kernel that launches none has a title and a sentence there, with the file's caption.
      EXPECT_GT(texts_in(svg).size(), what == "launches" ? 2U : 3U) << what;
      EXPECT_FALSE(svg.root->all("rect").empty()) << what;
      for (const XmlElement* text : svg.root->all("text")) {
        const double length = text->number("textLength");
        const std::string anchor = text->attribute("text-anchor");
        const double left = text->number("x") - (anchor == "end"      ? length
                                                 : anchor == "middle" ? length / 2
                                                                      : 0);
        EXPECT_GE(left, -0.6) << what << ": " << text->text;
        EXPECT_LE(left + length, width + 0.6) << what << ": " << text->text;
        EXPECT_LE(text->number("y"), height) << what << ": " << text->text;
      }
    }
  }
}

TEST_F(ExportCommand, a_picture_of_a_given_size_has_its_caption_inside) {
  const XmlDocument svg = parse_xml(exported(small_tile_with({"--size", "800x500"})));
  ASSERT_EQ(svg.error, "");
  EXPECT_EQ(svg.root->number("width"), 800);
  EXPECT_EQ(svg.root->number("height"), 500);
}

TEST_F(ExportCommand, a_sweep_is_named_by_what_by_the_view_or_by_the_step) {
  const std::string padding =
      exported_small(small_tile_with({"--what", "sweep=padding", "--format", "csv"}));
  EXPECT_EQ(std::count(padding.begin(), padding.end(), '\n'), 6);
  EXPECT_NE(padding, exported_small(small_tile_with({"--what", "sweep=size", "--format", "csv"})));
  EXPECT_EQ(padding,
            exported_small(small_tile_with({"--view", "sweep=padding", "--format", "csv"})));
  const auto of_step = [&](const char* what) {
    return exported_small({"transpose", "--step", "how-much", "--what", what, "--format", "csv"});
  };
  EXPECT_EQ(of_step("sweep"), of_step("sweep=padding"));
  EXPECT_NE(of_step("sweep"), of_step("sweep=size"));
}

TEST_F(ExportCommand, the_same_command_gives_the_same_bytes) {
  EXPECT_EQ(exported(small_tile), exported(small_tile));
}

TEST_F(ExportCommand, themes_differ) {
  const std::string dark = exported(small_tile);
  const std::string light = exported(small_tile_with({"--theme", "light"}));
  const std::string contrast = exported(small_tile_with({"--theme", "contrast"}));
  EXPECT_NE(dark, light);
  EXPECT_NE(dark, contrast);
  EXPECT_NE(light.find("fill=\"#ffffff\""), std::string::npos);
}

TEST_F(ExportCommand, accesses_as_csv_agree_with_sim) {
  const auto lines = read_csv(exported(small_tile_with({"--what", "accesses"})));
  Arguments sim = small_tile_with({"--json"});
  sim.insert(sim.begin(), "sim");
  const Json sites = Json::parse(run_here(sim).out).at("sites");
  ASSERT_EQ(lines.size(), sites.size() + 1);
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(lines[0].begin(), lines[0].end(), name) -
                                    lines[0].begin());
  };
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Json& site = sites[i];
    EXPECT_EQ(lines[i + 1].at(column("line")), std::to_string(site.at("line").get<int>()));
    const char* cost = site.at("space") == "shared" ? "wavefronts" : "sectors";
    EXPECT_EQ(lines[i + 1].at(column(cost)), std::to_string(site.at(cost).get<std::uint64_t>()));
    EXPECT_EQ(lines[i + 1].at(column("params")), "N=64 PAD=0");
    EXPECT_EQ(lines[i + 1].at(column("source")), "MODEL");
  }
}

TEST_F(ExportCommand, every_table_is_csv_and_json_with_the_same_rows) {
  for (const std::string& what : what_of_the_lesson(&has_table)) {
    const auto lines =
        read_csv(exported_small(small_tile_with({"--what", what, "--format", "csv"})));
    const Json json =
        Json::parse(exported_small(small_tile_with({"--what", what, "--format", "json"})));
    EXPECT_EQ(json.at("schema"), "lanescope.table/1");
    EXPECT_EQ(json.at("made_by").at("lesson"), "transpose");
    EXPECT_EQ(json.at("rows").size() + 1, lines.size()) << what;
    ASSERT_FALSE(lines.empty()) << what;
    for (const auto& line : lines) EXPECT_EQ(line.size(), lines[0].size()) << what;
    for (const auto& name : json.at("columns"))
      EXPECT_TRUE(has(lines[0], name.get<std::string>())) << what;
    EXPECT_TRUE(has(lines[0], "program")) << what;
  }
}

TEST_F(ExportCommand, times_say_where_each_comes_from) {
  const Json json = Json::parse(exported({"transpose", "--what", "times", "--format", "json"}));
  std::map<std::string, int> rows;
  for (const Json& row : json.at("rows")) {
    ++rows[row.at("source").get<std::string>()];
    if (row.at("source") == "RECORDED") {
      EXPECT_GT(row.at("cold_us").get<double>(), 0);
      EXPECT_NE(row.at("gpu").get<std::string>(), "");
    } else {
      EXPECT_TRUE(row.at("cold_us").is_null());
      EXPECT_GT(row.at("sectors").get<int>(), 0);
    }
  }
  EXPECT_EQ(rows["MODEL"], rows["RECORDED"]);
  EXPECT_EQ(rows["MEASURED"], 0);
  EXPECT_EQ(json.at("made_by").at("source"), (Json{"MODEL", "RECORDED"}));
}

// Rows as fields by column name.
using Fields = std::map<std::string, std::string>;
std::vector<Fields> rows_of(const std::string& csv) {
  const auto lines = read_csv(csv);
  std::vector<Fields> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    Fields& row = rows.emplace_back();
    for (std::size_t c = 0; c < lines[0].size(); ++c) row[lines[0][c]] = lines[i].at(c);
  }
  return rows;
}

std::vector<Fields> csv_of_view(const std::string& view) {
  return rows_of(exported(small_tile_with({"--view", view, "--format", "csv"})));
}

TEST_F(ExportCommand, the_map_of_an_array_has_a_row_for_each_element_with_the_block_that_reads_it) {
  const std::vector<Fields> rows = csv_of_view("map=array:A:reads");
  ASSERT_EQ(rows.size(), 64U * 64U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Fields& row = rows[i];
    EXPECT_EQ(row.at("array"), "A");
    EXPECT_EQ(row.at("element"), std::to_string(i));
    EXPECT_EQ(row.at("reads"), "1");
    EXPECT_EQ(row.at("writes"), "0");
    // Blocks of 32 x 32, one warp per row.
    EXPECT_EQ(row.at("first_block_x"), std::to_string(i % 64 / 32));
    EXPECT_EQ(row.at("first_block_y"), std::to_string(i / 64 / 32));
    EXPECT_EQ(row.at("first_warp"), std::to_string(i / 64 % 32));
    EXPECT_EQ(row.at("params"), "N=64 PAD=0");
  }
}

TEST_F(ExportCommand, the_map_of_the_banks_has_the_requests_that_it_shows) {
  const std::vector<Fields> of_warp = csv_of_view("map=banks,warp=3");
  ASSERT_EQ(of_warp.size(), 2U);  // a store along a row, a load down a column
  EXPECT_EQ(of_warp[0].at("op"), "store");
  EXPECT_EQ(of_warp[0].at("wavefronts"), "1");
  EXPECT_EQ(of_warp[1].at("op"), "load");
  EXPECT_EQ(of_warp[1].at("wavefronts"), "32");
  for (int bank = 0; bank < 32; ++bank) {
    const std::string name = "bank_" + std::to_string(bank);
    EXPECT_EQ(of_warp[0].at(name), "1");
    EXPECT_EQ(of_warp[1].at(name), bank == 3 ? "32" : "0");
  }
  EXPECT_EQ(csv_of_view("map=banks:block").size(), 32U * 2U);
  EXPECT_EQ(csv_of_view("map=banks:kernel").size(), 4U * 32U * 2U);
}

TEST_F(ExportCommand, the_map_of_the_grid_has_blocks_or_warps) {
  const std::vector<Fields> blocks = csv_of_view("map=grid");
  ASSERT_EQ(blocks.size(), 4U);
  // 32 x 32 floats in and out, 8 floats per sector.
  for (const Fields& block : blocks) EXPECT_EQ(block.at("global_sectors"), "256");
  EXPECT_EQ(blocks[1].at("block_x"), "1");
  EXPECT_EQ(csv_of_view("map=grid:sectors:warps").size(), 4U * 32U);
}

TEST_F(ExportCommand, a_map_has_the_rows_of_survey) {
  const std::vector<Fields> exported_rows = csv_of_view("map=array:B:moved");
  Arguments survey = small_tile_with({"--csv", "sectors"});
  survey.insert(survey.begin(), "survey");
  std::vector<Fields> surveyed = rows_of(run_here(survey).out);
  std::erase_if(surveyed, [](const Fields& row) { return row.at("array") != "B"; });
  ASSERT_EQ(exported_rows.size(), surveyed.size());
  ASSERT_EQ(surveyed.size(), 64U * 64U / 8U);
  for (std::size_t i = 0; i < surveyed.size(); ++i) {
    for (const auto& [name, value] : surveyed[i]) EXPECT_EQ(exported_rows[i].at(name), value);
  }
}

TEST_F(ExportCommand, very_long_tables_have_their_origin_in_json_but_not_in_csv) {
  const Arguments large{"transpose", "--variant", "tile",       "--set",
                        "N=320",     "--view",    "map=array:A"};
  const auto with = [&](const char* format) {
    Arguments arguments = large;
    arguments.insert(arguments.end(), {"--format", format});
    return exported(arguments);
  };
  const std::string csv = with("csv");
  const std::string heading = csv.substr(0, csv.find("\r\n"));
  EXPECT_EQ(heading,
            "array,element,reads,writes,first_block_x,first_block_y,first_block_z,first_warp");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 320 * 320 + 1);
  const Json json = Json::parse(with("json"));
  EXPECT_EQ(json.at("rows").size(), 320U * 320U);
  EXPECT_EQ(json.at("made_by").at("params").at("N"), 320);
  EXPECT_EQ(json.at("rows").back().at("element"), 320 * 320 - 1);
}

TEST_F(ExportCommand, a_map_is_an_image_of_its_pixels_among_vectors) {
  const XmlDocument svg = parse_xml(exported(small_tile_with({"--view", "map=array:A:reads"})));
  ASSERT_EQ(svg.error, "");
  ASSERT_GE(svg.root->all("image").size(), 1U);
  EXPECT_GT(svg.root->all("image").front()->number("width"), 300);
  EXPECT_NE(svg.root->all("title").at(0)->text.find("map of the launch"), std::string::npos);
}

TEST_F(ExportCommand, a_comparison_has_both_sides_of_each_number) {
  const std::vector<Fields> rows =
      rows_of(exported({"transpose", "--variant", "tile", "--set", "N=64", "--set", "PAD=1",
                        "--view", "compare=PAD=0", "--format", "csv"}));
  int found = 0;
  for (const Fields& row : rows) {
    EXPECT_EQ(row.at("params"), "N=64 PAD=1");
    EXPECT_EQ(row.at("a_params"), "N=64 PAD=0");
    EXPECT_EQ(row.at("differences"), "PAD 0 -> 1");
    if (row.at("group") == "shared_load" && row.at("name") == "wavefronts_per_request") {
      ++found;
      EXPECT_EQ(row.at("a"), "32");
      EXPECT_EQ(row.at("b"), "1");
      EXPECT_EQ(row.at("ratio"), "32");
      EXPECT_EQ(row.at("better"), "b");
    }
    if (row.at("group") == "shared_load" && row.at("name") == "requests") {
      ++found;
      EXPECT_EQ(row.at("a"), "128");
      EXPECT_EQ(row.at("better"), "equal");
    }
  }
  EXPECT_EQ(found, 2);
}

TEST_F(ExportCommand, the_figure_of_a_comparison_names_both_sides_and_what_differs) {
  const XmlDocument svg =
      parse_xml(exported({"transpose", "--variant", "tile", "--set", "N=64", "--what", "compare",
                          "--view", "compare=variant=coalesced-read,machine=tesla-c1060"}));
  ASSERT_EQ(svg.error, "");
  const std::string made_by = svg.root->all("desc").at(0)->text;
  for (const char* part :
       {"A: coalesced read", "B: shared tile", "variant coalesced read → shared tile",
        "MODEL (Tesla C1060 → H200 rules)", "transpose_coalesced_read → transpose_tile"})
    EXPECT_NE(made_by.find(part), std::string::npos) << part << ": " << made_by;
  const Json json =
      Json::parse(exported({"transpose", "--variant", "tile", "--set", "N=64", "--format", "json",
                            "--view", "compare=variant=coalesced-read,machine=tesla-c1060"}));
  const Json& made = json.at("made_by");
  EXPECT_EQ(made.at("variant"), "tile");
  EXPECT_EQ(made.at("a").at("variant"), "coalesced-read");
  EXPECT_EQ(made.at("a").at("machine"), "Tesla C1060");
  ASSERT_GE(made.at("differences").size(), 2U);
  EXPECT_EQ(made.at("differences")[0].at("kind"), "variant");
}

TEST_F(ExportCommand, a_comparison_with_nothing_named_uses_the_nearest_state) {
  const Json json =
      Json::parse(exported(small_tile_with({"--what", "compare", "--format", "json"})));
  EXPECT_EQ(json.at("made_by").at("a").at("params").at("PAD"), 0);
  EXPECT_EQ(json.at("made_by").at("params").at("PAD"), 1);
}

TEST_F(ExportCommand, a_warps_steps_have_a_row_for_each_instruction_with_the_lanes_result) {
  const std::vector<Fields> rows = csv_of_view("steps,warp=2,block=1/0/0,lane=5");
  Arguments steps = small_tile_with({"--block", "1/0/0", "--warp", "2", "--json"});
  steps.insert(steps.begin(), "steps");
  const Json told = Json::parse(run_here(steps).out).at("steps");
  ASSERT_EQ(rows.size(), told.size());
  int loads = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at("step"), std::to_string(i + 1));
    EXPECT_EQ(rows[i].at("ptx"), told[i].at("ptx").get<std::string>());
    EXPECT_EQ(rows[i].at("line"), told[i].at("line") == 0 ? "" : told[i].at("line").dump());
    EXPECT_EQ(rows[i].at("lane"), "5");
    if (!rows[i].at("ptx").starts_with("ld.shared")) continue;
    ++loads;
    EXPECT_EQ(rows[i].at("cost"), "32");
    EXPECT_EQ(rows[i].at("ideal"), "1");
    // A[y][x] is 64 y + x. Lane 5 reads S[5][2], which is A[5][32 + 2].
    EXPECT_TRUE(rows[i].at("written").ends_with(" = 354")) << rows[i].at("written");
  }
  EXPECT_EQ(loads, 1);
}

TEST_F(ExportCommand, the_figure_of_a_warps_steps_shows_the_step_that_the_view_names) {
  const std::string picture = exported(small_tile_with({"--view", "steps,step=3,warp=4"}));
  const XmlDocument svg = parse_xml(picture);
  ASSERT_EQ(svg.error, "");
  const std::vector<std::string> texts = texts_in(svg);
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
    return text.find("instruction 3 of") != std::string::npos;
  }));
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
    return text.find("Warp 4 of block (0, 0)") != std::string::npos;
  }));
}

TEST_F(ExportCommand, a_view_and_a_machine_choose_what_is_seen) {
  const XmlDocument svg = parse_xml(exported(
      {"transpose", "--set", "N=64", "--view", "access=global_store", "--machine", "tesla-c1060"}));
  ASSERT_EQ(svg.error, "");
  EXPECT_NE(svg.root->all("desc").at(0)->text.find("Tesla C1060"), std::string::npos);
  EXPECT_TRUE(has(texts_in(svg), "one 4-byte store, 32 lanes"));
}

TEST_F(ExportCommand, a_step_of_the_guide_is_a_view_of_its_own) {
  const XmlDocument svg = parse_xml(exported({"transpose", "--step", "padding"}));
  ASSERT_EQ(svg.error, "");
  EXPECT_TRUE(has(texts_in(svg), "conflict-free"));
}

TEST_F(ExportCommand, writes_to_the_file_that_is_named_and_says_nothing) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "picture.svg";
  Arguments arguments = small_tile_with({"-o", file.string()});
  EXPECT_EQ(exported(arguments), "");
  EXPECT_EQ(text_of(file), exported(small_tile));
  EXPECT_EQ(
      exported(small_tile_with({"--what", "counts", "-o", (folder.path() / "c.json").string()})),
      "");
  EXPECT_EQ(Json::parse(text_of(folder.path() / "c.json")).at("table"), "counts");
}

// Counts of what the guide contains, read from its own files.
struct GuideSteps {
  std::size_t steps = 0, questions = 0;
  std::size_t marked = 0;  // questions that are answered by marking sectors or banks
};
GuideSteps steps_of(const std::string& lesson) {
  const std::string guide =
      text_of(fs::path(LANESCOPE_SOURCE_DIR) / "kernels/lessons" / lesson / "guide.toml");
  GuideSteps found;
  std::istringstream lines(guide);
  for (std::string line; std::getline(lines, line);) {
    found.steps += line == "[[steps]]" ? 1 : 0;
    found.questions += line == "[[steps.questions]]" ? 1 : 0;
    found.marked += line == "kind = \"sectors\"" || line == "kind = \"banks\"" ? 1 : 0;
  }
  return found;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++count;
  return count;
}

TEST_F(ExportCommand, a_handout_is_one_html_file_with_every_step_picture_question_and_answer) {
  const std::string html = exported({"offset", "--what", "handout"});
  const GuideSteps guide = steps_of("offset");
  ASSERT_GT(guide.steps, 2U);
  ASSERT_GT(guide.marked, 0U);
  EXPECT_EQ(count_of(html, "<svg "), guide.steps + guide.marked);
  EXPECT_EQ(count_of(html, "<div class=\"question\""), guide.questions);
  EXPECT_EQ(count_of(html, "<h3><a href=\"#q"), guide.questions);
  EXPECT_EQ(count_of(html, "<h2>"), guide.steps + 3);  // exercise, answers, counts
  // The page loads nothing from the network.
  EXPECT_EQ(count_of(html, "http"), count_of(html, "http://www.w3.org/"));
  EXPECT_NE(html.find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_NE(html.find("@media print"), std::string::npos);
  EXPECT_EQ(html.find("{access."), std::string::npos);  // facts are filled in
  EXPECT_NE(html.find("MODEL"), std::string::npos);
  // Each picture is well-formed XML by itself.
  for (std::size_t at = 0; (at = html.find("<svg ", at)) != std::string::npos;) {
    const std::size_t end = html.find("</svg>", at) + 6;
    const XmlDocument svg = parse_xml(html.substr(at, end - at));
    ASSERT_EQ(svg.error, "");
    EXPECT_GT(svg.root->all("text").size(), 5U);
    at = end;
  }
}

// The last step runs another kernel, with 4096 barriers.
TEST_F(ExportCommand, the_exercise_in_a_handout_has_the_counts_of_its_own_run) {
  const std::string html = exported({"reduction", "--what", "handout"});
  EXPECT_NE(html.find("execute 36,864 barriers"), std::string::npos);
}

TEST_F(ExportCommand, a_handout_is_markdown_with_its_pictures_beside_it) {
  const TemporaryFolder folder;
  EXPECT_EQ(exported({"offset", "--what", "handout", "--language", "zh", "-o",
                      (folder.path() / "paper.md").string()}),
            "");
  const std::string text = text_of(folder.path() / "paper.md");
  const GuideSteps guide = steps_of("offset");
  std::size_t pictures = 0;
  for (std::size_t at = 0; (at = text.find("](", at)) != std::string::npos; ++at) {
    const std::size_t end = text.find(')', at);
    const fs::path picture = folder.path() / text.substr(at + 2, end - at - 2);
    ASSERT_TRUE(fs::exists(picture)) << picture;
    EXPECT_EQ(parse_xml(text_of(picture)).error, "") << picture;
    ++pictures;
  }
  EXPECT_EQ(pictures, guide.steps + guide.marked);
  EXPECT_EQ(count_of(text, "\n```cuda\n"), count_of(text, "\n```\n"));
  EXPECT_GT(count_of(text, "\n```cuda\n"), 0U);
  EXPECT_NE(text.find("## 答案"), std::string::npos);
  EXPECT_EQ(static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), {})),
            guide.steps + guide.marked + 1);
}

// Its second step asks how many wavefronts a column takes.
TEST_F(ExportCommand, a_handout_gives_no_result_before_its_answers) {
  const std::string html = exported_small({"transpose", "--what", "handout"});
  const std::size_t step = html.find("<section id=\"tile\">");
  const std::size_t answers = html.find("<section class=\"answers\">");
  ASSERT_LT(step, answers);
  const std::string asked = html.substr(step, html.find("</section>", step) - step);
  EXPECT_NE(asked.find("class=\"question\""), std::string::npos);
  EXPECT_EQ(asked.find("-way"), std::string::npos);
  EXPECT_NE(html.find("32-way", answers), std::string::npos);
}

TEST_F(ExportCommand, a_worksheet_asks_without_answering) {
  const std::string html = exported({"offset", "--what", "worksheet"});
  const GuideSteps guide = steps_of("offset");
  EXPECT_EQ(count_of(html, "<div class=\"question\""), guide.questions);
  EXPECT_EQ(count_of(html, "<h3><a href=\"#q"), 0U);
  EXPECT_EQ(count_of(html, "class=\"answers\""), 0U);
}

// A worksheet shows all steps at once: none may say what an earlier one asked.
const std::string& handout_of_stride() {
  static const std::string made = exported({"stride", "--what", "handout"});
  return made;
}

TEST_F(ExportCommand, a_worksheet_prints_a_kernel_once_and_no_step_has_the_answer_of_another) {
  const std::string sheet = exported({"stride", "--what", "worksheet"});
  const std::string& handout = handout_of_stride();
  std::set<std::string> kernels;
  for (std::size_t at = 0; (at = sheet.find("<figcaption><code>", at)) != std::string::npos; ++at)
    EXPECT_TRUE(kernels.insert(sheet.substr(at, sheet.find("</code>", at) - at)).second) << at;
  std::string steps;  // up to the kernel
  const std::string begin = "<section id=";
  for (std::size_t at = 0; (at = sheet.find(begin, at)) != std::string::npos; ++at)
    steps +=
        sheet.substr(at, std::min(sheet.find("</section>", at), sheet.find("<figure", at)) - at);
  EXPECT_NE(steps.find("to the next is called the <strong>"), std::string::npos);
  EXPECT_EQ(steps.find("the number of sectors doubles"), std::string::npos);
  const std::string truth = "</a></h3>\n<p><strong>";
  int answers = 0;
  for (std::size_t at = 0; (at = handout.find(truth, at)) != std::string::npos; ++at) {
    const std::size_t from = at + truth.size();
    const std::string answer = handout.substr(from, handout.find("</strong>", from) - from);
    // "8 sectors": a number with its unit, not one of the choices
    const bool is_number = !answer.empty() && answer.front() >= '0' && answer.front() <= '9';
    if (!is_number || std::count(answer.begin(), answer.end(), ' ') != 1) continue;
    ++answers;
    EXPECT_EQ(steps.find(answer), std::string::npos) << answer;
  }
  EXPECT_GT(answers, 1);
}

// Its answers name times.
TEST_F(ExportCommand, a_handouts_recorded_times_say_on_which_gpu_and_when) {
  const std::string& html = handout_of_stride();
  const std::string origin = "<p class=\"origin\">RECORDED: ";
  const std::size_t at = html.find(origin);
  ASSERT_NE(at, std::string::npos);
  const std::string named = html.substr(at + origin.size(), html.find("</p>", at) - at);
  EXPECT_NE(named.find(", 20"), std::string::npos) << named;
}

TEST_F(ExportCommand, wrong_usage_is_refused_before_anything_runs) {
  expect_refused({"transpose", "--what", "stge"}, 2, "stage");
  expect_refused({"transpose", "--what", "accesses", "--format", "svg"}, 2, "csv, json");
  expect_refused({"transpose", "--what", "handout", "--format", "csv"}, 2, "md, html");
  expect_refused({"transpose", "--what", "handout", "--format", "md"}, 2, "-o FILE.md");
  expect_refused({"transpose", "--format", "gif"}, 2, "gif");
  expect_refused({"transpose", "-o", "picture"}, 2, "no known ending");
  expect_refused({"transpose", "-o", "/nowhere/at/all.svg"}, 2, "/nowhere/at/all.svg");
  expect_refused({"transpose", "--what", "sweep=pading"}, 2, "size, padding");
  expect_refused({"transpose", "--view", "sweep=pading"}, 2, "size, padding");
  expect_refused({"transpse"}, 2, "transpose");
  expect_refused({"transpose", "--step", "nope"}, 2, "copy");
  expect_refused({"transpose", "--view", "stge"}, 2, "--view");
  expect_refused({"transpose", "--view", "map=bank"}, 2, "banks, array and grid");
  expect_refused({"transpose", "--set", "N=64", "--view", "map=array:Z"}, 2, "A, B");
  expect_refused({"transpose", "--set", "N=64", "--view", "compare=PADD=1"}, 2, "PADD");
  expect_refused({"transpose", "--view", "compare=nonsense"}, 2, "nonsense");
  for (const char* place : {"block=2", "block=0/2", "block=0/0/1", "warp=32", "line=999",
                            "event=9999", "wavefront=33", "steps,step=9999"})
    expect_refused({"transpose", "--set", "N=64", "--view", place}, 2,
                   std::string(place).substr(std::string(place).find(',') + 1));
}

TEST_F(ExportCommand, a_png_needs_a_file_and_a_display) {
  if (with_window) expect_refused({"transpose", "--format", "png"}, 2, "-o FILE.png");
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "picture.png";
  const Finished finished =
      run_program({"export", "transpose", "--set", "N=64", "-o", file.string()},
                  {{"DISPLAY", ":4242"}, {"WAYLAND_DISPLAY", ""}});
  EXPECT_EQ(finished.exit_code, 3) << finished.err;
  EXPECT_NE(finished.err, "");
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(ExportCommand, a_kernel_that_does_not_compile_is_reported_and_nothing_is_written) {
  const TemporaryFolder folder;
  folder.write("broken.cu", "__global__ void broken(float* a) { a[0] = nonsense; }\n");
  const fs::path lesson = folder.write(
      "lesson.toml",
      "source = \"broken.cu\"\nkernel = \"broken\"\n[params]\n[launch]\ngrid = [1]\nblock = [32]\n"
      "[[args]]\nname = \"a\"\ntype = \"float\"\ncount = 32\ninit = \"zero\"\n");
  const fs::path file = folder.path() / "out.svg";
  expect_refused({lesson.string(), "-o", file.string()}, 2, "nonsense");
  EXPECT_FALSE(fs::exists(file));
}

}  // namespace
}  // namespace lanescope::app::testing
