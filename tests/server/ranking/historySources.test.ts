import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type Gpt, getGpt, listGpts } from '#contract/gpts/gpts.ts';
import { getWeeklyRanking } from '#contract/ranking/ranking.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { type OperatedServer, startOperatedServer } from '../../setup/operatedServer.ts';
import type { OperatorRun } from '../../setup/operatorProcess.ts';

const header = 'date,rank,id,conversations,rating,reviews';

let server: OperatedServer;

beforeAll(async () => {
  server = await startOperatedServer();
});

afterAll(() => server.close());

async function dolores(...args: string[]): Promise<OperatorRun> {
  const run = await server.shell.run(...args);
  expect(run).toMatchObject({ status: 0, err: '' });
  return run;
}

async function importGpts(name: string, gpts: readonly object[]): Promise<OperatorRun> {
  const lines = gpts.map((gpt) => JSON.stringify(gpt));
  return dolores('gpts', 'import', await server.folder.write(name, lines.join('\n')));
}

async function importHistory(name: string, lines: readonly string[], ...options: string[]) {
  const file = await server.folder.write(name, `${[header, ...lines].join('\n')}\n`);
  return dolores('gpts', 'import', file, ...options);
}

/** Rows of one GPT: a day of a month (`2024-01`) and the count on it. */
function history(id: string, month: string, counts: Readonly<Record<number, number>>): string[] {
  return Object.entries(counts).map(
    ([day, count]) => `${month}-${day.padStart(2, '0')},1,${id},${count},,`,
  );
}

async function gptOf(id: string): Promise<Gpt> {
  const response = await server.fetch(`/api/gpts/${id}`);
  return getGpt.response.parse(await response.json());
}

async function listed(): Promise<[string, number][]> {
  const response = await server.fetch('/api/gpts');
  const { items } = listGpts.response.parse(await response.json());
  return items.map(({ id, chats }) => [id, chats]);
}

type Ranking = ResponseOf<typeof getWeeklyRanking>;

async function rankingOf(range: TimedRange, time: string): Promise<Ranking | number> {
  const response = await server.fetch(`/api/gpts/rank/${range}?time=${time}`);
  if (response.status !== 200) return response.status;
  return getWeeklyRanking.response.parse(await response.json());
}

function growthOf(ranking: Ranking | number): unknown {
  if (typeof ranking === 'number') return ranking;
  return ranking.items.map(({ gpt, imported, is_estimated }) => [gpt.id, imported, is_estimated]);
}

/** Counts of twenty GPTs, which are enough to detect an unchanged source. */
const crowd = Array.from({ length: 20 }, (_, place) => `crowd-${place}`);

describe('a period', () => {
  beforeAll(async () => {
    await importGpts(
      'ranked.jsonl',
      ['steady', 'gap', ...crowd].map((id) => ({ id, name: id })),
    );
  });

  it('is ranked when its last day has readings, though nothing grew on it', async () => {
    const counts = Object.fromEntries(
      Array.from({ length: 31 }, (_, place) => [place + 1, 1_000 + Math.min(place, 27) * 10]),
    );
    await importHistory('rounded.csv', history('steady', '2024-01', counts));
    await dolores('ranking', 'freeze');
    const month = await rankingOf('monthly', '2024-01');
    expect(growthOf(month)).toEqual([['steady', 270, false]]);
    expect(month).toMatchObject({ period: { data_until: '2024-01-31', still: [] } });
    expect(await rankingOf('daily', '2024-01-31')).toBe(404);
  });

  it('counts the day after a gap as known, with its share of the growth over the gap', async () => {
    // Monday the 4th of March 2024 is the base, the 5th to the 7th are missing.
    await importHistory(
      'gaps.csv',
      history('gap', '2024-03', { 4: 100, 8: 140, 9: 150, 10: 151, 11: 151, 20: 160 }),
    );
    await dolores('ranking', 'freeze');
    expect(growthOf(await rankingOf('weekly', '2024-03-04'))).toEqual([['gap', 51, true]]);
    expect(growthOf(await rankingOf('daily', '2024-03-08'))).toEqual([['gap', 10, true]]);
    expect(await rankingOf('daily', '2024-03-07')).toBe(404);
    // Of the week from the 11th only one day is known.
    expect(await rankingOf('weekly', '2024-03-11')).toBe(404);
  });

  it('shows the freshness of its data, and when a source was unchanged', async () => {
    const lines = (day: number, count: number) =>
      crowd.flatMap((id) => history(id, '2024-05', { [day]: count }));
    await importHistory('crowd.csv', [
      ...[1, 2, 3, 4, 5].flatMap((day) => lines(day, 100 + day)),
      ...[6, 7, 8].flatMap((day) => lines(day, 105)),
      ...lines(9, 125),
      ...Array.from({ length: 20 }, (_, place) => lines(10 + place, 130 + place)).flat(),
      ...[30, 31].flatMap((day) => lines(day, 149)),
      ...history('crowd-0', '2024-06', { 1: 200 }),
    ]);
    await dolores('ranking', 'freeze');
    const still = [
      { source: 'crowd', from: '2024-05-06', to: '2024-05-08' },
      { source: 'crowd', from: '2024-05-30', to: '2024-05-31' },
    ];
    expect(await rankingOf('monthly', '2024-05')).toMatchObject({
      period: { data_until: '2024-05-29', still },
    });
    expect(await rankingOf('daily', '2024-05-09')).toMatchObject({
      period: { data_until: '2024-05-09', still: [still[0]] },
    });
    expect(await rankingOf('daily', '2024-05-10')).toMatchObject({ period: { still: [] } });
  });
});

