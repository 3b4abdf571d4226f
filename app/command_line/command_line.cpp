#include "app/command_line/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>

#include "app/command_line/command_table.h"
#include "app/command_line/option_texts.h"
#include "app/command_line/values.h"
#include "app/session/course/progress.h"
#include "app/session/settings.h"
#include "viz/text/languages.h"

namespace lanescope::app {
namespace {

constexpr const char* version = "lanescope " LANESCOPE_VERSION;

constexpr const char* exit_codes =
    "Exit codes: 0 good, 1 a finding, 2 wrong usage or input, 3 not on this machine (no compiler, "
    "no display, no GPU).";

CLI::Option* add_repeatable(CLI::App& app, const char* name, std::vector<std::string>& values,
                            const char* about) {
  // One value per option: `--set PAD=1 tile` must not take `tile` as a second value.
  return app.add_option(name, values, about)
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
}

CLI::Option* add_state_options(CLI::App& app, StateTexts& state) {
  auto* lesson =
      app.add_option("LESSON", state.lesson, "A shipped lesson, or the path of a lesson file")
          ->type_name("");
  app.add_option("--variant", state.variant,
                 "Which of the lesson's kernels; the first when not given")
      ->type_name("NAME");
  add_repeatable(app, "--set", state.set, "A parameter's value; may be given again for others");
  app.add_option("--compiler", state.compiler, "nvrtc, clang, or auto: nvrtc where it is found")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "nvrtc", "clang"}));
  return lesson;
}

void add_machine_option(CLI::App& app, StateTexts& state) {
  app.add_option("--machine", state.machine,
                 "Price memory by the rules of another machine; `lanescope machines` lists them")
      ->type_name("ID");
}

void add_recording_option(CLI::App& app, std::string& recording) {
  app.add_option("--recording", recording,
                 "Recorded times to show: a file that `time --record` wrote, or a shipped one by "
                 "its name, such as nvidia-h100")
      ->type_name("FILE.json");
}

void add_screen_options(CLI::App& app, ScreenTexts& screen) {
  app.add_option("--size", screen.size, "Pixels")->type_name("WIDTHxHEIGHT");
  app.add_option("--theme", screen.theme, "dark, light or contrast")
      ->type_name("NAME")
      ->check(CLI::IsMember({"dark", "light", "contrast"}));
  app.add_option("--language,--lang", screen.language, text::language_list())
      ->type_name("NAME")
      ->check(CLI::IsMember(text::language_codes()));
  app.add_option("--scale", screen.scale_percent, "Size of the text")
      ->type_name("PERCENT")
      ->check(CLI::Range(min_scale_percent, max_scale_percent));
  app.add_option(
         "--view", screen.view,
         "What to look at: auto, bank, global, divergence, times, index, machine or steps, and any "
         "of access=KIND, sweep=NAME, line=, event=, wavefront=, step=, warp=, lane=, block=x/y/z, "
         "separated by commas; last compare=A, with what tells A apart: compare=PAD=0")
      ->type_name("VIEW");
  app.add_option("--step", screen.step, "A step of the lesson's guide, by its name, or exercise")
      ->type_name("NAME");
  add_recording_option(app, screen.recording);
}

OptionRow row_of(const CLI::Option& option) {
  OptionRow row;
  row.is_argument = option.nonpositional() == false;
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  if (row.is_argument) row.names = {option.get_name(true)};
  if (option.get_items_expected_max() > 0) {
    // "NAME:{dark,light}": what stands for the value, then what the checks say of themselves.
    const std::string type = option.get_type_name();
    row.value = row.is_argument ? row.names.front() : type.substr(0, type.find(':'));
    const std::size_t open = type.find(":{");
    if (open != std::string::npos) {
      row.choices = CLI::detail::split(type.substr(open + 2, type.find('}') - open - 2), ',');
    }
  }
  row.about = option.get_description();
  row.required = option.get_required();
  row.repeatable = option.get_items_expected_max() > 1;
  row.value_is_optional = !row.value.empty() && option.get_items_expected_min() == 0;
  return row;
}

