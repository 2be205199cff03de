import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerCost } from '#server/db/schema/costs.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { checkPrices } from '#server/services/costs/checkPrices.ts';
import { reportMargin } from '#server/services/costs/reportMargin.ts';
import { setUpstreamPrice } from '#server/services/upstreamPrices/setUpstreamPrice.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

let server: TestServer;
let shell: OperatorShell;
let openai: FakeUpstream;

beforeAll(async () => {
  openai = await startUpstream('openai');
  process.env['OPENAI_API_KEY'] = openai.config.apiKey;
  process.env['OPENAI_BASE_URL'] = openai.config.baseUrl;
  server = await startTestServer({ config: { providers: [openai.config], firstTokenSeconds: 1 } });
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  delete process.env['OPENAI_API_KEY'];
  delete process.env['OPENAI_BASE_URL'];
  expect(await verifyLedger(server.database)).toEqual([]);
  await shell.close();
  await server.close();
  await openai.close();
});

async function answered(cookie: string, text: string, model = 'gpt-4o-mini') {
  const reading = await readAll(await ask(server, cookie, { text, target: { model } }));
  const id = reading.accepted?.answer_id ?? '';
  const [stored] = await server.database.query
    .select()
    .from(answerCost)
    .where(eq(answerCost.answerId, id));
  return { ...reading, id, stored };
}

async function spentToday(): Promise<number> {
  const { rows } = await server.database.query.execute<{ sum: number }>(
    sql`select coalesce(sum(micros), 0)::int as sum from provider_spend where provider = 'openai'`,
  );
  return rows[0]?.sum ?? 0;
}

describe('the cost of an answer', () => {
  it('is that of the tokens that its upstream reports, stored with its end', async () => {
    const { cookie } = await server.signIn(10);
    const { end, stored } = await answered(cookie, 'sandbox: fast 40');
    expect(end).toMatchObject({ state: 'finished', charged: 1 });
    const input = stored?.inputTokens ?? 0;
    const output = stored?.outputTokens ?? 0;
    expect(input).toBeGreaterThan(0);
    expect(output).toBeGreaterThan(0);
    expect(stored).toMatchObject({
      model: 'gpt-4o-mini',
      isGpt: false,
      upstream: 'openai/gpt-4o-mini',
      state: 'finished',
      charged: 1,
      estimated: false,
      cost: Math.ceil((input * 150_000 + output * 600_000) / 1_000_000),
    });
    expect(await spentToday()).toBe(stored?.cost);
  });

  it('is an estimate, and marked as one, if the upstream reports none or the answer was stopped', async () => {
    const { cookie } = await server.signIn(10);
    const silent = await answered(cookie, 'sandbox: no-usage');
    expect(silent.end?.charged).toBe(1);
    expect(silent.stored).toMatchObject({ estimated: true, outputTokens: 7 });
    expect(silent.stored?.inputTokens).toBeGreaterThanOrEqual(4);
    const cut = await answered(cookie, 'sandbox: cut 5');
    expect(cut.end).toMatchObject({ state: 'failed', charged: 0 });
    expect(cut.stored).toMatchObject({ charged: 0, estimated: true, state: 'failed' });
    expect(cut.stored?.cost).toBeGreaterThan(0);
  });

  it('is zero if the upstream refused the request, and unknown without a price', async () => {
    const { cookie } = await server.signIn(20);
    const refused = await answered(cookie, 'sandbox: fail 429');
    expect(refused.stored).toMatchObject({ charged: 0, cost: 0, inputTokens: null });
    const before = await spentToday();
    const { platform } = server;
    await server.database.query.execute(
      sql`insert into model_setting (id, provider, upstream) values ('claude-2', 'openai', 'own-model')`,
    );
    await expect.poll(() => platform.catalogue.find('claude-2')?.upstream?.name).toBe('own-model');
    const unknown = await answered(cookie, 'sandbox: fast 10', 'claude-2');
    expect(unknown.stored).toMatchObject({ charged: 2, cost: null, estimated: false });
    expect(await spentToday()).toBe(before);
    const set = ['prices', 'set', 'openai/own-model', '--input', '0.5', '--output', '2'];
    expect(await shell.run(...set, '--from', '2026-01-01')).toMatchObject({ status: 0, err: '' });
    await expect
      .poll(() => platform.catalogue.prices.at(-1))
      .toMatchObject({ upstream: 'openai/own-model', output: 2_000_000 });
    const known = await answered(cookie, 'sandbox: fast 10', 'claude-2');
    expect(known.stored?.cost).toBeGreaterThan(0);
    await expect(
      setUpstreamPrice(platform, { upstream: 'own', from: '2026-01-01', input: 1, output: 1 }),
    ).rejects.toThrow('provider/model');
  });

  it('is kept after the conversation, without a name', async () => {
    const { cookie } = await server.signIn(10);
    const { id, accepted } = await answered(cookie, 'sandbox: fast 3');
    await server.database.query.execute(
      sql`delete from conversation where id = ${accepted?.conversation_id}`,
    );
    const rows = await server.database.query
      .select()
      .from(answerCost)
      .where(eq(answerCost.answerId, id));
    expect(rows).toHaveLength(1);
  });
});

