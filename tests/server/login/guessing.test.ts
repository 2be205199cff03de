import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guessLimits, windowSeconds } from '#server/services/limits/guessLimits.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { checkedAlarms } from '../../setup/checkedAlarms.ts';
import {
  askForCode,
  errorOf,
  otherCode,
  readCode,
  readWord,
  signIn,
  tryCode,
} from '../../setup/signIn.ts';
import { TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer();
  beginHour();
});

afterAll(() => server.close());

/** Moves the server's clock to the next full hour, so that none ends within a test. */
function beginHour(): void {
  server.advance(
    windowSeconds - (Math.floor(server.platform.now().getTime() / 1_000) % windowSeconds),
  );
}

type Attacked = { browser: TestBrowser; email: string; code: string };

/** A browser at this network address that was sent a code. */
async function attack(address: string, email: string): Promise<Attacked> {
  const browser = new TestBrowser(server.url, { 'x-forwarded-for': address });
  expect((await askForCode(browser, email)).status).toBe(200);
  return { browser, email, code: await readCode(server.platform, email) };
}

/** Guesses five times wrongly at each, all at once. Returns how often each message was returned. */
async function guess(attacked: readonly Attacked[]): Promise<Record<string, number>> {
  const guesses = attacked.flatMap((one) => [1, 2, 3, 4, 5].map((step) => ({ ...one, step })));
  const answers = await Promise.all(
    guesses.map(({ browser, email, code, step }) => tryCode(browser, email, otherCode(code, step))),
  );
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    // The fifth try of a code is compared, too.
    const text = errorOf(answer).code === 'too_many_guesses' ? 'refused' : 'compared';
    counts[text] = (counts[text] ?? 0) + 1;
  }
  return counts;
}

describe('wrong codes', () => {
  it('are compared ten times an hour for a network, also when 100 come at once', async () => {
    const attacked: Attacked[] = [];
    for (let index = 0; index < 20; index += 1) {
      attacked.push(await attack('10.66.0.1', `network${index}@example.org`));
    }
    expect(await guess(attacked)).toEqual({ compared: guessLimits.network.points, refused: 90 });
    const [{ browser, email, code } = attacked[0]!] = attacked.toReversed();
    // Right and wrong codes get the same answer, and no try is used up.
    const right = await tryCode(browser, email, code);
    const wrong = await tryCode(browser, email, otherCode(code));
    expect([right.status, wrong.status]).toEqual([429, 429]);
    expect({ ...errorOf(right), retry_seconds: 0 }).toEqual({
      ...errorOf(wrong),
      retry_seconds: 0,
    });
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(3_600);

    // Nobody there is locked out: the next mail carries a word.
    const neighbour = new TestBrowser(server.url, { 'x-forwarded-for': '10.66.0.1' });
    expect((await askForCode(neighbour, 'neighbour@example.org')).json).toEqual({
      resend_seconds: 60,
      word: true,
    });
    const nextCode = await readCode(server.platform, 'neighbour@example.org');
    const word = (await readWord(server.platform, 'neighbour@example.org')) ?? '';
    expect(word).toMatch(/^[BCDFGHJKMNPRSTWXYZ]{6}$/);
    const without = await tryCode(neighbour, 'neighbour@example.org', nextCode);
    expect([without.status, errorOf(without).code]).toEqual([400, 'word_needed']);
    const wrongWord = word.startsWith('B') ? `C${word.slice(1)}` : `B${word.slice(1)}`;
    expect(
      errorOf(await tryCode(neighbour, 'neighbour@example.org', nextCode, wrongWord)),
    ).toMatchObject({ code: 'wrong_code', tries_left: 4 });
    const spelled = ` ${word.toLowerCase().slice(0, 3)} ${word.slice(3)}`;
    const entered = await tryCode(neighbour, 'neighbour@example.org', nextCode, spelled);
    expect(entered.status).toBe(200);
    expect((await askForCode(onNewNetwork(server.url), 'elsewhere@example.org')).json).toEqual({
      resend_seconds: 60,
    });
  });

  it('count for an IPv6 /56 and /48 in all', async () => {
    const attacked: Attacked[] = [];
    for (let index = 0; index < 8; index += 1) {
      // Two codes for each /64 of one /56.
      const address = `2001:db8:aa:1${Math.floor(index / 2)}::${index}`;
      attacked.push(await attack(address, `narrow${index}@example.org`));
    }
    expect(await guess(attacked)).toEqual({ compared: 20, refused: 20 });
    const others: Attacked[] = [];
    for (let index = 0; index < 8; index += 1) {
      // Each in a /56 of its own.
      others.push(await attack(`2001:db8:aa:${index + 2}00::1`, `wide${index}@example.org`));
    }
    expect(await guess(others)).toEqual({ compared: 20, refused: 20 });
  });

  it('do not count when the code was right', async () => {
    const home = { 'x-forwarded-for': '10.66.0.2' };
    const right = Array.from({ length: 24 }, (_, index) => ({
      browser: new TestBrowser(server.url, home),
      email: `right${index}@example.org`,
    }));
    // An office whose people sign in at the same moment.
    await Promise.all(right.map(({ browser, email }) => signIn(server.platform, browser, email)));
  });
});

