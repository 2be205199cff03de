import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { periodOf } from '#domain/ranking/ranking.ts';
import { listRankings } from '#server/services/ranking/listRankings.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type Rankings, rankingsOf } from '../../setup/rankings.ts';

let database: TestDatabase;
let rankings: Rankings;

beforeEach(async () => {
  database = await createTestDatabase();
  rankings = rankingsOf(database);
});

afterEach(() => database.drop());

describe('the operator’s recount', () => {
  const now = new Date('2026-03-11T10:00:00Z');
  const recount = (value: string, reason: string) => {
    const period = periodOf('weekly', value);
    if (period === undefined) throw new Error(`${value} is no week`);
    return refreeze(database, { range: 'weekly', period, reason }, now);
  };

  beforeEach(async () => {
    await rankings.addGpts({ id: 'a' }, { id: 'b' });
    await rankings.addDays('a', { '2026-03-08': 3 });
    await rankings.freezeAt('2026-03-09T06:00:00Z');
    await rankings.addDays('b', { '2026-03-08': { own: 8 } });
  });

  it('includes late data, with its reason and an audit row', async () => {
    await recount('2026-03-02', '  A day came late ');
    expect(await rankings.idsOf('weekly', '2026-03-02')).toEqual(['b', 'a']);
    const { rows } = await database.pool.query(
      `select own::int, imported::int, frozen, refrozen, note from ranking_period where range = 'weekly'`,
    );
    expect(rows).toEqual([
      {
        own: 8,
        imported: 3,
        frozen: new Date('2026-03-09T06:00:00Z'),
        refrozen: now,
        note: 'A day came late',
      },
    ]);
    const audit = await database.pool.query(`select action, subject, details from audit_entry`);
    expect(audit.rows).toEqual([
      {
        action: 'ranking.refreeze',
        subject: 'weekly/2026-03-02',
        details: { reason: 'A day came late', own_before: 0, imported_before: 3 },
      },
    ]);
  });

  it('does not change other periods', async () => {
    const before = await rankings.placesOf('daily', '2026-03-08');
    await recount('2026-03-02', 'A day came late');
    expect(await rankings.placesOf('daily', '2026-03-08')).toEqual(before);
  });

  it('is refused for periods that are not frozen, and without a reason', async () => {
    const before = await rankings.everything();
    await expect(recount('2026-03-09', 'Why not')).rejects.toThrow('is not frozen');
    await expect(recount('2026-03-02', '   ')).rejects.toThrow('1 to 500 characters');
    await expect(recount('2026-03-02', 'x'.repeat(501))).rejects.toThrow('1 to 500 characters');
    expect(await rankings.everything()).toEqual(before);
    expect((await database.pool.query('select from audit_entry')).rowCount).toBe(0);
  });
});

describe('the operator’s list', () => {
  it('counts the places of each period separately', async () => {
    await rankings.addGpts({ id: 'a' }, { id: 'b' }, { id: 'c' });
    await rankings.addDays('a', { '2026-03-01': 3, '2026-03-02': 3, '2026-03-08': 3 });
    await rankings.addDays('b', { '2026-03-02': 1, '2026-03-08': 3 });
    await rankings.addDays('c', { '2026-03-08': 3 });
    await rankings.freezeAt('2026-03-09T06:00:00Z');
    const listed = await listRankings(database.query, undefined, 20);
    const counted = Object.fromEntries(
      listed.map(({ range, value, places }) => [`${range} ${value}`, places]),
    );
    expect(counted).toMatchObject({
      'weekly 2026-03-02': 3,
      'daily 2026-03-08': 3,
      'daily 2026-03-02': 2,
      'daily 2026-03-01': 1,
    });
  });
});
