import { Agent, request } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { creditBalance } from '#server/db/schema/credits.ts';
import { Random } from '../../setup/random.ts';

/** Milliseconds of one kind of request, of addresses with and without an account. */
export type Times = { name: string; known: number[]; unknown: number[] };

type Try = { isKnown: boolean; email: string; network: string };

/** Tries between two resets of the limits, fewer than the wrong codes of an hour. */
const triesPerWindow = 100;
const warmUps = 40;

/**
 * Asks for a code and tries a wrong one, `tries` times for addresses with an account and as often for addresses without,
 * one request at a time in random order, each from a network of its own.
 */
export async function measureLogins(
  url: string,
  database: Database,
  { tries, seed }: { tries: number; seed: number },
): Promise<Times[]> {
  const random = new Random(seed);
  const all = shuffled(random, [
    ...makeTries(tries + warmUps, true),
    ...makeTries(tries + warmUps, false),
  ]);
  await makeAccounts(database, all);
  const codes: Times = { name: 'ask for a code', known: [], unknown: [] };
  const wrong: Times = { name: 'try a wrong code', known: [], unknown: [] };
  const agent = new Agent({ keepAlive: true });
  try {
    for (const [index, one] of all.entries()) {
      if (index % triesPerWindow === 0) await database.query.execute(sql`delete from rate_limit`);
      const asked = await timed(agent, url, 'GET', one, {});
      // A right code signs in and stores rows: one in 10,000, recognised by its status.
      const tried = await timed(agent, url, 'POST', one, { code: '0000', cookie: asked.cookie });
      if (index < 2 * warmUps || tried.status === 200) continue;
      const kind = one.isKnown ? 'known' : 'unknown';
      codes[kind].push(asked.time);
      wrong[kind].push(tried.time);
    }
  } finally {
    agent.destroy();
  }
  return [codes, wrong];
}

function makeTries(count: number, isKnown: boolean): Try[] {
  return Array.from({ length: count }, (_, index) => ({
    isKnown,
    // Of the same length, so that nothing but the account differs.
    email: `${isKnown ? 'member' : 'nobody'}${index}@example.org`,
    network: `10.${isKnown ? 1 : 2}.${index >> 8}.${index & 255}`,
  }));
}

async function makeAccounts({ query }: Database, all: readonly Try[]): Promise<void> {
  const values = all
    .filter(({ isKnown }) => isKnown)
    .map(({ email }) => ({ email, name: 'User 0001' }));
  const users = await query.insert(appUser).values(values).returning({ id: appUser.id });
  await query.insert(creditBalance).values(users.map(({ id }) => ({ userId: id })));
}

async function timed(
  agent: Agent,
  url: string,
  method: 'GET' | 'POST',
  { email, network }: Try,
  { code, cookie }: { code?: string; cookie?: string },
): Promise<{ time: number; status: number; cookie: string }> {
  const query = new URLSearchParams({ email, ...(code === undefined ? {} : { code }) });
  const headers = {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': network,
    ...(cookie === undefined ? {} : { cookie }),
  };
  const start = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; cookie: string }>();
  request(`${url}/api/login/email?${query}`, { agent, method, headers }, (response) => {
    const [cookie = ''] = (response.headers['set-cookie']?.[0] ?? '').split(';');
    response.on('error', reject);
    response.on('end', () => resolve({ status: response.statusCode ?? 0, cookie }));
    response.resume();
  })
    .on('error', reject)
    .end();
  const answer = await promise;
  const expected = method === 'GET' ? [200] : [400, 200];
  if (!expected.includes(answer.status)) throw new Error(`${method}: status ${answer.status}`);
  return { time: performance.now() - start, ...answer };
}

function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, at: random.whole(0, 2 ** 30) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
