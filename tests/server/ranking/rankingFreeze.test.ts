import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay, historyStaleGpt } from '#server/db/schema/ranking.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { importFile, makeTestFolder } from '../../setup/importing.ts';
import { times } from '../../setup/longRuns.ts';
import { type Rankings, rankingsOf } from '../../setup/rankings.ts';

let database: TestDatabase;
let rankings: Rankings;

beforeEach(async () => {
  database = await createTestDatabase();
  rankings = rankingsOf(database);
});

afterEach(() => database.drop());

describe('a period', () => {
  beforeEach(async () => {
    await rankings.addGpts({ id: 'a' });
    await rankings.addDays('a', { '2026-03-01': 1, '2026-03-07': 2, '2026-03-08': 3 });
  });

  it('is frozen six hours after its end, not before', async () => {
    expect(await rankings.freezeAt('2026-03-02T05:59:59Z')).toEqual([]);
    expect(await rankings.freezeAt('2026-03-02T06:00:00Z')).toEqual([
      'daily 2026-03-01',
      'weekly 2026-02-23',
    ]);
    expect(await rankings.freezeAt('2026-03-09T06:00:00Z')).toEqual([
      'daily 2026-03-07',
      'daily 2026-03-08',
      'weekly 2026-03-02',
    ]);
  });

  it('is never frozen without data for its last day', async () => {
    await rankings.addDays('a', { '2026-03-14': 50, '2026-03-15': { imported: 0, gap: true } });
    const frozen = await rankings.freezeAt('2026-11-01T12:00:00Z');
    expect(frozen).toContain('daily 2026-03-14');
    expect(frozen.filter((name) => !name.startsWith('daily'))).toEqual([
      'weekly 2026-02-23',
      'weekly 2026-03-02',
    ]);
    expect(frozen).not.toContain('daily 2026-03-15');
  });

  it('stays frozen, for any later data', async () => {
    await rankings.freezeAt('2026-03-09T06:00:00Z');
    const before = await rankings.everything();
    await rankings.addGpts({ id: 'late' });
    await rankings.addDays('late', { '2026-03-07': 900, '2026-03-08': 900 });
    await database.query.update(gptUsageDay).set({ imported: 77 });
    await database.query.update(gpt).set({ hidden: new Date() });
    await database.query.update(gpt).set({ hidden: null, name: 'renamed' });
    expect(await rankings.freezeAt('2026-03-09T12:00:00Z')).toEqual([]);
    expect(await rankings.everything()).toEqual(before);
  });

  it('stays frozen when its history is imported again, with other numbers', async () => {
    const folder = await makeTestFolder();
    const rows = (counts: readonly number[]) =>
      counts.map((count, place) => `2026-03-${16 + place},1,b,${count},4,1`).join('\n');
    const header = 'date,rank,id,conversations,rating,reviews';
    const importCounts = async (counts: readonly number[]) =>
      importFile(database, await folder.write('history.csv', `${header}\n${rows(counts)}\n`));
    await rankings.addGpts({ id: 'b' });
    await importCounts([100, 110, 140]);
    await rankings.freezeAt('2026-03-20T06:00:00Z');
    const before = await rankings.everything();
    expect(await rankings.placesOf('daily', '2026-03-18')).toMatchObject([{ imported: 30 }]);
    await importCounts([100, 130, 199]);
    await rankings.freezeAt('2026-03-20T12:00:00Z');
    expect(await rankings.everything()).toEqual(before);
    await folder.remove();
  });

  it('of an old history that comes later is frozen, and changes no newer one', async () => {
    await rankings.freezeAt('2026-03-09T06:00:00Z');
    const before = await rankings.placesOf('weekly', '2026-03-02');
    await rankings.addDays('a', { '2026-01-31': 5, '2026-02-01': 6 });
    expect(await rankings.freezeAt('2026-03-09T07:00:00Z')).toEqual([
      'daily 2026-01-31',
      'monthly 2026-01',
      'daily 2026-02-01',
      'weekly 2026-01-26',
    ]);
    expect(await rankings.placesOf('weekly', '2026-03-02')).toEqual(before);
  });

  it('waits until the import of a history is finished', async () => {
    await database.query.insert(historyStaleGpt).values({ gptId: 'a' });
    await expect(rankings.freezeAt('2026-03-09T06:00:00Z')).rejects.toThrow('import of a history');
    expect(await rankings.everything()).toEqual([[], [], []]);
    await database.query.delete(historyStaleGpt);
    expect(await rankings.freezeAt('2026-03-09T06:00:00Z')).toHaveLength(5);
  });

  it('is not made of GPTs that the catalogue does not show', async () => {
    await database.query.update(gpt).set({ visibility: 'link' });
    await rankings.addGpts(
      { id: 'hidden', hidden: new Date() },
      { id: 'removed', removed: new Date() },
    );
    for (const id of ['hidden', 'removed', 'unknown'])
      await rankings.addDays(id, { '2026-03-08': 9 });
    expect(await rankings.freezeAt('2026-03-09T06:00:00Z')).toEqual([]);
    await rankings.addGpts({ id: 'shown' });
    await rankings.addDays('shown', { '2026-03-08': 1 });
    await rankings.freezeAt('2026-03-09T06:00:00Z');
    expect(await rankings.idsOf('weekly', '2026-03-02')).toEqual(['shown']);
  });

  it('that holds only shares of a gap is not frozen', async () => {
    const share = { imported: 4, estimated: true };
    await rankings.addDays('a', { '2026-03-14': share, '2026-03-15': share, '2026-03-22': share });
    await rankings.addDays('a', { '2026-03-16': 1 });
    const frozen = await rankings.freezeAt('2026-04-09T06:00:00Z');
    expect(frozen).not.toContain('daily 2026-03-14');
    expect(frozen).not.toContain('weekly 2026-03-09');
  });

  it('that ends in a gap is not frozen before real data of any GPT show that the gap is over', async () => {
    const share = { imported: 4, estimated: true };
    await rankings.addDays('a', { '2026-03-16': 1, '2026-03-22': share, '2026-03-24': share });
    expect(await rankings.freezeAt('2026-04-09T06:00:00Z')).not.toContain('weekly 2026-03-16');
    await rankings.addGpts({ id: 'unshown', hidden: new Date() }, { id: 'other' });
    await rankings.addDays('unshown', { '2026-03-25': 9 });
    expect(await rankings.freezeAt('2026-04-09T07:00:00Z')).toEqual([]);
    await rankings.addDays('other', { '2026-03-25': 1 });
    expect(await rankings.freezeAt('2026-04-09T08:00:00Z')).toEqual([
      'weekly 2026-03-16',
      'daily 2026-03-25',
    ]);
    expect(await rankings.idsOf('weekly', '2026-03-16')).toEqual(['a']);
  });
});

