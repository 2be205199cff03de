import { describe, expect, it } from 'vitest';
import type { PublishedPost } from '#catalog/blog/publishedPosts.ts';
import { blogFeed } from '#catalog/feeds/blogFeed.ts';
import type { FeedFile } from '#catalog/feeds/feed.ts';
import { rankingFeed } from '#catalog/feeds/rankingFeeds.ts';
import { growthRows } from '#catalog/ranking/rankedGpt.ts';
import { feedFormats, feedPath } from '#domain/site/feedPaths.ts';
import { rankingRanges } from '#domain/ranking/ranking.ts';
import { type FeedGroup, categoryFeedGroups, siteFeedGroups } from '#catalog/feeds/feedFiles.ts';
import { gptFeedLinks } from '#catalog/feeds/feedLinks.ts';
import { feedText } from '#catalog/feeds/feedText.ts';
import { gptFeed } from '#catalog/feeds/gptFeeds.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { languages } from '#domain/languages/languages.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeGpt, makeSnapshot, nastyGpts, snapshotText } from '../../../fixtures/snapshot.ts';
import { expectValidFeed } from '../../../setup/feeds.ts';

const closedDay = '2026-03-15';
const full = published(makeSnapshot(closedDay, 16));

function published(snapshot: string): BuildContext {
  const environment = { SITE_URL: 'https://dolores.example' };
  return contextOf(parseSnapshot(Buffer.from(snapshot)), environment);
}

function contextWith(gpts: readonly Gpt[]): BuildContext {
  const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
  return published(snapshotText(closedDay, lines));
}

describe('the feed of new GPTs', () => {
  const gpts = [
    makeGpt({ id: 'imported', created: null, published: '2026-03-12T08:00:00.000Z' }),
    makeGpt({ id: 'old', created: '2024-05-01', published: '2026-03-11T08:00:00.000Z' }),
    makeGpt({ id: 'b', created: '2026-03-01', updated: '2026-03-10' }),
    makeGpt({ id: 'a', created: '2026-03-01', updated: '2026-01-01' }),
    makeGpt({ id: 'newest', created: '2026-03-04', updated: null, lang: 'ja' }),
    makeGpt({ id: 'unknown', created: null, published: null }),
    makeGpt({ id: 'mistaken', created: '2030-01-01' }),
    makeGpt({ id: 'other', created: '2026-03-02', categories: ['fun'] }),
  ];
  const context = contextWith(gpts);

  it('lists GPTs by first publication or later creation, newest first, then by id', () => {
    const feed = gptFeed(context, 'en', 'new', null);
    expect(feed?.entries.map(({ path }) => path)).toEqual(
      ['imported', 'old', 'newest', 'other', 'a', 'b', 'mistaken'].map((id) => `/en/gpts/${id}`),
    );
    expect(gptFeed(context, 'en', 'new', 'fun')?.entries).toHaveLength(1);
  });

  it('has the date since when the GPTs are new, and that of its newest change', () => {
    const feed = gptFeed(context, 'en', 'new', null);
    expect(feed?.updated).toBe('2026-03-12');
    const dates = feed?.entries.map(({ published, updated }) => [published, updated]);
    expect(dates).toEqual([
      ['2026-03-12', '2026-03-12'],
      ['2026-03-11', '2026-03-11'],
      ['2026-03-04', '2026-03-04'],
      ['2026-03-02', '2026-03-02'],
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01', '2026-03-10'],
      ['2025-12-01', '2026-02-01'],
    ]);
  });

  it('marks entries in another language than the feed', () => {
    expect(gptFeed(context, 'ja', 'new', null)?.entries[2]?.lang).toBeNull();
    expect(gptFeed(context, 'en', 'new', null)?.entries[2]?.lang).toBe('ja');
  });

  it('is left out without dates, and so is its link', () => {
    const undated = contextWith([makeGpt({ id: 'a', created: null, published: null })]);
    expect(gptFeed(undated, 'en', 'new', null)).toBeUndefined();
    expect(gptFeedLinks(undated.snapshot, 'en', null)).toEqual([]);
    expect(gptFeedLinks(context.snapshot, 'de', 'fun')).toEqual([
      { title: 'Neue GPTs: Spaß · Dolores', path: '/de/feeds/new/fun/atom.xml', format: 'atom' },
      { title: 'Neue GPTs: Spaß · Dolores', path: '/de/feeds/new/fun/feed.json', format: 'json' },
    ]);
  });
});

const [week] = full.snapshot.periods.weekly;

describe('the feed of rising GPTs', () => {
  it('has the newest frozen week, dated by its count', () => {
    const feed = gptFeed(full, 'en', 'rising', null);
    expect(feed?.entries.length).toBeGreaterThan(0);
    expect(feed?.updated).toBe(week?.frozen);
    for (const { occasion, published, summary } of feed?.entries ?? []) {
      expect([occasion, published]).toEqual([`rising-${week?.value}`, week?.frozen]);
      expect(summary).toMatch(/^\+\d+% on the week before · /);
    }
  });

  it('exists without entries if no GPT rises', () => {
    const feed = gptFeed(full, 'en', 'rising', 'education-of-nobody');
    expect(feed).toMatchObject({ entries: [], updated: week?.frozen });
  });
});

