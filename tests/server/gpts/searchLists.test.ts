import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { askList, importAll, listIds } from '../../setup/directory.ts';
import { times } from '../../setup/longRuns.ts';
import { Random } from '../../setup/random.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  await server.close();
});

async function only(gpts: readonly object[]): Promise<void> {
  await server.database.query.delete(gpt);
  await importAll(server.database, gpts);
}

async function set(id: string, values: Partial<typeof gpt.$inferInsert>): Promise<void> {
  await server.database.query.update(gpt).set(values).where(eq(gpt.id, id));
}

const ids = (query: Record<string, string | number>) => listIds(server, query);

describe('filters of the list', () => {
  beforeAll(async () => {
    await only([
      {
        id: 'a',
        name: 'Essay Coach',
        author: 'Lumo Works',
        categories: ['Writing', 'Education'],
        tags: ['SEO Tips', 'essay'],
        capabilities: ['browser'],
        lang: 'zh-Hans',
        conversations: 30,
      },
      {
        id: 'b',
        name: 'Poem Coach',
        author: 'lumo works',
        categories: ['Writing'],
        tags: ['seo tips'],
        lang: 'zh-Hant-TW',
        conversations: 20,
      },
      {
        id: 'c',
        name: 'Code Coach',
        author: "O'Hara \\ Sons",
        categories: ['Art & Design'],
        tags: ["it's"],
        capabilities: ['browser', 'python'],
        lang: 'zh',
        conversations: 10,
      },
      { id: 'd', name: 'Plain', lang: 'zha', conversations: 40 },
    ]);
  });

  it('select by category, tag in any case, author, capability and language', async () => {
    expect(await ids({ category: 'writing' })).toEqual(['a', 'b']);
    expect(await ids({ category: 'art-and-design' })).toEqual(['c']);
    for (const tag of ['seo tips', 'SEO TIPS', ' Seo  Tips'])
      expect(await ids({ tag }), tag).toEqual(['a', 'b']);
    expect(await ids({ tag: "IT'S" })).toEqual(['c']);
    expect(await ids({ tag: 'seo' })).toEqual([]);
    expect(await ids({ author: 'Lumo Works' })).toEqual(['a', 'b']);
    expect(await ids({ author: "O'Hara \\ Sons" })).toEqual(['c']);
    expect(await ids({ capability: 'browser' })).toEqual(['a', 'c']);
  });

  it('include variants of a language, and no other language', async () => {
    expect(await ids({ lang: 'zh' })).toEqual(['a', 'b', 'c']);
    for (const lang of ['zh-Hant', 'zh-hant', 'zh_Hant', 'zh-Hant-TW']) {
      expect(await ids({ lang }), lang).toEqual(['b']);
    }
    expect(await ids({ lang: 'z' })).toEqual([]);
    expect(await ids({ lang: "'zh" })).toEqual([]);
  });

  it('work together, with a query and with pages', async () => {
    expect(
      await ids({ category: 'writing', tag: 'essay', lang: 'zh', author: 'LUMO WORKS' }),
    ).toEqual(['a']);
    expect(await ids({ query: 'coach', capability: 'browser' })).toEqual(['a', 'c']);
    expect(await ids({ query: 'poem', category: 'education' })).toEqual([]);
    expect((await ids({ query: 'coahc', category: 'writing' })).toSorted()).toEqual(['a', 'b']);
    expect(await askList(server, { lang: 'zh', size: 2, page: 2 })).toMatchObject({
      items: [{ id: 'c' }],
      total: 3,
      is_total_capped: false,
      page: 2,
      size: 2,
    });
  });

  it('select all when they are empty', async () => {
    expect(
      await ids({
        category: '',
        tag: '',
        author: '',
        capability: '',
        lang: '',
        ids: '',
        query: '',
      }),
    ).toHaveLength(4);
  });
});

describe('a list of ids', () => {
  beforeAll(async () => {
    await only([
      { id: 'a', name: 'Essay Coach', conversations: 30 },
      { id: 'team/a,b', name: 'Poem Coach', conversations: 20 },
      { id: 'c', name: 'Plain', conversations: 10 },
      { id: 'hidden', name: 'Hidden' },
    ]);
    await set('hidden', { hidden: new Date() });
  });

  it('is answered in its order, with the GPTs that can be shown', async () => {
    const list = ['c', 'nobody', 'team/a,b', 'hidden', 'a', 'c'].map(encodeURIComponent).join(',');
    expect(await ids({ ids: list })).toEqual(['c', 'team/a,b', 'a']);
    expect(await ids({ ids: list, query: 'coach' })).toEqual(['team/a,b', 'a']);
    expect(await askList(server, { ids: list, size: 1, page: 2 })).toMatchObject({
      items: [{ id: 'team/a,b' }],
      total: 3,
    });
  });

  it('is refused when it is too long or invalid', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `id-${index}`).join(',');
    await expect(ids({ ids: many })).rejects.toThrow('at most 100 ids');
    await expect(ids({ ids: 'a,%E0%A4%A' })).rejects.toThrow('percent-encoded');
  });
});

