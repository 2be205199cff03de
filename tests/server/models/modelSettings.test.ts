import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatModel } from '#contract/models/models.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { addModel, removeModel } from '#server/services/models/addModel.ts';
import { orderModels } from '#server/services/models/orderModels.ts';
import { hideModel, mapModel, resetModel, setModel } from '#server/services/models/setModel.ts';
import { ask, creditOf, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
/** A second server on the same database. */
let beside: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  beside = await startTestServer({ database: server.database });
  await server.database.query.insert(gpt).values([
    { id: 'cook', name: 'Cook', model: 'gpt-3.5-turbo' },
    { id: 'poet', name: 'Poet', model: 'own-model' },
  ]);
});

afterAll(async () => {
  await beside.close();
  await server.close();
});

async function listOf(one: TestServer, language = 'en'): Promise<ChatModel[]> {
  return (await (await one.fetch(`/api/models?language=${language}`)).json()) as ChatModel[];
}

async function modelOf(one: TestServer, id: string, language?: string) {
  return (await listOf(one, language)).find((model) => model.id === id);
}

/** All servers are notified of a change at once; until then they have the old value. */
async function onBoth(id: string, requested: Partial<ChatModel>): Promise<void> {
  for (const one of [server, beside]) {
    await expect.poll(() => modelOf(one, id)).toMatchObject(requested);
  }
}

async function lastAudit() {
  const { query } = server.database;
  const [entry] = await query.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1);
  return entry && { action: entry.action, subject: entry.subject, details: entry.details };
}

describe('an operator’s change of a model', () => {
  it('never charges more than the page showed', async () => {
    const user = await server.signIn(20);
    const target = { model: 'claude-3-opus' };
    const asked = { target, text: 'sandbox: fast 3' };
    const before = await readAll(await ask(server, user.cookie, { ...asked, maxPrice: 10 }));
    expect(before.end?.charged).toBe(10);
    await setModel(server.platform, 'claude-3-opus', { price: 9 });
    await onBoth('claude-3-opus', { price: 9 });
    const tooLittle = { ...asked, maxPrice: 8 };
    const question = before.accepted?.question_id;
    for (const answer of [
      await ask(server, user.cookie, tooLittle),
      await regenerate(server, user.cookie, question, tooLittle),
    ]) {
      expect(answer.status).toBe(409);
      expect((await answer.json()).error).toMatchObject({ code: 'price_changed', price: 9 });
    }
    expect(await creditOf(server, user.cookie)).toEqual({ credit: 10, held: 0 });
    const cheaper = await readAll(
      await regenerate(server, user.cookie, question, { target, maxPrice: 10 }),
    );
    expect(cheaper.end?.charged).toBe(9);
    await resetModel(server.platform, 'claude-3-opus');
  });

  it('applies on all servers from the next question on, and changes no hold', async () => {
    const user = await server.signIn(20);
    const target = { model: 'claude-2' };
    const running = await ask(server, user.cookie, { target, text: 'sandbox: pause 1500' });
    const reading = readAll(running);
    await expect.poll(() => creditOf(server, user.cookie)).toEqual({ credit: 18, held: 2 });
    await setModel(server.platform, 'claude-2', { price: 7 });
    await onBoth('claude-2', { price: 7 });
    expect(await creditOf(server, user.cookie)).toEqual({ credit: 18, held: 2 });
    const second = await readAll(
      await ask(beside, user.cookie, { target, text: 'sandbox: fast 3' }),
    );
    expect([second.accepted?.price, second.end?.charged]).toEqual([7, 7]);
    expect((await reading).end).toMatchObject({ state: 'finished', charged: 2 });
    expect(await creditOf(server, user.cookie)).toEqual({ credit: 11, held: 0 });
    expect(await lastAudit()).toEqual({
      action: 'models.set',
      subject: 'claude-2',
      details: { set: { price: 7 }, was: { price: null } },
    });
  });

  it('has its texts in the language of the reader or else in English', async () => {
    await setModel(server.platform, 'claude-2', {
      title: ' Claude Two ',
      maxInputTokens: 1_000,
      tips: { en: 'Old but good.', de: 'Alt, aber gut.' },
    });
    await onBoth('claude-2', { title: 'Claude Two', tip: 'Old but good.', price: 7 });
    expect(await modelOf(server, 'claude-2', 'de')).toMatchObject({
      tip: 'Alt, aber gut.',
      max_question_characters: 4_000,
    });
    expect((await modelOf(server, 'claude-2', 'vi'))?.tip).toBe('Old but good.');
    await setModel(server.platform, 'claude-2', { tips: { en: null } });
    await onBoth('claude-2', { tip: null });
    expect((await modelOf(server, 'claude-2', 'de'))?.tip).toBe('Alt, aber gut.');
    await resetModel(server.platform, 'claude-2');
    await onBoth('claude-2', { title: 'Claude 2', tip: null, price: 2 });
    await expect(resetModel(server.platform, 'claude-2')).rejects.toThrow('as it is shipped');
  });

  it('is refused with a sentence if it is invalid', async () => {
    const { platform } = server;
    await expect(setModel(platform, 'gpt-9', { price: 1 })).rejects.toThrow(
      'There is no model gpt-9: dolores models list',
    );
    await expect(setModel(platform, 'claude-2', { price: 0 })).rejects.toThrow(
      'The price must be a whole number from 1 to 10000',
    );
    await expect(setModel(platform, 'claude-2', { title: 'A\nB' })).rejects.toThrow('one line');
    await expect(setModel(platform, 'claude-2', { tips: { es: 'Hola' } })).rejects.toThrow(
      '“es” is no language',
    );
    await expect(setModel(platform, 'claude-2', { group: 'llama' })).rejects.toThrow(
      'stays in its group',
    );
    await expect(setModel(platform, 'claude-2', {})).rejects.toThrow('Nothing is said');
    await expect(orderModels(platform, ['claude-2', 'claude-2'])).rejects.toThrow('named twice');
    expect(await platform.database.query.select().from(modelSetting)).toEqual([]);
  });

  it('can be the order of all models', async () => {
    await orderModels(server.platform, ['luma-video', 'claude-3-opus']);
    const ids = async () => (await listOf(beside)).map(({ id }) => id);
    await expect
      .poll(async () => (await ids()).slice(0, 3))
      .toEqual(['luma-video', 'claude-3-opus', 'gpt-3.5-turbo']);
    await orderModels(server.platform, []);
    await expect.poll(async () => (await ids())[0]).toBe('gpt-3.5-turbo');
  });
});

