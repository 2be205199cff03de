import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listOf, orNull, parseRows } from '#server/db/rawRows.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { readSources } from '../../../setup/sources.ts';

const shape = { granted: creditLot.granted, ends: creditLot.ends, ticket: mediaJob.ticket };

describe('rows of raw SQL', () => {
  it('have the values that the columns of their shape make of texts, and no others', () => {
    const stored = {
      granted: '9007199254740991',
      ends: '2026-01-02 03:04:05.678+00',
      ticket: { id: 'a', more: 1 },
      other: 1,
    };
    expect(parseRows(shape, [stored, { granted: 1, ends: null, ticket: null }])).toEqual([
      {
        granted: Number.MAX_SAFE_INTEGER,
        ends: new Date('2026-01-02T03:04:05.678Z'),
        ticket: { id: 'a' },
      },
      { granted: 1, ends: null, ticket: null },
    ]);
  });

  it.each([
    ['lack a value', { granted: creditLot.granted }, {}],
    ['have null in a column without nulls', { granted: creditLot.granted }, { granted: null }],
    ['have another JSON', { ticket: mediaJob.ticket }, { ticket: { id: 1 } }],
    ['have another type', { count: z.number() }, { count: '1' }],
    ['have null in a list', { ids: listOf(creditLot.id) }, { ids: [null] }],
  ])('are refused when they %s', (_, wrong, row) => {
    expect(() => parseRows(wrong, [row])).toThrow();
  });

  it('may have null where a join finds no row', () => {
    const joined = { granted: orNull(creditLot.granted) };
    expect(parseRows(joined, [{ granted: null }, { granted: '2' }])).toEqual([
      { granted: null },
      { granted: 2 },
    ]);
  });

  it('have no type that is only promised', () => {
    const promised = [...readSources(['src/server/db'])]
      .filter(([, text]) => /\b(execute|query|run)<(?!Record<string, unknown>)(?!Shape)/.test(text))
      .map(([file]) => file);
    expect(promised).toEqual([]);
  });
});
