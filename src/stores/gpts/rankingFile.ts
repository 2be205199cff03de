import type { RankingPeriod } from '#contract/ranking.ts';
import type { RankingDownload } from '#contract/rankingDownload.ts';
import { growthRate } from '#domain/ranking.ts';
import { periodColumns, periodFormula, sourceNote } from '#domain/rankingFormula.ts';
import type { AskedRange, RankingItem } from '#stores/gpts/ranking.ts';

/** The formula and numbers of a ranking that the server answered, as the files beside the pages of the site have them. */
export function rankingFile(
  range: AskedRange,
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
      const place = { rank, id: gpt.id, name: gpt.name, own, imported, growth, previous };
      return { ...place, growth_rate: rate, ...numbers };
    }),
  };
}
