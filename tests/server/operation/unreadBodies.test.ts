import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeepAliveClient } from '../../setup/keepAliveClient.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const piece = Buffer.alloc(50_000, ' ');
const sizes = [50_000, 300_000, 900_000, 3_000_000];

/** Requests whose body is not read: of an unknown call, of one without a session, of one without a body, of a page. */
const refusals = [
  ['POST', '/api/chat/nothing'],
  ['POST', '/api/chat/import'],
  ['PUT', '/api/attachments'],
  ['GET', '/api/account'],
  ['PUT', '/en/pricing'],
] as const;

describe('a request that is refused before its body was read', () => {
  const cases = refusals.flatMap(([method, path]) =>
    sizes.map((size) => [method, path, size] as const),
  );
  it.concurrent.each(cases)(
    'leaves its connection to the next one, or closes it with a header: %s %s with %i bytes',
    async (method, path, size) => {
      await expectRefusal({ method, path, size, isChunked: false, isSlow: false });
      await expectRefusal({ method, path, size, isChunked: false, isSlow: true });
      await expectRefusal({ method, path, size, isChunked: true, isSlow: false });
    },
  );

  it('does so too if the rest of a body without a length comes after the answer', () =>
    expectRefusal({
      method: 'POST',
      path: '/api/chat/import',
      size: 3_000_000,
      isChunked: true,
      isSlow: true,
    }));

  it.each([true, false])('does so if the message of a webhook is too long, slow: %s', (isSlow) =>
    expectRefusal({
      method: 'POST',
      path: '/api/payments/sandbox/events',
      size: 3_000_000,
      isChunked: true,
      isSlow,
      sentFirst: 1_500_000,
      statuses: [413],
    }),
  );

  it('does so if a body is refused in its middle, because it is too long', () =>
    expectRefusal({
      method: 'POST',
      path: '/api/chat/questions',
      size: 3_000_000,
      isChunked: true,
      isSlow: false,
    }));
});

type Refused = {
  method: string;
  path: string;
  size: number;
  isChunked: boolean;
  /** Sends the most of its body after the answer. */
  isSlow: boolean;
  /** Bytes that it sends before; a refusal by length needs more. */
  sentFirst?: number;
  statuses?: readonly number[];
};

async function expectRefusal(refused: Refused): Promise<void> {
  const { method, path, size, isChunked, isSlow, sentFirst = 20_000 } = refused;
  const { statuses = [401, 403, 404, 405, 413] } = refused;
  const client = await KeepAliveClient.open(server.url);
  await client.write(headOf(method, path, isChunked ? undefined : size));
  const body = bodyOf(size, isChunked);
  const sent = isSlow ? sentFirst : size / 2;
  await client.write(body.subarray(0, sent));
  const early = isSlow ? await client.answer() : undefined;
  await client.write(body.subarray(sent));
  const { status, headers, body: text } = early ?? (await client.answer());
  expect([status, text]).toEqual([expect.any(Number), expect.stringMatching(/^{"error":/)]);
  expect(statuses).toContain(status);
  await expectNextAnswer(client, headers.get('connection') === 'close');
}

async function expectNextAnswer(client: KeepAliveClient, isClosed: boolean): Promise<void> {
  if (isClosed) {
    expect(await client.end()).toBeUndefined();
    return;
  }
  await client.write(headOf('GET', '/healthz', 0));
  expect(await client.answer()).toMatchObject({
    status: 200,
    body: expect.stringMatching(/^{"ok":true\b/),
  });
  client.close();
}

function headOf(method: string, path: string, size: number | undefined): string {
  const length = size === undefined ? 'transfer-encoding: chunked' : `content-length: ${size}`;
  const { host, origin } = new URL(server.url);
  const type = 'content-type: application/json';
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n${type}\r\n${length}\r\n\r\n`;
}

function bodyOf(size: number, isChunked: boolean): Buffer {
  if (!isChunked) return Buffer.alloc(size, ' ');
  const head = `${piece.length.toString(16)}\r\n`;
  const chunk = Buffer.concat([Buffer.from(head), piece, Buffer.from('\r\n')]);
  const chunks = Array.from({ length: size / piece.length }, () => chunk);
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
