import { randomBytes } from 'node:crypto';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { breadConversation } from '../../fixtures/chatGptExport.ts';
import { sendFile } from '../../setup/attachments.ts';
import { ask, creditOf, errorOf, readAll } from '../../setup/chat.ts';
import { importFile } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { mountSmallDisk } from '../../setup/smallDisk.ts';

const disk = await mountSmallDisk(400);
let postgres: EmbeddedDatabase | undefined;
let server: TestServer;

/** An upstream whose answers have one word, and continue when the test decides how. */
const gated: ServerResponse[] = [];
const upstream = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ content: 'Sure: ' }));
  gated.push(response);
}).listen(0, '127.0.0.1');

beforeAll(async () => {
  if (!disk) return;
  postgres = await startEmbedded({ dataDir: disk.folder, log: () => undefined });
  await migrate(postgres.url);
  const database = connect(postgres.url, { warn: () => undefined });
  server = await startTestServer({
    database: { ...database, drop: database.close },
    environment: {
      DATA_DIR: disk.folder,
      PUBLISH_AT_START: 'no',
      COMPATIBLE_BASE_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`,
    },
  });
});

afterAll(async () => {
  upstream.closeAllConnections();
  upstream.close();
  await server?.close();
  await server?.database.close();
  await postgres?.stop();
  await disk?.remove();
});

/** A text that fits into no block of a file, and that PostgreSQL cannot compress. */
const longText = randomBytes(45_000).toString('hex');

describe('a disk that is full', () => {
  if (!disk) {
    it.skip('cannot be tested here: only root may mount a small one', () => undefined);
    return;
  }

  it('refuses writes, ends answers at no cost, and is ready again afterwards', async () => {
    const { cookie } = await server.signIn(10);
    const other = await server.signIn(10);
    await expect.poll(async () => (await server.fetch('/readyz')).status).toBe(200);
    const finishing = await begin(cookie);
    const breaking = await begin(cookie);
    const endless = await begin(other.cookie);
    await disk.fill();

    finishing.response.write(chunk({ content: longText }));
    finishing.response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
    breaking.response.write(chunk({ content: longText }));
    breaking.response.destroy();
    const talking = setInterval(
      () => endless.response.write(chunk({ content: longText.slice(0, 8_000) })),
      500,
    );

    await vi.waitFor(
      async () => expect(await refusalOf(server.fetch('/readyz'))).toBe(503),
      10_000,
    );
    expect((await server.fetch('/healthz')).status).toBe(200);
    const bread = JSON.stringify([breadConversation]).replace(/(?<="parts":\[")/g, longText);
    const refusals = [
      await importFile(server, cookie, bread),
      await sendFile(server, cookie, longText, 'a.txt'),
      await ask(server, other.cookie, { text: longText.slice(0, 20_000) }),
    ];
    const codes = refusals.map(async (refused) => {
      const { status, code } = await errorOf(refused);
      return [status, code, refused.headers.get('retry-after')];
    });
    const refusal = [503, 'storage_full', '30'];
    expect(await Promise.all(codes)).toEqual([refusal, refusal, refusal]);

    const ends = await Promise.all([finishing.end, breaking.end, endless.end]);
    clearInterval(talking);
    expect(ends).toMatchObject([
      { state: 'interrupted', reason: 'server_stopped', charged: 0 },
      { state: 'failed', reason: 'upstream_cut', charged: 0 },
      { state: 'interrupted', reason: 'server_stopped', charged: 0 },
    ]);

    await disk.empty();
    await vi.waitFor(async () => expect((await server.fetch('/readyz')).status).toBe(200), 10_000);
    for (const who of [cookie, other.cookie]) {
      const spendable = () => creditOf(server, who);
      await vi.waitFor(
        async () => expect(await spendable()).toEqual({ credit: 10, held: 0 }),
        20_000,
      );
    }
    expect(await verifyLedger(server.database)).toEqual([]);
  }, 90_000);
});

/** Asks a question, and hands over the upstream's side of its answer once that has begun. */
async function begin(cookie: string) {
  const before = gated.length;
  const reading = ask(server, cookie, { text: 'Hello' }).then((response) => readAll(response));
  await vi.waitFor(() => expect(gated.length).toBe(before + 1), 10_000);
  const response = gated[before];
  if (!response) throw new Error('The upstream was not asked');
  await pause(0);
  return { response, end: reading.then(({ end }) => end) };
}

async function refusalOf(response: Promise<Response>): Promise<number> {
  const { status, code } = await errorOf(await response);
  expect(code).toBe('storage_full');
  return status;
}

function chunk(delta: object, reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  return `data: ${JSON.stringify({ choices })}\n\n`;
}
