import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '#domain/plans/plans.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { startSession } from '#server/services/login/session.ts';
import { grantAllDueLots } from '#server/services/plans/grantDueLots.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { TestBrowser } from '../../setup/testBrowser.ts';
import { times } from '../../setup/longRuns.ts';

const days = 24 * 3_600;

let server: AccountServer;
let operator: OperatorShell;

beforeAll(async () => {
  server = await startAccountServer();
  operator = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await operator.close();
  await server.close();
});

type Entry = { kind: string; reason: string; balance_change: number };
type Status = Record<'basic' | 'pro', Record<string, { subscribed: boolean }>>;

/** A user without credits, signed in for any clock of the server. */
async function newUser() {
  const { userId } = await server.signIn(0);
  const cookie = async () => {
    return `session=${await startSession(server.database.query, userId, server.platform.now())}`;
  };
  const browse = async (language = 'en') =>
    new TestBrowser(server.url, { cookie: `${await cookie()}; lang=${language}` });
  const get = async (path: string) => (await (await browse()).get(path)).json;
  return {
    cookie,
    redeem: async (code: string, language?: string) => {
      const answer = await (await browse(language)).post(`/api/product/code?code=${code}`);
      return answer.json as { code: number; msg: string };
    },
    credit: async () => ((await get('/api/account')) as { credit: number }).credit,
    ledger: async () => ((await get('/api/account/ledger')) as { items: Entry[] }).items,
    owned: async () => {
      const { basic, pro } = (await get('/api/product')) as Status;
      return Object.entries({ basic, pro }).flatMap(([plan, periods]) =>
        Object.entries(periods).flatMap(([period, { subscribed }]) =>
          subscribed ? [`${plan}:${period}`] : [],
        ),
      );
    },
  };
}

async function issue(grants: string): Promise<string> {
  const { status, out } = await operator.run('codes', 'issue', '--grants', grants);
  expect(status).toBe(0);
  return out.trim();
}

