import { describe, expect, it } from 'vitest';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { othersLink, recommendedIds } from '#catalog/gpts/recommended.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { defaultGptId } from '#domain/gpts/gpts.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';

function contextWith(gpts: readonly Gpt[]) {
  const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
  return contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
}

describe('the GPTs that the chat recommends', () => {
  const gpts = [
    makeGpt({ id: 'a/a', lang: 'en', chats: 0 }),
    makeGpt({ id: defaultGptId, lang: 'en', chats: 0 }),
    makeGpt({ id: 'z', lang: 'de', chats: 0 }),
  ];

  it('are in the order of lists without counts, not by their ids', () => {
    expect(recommendedIds(contextWith(gpts), 'de')).toBe(`z,${defaultGptId},a%2Fa`);
    expect(recommendedIds(contextWith(gpts), 'en')).toBe(`${defaultGptId},a%2Fa,z`);
  });

  it('come with a link to those in other languages, as the lists of the home pages have them', () => {
    const others = Array.from({ length: 30 }, (_, index) =>
      makeGpt({ id: `ja-${index}`, lang: 'ja' }),
    );
    expect(othersLink(contextWith([...gpts, ...others]), 'en')).toEqual({
      count: expect.any(Number) as number,
      path: expect.stringMatching(/^\/en(\/page\/\d+)?#others$/) as string,
    });
    expect(othersLink(contextWith(gpts.slice(0, 2)), 'en')).toBeNull();
  });

  it('are none once a GPT has chats, because the most used ones are shown then', () => {
    const used = [...gpts, makeGpt({ id: 'used', chats: 1 })];
    expect(recommendedIds(contextWith(used), 'en')).toBe('');
  });
});
