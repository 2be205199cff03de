import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { startSession } from '#server/services/login/session.ts';
import { type TestDatabase, createTestDatabase, createUser } from './database.ts';
import { type ReceivedAnswer, receiveAnswer } from './persistentReader.ts';
import { type ServerProcess, freePort, startServerProcess } from './process.ts';
import type { Random } from './random.ts';

/** Two servers on one database, of which one can be killed at any moment, and readers who continue at the other one. */
export class KilledServers {
  readonly database: TestDatabase;
  readonly #folder: string;
  readonly #ports: readonly number[];
  readonly #servers: ServerProcess[] = [];

  private constructor(database: TestDatabase, folder: string, ports: readonly number[]) {
    this.database = database;
    this.#folder = folder;
    this.#ports = ports;
  }

  static async start(): Promise<KilledServers> {
    const folder = await mkdtemp(join(tmpdir(), 'dolores-kills-'));
    const ports = [await freePort(), await freePort()];
    const killed = new KilledServers(await createTestDatabase(), folder, ports);
    killed.#servers.push(...(await Promise.all([killed.#start(0), killed.#start(1)])));
    return killed;
  }

  get servers(): readonly ServerProcess[] {
    return this.#servers;
  }

  /** `kill -9`, then a start on the same port and folder. */
  async killAndRestart(index: number): Promise<void> {
    expect(await this.#servers[index]?.end('SIGKILL')).toBe('SIGKILL');
    this.#servers[index] = await this.#start(index);
  }

  /** Answers to random questions of as many new users, each read from one server after the other. */
  ask(random: Random, count: number): Promise<ReceivedAnswer>[] {
    return Array.from({ length: count }, async () => {
      const [text, first] = [randomCommand(random), random.whole(0, 1)];
      const urls = [0, 1].map((offset) => `http://localhost:${this.#ports[(first + offset) % 2]}`);
      const stopAt = random.whole(1, 5) === 1 ? random.oneOf(['a', 'b']) : undefined;
      const userId = await createUser(this.database, 10);
      const cookie = `session=${await startSession(this.database.query, userId, new Date())}`;
      return receiveAnswer({ urls, cookie, text, stopAt: stopAt && urls[stopAt === 'a' ? 0 : 1] });
    });
  }

  check(answers: readonly ReceivedAnswer[]): Promise<void> {
    return checkAnswers(this.database, answers);
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.end('SIGKILL')));
    await this.database.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #start(index: number): Promise<ServerProcess> {
    return startServerProcess(this.#ports[index] ?? 0, {
      DATA_DIR: join(this.#folder, String(index)),
      DATABASE_URL: this.database.url,
      FIRST_TOKEN_SECONDS: '10',
      IDLE_SECONDS: '5',
      HEARTBEAT_SECONDS: '1',
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'error',
      // Many starts of the same code.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(this.#folder, 'compiled'),
    });
  }
}

/** The readers saw the stored text, everything has ended, and each charged user has paid once. */
export async function checkAnswers(
  database: Database,
  answers: readonly ReceivedAnswer[],
): Promise<void> {
  const rows = await storedAnswers(database);
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
  expect(sum(rows.map(({ charged }) => charged))).toBe(sum(paid.map(({ price }) => price)));
  expect(rows.filter(({ state }) => state === 'running')).toEqual([]);
  const held = await database.query.execute(
    sql`select user_id from credit_balance where held <> 0`,
  );
  expect(held.rows).toEqual([]);
  expect(await verifyLedger(database)).toEqual([]);
}

async function storedAnswers(database: Database) {
  const { rows } = await database.query.execute<{
    id: string;
    state: string;
    reason: string | null;
    price: number;
    charged: number;
    text: string;
  }>(sql`select a.id, a.state, a.reason, a.price, a.charged, m.text
    from answer a join message m on m.id = a.message_id`);
  return rows;
}

export function randomCommand(random: Random): string {
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