CommandRow row_of(const CLI::App& app) {
  CommandRow row{app.get_name(), app.get_description(), {}};
  for (const CLI::Option* option : app.get_options()) row.options.push_back(row_of(*option));
  return row;
}

// The parser, the texts that it fills, and the action of each command.
class Parser {
 public:
  explicit Parser(const Screen& screen) : screen_(screen) {
    app_.set_version_flag("--version", version);
    app_.footer(exit_codes);
    app_.require_subcommand(0, 1);
    app_.set_help_flag("-h,--help", "Print this help");
    add_window();
    add_list();
    add_machines();
    add_check_lessons();
    add_check_scenes();
    add_grade();
    add_progress();
    add_sim();
    add_compare();
    add_access();
    add_shot();
    add_sweep();
    add_survey();
    add_steps();
    add_export();
    add_time();
    add_count();
    add_validate();
  }

  // Throws CLI::ParseError on wrong usage, and for --help and --version.
  Result run(std::vector<std::string> arguments) {
    std::ranges::reverse(arguments);  // the order that CLI11 expects
    app_.parse(std::move(arguments));
    const auto chosen = app_.get_subcommands();
    return chosen.empty() ? window() : commands_.at(chosen.front()->get_name())();
  }

  [[nodiscard]] std::string help() const { return app_.help(); }

  [[nodiscard]] CommandTable table() const {
    CommandTable table{version, row_of(app_), exit_codes, {}};
    for (const CLI::App* command : app_.get_subcommands({})) {
      table.commands.push_back(row_of(*command));
    }
    return table;
  }

  [[nodiscard]] std::string commands() const {
    std::string names;
    for (const auto& [name, action] : commands_) names += (names.empty() ? "" : ", ") + name;
    return names;
  }

 private:
  void add_window() {
    add_state_options(app_, texts_.state);
    add_machine_option(app_, texts_.state);
    add_screen_options(app_, texts_.screen);
    app_.add_option("--device", texts_.window_device, "Which GPU measures, when there are several")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
  }

  CLI::App& add(const std::string& name, const char* about, std::function<Result()> action) {
    commands_[name] = std::move(action);
    return *app_.add_subcommand(name, about);
  }

  void add_list() {
    auto& list = add("list", "Shipped lessons, their variants and parameters",
                     [this] { return list_command(texts_.json); });
    list.add_flag("--json", texts_.json, "As JSON");
  }

  void add_machines() {
    auto& machines =
        add("machines", "GPUs whose memory rules and figures are known, or one with its sources",
            [this] { return machines_command(texts_.described, texts_.json); });
    machines.add_option("ID", texts_.described, "One of them")->type_name("");
    machines.add_flag("--json", texts_.json, "As JSON");
  }

  void add_check_lessons() {
    auto& check = add("check-lessons", "Say what is wrong with lessons and their guides", [this] {
      return check_lessons_command(
          {texts_.lessons, compiler_in(texts_.state.compiler), texts_.files_only});
    });
    add_check_options(check, "LESSON",
                      "Shipped lessons, or paths of lesson files; all shipped ones when not given");
  }

  void add_check_options(CLI::App& check, const char* name, const char* about) {
    check.add_option(name, texts_.lessons, about)->type_name("");
    check
        .add_option("--compiler", texts_.state.compiler,
                    "nvrtc or clang alone; auto: both, where they are found")
        ->type_name("NAME")
        ->check(CLI::IsMember({"auto", "nvrtc", "clang"}));
    check.add_flag("--files", texts_.files_only, "Read the files, run nothing");
  }

  void add_grade() {
    auto& grade = add("grade", "Check a lesson's exercise: on counts and arrays, never on time",
                      [this] { return grade_command(grade_options(texts_)); });
    add_state_options(grade, texts_.state)->required();
    grade
        .add_option("--kernel", texts_.kernel,
                    "A kernel file of your own in place of the lesson's; its kernel's name stays")
        ->type_name("FILE.cu");
    grade.add_flag("--json", texts_.json, "As JSON, schema lanescope.grade/1");
  }

