import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatSettings } from '#contract/chat/chatSettings.ts';
import { defaultChatSettings } from '#domain/chat/chatSettings.ts';
import { chatSetting } from '#server/db/schema/chat.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { ask, errorOf, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import {
  type FakeUpstream,
  type UpstreamRequest,
  readPromptTexts,
  startUpstream,
} from '../../setup/upstreams.ts';

const names = ['openai', 'anthropic', 'groq', 'compatible'] as const;

let upstreams: Record<(typeof names)[number], FakeUpstream>;
let server: TestServer;
let compatible: TestServer;

beforeAll(async () => {
  const [openai, anthropic, groq, own] = await Promise.all([
    startUpstream('openai'),
    startUpstream('anthropic'),
    startUpstream('groq'),
    startUpstream('compatible'),
  ]);
  upstreams = { openai, anthropic, groq, compatible: own };
  server = await startTestServer({
    config: { providers: [openai, anthropic, groq].map(({ config }) => config) },
  });
  compatible = await startTestServer({
    database: server.database,
    config: { providers: [own.config] },
  });
  await server.database.query
    .insert(gpt)
    .values({ id: 'helper', name: 'Helper', instructions: 'Help well.' });
});

afterAll(async () => {
  await compatible.close();
  await server.close();
  for (const name of names) await upstreams[name].close();
});

const requested: ChatSettings = {
  temperature: 1.5,
  max_output_tokens: 100,
  history_turns: 1,
  system_prompt: 'Speak like a bird.',
  send_key: 'mod_enter',
};

async function put(cookie: string, settings: unknown): Promise<Response> {
  const body = JSON.stringify(settings);
  return server.fetch('/api/chat/settings', { method: 'PUT', cookie, body });
}

async function userWith(changes: Partial<ChatSettings>): Promise<string> {
  const { cookie } = await server.signIn(100);
  await put(cookie, { ...requested, ...changes });
  return cookie;
}

/** The request that an upstream receives for a question to a model. */
async function wire(
  name: (typeof names)[number],
  cookie: string,
  target: { model: string } | { gpt: string },
): Promise<UpstreamRequest | undefined> {
  const asked = name === 'compatible' ? compatible : server;
  const reading = await readAll(await ask(asked, cookie, { text: 'sandbox: fast 1', target }));
  expect(reading.end).toMatchObject({ state: 'finished' });
  return upstreams[name].requests.at(-1);
}

describe('the settings of a chat', () => {
  it('are the model’s own until the user chooses, and then the user’s', async () => {
    const { cookie } = await server.signIn();
    const read = async () =>
      (await server.fetch('/api/chat/settings', { cookie })).json() as Promise<ChatSettings>;
    expect(await read()).toEqual(defaultChatSettings);
    expect(await (await put(cookie, requested)).json()).toEqual(requested);
    expect(await read()).toEqual(requested);
    const emptied = { ...requested, system_prompt: '  ', temperature: null };
    expect(await (await put(cookie, emptied)).json()).toEqual({ ...emptied, system_prompt: null });
    expect((await server.fetch('/api/chat/settings')).status).toBe(401);
    const other = await server.signIn();
    const others = await server.fetch('/api/chat/settings', { cookie: other.cookie });
    expect(await others.json()).toEqual(defaultChatSettings);
  });

  it.for([
    [{ temperature: 2.1 }, 'temperature'],
    [{ max_output_tokens: 15 }, 'max_output_tokens'],
    [{ history_turns: -1 }, 'history_turns'],
    [{ history_turns: 501 }, 'history_turns'],
    [{ system_prompt: 'x'.repeat(8_001) }, 'system_prompt'],
    [{ send_key: 'space' }, 'send_key'],
    [{ top_p: 1 }, 'top_p'],
  ] as const)('are refused with the name of the wrong value: %o', async ([wrong, field]) => {
    const { cookie } = await server.signIn();
    const refused = await errorOf(await put(cookie, { ...requested, ...wrong }));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(refused.message).toContain(field);
  });

  it('fall back to the model’s own for stored values that are not valid any more', async () => {
    const { cookie, userId } = await server.signIn();
    const settings = { ...requested, temperature: 7 };
    await server.database.query.insert(chatSetting).values({ userId, settings });
    const response = await server.fetch('/api/chat/settings', { cookie });
    expect(await response.json()).toEqual(defaultChatSettings);
  });
});

