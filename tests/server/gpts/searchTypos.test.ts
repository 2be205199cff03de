import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { askList, importAll, listIds } from '../../setup/directory.ts';
import { Random } from '../../setup/random.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { times } from '../../setup/longRuns.ts';

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

  it('finds words of five letters and more, in any position and any script', async () => {
    await only([
      {
        id: 'found',
        name: 'Golden Écriture',
        description: 'Помощник für Gespräche',
        author: 'Vermeer',
        tags: ['Watercolour'],
      },
      { id: 'other', name: 'Qzx' },
    ]);
    for (const query of ['golden', 'goldn', 'gloden', 'goldan', 'goldden']) {
      expect(await find(query), query).toEqual(['found']);
    }
    for (const query of ['ecritrue', 'помощик', 'gesprache', 'gespreche', 'vermer', 'watercolor']) {
      expect(await find(query), query).toEqual(['found']);
    }
  });

  it('corrects two typos from nine letters, one from five, and none in shorter words', async () => {
    await only([{ id: 'found', name: 'Cats Gondola Watchmaker', lang: 'en' }]);
    for (const query of ['watchmakre', 'wtchmakre', 'watcmaler', 'gondoal']) {
      expect(await find(query), query).toEqual(['found']);
    }
    for (const query of ['cets', 'acts', 'wtcmakeer', 'gonodal', 'gndla']) {
      expect(await find(query), query).toEqual([]);
    }
  });

  it('corrects each of several words, the last one while it is typed', async () => {
    await only([
      { id: 'found', name: 'Zucchini Orchard', description: 'Quiet evenings', lang: 'en' },
      { id: 'other', name: 'Zucchini Agent', lang: 'en' },
    ]);
    for (const query of [
      'zuchini orchrad',
      'zuccini orchards',
      'zucchini evenigns',
      'zuchini orch',
    ]) {
      expect((await find(query))[0], query).toBe('found');
      expect(await askList(server, { query }), query).toMatchObject({ full_total: 1 });
    }
  });

  it('keeps words that a GPT contains as they are written', async () => {
    await only([
      { id: 'model', name: 'Model', conversations: 5, lang: 'en' },
      { id: 'motel', name: 'Motel Guide', conversations: 1, lang: 'en' },
    ]);
    expect(await find('motel')).toEqual(['motel']);
    expect((await find('motle')).toSorted()).toEqual(['motel']);
  });

  it('compares words of the same script only', async () => {
    await only([{ id: 'latin', name: 'Kopek', lang: 'en' }]);
    expect(await find('копек')).toEqual([]);
    expect(await find('kopec')).toEqual(['latin']);
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