describe('a model that is not offered', () => {
  it('is refused with another one to ask, but still answers for its GPTs', async () => {
    const { cookie } = await server.signIn(20);
    const target = { model: 'gpt-3.5-turbo' };
    await hideModel(server.platform, 'gpt-3.5-turbo', true);
    await expect.poll(() => modelOf(server, 'gpt-3.5-turbo')).toBeUndefined();
    const refused = await errorOf(await ask(server, cookie, { target, text: 'sandbox: fast 3' }));
    expect(refused).toMatchObject({
      status: 422,
      code: 'model_unavailable',
      message: 'GPT-3.5-turbo is not offered any more: ask gpt-4o-mini instead',
      alternative: 'gpt-4o-mini',
    });
    const behind = await ask(server, cookie, { target: { gpt: 'cook' }, text: 'sandbox: fast 3' });
    expect((await readAll(behind)).end).toMatchObject({ state: 'finished', charged: 1 });
    await expect(hideModel(server.platform, 'gpt-3.5-turbo', true)).rejects.toThrow(
      'is hidden already',
    );
    await hideModel(server.platform, 'gpt-3.5-turbo', false);
    await onBoth('gpt-3.5-turbo', { available: true });
  });

  it('is refused with the offered ones if its name is unknown', async () => {
    const { cookie } = await server.signIn(20);
    const refused = await errorOf(
      await ask(server, cookie, { target: { model: 'gpt-9' }, text: 'sandbox: fast 3' }),
    );
    expect(refused).toMatchObject({ status: 404, code: 'unknown_model' });
    expect(refused.message).toContain('There is no model gpt-9; there are gpt-3.5-turbo, gpt-4o');
    expect(await creditOf(server, cookie)).toEqual({ credit: 20, held: 0 });
  });
});

