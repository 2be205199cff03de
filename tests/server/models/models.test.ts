import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { ask, deltas, stream } from '../../setup/receivedAnswer.ts';
import { type FakeUpstream, startUpstream, upstreamKey } from '../../setup/upstreams.ts';
import { longWait } from '../../setup/longWait.ts';

const providers = ['openai', 'anthropic', 'groq', 'compatible'] as const;

/** Command → how many deltas arrive, and how the answer ends: with a finish reason or with the reason of an error. */
const outcomes = [
  ['refuse', 0, 'upstream_refused'],
  ['fail 401', 0, 'upstream_unauthorised'],
  ['fail 403', 0, 'upstream_unauthorised'],
  ['fail 429', 0, 'upstream_busy'],
  ['fail 503', 0, 'upstream_busy'],
  ['fail 529', 0, 'upstream_busy'],
  ['fail 500', 0, 'upstream_error'],
  ['fail 404', 0, 'upstream_error'],
  ['cut 0', 0, 'upstream_cut'],
  ['cut 4', 4, 'upstream_cut'],
  ['no-finish', 3, 'upstream_cut'],
  ['garbage', 3, 'upstream_error'],
  ['huge-line', 3, 'upstream_error'],
  ['error 0', 0, 'upstream_busy'],
  ['error 2', 2, 'upstream_busy'],
  ['filter', 3, 'filtered'],
  ['length', 3, 'length'],
  ['empty', 0, 'stop'],
  ['double-finish', 3, 'stop'],
  ['hang', 3, 'stop'],
  ['pause 50', 10, 'stop'],
  ['fast 3000', 3000, 'stop'],
] as const;

describe.each(providers)('an answer of %s', (name) => {
  let upstream: FakeUpstream;
  beforeAll(async () => {
    upstream = await startUpstream(name);
  });
  afterAll(() => upstream.close());

  it.concurrent.each(outcomes)(
    'to `%s` has %i deltas and ends with %s',
    async (command, count, end) => {
      const received = await ask(upstream.config, `sandbox: ${command}`);
      expect(received.text).toBe(deltas(count));
      expect(received.end).toBe(end);
    },
  );

  it('leaves its connection to the next question', async () => {
    const before = upstream.connections();
    for (let asked = 0; asked < 5; asked += 1) await ask(upstream.config, 'sandbox: fast 3');
    expect(upstream.connections() - before).toBeLessThan(5);
  });

  it.concurrent('reports the tokens that it used', async () => {
    const received = await ask(upstream.config, 'sandbox: fast 3');
    expect(received.parts.at(-1)).toMatchObject({ inputTokens: 11, outputTokens: 7 });
  });

  it.concurrent('leaves tokens undefined that the upstream does not report', async () => {
    const received = await ask(upstream.config, 'sandbox: no-usage');
    expect(received.parts.at(-1)).toEqual({
      type: 'finish',
      reason: 'stop',
      inputTokens: undefined,
      outputTokens: undefined,
    });
  });

  it.concurrent('receives the instructions and the turns before, but no empty ones', async () => {
    const received = await ask(upstream.config, 'What is a heron?');
    expect(received.text).toContain('> What is a heron?');
    expect(received.text).toMatch(
      /Instructions of 23 characters came with it: “You are a patient bird\./,
    );
    // The empty answer is left out; Anthropic's adapter joins the two questions around it into one turn.
    expect(received.text).toContain(
      `It is turn ${name === 'anthropic' ? 3 : 4} of the conversation`,
    );
  });

  it.concurrent('fails without key or question in the error', async () => {
    for (const command of ['fail 401', 'fail 400', 'garbage', 'refuse', 'cut 0']) {
      const { error } = await ask(upstream.config, `sandbox: ${command}\nmy private matter`);
      const seen = `${error?.message} ${error?.stack} ${JSON.stringify(error)} ${String(error?.cause)}`;
      expect(seen).not.toMatch(new RegExp(`${upstreamKey}|private|127\\.0\\.0\\.1`));
    }
  });
});

