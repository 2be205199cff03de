import { desc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatModel } from '#contract/models/models.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { applyPrices } from '#server/services/models/applyPrices.ts';
import { listPrices } from '#server/services/models/listPrices.ts';
import { cancelPrice, schedulePrice } from '#server/services/models/schedulePrice.ts';
import { resetModel, setModel } from '#server/services/models/setModel.ts';
import { modelLines } from '#server/services/snapshot/modelLines.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
/** A second server on the same database. */
let beside: TestServer;
let shell: OperatorShell;

beforeAll(async () => {
  server = await startTestServer();
  beside = await startTestServer({ database: server.database });
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  await shell.close();
  await beside.close();
  await server.close();
});

async function priceOn(one: TestServer, id: string): Promise<number | undefined> {
  const models = (await (await one.fetch('/api/models')).json()) as ChatModel[];
  return models.find((model) => model.id === id)?.price;
}

async function snapshotOf(id: string) {
  return (await Array.fromAsync(modelLines(server.database.query, [id])))[0];
}

const soon = (milliseconds: number) => new Date(Date.now() + milliseconds);

/** A moment by which no test has come, however slow the machine is. */
const tomorrow = () => soon(86_400_000);

/** Lets the coming price of a model begin in a moment. Returns that moment. */
async function beginSoon(model: string): Promise<Date> {
  const from = soon(500);
  const { query } = server.database;
  const isComing = sql`model = ${model} and applied is null and withdrawn is null`;
  await query.execute(
    sql`update model_price set starts = ${from.toISOString()}::timestamptz where ${isComing}`,
  );
  // Servers follow the rows of the models.
  await query.execute(sql`update model_setting set id = id where id = ${model}`);
  return from;
}

describe('a price that begins later', () => {
  const model = 'claude-2';
  const target = { model };

  it('applies on all servers from its start on, without the job, and changes no hold', async () => {
    const user = await server.signIn(30);
    const change = { model, price: 7, from: tomorrow(), reason: 'dearer upstream' };
    await schedulePrice(server.platform, change);
    for (const one of [server, beside]) {
      await expect.poll(() => one.platform.catalogue.find(model)?.coming).toHaveLength(1);
      expect(await priceOn(one, model)).toBe(2);
    }
    const held = await ask(server, user.cookie, { target, text: 'sandbox: pause 4000' });
    const reading = readAll(held);
    expect(await creditOf(server, user.cookie)).toEqual({ credit: 28, held: 2 });
    const from = await beginSoon(model);
    for (const one of [server, beside]) {
      await expect.poll(() => priceOn(one, model)).toBe(7);
    }
    expect(Date.now()).toBeGreaterThanOrEqual(from.getTime());
    const shown = { target, text: 'sandbox: fast 3', maxPrice: 2 };
    const refused = await ask(beside, user.cookie, shown);
    expect(refused.status).toBe(409);
    expect((await refused.json()).error).toMatchObject({ code: 'price_changed', price: 7 });
    const agreed = await readAll(await ask(beside, user.cookie, { ...shown, maxPrice: 7 }));
    expect([agreed.accepted?.price, agreed.end?.charged]).toEqual([7, 7]);
    expect((await reading).end).toMatchObject({ state: 'finished', charged: 2 });
    expect(await creditOf(server, user.cookie)).toEqual({ credit: 21, held: 0 });
  });

  it('is part of the site’s data with its start, and is the price there once the job has run', async () => {
    expect(await snapshotOf(model)).toMatchObject({
      price: null,
      coming_prices: [{ price: 7, from: expect.stringMatching(/^2\d{3}-.*Z$/) }],
    });
    const ran = await Promise.all([applyPrices(server.platform), applyPrices(server.platform)]);
    expect(ran.flat()).toEqual([model]);
    expect(await snapshotOf(model)).toMatchObject({ price: 7, coming_prices: [] });
    expect(await applyPrices(server.platform)).toEqual([]);
    expect(await priceOn(server, model)).toBe(7);
  });

  it('is replaced by a price that was set after its start, and not by one that was set before', async () => {
    await setModel(server.platform, model, { price: 3 });
    await schedulePrice(server.platform, { model, price: 9, from: tomorrow(), reason: 'later' });
    await setModel(server.platform, model, { price: 4 });
    await beginSoon(model);
    await expect.poll(() => priceOn(server, model)).toBe(9);
    await setModel(server.platform, model, { price: 5 });
    await expect.poll(() => priceOn(server, model)).toBe(5);
    expect(await applyPrices(server.platform)).toEqual([]);
    await expect.poll(() => priceOn(beside, model)).toBe(5);
  });

  it('is listed with those before it, and can be withdrawn until its start', async () => {
    const from = tomorrow();
    await schedulePrice(server.platform, { model, price: 6, from, reason: 'tomorrow' });
    const again = schedulePrice(server.platform, { model, price: 8, from, reason: 'also' });
    await expect(again).rejects.toThrow('has a price from that moment already');
    await cancelPrice(server.platform, { model, from, reason: 'a mistake' });
    await expect(cancelPrice(server.platform, { model, from, reason: 'twice' })).rejects.toThrow(
      'has no price that begins then',
    );
    const [last] = await server.database.query
      .select()
      .from(auditEntry)
      .orderBy(desc(auditEntry.id))
      .limit(1);
    expect(last).toMatchObject({
      action: 'models.cancel_price',
      subject: model,
      details: { price: 6, from: from.toISOString(), reason: 'a mistake' },
    });
    const prices = await listPrices(server.platform, model);
    expect(prices.map(({ price }) => price)).toEqual([7, 3, 4, 9, 5, 6]);
    expect(prices.map(({ withdrawn }) => withdrawn !== null).lastIndexOf(true)).toBe(5);
    await schedulePrice(server.platform, { model, price: 8, from, reason: 'again' });
    await resetModel(server.platform, model);
    await expect
      .poll(() => server.platform.catalogue.find(model))
      .toMatchObject({
        price: 2,
        coming: [],
      });
  });

  it('is refused with a sentence if it is invalid', async () => {
    const change = { model, price: 3, from: soon(60_000), reason: 'why' };
    const { platform } = server;
    await expect(schedulePrice(platform, { ...change, model: 'gpt-9' })).rejects.toThrow(
      'There is no model gpt-9',
    );
    await expect(schedulePrice(platform, { ...change, price: 0 })).rejects.toThrow('whole number');
    await expect(schedulePrice(platform, { ...change, from: soon(-1) })).rejects.toThrow(
      'later than now',
    );
    await expect(
      schedulePrice(platform, { ...change, from: soon(800 * 86_400_000) }),
    ).rejects.toThrow('within two years');
    const { rows } = await platform.database.query.execute(
      sql`select from model_price where applied is null and withdrawn is null`,
    );
    expect(rows).toHaveLength(0);
  });
});

