import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, readAll, readEvents } from '../../setup/chat.ts';
import { readConversations } from '../../setup/conversations.ts';
import { ask as askGateway } from '../../setup/receivedAnswer.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const chunk = (delta: object, reason: string | null = null, index = 0) =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index, delta, finish_reason: reason }] })}\n\n`;
const texts = (...contents: string[]) => contents.map((content) => chunk({ content }));
const words = texts('Paris ', 'is it.');
const done = 'data: [DONE]\n\n';
const ending = [chunk({}, 'stop'), done];
const whole = (choice: object) => JSON.stringify({ object: 'chat.completion', choices: [choice] });
const message = { role: 'assistant', content: 'Paris is it.' };
const second = chunk({ content: 'Berlin ' }, null, 1);
const both = JSON.stringify({
  choices: [
    { index: 1, delta: { content: 'Berlin.' } },
    { index: 0, delta: { content: 'is it.' } },
  ],
});

/** Streams whose answer is whole: it is finished and charged. */
const finished: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'names no finish reason before [DONE]': [...words, done],
  'names an empty finish reason': [...words, chunk({}, ''), done],
  'names its finish reason in another case': [...words, chunk({}, 'STOP')],
  'names its finish reason in camel case': [
    ...words,
    'data: {"choices":[{"finishReason":"stop"}]}\n\n',
  ],
  'names an unknown finish reason': [...words, chunk({}, 'eos')],
  'has a second choice between the words of the first': [
    words[0],
    second,
    words[1],
    chunk({}, 'length', 1),
    ...ending,
  ],
  'begins with a second choice': [second, ...words, chunk({}, 'stop', 1), ...ending],
  'has two choices in one event': [words[0], `data: ${both}\n\n`, ...ending],
  'repeats the whole answer at its end': [
    ...words,
    `data: ${whole({ index: 0, message, finish_reason: 'stop' })}\n\n`,
    done,
  ],
  'names "null" as its finish reason in each event': [
    ...['Paris ', 'is it.'].map((content) => chunk({ content }, 'null')),
    ...ending,
  ],
  'is one JSON object a line': [...words, ...ending].map((event) => event.slice(6).trim() + '\n'),
  'is a JSON array of events': [
    `[${[...words, ending[0] ?? ''].map((event) => event.slice(6).trim()).join(',')}]`,
  ],
  'is one JSON object': [whole({ index: 0, message, finish_reason: 'stop' })],
  'is one JSON object in parts, without a finish reason': [
    '\n \n',
    ...(whole({ message }).match(/.{1,9}/g) ?? []),
  ],
  'has thoughts before the answer': [
    ...texts('<thi', 'nk>\nLet me ', 'see.\n</th', 'ink>\n\n'),
    ...words,
    ...ending,
  ],
  'has thoughts without an opening mark': [
    ...texts('Let me see.\n</think>\n\n'),
    ...words,
    ...ending,
  ],
  'has thoughts in a field of their own': [
    chunk({ reasoning_content: 'Let me see.' }),
    ...words,
    ...ending,
  ],
};

/** Streams without a whole answer: they fail and are free. */
const failed: Readonly<Record<string, [readonly string[], string]>> = {
  'ends without a finish reason and without [DONE]': [words, 'upstream_cut'],
  'ends with [DONE] before any word': [
    [chunk({ role: 'assistant', content: '' }), done],
    'upstream_cut',
  ],
  'has thoughts only': [[...texts('<think>Let me see.'), chunk({}, 'length'), done], 'empty'],
  'ends after thoughts without an opening mark': [
    [...texts('Let me see.\n</think>\n\n'), ...ending],
    'empty',
  ],
  'asks for a tool': [[...words, chunk({}, 'tool_calls'), done], 'upstream_error'],
  'is filtered in capitals': [[...words, chunk({}, 'CONTENT_FILTER'), done], 'filtered'],
  'names "null" as its finish reason until it is cut': [
    [chunk({ content: 'Paris ' }, 'null')],
    'upstream_cut',
  ],
  'is one JSON object a line, and cut': [
    words.map((event) => `${event.slice(6).trim()}\n`),
    'upstream_cut',
  ],
  'is filtered in camel case': [[...words, chunk({}, 'contentFilter'), done], 'filtered'],
  'is filtered with a hyphen': [[...words, chunk({}, 'content-filter'), done], 'filtered'],
  'is a page': [['\n<!doctype html><p>Sign in'], 'upstream_error'],
  'is a JSON object without an answer': [['{"status":"ok"}'], 'upstream_error'],
  'is a JSON object with an error': [
    ['{"error":{"message":"x","code":"rate_limit_exceeded"}}'],
    'upstream_busy',
  ],
  'is a JSON object that is cut': [[whole({ message }).slice(0, -9)], 'upstream_error'],
};

let upstream: Server;
let behave: RequestListener;
let server: TestServer;
let baseUrl: string;

