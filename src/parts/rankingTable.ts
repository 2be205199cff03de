import type { TimedRange } from '#domain/ranking/ranking.ts';
import { sparklineHeight, sparklineWidth } from '#domain/ranking/sparkline.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { formatOf } from '#i18n/format.ts';
import { type Place, type PlaceTexts, placeTexts } from '#i18n/rankingRow.ts';
import type { Texts } from '#i18n/texts.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';
import { type NamedGpt, rankedGpt } from '#parts/rankedGpt.ts';
import { stars } from '#parts/rating.ts';

/** A row of the table: a GPT, and its figures in the period. */
export type RankedGpt = NamedGpt &
  Place & {
    rank: number;
    category: string | null;
    totals?: Totals;
  };

/** All chats of a GPT, and its rating. */
type Totals = { chats: number; rating: number | null };

type RankingTable = {
  range: TimedRange;
  caption: string;
  rows: readonly RankedGpt[];
  /** Whether all rows are of one category, which the heading of the page names. */
  isOfCategory?: boolean;
  /** Returns the mark and the name of a GPT. A publish remembers them. */
  gptOf?: (gpt: NamedGpt) => Markup;
};

const columns = ['gpt', 'category', 'trend', 'growth', 'rate'];

type RowOptions = {
  range: TimedRange;
  isOfCategory: boolean;
  more: readonly string[];
  gpt: Markup;
};

/** Hidden, so that all tables have the same columns: styles and `elements/recompute.ts` find cells by their position. */
const noCategory = markup`<td hidden></td>`;

/** Returns the table of a frozen period. Needs the texts `ranking.*` and `categories.*`. */
export function rankingTable(texts: Texts, table: RankingTable): Markup {
  const { t } = texts;
  const { range, caption, rows, isOfCategory = false } = table;
  const { gptOf = (gpt) => rankedGpt(texts.language, gpt) } = table;
  const more = totalColumns(rows);
  const heads = [...columns, ...more].map((name) =>
    isOfCategory && name === 'category'
      ? markup`<th hidden></th>`
      : markup`<th scope="col">${t(`ranking.column.${name}`)}</th>`,
  );
  const rowOf = (row: RankedGpt) =>
    rankingRow(texts, row, { range, isOfCategory, more, gpt: gptOf(row) });
  return markup`
    <table class="ranking ranking-growth">
      <caption class="sr-only">${caption}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="sr-only">${t('ranking.column.rank')}</span> <span aria-hidden="true">#</span></th>
          ${heads}
        </tr>
      </thead>
      <tbody>${rows.map(rowOf)}</tbody>
    </table>`;
}

function rankingRow(texts: Texts, row: RankedGpt, options: RowOptions): Markup {
  const { language, t } = texts;
  const { range, isOfCategory, more, gpt } = options;
  const { movement, trend, estimated, growth, rate } = placeTexts(row, range, language, t);
  return markup`
    <tr>
      <td><span>${row.rank}</span> ${movementOf(movement)}</td>
      <td>${gpt}</td>
      ${isOfCategory ? noCategory : markup`<td>${row.category && categoryIn(row.category, t)}</td>`}
      <td>${trend && sparkline(trend)}</td>
      <td>${estimated && estimatedMark(estimated)}<span>${growth}</span></td>
      <td>${rate}</td>
      ${row.totals && totalCells(texts, row.totals, more)}
    </tr>`;
}

/** Returns the columns of totals, without that of ratings while no GPT has one. */
function totalColumns(rows: readonly RankedGpt[]): string[] {
  if (!rows.some(({ totals }) => totals !== undefined)) return [];
  return rows.some(({ totals }) => typeof totals?.rating === 'number')
    ? ['total', 'rating']
    : ['total'];
}

/** Returns the cells of all chats and the rating, which only wide windows show. */
function totalCells(texts: Texts, { chats, rating }: Totals, more: readonly string[]): Markup {
  return markup`
    <td>${formatOf(texts.language).short(chats)}</td>
    ${more.includes('rating') && markup`<td>${rating !== null && stars(texts, rating)}</td>`}`;
}

/** Returns how the rank changed since the period before: a colour and a sign, and words for screen readers. */
function movementOf({ kind, before, shown, after }: PlaceTexts['movement']): Markup {
  return markup`
    <small class="${kind}">
      ${before && markup`<span class="sr-only">${before}</span>`}
      <span>${shown}</span>
      ${after && markup`<span class="sr-only">${after}</span>`}
    </small>`;
}

/** Returns a sparkline of the growth. Its title describes it in words. */
function sparkline({ path, words }: NonNullable<PlaceTexts['trend']>): Markup {
  const svg = attributes({
    viewBox: `0 0 ${sparklineWidth} ${sparklineHeight}`,
    class: 'sparkline',
    preserveAspectRatio: 'none',
    role: 'img',
  });
  return markup`<svg${svg}><title>${words}</title><path d="${path}"></path></svg>`;
}

function estimatedMark(words: string): Markup {
  return markup`<span><span aria-hidden="true">≈</span> <span class="sr-only">${words}</span></span> `;
}
