import { rankingRecordFile, type RankingRecordFile } from '#contract/ranking/rankingRecord.ts';
import type * as Chain from '#domain/ranking/chain.ts';
import type * as Formula from '#domain/ranking/formula.ts';
import type { RecordProblem } from '#domain/ranking/chain.ts';
import type { RankingInputs, RankingResult, ResultPlaces } from '#domain/ranking/formula.ts';
import { parseChecked, parseTrusted } from '#domain/json.ts';
import type { Language } from '#domain/languages/languages.ts';
import {
  type RankingModule,
  type RecomputedPage,
  type RecordFile,
  rankingModulePath,
  recomputeTextsPath,
  recordPathAt,
  storedRecordPath,
} from '#domain/ranking/rankingPaths.ts';

/** A difference from the records; `removed`: a period next to this one in the chain has no records any more. */
export type ChainProblem = RecordProblem | 'removed';

/** A published place, and whether the formula gives the same one. */
export type ComparedPlace = { id: string; growth: number; isEqual: boolean };

export type Recomputed =
  /** A file is missing or unreadable, or the formula has another version: nothing was compared. */
  | { state: 'missing' | 'invalid' | 'version' }
  | {
      state: 'compared';
      /** By rank. */
      places: ComparedPlace[];
      areSumsEqual: boolean;
      /** The differences from the records; `null` where the browser has no hashes, because the site is not on https. */
      problems: ChainProblem[] | null;
      /** The period that the chain was followed to; `null` for the first record, `undefined` if it could not be loaded. */
      before: string | null | undefined;
      recounts: { recorded: string; reason: string }[];
    };

/** Loads the published files of a ranking and the published formula, counts again and compares. */
export async function recompute(page: RecomputedPage): Promise<Recomputed> {
  const { value, category } = page;
  const [record, inputs, result, formula, chain] = await Promise.all([
    loadText(page, value, 'record'),
    loadText(page, value, 'inputs'),
    loadText(page, value, 'result'),
    loadModule<typeof Formula>('formula'),
    loadModule<typeof Chain>('chain'),
  ]);
  if (!record || !inputs || !result || !formula || !chain) {
    return { state: 'missing' };
  }
  try {
    const { records } = parseChecked(rankingRecordFile, record, 'record.json');
    const newest = records.at(-1);
    if (newest === undefined) return { state: 'missing' };
    if (newest.formula !== formula.formulaVersion) return { state: 'version' };
    const parsed = parseTrusted<RankingInputs>(inputs);
    const counted = formula.rankingResult(parsed, formula.countRanking(parsed));
    const published = scopeOf(parseTrusted<RankingResult>(result), category);
    const others = await loadOthers(page, records);
    const first = records[0]?.previous?.value ?? null;
    return {
      state: 'compared',
      ...compare(scopeOf(counted, category), published),
      problems: await findProblems(chain, records, { inputs, result }, others),
      before:
        first === null || others.records.some((other) => other.value === first) ? first : undefined,
      recounts: records.flatMap(({ recorded, reason }) =>
        reason === null ? [] : [{ recorded, reason }],
      ),
    };
  } catch {
    return { state: 'invalid' };
  }
}

/** Loads the texts of the comparison; `undefined` if they cannot be loaded. */
export async function loadRecomputeTexts(
  language: Language,
): Promise<Readonly<Record<string, string>> | undefined> {
  const text = await loadFile(recomputeTextsPath(language));
  return typeof text === 'string'
    ? parseTrusted<Readonly<Record<string, string>>>(text)
    : undefined;
}

const nothing: ResultPlaces = { own: 0, imported: 0, places: [] };

function scopeOf(result: RankingResult, category: string | null): ResultPlaces {
  return category === null ? result : (result.categories[category] ?? nothing);
}

function compare(
  counted: ResultPlaces,
  published: ResultPlaces,
): { places: ComparedPlace[]; areSumsEqual: boolean } {
  const length = Math.max(counted.places.length, published.places.length);
  const places = Array.from({ length }, (_, index) => {
    const [mine, theirs] = [counted.places[index], published.places[index]];
    const [id = '', own = 0, imported = 0] = theirs ?? [];
    return { id, growth: own + imported, isEqual: JSON.stringify(mine) === JSON.stringify(theirs) };
  });
  const areSumsEqual = counted.own === published.own && counted.imported === published.imported;
  return { places, areSumsEqual };
}

type Records = RankingRecordFile['records'];

/** Records of other periods. `isBroken`: a period that must have records has none. */
type Others = { records: Records; isBroken: boolean };

/**
 * Loads the records of the periods that these follow, and of the neighbours. The chain is broken where a period that
 * these follow has no file, or where the file of a period has no records.
 */
async function loadOthers(page: RecomputedPage, own: Records): Promise<Others> {
  const { value, neighbours } = page;
  const followed = new Set(own.flatMap(({ previous }) => previous?.value ?? []));
  const others = [...new Set([...followed, ...neighbours])].filter((other) => other !== value);
  const files = await Promise.all(
    others.map(async (other) => ({ other, text: await loadText(page, other, 'record') })),
  );
  const loaded: Others = { records: [], isBroken: false };
  for (const { other, text } of files) {
    if (text === undefined) continue;
    const records =
      text === null ? [] : parseChecked(rankingRecordFile, text, 'record.json').records;
    loaded.records.push(...records);
    if (records.length === 0 && (text !== null || followed.has(other))) loaded.isBroken = true;
  }
  return loaded;
}

/** Finds differences. Without hashes only removed records are found; then no other result is known: `null`. */
async function findProblems(
  chain: typeof Chain,
  own: Records,
  files: { inputs: string; result: string },
  { records, isBroken }: Others,
): Promise<ChainProblem[] | null> {
  const removed = isBroken ? (['removed'] as const) : [];
  if (hasHashes()) return [...removed, ...(await chain.checkRecords(own, files, records))];
  return isBroken ? [...removed] : null;
}

/** Returns the text of a file of a period. Days whose page is no longer in the release are only at the server. */
async function loadText(
  { source, range }: RecomputedPage,
  value: string,
  file: RecordFile,
): Promise<string | null | undefined> {
  const text = await loadFile(recordPathAt(source, range, value, file));
  const isAtServer = text === null && source === 'release' && range === 'daily';
  return isAtServer ? loadFile(storedRecordPath(range, value, file)) : text;
}

/** Returns the text of a file; `null` if there is none, and `undefined` if it cannot be loaded. */
async function loadFile(path: string): Promise<string | null | undefined> {
  const response = await fetch(path).catch(() => undefined);
  if (response?.status === 404) return null;
  return response?.ok ? response.text().catch(() => undefined) : undefined;
}

function loadModule<Module>(name: RankingModule): Promise<Module | undefined> {
  const path = rankingModulePath(name);
  return import(/* @vite-ignore */ path).catch(() => undefined) as Promise<Module | undefined>;
}

/** Browsers have hashes in secure contexts only: on https, and on the own machine. */
function hasHashes(): boolean {
  return isSecureContext;
}