/** A user whose only credits were bought, with the order as it is stored. */
async function buyer(order: Partial<typeof paymentOrder.$inferInsert> = {}) {
  const { userId, cookie } = await server.signIn(0);
  const id = randomUUID();
  const now = new Date();
  await server.database.query.insert(paymentOrder).values({
    id,
    userId,
    requestId: id,
    kind: 'purchase',
    product: 'credit_500',
    credits: 500,
    currency: 'USD',
    amount: 499,
    regular: 499,
    steps: [],
    following: 499,
    state: 'fulfilled',
    paid: now,
    fulfilled: now,
    expires: now,
    ...order,
  });
  await server.database.transaction((transaction) =>
    grantCredits(transaction, {
      userId,
      amount: order.credits ?? 500,
      source: { type: 'order', id },
      reason: 'pack_bought',
      product: order.product ?? 'credit_500',
      ends: null,
    }),
  );
  return cookie;
}

describe('the margin', () => {
  it('counts credits at the price at which they were sold, gifts as zero, and free answers separately', async () => {
    const from = new Date();
    const dollars = await buyer();
    const yuan = await buyer({ currency: 'CNY', amount: 1_800, regular: 3_600 });
    const returned = await buyer({ state: 'refunded' });
    const pro = await buyer({
      product: 'pro_month',
      credits: 13_500,
      amount: 2_899,
      regular: 4_676,
    });
    const half = await buyer({ amount: 998, regular: 998, returned: 499 });
    const gift = (await server.signIn(10)).cookie;
    let cost = 0;
    for (const cookie of [dollars, yuan, returned, pro, half, gift]) {
      const { stored } = await answered(cookie, 'sandbox: fast 20', 'gpt-4-turbo');
      expect(stored).toMatchObject({ charged: 4, upstream: 'openai/gpt-6-sol' });
      cost += stored?.cost ?? 0;
    }
    const failed = await answered(gift, 'sandbox: cut 5', 'gpt-4-turbo');
    const [margin, ...others] = await reportMargin(server.platform, { from, to: new Date() });
    expect(others).toEqual([]);
    // Four credits each: 4 × 9,980, twice, half of that in CNY, 4 × 2,147.4 of Pro; in micro-USD.
    const value = 2 * 39_920 + 19_960 + Math.floor(4 * (28_990_000 / 13_500));
    expect(margin).toEqual({
      model: 'gpt-4-turbo',
      isGpt: false,
      questions: 6,
      credits: 24,
      sold: 16,
      value,
      cost,
      free: { answers: 1, cost: failed.stored?.cost },
      unknown: 0,
      estimated: 1,
      margin: value - cost - (failed.stored?.cost ?? 0),
    });
  });

  it('is printed for days, and as JSON', async () => {
    const { out, err, status } = await shell.run('ledger', 'margin');
    expect({ err, status }).toEqual({ err: '', status: 0 });
    expect(out).toMatch(/^Answers that ended from 20\S+ to 20\S+ \(UTC\)\nmodel +charged/);
    expect(out).toMatch(/\ngpt-4-turbo +6 +24 +16 +\$0\.1084 /);
    expect(out).toMatch(/\nall /);
    expect(out).toContain('Answers of unknown cost: 1.');
    const json = JSON.parse((await shell.run('ledger', 'margin', '--json')).out) as {
      models: { model: string }[];
    };
    expect(json.models.map(({ model }) => model)).toContain('gpt-4-turbo');
    const none = await shell.run('ledger', 'margin', '--from', '2020-01-01', '--to', '2020-01-31');
    expect(none.out).toContain('There are none.');
    const wrong = await shell.run('ledger', 'margin', '--from', 'May');
    expect(wrong.err).toContain('--from must be a day');
  });
});