/** Holds up what `work` writes, and kills its connection while it waits. */
async function breakInTheMiddle(work: () => Promise<unknown>): Promise<void> {
  const client = await database.pool.connect();
  await client.query('begin; lock table ranking_category in exclusive mode');
  const broken = expect(work()).rejects.toThrow();
  const killed = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await database.pool.query(killed)).rowCount).toBe(1);
  await client.query('rollback');
  client.release();
  await broken;
}

describe('freezing', () => {
  // From 1 January on; weeks and months count that end within them.
  const days = times(40, 100);
  const periods = times(40 + 6 + 1, 100 + 14 + 3);

  async function addManyDays(): Promise<void> {
    await rankings.addGpts(...Array.from({ length: 30 }, (_, index) => ({ id: `g${index}` })));
    await database.pool.query(
      `insert into gpt_usage_day (gpt_id, day, imported, own)
      select 'g' || number, '2026-01-01'::date + back, (number * 7 + back * 13) % 31, (number + back) % 3
      from generate_series(0, 29) number, generate_series(0, $1) back`,
      [days - 1],
    );
  }

  it('runs in bounded steps, oldest first', async () => {
    await addManyDays();
    const now = new Date('2026-04-20T00:00:00Z');
    const first = await freezePeriods(database, now, 10);
    expect([first.frozen.length, first.isMore]).toEqual([10, true]);
    expect(first.frozen.at(0)?.period.value).toBe('2026-01-01');
    const rest = await freezePeriods(database, now, 1_000);
    expect([rest.frozen.length, rest.isMore]).toEqual([periods - 10, false]);
  });

  it('by several servers at once counts each period once', async () => {
    await addManyDays();
    const now = new Date('2026-04-20T00:00:00Z');
    const reports = await Promise.all(
      [1, 2, 3, 4].map(() => freezePeriods(database, now, Infinity)),
    );
    const names = reports.flatMap(({ frozen }) =>
      frozen.map(({ range, period }) => `${range} ${period.value}`),
    );
    expect(names).toHaveLength(periods);
    expect(new Set(names).size).toBe(periods);
    const together = await rankings.everything();
    await database.pool.query('delete from ranking_period');
    await freezePeriods(database, now, Infinity);
    expect(await rankings.everything()).toEqual(together);
  });

  it('whose connection breaks leaves no part of a period', async () => {
    await addManyDays();
    const now = new Date('2026-04-20T00:00:00Z');
    await freezePeriods(database, now, 20);
    await breakInTheMiddle(() => freezePeriods(database, now, Infinity));
    const { rows } = await database.pool.query(
      `select 1 from ranking_period where not exists (
        select from ranking_row where ranking_row.range = ranking_period.range and ranking_row.value = ranking_period.value)`,
    );
    expect(rows).toEqual([]);
    const { frozen } = await freezePeriods(database, now, Infinity);
    expect(frozen).toHaveLength(periods - 20);
    const mended = await rankings.everything();
    await database.pool.query('delete from ranking_period');
    await freezePeriods(database, now, Infinity);
    expect(await rankings.everything()).toEqual(mended);
  });
});
