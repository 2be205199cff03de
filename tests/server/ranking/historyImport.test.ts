import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { gptUsageDay, historyDay, rankingPeriod, rankingRow } from '#server/db/schema/ranking.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type TestFolder, importFile, makeTestFolder } from '../../setup/importing.ts';
import { Random } from '../../setup/random.ts';

const header = 'date,rank,id,conversations,rating,reviews';

let database: TestDatabase;
let folder: TestFolder;

beforeEach(async () => {
  database ??= await createTestDatabase();
  folder ??= await makeTestFolder();
  await database.query.execute(
    sql`truncate history_source, history_day, history_source_day, history_stale_gpt, gpt_usage_day`,
  );
});

afterAll(async () => {
  await database.drop();
  await folder.remove();
});

async function importLines(lines: readonly string[], name = 'history.csv') {
  return importFile(database, await folder.write(name, `${[header, ...lines].join('\n')}\n`));
}

/** Rows of one GPT in June 2026: the day of the month and its count. */
function history(id: string, counts: Readonly<Record<number, number | string>>): string[] {
  return Object.entries(counts).map(
    ([day, count]) => `2026-06-${day.padStart(2, '0')},1,${id},${count},,`,
  );
}

/** `3:40` is forty conversations on the third, `3:40~` an estimate, `3:40+2` two more that were held here. */
async function usage(id: string): Promise<string> {
  const rows = await database.query
    .select()
    .from(gptUsageDay)
    .where(sql`gpt_id = ${id}`)
    .orderBy(gptUsageDay.day);
  return rows
    .map(
      ({ day, imported, estimated, own }) =>
        `${Number(day.slice(8))}:${imported}${estimated ? '~' : ''}${own > 0 ? `+${own}` : ''}`,
    )
    .join(' ');
}

/** Everything that imports write about histories. */
async function everything(): Promise<unknown> {
  const { rows } = await database.query.execute(
    sql`select
      (select json_agg(to_jsonb(d) - 'source_id' order by gpt_id collate "C", day) from history_day d) as history,
      (select json_agg(d order by gpt_id collate "C", day) from gpt_usage_day d) as usage,
      (select json_agg(to_jsonb(d) - 'source_id' order by day) from history_source_day d) as days,
      (select count(*)::int from history_stale_gpt) as stale`,
  );
  return rows[0];
}

