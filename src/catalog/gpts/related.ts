import { createHash } from 'node:crypto';
import type { BuildContext } from '#catalog/buildContext.ts';
import { categoriesOfGpt, slugOf } from '#catalog/labels/labelSlugs.ts';
import { memoise } from '#catalog/memoise.ts';
import { gptsById } from '#catalog/ranking/rankedGpt.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';

/** A shared category counts less than a shared tag. */
const categoryWeight = 0.5;
const sameLanguageBonus = 0.15;
/** For each power of ten of chats. It decides between equal GPTs, but does not outweigh a shared rare tag. */
const popularityBonus = 0.01;

/** Largest number of considered GPTs per label: those with about as many chats as the given one. */
const consideredPerLabel = 200;

/**
 * The catalogue as numbers. A GPT is its index in the snapshot (most used first), a label the index of its first use.
 */
type Index = {
  positions: ReadonlyMap<Gpt, number>;
  labelsOf: readonly (readonly number[])[];
  /** The GPTs that have each label, most used first. */
  gptsWith: readonly (readonly number[])[];
  weights: readonly number[];
  lengths: readonly number[];
  languages: readonly (string | null)[];
  powersOfTen: readonly number[];
};

/**
 * A cache of related GPTs, valid as long as the code and `index` are the same: a digest of all data that the similarity
 * depends on. The keys of `ids` are ids of GPTs with a slash before them, because an id may be `constructor`.
 */
export type RelatedMemory = { index: string; ids: Record<string, readonly string[]> };

/** Returns the cache of an earlier publish, or an empty one if labels, order or languages have changed since. */
export function recallRelated(
  snapshot: Snapshot,
  before: RelatedMemory | undefined,
): RelatedMemory {
  const index = digestOfIndex(snapshot);
  return { index, ids: before?.index === index ? { ...before.ids } : {} };
}

/** Returns the `relatedGpts` of a GPT from the cache of the context, and adds them if they are missing. */
export function rememberedRelated(
  { snapshot, related }: Pick<BuildContext, 'snapshot' | 'related'>,
  gpt: Gpt,
  most: number,
): Gpt[] {
  const key = `/${gpt.id}`;
  const known = related.ids[key];
  if (known && known.length <= most) return gptsOf(snapshot, known);
  const found = relatedGpts(snapshot, gpt, most);
  related.ids[key] = found.map(({ id }) => id);
  return found;
}

/**
 * Returns at most `most` GPTs that are most similar to `gpt`, best first. They share at least one tag or category with it.
 *
 * The similarity is the cosine of the GPTs' labels, each weighted by its rarity ln(1 + GPTs / GPTs with the label),
 * categories by half of that; plus 0.15 for texts in the same language, plus 0.01 for each power of ten of the other’s
 * chats. If equal, the more used one comes first, then the smaller id.
 */
export function relatedGpts(snapshot: Snapshot, gpt: Gpt, most: number): Gpt[] {
  const index = indexOf(snapshot);
  const position = index.positions.get(gpt);
  if (position === undefined) return [];
  const best: Scored[] = [];
  for (const [other, shared] of sharedWith(index, position)) {
    insert(best, { other, score: scoreOf(index, position, other, shared) }, most);
  }
  return best.flatMap(({ other }) => snapshot.gpts[other] ?? []);
}

function digestOfIndex({ gpts }: Snapshot): string {
  const hash = createHash('sha256');
  for (const gpt of gpts) {
    hash.update(JSON.stringify([gpt.id, labelNames(gpt), gpt.lang, String(gpt.chats).length]));
  }
  return hash.digest('base64url');
}

function gptsOf(snapshot: Snapshot, ids: readonly string[]): Gpt[] {
  const gpts = gptsById(snapshot);
  return ids.flatMap((id) => gpts.get(id) ?? []);
}

type Scored = { other: number; score: number };

/** Returns the shared weight of every considered GPT with the one at `position`. */
function sharedWith(index: Index, position: number): Map<number, number> {
  const shared = new Map<number, number>();
  for (const label of index.labelsOf[position] ?? []) {
    const weight = (index.weights[label] ?? 0) ** 2;
    for (const other of nearest(index.gptsWith[label] ?? [], position)) {
      if (other !== position) shared.set(other, (shared.get(other) ?? 0) + weight);
    }
  }
  return shared;
}

/** Inserts into the sorted list of the best. Sorting all GPTs would take most of the time of a build. */
function insert(best: Scored[], scored: Scored, most: number): void {
  const last = best[most - 1];
  if (last && !isBetter(scored, last)) return;
  const at = best.findIndex((known) => isBetter(scored, known));
  best.splice(at === -1 ? best.length : at, 0, scored);
  if (best.length > most) best.pop();
}

function isBetter(one: Scored, other: Scored): boolean {
  return one.score === other.score ? one.other < other.other : one.score > other.score;
}

function scoreOf(
  { lengths, languages, powersOfTen }: Index,
  position: number,
  other: number,
  shared: number,
): number {
  const cosine = shared / ((lengths[position] ?? 1) * (lengths[other] ?? 1));
  const language = languages[position] ?? null;
  const isSameLanguage = language !== null && language === languages[other];
  return (
    cosine + (isSameLanguage ? sameLanguageBonus : 0) + (powersOfTen[other] ?? 0) * popularityBonus
  );
}

/** Returns the sorted positions that are nearest to `position` (binary search), or all if they are few. */
function nearest(positions: readonly number[], position: number): readonly number[] {
  if (positions.length <= consideredPerLabel) return positions;
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  const latest = positions.length - consideredPerLabel;
  const start = Math.min(Math.max(0, low - consideredPerLabel / 2), latest);
  return positions.slice(start, start + consideredPerLabel);
}

const indexOf = memoise(({ gpts }: Snapshot): Index => makeIndex(gpts));

function makeIndex(gpts: readonly Gpt[]): Index {
  const numbers = new Map<string, number>();
  const gptsWith: number[][] = [];
  const labelsOf = gpts.map((gpt, position) =>
    labelNames(gpt).map((name) => {
      const label = numbers.get(name) ?? numbers.size;
      numbers.set(name, label);
      (gptsWith[label] ??= []).push(position);
      return label;
    }),
  );
  const weights = [...numbers].map(([name, label]) => {
    const rarity = Math.log(1 + gpts.length / (gptsWith[label]?.length ?? 1));
    return name.startsWith('category:') ? rarity * categoryWeight : rarity;
  });
  return {
    positions: new Map(gpts.map((gpt, position) => [gpt, position])),
    labelsOf,
    gptsWith,
    weights,
    lengths: labelsOf.map((labels) => Math.hypot(...labels.map((label) => weights[label] ?? 0))),
    languages: gpts.map(({ lang }) => lang?.split(/[-_]/, 1)[0]?.toLowerCase() ?? null),
    powersOfTen: gpts.map(({ chats }) => String(Math.max(0, chats)).length - 1),
  };
}

function labelNames(gpt: Gpt): string[] {
  const tags = new Set(gpt.tags.map(slugOf));
  tags.delete('');
  return [
    ...[...tags].map((slug) => `tag:${slug}`),
    ...categoriesOfGpt(gpt).map((slug) => `category:${slug}`),
  ];
}