describe('more wrong codes than an hour allows', () => {
  it('require a word, except in browsers that signed in before', async () => {
    beginHour();
    const [known, knownEmail] = [onNewNetwork(server.url), 'known@example.org'];
    await signIn(server.platform, known, knownEmail);
    await askForCode(known, knownEmail);
    const [early, earlyEmail] = [onNewNetwork(server.url), 'early@example.org'];
    await askForCode(early, earlyEmail);
    const earlyCode = await readCode(server.platform, earlyEmail);

    const attacked: Attacked[] = [];
    for (let index = 0; index < 64; index += 1) {
      attacked.push(await attack(`10.77.${index}.1`, `victim${index}@example.org`));
    }
    expect(await guess(attacked)).toEqual({ compared: guessLimits.everybody.points, refused: 20 });
    const alarms = server.logged.filter((line) => line.includes('sign_in_guessing'));
    expect(alarms).toHaveLength(1);
    expect(JSON.parse(alarms[0] ?? '')).toMatchObject({ level: 40, wrongCodes: 300 });
    expect(alarms[0]).not.toMatch(/example\.org|10\.77/);
    expect(await checkedAlarms(server)).toEqual(['sign_in_guessing']);

    // A code without a word that was sent before is refused, right or wrong, with a response that explains the next
    // step.
    for (const code of [earlyCode, otherCode(earlyCode)]) {
      const answer = await tryCode(early, earlyEmail, code);
      expect([answer.status, errorOf(answer).code]).toEqual([429, 'too_many_guesses']);
    }
    // The known browser may use the code that it was sent.
    const knownCode = await readCode(server.platform, knownEmail);
    expect((await tryCode(known, knownEmail, knownCode)).status).toBe(200);
    // Another one's device cookie is worth nothing.
    const device = known.cookie('device') ?? '';
    early.setCookie('device', device, '/api/login');
    expect((await tryCode(early, earlyEmail, earlyCode)).status).toBe(429);

    const [later, laterEmail] = [onNewNetwork(server.url), 'later@example.org'];
    expect((await askForCode(later, laterEmail)).json).toMatchObject({ word: true });
    const word = await readWord(server.platform, laterEmail);
    const code = await readCode(server.platform, laterEmail);
    expect((await tryCode(later, laterEmail, code, word)).status).toBe(200);

    beginHour();
    expect(await checkedAlarms(server)).toEqual([]);
    expect((await askForCode(onNewNetwork(server.url), 'after@example.org')).json).toEqual({
      resend_seconds: 60,
    });
  });

  it('allow a device cookie for its own address only, with its signature', async () => {
    const browser = onNewNetwork(server.url);
    await signIn(server.platform, browser, 'mine@example.org');
    const [entry = ''] = (browser.cookie('device') ?? '').split('~');
    expect(entry).not.toContain('mine');
    await server.database.query.execute('delete from rate_limit');
    const forged = [entry.replace(/\.\d+\./, '.99999.'), entry.slice(0, -1), `${entry}0`, 'x', ''];
    const limited = { 'x-forwarded-for': '10.66.0.3' };
    for (const cookie of [...forged, entry]) {
      const other = new TestBrowser(server.url, { ...limited, cookie: `device=${cookie}` });
      for (let count = 0; count < 2; count += 1) {
        other.deleteCookie('login_attempt');
        const { status } = await askForCode(other, 'mine@example.org');
        // Strangers of this network have used up their five by the third cookie.
        if (cookie === entry) expect(status).toBe(200);
      }
    }
    const stranger = new TestBrowser(server.url, { ...limited, cookie: `device=${forged[0]}` });
    expect((await askForCode(stranger, 'mine@example.org')).status).toBe(429);
  });
});
