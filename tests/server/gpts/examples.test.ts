import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getGpt, listGpts } from '#contract/gpts/gpts.ts';
import { isCurrent } from '#server/services/snapshot/changesSince.ts';
import { closedDayOf } from '#domain/dates.ts';
import { streamSnapshot } from '#server/services/snapshot/streamSnapshot.ts';
import { eq, inArray } from 'drizzle-orm';
import { gpt, gptExample } from '#server/db/schema/gpts.ts';
import { addStarterExamples } from '#server/services/gpts/examples/addStarterExamples.ts';
import { dropExamples } from '#server/services/gpts/examples/dropExamples.ts';
import { starterRows } from '#server/services/gpts/loadStarter.ts';
import { exportGpts } from '#server/services/gpts/exportGpts.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { readSourceText } from '#server/services/gpts/sourceFields.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const own = { question: 'How do I begin?', answer: 'With **one** line.', date: '2026-10-01' };
const other = { question: 'And then?', answer: 'With the next.', date: '2026-10-02' };
const sampled = { ...own, question: 'Which one?', source: 'sampled', model: 'Gone Model 1' };

/** Imports one GPT with these examples. */
async function importWith(id: string, examples: unknown, others: object = {}) {
  const row = { id, name: `The ${id}`, ...others, ...(examples !== undefined && { examples }) };
  return importGpts(server.database, [{ place: 'row', value: row }]);
}

async function examplesOf(id: string) {
  const response = await server.fetch(`/api/gpts/${id}`);
  const { examples = [] } = getGpt.response.parse(await response.json());
  return examples.map(({ question, source, model }) => ({ question, source, model }));
}

const questionsOf = async (id: string) => (await examplesOf(id)).map(({ question }) => question);

async function versionOfSnapshot(): Promise<string> {
  for await (const line of streamSnapshot(server.database, new Date())) {
    if (line.type === 'snapshot') return line.version;
  }
  throw new Error('There is no first line');
}