beforeAll(async () => {
  upstream = createServer((request, response) => behave(request, response));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  const providers = [{ name: 'openai' as const, apiKey: 'key', baseUrl, model: undefined }];
  server = await startTestServer({ config: { providers } });
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  upstream.closeAllConnections();
  upstream.close();
});

/** Sends these parts, each in a write of its own. */
function sending(
  parts: readonly (string | undefined)[],
  type = 'text/event-stream',
): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type });
    const rest = parts.values();
    const sendNext = () => {
      const { value, done: isDone } = rest.next();
      if (!isDone) response.write(value, () => setImmediate(sendNext));
      else response.end();
    };
    sendNext();
  };
}

/** Asks a question as a new user, and returns the streamed, stored and paid parts. */
async function answered() {
  const { cookie } = await server.signIn(10);
  const { text, end } = await readAll(await ask(server, cookie, { text: 'What is it?' }));
  const [conversation] = await readConversations(server, cookie);
  const stored = conversation?.messages.find(({ role }) => role === 'assistant')?.text;
  const { credit } = await creditOf(server, cookie);
  return { text, stored, state: end?.state, reason: end?.reason, credit, cookie, conversation };
}

describe('a stream that', () => {
  it.each(Object.entries(finished))('%s is a finished answer', async (_, parts) => {
    behave = sending(parts);
    const answer = {
      text: 'Paris is it.',
      stored: 'Paris is it.',
      state: 'finished',
      reason: null,
    };
    expect(await answered()).toMatchObject({ ...answer, credit: 9 });
  });

  it.each(Object.entries(failed))('%s is a failed answer, and free', async (_, [parts, reason]) => {
    behave = sending(parts);
    const { text, stored, ...rest } = await answered();
    expect(rest).toMatchObject({ state: 'failed', reason, credit: 10 });
    expect(stored).toBe(text);
    if (reason === 'empty') expect(text).toBe('');
  });

  it.each(['application/json', 'text/html; charset=utf-8', 'text/plain', ''])(
    'is valid is read under the label %j',
    async (type) => {
      behave = sending([...words, ...ending], type);
      expect(await answered()).toMatchObject({ text: 'Paris is it.', state: 'finished' });
    },
  );

  it.each([
    ['in a field', [chunk({ reasoning_content: 'Let me ' }), chunk({ reasoning_content: 'see.' })]],
    ['within the text', texts('<think>Let me ', 'see.</think>\n')],
    ['without an opening mark', texts('Let me ', 'see.\n</think>\n')],
  ])('has thoughts %s sends them apart from the answer, and keeps them', async (_, thoughts) => {
    behave = sending([...thoughts, ...words, ...ending]);
    const { cookie } = await server.signIn(10);
    let seen = '';
    let text = '';
    for await (const { event } of readEvents(await ask(server, cookie, { text: 'What is it?' }))) {
      if (event.type === 'thought') seen += event.text;
      else if (event.type === 'delta') text += event.text;
      else if (event.type === 'text') text = event.text;
    }
    expect([seen.trim(), text]).toEqual(['Let me see.', 'Paris is it.']);
    const [conversation] = await readConversations(server, cookie);
    const answer = conversation?.messages.find(({ role }) => role === 'assistant')?.answer;
    expect(answer).toMatchObject({ has_thoughts: true });
    const path = `/api/chat/answers/${answer?.id}/thoughts`;
    const stored = (await (await server.fetch(path, { cookie })).json()) as { text: string };
    expect(stored.text.trim()).toBe('Let me see.');
    const other = await server.signIn();
    expect((await server.fetch(path, { cookie: other.cookie })).status).toBe(404);
  });

  it('has thoughts leaves them out of the next question and of the export', async () => {
    behave = sending([...texts('<think>Secret</think>'), ...words, ...ending]);
    const { cookie, conversation } = await answered();
    let asked = '';
    behave = (request, response) => {
      request.setEncoding('utf8').on('data', (part: string) => (asked += part));
      sending([...texts('Hidden</think>\n'), ...words, ...ending])(request, response);
    };
    await readAll(await ask(server, cookie, { conversationId: conversation?.id, text: 'Sure?' }));
    expect(asked).toContain('Paris is it.');
    const exported = await (
      await server.fetch('/api/chat/export?format=markdown', { cookie })
    ).text();
    expect(exported).toContain('Paris is it.');
    expect(asked + exported).not.toMatch(/Secret|Hidden|think/);
  });

  it.each([
    [{ content: [{ type: 'text', text: 'Paris is it.' }], stop_reason: 'end_turn' }],
    [
      {
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'text', text: 'Paris is it.' },
        ],
      },
    ],
  ])('is one JSON object of the Messages API is read: %j', async (body) => {
    behave = sending([JSON.stringify({ type: 'message', ...body })], 'application/json');
    const config = { name: 'anthropic' as const, apiKey: 'key', baseUrl, model: undefined };
    expect(await askGateway(config, 'Hello')).toMatchObject({ text: 'Paris is it.', end: 'stop' });
  });
});