describe('on the wire', () => {
  it.for([
    ['openai', 'gpt-4o-mini', 1.5, { max_tokens: 100 }],
    // These take a temperature only while they do not think.
    ['openai', 'gpt-4-turbo', 1.5, { max_completion_tokens: 100 }],
    ['openai', 'gpt-3.5-turbo', 1.5, { max_completion_tokens: 100 }],
    ['anthropic', 'claude-2', undefined, { max_tokens: 100 }],
    // These think before they answer, within the same limit.
    ['anthropic', 'claude-3-opus', undefined, { max_tokens: 1_124 }],
    ['groq', 'llama-3.1-8b-instant', 1.5, { max_tokens: 1_124 }],
    ['compatible', 'gpt-4-turbo', 1.5, { max_tokens: 1_124 }],
  ] as const)(
    '%s receives them for %s in its own format',
    async ([name, model, temperature, limit]) => {
      const request = await wire(name, await userWith({}), { model });
      expect(request).toMatchObject(limit);
      expect(request?.temperature).toBe(temperature);
      expect(readPromptTexts(request)).toEqual([
        'system: Speak like a bird.',
        'user: sandbox: fast 1',
      ]);
    },
  );

  it('no answer is longer than the model writes, and unset values are not sent', async () => {
    const long = await wire('compatible', await userWith({ max_output_tokens: 90_000 }), {
      model: 'gpt-4-turbo',
    });
    expect(long?.max_tokens).toBe(4_096);
    const { cookie } = await server.signIn(10);
    const plain = await wire('compatible', cookie, { model: 'gpt-4-turbo' });
    expect(plain).toMatchObject({ max_tokens: 4_096 });
    expect(plain).not.toHaveProperty('temperature');
    expect(readPromptTexts(plain)).toEqual(['user: sandbox: fast 1']);
  });

  it('a GPT keeps its own instructions', async () => {
    const request = await wire('openai', await userWith({}), { gpt: 'helper' });
    expect(readPromptTexts(request)).toEqual(['system: Help well.', 'user: sandbox: fast 1']);
    expect(request).toMatchObject({ temperature: 1.5, max_tokens: 100 });
  });

  it('the model receives the chosen number of earlier turns, without counting them as dropped', async () => {
    const cookie = await userWith({ history_turns: 1, system_prompt: null });
    const target = { model: 'gpt-4o-mini' };
    let conversationId: string | undefined;
    for (const text of ['sandbox: fast 1', 'sandbox: fast 2', 'sandbox: fast 3']) {
      const question = { text, target, conversationId };
      const { accepted } = await readAll(await ask(server, cookie, question));
      conversationId = accepted?.conversation_id;
      expect(accepted?.dropped_turns).toBe(0);
    }
    expect(readPromptTexts(upstreams.openai.requests.at(-1))).toEqual([
      'user: sandbox: fast 2',
      'assistant: delta 1 delta 2 ',
      'user: sandbox: fast 3',
    ]);
    await put(cookie, { ...requested, history_turns: 0, system_prompt: null });
    await readAll(await ask(server, cookie, { text: 'sandbox: fast 1', target, conversationId }));
    expect(readPromptTexts(upstreams.openai.requests.at(-1))).toEqual(['user: sandbox: fast 1']);
  });

  it('the system prompt counts towards the context of the model', async () => {
    const cookie = await userWith({ system_prompt: '長'.repeat(8_000) });
    const question = { text: '問'.repeat(4_001), target: { model: 'gpt-3.5-turbo' } };
    const refused = await errorOf(await ask(server, cookie, question));
    expect(refused).toMatchObject({
      status: 422,
      code: 'question_too_long',
      tokens: 4_001,
      max_tokens: 4_000,
    });
  });
});
