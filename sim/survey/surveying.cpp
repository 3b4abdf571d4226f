// Merges the results of a run's workers.
#include <algorithm>
#include <utility>

#include "sim/launch/thread_index.h"
#include "sim/survey/surveyor.h"

namespace lanescope::survey {

using memory::Space;
using report::space_count;

Surveying::Surveying(Launch launch)
    : launch_(std::move(launch)),
      warps_per_block_(launch::warps_in(launch_.config.block)),
      arrays_(launch_.arrays, launch_.limits.array_bytes),
      blocks_(std::min(launch_.blocks, launch_.limits.blocks)) {
  const std::uint64_t most = launch_.limits.warps / warps_per_block_;
  if (launch_.blocks <= most) warps_.resize(launch_.blocks * warps_per_block_);
}

Surveying::~Surveying() = default;

exec::Observer* Surveying::observer() {
  surveyors_.push_back(std::make_unique<Surveyor>(*this));
  return surveyors_.back().get();
}

// The same list as report::build makes. `index_of`: by the program's site and space.
void Surveying::collect_sites(Survey& survey, std::vector<std::uint32_t>& index_of) const {
  const std::vector<exec::SiteInfo>& sites = launch_.sites;
  index_of.assign(sites.size() * space_count, 0);
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    for (int s = 0; s < space_count; ++s) {
      const auto space = static_cast<Space>(s);
      const exec::SiteInfo& info = sites[i];
      Site site{info.place, info.ptx_line, space, info.op, info.bytes, 0, {}};
      for (const auto& surveyor : surveyors_) {
        const Surveyor::SiteSums& sums = surveyor->sites_[Surveyor::site_index(i, space)];
        site.requests += sums.requests;
        for (std::size_t bank = 0; bank < site.bank_words.size(); ++bank)
          site.bank_words[bank] += sums.bank_words[bank];
      }
      if (!report::is_listed(info, space, site.requests)) continue;
      index_of[Surveyor::site_index(i, space)] = static_cast<std::uint32_t>(survey.sites.size());
      survey.sites.push_back(std::move(site));
    }
  }
}

// Each worker kept its first rows, block after block in ascending order, so the first rows of the
// launch are among them.
void Surveying::collect_rows(Survey& survey, const std::vector<std::uint32_t>& index_of) {
  std::map<BankPattern, std::uint32_t> indices;
  std::vector<BankPattern> patterns;
  std::vector<Surveyor::Row> rows;
  for (const auto& surveyor : surveyors_) {
    std::vector<std::uint32_t> index_here;
    for (const BankPattern& pattern : surveyor->patterns_) {
      const auto [entry, is_new] =
          indices.try_emplace(pattern, static_cast<std::uint32_t>(patterns.size()));
      if (is_new) patterns.push_back(pattern);
      index_here.push_back(entry->second);
    }
    for (Surveyor::Row& row : surveyor->rows_) {
      row.row.site = index_of[row.row.site];
      row.row.pattern = index_here[row.row.pattern];
      rows.push_back(row);
    }
    surveyor->rows_ = {};
    survey.rows_total += surveyor->rows_total_;
  }
  if (!std::ranges::is_sorted(rows, {}, &Surveyor::Row::block))
    std::ranges::stable_sort(rows, {}, &Surveyor::Row::block);
  if (rows.size() > launch_.limits.rows) rows.resize(launch_.limits.rows);
  survey.rows.reserve(rows.size());
  for (const Surveyor::Row& row : rows) survey.rows.push_back(row.row);
  survey.rows_truncated = survey.rows.size() < survey.rows_total;
  std::ranges::sort(survey.rows, [](const SharedRow& a, const SharedRow& b) {
    return std::pair(a.warp, a.event) < std::pair(b.warp, b.event);
  });
  constexpr std::uint32_t not_yet = KnownImprint::no_pattern;
  std::vector<std::uint32_t> number(patterns.size(), not_yet);
  for (SharedRow& row : survey.rows) {
    std::uint32_t& mine = number[row.pattern];
    if (mine == not_yet) {
      mine = static_cast<std::uint32_t>(survey.patterns.size());
      survey.patterns.push_back(patterns[row.pattern]);
    }
    row.pattern = mine;
  }
}

Survey Surveying::finish(std::uint64_t blocks_run, bool complete, bool in_order) {
  Survey survey;
  survey.machine = launch_.machine;
  survey.grid = launch_.config.grid;
  survey.block = launch_.config.block;
  survey.warps_per_block = warps_per_block_;
  survey.blocks_run = blocks_run;
  survey.complete = complete;
  survey.in_order = in_order;
  survey.arrays = arrays_.take();
  for (const auto& surveyor : surveyors_) {
    surveyor->leave();
    survey.total += surveyor->total_;
    survey.moves_outside += surveyor->moves_outside_;
    survey.touches_outside += surveyor->touches_outside_;
    for (std::size_t i = 0; i < survey.arrays.size(); ++i) {
      const Surveyor::Sums& sums = surveyor->sums_[i];
      survey.arrays[i].total_reads += sums.reads;
      survey.arrays[i].total_writes += sums.writes;
      survey.arrays[i].total_moves += sums.moves;
      survey.arrays[i].total_used += sums.used;
    }
  }
  survey.blocks = std::move(blocks_);
  survey.blocks_truncated = survey.blocks.size() < launch_.blocks;
  survey.warps = std::move(warps_);
  std::vector<std::uint32_t> index_of;
  collect_sites(survey, index_of);
  collect_rows(survey, index_of);
  return survey;
}

}  // namespace lanescope::survey
