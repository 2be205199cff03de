import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestServer, startTestServer } from '../setup/server.ts';

/** Here clients, upstream and server share one thread: with 100 readers (`SLOW_READERS`) a few answers are interrupted. */
const readers = Number(process.env['SLOW_READERS'] ?? 20);
const bytes = 4_000_000;
const piece = 'word '.repeat(400);

/** An upstream that answers as fast as it is read. */
const upstream = createServer((_, response) => {
  void sendAnswer(response);
}).listen(0, '127.0.0.1');

let server: TestServer;

beforeAll(async () => {
  const { port } = upstream.address() as AddressInfo;
  server = await startTestServer({
    environment: { COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1` },
  });
});

afterAll(async () => {
  upstream.closeAllConnections();
  upstream.close();
  await server.close();
});

describe('answers of 4 MB whose readers do not read', () => {
  it('finish, and are whole for who reads on', async () => {
    const people = await Promise.all(Array.from({ length: readers }, () => server.signIn(10)));
    const sockets = people.map(({ cookie }) => askSlowly(cookie));
    await vi.waitFor(
      async () =>
        expect(await states()).toEqual([{ state: 'finished', reason: null, count: readers }]),
      { timeout: 600_000, interval: 2_000 },
    );
    for (const socket of sockets.slice(0, 5)) {
      const text = await readOn(socket);
      expect(text.match(/word /g)).toHaveLength(bytes / 5);
      expect(text).toContain('"type":"end","state":"finished"');
    }
    for (const socket of sockets) socket.destroy();
  });
});

async function states(): Promise<unknown[]> {
  const { rows } = await server.database.pool.query<{ state: string }>(
    'select state, reason, count(*)::int from answer group by state, reason order by state',
  );
  return rows;
}

/** Asks, and reads nothing of the answer but what the system takes. */
function askSlowly(cookie: string): Socket {
  const { host, hostname, port, origin } = new URL(server.url);
  const target = { model: 'gpt-4o-mini' };
  const body = JSON.stringify({ request_id: randomUUID(), target, text: 'Hello' });
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.pause();
  socket.write(
    [
      'POST /api/chat/questions HTTP/1.1',
      `host: ${host}`,
      `origin: ${origin}`,
      `cookie: ${cookie}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  return socket;
}

/** What comes until the connection ends, without the lengths of chunks. */
async function readOn(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part)).resume();
  await once(socket, 'close');
  return Buffer.concat(parts)
    .toString()
    .replace(/\r\n[0-9a-f]+\r\n/g, '');
}

async function sendAnswer(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (!response.write(frame({ content: piece }, null))) await once(response, 'drain');
  }
  response.end(`${frame({}, 'stop')}data: [DONE]\n\n`);
}

function frame(delta: object, reason: string | null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
}
