import type { Language } from '#domain/languages/languages.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';
import type { RankingRange, TimedRange } from '#domain/ranking/ranking.ts';
import { segment } from '#domain/site/urls.ts';

export function rankingPath(language: Language, range: RankingRange, time?: string): string {
  return `/${language}/ranking/${range}${time === undefined ? '' : `/${segment(time)}`}`;
}

/** The modules that are published for recomputing rankings. */
export const rankingModules = ['formula', 'chain'] as const;

export type RankingModule = (typeof rankingModules)[number];

export function rankingModulePath(name: RankingModule): string {
  return `/ranking/${name}.js`;
}

/** The texts of the comparison in a language, which pages load when it is asked for. */
export function recomputeTextsPath(language: Language): string {
  return `/recompute/${language}.json`;
}

/** The files by which a frozen period is recomputed. */
export const recordFiles = ['record', 'inputs', 'result'] as const;

export type RecordFile = (typeof recordFiles)[number];

export function rankingRecordPath(range: TimedRange, time: string, file: RecordFile): string {
  return `/ranking/${range}/${fileSegment(time)}/${file}.json`;
}

/** The address of such a file at the server (`contract/ranking/rankingRecord.ts`), which has those of all periods. */
export function storedRecordPath(range: TimedRange, time: string, file: RecordFile): string {
  return `/api/gpts/rank/${range}/${segment(time)}/${file}`;
}

/** A frozen period or category on a page, with the button that recomputes it. */
export type RecomputedPage = {
  range: TimedRange;
  value: string;
  category: string | null;
  /** The periods before and after it. Those of a release have records, or should have them. */
  neighbours: readonly string[];
  /** Where its files are: in the release, or at the server, if it has no page in the release. */
  source: 'release' | 'server';
};

/** Returns the address of a file of a period at the source of a page. */
export function recordPathAt(
  source: RecomputedPage['source'],
  range: TimedRange,
  time: string,
  file: RecordFile,
): string {
  return (source === 'release' ? rankingRecordPath : storedRecordPath)(range, time, file);
}

/** The data file of a ranking page, the same for all languages. Without `time` it has the newest period. */
export function rankingDataPath(range: RankingRange, time?: string): string {
  return `/ranking/${range}${time === undefined ? '' : `/${fileSegment(time)}`}.json`;
}
