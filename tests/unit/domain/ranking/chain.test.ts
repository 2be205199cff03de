import { describe, expect, it } from 'vitest';
import {
  type RankingRecord,
  canonicalJson,
  checkRecords,
  recordHash,
  sha256,
} from '#domain/ranking/chain.ts';

const files = { inputs: '{"gpts":[]}', result: '{"places":[]}' };

/** Returns a chain of records of these periods; a period that comes again was counted again. */
async function chainOf(...values: string[]): Promise<RankingRecord[]> {
  const chain: RankingRecord[] = [];
  for (const [index, value] of values.entries()) {
    const before = chain.at(-1);
    const isAgain = values.indexOf(value) < index;
    const fields = {
      range: 'weekly',
      number: index + 1,
      value,
      kind: isAgain ? ('refreeze' as const) : ('freeze' as const),
      reason: isAgain ? 'A day came late' : null,
      recorded: '2026-03-09T06:00:00.000Z',
      formula: 1,
      inputs: await sha256(files.inputs),
      result: await sha256(files.result),
      previous: before ? { value: before.value, hash: before.hash } : null,
    };
    chain.push({ ...fields, hash: await recordHash(fields) });
  }
  return chain;
}

const of = (chain: readonly RankingRecord[], value: string) =>
  chain.filter((record) => record.value === value);

describe('canonical JSON', () => {
  it('has no spaces, and the same text for any order of keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    );
  });
});

describe('the records of a period', () => {
  it('are unbroken to the period before and the next one, also over a recount', async () => {
    const chain = await chainOf('a', 'b', 'c', 'b', 'd');
    expect(await checkRecords(of(chain, 'a'), files, of(chain, 'b'))).toEqual([]);
    const others = [...of(chain, 'a'), ...of(chain, 'c')];
    expect(await checkRecords(of(chain, 'b'), files, others)).toEqual([]);
    expect(await checkRecords(of(chain, 'd'), files, of(chain, 'b'))).toEqual([]);
  });

  it('show a period that was frozen again as if it had no record', async () => {
    const [first, other] = await chainOf('a', 'b');
    if (!first || !other) throw new Error('There are two records');
    const { hash: _, ...fields } = {
      ...first,
      number: 3,
      previous: { value: 'b', hash: other.hash },
    };
    const again = { ...fields, hash: await recordHash(fields) };
    expect(await checkRecords([first, again], files, [other])).toEqual(['recount']);
  });

  it('show one changed number in a file', async () => {
    const chain = await chainOf('a', 'b');
    const changed = { ...files, inputs: '{"gpts":[1]}' };
    expect(await checkRecords(of(chain, 'b'), changed, of(chain, 'a'))).toEqual(['inputs']);
    const result = { ...files, result: '{"places":[1]}' };
    expect(await checkRecords(of(chain, 'b'), result, [])).toEqual(['result']);
  });

  it('show a changed record, and a record that was written anew', async () => {
    const chain = await chainOf('a', 'b', 'c');
    const [first] = of(chain, 'b');
    if (first === undefined) throw new Error('There is no record');
    const changed = { ...first, recorded: '2026-03-10T06:00:00.000Z' };
    const others = [...of(chain, 'a'), ...of(chain, 'c')];
    expect(await checkRecords([changed], files, others)).toEqual(['record']);
    const rewritten = { ...changed, hash: await recordHash(changed) };
    expect(await checkRecords([rewritten], files, others)).toEqual(['previous']);
    expect(await checkRecords(of(chain, 'c'), files, [rewritten])).toEqual(['previous']);
    expect(await checkRecords([], files, [])).toEqual(['record']);
  });
});