  void add_progress() {
    auto& progress = add("progress", "How far you have come in the lessons", nullptr);
    auto* reset = progress
                      .add_option("--reset", texts_.reset,
                                  "Forget this lesson's progress; all of it when none is named")
                      ->type_name("[LESSON]")
                      ->expected(0, 1);
    progress.add_flag("--json", texts_.json, "As JSON, schema lanescope.progress/1");
    commands_["progress"] = [this, reset] {
      ProgressOptions options{progress_path(), {}, texts_.json};
      if (reset->count() > 0) options.reset = texts_.reset;
      return progress_command(options);
    };
  }

  void add_sim() {
    auto& sim =
        add("sim", "Run a lesson's kernel in the simulator and count what it does to memory",
            [this] { return sim_command(sim_options(texts_)); });
    add_state_options(sim, texts_.state)->required();
    add_machine_option(sim, texts_.state);
    sim.add_option("--blocks", texts_.blocks, "Simulate only the first N blocks, or all")
        ->type_name("N");
    sim.add_option("--max-instructions", texts_.max_instructions,
                   "Stop after so many instructions of warps; for kernels that may not end")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    sim.add_option("--threads", texts_.threads, "Of this machine's processor; 0: as many as it has")
        ->type_name("N")
        ->check(CLI::Range(0, 1024));
    sim.add_option("--check", texts_.checks,
                   "What to look for in the kernel: all, none, or any of " + check_names())
        ->type_name("KINDS");
    auto* json = sim.add_flag("--json", texts_.json, "As JSON, schema lanescope.sim/1");
    add_repeatable(sim, "--against", texts_.against,
                   "Run again with this value and show both side by side")
        ->excludes(json);
  }

  void add_compare() {
    auto& compare = add("compare", "Run two states of a lesson and set their counts side by side",
                        [this] { return compare_command(compare_options(texts_)); });
    add_state_options(compare, texts_.state)->required();
    add_machine_option(compare, texts_.state);
    const auto add_side = [&](const char* name, std::string& text, const char* about) {
      compare.add_option(name, text, about)->type_name("STATE")->required();
    };
    add_side("--a", texts_.compare.a,
             "What tells A apart: any of variant=NAME, PARAMETER=NUMBER, machine=ID, "
             "compiler=NAME, lesson=NAME, kernel=FILE.cu, separated by commas");
    add_side("--b", texts_.compare.b, "The same of B");
    add_recording_option(compare, texts_.screen.recording);
    compare
        .add_option("--max-instructions", texts_.max_instructions,
                    "Stop each after so many instructions of warps")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    compare
        .add_option("--threads", texts_.threads,
                    "Of this machine's processor; 0: as many as it has")
        ->type_name("N")
        ->check(CLI::Range(0, 1024));
    compare.add_flag("--json", texts_.json, "As JSON, schema lanescope.compare/1");
  }

  void add_access() {
    auto& access = add("access", "Price single warp accesses: sectors, wavefronts, conflicts",
                       [this] { return access_command(texts_.csv); });
    access
        .add_option(
            "--csv", texts_.csv,
            "Table with the columns name,space,op,bytes,mask,o0..o31; - is the standard input")
        ->type_name("FILE")
        ->required();
  }

  Result shot() {
    if (texts_.deck.empty()) {
      if (texts_.state.lesson.empty()) throw CLI::RequiredError("LESSON, or --scene FILE,");
      ShotOptions options;
      read_window_options(texts_, options);
      options.output = texts_.picture;
      options.answered = texts_.answered;
      return shot_command(options, screen_);
    }
    if (texts_.all_scenes == texts_.scene_number.has_value())
      throw CLI::RequiredError("One of --number N and --all");
    SceneShotOptions options;
    read_window_options(texts_, options);
    options.deck = texts_.deck;
    options.number = texts_.scene_number;
    options.output = texts_.picture;
    options.answered = texts_.answered;
    return scene_shots_command(options, screen_);
  }

