import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { importAll, listIds } from '../../setup/directory.ts';
import { databaseUrl } from '../../setup/postgres.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

/** Those that a PostgreSQL does not know are passed over; `C` is always there. */
const locales: Readonly<Record<string, string>> = {
  C: "locale_provider libc locale 'C'",
  'ICU tr': "locale_provider icu icu_locale 'tr' locale 'C'",
  'ICU de, numbers by value, accents passed over':
    "locale_provider icu icu_locale 'de-u-kn-ks-level1' locale 'C'",
};

const gpts = [
  { id: 'b', name: 'Story Teller', tags: ['Fiction'], conversations: 5 },
  { id: 'B', name: 'Story Teller', lang: 'de' },
  { id: 'a-10', name: 'Story 10', author: 'Ödön' },
  { id: 'a-9', name: 'story 9', author: 'odon' },
  { id: 'ä', name: 'Märchen-Erzähler', description: 'Über Größe', lang: 'de-AT' },
  { id: 'z', name: 'İSTANBUL Rehberi', description: 'ışık ILIK' },
  { id: 'ж', name: 'Помощник писателя', tags: ['ТЕКСТ'] },
  { id: 'ar', name: 'مُساعد الكتابة' },
  { id: 'cjk', name: '写作助手', description: '日本語 한국어 글쓰기' },
  { id: 'bold', name: '𝐁𝐨𝐥𝐝 Ｗｉｄｅ 100% _x_' },
];

const queries = `story, STORY teller, stroy, erzahler, istanbul, ılık, помощнк, مساعد, 写作, bold, %, odon, nothing`;

const lists = [
  ...queries.split(/,\s/).map((query) => ({ query })),
  {},
  { tag: 'fiction' },
  { tag: 'текст' },
  { author: 'ÖDÖN' },
  { lang: 'de' },
  { query: 'story', lang: 'de' },
];

type Place = { locale: string; server: TestServer; drop: () => Promise<void> };

let places: Place[] = [];

beforeAll(async () => {
  const started = Object.entries(locales).map((entry) => startIn(...entry));
  places = (await Promise.all(started)).filter((place) => place !== undefined);
});

afterAll(async () => {
  for (const { server, drop } of places) {
    await server.close();
    await drop();
  }
});

it('finds the same in the same order, in any locale of the database', async () => {
  const [first, ...others] = await Promise.all(
    places.map(async ({ locale, server }) => {
      const found: [object, string[]][] = [];
      for (const list of lists) found.push([list, await listIds(server, list)]);
      return { locale, found };
    }),
  );
  expect(first?.locale).toBe('C');

  expect(others.length).toBeGreaterThan(0);
  for (const other of others) expect(other.found, other.locale).toEqual(first?.found);
  const empty = first?.found.filter(([, ids]) => ids.length === 0).map(([list]) => list);
  expect(empty).toEqual([{ query: 'nothing' }]);
});

async function startIn(locale: string, options: string): Promise<Place | undefined> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const created = await administer(
    `create database ${name} template template0 encoding 'UTF8' ${options}`,
  ).catch((error: unknown) => {
    if (locale === 'C') throw error;
    return undefined;
  });
  if (!created) return undefined;
  const url = databaseUrl(inject('postgresUrl'), name);
  await migrate(url);
  const database = connect(url, { warn: () => undefined }, 4);
  await importAll(database, gpts);
  const drop = async () => {
    await database.close();
    await administer(`drop database if exists ${name} with (force)`);
  };
  return { locale, server: await startTestServer({ database: { ...database, drop } }), drop };
}

async function administer(statement: string): Promise<true> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
    return true;
  } finally {
    await client.end();
  }
}
