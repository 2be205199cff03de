import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { LedgerMix } from '../setup/ledgerMix.ts';

const verbs = Number(process.env['LEDGER_VERBS'] ?? 100_000);
const perRound = 5_000;
/** How often all connections are cut in each round. */
const killsPerRound = 3;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(33);
});

afterAll(() => database.drop());

it('agrees with a model of single credits after 100,000 random verbs and 60 cuts of all connections', async () => {
  const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 1_000_000);
  let [posted, refused, lost] = [0, 0, 0];
  for (let round = 0; round < verbs / perRound; round += 1) {
    const mix = new LedgerMix(database, seed + round * 100);
    await mix.run(perRound, killsPerRound);
    expect(await verifyLedger(database)).toEqual([]);
    for (const { modelled, stored } of await mix.compare()) {
      expect(stored, `LEDGER_SEED=${seed + round * 100}`).toEqual(modelled);
    }
    posted += mix.posted;
    refused += mix.refused;
    lost += mix.lost;
  }
  console.log(`LEDGER_SEED=${seed}: ${posted} entries, ${refused} refusals, ${lost} lost calls`);
});