describe.each(providers)('leaving an answer of %s', (name) => {
  it.concurrent.each([
    ['slow-headers', 0],
    ['slow', 0],
    ['stall 3', 3],
    ['long 1000', 3],
  ])(
    'by a signal during `%s` ends it with the reason of the signal and closes the connection',
    async (command, count) => {
      const upstream = await startUpstream(name);
      const leaving = new AbortController();
      const reason = new Error('Enough');
      const received = ask(upstream.config, `sandbox: ${command}`, leaving.signal, (texts) => {
        if (texts === count) leaving.abort(reason);
      });
      await vi.waitFor(() => expect(upstream.running()).toBe(1), longWait);
      if (count === 0) leaving.abort(reason);
      expect((await received).error).toBe(reason);
      await vi.waitFor(() => expect(upstream.running()).toBe(0), longWait);
      await upstream.close();
    },
  );

  it.concurrent('by reading no further closes the connection', async () => {
    const upstream = await startUpstream(name);
    for await (const part of stream(upstream.config, 'sandbox: long 1000')) {
      expect(part).toEqual({ type: 'text', text: 'delta 1 ' });
      break;
    }
    await vi.waitFor(() => expect(upstream.running()).toBe(0), longWait);
    await upstream.close();
  });

  it.concurrent('before it began sends no request', async () => {
    const upstream = await startUpstream(name);
    const { error } = await ask(upstream.config, 'Hello', AbortSignal.abort('gone'));
    expect(error).toBe('gone');
    expect(upstream.running()).toBe(0);
    await upstream.close();
  });
});

describe('an answer that begins with a colon', () => {
  /** A stream as OpenAI sends it: the field `obfuscation` differs in each chunk, so that all have one length. */
  const lines = [':', 'Sure:', ' ', '":"', ', '].map((content, index) => {
    const choices = [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }];
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'm', choices };
    return JSON.stringify({ ...chunk, usage: null, obfuscation: 'zP7'.repeat(index) });
  });
  const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

  it.each(['openai', 'groq', 'compatible'] as const)('is read whole from %s', async (name) => {
    const received = await askServer({ name, apiKey: 'sk-x' }, (_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.end([...lines, end, '[DONE]'].map((line) => `data: ${line}\n\n`).join(''));
    });
    expect(received).toMatchObject({ text: ':Sure: ":", ', end: 'stop' });
  });
});

describe('a question that a filter refuses', () => {
  it.each([400, 403])('is filtered when the upstream answers %i', async (status) => {
    const received = await askServer({ name: 'compatible', apiKey: '' }, (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'content_policy_violation' } }));
    });
    expect(received.end).toBe('filtered');
  });
});

describe('a missing upstream', () => {
  it('is refused when no server listens', async () => {
    const upstream = await startUpstream('openai');
    await upstream.close();
    expect((await ask(upstream.config, 'Hello')).end).toBe('upstream_refused');
  });

  it.each<[string, RequestListener]>([
    [
      'answers with a page',
      (_, response) => response.setHeader('content-type', 'text/html').end('<p>Hi'),
    ],
    [
      'answers with JSON',
      (_, response) => response.setHeader('content-type', 'application/json').end('{}'),
    ],
    [
      'sends on to elsewhere',
      (_, response) => response.writeHead(307, { location: '/v1/x' }).end(),
    ],
    [
      'never ends its error',
      (_, response) => void response.writeHead(500).write('x'.repeat(100_000)),
    ],
  ])('is an error when it %s', async (_, handle) => {
    expect((await askServer({ name: 'compatible', apiKey: '' }, handle)).end).toBe(
      'upstream_error',
    );
  });
});

/** Asks a server that only `handle` answers for. */
async function askServer(
  provider: Pick<ProviderConfig, 'name' | 'apiKey'>,
  handle: RequestListener,
) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const received = await ask({ ...provider, baseUrl, model: undefined }, 'Hello');
  server.closeAllConnections();
  server.close();
  return received;
}
