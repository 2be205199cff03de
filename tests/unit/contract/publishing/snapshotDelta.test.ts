import { describe, expect, it } from 'vitest';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { type SnapshotLine, snapshotLine, snapshotLineKey } from '#contract/publishing/snapshot.ts';
import { applySnapshotDelta } from '#contract/publishing/snapshotDelta.ts';
import { makeGpt, makeSnapshot, snapshotText } from '../../../fixtures/snapshot.ts';

const closedDay = '2026-03-08';

function linesOf(ndjson: string): string[] {
  return ndjson.trimEnd().split('\n');
}

function keyed(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.map((text) => [snapshotLineKey(snapshotLine.parse(JSON.parse(text))), text]),
  );
}

const gptLine = (id: string, name: string): SnapshotLine => ({
  type: 'gpt',
  gpt: makeGpt({ id, name }),
});

describe('a delta of the snapshot', () => {
  const full = keyed(linesOf(snapshotText(closedDay, [gptLine('a', 'A'), gptLine('b', 'B')])));
  const first = { type: 'snapshot', closed_day: closedDay, version: 'next', since: 'fixture' };
  const deltaOf = (...changes: object[]) =>
    [first, ...changes, { type: 'end', lines: changes.length + 1 }].map((line) =>
      JSON.stringify(line),
    );

  it('replaces, adds and removes lines, and ignores lines that never existed', () => {
    const delta = deltaOf(
      gptLine('a', 'Renamed'),
      gptLine('c', 'C'),
      { type: 'gone', of: 'gpt', key: 'gpt/b' },
      { type: 'gone', of: 'usage', key: 'usage/b' },
    );
    const merged = applySnapshotDelta(full, delta);
    expect([...merged.keys()]).toEqual(['snapshot', 'gpt/a', 'gpt/c', 'end']);
    expect(JSON.parse(merged.get('snapshot') ?? '')).toEqual({
      type: 'snapshot',
      closed_day: closedDay,
      version: 'next',
    });
    const { gpts } = parseSnapshot(Buffer.from([...merged.values()].join('\n')));
    expect(gpts.map(({ name }) => name)).toEqual(['Renamed', 'C']);
    expect(full.has('gpt/b')).toBe(true);
  });

  it('is replaced by a full snapshot', () => {
    const other = linesOf(snapshotText('2026-03-09', [gptLine('c', 'C')]));
    expect(applySnapshotDelta(full, other)).toEqual(keyed(other));
  });

  it('is refused if it is cut off or belongs to another snapshot', () => {
    expect(() => applySnapshotDelta(full, deltaOf(gptLine('a', 'A')).slice(0, -1))).toThrow(
      'broke off',
    );
    expect(() => applySnapshotDelta(new Map(), deltaOf())).toThrow('another snapshot');
  });
});

describe('the lines of a snapshot', () => {
  const lines = linesOf(makeSnapshot(closedDay, 30));

  it('have a key each', () => {
    expect(keyed(lines).size).toBe(lines.length);
  });

  it('have the same content in any order', () => {
    const [first = '', ...others] = lines;
    const end = others.pop() ?? '';
    const turned = [first, ...others.toReversed(), end].join('\n');
    const straight = [first, ...others, end].join('\n');
    expect(parseSnapshot(Buffer.from(turned))).toEqual(parseSnapshot(Buffer.from(straight)));
  });
});
