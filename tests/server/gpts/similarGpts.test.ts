import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import { askList, importAll } from '../../setup/directory.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

/** Two GPTs have the rare tag, more have another one, all have the category. */
const rare = [
  { id: 'bread', name: 'Sourdough Baker', tags: ['zeta', 'vegan'], conversations: 5 },
  { id: 'pizza', name: 'Pizza Chef', tags: ['zeta'], conversations: 1 },
];
const common = Array.from({ length: 9 }, (_, index) => ({
  id: `meal-${index}`,
  name: `Dinner ${index}`,
  tags: index < 4 ? ['vegan'] : [],
  conversations: 900 - index,
}));

beforeAll(async () => {
  server = await startTestServer();
  const gpts = [...rare, ...common].map((gpt) => ({ ...gpt, lang: 'en', categories: ['Cooking'] }));
  const foreign = {
    id: 'hook',
    name: 'Knethaken',
    lang: 'de',
    tags: ['zeta'],
    categories: ['Cooking'],
  };
  await importAll(server.database, [...gpts, foreign]);
});

afterAll(async () => {
  await server.close();
});

async function similarTo(query: Record<string, string | number>): Promise<string[] | undefined> {
  const { items, similar } = await askList(server, { locale: 'en', ...query });
  expect(items.length).toBeLessThan(gptsPerPage);
  return similar?.map(({ id }) => id);
}

describe('the list of a query with few results', () => {
  it('has six similar GPTs: those with the rarest shared label first, and no result again', async () => {
    const meals = common.slice(0, 5).map(({ id }) => id);
    expect(await similarTo({ query: 'sourdough' })).toEqual(['pizza', ...meals]);
  });

  it('has similar GPTs in languages that readers of the interface know, or that they filter by', async () => {
    expect(await similarTo({ query: 'sourdough', locale: 'de' })).toContain('hook');
    expect(await similarTo({ query: 'knethaken', lang: 'de' })).toEqual([]);
  });

  it('has similar GPTs that pass its filters', async () => {
    const vegan = common.slice(0, 4).map(({ id }) => id);
    expect(await similarTo({ query: 'sourdough', tag: 'vegan' })).toEqual(vegan);
  });

  it('omits them if there are many results or none, on later pages, and in a list of ids', async () => {
    expect(await similarTo({ query: 'dinner' })).toBeUndefined();
    expect(await similarTo({ query: 'qqqqzzzzxx' })).toBeUndefined();
    expect(await similarTo({ query: 'sourdough', page: 2 })).toBeUndefined();
    expect(await similarTo({ query: 'sourdough', ids: 'bread' })).toBeUndefined();
    expect(await similarTo({ tag: 'zeta' })).toBeUndefined();
  });
});
