import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askList, importAll, listIds } from '../../setup/directory.ts';
import { Random } from '../../setup/random.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

/** More than are counted one by one have a word in common, and more than are looked through first have not. */
const withWord = 1_150;
const without = 2_700;

type Made = {
  id: string;
  name: string;
  description?: string;
  tags: string[];
  conversations: number;
};

let server: TestServer;
let gpts: Made[];

beforeAll(async () => {
  server = await startTestServer();
  gpts = made(new Random(11));
  await importAll(server.database, gpts);
  // The first search has the index built; until then words are compared in PostgreSQL.
  await vi.waitFor(async () => expect(await searchState()).toBe('ready'), { timeout: 60_000 });
});

afterAll(async () => {
  await server.close();
});

/** The common word is in names, at their beginning or later, or in descriptions; among the unpopular ones only `rare`. */
function made(random: Random): Made[] {
  const common = Array.from({ length: withWord }, (_, index) => {
    const kind = random.whole(0, 9);
    const name = kind < 2 ? `Widget ${index}` : kind < 5 ? `My widget ${index}` : `Gadget ${index}`;
    return {
      id: `common-${index}`,
      name,
      description: kind < 5 ? 'Plain' : 'Makes a widget',
      tags: ['common'],
      conversations: random.whole(0, 50) * 1_000,
    };
  });
  const rare = Array.from({ length: withWord }, (_, index) => ({
    id: `rare-${index}`,
    name: `Rarity ${index}`,
    tags: ['rare'],
    conversations: random.whole(0, 3),
  }));
  const others = Array.from({ length: without - withWord }, (_, index) => ({
    id: `other-${index}`,
    name: `Other ${index}`,
    tags: [],
    conversations: 100 + random.whole(0, 50_000),
  }));
  const exact = { id: 'exact', name: 'Widget', tags: ['common'], conversations: 0 };
  return [...common, ...rare, ...others, exact];
}

async function searchState(): Promise<string | undefined> {
  await listIds(server, { query: 'widget' });
  const readiness = await (await server.fetch('/readyz')).text();
  return /"part":"search","state":"(\w+)"/.exec(readiness)?.[1];
}

async function allPages(query: Record<string, string>, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; page <= count; page += 1) {
    found.push(...(await listIds(server, { ...query, page, size: 100 })));
  }
  return found;
}

describe('a word that very many GPTs share', () => {
  it('has one order, for any size of pages', async () => {
    const all = await allPages({ query: 'widget' }, 11);
    expect(all).toHaveLength(1_000);
    expect(new Set(all).size).toBe(1_000);
    expect(all[0]).toBe('exact');
    for (const [page, size] of [
      [1, 1],
      [2, 7],
      [37, 27],
      [38, 27],
    ] as const) {
      const found = await listIds(server, { query: 'widget', page, size });
      expect(found, `page ${page}`).toEqual(all.slice((page - 1) * size, page * size));
    }
  });

  it('puts names before descriptions, and of equals those with more chats first', async () => {
    const known = new Map(gpts.map((gpt) => [gpt.id, gpt]));
    const found = (await allPages({ query: 'widget' }, 10)).map((id) => known.get(id));
    const quiet = found.filter((gpt) => gpt?.conversations === 0).slice(1);
    const inNames = quiet.map((gpt) => gpt?.name.toLowerCase().includes('widget') ?? false);
    expect(inNames).toEqual(inNames.toSorted((one, other) => Number(other) - Number(one)));
    const begun = found.filter((gpt) => gpt?.name.startsWith('Widget '));
    const counts = begun.map((gpt) => gpt?.conversations ?? 0);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  });

  it('is counted up to a thousand, and marked as more', async () => {
    expect(await askList(server, { query: 'widget' })).toMatchObject({
      total: 1_000,
      is_total_capped: true,
    });
    expect(await askList(server, { query: 'widget 1149' })).toMatchObject({ full_total: 1 });
    expect(await askList(server, {})).toMatchObject({ total: 1_000, is_total_capped: true });
  });
});

describe('a long list', () => {
  it('can be read to its end, with a filter or without, by popularity', async () => {
    const sorted = (isIncluded: (gpt: Made) => boolean) =>
      gpts
        .filter(isIncluded)
        .toSorted(
          (one, other) => other.conversations - one.conversations || (one.id < other.id ? -1 : 1),
        )
        .map(({ id }) => id);
    for (const tag of ['common', 'rare']) {
      expect(await allPages({ tag }, 13), tag).toEqual(sorted(({ tags }) => tags.includes(tag)));
    }
    expect(await allPages({}, Math.ceil(gpts.length / 100) + 1)).toEqual(sorted(() => true));
    expect(await listIds(server, { page: 100_000, size: 100 })).toEqual([]);
    expect(await listIds(server, { tag: 'rare', page: 100_000, size: 100 })).toEqual([]);
  });
});
