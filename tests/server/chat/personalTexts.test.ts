import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonalTextsResponse } from '#contract/chat/personalTexts.ts';
import { memoryMaxLines } from '#domain/chat/personalTexts.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { ask, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, readPromptTexts, startUpstream } from '../../setup/upstreams.ts';

const path = '/api/chat/personal-texts';

/** 4 credits for GPT-4-turbo buy 6,900 tokens; text of Latin letters has four characters a token. */
const stepCharacters = 6_900 * 4;

let upstream: FakeUpstream;
let server: TestServer;

beforeAll(async () => {
  upstream = await startUpstream('openai');
  server = await startTestServer({ config: { providers: [upstream.config] } });
  await server.database.query
    .insert(gpt)
    .values({ id: 'helper', name: 'Helper', instructions: 'Help well.' });
});

afterAll(async () => {
  await server.close();
  await upstream.close();
});

const put = (cookie: string, part: string, body: object) =>
  server.fetch(`${path}/${part}`, { method: 'PUT', cookie, body: JSON.stringify(body) });

const remember = (cookie: string, text: string, id: string = randomUUID()) =>
  put(cookie, `memory/${id}`, { text });

const instruct = (cookie: string, about_me: string, how_to_answer: string) =>
  put(cookie, 'instructions', { about_me, how_to_answer });

async function read(cookie: string): Promise<PersonalTextsResponse> {
  return (await server.fetch(path, { cookie })).json() as Promise<PersonalTextsResponse>;
}

/** The system prompt that the upstream receives for a question; `undefined` without one. */
async function systemPrompt(
  cookie: string,
  target: { model: string } | { gpt: string },
): Promise<string | undefined> {
  await readAll(await ask(server, cookie, { text: 'sandbox: fast 1', target }));
  const texts = readPromptTexts(upstream.requests.at(-1));
  return texts.find((text) => text.startsWith('system: '))?.slice('system: '.length);
}

describe('the memory', () => {
  it('keeps a line once for each id and each text, in its order, and changes and forgets it', async () => {
    const { cookie } = await server.signIn();
    expect(await read(cookie)).toEqual({ about_me: '', how_to_answer: '', memory: [], tokens: 0 });
    const id = randomUUID();
    await remember(cookie, 'I live in\n Lyon. ', id);
    await remember(cookie, 'I live in Lyon.', id);
    await remember(cookie, 'I live in Lyon.');
    await remember(cookie, 'I have two cats.');
    const { memory, tokens } = await read(cookie);
    expect(memory.map(({ text }) => text)).toEqual(['I live in Lyon.', 'I have two cats.']);
    expect(tokens).toBeGreaterThan(8);
    await remember(cookie, 'I live in Paris.', id);
    expect((await read(cookie)).memory[0]).toMatchObject({ id, text: 'I live in Paris.' });
    const forget = () => server.fetch(`${path}/memory/${id}`, { method: 'DELETE', cookie });
    await forget();
    expect((await forget()).status).toBe(200);
    expect((await read(cookie)).memory).toHaveLength(1);
  });

  it('takes exactly 50 lines, also of requests at the same time, and stores no longer line', async () => {
    const { cookie } = await server.signIn();
    const lines = Array.from({ length: memoryMaxLines + 3 }, (_, index) => `Line ${index}`);
    const statuses = await Promise.all(
      lines.map(async (line) => (await remember(cookie, line)).status),
    );
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    expect((await read(cookie)).memory).toHaveLength(memoryMaxLines);
    expect(await errorOf(await remember(cookie, 'One more'))).toMatchObject({
      code: 'memory_full',
      limit: memoryMaxLines,
    });
    expect(await errorOf(await remember(cookie, 'x'.repeat(301)))).toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'text' }],
    });
    expect((await remember(cookie, ' \n ')).status).toBe(400);
  });

  it('belongs to one account', async () => {
    const [one, other] = [await server.signIn(), await server.signIn()];
    const id = randomUUID();
    await remember(one.cookie, 'Mine', id);
    await remember(other.cookie, 'Theirs', id);
    expect((await read(one.cookie)).memory).toMatchObject([{ text: 'Mine' }]);
    expect((await server.fetch(path)).status).toBe(401);
  });
});

describe('a question', () => {
  it('brings custom instructions and memory along, after the instructions of a model or GPT', async () => {
    const { cookie } = await server.signIn(100);
    expect(await systemPrompt(cookie, { model: 'gpt-4o-mini' })).toBeUndefined();
    await instruct(cookie, 'I am a baker.', 'In short sentences.');
    await remember(cookie, 'My oven is old.');
    const own =
      'About the user, in their own words:\nI am a baker.\n\nHow the user wants to be answered:\nIn short sentences.\n\nWhat the user asked to remember:\n- My oven is old.';
    expect(await systemPrompt(cookie, { model: 'gpt-4o-mini' })).toBe(own);
    const ofGpt = await systemPrompt(cookie, { gpt: 'helper' });
    expect(ofGpt).toContain('Help well.');
    expect(ofGpt).toMatch(new RegExp(`\n\n${own}$`));
    await instruct(cookie, '', ' ');
    expect(await systemPrompt(cookie, { model: 'gpt-4o-mini' })).toBe(
      'What the user asked to remember:\n- My oven is old.',
    );
  });

  it('leaves them out of temporary chats, from the first question on', async () => {
    const { cookie } = await server.signIn(100);
    await remember(cookie, 'My oven is old.');
    const question = { text: 'sandbox: fast 1', target: { model: 'gpt-4o-mini' } };
    const first = await readAll(await ask(server, cookie, { ...question, temporary: true }));
    expect(readPromptTexts(upstream.requests.at(-1)).join('')).not.toContain('oven');
    const { conversation_id: conversationId, question_id: questionId } = first.accepted ?? {};
    await readAll(await ask(server, cookie, { ...question, conversationId }));
    expect(readPromptTexts(upstream.requests.at(-1)).join('')).not.toContain('oven');
    await readAll(await regenerate(server, cookie, questionId));
    expect(readPromptTexts(upstream.requests.at(-1)).join('')).not.toContain('oven');
    await readAll(await ask(server, cookie, question));
    expect(readPromptTexts(upstream.requests.at(-1)).join('')).toContain('oven');
  });

  it('counts them as input of its price, whose tokens the settings name', async () => {
    const { cookie } = await server.signIn(100);
    const settings = async () =>
      (await server.fetch('/api/chat/settings', { cookie })).json() as Promise<object>;
    expect(await settings()).not.toHaveProperty('personal_tokens');
    const text = 'sandbox: fast 2\n'.padEnd(stepCharacters - 2, 'x');
    const priceOf = async (): Promise<number | undefined> =>
      (await readAll(await ask(server, cookie, { text, target: { model: 'gpt-4-turbo' } })))
        .accepted?.price;
    expect(await priceOf()).toBe(4);
    await remember(cookie, 'My oven is old.');
    const { tokens } = await read(cookie);
    expect(await settings()).toMatchObject({ personal_tokens: tokens });
    expect(await priceOf()).toBe(8);
  });
});
