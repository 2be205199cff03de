import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeLimits, mailLimits } from '#server/services/limits/codeLimits.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { askForCode, errorOf, signIn } from '../../setup/signIn.ts';
import { TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

const networks = 4;
/** As many as these networks can ask for in an hour. */
const mailsPerHour = networks * codeLimits.network.points;

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer({ mailsPerHour });
});

afterAll(() => server.close());

/** Statuses of requests of one network for these addresses, each by a browser without cookies. */
async function askFrom(address: string, emails: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(
    emails.map((email) =>
      askForCode(new TestBrowser(server.url, { 'x-forwarded-for': address }), email),
    ),
  );
  return answers.map(({ status }) => status);
}

function count(statuses: readonly number[], requested: number): number {
  return statuses.filter((status) => status === requested).length;
}

describe('attacks on the availability of sign-in', () => {
  it('do not lock an address: neither a known browser nor a new network', async () => {
    const [known, email] = [onNewNetwork(server.url), 'person@example.org'];
    await signIn(server.platform, known, email);
    const statuses = [
      ...(await askFrom(
        '10.91.0.1',
        Array.from({ length: 8 }, () => email),
      )),
      ...(await askFrom(
        '10.91.0.2',
        Array.from({ length: 8 }, () => email),
      )),
    ];
    expect(count(statuses, 429)).toBeGreaterThanOrEqual(6);
    await signIn(server.platform, known, email);
    await signIn(server.platform, onNewNetwork(server.url), email);
    const refused = await askForCode(
      new TestBrowser(server.url, { 'x-forwarded-for': '10.91.0.2' }),
      email,
    );
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBe(errorOf(refused).retry_seconds);
  });

  it('do not lock known browsers or new networks by many requests of few networks', async () => {
    const known = Array.from({ length: 3 }, () => onNewNetwork(server.url));
    for (const [index, browser] of known.entries()) {
      await signIn(server.platform, browser, `known${index}@example.org`);
    }
    // Their networks are as busy as the attacker's.
    await server.database.query.execute("delete from rate_limit where key like 'mail_%'");
    const statuses: number[] = [];
    for (let network = 0; network < networks; network += 1) {
      const emails = Array.from(
        { length: codeLimits.network.points },
        (_, index) => `flood${network}-${index}@example.org`,
      );
      statuses.push(...(await askFrom(`10.92.0.${network}`, emails)));
    }
    const { everybody } = mailLimits(mailsPerHour);
    // The share of new networks gives each network of the attacker two codes at most.
    const sent = count(statuses, 200);
    expect(sent).toBeGreaterThanOrEqual(everybody.points);
    expect(sent).toBeLessThanOrEqual(everybody.points + networks * codeLimits.newNetwork.points);
    expect(count(statuses, 429)).toBe(mailsPerHour - sent);

    for (const [index, browser] of known.entries()) {
      await signIn(server.platform, browser, `known${index}@example.org`);
    }
    await signIn(server.platform, onNewNetwork(server.url), 'newcomer@example.org');
    // A network that asked already has no part in the reserve, for any address.
    expect(await askFrom('10.92.0.1', ['somebody@example.org'])).toEqual([429]);
  });
});