describe('a model that an operator adds', () => {
  const fields = { title: 'Own model', group: 'llama', price: 3 };
  const upstream = { provider: 'compatible', upstream: 'own/large' } as const;

  it('is asked, priced and listed like the others, also by GPTs', async () => {
    const { platform } = server;
    await addModel(platform, 'own-model', fields, upstream);
    await onBoth('own-model', { title: 'Own model', group: 'llama', tip: null, available: true });
    const ids = (await listOf(server)).map(({ id }) => id);
    expect(ids.indexOf('own-model')).toBe(ids.indexOf('gpt-oss-120b') + 1);
    const { cookie } = await server.signIn(20);
    const own = await ask(beside, cookie, {
      target: { model: 'own-model' },
      text: 'sandbox: fast 3',
    });
    expect((await readAll(own)).end).toMatchObject({ state: 'finished', charged: 3 });
    const poet = await ask(server, cookie, { target: { gpt: 'poet' }, text: 'sandbox: fast 3' });
    expect((await readAll(poet)).end).toMatchObject({ state: 'finished', charged: 1 });
  });

  it('has a unique id that fits into addresses', async () => {
    const { platform } = server;
    for (const id of ['own-model', 'claude-2']) {
      await expect(addModel(platform, id, fields, upstream)).rejects.toThrow('already');
    }
    for (const id of ['Own', 'a/b', '', '.', 'x'.repeat(81)]) {
      await expect(addModel(platform, id, fields, upstream)).rejects.toThrow('is no id');
    }
    await expect(
      addModel(platform, 'other', { ...fields, group: 'art' }, upstream),
    ).rejects.toThrow('no group that text models can be in');
  });

  it('without a price gets the one by rule, if the price of its upstream is known', async () => {
    const { platform } = server;
    const unpriced = { title: 'Sonnet', group: 'claude' };
    const sonnet = { provider: 'anthropic', upstream: 'claude-sonnet-5-5' } as const;
    await addModel(platform, 'sonnet', unpriced, sonnet);
    expect((await lastAudit())?.details).toMatchObject({
      price: 4,
      stepTokens: 6_900,
      maxOutputTokens: 4_096,
    });
    await removeModel(platform, 'sonnet');
    await expect(
      addModel(platform, 'sonnet', { ...unpriced, maxOutputTokens: 8_192 }, sonnet),
    ).rejects.toThrow('the rule chooses');
    await expect(addModel(platform, 'sonnet', unpriced, upstream)).rejects.toThrow(
      'The price of compatible/own/large is unknown',
    );
  });

  it('is removed once no GPT needs it', async () => {
    const { platform } = server;
    await expect(removeModel(platform, 'own-model')).rejects.toThrow('GPTs that own-model answers');
    await expect(removeModel(platform, 'claude-2')).rejects.toThrow('dolores models hide');
    await platform.database.query.update(gpt).set({ model: 'claude-2' }).where(eq(gpt.id, 'poet'));
    await removeModel(platform, 'own-model');
    await expect.poll(() => modelOf(beside, 'own-model')).toBeUndefined();
    await expect(removeModel(platform, 'own-model')).rejects.toThrow('There is no model');
    expect(await lastAudit()).toMatchObject({ action: 'models.remove', subject: 'own-model' });
  });
});

describe('a model that its provider shut down', () => {
  it('names its successor, unless the operator still runs it', async () => {
    await onBoth('claude-2', { successor: 'claude-haiku-5-5' });
    const mapped = { provider: 'anthropic', upstream: 'claude-sonnet-5-5' } as const;
    await mapModel(server.platform, 'claude-2', mapped);
    await onBoth('claude-2', { successor: 'claude-sonnet-5-5' });
    await mapModel(server.platform, 'claude-2', { ...mapped, upstream: 'claude-2' });
    await onBoth('claude-2', { successor: null });
    await mapModel(server.platform, 'claude-2', undefined);
    await onBoth('claude-2', { successor: 'claude-haiku-5-5' });
  });
});
