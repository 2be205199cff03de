import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedPosts } from '#catalog/blog/publishedPosts.ts';
import { readPosts } from '#catalog/blog/readPosts.ts';
import { emptyContext } from '../../../fixtures/buildContext.ts';
import { postFile, writeBlog } from '../../../fixtures/blogFolder.ts';
import { helpPages, postPages } from '../../../setup/catalogViews.ts';

describe('the front matter of a post', () => {
  it.for([
    ['no front matter', 'Just text', /post en\/post\.md does not begin with front matter/],
    ['a field too many', postFile({ auhtor: 'x' }), /en\/post\.md has a field .* “auhtor”/],
    ['no title', postFile({ title: '' }), /en\/post\.md is wrong: the field “title” must be/],
    ['a title too long', postFile({ title: 'x'.repeat(200) }), /“title” must have at most 110/],
    ['an impossible day', postFile({ date: '2026-02-30' }), /“date” must be a day such as/],
    ['an odd tag', postFile({ tags: '[A b]' }), /“tags.0” must be made of a–z, 0–9/],
    ['no tag', postFile({ tags: '[]' }), /“tags” must have at least one entry/],
    ['a tag twice', postFile({ tags: '[a, a]' }), /“tags” must not name a tag twice/],
    ['an image without words', postFile({ image: './images/a.png' }), /“imageAlt” must say/],
    ['words without an image', postFile({ imageAlt: 'A' }), /“image” is missing/],
    ['an image from elsewhere', postFile({ image: 'https://a.example/b.png' }), /“image” must be/],
    ['an update before its date', postFile({ updated: '2026-02-01' }), /“updated” must not be/],
    ['no YAML', postFile({ title: '"open' }), /en\/post\.md has front matter that is not YAML/],
    ['no text', postFile({}, '\n'), /has no text below its front matter/],
    ['a book', postFile({}, 'x'.repeat(50_000)), /has 50\d{3} characters; 40000 are the most/],
  ] as const)('stops with file and field: %s', async ([, content, message]) => {
    const folder = await writeBlog({ 'en/post.md': content });
    expect(() => readPosts(folder)).toThrow(message);
  });

  it('of a translation matches its original', async () => {
    const cases = [
      [
        { tags: '[other]' },
        /post de\/post\.md .*“tags” must be left out or be that of en\/post\.md/,
      ],
      [{ date: '2026-02-01' }, /“date” must not be before that of en\/post\.md/],
    ] as const;
    for (const [fields, message] of cases) {
      const folder = await writeBlog({
        'en/post.md': postFile(),
        'de/post.md': postFile(fields),
      });
      expect(() => readPosts(folder)).toThrow(message);
    }
  });

  it('needs an English original and a file name for addresses', async () => {
    const alone = await writeBlog({ 'fr/seul.md': postFile() });
    expect(() => readPosts(alone)).toThrow(
      'The post fr/seul.md has no English original en/seul.md',
    );
    for (const name of ['Upper', 'page', 'tags', 'a--b']) {
      const folder = await writeBlog({ [`en/${name}.md`]: postFile() });
      expect(() => readPosts(folder)).toThrow(/needs another file name/);
    }
  });
});

describe('the posts of a day', () => {
  it('include posts up to that day, newest first, without drafts', async () => {
    const { posts } = readPosts(
      await writeBlog({
        'en/first.md': postFile({ date: '2026-03-01' }),
        'en/second.md': postFile({ date: '2026-03-02' }),
        'en/third.md': postFile({ date: '2026-03-03' }),
        'en/draft.md': postFile({ date: '2026-03-01', draft: 'true' }),
      }),
    );
    const on = (day: string) => publishedPosts(day, posts, false).map(({ slug }) => slug);
    expect(on('2026-02-28')).toEqual([]);
    expect(on('2026-03-02')).toEqual(['second', 'first']);
    expect(on('2026-03-03')).toEqual(['third', 'second', 'first']);
  });

  it('include finished translations that are due, and no translation of a draft', async () => {
    const { posts } = readPosts(
      await writeBlog({
        'en/post.md': postFile(),
        'de/post.md': postFile({ date: '2026-03-05' }),
        'fr/post.md': postFile({ draft: 'true' }),
        'en/draft.md': postFile({ draft: 'true' }),
        'de/draft.md': postFile(),
      }),
    );
    const languages = (day: string) =>
      publishedPosts(day, posts, false).map(({ slug, texts }) => [slug, ...texts.keys()]);
    expect(languages('2026-03-04')).toEqual([['post', 'en']]);
    expect(languages('2026-03-05')).toEqual([['post', 'en', 'de']]);
  });

  it('are all shown during development, each with the reason why it is not public', async () => {
    const { posts } = readPosts(
      await writeBlog({
        'en/draft.md': postFile({ draft: 'true' }),
        'en/later.md': postFile({ date: '2026-04-01' }),
        'en/now.md': postFile(),
      }),
    );
    const marks = publishedPosts('2026-03-15', posts, true).map((post) => [
      post.slug,
      post.original.unpublished,
    ]);
    expect(marks).toEqual([
      ['later', 'scheduled'],
      ['draft', 'draft'],
      ['now', null],
    ]);
  });

  it('are read again when a file has changed', async () => {
    const folder = await writeBlog({ 'en/post.md': postFile() });
    const first = readPosts(folder);
    expect(readPosts(folder, first)).toBe(first);
    writeFileSync(join(folder, 'en/post.md'), postFile({ title: 'B post' }));
    utimesSync(join(folder, 'en/post.md'), 1, 1);
    expect(readPosts(folder, first).posts[0]?.original.fields.title).toBe('B post');
  });
});

describe('the product’s own posts', () => {
  it('follow the rules for posts, in each of their languages', () => {
    const context = emptyContext({ SHOW_DRAFTS: 'yes' }, '2025-12-31');
    const { blog, help } = context;
    expect([...blog.published, ...help.published].length).toBeGreaterThan(5);
    expect([...postPages(context), ...helpPages(context)].every(({ html }) => html !== '')).toBe(
      true,
    );
  });
});
