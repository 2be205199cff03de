import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, creditOf, errorOf } from '../setup/chat.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ environment: { MAX_ANSWERS: '1', DRAIN_SECONDS: '0' } });
});

afterAll(() => server.close());

it('says that the server is busy when it runs as many answers as it can, and holds nothing', async () => {
  const [first, second] = [await server.signIn(10), await server.signIn(10)];
  const running = await ask(server, first.cookie, { text: 'sandbox: slow' });
  const refused = await ask(server, second.cookie, { text: 'Hello' });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await errorOf(refused)).toMatchObject({ status: 503, code: 'server_busy' });
  expect(await creditOf(server, second.cookie)).toEqual({ credit: 10, held: 0 });
  await running.body?.cancel();
});
