import { type CardSource, cardOf } from '#domain/card.ts';
import type { Parts } from '#domain/fill.ts';
import type { Language } from '#domain/languages.ts';
import { type TimedRange, growthRate } from '#domain/ranking.ts';
import { gptPath } from '#domain/urls.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { markParts } from '#i18n/markParts.ts';
import { formatOf } from '#i18n/format.ts';
import { type PlaceTexts, placeTexts } from '#i18n/rankingRow.ts';

/** A place as the server answers it. */
export type PlacedGpt = {
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

/** What goes into the row that `components/RankingRow.astro` leaves open, as it fills the others while building. */
export function placeParts(
  item: PlacedGpt,
  range: TimedRange,
  language: Language,
  t: TranslateInBrowser,
): Parts {
  const growth = item.own + item.imported;
  const { movement, trend, ...texts } = placeTexts(
    {
      growth,
      rate: growthRate(growth, item.previous),
      movement: item.movement,
      isNew: item.is_new,
      isEstimated: item.is_estimated,
      trend: item.trend,
    },
    range,
    language,
    t,
  );
  return {
    ...gptParts(item.gpt, language, t),
    ...movementParts(movement),
    rank: { text: formatOf(language).number(item.rank) },
    sparkline: trend ? undefined : null,
    sparklineWords: trend ? { text: trend.words } : undefined,
    sparklinePath: trend ? { attributes: { d: trend.path } } : undefined,
    estimated: texts.estimated === null ? null : undefined,
    estimatedWords: texts.estimated === null ? undefined : { text: texts.estimated },
    growth: { text: texts.growth },
    rate: { text: texts.rate },
  };
}

function gptParts(gpt: CardSource, language: Language, t: TranslateInBrowser): Parts {
  const { id, name, category, mark, marks } = cardOf(gpt);
  return {
    ...markParts(mark),
    name: {
      text: name,
      attributes: { href: gptPath(language, id), lang: marks.lang ?? null, dir: marks.dir },
    },
    category: { text: category === null ? '' : categoryIn(category, t) },
  };
}

function movementParts({ kind, ...texts }: PlaceTexts['movement']): Parts {
  return {
    movement: { attributes: { class: kind } },
    before: texts.before === '' ? null : { text: texts.before },
    shown: { text: texts.shown },
    after: texts.after === '' ? null : { text: texts.after },
  };
}
