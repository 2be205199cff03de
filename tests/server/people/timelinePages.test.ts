import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Happening,
  type TimelinePosition,
  readTimeline,
} from '#server/db/queries/userTimeline.ts';
import { positionToText, textToPosition } from '#server/services/people/timelinePosition.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import { times } from '../../setup/longRuns.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const sources = ['sign-in', 'mail', 'operator'] as const;

/** A happening: its table, and its microsecond. */
type Stored = { source: (typeof sources)[number]; microsecond: number };

const inserts = {
  'sign-in': `insert into sign_in (id, user_id, browser, created) values (gen_random_uuid(), $1, $2, $3)`,
  mail: `insert into operator_mail (id, user_id, subject, text, created) values ($2 || ' “é_' || $1, $1::uuid, $2, '', $3)`,
  operator: `insert into audit_entry (subject, action, created) values ($1::text, $2, $3)`,
};

async function store(userId: string, happenings: readonly Stored[]): Promise<void> {
  for (const [index, { source, microsecond }] of happenings.entries()) {
    const time = `2020-01-01T00:00:00.${String(microsecond).padStart(6, '0')}Z`;
    await database.pool.query(inserts[source], [userId, `number ${index}`, time]);
  }
}

/** Reads a timeline in parts, each from where the text of the last one says. */
async function readParts(userId: string, limit: number): Promise<Happening[]> {
  const all: Happening[] = [];
  let after: TimelinePosition | undefined = { time: 'infinity' };
  while (after !== undefined) {
    const part = await readTimeline(database.query, userId, { after, limit });
    expect(part.timeline.length).toBeGreaterThan(0);
    all.push(...part.timeline);
    after = part.next && textToPosition(positionToText(part.next));
    expect(after).toEqual(part.next);
  }
  return all;
}

describe('a timeline in parts', () => {
  it('has each happening once, in one order, however many share a millisecond or a microsecond', async () => {
    const happening = fc.record({
      source: fc.constantFrom(...sources),
      microsecond: fc.constantFrom(0, 1, 2, 999, 1_000, 1_001),
    });
    const happenings = fc.array(happening, { maxLength: 25 });
    const run = async (stored: readonly Stored[], limit: number) => {
      const userId = await createUser(database, 0);
      await store(userId, stored);
      const end = { time: 'infinity' };
      const { timeline } = await readTimeline(database.query, userId, { after: end, limit: 99 });
      // The account itself is one of them.
      expect(timeline.length).toBe(stored.length + 1);
      expect(await readParts(userId, limit)).toEqual(timeline);
    };
    await fc.assert(fc.asyncProperty(happenings, fc.integer({ min: 1, max: 9 }), run), {
      numRuns: times(10, 100),
    });
  });

  it('begins before a typed time', async () => {
    const userId = await createUser(database, 0);
    await store(userId, [
      { source: 'mail', microsecond: 1_000 },
      { source: 'mail', microsecond: 999 },
    ]);
    const after = textToPosition('2020-01-01T00:00:00.001Z');
    if (after === undefined) throw new Error('The time was not understood');
    const { timeline, next } = await readTimeline(database.query, userId, { after, limit: 9 });
    expect(timeline.map(({ facts }) => facts['subject'])).toEqual(['number 1']);
    expect(next).toBeUndefined();
  });
});

describe('the text of a position', () => {
  it.each([
    '',
    'yesterday',
    '2020-01-01T00:00:00.000001Z_',
    '2020-01-01T00:00:00.000001Z_abc',
    '2020-99-01T00:00:00.000001Z_WyJhIiwiYiJd',
  ])('is refused when it is neither a time nor a copied one: “%s”', (text) => {
    expect(textToPosition(text)).toBeUndefined();
  });
});