describe('the import of a history', () => {
  it('is recognised by its header, in any order of its columns', async () => {
    const file = await folder.write(
      'other.csv.gz',
      '\uFEFFid,conversations,date\nhat,10,2026-06-01\nhat,15,2026-06-02\n',
    );
    expect(await importFile(database, file)).toMatchObject({ kind: 'history', added: 2, gpts: 1 });
    expect(await usage('hat')).toBe('1:0 2:5');
  });

  it('computes daily use, with gaps, decreases and unknown counts', async () => {
    const report = await importLines([
      ...history('plain', { 1: 1_000, 2: 1_040, 3: 1_040, 4: 1_100 }),
      ...history('gap', { 1: 100, 5: 110, 6: 111 }),
      ...history('fall', { 1: 100, 2: 130, 3: 90, 4: 120, 5: 150 }),
      ...history('null', { 1: '', 2: 100, 3: '', 4: 110, 5: '' }),
    ]);
    expect(report).toMatchObject({ added: 17, rejected: 0, gpts: 4, unknown: 4 });
    expect(await usage('plain')).toBe('1:0 2:40 3:0 4:60');
    expect(await usage('gap')).toBe('1:0 2:3~ 3:3~ 4:2~ 5:2~ 6:1');
    expect(await usage('fall')).toBe('1:0 2:30 3:0 4:0 5:20');
    expect(await usage('null')).toBe('2:0 3:5~ 4:5~');
  });

  it('keeps the values of the source', async () => {
    await importLines(['2026-06-01,3,raw,12000.0,4.25,17', '2026-06-02,,raw,,N/A,']);
    expect(await database.query.select().from(historyDay).orderBy(historyDay.day)).toMatchObject([
      { gptId: 'raw', day: '2026-06-01', conversations: 12_000, rating: 4.25, reviews: 17 },
      { gptId: 'raw', day: '2026-06-02', conversations: null, rating: null, reviews: null },
    ]);
  });

  it('takes the good rows next to bad ones, and names line and reason of each bad one', async () => {
    const report = await importLines([
      ...history('good', { 1: 10, 2: 12 }),
      '2026-02-30,1,good,13,,',
      '1999-01-01,1,good,13,,',
      '2026-07-01,1,good,13,,',
      '2026-06-03,1,,13,,',
      '2026-06-03,1,good,-5,,',
      '2026-06-03,1,good,1.5,,',
      '2026-06-03,1,good,13,9,',
      '2026-06-03,1,good,13',
      '2026-06-04,1,good,14,,',
    ]);
    const days = 'date must be a day from 2020-01-01 to 2026-06-30';
    const whole = 'conversations must be a whole number from 0';
    expect(report).toMatchObject({
      added: 4,
      reasons: [
        '4: date must be an existing date such as 2024-01-31',
        `5: ${days}`,
        `6: ${days}`,
        '7: id is missing',
        `8: ${whole}`,
        `9: ${whole}`,
        '11: row has 4 cells, the first line names 6',
      ],
      omissions: ['10: rating must be a number from 1 to 5'],
    });
    expect(await usage('good')).toBe('1:0 2:2 3:1 4:1');
  });

  it('takes the date formats of GPTs, and names the format of another one', async () => {
    const report = await importLines([
      '2026-06-01T10:00:00Z,1,dated,10,,',
      '"June 2, 2026",1,dated,12,,',
      '03.06.2026,1,dated,13,,',
    ]);
    expect(report).toMatchObject({
      added: 2,
      reasons: [
        '4: date must be a date in the format YYYY-MM-DD or “January 31, 2024”; --date-format sets another one',
      ],
    });
    expect(await usage('dated')).toBe('1:0 2:2');
  });

  it('changes nothing the second time, and only differences the third time', async () => {
    const lines = [...history('same', { 1: 5, 2: 8, 4: 20 }), ...history('other', { 1: 1, 2: 2 })];
    await importLines(lines);
    const before = await everything();
    expect(await importLines(lines)).toMatchObject({ added: 0, changed: 0, unchanged: 5, gpts: 0 });
    expect(await everything()).toEqual(before);
    expect(await importLines(history('same', { 2: 9, 3: 10 }))).toMatchObject({
      added: 1,
      changed: 1,
      gpts: 1,
    });
    expect(await usage('same')).toBe('1:0 2:4 3:1 4:10');
  });

  it('keeps the days with own chats, and deletes unknown days', async () => {
    await importLines(history('own', { 1: 5, 2: 8, 3: 9, 4: 11 }));
    await database.query
      .insert(gptUsageDay)
      .values(
        [2, 4, 20].map((day) => ({
          gptId: 'own',
          day: `2026-06-${String(day).padStart(2, '0')}`,
          own: 3,
          ownUsers: 2,
        })),
      )
      .onConflictDoUpdate({
        target: [gptUsageDay.gptId, gptUsageDay.day],
        set: { own: 3, ownUsers: 2 },
      });
    expect(await usage('own')).toBe('1:0 2:3+3 3:1 4:2+3 20:0+3');
    await importLines(history('own', { 2: 7, 3: '', 4: '' }));
    expect(await usage('own')).toBe('1:0 2:2+3 4:0+3 20:0+3');
  });
});

