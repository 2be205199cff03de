import { afterAll, beforeAll, expect, it } from 'vitest';
import { readersPerUser } from '#server/routes/chat/readers.ts';
import { ask, errorOf, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it('lets one user read a limited number of streams at once, and another one again after one was left', async () => {
  const { cookie } = await server.signIn(10);
  const begun = await readAll(
    await ask(server, cookie, { text: 'sandbox: slow' }),
    ({ accepted }) => accepted !== undefined,
  );
  const path = `/api/chat/answers/${begun.accepted?.answer_id}/events`;
  await server.fetch(path, { method: 'HEAD', cookie });
  const read = () => server.fetch(path, { cookie });
  const streams = await Promise.all(Array.from({ length: readersPerUser }, read));
  expect(await errorOf(await read())).toMatchObject({ status: 429, code: 'too_many_requests' });
  await streams[0]?.body?.cancel();
  await expect.poll(async () => (await read()).status).toBe(200);
});
