import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeLength, codeTries } from '#domain/login.ts';
import { guessLimits } from '#server/services/login/guessLimits.ts';
import { type AccountServer, startAccountServer } from '../setup/accountServer.ts';
import { Random } from '../setup/random.ts';
import { askForCode, errorOf, tryCode } from '../setup/signIn.ts';
import { TestBrowser } from '../setup/testBrowser.ts';

/** A day that does not begin with a full hour touches 25 of them. */
const windows = 25;
/** Some more than are compared, to be sure that all that are allowed were tried. */
const codesPerWindow = 66;
const parallel = 16;

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer({ mailsPerHour: 1_000_000 });
});

afterAll(() => server.close());

type Attempt = { browser: TestBrowser; email: string };

/**
 * One day over HTTP, on a clock that is moved on: an attacker asks for codes of addresses from these networks and guesses
 * at each of them as often as it may be. Limits on requests are lifted, so that only those on guesses hold it up.
 */
async function attackForADay(networks: number, random: Random): Promise<Record<string, number>> {
  const said: Record<string, number> = { entered: 0, compared: 0, refused: 0, worded: 0 };
  for (let window = 0; window < windows; window += 1) {
    const seconds = Math.floor(server.platform.now().getTime() / 1_000);
    server.advance(3_600 - (seconds % 3_600));
    await server.database.query.execute("delete from rate_limit where key not like 'guess_%'");
    await runAll(Math.min(codesPerWindow, 4 * networks), async (index) => {
      const attempt = await ask(random.whole(0, networks - 1), `${networks}-${window}-${index}`);
      for (let tries = 0; attempt && tries < codeTries; tries += 1) {
        const outcome = await guess(attempt, random);
        said[outcome] = (said[outcome] ?? 0) + 1;
        // The code is used up: what follows would be compared with nothing.
        if (outcome === 'entered') break;
      }
    });
  }
  return said;
}

async function ask(network: number, victim: string): Promise<Attempt | undefined> {
  const address = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
  const browser = new TestBrowser(server.url, { 'x-forwarded-for': address });
  const email = `victim${victim}@example.org`;
  return (await askForCode(browser, email)).status === 200 ? { browser, email } : undefined;
}

async function guess({ browser, email }: Attempt, random: Random): Promise<string> {
  const code = String(random.whole(0, 10 ** codeLength - 1)).padStart(codeLength, '0');
  const answer = await tryCode(browser, email, code);
  if (answer.status === 200) return 'entered';
  const refusal = errorOf(answer).code;
  if (refusal === 'too_many_guesses') return 'refused';
  return refusal === 'word_needed' ? 'worded' : 'compared';
}

async function runAll(count: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await run(index);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

it.each([1, 100, 10_000])(
  'guesses codes for a day from %d networks and enters less than one account',
  async (networks) => {
    const random = new Random(Date.now() % 2 ** 31);
    const said = await attackForADay(networks, random);
    const { compared = 0, entered = 0, refused = 0, worded = 0 } = said;
    const expected = (compared + entered) / 10 ** codeLength;
    console.log(
      `${networks} networks, seed ${random.seed}: ${compared} wrong codes were compared in ${windows} hours, ` +
        `${refused} refused, ${worded} lacked the word; expected entries a day ${expected.toFixed(3)}, entered ${entered}`,
    );
    const most = Math.min(guessLimits.everybody.points, networks * guessLimits.network.points);
    expect(compared).toBeLessThanOrEqual(windows * most);
    // The limit was reached, or this would show nothing.
    expect(refused + worded).toBeGreaterThan(0);
    expect(expected).toBeLessThan(1);
  },
);