  void add_shot() {
    auto& shot =
        add("shot", "Write the window's picture to a file", [this] { return this->shot(); });
    auto* lesson = add_state_options(shot, texts_.state);
    add_machine_option(shot, texts_.state);
    add_screen_options(shot, texts_.screen);
    shot.add_flag("--answered", texts_.answered,
                  "Of a step or a scene: with what its questions ask for, as if they had been "
                  "skipped");
    auto* scene = shot.add_option("--scene", texts_.deck,
                                  "Scenes of a lecture: a deck's file, or the name of a shipped "
                                  "one")
                      ->type_name("FILE")
                      ->excludes(lesson);
    for (const char* own : {"--variant", "--set", "--machine", "--view", "--step"})
      scene->excludes(shot.get_option(own));
    auto* number = shot.add_option("--number", texts_.scene_number, "Which of them, from 1")
                       ->type_name("N")
                       ->check(CLI::PositiveNumber)
                       ->needs(scene);
    shot.add_flag("--all", texts_.all_scenes, "All of them; -o names their folder")
        ->needs(scene)
        ->excludes(number);
    shot.add_option("-o,--output", texts_.picture, "The picture to write, or the folder of --all")
        ->type_name("PICTURE.png")
        ->required();
  }

  void add_check_scenes() {
    auto& check = add("check-scenes", "Say what is wrong with lectures' decks of scenes", [this] {
      return check_scenes_command(
          {texts_.lessons, compiler_in(texts_.state.compiler), texts_.files_only});
    });
    add_check_options(check, "DECK",
                      "Decks' files, or names of shipped ones; all shipped ones when not given");
  }

  void add_sweep() {
    auto& sweep = add("sweep", "Simulate a parameter over its values: a table, CSV, a plot",
                      [this] { return sweep_command(sweep_options(texts_), screen_); });
    SweepTexts& texts = texts_.sweep;
    add_state_options(sweep, texts_.state)->required();
    add_machine_option(sweep, texts_.state);
    auto* name = sweep
                     .add_option("--name", texts.name,
                                 "Which of the lesson's sweeps; the first when not given")
                     ->type_name("SWEEP");
    auto* parameter =
        sweep.add_option("--parameter", texts.parameter, "Any parameter, over a range of your own")
            ->type_name("NAME")
            ->excludes(name);
    const auto add_number = [&](const char* option, std::optional<std::int64_t>& value,
                                const char* about) {
      sweep.add_option(option, value, about)->type_name("N")->needs(parameter);
    };
    add_number("--from", texts.from, "The first value");
    add_number("--to", texts.to, "The last value");
    add_number("--step", texts.step, "From one value to the next; 1 when not given");
    add_number("--factor", texts.factor, "By which each value is multiplied, in place of a step");
    sweep.add_option("--by", texts.by, "A second parameter, for a map: PAD=0..8, PAD=0,1,4")
        ->type_name("NAME=RANGE")
        ->needs(parameter);
    sweep
        .add_option("--quantity", texts.quantities,
                    "What to plot, such as shared_load.wavefronts_per_request; may be given again")
        ->type_name("NAME")
        ->take_all()
        ->allow_extra_args(false);
    auto* csv = sweep
                    .add_option("--csv", texts.csv,
                                "Write a row for each point to this file; - prints them instead")
                    ->type_name("FILE");
    sweep.add_option("-o,--output", texts.picture, "Draw the plot to this file, too")
        ->type_name("PICTURE.png");
    sweep.add_option("--size", texts_.screen.size, "Pixels of the picture")
        ->type_name("WIDTHxHEIGHT");
    sweep.add_option("--theme", texts_.screen.theme, "Of the picture: dark, light or contrast")
        ->type_name("NAME")
        ->check(CLI::IsMember({"dark", "light", "contrast"}));
    sweep
        .add_option("--language", texts_.screen.language,
                    "Of the picture: " + text::language_list())
        ->type_name("NAME")
        ->check(CLI::IsMember(text::language_codes()));
    sweep.add_option("--scale", texts_.screen.scale_percent, "Size of the picture's text")
        ->type_name("PERCENT")
        ->check(CLI::Range(min_scale_percent, max_scale_percent));
    add_recording_option(sweep, texts_.screen.recording);
    sweep
        .add_option("--max-instructions", texts.max_instructions,
                    "Give a point up after so many instructions of warps")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    sweep
        .add_option("--threads", texts_.threads,
                    "Of this machine's processor; 0: as many as it has")
        ->type_name("N")
        ->check(CLI::Range(0, 1024));
    sweep.add_flag("--json", texts_.json, "As JSON, schema lanescope.sweep/1")->excludes(csv);
  }