describe('a day on which the whole source is unchanged', () => {
  const ids = Array.from({ length: 20 }, (_, place) => `still-${place}`);
  /** Each GPT grows by its place; a day in `frozen` repeats the one before. */
  const source = (days: readonly number[], frozen: readonly number[], some = ids) =>
    some.flatMap((id, place) => {
      let count = 100;
      const counts = days.map((day) => [day, (count += frozen.includes(day) ? 0 : place + 10)]);
      return history(id, Object.fromEntries(counts) as Record<number, number>);
    });

  it('counts as missing', async () => {
    await importLines(source([1, 2, 3, 4, 5], [3, 4]));
    expect(await usage('still-0')).toBe('1:0 2:10 3:4~ 4:3~ 5:3~');
    expect(await usage('still-2')).toBe('1:0 2:12 3:4~ 4:4~ 5:4~');
  });

  it('is no copy when one GPT of it changed, or is new, or when there are too few', async () => {
    await importLines([...source([1, 2, 3], [2]), ...history('changed', { 1: 1, 2: 2 })]);
    expect(await usage('still-0')).toBe('1:0 2:0 3:10');
    await importLines(history('changed', { 2: 1 }));
    expect(await usage('still-0')).toBe('1:0 2:5~ 3:5~');
    await importLines(history('new', { 2: 7 }));
    expect(await usage('still-0')).toBe('1:0 2:0 3:10');
    await database.query.execute(sql`truncate history_day, history_source_day, gpt_usage_day`);
    await importLines(source([1, 2, 3], [2], ids.slice(1)));
    expect(await usage('still-1')).toBe('1:0 2:0 3:10');
  });

  it('is no copy when only ratings or reviews changed', async () => {
    const lines = source([1, 2, 3], [2]);
    await importLines(
      lines.map((line) => (line.startsWith('2026-06-02,1,still-7,') ? `${line}5` : line)),
    );
    expect(await usage('still-0')).toBe('1:0 2:0 3:10');
    await importLines(lines);
    expect(await usage('still-0')).toBe('1:0 2:5~ 3:5~');
  });

  it('is detected when its day before comes later, from another file', async () => {
    await importLines(source([3, 4], []));
    expect(await usage('still-0')).toBe('3:0 4:10');
    await importLines(ids.flatMap((id, place) => history(id, { 2: 100 + place + 10 })));
    expect(await usage('still-0')).toBe('2:0 3:5~ 4:5~');
  });
});

describe('the order of the rows of a history', () => {
  it('has no effect, nor has the number of files', async () => {
    const random = new Random(Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000));
    const lines = randomHistories(random);
    await importLines(lines);
    const expected = await everything();
    for (const parts of [1, 3]) {
      await database.query.execute(sql`truncate history_day, history_source_day, gpt_usage_day`);
      const shuffled = lines
        .map((line) => ({ line, key: random.whole(0, 1_000_000) }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ line }) => line);
      for (let part = 0; part < parts; part += 1) {
        await importLines(shuffled.filter((_, place) => place % parts === part));
      }
      expect(await everything(), `seed ${random.seed}`).toEqual(expected);
    }
  });
});

describe('a frozen ranking', () => {
  it('is not changed by late data', async () => {
    await importLines(history('late', { 1: 5, 2: 8 }));
    await database.query.insert(rankingPeriod).values({
      range: 'daily',
      value: '2026-06-02',
      firstDay: '2026-06-02',
      lastDay: '2026-06-02',
      own: 0,
      imported: 3,
      frozen: new Date(0),
    });
    await database.query.insert(rankingRow).values({
      range: 'daily',
      value: '2026-06-02',
      scope: '',
      rank: 1,
      gptId: 'late',
      own: 0,
      imported: 3,
      previous: 0,
      movement: null,
      isNew: false,
      isEstimated: false,
      trend: [3],
    });
    const frozen = () =>
      Promise.all([
        database.query.select().from(rankingPeriod),
        database.query.select().from(rankingRow),
      ]);
    const before = await frozen();
    await importLines(history('late', { 1: 1, 2: 800 }));
    expect(await usage('late')).toBe('1:0 2:799');
    expect(await frozen()).toEqual(before);
  });
});

/** Histories of 25 GPTs over 25 days; on about every fourth day the source is unchanged. */
function randomHistories(random: Random): string[] {
  const counts = new Map<string, number>();
  let rows: string[] = [];
  return Array.from({ length: 25 }, (_, place) => addDays('2026-05-01', place)).flatMap((day) => {
    if (random.whole(1, 4) > 1) {
      rows = Array.from({ length: 25 }, (_, place) => `random-${place}`).flatMap((id) => {
        const count = Math.max(0, (counts.get(id) ?? 100) + random.whole(-10, 60));
        counts.set(id, count);
        const known = random.whole(1, 12) === 1 ? '' : count;
        return random.whole(1, 10) === 1 ? [] : [`${id},${known},,`];
      });
    }
    return rows.map((row) => `${day},,${row}`);
  });
}
