import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import type { AlarmName } from '#domain/operation/alarms.ts';
import { addToCount } from '#server/db/queries/rateLimits.ts';
import { probeProviders } from '#server/services/costs/probeProviders.ts';
import { everybodyUse } from '#server/services/limits/countGuess.ts';
import { windowSeconds } from '#server/services/limits/guessLimits.ts';
import { limitKey } from '#server/services/limits/takePoints.ts';
import { readProviderStates } from '#server/services/costs/providerStates.ts';
import { warnOfShutdowns } from '#server/services/models/warnOfShutdowns.ts';
import { setCap } from '#server/services/upstreamPrices/setCap.ts';
import {
  type AlarmServer,
  noted,
  raised,
  resolved,
  startAlarmServer,
} from '../../setup/alarmServer.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { askForCode, tryCode } from '../../setup/signIn.ts';
import { onNewNetwork } from '../../setup/testBrowser.ts';

let server: AlarmServer;

beforeAll(async () => {
  server = await startAlarmServer();
});

afterAll(() => server.close());

const daySeconds = 86_400;

/**
 * Moves the clock into the next hour or day, so that none ends between what is counted and its check: by a second, because
 * a sum of fractions may end a millisecond before it.
 */
function startNext(seconds: number): void {
  server.advance(seconds - ((server.platform.now().getTime() / 1_000) % seconds) + 1);
}

const expectRaised = (name: AlarmName) => raised(server, name);
const expectResolved = (name: AlarmName) => resolved(server, name);

describe('an alarm about providers', () => {
  const upstream = 'openai/unpriced-model';
  const cap = (micros: number) => setCap(server.platform, 'openai', micros, 'a test');
  const question = async () => {
    const { cookie } = await server.signIn(5);
    return ask(server, cookie, { text: 'sandbox: fast 3' });
  };

  /** Waits until a provider is closed, which the answer to its user does not wait for. */
  const closed = async () => {
    const problems = async () =>
      (await readProviderStates(server.database.query)).filter(({ problem }) => problem !== null);
    await expect.poll(problems).toHaveLength(1);
  };

  it('is raised when a cap is reached, and when a model with a cap has no price', async () => {
    startNext(daySeconds);
    await cap(1);
    await expect.poll(() => server.platform.catalogue.caps.get('openai')).toBe(1);
    await readAll(await question());
    await expectRaised('provider_cap');
    await cap(50_000_000);
    await expectResolved('provider_cap');
    await server.shell.run('models', 'map', 'gpt-4o-mini', 'openai', 'unpriced-model');
    await expect.poll(async () => (await question()).status).toBe(422);
    await noted(server, 'unknown_price');
    await expectRaised('unknown_price');
    await server.shell.run('prices', 'set', upstream, '--input', '1', '--output', '2');
    await expectResolved('unknown_price');
  });

  it('is raised before a model is shut down, until the operator says that it stays', async () => {
    const day = dayOf(new Date(server.platform.now().getTime() + 3 * 86_400_000));
    const stays = (one: string) =>
      server.shell.run('models', 'shutdown', one, '--none', '--reason', 'it stays');
    // AI search uses it, and its shutdown is known.
    await stays('openai/gpt-4o-mini');
    server.openai.listed.push({ id: 'unpriced-model', shutdown_date: day });
    await warnOfShutdowns(server.platform);
    await expectRaised('model_shutdown');
    await stays(upstream);
    await warnOfShutdowns(server.platform);
    await expectResolved('model_shutdown');
  });

  it.for([
    ['refuses our account', 'provider_refused', 401, 1],
    ['failed five times in a row for five users', 'provider_down', 500, 5],
  ] as const)('is raised when one %s, until it answers again', async ([, alarm, status, times]) => {
    for (let time = 0; time < times; time += 1) {
      const { cookie } = await server.signIn(5);
      await readAll(await ask(server, cookie, { text: `sandbox: fail ${status}` }));
    }
    await closed();
    await expectRaised(alarm);
    server.advance(61);
    await probeProviders(server.platform);
    await server.platform.accounts.read();
    await expectResolved(alarm);
    expect((await readAll(await question())).end).toMatchObject({ state: 'finished' });
  });

  it('is raised when an account is empty, until the provider answers again', async () => {
    const { cookie } = await server.signIn(5);
    await readAll(await ask(server, cookie, { text: 'sandbox: fail 402' }));
    await closed();
    await expectRaised('provider_empty');
    await probeProviders(server.platform);
    await server.platform.accounts.read();
    await expectResolved('provider_empty');
    expect((await readAll(await question())).end).toMatchObject({ state: 'finished' });
  });
});

describe('an alarm about guessed codes', () => {
  it('is raised when an hour has as many wrong codes as it allows, until the hour is over', async () => {
    startNext(windowSeconds);
    const { platform, database } = server;
    const use = everybodyUse(platform);
    await addToCount(
      database.query,
      {
        key: limitKey(platform, use),
        points: use.limit.points,
        milliseconds: windowSeconds * 1_000,
        now: platform.now().getTime(),
      },
      { emptyIsOver: false },
    );
    await expectRaised('sign_in_guessing');
    server.advance(3_600);
    await expectResolved('sign_in_guessing');
  });
});

describe('an alarm about starting credits', () => {
  it('is raised when those of a day are used up, until the operator allows more', async () => {
    startNext(daySeconds);
    const { config } = server.platform;
    const before = config.startsPerDay;
    config.startsPerDay = { network: 0, all: 1 };
    await signUp();
    await expectRaised('starts_capped');
    config.startsPerDay = before;
    await expectResolved('starts_capped');
  });

  /** Makes an account with the code of a real mail. */
  async function signUp(): Promise<void> {
    const browser = onNewNetwork(server.url);
    const email = `${randomUUID()}@example.org`;
    await askForCode(browser, email);
    const mail = () => server.smtp.received.find(({ to }) => to.includes(email))?.email.text ?? '';
    await expect.poll(mail).toMatch(/^\d{4}$/m);
    const [code = ''] = /^\d{4}$/m.exec(mail()) ?? [];
    expect((await tryCode(browser, email, code)).status).toBe(200);
  }
});
