import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { gptUsageUserDay } from '#server/db/schema/ranking.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { streamSnapshot } from '#server/services/snapshot/streamSnapshot.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type Rankings, rankingsOf } from '../../setup/rankings.ts';

let database: TestDatabase;
let rankings: Rankings;

const now = new Date('2026-04-02T12:00:00Z');
const people = Array.from({ length: 5 }, () => randomUUID());

beforeEach(async () => {
  database = await createTestDatabase();
  rankings = rankingsOf(database);
  await rankings.addGpts({ id: 'many', categories: ['fun'] }, { id: 'few', categories: ['fun'] });
  await rankings.addDays('many', { '2026-03-24': { own: 5 }, '2026-03-29': { own: 4 } });
  await rankings.addDays('few', { '2026-03-24': { own: 9 }, '2026-03-31': { own: 1 } });
  await use('many', '2026-03-24', people.slice(0, 3));
  // Two came again, so that five people were here on seven occasions.
  await use('many', '2026-03-29', people.slice(1));
  await use('few', '2026-03-24', people.slice(0, 4));
  // The fifth one came in the following week.
  await use('few', '2026-03-31', people.slice(4));
  await rankings.freezeAt('2026-04-01T06:00:00Z');
});

afterEach(() => database.drop());

async function use(gptId: string, day: string, users: readonly string[]): Promise<void> {
  const rows = users.map((userId) => ({ gptId, day, userId, conversations: 1 }));
  await database.query.insert(gptUsageUserDay).values(rows);
}

async function stored(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    'select range, scope, gpt_id, users from ranking_row where users is not null',
  );
  return rows;
}

const ofMany = { range: 'weekly', scope: '', gpt_id: 'many', users: 5 };

describe('the people who used a GPT', () => {
  it('are counted once in a week, from five up, and in no day, month or category', async () => {
    expect(await stored()).toEqual([ofMany]);
  });

  it('are in the snapshot only where they are stored', async () => {
    const shown: unknown[] = [];
    for await (const line of streamSnapshot(database, now)) {
      if (line.type !== 'ranking') continue;
      for (const row of line.rows) if ('users' in row) shown.push([line.range, row.id, row.users]);
    }
    expect(shown).toEqual([['weekly', 'many', 5]]);
  });

  it('stay as they are when the use of a person is removed, and are not counted again', async () => {
    await database.pool.query('delete from gpt_usage_user_day where user_id = $1', [people[4]]);
    expect(await stored()).toEqual([ofMany]);
    const period = { value: '2026-03-23', from: '2026-03-23', to: '2026-03-29' };
    await refreeze(database, { range: 'weekly', period, reason: 'Looked again' }, now);
    expect(await stored()).toEqual([]);
  });
});
