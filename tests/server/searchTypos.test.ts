import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { importAll, listIds } from '../setup/directory.ts';
import { Random } from '../setup/random.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';
import { times } from '../setup/longRuns.ts';

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

async function find(query: string): Promise<string[]> {
  return listIds(server, { query });
}

describe('a search with a typo', () => {
  it.each([
    ['a letter too many', ['assistaant', 'xassistant', 'assistants']],
    ['a letter missing', ['asistant', 'ssistant', 'assistan']],
    ['a wrong letter', ['assistent', 'ossistant', 'assistanz']],
    ['two letters swapped', ['assitsant', 'sasistant', 'assistatn']],
  ])('finds words of names with %s', async (_, queries) => {
    await only([
      { id: 'found', name: 'Tax Assistant' },
      { id: 'other', name: 'Baker' },
    ]);
    for (const query of queries) expect(await find(query), query).toEqual(['found']);
  });

  it('finds words of four letters and more, wherever they stand and whatever their script', async () => {
    await only([
      {
        id: 'found',
        name: 'Gold Écriture',
        description: 'Помощник für Gespräche',
        author: 'Vermeer',
        tags: ['Watercolour'],
      },
      { id: 'other', name: 'Qzx' },
    ]);
    for (const query of ['gold', 'god', 'glod', 'golt', 'goldd']) {
      expect(await find(query), query).toEqual(['found']);
    }
    for (const query of ['ecritrue', 'помощик', 'gesprache', 'gespreche', 'vermer', 'watercolor']) {
      expect(await find(query), query).toEqual(['found']);
    }
  });

  it('leaves words of three letters and two typos in a word alone', async () => {
    await only([{ id: 'found', name: 'Cat Gold Assistant' }]);
    for (const query of ['cet', 'act', 'asistent', 'gdlo', 'go', 'gol1']) {
      expect(await find(query), query).toEqual(query === 'go' ? ['found'] : []);
    }
  });

  it('corrects each of several words, the last one while it is typed', async () => {
    await only([
      { id: 'found', name: 'Travel Planner', description: 'Cheap flights' },
      { id: 'other', name: 'Travel Agent' },
    ]);
    for (const query of ['travle planer', 'tavel plannre', 'travel planer', 'trevel flihgts']) {
      expect(await find(query), query).toEqual(['found']);
    }
    expect(await find('travle plan')).toEqual(['found']);
    expect(await find('travle zzzz')).toEqual([]);
  });

  it('puts what is spelt as asked first, then the corrected name, then the rest by popularity', async () => {
    await only([
      { id: 'popular', name: 'Daily Model', conversations: 900 },
      { id: 'described', name: 'Clay', description: 'A model', conversations: 950 },
      { id: 'named', name: 'Model', conversations: 5 },
      { id: 'asked', name: 'Motel Guide', conversations: 1 },
    ]);
    expect(await find('motel')).toEqual(['asked', 'named', 'popular', 'described']);
  });

  it('does not correct what finds enough', async () => {
    await only([
      ...Array.from({ length: 5 }, (_, index) => ({
        id: `motel-${index}`,
        name: `Motel ${index}`,
      })),
      { id: 'model', name: 'Model' },
    ]);
    expect(await find('motel')).not.toContain('model');
    expect(await find('motle')).not.toContain('model');
  });

  it('finds every name with any one letter changed', async () => {
    const names = ['Pictures', 'Zahnarzt', 'Écoutez', 'Строитель', 'abcdefgh', 'Mississippi'];
    await only(names.map((name) => ({ id: name, name })));
    const random = new Random(7);
    for (let time = 0; time < times(40, 120); time += 1) {
      const name = random.oneOf(names as [string, ...string[]]);
      const query = misspell(random, [...name]);
      expect(await find(query), `${query} (seed ${random.seed}, time ${time})`).toContain(name);
    }
  });
});

/** One letter inserted, deleted, replaced or swapped with the next. */
function misspell(random: Random, letters: string[]): string {
  const place = random.whole(0, letters.length - 1);
  const other = random.oneOf(['e', 'q', 'ü', 'ж']);
  const [letter = '', next = ''] = letters.slice(place, place + 2);
  return random
    .oneOf([
      letters.toSpliced(place, 0, other),
      letters.toSpliced(place, 1),
      letters.toSpliced(place, 1, other),
      letters.toSpliced(place, 2, next, letter),
    ])
    .join('');
}
