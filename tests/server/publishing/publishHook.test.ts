import { createHmac, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestQueue, openQueue, statesOf } from '../../setup/publishQueue.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const secret = 'the secret of the hook of this test';

let server: TestServer;
let queue: TestQueue;
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line) => logged.push(line) });
  const environment = { PUBLISH_HOOK_SECRET: secret, PUBLISH_HOOK_BRANCH: 'content' };
  server = await startTestServer({ environment, log });
  queue = await openQueue(server);
});

afterEach(async () => {
  // Each test is a minute of its own, and asks an empty queue.
  await server.database.pool.query('delete from rate_limit');
  queue.open();
  await expect
    .poll(async () => (await statesOf(queue)).every(isOver), { timeout: 20_000 })
    .toBe(true);
  await server.database.pool.query('delete from publish_run');
});

afterAll(async () => {
  await queue.stop();
  await server.close();
});

function isOver(state: string): boolean {
  return state === 'published' || state === 'unchanged';
}

function signatureOf(body: string, key = secret): string {
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
}

/** A call from another site: no header of our pages. */
async function send(body: string, headers: Record<string, string>): Promise<[number, string]> {
  const response = await fetch(`${server.url}/api/hooks/publish`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const answer = (await response.json()) as { outcome?: string; error?: { code: string } };
  return [response.status, answer.outcome ?? answer.error?.code ?? ''];
}

function pushOf(ref = 'refs/heads/content', pushedAt = Math.floor(Date.now() / 1_000)): string {
  const head = { id: randomUUID(), message: 'a message nobody should log' };
  return JSON.stringify({ ref, head_commit: head, repository: { pushed_at: pushedAt } });
}

function github(body: string, event = 'push', delivery = randomUUID()): Promise<[number, string]> {
  return send(body, {
    'x-github-event': event,
    'x-github-delivery': delivery,
    'x-hub-signature-256': signatureOf(body),
  });
}

describe('the hook', () => {
  it('requests a publish for a push of GitHub to the branch, as JSON or as a form', async () => {
    queue.shut();
    expect(await github(pushOf())).toEqual([200, 'asked']);
    const form = new URLSearchParams({ payload: pushOf() }).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-github-event': 'push',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': signatureOf(form),
    };
    await expect.poll(() => statesOf(queue), { timeout: 20_000 }).toEqual(['running']);
    expect(await send(form, headers)).toEqual([200, 'asked']);
    expect((await queue.runs()).map(({ asked_by: by }) => by)).toEqual([['GitHub'], ['GitHub']]);
  });

  it('checks the signature as GitHub describes it', () => {
    // The example of docs.github.com, “Validating webhook deliveries”.
    expect(signatureOf('Hello, World!', "It's a Secret to Everybody")).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });

  it.each([
    ['none', {}],
    ['one with another secret', { 'x-hub-signature-256': signatureOf('{}', 'another secret') }],
    ['one of another body', { 'x-hub-signature-256': signatureOf('{ }') }],
    ['one that is none', { 'x-hub-signature-256': 'sha256=00' }],
    ['the old kind', { 'x-hub-signature': 'sha1=0000000000000000000000000000000000000000' }],
    ['the right one cut short', { 'x-hub-signature-256': signatureOf('{}').slice(0, -1) }],
  ] as [string, Record<string, string>][])('refuses a body with %s', async (_kind, headers) => {
    const sent = { 'x-github-event': 'push', 'x-github-delivery': randomUUID(), ...headers };
    expect(await send('{}', sent)).toEqual([403, 'forbidden']);
    expect(await queue.runs()).toEqual([]);
  });

  it('takes a delivery once, by its id and by its body', async () => {
    const [body, delivery] = [pushOf(), randomUUID()];
    const answers = await Promise.all([1, 2, 3, 4].map(() => github(body, 'push', delivery)));
    expect(answers.map(([, outcome]) => outcome).toSorted()).toEqual([
      'asked',
      'taken',
      'taken',
      'taken',
    ]);
    expect(await github(body, 'push', randomUUID())).toEqual([200, 'taken']);
    expect(await github(pushOf(), 'push', delivery)).toEqual([200, 'taken']);
    expect((await queue.runs()).reduce((sum, { asks }) => sum + asks, 0)).toBe(1);
    const eightDays = Math.floor(Date.now() / 1_000) - 8 * 86_400;
    expect(await github(pushOf('refs/heads/content', eightDays))).toEqual([403, 'forbidden']);
  });

  it('takes requests of other services with the id and the time in the signed text', async () => {
    const request = (timestamp: number) =>
      JSON.stringify({ delivery: randomUUID(), timestamp: new Date(timestamp).toISOString() });
    const signed = (body: string) => send(body, { 'x-hub-signature-256': signatureOf(body) });
    const body = request(Date.now());
    expect(await signed(body)).toEqual([200, 'asked']);
    expect(await signed(body)).toEqual([200, 'taken']);
    expect(await signed(request(Date.now() - 600_000))).toEqual([403, 'forbidden']);
    expect(await signed(request(Date.now() + 600_000))).toEqual([403, 'forbidden']);
    expect(await signed('{"delivery":"x"}')).toEqual([400, 'invalid_input']);
    expect(await signed('no json')).toEqual([400, 'invalid_input']);
  });

  it('answers a ping, and publishes nothing for other branches, tags and events', async () => {
    expect(await github('{"zen":"Keep it simple"}', 'ping')).toEqual([200, 'pong']);
    expect(await github(pushOf('refs/heads/main'))).toEqual([200, 'ignored']);
    expect(await github(pushOf('refs/tags/content'))).toEqual([200, 'ignored']);
    expect(await github('{"action":"opened"}', 'issues')).toEqual([200, 'ignored']);
    expect(await queue.runs()).toEqual([]);
  });

  it('coalesces many pushes, and limits a network', async () => {
    queue.shut();
    const answers = await Promise.all(Array.from({ length: 60 }, () => github(pushOf())));
    const outcomes = answers.map(([, outcome]) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'asked')).toHaveLength(30);
    expect(answers.filter(([status]) => status === 429)).toHaveLength(30);
    const states = await statesOf(queue);
    expect(states.length).toBeLessThanOrEqual(2);
    expect((await queue.runs()).reduce((sum, { asks }) => sum + asks, 0)).toBe(30);
  });

  it('logs neither secret nor signature, nor anything of the body', async () => {
    const body = pushOf();
    await github(body);
    await send(body, { 'x-github-event': 'push', 'x-hub-signature-256': signatureOf('x') });
    const log = [...logged, ...queue.logged].join('');
    expect(log).toContain('a hook was taken');
    expect(log).toContain('a hook with a wrong signature');
    for (const hidden of [secret, 'sha256=', 'nobody should log', 'refs/heads', 'head_commit']) {
      expect(log).not.toContain(hidden);
    }
  });

  it('is missing without a secret', async () => {
    const other = await startTestServer({ database: server.database });
    const body = pushOf();
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': signatureOf(body, '') };
    const response = await fetch(`${other.url}/api/hooks/publish`, {
      method: 'POST',
      body,
      headers,
    });
    expect(response.status).toBe(404);
    await response.text();
    await other.close();
  });

  // Last, because it costs the connection.
  it('refuses more than a megabyte', async () => {
    const body = JSON.stringify({ ref: 'refs/heads/content', padding: 'x'.repeat(1_000_000) });
    expect(await github(body)).toEqual([413, 'too_large']);
  });
});
