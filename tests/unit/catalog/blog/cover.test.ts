import { expect, it } from 'vitest';
import { coverOf } from '#catalog/blog/cover.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { postFile, writeBlog } from '../../../fixtures/blogFolder.ts';
import { makeGpt } from '../../../fixtures/makeGpt.ts';
import { snapshotText } from '../../../fixtures/snapshot.ts';

const folder = await writeBlog({
  'en/with.md': postFile({}, '[No](/gpts/none), [A](/gpts/a) and [A](/gpts/a)\n'),
  'en/three.md': postFile({}, '[B](/gpts/b) [A](/gpts/a) [D](/gpts/d) [C](/gpts/c)\n'),
  'en/without.md': postFile({ tags: '[travel]' }),
});

it('draws a post with three different marks of GPTs that it links to, or with one, or with one by its tags', () => {
  const tags = { a: 'cooking', b: 'travel', c: 'sql', d: 'cooking' };
  const gpts = Object.entries(tags).map(([id, tag]) => makeGpt({ id, tags: [tag] }));
  const text = snapshotText(
    '2026-03-08',
    gpts.map((gpt) => ({ type: 'gpt', gpt })),
  );
  const context = contextOf(parseSnapshot(Buffer.from(text)), { BLOG_FOLDER: folder });
  const [three, one, without] = context.blog.published.map((post) => coverOf(context, post, 'de'));
  expect(three?.marks.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect(one).toMatchObject({ seed: 'with', marks: [{ id: 'a', glyph: 'utensils' }] });
  expect(without).toMatchObject({ seed: 'without', marks: [{ glyph: 'plane' }] });
});
