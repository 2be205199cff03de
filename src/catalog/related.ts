import { categoriesOf } from '#catalog/card.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';

const tagWeight = 3;
const categoryWeight = 1;
const sameLanguageWeight = 0.5;

/** Of a label that very many GPTs share, only the most used are considered, so that a large catalogue stays quick. */
const consideredPerLabel = 400;

type Shelves = ReadonlyMap<string, readonly Gpt[]>;

const shelvesOf = new WeakMap<Snapshot, Shelves>();

/**
 * The GPTs that share most with `gpt`: a common tag counts three times a common category; the more used one wins a
 * tie. Never `gpt` itself, at most `most`.
 */
export function relatedGpts(snapshot: Snapshot, gpt: Gpt, most: number): Gpt[] {
  const scores = new Map<Gpt, number>();
  for (const [label, weight] of labelsOf(gpt)) {
    for (const other of shelves(snapshot).get(label) ?? []) {
      if (other !== gpt) scores.set(other, (scores.get(other) ?? 0) + weight);
    }
  }
  for (const [other, score] of scores) {
    if (gpt.lang !== null && other.lang === gpt.lang) scores.set(other, score + sameLanguageWeight);
  }
  return [...scores]
    .toSorted(([one, oneScore], [other, otherScore]) => {
      if (oneScore !== otherScore) return otherScore - oneScore;
      return one.chats === other.chats ? (one.id < other.id ? -1 : 1) : other.chats - one.chats;
    })
    .slice(0, most)
    .map(([other]) => other);
}

function labelsOf(gpt: Gpt): [label: string, weight: number][] {
  const tags = new Set(gpt.tags.map((tag) => tag.trim().toLowerCase()));
  return [
    ...[...tags].map((tag): [string, number] => [`tag:${tag}`, tagWeight]),
    ...categoriesOf(gpt).map((slug): [string, number] => [`category:${slug}`, categoryWeight]),
  ];
}

function shelves(snapshot: Snapshot): Shelves {
  const known = shelvesOf.get(snapshot);
  if (known) return known;
  const made = new Map<string, Gpt[]>();
  for (const gpt of snapshot.gpts) {
    for (const [label] of labelsOf(gpt)) {
      const shelf = made.get(label);
      if (!shelf) made.set(label, [gpt]);
      else if (shelf.length < consideredPerLabel) shelf.push(gpt);
    }
  }
  shelvesOf.set(snapshot, made);
  return made;
}
