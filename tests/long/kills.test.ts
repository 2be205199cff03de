import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { startSession } from '#server/services/login/session.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../setup/database.ts';
import { type HeardAnswer, hearAnswer } from '../setup/persistentReader.ts';
import { type ServerProcess, freePort, startServerProcess } from '../setup/process.ts';
import { Random } from '../setup/random.ts';

const rounds = 20;
const answersPerRound = 6;
const limitMilliseconds = 6.5 * 60_000;

const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 1_000_000);
const random = new Random(seed);

let folder: string;
let database: TestDatabase;
let ports: [number, number];
let servers: [ServerProcess, ServerProcess];

beforeAll(async () => {
  console.log(`KILLS_SEED=${seed}`);
  folder = await mkdtemp(join(tmpdir(), 'dolores-kills-'));
  database = await createTestDatabase();
  ports = [await freePort(), await freePort()];
  servers = [await startServer(0), await startServer(1)];
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function startServer(index: 0 | 1): Promise<ServerProcess> {
  return startServerProcess(ports[index], {
    DATA_DIR: join(folder, String(index)),
    DATABASE_URL: database.url,
    FIRST_TOKEN_SECONDS: '10',
    IDLE_SECONDS: '5',
    HEARTBEAT_SECONDS: '1',
    DRAIN_SECONDS: '1',
    LOG_LEVEL: 'error',
  });
}

function randomCommand(): string {
  const command = random.oneOf(['long', 'fast', 'cut', 'pause', 'stall', 'fail', 'spoken']);
  switch (command) {
    case 'long':
      return `sandbox: long ${random.whole(1, 250)}`;
    case 'fast':
      return `sandbox: fast ${random.whole(1, 3_000)}`;
    case 'pause':
      return `sandbox: pause ${random.whole(0, 4_000)}`;
    case 'fail':
      return `sandbox: fail ${random.oneOf([400, 401, 429, 500, 503])}`;
    case 'spoken':
      return 'Say something';
    default:
      return `sandbox: ${command} ${random.whole(0, 60)}`;
  }
}

/** Answers to random questions of as many users, each read from one server after the other. */
function askSome(): Promise<HeardAnswer>[] {
  return Array.from({ length: answersPerRound }, async () => {
    const [text, first] = [randomCommand(), random.whole(0, 1)];
    const urls = [0, 1].map((offset) => `http://localhost:${ports[(first + offset) % 2]}`);
    const stopAt = random.whole(1, 5) === 1 ? random.oneOf(['a', 'b']) : undefined;
    const userId = await createUser(database, 10);
    const cookie = `session=${await startSession(database.query, userId, new Date())}`;
    return hearAnswer({ urls, cookie, text, stopAt: stopAt && urls[stopAt === 'a' ? 0 : 1] });
  });
}

async function checkEverything(answers: readonly HeardAnswer[]): Promise<void> {
  const { rows } = await database.query.execute<{
    id: string;
    state: string;
    reason: string | null;
    price: number;
    charged: number;
    text: string;
  }>(sql`select a.id, a.state, a.reason, a.price, a.charged, m.text
    from answer a join message m on m.id = a.message_id`);
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const { answerId, text, end } of answers) {
    const row = stored.get(answerId);
    expect({ answerId, text, state: end.state, charged: end.charged }).toEqual({
      answerId,
      text: row?.text,
      state: row?.state,
      charged: row?.charged,
    });
  }
  const paid = rows.filter(
    ({ state, reason }) => state === 'finished' || (state === 'stopped' && reason === null),
  );
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  expect(sum(rows.map(({ charged }) => charged))).toBe(sum(paid.map(({ price }) => price)));
  expect(rows.filter(({ state }) => state === 'running')).toEqual([]);
  const held = await database.query.execute(
    sql`select user_id from credit_balance where held <> 0`,
  );
  expect(held.rows).toEqual([]);
  expect(await verifyLedger(database)).toEqual([]);
}

describe('two servers that answer while one of them is killed again and again', () => {
  it(
    'lose no text and no credit',
    async () => {
      const asked: Promise<HeardAnswer>[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        asked.push(...askSome());
        await pause(random.whole(0, 4_000));
        const index = random.oneOf([0, 1] as const);
        expect(await servers[index].end('SIGKILL')).toBe('SIGKILL');
        servers[index] = await startServer(index);
      }
      const answers = await Promise.all(asked);
      expect(answers).toHaveLength(rounds * answersPerRound);
      await checkEverything(answers);
      const states = Object.groupBy(answers, ({ end }) => `${end.state} ${end.reason ?? ''}`);
      console.log(Object.entries(states).map(([state, some]) => `${state}: ${some?.length}`));
    },
    limitMilliseconds,
  );

  it('nor when one of them sleeps for so long that the other one ends its answers', async () => {
    const asked = askSome();
    await pause(1_500);
    servers[0].child.kill('SIGSTOP');
    await pause(28_000);
    servers[0].child.kill('SIGCONT');
    await checkEverything(await Promise.all(asked));
  }, 90_000);
});
