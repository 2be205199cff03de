import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KilledServers } from '../../setup/answerKills.ts';
import type { ReceivedAnswer } from '../../setup/persistentReader.ts';
import { Random } from '../../setup/random.ts';
import { times } from '../../setup/longRuns.ts';

const kills = times(1, 3);
const answersPerKill = 6;

const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 1_000_000);
const random = new Random(seed);

let killed: KilledServers;

beforeAll(async () => {
  killed = await KilledServers.start();
});

afterAll(() => killed.close());

/** `tests/long/kills.test.ts` does so fifty times. */
describe('two servers that answer while one of them is killed', () => {
  it(`lose no text and no credit (KILLS_SEED=${seed})`, async () => {
    const asked: Promise<ReceivedAnswer>[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      asked.push(...killed.ask(random, answersPerKill));
      await pause(random.whole(200, 2_000));
      await killed.killAndRestart(kill % 2);
    }
    const answers = await Promise.all(asked);
    expect(answers).toHaveLength(kills * answersPerKill);
    await killed.check(answers);
  }, 120_000);
});
