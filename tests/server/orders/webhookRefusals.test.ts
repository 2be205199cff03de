import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerEvent } from '#server/db/schema/orders.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { secrets, seconds, signAsHook, signAsStripe } from '../../setup/signedMessages.ts';

const stripe = '/api/payments/stripe/events';
const publish = '/api/hooks/publish';
const media = `/api/media/callbacks/${crypto.randomUUID()}/a-key`;

let server: TestServer;
const logged: { level: number }[] = [];
let networks = 0;

beforeAll(async () => {
  const write = (line: string) => logged.push(JSON.parse(line) as { level: number });
  server = await startTestServer({
    log: pino({ level: 'info' }, { write }),
    environment: {
      TRUSTED_PROXIES: '1',
      STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
      STRIPE_WEBHOOK_SECRET: `whsec_an_older_secret_of_stripe,${secrets.stripe}`,
      PUBLISH_HOOK_SECRET: secrets.hook,
    },
  });
});

afterAll(() => server.close());

/** Returns an address that no other test uses. */
function newNetwork(): string {
  networks += 1;
  return `10.1.1.${networks}`;
}

async function post(path: string, address: string, headers: object, body = '{}'): Promise<number> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': address, ...headers },
  });
  await response.text();
  return response.status;
}

async function storedEvents(): Promise<number> {
  return (await server.database.query.select().from(providerEvent)).length;
}

function signed(time: string): string {
  return signAsStripe('{}', time)['stripe-signature'] ?? '';
}

it.each([
  ['an empty signature', () => 't=1,v1='],
  ['an empty signature of now', () => `t=${seconds()},v1=`],
  ['an empty signature beside a wrong one', () => `t=${seconds()},v1=00,v1=,v1`],
  ['no time', () => signed('').replace('t=,', '')],
  ['a time that is no number', () => signed('NaN')],
  ['a time in milliseconds', () => signed(String(Date.now()))],
  ['a time with a fraction', () => signed(`${seconds()}.5`)],
  ['two times', () => `t=1,${signed(seconds())}`],
  ['an old time', () => signed(seconds(Date.now() - 400_000))],
  ['a time in the future', () => signed(seconds(Date.now() + 400_000))],
])('refuses a message of Stripe with %s, stores nothing and raises no alarm', async (_, header) => {
  const headers = { 'stripe-signature': header() };
  expect(await post(stripe, newNetwork(), headers)).toBe(403);
  expect(await post(stripe, newNetwork(), headers, 'x'.repeat(900_000))).toBe(403);
  expect(await storedEvents()).toBe(0);
  expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
});

it('examines 20 refused messages a minute of one network, for all webhooks together', async () => {
  const network = newNetwork();
  const statuses = await Promise.all(
    Array.from({ length: 36 }, (_, index) =>
      post([stripe, publish, media][index % 3] ?? '', network, { 'stripe-signature': 't=1,v1=' }),
    ),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(16);
  expect(statuses.filter((status) => status === 403 || status === 404)).toHaveLength(20);
  expect(await post(stripe, network, signAsStripe('{}'))).toBe(429);
  expect(await post(stripe, newNetwork(), { 'stripe-signature': 't=1,v1=' })).toBe(403);
});

it.each([
  ['a known length', 'content-length: 900000'],
  ['an unknown length', 'transfer-encoding: chunked'],
])('answers a network over the limit without reading a body of %s', async (_, length) => {
  const network = newNetwork();
  for (let count = 0; count < 20; count += 1) await post(stripe, network, {});
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = [`POST ${stripe} HTTP/1.1`, 'host: localhost', `x-forwarded-for: ${network}`];
  // The body itself is never sent.
  socket.write([...head, length, 'connection: close', '', ''].join('\r\n'));
  expect(await readText(socket)).toMatch(/^HTTP\/1\.1 429 /);
});

it('does not limit genuine messages, in any number', async () => {
  const network = newNetwork();
  for (let count = 0; count < 15; count += 1) await post(stripe, network, {});
  const before = await storedEvents();
  const bodies = Array.from({ length: 60 }, (_, index) =>
    JSON.stringify({
      id: `evt_${index}`,
      object: 'event',
      type: 'customer.created',
      data: { object: { id: 'cus_1', object: 'customer' } },
    }),
  );
  const statuses = await Promise.all(
    bodies.map((body) => post(stripe, network, signAsStripe(body), body)),
  );
  expect(statuses).toEqual(bodies.map(() => 200));
  expect(await storedEvents()).toBe(before + 60);
  const ping = { ...signAsHook('{}'), 'x-github-event': 'ping' };
  expect(await post(publish, network, ping)).toBe(200);
});

it('refuses a body over the limit of every webhook, with and without its length', async () => {
  const body = 'x'.repeat(1_100_000);
  for (const path of [stripe, publish]) {
    expect(await post(path, newNetwork(), signAsHook(body), body)).toBe(413);
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
      headers: { 'x-forwarded-for': newNetwork() },
    } as RequestInit);
    expect([path, response.status]).toEqual([path, 413]);
    await response.text();
  }
});