  void add_steps() {
    auto& steps = add("steps", "Follow one warp through the kernel, instruction by instruction",
                      [this] { return steps_command(steps_options(texts_)); });
    StepsTexts& texts = texts_.steps;
    add_state_options(steps, texts_.state)->required();
    add_machine_option(steps, texts_.state);
    steps.add_option("--block", texts.block, "The warp's block, as blockIdx; 0/0/0 when not given")
        ->type_name("X/Y/Z");
    steps.add_option("--warp", texts.warp, "Which of the block's warps, from 0")
        ->type_name("W")
        ->check(CLI::NonNegativeNumber);
    steps.add_option("--lane", texts.lane, "Whose register values the text shows")
        ->type_name("L")
        ->check(CLI::Range(0, 31));
    steps.add_option("--from", texts.from, "The first instruction to print, from 0")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
    steps.add_option("--count", texts.count, "How many; all to the end when not given")
        ->type_name("M")
        ->check(CLI::PositiveNumber);
    steps.add_option("--max-mib", texts.mib, "Memory that the recording may take")
        ->type_name("MIB")
        ->check(CLI::Range(1, 1 << 20));
    steps
        .add_option("--max-instructions", texts_.max_instructions,
                    "Stop after so many instructions of warps; for kernels that may not end")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    steps.add_flag("--json", texts_.json, "As JSON, schema lanescope.steps/1");
  }

  void add_survey() {
    auto& survey =
        add("survey", "What a whole launch does to each element, block and bank, over all blocks",
            [this] { return survey_command(survey_options(texts_)); });
    SurveyTexts& texts = texts_.survey;
    add_state_options(survey, texts_.state)->required();
    add_machine_option(survey, texts_.state);
    survey.add_option("--blocks", texts_.blocks, "Simulate only the first N blocks, or all")
        ->type_name("N");
    survey
        .add_option("--max-instructions", texts_.max_instructions,
                    "Stop after so many instructions of warps; for kernels that may not end")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    survey
        .add_option("--max-rows", texts.rows,
                    "How many requests of shared memory are kept, the first ones")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
    survey.add_option("--max-mib", texts.mib, "Memory that the maps of arrays may take")
        ->type_name("MIB")
        ->check(CLI::Range(0, 1 << 20));
    survey
        .add_option("--threads", texts_.threads,
                    "Of this machine's processor; 0: as many as it has")
        ->type_name("N")
        ->check(CLI::Range(0, 1024));
    auto* csv = survey
                    .add_option("--csv", texts.csv,
                                "A table in place of the text: arrays, elements, sectors, blocks, "
                                "warps or rows (requests of shared memory, bank by bank)")
                    ->type_name("WHAT")
                    ->check(CLI::IsMember(survey_table_names()));
    survey.add_flag("--json", texts_.json, "As JSON, schema lanescope.survey/1")->excludes(csv);
  }

