import { describe, expect, it } from 'vitest';
import { type Snapshot, parseSnapshot } from '#catalog/readSnapshot.ts';
import { recallRelated, relatedGpts, rememberedRelated } from '#catalog/gpts/related.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';
import { Random } from '../../../setup/random.ts';

function snapshotOf(gpts: readonly Gpt[]): Snapshot {
  const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
  return parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines)));
}

function relatedTo(snapshot: Snapshot, id: string, most = 6): string[] {
  const gpt = snapshot.gpts.find((other) => other.id === id);
  if (gpt === undefined) throw new Error(`There is no GPT ${id}`);
  return relatedGpts(snapshot, gpt, most).map((related) => related.id);
}

describe('related GPTs', () => {
  it('share most labels, exclude the GPT itself, and exclude GPTs that share nothing', () => {
    const snapshot = snapshotOf([
      makeGpt({ id: 'asked', tags: ['Poem', 'rhyme'] }),
      makeGpt({ id: 'both', tags: ['poem', 'RHYME'] }),
      makeGpt({ id: 'one', tags: ['poem'], categories: ['fun'] }),
      makeGpt({ id: 'category', chats: 900_000 }),
      makeGpt({ id: 'nothing', categories: ['law'], chats: 9_000_000 }),
    ]);
    expect(relatedTo(snapshot, 'asked')).toEqual(['both', 'one', 'category']);
    expect(relatedTo(snapshot, 'asked', 1)).toEqual(['both']);
    expect(relatedTo(snapshot, 'nothing')).toEqual([]);
  });

  it('are memoised for every id, also for one that is a member of every object', () => {
    const ids = ['constructor', '__proto__', 'toString', 'plain'];
    const snapshot = snapshotOf(ids.map((id) => makeGpt({ id })));
    const rememberedIn = (related: ReturnType<typeof recallRelated>) =>
      snapshot.gpts.map((gpt) => rememberedRelated({ snapshot, related }, gpt, 6).length);
    const first = recallRelated(snapshot, undefined);
    expect(rememberedIn(first)).toEqual([3, 3, 3, 3]);
    const stored = JSON.parse(JSON.stringify(first)) as typeof first;
    expect(Object.keys(stored.ids)).toHaveLength(ids.length);
    expect(rememberedIn(recallRelated(snapshot, stored))).toEqual([3, 3, 3, 3]);
  });

  it('share a rare tag rather than a common one, independent of use', () => {
    const common = Array.from({ length: 40 }, (_, index) =>
      makeGpt({ id: `common-${index}`, tags: ['writing'], chats: 10_000_000 - index }),
    );
    const snapshot = snapshotOf([
      ...common,
      makeGpt({ id: 'asked', tags: ['writing', 'haiku'], chats: 50 }),
      makeGpt({ id: 'rare', tags: ['haiku', 'japanese'], categories: ['fun'], chats: 0 }),
    ]);
    expect(relatedTo(snapshot, 'asked', 2)[0]).toBe('rare');
  });

  it('gain little by tags of many GPTs', () => {
    const everything = Array.from({ length: 40 }, (_, index) => `subject ${index}`);
    const fillers = everything.map((tag, index) => makeGpt({ id: `filler-${index}`, tags: [tag] }));
    const snapshot = snapshotOf([
      ...fillers,
      makeGpt({ id: 'asked', tags: ['subject 1', 'subject 2'] }),
      makeGpt({ id: 'stuffed', tags: everything, chats: 1_000_000 }),
      makeGpt({ id: 'fitting', tags: ['subject 1'] }),
    ]);
    expect(relatedTo(snapshot, 'asked', 40).indexOf('fitting')).toBeLessThan(
      relatedTo(snapshot, 'asked', 40).indexOf('stuffed'),
    );
  });

  it('prefer the same language, then the more used one, then the smaller id', () => {
    const snapshot = snapshotOf([
      makeGpt({ id: 'asked', lang: 'de' }),
      makeGpt({ id: 'english', lang: 'en', chats: 99_999 }),
      makeGpt({ id: 'austrian', lang: 'de-AT' }),
      makeGpt({ id: 'a-german', lang: 'de' }),
      makeGpt({ id: 'used', lang: 'de', chats: 5 }),
      makeGpt({ id: 'unknown', lang: null }),
    ]);
    expect(relatedTo(snapshot, 'asked')).toEqual([
      'used',
      'a-german',
      'austrian',
      'english',
      'unknown',
    ]);
  });

  it('do not depend on the order of the catalogue', () => {
    const random = new Random(3);
    const tags = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
    const gpts = Array.from({ length: 60 }, (_, index) =>
      makeGpt({
        id: `gpt-${index}`,
        tags: [random.oneOf(tags), random.oneOf(tags)],
        chats: random.whole(0, 3),
      }),
    );
    const one = snapshotOf(gpts);
    const other = snapshotOf(gpts.toReversed());
    for (const { id } of gpts) expect(relatedTo(one, id)).toEqual(relatedTo(other, id));
  });

  it('of a crowded category differ between GPTs', () => {
    const crowd = Array.from({ length: 3_000 }, (_, index) =>
      makeGpt({ id: `gpt-${index}`, chats: 1_000_000 - index * 300 }),
    );
    const snapshot = snapshotOf(crowd);
    const shown = new Set(crowd.flatMap(({ id }) => relatedTo(snapshot, id)));
    expect(shown.size).toBeGreaterThan(60);
  });
});
