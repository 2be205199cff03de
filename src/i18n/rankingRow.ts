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

/** A row of a ranking table, in words and signs. Needs the texts `ranking.row.*`. */
export type PlaceTexts = {
  /**
   * `kind` chooses colour and sign, `shown` is what all see beside them. Who hears it is told `before` and `after` too:
   * only the words around the number, as numbers that stand twice are what makes a page of a hundred rows heavy.
   */
  movement: { kind: MovementKind; before: string; shown: string; after: string };
  /** `null` where the growth was counted. */
  estimated: string | null;
  growth: string;
  rate: string;
  /** The line of a sparkline and what it shows in words; its end is the growth. `null` where one value is no line. */
  trend: { path: string; words: string } | null;
};

type MovementKind = 'up' | 'down' | 'same' | 'new' | 'none';

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
    trend: trendOf(place.trend, range, t, format.rough),
  };
}

function movementOf(
  { movement, isNew }: Pick<Place, 'movement' | 'isNew'>,
  t: TranslateInBrowser,
): PlaceTexts['movement'] {
  if (isNew) return { kind: 'new', before: '', shown: t('ranking.row.new'), after: '' };
  const heard = (kind: MovementKind, before: string) => ({ kind, before, shown: '', after: '' });
  if (movement === null) return heard('none', t('ranking.row.entered'));
  if (movement === 0) return heard('same', t('ranking.row.same'));
  const kind = movement > 0 ? 'up' : 'down';
  const [before = '', after = ''] = t(`ranking.row.${kind}`, { places: '|' }).split('|');
  return { kind, before, shown: String(Math.abs(movement)), after };
}

function trendOf(
  trend: readonly number[],
  range: TimedRange,
  t: TranslateInBrowser,
  rough: (value: number) => string,
): PlaceTexts['trend'] {
  const path = sparklinePath(trend);
  if (path === '') return null;
  const values = {
    periods: trend.length,
    first: rough(trend[0] ?? 0),
    most: rough(Math.max(...trend)),
  };
  return { path, words: t(`ranking.row.trend.${range}`, values) };
}
