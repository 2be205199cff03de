import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';

/** Texts that no log may hold: an address, a code (not within the digits of a time), and the beginning of any query. */
export const secrets = /visitor-a|(?<![\d.])4711(?!\d)|SECRET|\?/;

const query = 'email=visitor-a%40example.org&code=4711';

const asked = [
  `/api/login/email?${query}`,
  '/api/product/code?code=SECRETGIFT',
  `/logout?${query}`,
  `/auth/google?${query}`,
  `/login?${query}`,
  `/en/login?${query}`,
  '/en?code=4711',
  '/en/search?q=SECRET',
  '/de/nothing?email=visitor-a@example.org',
  '/_astro/missing.js',
];

/**
 * Asks a web server for addresses with secrets in their query and in `Referer`, in ways that it answers and in ways that
 * it refuses. Returns the statuses.
 */
export async function askWithSecrets(url: string): Promise<number[]> {
  const statuses: number[] = [];
  const headers = { referer: `${url}/login?${query}` };
  for (const path of asked) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${url}${path}`, { method, headers, redirect: 'manual' });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  }
  const long = 'SECRET'.repeat(4_000);
  for (const first of [
    `GET /en?code=${long} HTTP/1.1`,
    `GET ${url}/en?${query} HTTP/1.1`,
    `GET /en?code=4711 HTTP/1.1\r\nContent-Length: many`,
    `GET /en?code=4711\u0001 HTTP/1.1`,
  ]) {
    statuses.push(
      await sendRaw(url, `${first}\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`),
    );
  }
  return statuses;
}

/** Announces a body that is larger than any limit, with secrets in its query. Returns the status. */
export async function announceTooMuch(url: string): Promise<number> {
  const sent = request(`${url}/api/login/form?${query}`, {
    method: 'POST',
    headers: { 'content-length': 300_000_000 },
  });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number }];
  sent.destroy();
  return answer.statusCode;
}

/** Sends bytes as they are. */
async function sendRaw(url: string, bytes: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // Not ended: nginx gives up requests of clients that leave.
  socket.write(bytes);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(first.toString())?.[1]);
}
