import { pageImage, rankingImage } from '#catalog/site/openGraph.ts';
import type { RankedGpt } from '#catalog/ranking/rankedGpt.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { PageImage } from '#domain/site/pageImage.ts';
import type { Period, RankingRange, TimedRange } from '#domain/ranking/ranking.ts';
import { contentMarks } from '#domain/texts/text.ts';
import { categoryName } from '#i18n/categories.ts';
import { periodName } from '#i18n/periods.ts';
import { translator } from '#i18n/translate.ts';

/** Returns the picture of the ranking of all time. */
export function allTimeImage(language: Language, rows: readonly RankedGpt[]): PageImage {
  return rankingImage(language, heading(language, 'all'), null, rows);
}

/** Returns the picture of a frozen period. */
export function periodImage(
  language: Language,
  range: TimedRange,
  period: Period,
  rows: readonly RankedGpt[],
): PageImage {
  const name = periodName(language, range, period);
  return rankingImage(language, heading(language, range), name, rows);
}

/** Returns the picture of the overview of categories in a month, most growth first. */
export function categoriesImage(
  language: Language,
  month: Period,
  slugs: readonly string[],
): PageImage {
  const marks = contentMarks(languageTags[language]);
  const names = slugs.map((slug) => ({ name: categoryName(language, slug), marks }));
  const period = periodName(language, 'monthly', month);
  return rankingImage(language, heading(language, 'categories'), period, names);
}

/** Returns the picture of a category in a month. */
export function categoryImage(
  language: Language,
  slug: string,
  month: Period,
  rows: readonly RankedGpt[],
): PageImage {
  const title = categoryHeading(language, slug);
  return rankingImage(language, title, periodName(language, 'monthly', month), rows);
}

/** Returns the picture of a range or category without places. */
export function emptyRankingImage(
  language: Language,
  range: RankingRange,
  slug: string | null,
): PageImage {
  return pageImage(
    language,
    slug === null ? heading(language, range) : categoryHeading(language, slug),
  );
}

function heading(language: Language, range: RankingRange): string {
  return translator(language, 'ranking')(`heading.${range}`);
}

function categoryHeading(language: Language, slug: string): string {
  const category = categoryName(language, slug);
  return translator(language, 'ranking')('heading.category', { category });
}
