import type { Language } from '#domain/languages/languages.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';
import type { RankingRange } from '#domain/ranking/ranking.ts';
import { segment } from '#domain/site/urls.ts';

export function rankingPath(language: Language, range: RankingRange, time?: string): string {
  return `/${language}/ranking/${range}${time === undefined ? '' : `/${segment(time)}`}`;
}

/** The data file of a ranking page, the same for all languages. Without `time` it has the newest period. */
export function rankingDataPath(range: RankingRange, time?: string): string {
  return `/ranking/${range}${time === undefined ? '' : `/${fileSegment(time)}`}.json`;
}
