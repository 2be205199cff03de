import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreditLimits, CreditLimitState } from '#contract/credits/limits.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailMoney } from '#server/services/orders/mails/mailMoney.ts';
import { noteMoneyMails } from '#server/services/orders/mails/noteMoneyMails.ts';
import { ask, creditOf, errorOf, readAll } from '../../setup/chat.ts';
import { callJson } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let mails: Mail[] = [];

beforeAll(async () => {
  server = await startTestServer();
  Object.assign(server.platform.mail, { send: async (mail: Mail) => void mails.push(mail) });
});

afterAll(() => server.close());

const path = '/api/credits/limits';
const none: CreditLimits = { per_day: null, per_month: null, low_mark: null };

async function limit(cookie: string, limits: Partial<CreditLimits>): Promise<CreditLimitState> {
  const body = { ...none, ...limits };
  return (await callJson<CreditLimitState>(server, cookie, 'PUT', path, body)).json;
}

async function spentBy(cookie: string): Promise<CreditLimitState['spent']> {
  return (await callJson<CreditLimitState>(server, cookie, 'GET', path)).json.spent;
}

const fast = 'sandbox: fast 1';

describe('own limits', () => {
  it('are none at first, whole numbers from 1, and count what questions cost and hold', async () => {
    const { cookie } = await server.signIn(20);
    expect((await callJson(server, cookie, 'GET', path)).json).toEqual({
      limits: none,
      spent: { day: 0, month: 0 },
    });
    for (const per_day of [0, -1, 1.5, 1_000_001]) {
      const refused = await callJson(server, cookie, 'PUT', path, { ...none, per_day });
      expect(refused.status).toBe(400);
    }
    await readAll(await ask(server, cookie, { text: fast }));
    await readAll(await ask(server, cookie, { text: 'sandbox: empty' }));
    expect(await spentBy(cookie)).toEqual({ day: 1, month: 1 });
    expect((await limit(cookie, { per_month: 5 })).limits).toEqual({ ...none, per_month: 5 });
  });

  it.each(['day', 'month'] as const)(
    'of a %s are reached exactly and asked about',
    async (period) => {
      const { cookie } = await server.signIn(20);
      await limit(cookie, period === 'day' ? { per_day: 2 } : { per_month: 2 });
      for (let count = 0; count < 2; count += 1) {
        await readAll(await ask(server, cookie, { text: fast }));
      }
      const refusal = await errorOf(await ask(server, cookie, { text: fast }));
      expect(refusal).toMatchObject({
        status: 409,
        code: 'own_limit',
        period,
        limit: 2,
        spent: 2,
        price: 1,
      });
      expect(await creditOf(server, cookie)).toEqual({ credit: 18, held: 0 });
      const { end } = await readAll(await ask(server, cookie, { text: fast, beyondLimit: true }));
      expect(end?.state).toBe('finished');
      expect(await spentBy(cookie)).toEqual({ day: 3, month: 3 });
    },
  );

  it('are not passed by two questions at once', async () => {
    const { cookie } = await server.signIn(20);
    await limit(cookie, { per_day: 1 });
    const asked = await Promise.all([1, 2].map(() => ask(server, cookie, { text: fast })));
    expect(asked.filter(({ status }) => status === 409)).toHaveLength(1);
    for (const response of asked) if (response.ok) await readAll(response);
    expect(await spentBy(cookie)).toEqual({ day: 1, month: 1 });
  });
});

describe('the mail about few credits', () => {
  async function mailAll(): Promise<void> {
    await noteMoneyMails(server.platform);
    await mailMoney(server.platform);
  }

  async function grant(userId: string, amount: number): Promise<void> {
    await server.database.transaction((transaction) =>
      grantCredits(transaction, {
        userId,
        amount,
        source: { type: 'code', id: randomUUID() },
        reason: 'code_redeemed',
      }),
    );
  }

  it('is sent once until new credits arrive and run low again', async () => {
    const { cookie, userId } = await server.signIn(3);
    mails = [];
    await limit(cookie, { low_mark: 3 });
    await mailAll();
    expect(mails).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      await readAll(await ask(server, cookie, { text: fast }));
      await mailAll();
    }
    expect(mails.map(({ subject }) => subject)).toEqual(['2 credits left']);
    expect(mails[0]?.text).toContain('/en/chat/settings#limits');
    await grant(userId, 2);
    await mailAll();
    expect(mails).toHaveLength(1);
    await readAll(await ask(server, cookie, { text: fast }));
    await mailAll();
    expect(mails).toHaveLength(2);
  });

  it('is not sent again after credits that leave the balance below the mark', async () => {
    const { cookie, userId } = await server.signIn(10);
    mails = [];
    await limit(cookie, { low_mark: 10 });
    await readAll(await ask(server, cookie, { text: fast }));
    await mailAll();
    expect(mails.map(({ subject }) => subject)).toEqual(['9 credits left']);
    await readAll(await ask(server, cookie, { text: 'sandbox: fast 2' }));
    await grant(userId, 1);
    await mailAll();
    await readAll(await ask(server, cookie, { text: fast }));
    await mailAll();
    expect(mails).toHaveLength(1);
    // Two small refills reach the mark together.
    await grant(userId, 1);
    await grant(userId, 1);
    await readAll(await ask(server, cookie, { text: fast }));
    await mailAll();
    expect(mails).toHaveLength(2);
  });

  it('waits for new credits if few were left when the mark was set', async () => {
    const { cookie } = await server.signIn(2);
    mails = [];
    await limit(cookie, { low_mark: 5 });
    await readAll(await ask(server, cookie, { text: fast }));
    await mailAll();
    expect(mails).toEqual([]);
  });
});
