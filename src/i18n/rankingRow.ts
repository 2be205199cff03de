import type { Language } from '#domain/languages/languages.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import { sparklinePath } from '#domain/ranking/sparkline.ts';
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

/** The texts of a row of a ranking table. They need the messages `ranking.row.*`. */
export type PlaceTexts = {
  /**
   * `kind` chooses colour and sign, and `shown` is the visible text. `before` and `after` are for screen readers only: the
   * words around `shown`, which is not repeated to keep pages of a hundred rows small.
   */
  movement: { kind: MovementKind; before: string; shown: string; after: string };
  /** The note that the growth is partly estimated; `null` if it was counted. */
  estimated: string | null;
  growth: string;
  rate: string;
  /** The path of the sparkline, and its description. Its last value is the growth. `null` for a single value. */
  trend: { path: string; words: string } | null;
};

type MovementKind = 'up' | 'down' | 'same' | 'new' | 'none';

/** Returns the texts of a place in a ranking of `range`. */
export function placeTexts(
  place: Place,
  range: TimedRange,
  language: Language,
  t: TranslateInBrowser,
): PlaceTexts {
  const format = formatOf(language);
  return {
    movement: movementOf(place, range, t),
    estimated: place.isEstimated ? t('ranking.row.estimated') : null,
    growth: format.number(place.growth),
    rate: format.change(place.rate),
    trend: trendOf(place.trend, range, t, format.rough),
  };
}

function movementOf(
  { movement, isNew }: Pick<Place, 'movement' | 'isNew'>,
  range: TimedRange,
  t: TranslateInBrowser,
): PlaceTexts['movement'] {
  if (isNew) return { kind: 'new', before: '', shown: t('ranking.row.new'), after: '' };
  const unseen = (kind: MovementKind, before: string) => ({ kind, before, shown: '', after: '' });
  if (movement === null) return unseen('none', t(`ranking.row.entered.${range}`));
  if (movement === 0) return unseen('same', t('ranking.row.same'));
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