describe('examples of a GPT', () => {
  it('are imported, and change the snapshot only when they differ', async () => {
    expect(await importWith('poet', [own, sampled])).toMatchObject({ added: 1, incomplete: 0 });
    expect(await examplesOf('poet')).toEqual([
      { question: own.question, source: 'author', model: null },
      { question: sampled.question, source: 'sampled', model: 'Gone Model 1' },
    ]);
    const version = await versionOfSnapshot();
    const facts = { closedDay: closedDayOf(new Date()) };
    expect(await importWith('poet', [own, sampled])).toMatchObject({ unchanged: 1 });
    expect(await isCurrent(server.database, facts, version)).toBe(true);
    expect(await importWith('poet', [other])).toMatchObject({ changed: 1 });
    expect(await isCurrent(server.database, facts, version)).toBe(false);
  });

  it('stay when a source does not name them, and sampled ones also when it replaces the others', async () => {
    await importWith('cook', [own, sampled]);
    await importWith('cook', undefined, { description: 'Cooks.' });
    expect(await questionsOf('cook')).toEqual([own.question, sampled.question]);
    await importWith('cook', [other], { description: 'Cooks.' });
    expect(await questionsOf('cook')).toEqual([other.question, sampled.question]);
    await importWith('cook', []);
    expect(await questionsOf('cook')).toEqual([sampled.question]);
  });

  it.each([
    ['examples must be a list of examples', 'Why?'],
    ['examples has 4 items, at most 3 are allowed', [own, own, own, own]],
    ['examples[1] must be an object with question, answer and date', [own, 'Why?']],
    [
      'examples[0].answer has 1000000 characters, at most 8000 are allowed',
      [{ ...own, answer: 'a'.repeat(1_000_000) }],
    ],
    [
      'examples[0].question has 1001 characters, at most 1000 are allowed',
      [{ ...own, question: 'q'.repeat(1_001) }],
    ],
    ['examples[0].answer must be a text', [{ ...own, answer: 3 }]],
    ['examples[0].answer must not have control characters', [{ ...own, answer: 'a\u0007b' }]],
    ['examples[0].question is missing', [{ ...own, question: ' ' }]],
    ['examples[0].date is missing', [{ ...own, date: undefined }]],
    ['examples[0].source must be author or sampled', [{ ...own, source: 'me' }]],
    ['examples[0].model is missing', [{ ...sampled, model: undefined }]],
    [
      'examples[0].model is only for examples with the source sampled',
      [{ ...own, model: 'gpt-6' }],
    ],
    [
      'examples[0].lang must be a known language tag such as en or zh-Hans',
      [{ ...own, lang: 'x' }],
    ],
  ])('are left as they are, and the row is reported, when %s', async (reason, examples) => {
    await importWith('pilot', [own], { description: 'Flies.' });
    const report = await importWith('pilot', examples, { description: 'Lands.' });
    expect(report).toMatchObject({ incomplete: 1, omissions: [{ reason }] });
    expect(await questionsOf('pilot')).toEqual([own.question]);
    const response = await server.fetch('/api/gpts/pilot');
    expect(await response.json()).toMatchObject({ description: 'Lands.' });
  });

  it('become answers of a model when their source says so, and are not lost', async () => {
    await importWith('painter', [own]);
    const corrected = { ...own, source: 'sampled', model: 'Model 2' };
    expect(await importWith('painter', [corrected])).toMatchObject({ changed: 1 });
    expect(await examplesOf('painter')).toEqual([
      { question: own.question, source: 'sampled', model: 'Model 2' },
    ]);
    expect(await importWith('painter', [corrected])).toMatchObject({ unchanged: 1 });
  });

  it('are added to a starter catalogue of an older version, unless edited or dropped', async () => {
    const { query } = server.database;
    const rows = [];
    for await (const row of starterRows()) {
      rows.push(row);
      if (rows.length === 3) break;
    }
    await importGpts(server.database, rows);
    const ids = rows.map(({ value }) => String((value as { id: unknown }).id));
    const [untouched = '', edited = '', dropped = ''] = ids;
    const before = await questionsOf(untouched);
    expect(before).toHaveLength(1);
    await query.delete(gptExample).where(inArray(gptExample.gptId, [untouched, edited]));
    await query.update(gpt).set({ instructions: 'Ours.' }).where(eq(gpt.id, edited));
    await dropExamples(server.platform, dropped, 'all', 'Not good');
    const long = new Date('2026-01-01T00:00:00Z');
    await query.update(gpt).set({ updated: long }).where(inArray(gpt.id, ids));
    expect(await addStarterExamples(server.database)).toBe(1);
    // Search engines read the page again.
    const old = await query.select({ id: gpt.id }).from(gpt).where(eq(gpt.updated, long));
    expect(old.map(({ id }) => id).toSorted()).toEqual([edited, dropped].toSorted());
    expect(await questionsOf(untouched)).toEqual(before);
    expect(await questionsOf(edited)).toEqual([]);
    expect(await questionsOf(dropped)).toEqual([]);
    expect(await addStarterExamples(server.database)).toBe(0);
  });

  it('stay away when a source has removed the one of a shipped GPT', async () => {
    for await (const { value } of starterRows()) {
      const row = value as { id: string };
      const place = row.id;
      await importGpts(server.database, [{ place, value }]);
      await importGpts(server.database, [{ place, value: { ...row, examples: [] } }]);
      expect(await addStarterExamples(server.database)).toBe(0);
      expect(await questionsOf(row.id)).toEqual([]);
      expect(await importGpts(server.database, [{ place, value }])).toMatchObject({ changed: 1 });
      expect(await questionsOf(row.id)).toHaveLength(1);
      break;
    }
  });

  it('survive an export and an import as JSON and as CSV, whatever is in them', async () => {
    const nasty = {
      ...own,
      question: '=1|2?',
      answer: '<script>1</script>\n\n| "a" | b |',
      lang: 'ar',
    };
    await importWith('tutor', [nasty, sampled]);
    const lines = await Array.fromAsync(exportGpts(server.database, 'jsonl'));
    const line = lines
      .map((text) => JSON.parse(text) as { id: string })
      .find(({ id }) => id === 'tutor');
    expect(line).toMatchObject({ examples: [nasty, sampled] });
    const rows = [{ place: 'row', value: line }];
    expect(await importGpts(server.database, rows)).toMatchObject({ unchanged: 1 });
    expect(readSourceText('examples', JSON.stringify([nasty]))).toEqual([nasty]);
  });

  it('give lists their first question', async () => {
    await importWith('rower', [own]);
    const response = await server.fetch('/api/gpts?ids=rower');
    const { items } = listGpts.response.parse(await response.json());
    expect(items[0]?.question).toEqual({ text: own.question, lang: null });
  });
});