describe('dolores models price', () => {
  it('sets a price from a time on, lists all, and withdraws it', async () => {
    const set = await shell.run(
      'models',
      'price',
      'dall-e-3',
      '--credits',
      '9',
      '--from',
      '2027-12-01T00:00Z',
      '--reason',
      'larger pictures',
      '--no-publish',
    );
    expect(set).toMatchObject({ status: 0, err: '' });
    expect(set.out).toContain('4 credits a question, 9 from 2027-12-01T00:00:00.000Z.');
    expect(set.out).toContain('credits of Pro will not cover the advertised queries');
    const listed = await shell.run('models', 'prices', 'dall-e-3');
    expect(listed.out).toBe(
      '2027-12-01T00:00:00.000Z  dall-e-3  9 credits  coming  larger pictures\n',
    );
    const cancel = await shell.run(
      'models',
      'price',
      'dall-e-3',
      '--cancel',
      '--from',
      '2027-12-01T00:00Z',
      '--reason',
      'no',
      '--no-publish',
    );
    expect(cancel).toMatchObject({ status: 0, err: '' });
    const json = JSON.parse((await shell.run('models', 'prices', '--json')).out) as object[];
    expect(json.at(-1)).toMatchObject({ model: 'dall-e-3', price: 9 });
    const now = await shell.run(
      'models',
      'price',
      'dall-e-3',
      '--credits',
      '5',
      '--reason',
      'now',
      '--no-publish',
    );
    expect(now.out).toContain('5 credits a question.');
  });

  it('names the missing option', async () => {
    const wrong = ['models', 'price', 'dall-e-3', '--reason', 'x'];
    expect((await shell.run(...wrong)).err).toContain('Say either --credits or --cancel');
    expect((await shell.run(...wrong, '--cancel')).err).toContain('--cancel needs --from');
    const noMinute = await shell.run(...wrong, '--credits', '3', '--from', 'tomorrow');
    expect(noMinute.err).toContain('--from must be a minute in UTC');
    expect((await shell.run('models', 'price', 'dall-e-3', '--credits', '3')).err).toContain(
      '--reason',
    );
  });
});
