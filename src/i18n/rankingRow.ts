import type { Language } from '#domain/languages.ts';
import type { TimedRange } from '#domain/ranking.ts';
import { sparklinePath } from '#domain/sparkline.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';

/** The numbers of a place in a frozen period. */
export type Place = {
  growth: number;
  rate: number;
  movement: number | null;
  isNew: boolean;
  isEstimated: boolean;
  trend: readonly number[];
};

/** What a table shows of a place, in words and signs. Needs the texts `ranking.row.*`. */
export type PlaceTexts = {
  /** `kind` chooses the colour, `sign` is what is seen, `words` what is heard instead; new ones say it in words only. */
  movement: { kind: 'up' | 'down' | 'same' | 'new' | 'none'; sign: string; words: string };
  /** `null` where the growth was counted. */
  estimated: string | null;
  growth: string;
  rate: string;
  /** The line of a sparkline and what it shows in a sentence; `null` where one value is no line. */
  trend: { path: string; words: string } | null;
};

/** The texts of a place in a ranking of `range`. */
export function placeTexts(
  place: Place,
  range: TimedRange,
  language: Language,
  t: TranslateInBrowser,
): PlaceTexts {
  const format = formatOf(language);
  return {
    movement: movementOf(place, t),
    estimated: place.isEstimated ? t('ranking.row.estimated') : null,
    growth: format.number(place.growth),
    rate: format.change(place.rate),
    trend: trendOf(place.trend, range, t),
  };
}

function movementOf(
  { movement, isNew }: Pick<Place, 'movement' | 'isNew'>,
  t: TranslateInBrowser,
): PlaceTexts['movement'] {
  if (isNew) return { kind: 'new', sign: '', words: t('ranking.row.new') };
  if (movement === null) return { kind: 'none', sign: '', words: t('ranking.row.entered') };
  if (movement === 0) return { kind: 'same', sign: '–', words: t('ranking.row.same') };
  const places = Math.abs(movement);
  return movement > 0
    ? { kind: 'up', sign: `▲ ${places}`, words: t('ranking.row.up', { places }) }
    : { kind: 'down', sign: `▼ ${places}`, words: t('ranking.row.down', { places }) };
}

function trendOf(
  trend: readonly number[],
  range: TimedRange,
  t: TranslateInBrowser,
): PlaceTexts['trend'] {
  const path = sparklinePath(trend);
  if (path === '') return null;
  const values = {
    periods: trend.length,
    first: trend[0] ?? 0,
    last: trend.at(-1) ?? 0,
    most: Math.max(...trend),
  };
  return { path, words: t(`ranking.row.trend.${range}`, values) };
}