describe('a search result', () => {
  it('has the current fields of the row', async () => {
    await only([{ id: 'one', name: 'Harbour Pilot', tags: ['ships'], lang: 'en' }]);
    const other = { id: 'one', name: 'Bread Baker', tags: ['ovens'], lang: 'de' };
    await importAll(server.database, [other], { allowLanguageChange: true });
    for (const query of [{ query: 'harbour' }, { tag: 'ships' }, { lang: 'en' }]) {
      expect(await ids(query)).toEqual([]);
    }
    for (const query of [{ query: 'bread' }, { tag: 'ovens' }, { lang: 'de' }]) {
      expect(await ids(query)).toEqual(['one']);
    }
  });

  it('has the current ratings, also for a repeated query', async () => {
    await only([{ id: 'one', name: 'Harbour Pilot' }]);
    const ratings = async () => {
      const { items } = await askList(server, { query: 'harbour' });
      return items.map((item) => item.ratings);
    };
    expect(await ratings()).toEqual([0]);
    await set('one', { ratingSum: 9, ratings: 2 });
    expect(await ratings()).toEqual([2]);
  });

  it('is public: nothing hidden, removed or private, until that ends', async () => {
    await only([
      { id: 'one', name: 'Coach One', tags: ['x'] },
      { id: 'two', name: 'Coach Two', tags: ['x'] },
    ]);
    const states = [
      { hidden: new Date() },
      { removed: new Date() },
      { visibility: 'private' },
    ] as const;
    for (const state of states) {
      await set('one', state);
      for (const query of [{}, { query: 'coach' }, { tag: 'x' }, { query: 'one', tag: 'x' }]) {
        expect(await ids(query)).not.toContain('one');
        expect(await askList(server, query)).toMatchObject({
          total: 'tag' in query && 'query' in query ? 0 : 1,
        });
      }
      await set('one', { hidden: null, removed: null, visibility: 'public' });
      expect(await ids({ query: 'coach', tag: 'x' })).toEqual(['one', 'two']);
    }
  });

  it('follows changes like a search that starts after them', async () => {
    const random = new Random(randomInt(2 ** 31));
    const words = ['harbour', 'pilot', 'bread', 'baker', 'essay', 'coach', 'python', 'tutor'];
    await only([]);
    for (let step = 0; step < times(25, 250); step += 1) {
      const id = `id-${random.whole(1, 12)}`;
      const name = `${random.oneOf(words as [string, ...string[]])} ${random.oneOf(words as [string, ...string[]])}`;
      const change = random.whole(0, 4);
      if (change === 0) await set(id, { hidden: new Date() });
      else if (change === 1) await set(id, { hidden: null });
      else if (change === 2) await server.database.query.delete(gpt).where(eq(gpt.id, id));
      else await importAll(server.database, [{ id, name, tags: [random.oneOf(['x', 'y'])] }]);
      // Some changes are taken over together, most by themselves.
      if (random.whole(0, 2) > 0) await ids({ query: name });
    }
    const fresh = await startTestServer({ database: server.database });
    try {
      for (const query of [...words.map((query) => ({ query })), { tag: 'x' }, { tag: 'y' }]) {
        const seed = `${JSON.stringify(query)} (seed ${random.seed})`;
        expect((await ids(query)).toSorted(), seed).toEqual(
          (await listIds(fresh, query)).toSorted(),
        );
      }
    } finally {
      await fresh.close();
    }
  });

  it('includes GPTs near a word that only a removed GPT had', async () => {
    await only([
      { id: 'one', name: 'Harbor' },
      { id: 'two', name: 'Harbour' },
    ]);
    expect(await ids({ query: 'harbor' })).toContain('one');
    await set('one', { hidden: new Date() });
    for (const query of ['harbor', 'harbo', 'harbuor'])
      expect(await ids({ query })).toEqual(['two']);
  });

  it('includes the changes of another server', async () => {
    await only([{ id: 'one', name: 'Harbour Pilot' }]);
    const other = await startTestServer({ database: server.database });
    try {
      expect(await listIds(other, { query: 'harbour' })).toEqual(['one']);
      await importAll(server.database, [{ id: 'two', name: 'Harbour Guide' }]);
      expect((await listIds(other, { query: 'harbour' })).toSorted()).toEqual(['one', 'two']);
    } finally {
      await other.close();
    }
  });

  it('includes thousands of new GPTs soon, and the others meanwhile', async () => {
    await only([{ id: 'one', name: 'Harbour Pilot' }]);
    expect(await ids({ query: 'harbour' })).toEqual(['one']);
    const many = Array.from({ length: 450 }, (_, index) => ({ id: `id-${index}`, name: 'Coach' }));
    await importAll(server.database, many);
    expect(await ids({ query: 'harbour' })).toEqual(['one']);
    await expect
      .poll(async () => (await askList(server, { query: 'coach' })).total, { timeout: 20_000 })
      .toBe(450);
  });
});
