import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { LedgerMix } from '../../setup/ledgerMix.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(32);
});

afterAll(() => database.drop());

it('agrees with a model of single credits after 2,000 random verbs on 32 connections', async () => {
  const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 1_000_000);
  const mix = new LedgerMix(database, seed);
  await mix.run(2_000);
  expect(await verifyLedger(database)).toEqual([]);
  for (const { modelled, stored } of await mix.compare()) {
    expect(stored, `LEDGER_SEED=${seed}`).toEqual(modelled);
  }
  expect(mix.posted).toBeGreaterThan(500);
});
