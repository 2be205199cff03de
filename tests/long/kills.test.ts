import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KilledServers } from '../setup/answerKills.ts';
import type { ReceivedAnswer } from '../setup/persistentReader.ts';
import { Random } from '../setup/random.ts';

const kills = 50;
const answersPerKill = 4;
/** Some three minutes on a quiet machine. */
const limitMilliseconds = 10 * 60_000;

const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 1_000_000);
const random = new Random(seed);

let killed: KilledServers;

beforeAll(async () => {
  console.log(`KILLS_SEED=${seed}`);
  killed = await KilledServers.start();
});

afterAll(() => killed.close());

describe('two servers that answer while one of them is repeatedly killed', () => {
  it(
    'lose no text and no credit',
    async () => {
      const asked: Promise<ReceivedAnswer>[] = [];
      for (let kill = 1; kill <= kills; kill += 1) {
        asked.push(...killed.ask(random, answersPerKill));
        await pause(random.whole(0, 2_000));
        await killed.killAndRestart(random.oneOf([0, 1]));
      }
      const answers = await Promise.all(asked);
      expect(answers).toHaveLength(kills * answersPerKill);
      await killed.check(answers);
      const states = Object.groupBy(answers, ({ end }) => `${end.state} ${end.reason ?? ''}`);
      console.log(Object.entries(states).map(([state, some]) => `${state}: ${some?.length}`));
    },
    limitMilliseconds,
  );

  it('lose nothing when one of them sleeps for so long that the other one ends its answers', async () => {
    const asked = killed.ask(random, 6);
    await pause(1_500);
    killed.servers[0]?.child.kill('SIGSTOP');
    await pause(28_000);
    killed.servers[0]?.child.kill('SIGCONT');
    await killed.check(await Promise.all(asked));
  }, 90_000);
});
