import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import type { RankingDownload } from '#contract/ranking/rankingDownload.ts';
import { growthRate } from '#domain/ranking/formula.ts';
import { periodColumns, periodFormula, sourceNote } from '#domain/ranking/rankingFormula.ts';
import type { RankedRange, RankingItem } from '#stores/ranking/ranking.ts';

/** Returns formula and numbers of a ranking, in the format of the files of the pages of rankings. */
export function rankingFile(
  range: RankedRange,
  time: string,
  { period, items }: { period: RankingPeriod; items: readonly RankingItem[] },
  site: string,
): RankingDownload {
  return {
    kind: 'period',
    range: range === 'categories' ? 'monthly' : range,
    category: range === 'categories' ? time : null,
    period,
    source: { site, note: sourceNote },
    formula: periodFormula,
    columns: periodColumns,
    rows: items.map(({ gpt, rank, own, imported, previous, ...numbers }) => {
      const growth = own + imported;
      const rate = Number(growthRate(growth, previous).toFixed(4));
      const row = { rank, id: gpt.id, name: gpt.name, own, imported, growth, previous };
      return { ...row, growth_rate: rate, ...numbers };
    }),
  };
}
