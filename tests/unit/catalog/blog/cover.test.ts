import { expect, it } from 'vitest';
import { coverOf } from '#catalog/blog/cover.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { postFile, writeBlog } from '../../../fixtures/blogFolder.ts';
import { makeGpt } from '../../../fixtures/makeGpt.ts';
import { snapshotText } from '../../../fixtures/snapshot.ts';

const folder = await writeBlog({
  'en/with.md': postFile({}, '[No](/gpts/none), [A](/gpts/a) and [A](/gpts/a)\n'),
  'en/without.md': postFile({ tags: '[travel]' }),
});

it('the picture of a post has the marks of GPTs that it links to and that the site has, else one by its tags', () => {
  const gpts = [makeGpt({ id: 'a', tags: ['cooking'] })];
  const text = snapshotText(
    '2026-03-08',
    gpts.map((gpt) => ({ type: 'gpt', gpt })),
  );
  const context = contextOf(parseSnapshot(Buffer.from(text)), { BLOG_FOLDER: folder });
  const [with_, without] = context.blog.published.map((post) => coverOf(context, post, 'de'));
  expect(with_).toMatchObject({ seed: 'with', marks: [{ id: 'a', glyph: 'utensils' }] });
  expect(without).toMatchObject({ seed: 'without', marks: [{ glyph: 'plane' }] });
});
