import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askList, importAll, listIds } from '../setup/directory.ts';
import { Random } from '../setup/random.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

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

function sorted(tierOf: (gpt: Made) => number | undefined): string[] {
  return gpts
    .flatMap((gpt) => {
      const tier = tierOf(gpt);
      return tier === undefined ? [] : [{ ...gpt, tier }];
    })
    .toSorted(
      (one, other) =>
        one.tier - other.tier ||
        other.conversations - one.conversations ||
        (one.id < other.id ? -1 : 1),
    )
    .map(({ id }) => id);
}

async function allPages(query: Record<string, string>, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; page <= count; page += 1) {
    found.push(...(await listIds(server, { ...query, page, size: 100 })));
  }
  return found;
}

describe('a word that very many GPTs share', () => {
  const tierOf = ({ name, description }: Made) => {
    if (name === 'Widget') return 0;
    if (name.startsWith('Widget')) return 1;
    if (name.includes('widget')) return 2;
    return description?.includes('widget') ? 3 : undefined;
  };

  it('orders the best thousand as it would order a few', async () => {
    const expected = sorted(tierOf);
    expect(await allPages({ query: 'WIDGET' }, 11)).toEqual(expected.slice(0, 1_000));
    const begun = sorted((gpt) => Math.max(1, tierOf(gpt) ?? 4)).slice(0, 1_000);
    for (const query of ['widge', 'wid']) expect(await allPages({ query }, 11)).toEqual(begun);
  });

  it('is counted up to a thousand, and says so', async () => {
    expect(await askList(server, { query: 'widget' })).toMatchObject({
      total: 1_000,
      is_total_capped: true,
    });
    expect(await askList(server, { query: 'my widget' })).toMatchObject({ is_total_capped: false });
    expect(await askList(server, {})).toMatchObject({ total: 1_000, is_total_capped: true });
  });

  it('orders windows that do not begin at a page', async () => {
    const expected = sorted(tierOf);
    for (const [page, size] of [
      [1, 1],
      [2, 7],
      [37, 27],
      [38, 27],
    ] as const) {
      const found = await listIds(server, { query: 'widget', page, size });
      expect(found, `page ${page}`).toEqual(
        expected.slice(0, 1_000).slice((page - 1) * size, page * size),
      );
    }
  });

  it('is ordered too when only unpopular GPTs have it', async () => {
    const expected = sorted(({ name }) => (name.startsWith('Rarity') ? 1 : undefined));
    expect(await allPages({ query: 'rarity' }, 11)).toEqual(expected.slice(0, 1_000));
    expect(await allPages({ query: 'r' }, 11)).toEqual(expected.slice(0, 1_000));
  });
});

describe('a long list', () => {
  it('can be read to its end, with a filter or without', async () => {
    const tagged = (tag: string) => sorted(({ tags }) => (tags.includes(tag) ? 0 : undefined));
    expect(await allPages({ tag: 'common' }, 13)).toEqual(tagged('common'));
    expect(await allPages({ tag: 'rare' }, 13)).toEqual(tagged('rare'));
    expect(await allPages({}, Math.ceil(gpts.length / 100) + 1)).toEqual(sorted(() => 0));
    expect(await listIds(server, { page: 100_000, size: 100 })).toEqual([]);
    expect(await listIds(server, { tag: 'rare', page: 100_000, size: 100 })).toEqual([]);
  });
});
