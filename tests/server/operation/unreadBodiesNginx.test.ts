import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { times } from '../../setup/longRuns.ts';
import { findNginx, startNginx } from '../../setup/nginx.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const nginx = findNginx();
const sizes = [50_000, 300_000, 3_000_000];
const rounds = times(2, 6);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

describe('behind an nginx that keeps 16 connections', () => {
  if (nginx === undefined) {
    it.skip('cannot be tested here: nginx is not installed, and its package cannot be downloaded', () =>
      undefined);
    return;
  }
  it.each(['proxy_request_buffering on;', 'proxy_request_buffering off;'])(
    'gets its own answer for every request next to requests that are refused unread: %s',
    async (lines) => {
      const web = await startNginx(nginx, server.url, lines);
      const origin = server.url;
      const refused = async (path: string, body: BodyInit, more: object = {}) => {
        const init = { method: 'POST', headers: { origin }, body, ...more };
        const answer = await fetch(`${web.url}${path}`, init);
        return [answer.status, ((await answer.json()) as { error: object }).error];
      };
      try {
        for (let round = 0; round < rounds; round += 1) {
          const asked = sizes.flatMap((size) => [
            refused('/api/chat/import', ' '.repeat(size)),
            refused('/api/chat/nothing', ' '.repeat(size)),
            refused('/api/chat/import', streamOf(size), { duplex: 'half' }),
          ]);
          const answers = await Promise.all(asked);
          for (const [status, error] of answers) {
            expect([status, error]).toEqual([expect.any(Number), expect.any(Object)]);
            expect([401, 404, 405, 413]).toContain(status);
          }
          const health = Array.from({ length: 16 }, () => fetch(`${web.url}/healthz`));
          for (const answer of await Promise.all(health)) {
            expect(await answer.json()).toMatchObject({ ok: true });
          }
        }
      } finally {
        await web.close();
      }
    },
  );
});

/** A body without a length. */
function streamOf(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const length = Math.min(left, 64_000);
      left -= length;
      if (length > 0) controller.enqueue(new Uint8Array(length).fill(32));
      else controller.close();
    },
  });
}