describe('a history', () => {
  it('gives chats to GPTs, at least its newest reading, and removes them with its source', async () => {
    await importGpts('totals.jsonl', [
      { id: 'counted', name: 'Counted', conversations: 5_000 },
      { id: 'uncounted', name: 'Uncounted' },
      { id: 'larger', name: 'Larger', conversations: 90_000 },
    ]);
    await importHistory('totals.csv', [
      ...history('counted', '2024-07', { 1: 7_000, 2: 8_000 }),
      ...history('uncounted', '2024-07', { 1: 9_000, 2: 8_500 }),
      ...history('larger', '2024-07', { 1: 100 }),
      ...history('late', '2024-07', { 3: 7_700 }),
    ]);
    await importGpts('late.jsonl', [{ id: 'late', name: 'Late' }]);
    expect((await listed()).slice(0, 4)).toEqual([
      ['larger', 90_000],
      ['uncounted', 8_500],
      ['counted', 8_000],
      ['late', 7_700],
    ]);
    const reading = { source: 'totals', day: '2024-07-02' };
    expect(await gptOf('counted')).toMatchObject({ chats: 8_000, imported_chats: 8_000 });
    expect((await gptOf('counted')).imported_reading).toEqual(reading);
    expect((await gptOf('larger')).imported_reading).toBeNull();
    const found = await server.fetch('/api/gpts?query=counted');
    expect(listGpts.response.parse(await found.json()).items[0]?.chats).toBe(8_000);

    await importHistory('other.csv', history('counted', '2024-08', { 1: 6_000 }));
    expect((await gptOf('counted')).chats).toBe(8_000);
    await dolores('gpts', 'history', 'remove', 'totals', '--yes', '--reason', 'Wrong numbers');
    expect(await gptOf('counted')).toMatchObject({
      chats: 6_000,
      imported_reading: { source: 'other', day: '2024-08-01' },
    });
    expect((await gptOf('late')).imported_chats).toBeNull();
    await dolores('gpts', 'history', 'remove', 'other', '--yes', '--reason', 'Wrong numbers');
    expect((await gptOf('counted')).chats).toBe(5_000);
    expect((await listed())[0]).toEqual(['larger', 90_000]);
  });

  it('of another source does not change other GPTs', async () => {
    const lines = (day: number, count: number) =>
      crowd.flatMap((id) => history(id, '2024-09', { [day]: count }));
    const days = [lines(1, 500), lines(2, 520), lines(3, 520), lines(4, 580)];
    await importHistory('own.csv', days.flat(), '--source', 'crowd');
    const usage = async () => {
      const { rows } = await server.database.pool.query(
        `select gpt_id, day::text, imported, estimated, gap from gpt_usage_day
        where gpt_id like 'crowd-%' and day >= '2024-09-02' order by gpt_id, day`,
      );
      return rows as unknown[];
    };
    const before = await usage();
    expect(before.slice(0, 3)).toMatchObject([
      { day: '2024-09-02', imported: '20', estimated: false, gap: false },
      { day: '2024-09-03', imported: '30', estimated: true, gap: true },
      { day: '2024-09-04', imported: '30', estimated: true, gap: false },
    ]);
    await importHistory('foreign.csv', history('foreign', '2024-09', { 2: 1, 3: 2, 4: 3 }));
    expect(await usage()).toEqual(before);
  });
});