  void add_export() {
    auto& exported = add("export", "Write a picture, a table or a handout of a lesson to a file",
                         [this] { return export_command(export_options(texts_), screen_); });
    add_state_options(exported, texts_.state)->required();
    add_machine_option(exported, texts_.state);
    exported
        .add_option("--what", texts_.exported.what,
                    "stage (the chosen access), strip, code, counts, accesses, branches, times, "
                    "sweep=NAME, index, machine, map, compare, steps or handout; when not given, "
                    "the page that --view asks for, or stage")
        ->type_name("WHAT");
    exported
        .add_option("--format", texts_.exported.format,
                    "svg or png of a picture, csv or json of a table, md or html of a handout; by "
                    "the file's name when not given")
        ->type_name("NAME");
    exported
        .add_option("-o,--output", texts_.exported.output,
                    "Where to; - is the standard output, as when not given")
        ->type_name("FILE");
    add_screen_options(exported, texts_.screen);
  }

  void add_gpu_options(CLI::App& app) {
    add_state_options(app, texts_.state)
        ->description(
            "A shipped lesson, or the path of a lesson file; all shipped ones when not "
            "given");
    app.add_option("--device", texts_.device, "Which GPU, when there are several")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--deadline", texts_.deadline_s,
                   "Seconds after which a kernel that has not ended is stopped")
        ->type_name("S")
        ->check(CLI::Range(1, 3600));
    app.add_flag("--sweeps", texts_.sweeps,
                 "The points of the lessons' sweeps and both sides of PAD, too");
  }

  void add_time() {
    auto& time = add("time", "Run kernels on the GPU: check them against the simulator, time them",
                     [this] { return time_command(time_options(texts_)); });
    add_gpu_options(time);
    time.add_option("--budget", texts_.budget_ms,
                    "Milliseconds to spend on each series of runs (cold, warm, copy)")
        ->type_name("MS")
        ->check(CLI::PositiveNumber);
    time.add_flag("--bounds", texts_.bounds,
                  "Time CUB and cuBLAS, too, where a lesson names them as its bound");
    time.add_flag("--counts", texts_.counts,
                  "Read the GPU's counters, too, for --json; --record does so by itself");
    time.add_option("--record", texts_.record, "Write the figures to this file, too")
        ->type_name("FILE.json");
    time.add_flag("--json", texts_.json, "As JSON, schema lanescope.times/1");
  }

  void add_count() {
    auto& count = add("count", "Read the GPU's own counters over a launch",
                      [this] { return count_command(gpu_options(texts_)); });
    add_gpu_options(count);
    count.add_flag("--json", texts_.json, "As JSON, schema lanescope.counts/1");
  }

  void add_validate() {
    auto& validate =
        add("validate", "Set the simulator's counts beside the GPU's; exit 1 where they differ",
            [this] { return validate_command(gpu_options(texts_)); });
    add_gpu_options(validate);
    validate.add_flag("--json", texts_.json, "As JSON, schema lanescope.validation/1");
  }

  Result window() {
    WindowOptions options;
    read_window_options(texts_, options);
    const bool lesson_given = !texts_.state.lesson.empty();
    return window_command(options, lesson_given, commands(), screen_);
  }

  const Screen& screen_;
  Texts texts_;
  CLI::App app_{
      "See what every lane of a warp does to memory. Without a command: opens the window, on "
      "LESSON.",
      "lanescope"};
  std::map<std::string, std::function<Result()>> commands_;
};

Result answer_of(const std::vector<std::string>& arguments, const Screen& screen) {
  Parser parser(screen);
  try {
    return parser.run(arguments);
  } catch (const CLI::CallForHelp&) {
    return success(parser.help());
  } catch (const CLI::CallForVersion& version) {
    return success(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    return failure(ExitCode::wrong_input,
                   fmt::format("lanescope: {}\nThe commands are {}; lanescope --help tells more.",
                               error.what(), parser.commands()));
  }
}

}  // namespace

Result run_command_line(const std::vector<std::string>& arguments, const Screen& screen) {
  Result result = answer_of(arguments, screen);
  for (const std::string& problem : text::languages().problems) result.err += problem + "\n";
  return result;
}

CommandTable command_table() {
  const Screen no_screen;
  return Parser(no_screen).table();
}

}  // namespace lanescope::app
