import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { type RankingRecord, canonicalJson, recordHash, sha256 } from '#domain/ranking/chain.ts';
import { countRanking, formulaVersion, rankingResult } from '#domain/ranking/formula.ts';
import type { RecomputedPage } from '#domain/ranking/rankingPaths.ts';
import { recompute } from '#stores/ranking/recompute.ts';
import { type FakeApi, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

vi.mock('#domain/ranking/rankingPaths.ts', async (load) => ({
  ...(await load<object>()),
  // Browsers load the published module; Node has no relative addresses for modules.
  rankingModulePath: (name: string) =>
    new URL(`../../../src/domain/ranking/${name}.ts`, import.meta.url).href,
}));

const weeks = ['2026-03-02', '2026-03-09', '2026-03-16'] as const;
const [a, b, c] = weeks;

let api: FakeApi;
/** The published files by their paths. */
let files: Map<string, string>;

beforeAll(async () => {
  api = await startFakeApi();
  vi.stubGlobal('isSecureContext', true);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await api.close();
});

beforeEach(async () => {
  files = new Map();
  let previous: RankingRecord['previous'] = null;
  for (const [index, value] of weeks.entries()) {
    const inputs = { range: 'weekly', value, from: value, to: value, before: value, since: value };
    const counted = { ...inputs, gpts: [] };
    const texts = {
      inputs: canonicalJson(counted),
      result: canonicalJson(rankingResult(counted, countRanking(counted))),
    };
    const fields: Omit<RankingRecord, 'hash'> = {
      range: 'weekly',
      number: index + 1,
      value,
      kind: 'freeze',
      reason: null,
      recorded: '2026-03-30T06:00:00.000Z',
      formula: formulaVersion,
      inputs: await sha256(texts.inputs),
      result: await sha256(texts.result),
      previous,
    };
    const record = { ...fields, hash: await recordHash(fields) };
    publish(value, [record]);
    files.set(`/ranking/weekly/${value}/inputs.json`, texts.inputs);
    files.set(`/ranking/weekly/${value}/result.json`, texts.result);
    previous = { value, hash: record.hash };
  }
  api.answer((seen, response) => {
    const text = files.get(seen.path);
    return (text === undefined ? refuse(404, 'not_found') : json(JSON.parse(text)))(seen, response);
  });
});

function publish(value: string, records: readonly RankingRecord[]): void {
  const paths = { inputs: '', result: '', formula: '', chain: '' };
  const licence = { name: 'X', url: 'https://example.org' };
  const file = { range: 'weekly', value, licence, ...paths, records };
  files.set(`/ranking/weekly/${value}/record.json`, JSON.stringify(file));
}

const pageOf = (value: string, ...neighbours: string[]): RecomputedPage => ({
  range: 'weekly',
  value,
  category: null,
  neighbours,
  source: 'release',
});

describe('the recount of a ranking in the browser', () => {
  it('follows the chain to the period before', async () => {
    expect(await recompute(pageOf(b, a, c))).toMatchObject({ problems: [], before: a });
    expect(await recompute(pageOf(a, b))).toMatchObject({ problems: [], before: null });
  });

  it('calls the chain broken on both sides of a period whose records were removed', async () => {
    publish(b, []);
    expect(await recompute(pageOf(a, b))).toMatchObject({ problems: ['removed'] });
    expect(await recompute(pageOf(c, b))).toMatchObject({ problems: ['removed'] });
    expect(await recompute(pageOf(b, a, c))).toMatchObject({ state: 'missing' });
  });

  it('calls the chain broken if the period that it follows has no file, and not if it cannot be loaded', async () => {
    files.delete(`/ranking/weekly/${b}/record.json`);
    expect(await recompute(pageOf(c, b))).toMatchObject({ problems: ['removed'] });
    api.answer((seen, response) => {
      const text = files.get(seen.path);
      const handle = text === undefined ? refuse(503, 'server_busy') : json(JSON.parse(text));
      return handle(seen, response);
    });
    expect(await recompute(pageOf(c, b))).toMatchObject({ problems: [], before: undefined });
  });

  it('reads the files of older days at the server, for their page and for the days after them', async () => {
    for (const [path, text] of files) {
      const daily = path.replace('/weekly/', '/daily/');
      const [, , , value = '', file = ''] = daily.replace('.json', '').split('/');
      files.set(value === c ? daily : `/api/gpts/rank/daily/${value}/${file}`, text);
    }
    const day = { range: 'daily' as const, category: null };
    const older = { ...day, value: b, neighbours: [a, c], source: 'server' as const };
    files.set(
      `/api/gpts/rank/daily/${c}/record`,
      files.get(`/ranking/daily/${c}/record.json`) ?? '',
    );
    expect(await recompute(older)).toMatchObject({ problems: [], before: a });
    const newer = { ...day, value: c, neighbours: [b], source: 'release' as const };
    expect(await recompute(newer)).toMatchObject({ problems: [], before: b });
    files.delete(`/api/gpts/rank/daily/${b}/record`);
    expect(await recompute(newer)).toMatchObject({ problems: ['removed'] });
  });

  it('accepts a neighbour that an older version froze without a record', async () => {
    files.delete(`/ranking/weekly/${c}/record.json`);
    expect(await recompute(pageOf(b, a, c))).toMatchObject({ problems: [], before: a });
  });

  it('finds a removed record also where browsers have no hashes', async () => {
    vi.stubGlobal('isSecureContext', false);
    expect(await recompute(pageOf(b, a, c))).toMatchObject({ problems: null });
    publish(c, []);
    expect(await recompute(pageOf(b, a, c))).toMatchObject({ problems: ['removed'] });
    vi.stubGlobal('isSecureContext', true);
  });
});