describe('the sources of histories', () => {
  it('are listed, and removed with a reason; imported again they return', async () => {
    const lines = history('sourced', '2024-10', { 1: 10, 2: 30, 3: 60 });
    await importGpts('sourced.jsonl', [{ id: 'sourced', name: 'Sourced' }]);
    await importHistory('first.csv.gz', lines);
    await dolores('ranking', 'freeze');
    const frozen = await rankingOf('daily', '2024-10-03');
    expect(growthOf(frozen)).toEqual([['sourced', 30, false]]);
    await importHistory(
      'second.csv',
      history('sourced', '2024-10', { 2: 500, 3: 900, 4: 950 }),
      '--source',
      ' The\tother ',
    );
    const { out } = await dolores('gpts', 'history', 'sources');
    expect(out).toMatch(/^first: 3 readings of 1 GPTs, 2024-10-01 to 2024-10-03, 0 days/m);
    expect(out).toMatch(/^'The other': 3 readings of 1 GPTs, 2024-10-02 to 2024-10-04, /m);
    const usage = async () => {
      const { rows } = await server.database.pool.query<{ days: string }>(
        `select string_agg(extract(day from day) || ':' || imported, ' ' order by day) as days
        from gpt_usage_day where gpt_id = 'sourced'`,
      );
      return rows[0]?.days;
    };
    expect(await usage()).toBe('1:0 2:20 3:30 4:50');

    const missing = await server.shell.run('gpts', 'history', 'remove', 'first');
    expect(missing.status).toBe(2);
    const removed = await dolores(
      'gpts',
      'history',
      'remove',
      'first',
      '--yes',
      '--reason',
      'A test',
    );
    expect(removed.out).toContain('Removed 3 readings; daily use of 1 GPTs worked out.');
    expect(await usage()).toBe('2:0 3:400 4:50');
    const [audit] = await server.database.query
      .select()
      .from(auditEntry)
      .orderBy(desc(auditEntry.id))
      .limit(1);
    expect(audit).toMatchObject({
      action: 'gpts.history.remove',
      subject: 'first',
      details: { reason: 'A test', readings: 3 },
    });
    expect(growthOf(await rankingOf('daily', '2024-10-03'))).toEqual(growthOf(frozen));
    expect(
      await server.shell.run('gpts', 'history', 'remove', 'first', '--yes', '--reason', 'x'),
    ).toMatchObject({
      status: 1,
      err: 'There is no source of this name; gpts history sources lists them\n',
    });
    expect((await importHistory('first.csv.gz', lines)).out).toContain('3 new');
    expect(await usage()).toBe('1:0 2:20 3:400 4:50');
  });

  it('have names of limited length', async () => {
    const file = await server.folder.write('long.csv', `${header}\n`);
    const run = await server.shell.run('gpts', 'import', file, '--source', 'x'.repeat(101));
    expect(run.status).toBe(1);
    expect(run.err).toContain('The name of the source has 101 characters');
  });

  it('give the last of several rows about a day, and change nothing the second time', async () => {
    const lines = [
      ...history('repeated', '2024-11', { 1: 100, 2: 150 }),
      '2024-11-02,1,repeated,120,,',
      ...history('repeated', '2024-11', { 3: 130 }),
      '2024-11-02,1,repeated,-5,,',
    ];
    await importGpts('repeated.jsonl', [{ id: 'repeated', name: 'Repeated' }]);
    const file = await server.folder.write('repeated.csv', [header, ...lines].join('\n'));
    const first = await server.shell.run('gpts', 'import', file);
    expect(first.out).toContain(
      `${file}: 3 new, 0 changed, 0 unchanged, 1 rejected, 1 repeated within the file\n`,
    );
    expect(first.out).toContain(`  ${file}:3: repeated by ${file}:4, which counts\n`);
    const again = await server.shell.run('gpts', 'import', file);
    expect([first.status, again.status]).toEqual([1, 1]);
    expect(again.out).toContain('0 new, 0 changed, 3 unchanged, 1 rejected, 1 repeated');
    expect(again.out).toContain('daily use of 0 GPTs');
    await dolores('ranking', 'freeze');
    expect(growthOf(await rankingOf('daily', '2024-11-02'))).toEqual([['repeated', 20, false]]);
  });
});