describe('the feed of a ranking', () => {
  it('has the first places in their order, with their numbers, and entries of its own for a period', () => {
    const feed = rankingFeed(full, 'en', { range: 'weekly', category: null });
    const rows = growthRows(full.snapshot, 'weekly', week?.value ?? '').slice(0, 20);
    expect(feed?.page).toBe('/en/ranking/weekly');
    expect(feed?.entries.map(({ path }) => path)).toEqual(
      rows.map(({ id }) => `/en/gpts/${encodeURIComponent(id)}`),
    );
    expect(feed?.entries[0]).toMatchObject({
      occasion: `weekly-${week?.value}`,
      title: `1. ${rows[0]?.name}`,
      published: week?.frozen,
    });
    expect(feed?.entries[0]?.summary).toMatch(/^\d+ chats \([+−]?\d+%\) · /);
  });

  it('of all time keeps the entry of a GPT, and that of categories links to their rankings', () => {
    const all = rankingFeed(full, 'en', { range: 'all', category: null });
    expect(all?.entries[0]).toMatchObject({ occasion: 'all', updated: closedDay });
    const categories = rankingFeed(full, 'de', { range: 'categories', category: null });
    expect(categories?.entries[0]?.path).toMatch(/^\/de\/ranking\/categories\/./);
  });

  it('is left out before a ranking exists', () => {
    const context = contextWith([makeGpt({ id: 'a' })]);
    const found = rankingRanges.map((range) =>
      rankingFeed(context, 'en', { range, category: null }),
    );
    expect(found).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});

describe('the feed of the blog', () => {
  it('has the newest posts with their dates', () => {
    const file = { kind: 'blog', format: 'atom', path: '/de/feeds/blog/atom.xml' } as const;
    const fields = { title: 'Title & <b>', description: 'About', date: '2026-03-01', author: 'A' };
    const text = { language: 'en', fields, body: '', place: 'en/a.md', unpublished: null } as const;
    const post = { slug: 'a', day: '2026-03-01', tags: [], original: text, texts: new Map() };
    const withPosts = (posts: readonly PublishedPost[]) => ({
      ...full,
      blog: { ...full.blog, published: posts },
    });
    const feed = blogFeed(withPosts([post]), 'de');
    expect(feed).toMatchObject({ updated: '2026-03-01', page: '/de/blog' });
    expect(feed?.entries).toMatchObject([{ path: '/de/blog/a', lang: 'en', title: 'Title & <b>' }]);
    expect(blogFeed(withPosts([]), 'de')).toBeUndefined();
    if (feed) return expectFile({ ...file, feed });
    return undefined;
  });
});

describe('the files of feeds', () => {
  it('are valid in all formats, for any names of GPTs', async () => {
    const odd = nastyGpts.map((gpt, index) => ({
      ...gpt,
      created: `2026-02-${String((index % 28) + 1).padStart(2, '0')}`,
      description: `${gpt.description ?? ''}\u0000\u0008\ufffe\ud800`,
    }));
    const files = feedFormats.flatMap((format) =>
      languages.flatMap((language) => {
        const feed = gptFeed(contextWith(odd), language, 'new', null);
        const path = feedPath(language, 'new', null, format);
        return feed ? [{ path, format, feed }] : [];
      }),
    );
    expect(files).toHaveLength(24);
    for (const file of files) await expectFile(file);
  });

  it('exist for the whole directory and each category, in every language and format', async () => {
    const files = filesIn(categoryFeedGroups(full));
    const paths = files.map(({ path }) => path);
    expect(paths).toContain('/ko/feeds/new/writing/rss.xml');
    expect(paths).toContain('/en/feeds/rising/law-and-money/atom.xml');
    expect(paths).toContain('/en/feeds/new/~E6~95~99~E8~82~B2/atom.xml');
    expect(paths).toContain('/vi/feeds/categories/writing/feed.json');
    const ofSite = filesIn(siteFeedGroups(full)).map(({ path }) => path);
    expect(ofSite).toEqual(
      expect.arrayContaining(rankingRanges.map((range) => `/fr/feeds/${range}/feed.json`)),
    );
    expect(new Set(paths).size).toBe(paths.length);
    for (const file of [...files.slice(0, 40), ...filesIn(siteFeedGroups(full))])
      await expectFile(file);
  });

  it('do not change if nothing they contain changes', async () => {
    const again = published(makeSnapshot(closedDay, 16));
    const textsOf = async (context: BuildContext) =>
      Promise.all(filesIn(categoryFeedGroups(context)).map(feedText));
    expect(await textsOf(again)).toEqual(await textsOf(full));
  });
});

function filesIn(groups: Iterable<FeedGroup>): FeedFile[] {
  return [...groups].flatMap(({ files }) => files());
}

async function expectFile(file: FeedFile): Promise<void> {
  expectValidFeed(await feedText(file), file.format, `https://dolores.example${file.path}`);
}
