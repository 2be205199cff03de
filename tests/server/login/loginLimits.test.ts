import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { askForCode, attemptsOf, errorOf, tryCode } from '../../setup/signIn.ts';
import { TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

describe('limits', () => {
  it('make a browser wait 60 seconds between two codes', async () => {
    const browser = onNewNetwork(server.url);
    await askForCode(browser, 'wait@example.org');
    const again = await askForCode(browser, 'other@example.org');
    expect(again.status).toBe(429);
    expect(errorOf(again).code).toBe('too_many_requests');
    expect(errorOf(again).retry_seconds).toBeGreaterThan(0);
    expect(errorOf(again).retry_seconds).toBeLessThanOrEqual(60);
    expect(await attemptsOf(server.database, 'other@example.org')).toEqual([]);
  });

  it('let 40 parallel requests of one network send five codes to an address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        askForCode(
          new TestBrowser(server.url, { 'x-forwarded-for': '10.9.0.1' }),
          'five@example.org',
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
    expect(await attemptsOf(server.database, 'five@example.org')).toHaveLength(5);
  });

  it('let an address get ten codes a day, and 20 more only from networks that are new to it', async () => {
    const email = 'ten@example.org';
    const networks = Array.from({ length: 14 }, () => onNewNetwork(server.url));
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const browser of networks) {
        browser.deleteCookie('login_attempt');
        statuses.push((await askForCode(browser, email)).status);
      }
    }
    // The first two of each network, up to 30.
    expect(statuses.slice(0, 28)).toEqual(Array.from({ length: 28 }, () => 200));
    expect(statuses.slice(28)).toEqual(Array.from({ length: 14 }, () => 429));
    const more = await Promise.all(
      Array.from({ length: 6 }, () => askForCode(onNewNetwork(server.url), email)),
    );
    expect(more.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  it('let a network ask 30 times an hour; an IPv6 network is its /64', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const browser = new TestBrowser(server.url, {
          'x-forwarded-for': `2001:db8:1:2::${index}`,
        });
        return (await askForCode(browser, `network${index}@example.org`)).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    const neighbour = new TestBrowser(server.url, { 'x-forwarded-for': '2001:db8:1:3::1' });
    expect((await askForCode(neighbour, 'network31@example.org')).status).toBe(200);
  });

  it('trust the address of the proxy, not that of the visitor', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const pretended = { 'x-forwarded-for': `10.8.0.${count}, 10.7.0.1` };
      const browser = new TestBrowser(server.url, pretended);
      statuses.push((await askForCode(browser, 'spoofed@example.org')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('store no address in clear', async () => {
    await askForCode(onNewNetwork(server.url), 'clear@example.org');
    const { rows } = await server.database.pool.query<{ key: string }>(
      'select key from rate_limit',
    );
    for (const { key } of rows) expect(key).toMatch(/^(?:code|mail)_[a-z_]+:[0-9a-f]{64}$/);
  });
});

describe('wrong input', () => {
  it.each([
    ['', 'EmptyEmail'],
    ['   ', 'EmptyEmail'],
    ['nobody', 'InvalidEmail'],
    ['a@b', 'InvalidEmail'],
    ['a@example.org\r\nBcc: b@example.org', 'InvalidEmail'],
    ['a@example.org,b@example.org', 'InvalidEmail'],
    ['a\u0000@example.org', 'InvalidEmail'],
    [`${'a'.repeat(60)}@${'b'.repeat(250)}.org`, 'InvalidEmail'],
  ])('refuses the address %j as %s', async (email, rule) => {
    for (const answer of [
      await askForCode(onNewNetwork(server.url), email),
      await tryCode(onNewNetwork(server.url), email, '1234'),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        error: { code: 'invalid_input', fields: [{ field: 'email', rule }] },
      });
      if (email.trim() !== '') expect(answer.text).not.toContain(email.trim());
    }
  });

  it.each([
    ['', 'EmptyCode'],
    ['123', 'InvalidCodeLength'],
    ['12345', 'InvalidCodeLength'],
    ['abcd', 'InvalidCodeLength'],
    ['１２３４', 'InvalidCodeLength'],
  ])('refuses the code %j as %s', async (code, rule) => {
    const answer = await tryCode(onNewNetwork(server.url), 'someone@example.org', code);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      error: { code: 'invalid_input', fields: [{ field: 'code', rule }] },
    });
  });

  it('names a missing field and ignores an unknown one', async () => {
    expect((await onNewNetwork(server.url).get('/api/login/email')).json).toMatchObject({
      error: { code: 'invalid_input', fields: [{ field: 'email' }] },
    });
    expect(
      (await onNewNetwork(server.url).get('/api/login/email?email=a@example.org&x=1')).json,
    ).toEqual({ resend_seconds: 60 });
  });
});
