import { describe, expect, it } from 'vitest';
import { publishedRecord } from '#catalog/ranking/rankedPeriods.ts';
import { recordGroups } from '#catalog/ranking/recordFiles.ts';
import { type Snapshot, parseSnapshot } from '#catalog/readSnapshot.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeSnapshot } from '../../../fixtures/snapshot.ts';

const [before, removed, after] = ['2026-02-16', '2026-02-23', '2026-03-02'] as const;

/** A site with the record of a week removed, and without records of the first month. */
const context = contextOf(
  withoutRecords(parseSnapshot(Buffer.from(makeSnapshot('2026-03-08', 5)))),
);

function withoutRecords(snapshot: Snapshot): Snapshot {
  const records = new Map(snapshot.records);
  records.set(`weekly/${removed}`, { records: [], inputs: '', result: '' });
  records.delete('monthly/2026-01');
  return { ...snapshot, records };
}

const filesOf = (period: string) =>
  [...recordGroups(context)]
    .filter(({ key }) => key === period)
    .flatMap((group) => [...group.pages()]);
const pathsOf = (period: string) => filesOf(period).map(({ path }) => path);

describe('the files of records', () => {
  it('are three for each period, and one without records where the records were removed', () => {
    expect(pathsOf(`weekly/${after}`)).toEqual(
      ['record', 'inputs', 'result'].map((file) => `/ranking/weekly/${after}/${file}.json`),
    );
    expect(pathsOf(`weekly/${removed}`)).toEqual([`/ranking/weekly/${removed}/record.json`]);
    const [file] = filesOf(`weekly/${removed}`);
    expect(JSON.parse(file?.content.text ?? '')).toMatchObject({ value: removed, records: [] });
    expect(pathsOf('monthly/2026-01')).toEqual([]);
  });
});

describe('the record of a page', () => {
  it('names the neighbours that have records or should have them', () => {
    const recordOf = (value: string) => publishedRecord(context, 'weekly', value);
    expect(recordOf(after)).toMatchObject({ state: 'published', neighbours: [removed] });
    expect(recordOf(before)).toMatchObject({ neighbours: ['2026-02-09', removed] });
    expect(recordOf(removed)).toEqual({ state: 'missing' });
    expect(publishedRecord(context, 'monthly', '2026-01')).toBeNull();
    expect(publishedRecord(context, 'monthly', '2026-02')).toMatchObject({ neighbours: [] });
  });
});