describe('dolores prices check', () => {
  it('fails for models whose longest question costs over eight times its credits', async () => {
    await shell.run('models', 'set', 'claude-3-opus', '--step', '14000', '--no-publish');
    const over = await shell.run('prices', 'check');
    expect(over.status).toBe(1);
    // The tests above mapped it to a model that is five times as expensive.
    expect(over.out).toMatch(/^EXCEEDS claude-2 \(openai\/own-model\)/m);
    expect(over.out).toMatch(/^EXCEEDS claude-3-opus .*at worst \$0\.13792 \(8\.0 of at most 8/m);
    for (const id of ['claude-3-opus', 'claude-2']) {
      await shell.run('models', 'reset', '--yes', id, '--no-publish');
    }
  });

  it('passes for an added model with a price, which gets the longest step within the bound', async () => {
    const add = [
      'models',
      'add',
      'own-opus',
      '--title',
      'Own',
      '--group',
      'claude',
      '--price',
      '10',
    ];
    const by = ['--provider', 'anthropic', '--upstream', 'claude-opus-5-5', '--no-publish'];
    const added = await shell.run(...add, ...by, '--max-output', '4096', '--json');
    expect(JSON.parse(added.out)).toMatchObject({ maxInputTokens: 100_000, stepTokens: 13_800 });
    expect(await shell.run('prices', 'check')).toMatchObject({ status: 0 });
    await shell.run('models', 'remove', '--yes', 'own-opus', '--no-publish');
  });

  it('passes with the shipped prices, and names a model at a loss', async () => {
    const fine = await shell.run('prices', 'check');
    expect(fine).toMatchObject({ err: '', status: 0 });
    expect(fine.out).toMatch(
      /^waived {2}luma-video .*\$0\.15, at worst \$0\.45 for 10 credits \(26\.2 of at most 8 times its price\): Specified at 5 credits/m,
    );
    expect(fine.out).toMatch(
      /^ok {6}gpt-4-turbo .* costs \$0\.0042, at worst \$0\.05476 \(8\.0 of at most 8 times its price\)$/m,
    );
    for (const line of fine.out.trim().split('\n')) expect(line).toContain(', at worst $');
    const highPrices = ['prices', 'set', 'openai/gpt-6-sol', '--input', '20', '--output', '100'];
    await shell.run(...highPrices);
    const losing = await shell.run('prices', 'check');
    expect(losing.status).toBe(1);
    expect(losing.out).toMatch(
      /^LOSES {3}gpt-4-turbo \(openai\/gpt-6-sol\): 4 credits bring \$0\.006868/m,
    );
    const json = JSON.parse((await shell.run('prices', 'check', '--json')).out) as object[];
    expect(json).toContainEqual(expect.objectContaining({ model: 'gpt-4-turbo', loses: true }));
    expect((await shell.run('prices', 'list')).out).toContain(
      'openai/gpt-6-sol  $20.00 in, $100.00 out',
    );
  });

  it('uses the real costs once there are enough answers, free ones included', async () => {
    await server.database.query.execute(sql`
      insert into answer_cost (answer_id, ended, model, is_gpt, upstream, state, charged, estimated, cost)
      select gen_random_uuid(), now(), 'claude-3-opus', false, 'anthropic/claude-opus-5-5',
        case when n > 50 then 'failed' else 'finished' end, case when n > 50 then 0 else 10 end, false, 15000
      from generate_series(1, 60) n`);
    const checked = await checkPrices(server.platform);
    const opus = checked.find(({ model }) => model === 'claude-3-opus');
    expect(opus).toMatchObject({ basis: 'seen', cost: 18_000, value: 17_170, loses: true });
  });

  it('names AI search if its search engine costs more than its price', async () => {
    await server.database.query.execute(sql`
      insert into answer_cost (answer_id, ended, model, is_gpt, upstream, state, charged, estimated, cost)
      select gen_random_uuid(), now(), 'ai-search', false, 'openai/gpt-6-luna', 'finished', 2, false, 5600
      from generate_series(1, 50)`);
    const checked = await checkPrices(server.platform);
    const search = checked.find(({ model }) => model === 'ai-search');
    expect(search).toMatchObject({ basis: 'seen', credits: 2, cost: 5_600, loses: true });
  });
});
