import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepAccountPath } from '#domain/account/accountDeletion.ts';
import { googleCallbackPath } from '#domain/login/googleSignIn.ts';
import {
  codeLength,
  codeTries,
  endSessionsPath,
  wordLength,
  wordLetters,
} from '#domain/login/login.ts';
import { guessLimits } from '#server/services/limits/guessLimits.ts';
import type { AccountServer } from '../setup/accountServer.ts';
import { type GoogleServer, fromElsewhere, startGoogleServer } from '../setup/googleSignIn.ts';
import { Random } from '../setup/random.ts';
import { askForCode, errorOf, signIn, tryCode } from '../setup/signIn.ts';
import { TestBrowser } from '../setup/testBrowser.ts';

/** A day that does not begin with a full hour touches 25 of them. */
const windows = 25;
/** Some more than are compared, to be sure that all allowed ones were tried. */
const codesPerWindow = 66;
/** Forgeries of each other way in, in each window. */
const forgeriesPerWindow = 4;
const parallel = 16;

let server: AccountServer;
let close: GoogleServer['close'];

/** The device cookie of the attacker's own account. */
let device: string;

beforeAll(async () => {
  ({ server, close } = await startGoogleServer({ mailsPerHour: 1_000_000 }));
  const own = new TestBrowser(server.url, { 'x-forwarded-for': '10.200.0.1' });
  await signIn(server.platform, own, 'attacker@example.org');
  device = own.cookie('device') ?? '';
});

afterAll(() => close());

type Attempt = { browser: TestBrowser; email: string; withWord: boolean };

/**
 * One day over HTTP, on a clock that is moved on: an attacker asks for codes of addresses from these networks, guesses at
 * each of them as often as it may be, with letters where the mail has some, and tries every other way in. All browsers
 * have the device cookie of the attacker's own account. Limits on requests are lifted, so that only those on guesses
 * hold the attacker up.
 */
async function attackForADay(networks: number, random: Random): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = (outcome: string): void => void (counts[outcome] = (counts[outcome] ?? 0) + 1);
  for (let window = 0; window < windows; window += 1) {
    const seconds = Math.floor(server.platform.now().getTime() / 1_000);
    server.advance(3_600 - (seconds % 3_600));
    await server.database.query.execute("delete from rate_limit where key not like 'guess_%'");
    await runAll(Math.min(codesPerWindow, 4 * networks), async (index) => {
      const browser = browserIn(random.whole(0, networks - 1));
      const attempt = await ask(browser, `victim${networks}-${window}-${index}@example.org`);
      for (let tries = 0; attempt && tries < codeTries; tries += 1) {
        const outcome = await guess(attempt, random);
        count(outcome);
        // The code is used up: what follows would be compared with nothing.
        if (outcome === 'entered') break;
      }
    });
    for (let forgery = 0; forgery < forgeriesPerWindow; forgery += 1) {
      const browser = browserIn(random.whole(0, networks - 1));
      for (const [way, enters] of Object.entries(otherWays)) {
        count((await enters(browser)) ? `entered by ${way}` : 'forged');
      }
    }
  }
  return counts;
}

function browserIn(network: number): TestBrowser {
  const address = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
  const browser = new TestBrowser(server.url, { 'x-forwarded-for': address });
  browser.setCookie('device', device, '/api/login');
  return browser;
}

async function ask(browser: TestBrowser, email: string): Promise<Attempt | undefined> {
  const { status, json } = await askForCode(browser, email);
  if (status !== 200) return undefined;
  return { browser, email, withWord: (json as { word?: boolean }).word === true };
}

async function guess({ browser, email, withWord }: Attempt, random: Random): Promise<string> {
  const code = String(random.whole(0, 10 ** codeLength - 1)).padStart(codeLength, '0');
  const letters = Array.from({ length: wordLength }, () => random.pick([...wordLetters]));
  const answer = await tryCode(browser, email, code, withWord ? letters.join('') : undefined);
  if (answer.status === 200) return 'entered';
  if (errorOf(answer).code === 'too_many_guesses') return 'refused';
  return withWord ? 'worded' : 'compared';
}

/** Other ways to sign in or act for an account: each takes a secret of 256 bits, which is invented here. */
const otherWays: Record<string, (browser: TestBrowser) => Promise<boolean>> = {
  'a callback of Google': async (browser) => {
    browser.setCookie('google_attempt', newSecret(), '/auth/google');
    const query = new URLSearchParams({ state: newSecret(), code: newSecret() });
    const answer = await browser.get(`${googleCallbackPath}?${query.toString()}`, fromElsewhere);
    return answer.status < 400 || browser.cookie('session') !== undefined;
  },
  'the link “this was not me”': (browser) => followLink(browser, endSessionsPath),
  'the link that keeps an account': (browser) => followLink(browser, keepAccountPath),
  'a session cookie': async (browser) => {
    browser.setCookie('session', newSecret());
    return (await browser.get('/api/account')).status !== 401;
  },
};

async function followLink(browser: TestBrowser, path: string): Promise<boolean> {
  const expires = Math.floor(server.platform.now().getTime() / 1_000) + 3_600;
  const token = `${randomUUID()}.${expires}.${randomBytes(32).toString('hex')}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const shown = await browser.get(`${path}?token=${token}`);
  const done = await browser.send('POST', `${path}?token=${token}`, form, `token=${token}`);
  const isIn = browser.cookie('session') !== undefined;
  return isIn || shown.status < 400 || done.status < 400;
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

async function runAll(count: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await run(index);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

it.each([1, 100, 10_000])(
  'guesses for a day by all ways in from %d networks and enters less than one account',
  async (networks) => {
    const random = new Random(Date.now() % 2 ** 31);
    const counts = await attackForADay(networks, random);
    const { compared = 0, entered = 0, refused = 0, worded = 0, forged = 0 } = counts;
    const codes = 10 ** codeLength;
    const expected = (compared + entered) / codes;
    const expectedWithWord = worded / (codes * wordLetters.length ** wordLength);
    console.log(
      `${networks} networks, seed ${random.seed}: ${compared} wrong codes were compared in ${windows} hours, ` +
        `${refused} refused, ${worded} compared with letters, ${forged} forgeries of other ways refused; ` +
        `expected entries a day ${expected.toFixed(3)} by codes, ${expectedWithWord.toExponential(1)} by codes ` +
        `with letters, entered ${entered}`,
    );
    const most = Math.min(guessLimits.everybody.points, networks * guessLimits.network.points);
    expect(compared).toBeLessThanOrEqual(windows * most);
    // The limits were reached, or this would show nothing.
    expect(refused + worded).toBeGreaterThan(0);
    expect(forged).toBe(windows * forgeriesPerWindow * Object.keys(otherWays).length);
    expect(expected + expectedWithWord).toBeLessThan(1);
  },
);
