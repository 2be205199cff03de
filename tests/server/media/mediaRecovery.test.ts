import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { closeServer, listenOnLoopback } from '#server/gateways/loopbackServer.ts';
import { startMediaJobs } from '#server/jobs/mediaJobs.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { checkedAlarms } from '../../setup/checkedAlarms.ts';
import { creditOf, readAll } from '../../setup/chat.ts';
import { order } from '../../setup/mediaJobs.ts';
import { openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A queue of models that counts its orders; each one finishes at once. */
let orders = 0;
let base = '';
let server: TestServer;

const queue = createServer((request, response) => {
  request.resume();
  if (request.url === '/result.png') {
    response.end(pixel);
    return;
  }
  if (request.method === 'POST') orders += 1;
  const urls = { get: `${base}/predictions/p${orders}` };
  const state = { status: 'succeeded', output: [`${base}/result.png`] };
  response.end(JSON.stringify(request.method === 'POST' ? { id: `p${orders}`, urls } : state));
});

beforeAll(async () => {
  const port = await listenOnLoopback(queue, 0);
  base = `http://127.0.0.1:${port}`;
  server = await startTestServer({
    environment: {
      REPLICATE_API_TOKEN: 'key',
      REPLICATE_BASE_URL: base,
      REPLICATE_PICTURE_MODEL: 'maker/pictures',
      WEB_TEST_ADDRESSES: `127.0.0.1:${port}`,
    },
  });
});

afterAll(async () => {
  await server.close();
  await closeServer(queue);
});

/** Asks for a picture while nothing runs jobs. */
async function orderAlone(cookie: string): Promise<string> {
  const response = await order(server, cookie, 'a fox');
  const { accepted } = await readAll(response, (reading) => reading.accepted !== undefined);
  return accepted?.answer_id ?? '';
}

/** The leftovers of a process that was killed in the middle of a step. */
function leaveBehind(id: string, left: Partial<typeof mediaJob.$inferInsert>): Promise<unknown> {
  const begun = new Date(Date.now() - 60_000);
  return server.database.query
    .update(mediaJob)
    .set({
      started: begun,
      nextStep: begun,
      leaseId: crypto.randomUUID(),
      leaseEnds: begun,
      ...left,
    })
    .where(eq(mediaJob.answerId, id));
}

describe('a job whose process was killed', () => {
  it.each([
    ['before it was submitted', {}, 1],
    ['once it was accepted', { state: 'submitted' as const, hasTicket: true }, 0],
  ])('is made once, %s', async (_, { hasTicket, ...left }: { hasTicket?: boolean }, sent) => {
    const { cookie } = await server.signIn(4);
    const id = await orderAlone(cookie);
    const ticket = { id: 'p0', statusUrl: `${base}/predictions/p0` };
    await leaveBehind(id, { ...left, ...(hasTicket && { ticket, submitTried: new Date() }) });
    const before = orders;
    const jobs = await startMediaJobs(server.platform);
    const events = await server.fetch(`/api/chat/answers/${id}/events`, { cookie });
    const { end } = await readAll(events);
    await jobs.stop();
    expect(end).toMatchObject({ state: 'finished', charged: 4, media: [{ type: 'image/png' }] });
    expect(orders - before).toBe(sent);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 0, held: 0 });
  });

  it('is not submitted again if its submission is uncertain, and costs nothing', async () => {
    const { cookie } = await server.signIn(4);
    const id = await orderAlone(cookie);
    await leaveBehind(id, { submitTried: new Date(), submits: 1 });
    const before = orders;
    const jobs = await startMediaJobs(server.platform);
    const events = await server.fetch(`/api/chat/answers/${id}/events`, { cookie });
    const { end } = await readAll(events);
    await jobs.stop();
    expect(end).toMatchObject({ state: 'failed', reason: 'outcome_unknown', charged: 0 });
    expect(orders).toBe(before);
    const [job] = await server.database.query
      .select()
      .from(mediaJob)
      .where(eq(mediaJob.answerId, id));
    expect(job).toMatchObject({ state: 'failed', maybeCharged: true, nextStep: null });
    expect(await verifyLedger(server.database)).toEqual([]);
  });

  it('is listed for the operator until it is resolved, with a record', async () => {
    const shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
    const { cookie, userId } = await server.signIn(4);
    const id = await orderAlone(cookie);
    const tried = new Date(Date.now() - 60_000);
    await leaveBehind(id, { submitTried: tried, submits: 1 });
    const jobs = await startMediaJobs(server.platform);
    await readAll(await server.fetch(`/api/chat/answers/${id}/events`, { cookie }));
    await jobs.stop();
    const media = (...args: string[]) => shell.run('media', ...args);
    const parts = [id, 'dall-e-3', 'replicate/maker/pictures', tried.toISOString(), 'cost unknown'];
    const line = [...parts, 'no id of the provider', 'outcome_unknown'].join('  ');
    expect((await media('list')).out).toContain(`${line}\n`);
    const listed = JSON.parse((await media('list', '--json')).out) as { id: string }[];
    expect(listed).toContainEqual(expect.objectContaining({ id, userId, cost: null }));
    expect((await media('resolve', id)).err).toContain("'--reason <text>' not specified");
    expect(await checkedAlarms(server)).toEqual(['media_unclear']);
    const resolve = (one = id) => media('resolve', one, '--reason', 'not in their list');
    for (const one of listed) if (one.id !== id) await resolve(one.id);
    expect((await resolve()).out).toBe(`${id} is resolved.\n`);
    expect(await checkedAlarms(server)).toEqual([]);
    const again = await resolve();
    expect(again).toMatchObject({ status: 1, err: expect.stringContaining('is unclear') });
    expect((await media('list')).out).not.toContain(id);
    const written = await server.database.query.select().from(auditEntry);
    expect(written.filter(({ subject }) => subject === id)).toMatchObject([
      { action: 'media.resolve', details: { reason: 'not in their list' } },
    ]);
    await shell.close();
  });

  it('ends at its deadline though no process took it', async () => {
    const { cookie } = await server.signIn(4);
    const id = await orderAlone(cookie);
    const past = new Date(Date.now() - 10_000);
    await server.database.query
      .update(mediaJob)
      .set({ deadline: past, nextStep: past })
      .where(eq(mediaJob.answerId, id));
    const jobs = await startMediaJobs(server.platform);
    const events = await server.fetch(`/api/chat/answers/${id}/events`, { cookie });
    const { end } = await readAll(events);
    await jobs.stop();
    expect(end).toMatchObject({ state: 'failed', reason: 'deadline_passed', charged: 0 });
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 4, held: 0 });
  });
});
