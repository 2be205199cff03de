import { type CardSource, cardOf, clipToWidth } from '#domain/gpts/card.ts';
import { growthRate } from '#domain/ranking/formula.ts';
import { describedPlaces, rankedDescription, rankingRanges } from '#domain/ranking/ranking.ts';
import type { Licence } from '#domain/ranking/licence.ts';
import { type RecomputedPage, rankingPath } from '#domain/ranking/rankingPaths.ts';
import { periodName } from '#i18n/periods.ts';
import { type RankingResponse, periodRange, rankingHead } from '#i18n/rankingPage.ts';
import type { Texts } from '#i18n/texts.ts';
import { type Markup, markup } from '#parts/markup.ts';
import {
  type Neighbours,
  neighbourLinks,
  neighbours,
  otherDay,
  rangeLinks,
  recount,
} from '#parts/rankingFrame.ts';
import { countedLink, rankingNotes, sumsText } from '#parts/rankingNotes.ts';
import { type RankedGpt, rankingTable } from '#parts/rankingTable.ts';
import { recomputeSection } from '#parts/recompute.ts';

/** A row of a ranking as the server responds with it. */
export type RowResponse = {
  rank: number;
  own: number;
  imported: number;
  previous: number;
  movement: number | null;
  is_new: boolean;
  is_estimated: boolean;
  trend: readonly number[];
  gpt: CardSource;
};

/** The files of a ranking. */
export type RankingFiles = {
  /** Formula and numbers. */
  download: { href: string; name: string };
  /** The licence of the files for recomputing it, and whether its records were removed; `undefined` if it never had any. */
  records: { licence: Licence; areRemoved: boolean } | undefined;
};

/** Returns the page of a ranking that has no page in the release. Needs the texts `ranking.*` and `categories.*`. */
export function missingRanking(
  texts: Texts,
  ranking: RankingResponse,
  items: readonly RowResponse[],
  { download, records }: RankingFiles,
): Markup {
  const { range, period } = ranking;
  const { heading, lead } = rankingHead(ranking, texts.language, texts.t);
  const rows = items.map(rowOf);
  const table = { range: periodRange(range), caption: lead, rows };
  return markup`
    <header class="ranking-head">
      <h1 class="text-22 md:text-28">${heading}</h1>
      <p class="text-soft max-md:text-14">${lead} ${countedLink(texts)}</p>
      <div>
        ${rangeLinks(texts, rankingRanges, range)}
        ${range === 'daily' && otherDay(texts)}
      </div>
    </header>
    ${period.refrozen !== null && recount(texts, period.refrozen, period.note)}
    ${rankingTable(texts, { ...table, isOfCategory: range === 'categories' })}
    ${neighbours(texts, ranking)}
    <div class="ranking-end">
      ${rankingNotes(texts, {
        range: periodRange(range),
        hasEstimates: rows.some(({ isEstimated }) => isEstimated),
        contains: range === 'categories' ? null : sumsText(texts, period),
        freshness: { dataUntil: period.data_until, still: period.still },
        frozen: period.frozen,
        download,
      })}
      ${records && recomputeSection(texts, recomputedPage(ranking), records.areRemoved ? null : records.licence)}
    </div>`;
}

function recomputedPage({ range, time, period, previous, next }: RankingResponse): RecomputedPage {
  return {
    range: periodRange(range),
    value: period.value,
    category: range === 'categories' ? time : null,
    neighbours: [previous, next].flatMap((other) => other?.value ?? []),
    source: 'server',
  };
}

/** Returns the message that a period has no ranking, with links to the nearest periods that have one. */
export function unrankedPeriod(
  texts: Texts,
  { time, ...nearest }: Neighbours & { time: Time },
): Markup {
  const { language, t } = texts;
  const { range } = nearest;
  const period = periodName(language, periodRange(range), time);
  const titles = { previous: t('ranking.unranked.before'), next: t('ranking.unranked.after') };
  return markup`
    <h1 class="text-22 md:text-28">${t('ranking.unranked.title', { period })}</h1>
    <p class="text-soft">${t('ranking.unranked.text')}</p>
    <div class="neighbours w-full">${neighbourLinks(texts, nearest, titles)}</div>
    <a class="text-accent underline underline-offset-2" href="${rankingPath(language, range)}">${t('ranking.unranked.newest')}</a>
    ${range === 'daily' && markup`<div class="-ms-2">${otherDay(texts)}</div>`}`;
}

type Time = Parameters<typeof periodName>[2];

function rowOf({ gpt, ...item }: RowResponse): RankedGpt {
  const { id, name, description, category, mark, marks } = cardOf(gpt);
  const growth = item.own + item.imported;
  const { narrow, wide } = rankedDescription;
  return {
    id,
    name,
    description: item.rank <= describedPlaces ? clipToWidth(description, narrow, wide) : '',
    category,
    mark,
    marks,
    growth,
    rank: item.rank,
    rate: growthRate(growth, item.previous),
    movement: item.movement,
    isNew: item.is_new,
    isEstimated: item.is_estimated,
    trend: item.trend,
  };
}
