import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { checkedAlarms } from '../../setup/checkedAlarms.ts';
import { askForCode, readCode, signIn, tryCode } from '../../setup/signIn.ts';
import { TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let server: AccountServer;
let accounts = 0;

beforeAll(async () => {
  server = await startAccountServer({ startsPerDay: { network: 3, all: 5 } });
});

afterAll(() => server.close());

type Account = { credit: number; start_withheld?: string };

/** Signs new accounts up, all at once, each from its own address. Returns their accounts. */
async function signUp(addresses: readonly string[]): Promise<Account[]> {
  const asked = await Promise.all(
    addresses.map(async (address) => {
      const browser = new TestBrowser(server.url, { 'x-forwarded-for': address });
      const email = `new${(accounts += 1)}@example.org`;
      await askForCode(browser, email);
      return { browser, email, code: await readCode(server.platform, email) };
    }),
  );
  await Promise.all(asked.map(({ browser, email, code }) => tryCode(browser, email, code)));
  const answers = await Promise.all(asked.map(({ browser }) => browser.get('/api/account')));
  return answers.map(({ json }) => json as Account);
}

/** Addresses in one IPv6 /56, each in a /64 of its own. */
function inOneNetwork(third: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `2001:db8:${third}:10${10 + index}::1`);
}

function countBy(found: readonly Account[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { credit, start_withheld: withheld = 'granted' } of found) {
    const key = `${withheld} ${credit}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe('starting credits', () => {
  it('are granted to the first accounts of a network and of a day, also in parallel', async () => {
    expect(countBy(await signUp(inOneNetwork('a', 6)))).toEqual({
      'granted 10': 3,
      'network 0': 3,
    });
    expect(countBy(await signUp(inOneNetwork('b', 5)))).toEqual({
      'granted 10': 2,
      'all 0': 1,
      'network 0': 2,
    });
    expect(countBy(await signUp(['9.9.9.9', '9.9.9.10']))).toEqual({ 'all 0': 2 });
    expect(await checkedAlarms(server)).toEqual(['starts_capped']);
  });

  it('are granted again on the next day, not to the accounts of the day before', async () => {
    const browser = onNewNetwork(server.url);
    await signIn(server.platform, browser, 'late@example.org');
    server.advance(86_400);
    expect(await checkedAlarms(server)).toEqual([]);
    await signIn(server.platform, browser, 'late@example.org');
    expect((await browser.get('/api/account')).json).toMatchObject({
      credit: 0,
      start_withheld: 'all',
    });
    expect(countBy(await signUp(inOneNetwork('a', 1)))).toEqual({ 'granted 10': 1 });
  });
});