function dayIn(count: number): string {
  const date = new Date(server.platform.now().getTime() + count * days * 1_000);
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

/** The days from now to the same day of the next month, or to the last one of a short month. */
function daysOfMonth(): number {
  const start = server.platform.now();
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const last = new Date(Date.UTC(year, month + 2, 0)).getUTCDate();
  const end = Date.UTC(year, month + 1, Math.min(start.getUTCDate(), last));
  return (end - Date.UTC(year, month, start.getUTCDate())) / (days * 1_000);
}

describe('an operator’s code for a plan', () => {
  it.each([
    ['basic:month', 400, /^Basic is yours until \w+ \d+, \d{4}, with 400 credits a week\.\n/],
    ['basic:year', 400, /^Basic is yours until \w+ \d+, \d{4}, with 400 credits a week\.\n/],
    ['pro:month', 13_500, /^Pro is yours until \w+ \d+, \d{4}, with 13,500 credits a month\.\n/],
    ['pro:year', 13_500, /^Pro is yours until \w+ \d+, \d{4}, with 13,500 credits a month\.\n/],
  ])('gives %s once', async (grants, credits, msg) => {
    const user = await newUser();
    const code = await issue(grants);
    expect(await user.redeem(code)).toEqual({ code: 0, msg: expect.stringMatching(msg) });
    expect(await user.owned()).toEqual([grants]);
    expect(await user.credit()).toBe(credits);
    expect(await user.ledger()).toMatchObject([
      { kind: 'grant', reason: 'code_redeemed', balance_change: credits },
    ]);
    expect((await user.redeem(code)).code).toBe(-1);
    expect(await user.credit()).toBe(credits);
    const audit = await server.database.query.select().from(auditEntry);
    const product = grants.replace(':', '_') as Product;
    expect(audit.at(-1)).toMatchObject({ action: 'codes.issue', details: { credits, product } });
  });

  it('gives a pack, with a message in the language of its user', async () => {
    const user = await newUser();
    const answer = await user.redeem(await issue('credit:500'), 'de');
    expect(answer).toEqual({
      code: 0,
      msg: '500 Credits wurden Ihrem Konto gutgeschrieben.\nDiese Credits verfallen nicht.\nIhr Guthaben: 500 Credits.',
    });
    expect(await user.credit()).toBe(500);
  });

  it('is redeemed once by many parallel requests', async () => {
    const code = await issue('pro:month');
    const users = await Promise.all(Array.from({ length: times(20, 100) }, () => newUser()));
    const answers = await Promise.all([...users, ...users].map((user) => user.redeem(code)));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    const given = await Promise.all(users.map((user) => user.credit()));
    expect(given.toSorted((one, other) => other - one).slice(0, 2)).toEqual([13_500, 0]);
  });
});

describe('the credits of a plan', () => {
  it('come every week of Basic, by the job or when the user reads, and end with its month', async () => {
    const user = await newUser();
    const length = daysOfMonth();
    await user.redeem(await issue('basic:month'));
    for (let week = 1; week * 7 < length; week += 1) {
      server.advance(7 * days);
      if (week % 2 === 0) {
        const now = server.platform.now();
        await Promise.all([1, 2, 3].map(() => grantAllDueLots(server.database, now)));
      }
      const seen = await Promise.all([1, 2, 3].map(() => user.credit()));
      expect(seen).toEqual([400, 400, 400]);
    }
    const grants = (await user.ledger()).filter(({ kind }) => kind === 'grant');
    expect(grants.map(({ reason }) => reason)).toEqual([
      ...grants.slice(1).map(() => 'plan_credits'),
      'code_redeemed',
    ]);
    expect(grants).toHaveLength(Math.ceil(length / 7));
    server.advance((length % 7 || 7) * days);
    expect(await user.credit()).toBe(0);
    expect(await user.owned()).toEqual([]);
  });

  it('are granted for a question before any read', async () => {
    const user = await newUser();
    await user.redeem(await issue('basic:month'));
    server.advance(8 * days);
    const { end } = await readAll(await ask(server, await user.cookie(), { text: 'Hello' }));
    expect(await user.credit()).toBe(400 - (end?.charged ?? 0));
    expect(end?.charged).toBeGreaterThan(0);
  });

  it('come every month of a year of Pro', async () => {
    // From a day that every month has.
    if (server.platform.now().getUTCDate() > 27) server.advance(5 * days);
    const user = await newUser();
    await user.redeem(await issue('pro:year'));
    for (let month = 1; month < 12; month += 1) {
      server.advance(daysOfMonth() * days);
      expect(await user.credit()).toBe(13_500);
    }
    expect((await user.ledger()).filter(({ kind }) => kind === 'grant')).toHaveLength(12);
    server.advance(33 * days);
    expect([await user.credit(), await user.owned()]).toEqual([0, []]);
  });
});

describe('a second plan', () => {
  it('follows the same plan, with its credits then', async () => {
    const user = await newUser();
    const length = daysOfMonth();
    await user.redeem(await issue('pro:month'));
    expect((await user.redeem(await issue('pro:month'))).code).toBe(0);
    expect(await user.credit()).toBe(13_500);
    server.advance((length + 1) * days);
    expect([await user.credit(), await user.owned()]).toEqual([13_500, ['pro:month']]);
    server.advance(25 * days);
    expect(await user.owned()).toEqual(['pro:month']);
    server.advance(8 * days);
    expect([await user.credit(), await user.owned()]).toEqual([0, []]);
  });

  it.each(['basic:month', 'pro:month'])(
    'keeps the day of the month: twelve of %s in a row end as one year does',
    async (grants) => {
      const now = () => server.platform.now();
      while (now().getUTCDate() !== 31) server.advance(days);
      const [year, month] = [now().getUTCFullYear() + 1, now().getUTCMonth()];
      const user = await newUser();
      const messages: string[] = [];
      for (let count = 0; count < 12; count += 1) {
        messages.push((await user.redeem(await issue(grants))).msg);
      }
      const end = new Date(Date.UTC(year, month, 31));
      const last = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
        end,
      );
      expect(messages.at(-1)).toContain(`until ${last}`);
    },
  );

  it('waits as Basic until Pro is over', async () => {
    const user = await newUser();
    const length = daysOfMonth();
    await user.redeem(await issue('pro:month'));
    const { msg } = await user.redeem(await issue('basic:month'));
    expect(msg).toContain(`Basic is yours after Pro, from ${dayIn(length)} until `);
    expect([await user.credit(), await user.owned()]).toEqual([
      13_500,
      ['basic:month', 'pro:month'],
    ]);
    server.advance((length + 1) * days);
    expect([await user.credit(), await user.owned()]).toEqual([400, ['basic:month']]);
  });

  it('starts at once as Pro, and the remaining weeks of Basic follow it', async () => {
    const user = await newUser();
    const basicLength = daysOfMonth();
    await user.redeem(await issue('basic:month'));
    server.advance(2 * days);
    const length = daysOfMonth();
    const { msg } = await user.redeem(await issue('pro:month'));
    // The first week of Basic has its credits already.
    const end = dayIn(length + basicLength - 7);
    expect(msg).toMatch(
      new RegExp(`^Pro is yours .* After that, Basic goes on until ${end}\\.\\n`),
    );
    expect([await user.credit(), await user.owned()]).toEqual([
      13_900,
      ['basic:month', 'pro:month'],
    ]);
    server.advance((length + 1) * days);
    expect([await user.credit(), await user.owned()]).toEqual([400, ['basic:month']]);
    server.advance((basicLength - 7) * days);
    expect([await user.credit(), await user.owned()]).toEqual([0, []]);
    const grants = (await user.ledger()).filter(({ balance_change: change }) => change === 400);
    expect(grants.map(({ kind }) => kind)).toEqual(['grant', 'grant']);
  });
});
