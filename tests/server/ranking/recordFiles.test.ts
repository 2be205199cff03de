import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRankingFile, getRankingRecord } from '#contract/ranking/rankingRecord.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import { sha256 } from '#domain/ranking/chain.ts';
import { recordFiles, storedRecordPath } from '#domain/ranking/rankingPaths.ts';
import { rankingsOf } from '../../setup/rankings.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { addGpts, addDays, freezeAt } = rankingsOf(server.database);
  await addGpts({ id: 'a' });
  await addDays('a', { '2025-03-08': 3, '2025-03-09': 4, '2025-03-10': 1 });
  for (const day of ['09', '10', '11']) await freezeAt(`2025-03-${day}T06:00:00Z`);
});

afterAll(() => server.close());

const recordOf = async (value: string) => {
  const response = await server.fetch(storedRecordPath('daily', value, 'record'));
  return { status: response.status, body: await response.json() };
};

describe('the files of a record at the server', () => {
  it('have the addresses of the contract', () => {
    for (const file of recordFiles) {
      const endpoint = file === 'record' ? getRankingRecord : getRankingFile;
      const params = { range: 'daily', time: '2025-03-08', file };
      expect(endpointUrl(endpoint, { params })).toBe(storedRecordPath('daily', '2025-03-08', file));
    }
  });

  it('are those of any frozen day, byte for byte, for programs of other sites too', async () => {
    const { body } = await recordOf('2025-03-09');
    const { records, licence, inputs, result } = getRankingRecord.response.parse(body);
    expect(licence.name).toBe('CC BY 4.0');
    expect(records[0]?.previous?.value).toBe('2025-03-08');
    for (const [path, hash] of [
      [inputs, records[0]?.inputs],
      [result, records[0]?.result],
    ] as const) {
      const response = await server.fetch(path);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('cache-control')).toBe('public, max-age=300');
      expect(await sha256(await response.text())).toBe(hash);
    }
  });

  it('are unknown for a day that is not frozen, and for one of an older version', async () => {
    const unknown = { status: 404, body: { error: { code: 'unknown_period' } } };
    expect(await recordOf('2025-03-01')).toMatchObject(unknown);
    const inputs = await server.fetch(storedRecordPath('daily', '2025-03-01', 'inputs'));
    expect(inputs.status).toBe(404);
    const { pool } = server.database;
    await pool.query(`delete from ranking_record where number = 1 and range = 'daily'`);
    expect(await recordOf('2025-03-08')).toMatchObject(unknown);
  });

  it('have no records where these were removed', async () => {
    const { pool } = server.database;
    await pool.query(`delete from ranking_record where number = 3 and range = 'daily'`);
    expect(await recordOf('2025-03-10')).toMatchObject({ status: 200, body: { records: [] } });
    const result = await server.fetch(storedRecordPath('daily', '2025-03-10', 'result'));
    expect(result.status).toBe(404);
  });
});
