import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureReason } from '#contract/chat/chat.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { digitalSourceType } from '#server/gateways/media/marks/markText.ts';
import { sniffMedia } from '#server/gateways/media/sniffMedia.ts';
import type { MediaJobs } from '#server/jobs/mediaJobs.ts';
import { setCap } from '#server/services/upstreamPrices/setCap.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { creditOf, readAll, readEvents } from '../../setup/chat.ts';
import { fileOf, make, makers, order, runMediaJobs } from '../../setup/mediaJobs.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let jobs: MediaJobs;

beforeAll(async () => {
  server = await startTestServer();
  jobs = await runMediaJobs(server);
});

afterAll(async () => {
  await jobs.stop();
  await server.close();
});

async function jobOf(answerId: string | undefined): Promise<typeof mediaJob.$inferSelect> {
  const [row] = await server.database.query
    .select()
    .from(mediaJob)
    .where(eq(mediaJob.answerId, answerId ?? ''));
  if (!row) throw new Error('There is no job');
  return row;
}

describe('media models', () => {
  it('make a picture for 4 credits that its user can download, marked as machine-made', async () => {
    const { cookie } = await server.signIn(10);
    const { end, accepted } = await make(server, cookie, 'sandbox: fast. A red fox in snow');
    expect(accepted?.price).toBe(4);
    expect(end).toMatchObject({ state: 'finished', reason: null, charged: 4 });
    const [file] = end.media ?? [];
    expect(file).toMatchObject({ kind: 'picture', type: 'image/png', width: 512, height: 512 });
    const bytes = await fileOf(server, cookie, file?.id ?? '');
    expect(bytes.length).toBe(file?.size);
    expect(bytes.includes(digitalSourceType)).toBe(true);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data.length).toBeGreaterThan(0);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 6, held: 0 });
    expect(await jobOf(accepted?.answer_id)).toMatchObject({ state: 'stored', submits: 1 });
  });

  it('make two songs for 5 credits', async () => {
    const { cookie } = await server.signIn(5);
    const options = { kind: 'music', instrumental: true, title: 'Rain', style: 'jazz' } as const;
    const { end } = await make(server, cookie, 'sandbox: fast', { model: makers.music, options });
    expect(end).toMatchObject({ state: 'finished', charged: 5 });
    expect(end.media?.map(({ type, title, seconds }) => [type, title, seconds])).toEqual([
      ['audio/wav', 'Rain', 6],
      ['audio/wav', 'Rain', 6],
    ]);
    const bytes = await fileOf(server, cookie, end.media?.[1]?.id ?? '');
    expect([sniffMedia(bytes), bytes.includes(digitalSourceType)]).toEqual(['audio/wav', true]);
  });

  it('make a video for 5 credits, a longer one for more', async () => {
    const { cookie } = await server.signIn(15);
    const short = await make(server, cookie, 'sandbox: fast', { model: makers.video });
    expect(short.end).toMatchObject({ state: 'finished', charged: 5 });
    const options = { kind: 'video', ratio: '9:16', seconds: 10 } as const;
    const long = await make(server, cookie, 'sandbox: fast', { model: makers.video, options });
    expect([long.accepted?.price, long.end.charged]).toEqual([10, 10]);
    const bytes = await fileOf(server, cookie, long.end.media?.[0]?.id ?? '');
    expect([sniffMedia(bytes), bytes.includes(digitalSourceType)]).toEqual(['video/webm', true]);
  });

  it('show the state of a job, in consecutive events', async () => {
    const { cookie } = await server.signIn(4);
    const states: string[] = [];
    const numbers: number[] = [];
    let id = '';
    // It is made until it is stopped, so that a slow machine sees it being made as well.
    const response = await order(server, cookie, 'sandbox: unknown-state');
    for await (const { number, event } of readEvents(response)) {
      numbers.push(number);
      if (event.type === 'accepted') id = event.answer_id;
      if (event.type !== 'progress') continue;
      states.push(event.state);
      expect(event.expected_seconds).toBeGreaterThan(0);
      if (event.state === 'running') {
        await server.fetch(`/api/chat/answers/${id}/stop`, { method: 'POST', cookie });
      }
    }
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    // An event shows the state of the job when it is stored: a quick change may hide the state before.
    const course = ['queued', 'submitted', 'running'].filter((state) => states.includes(state));
    expect([...new Set(states)]).toEqual(course);
    expect([states[0], states.at(-1)]).toEqual(['queued', 'running']);
  });

  it('are joined by the same request, at no further cost', async () => {
    const { cookie } = await server.signIn(10);
    const requestId = randomUUID();
    const first = await make(server, cookie, 'sandbox: fast', { requestId });
    const again = await make(server, cookie, 'sandbox: fast', { requestId });
    expect(again.accepted?.answer_id).toBe(first.accepted?.answer_id);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 6, held: 0 });
  });

  it('show their files in the conversation, with the options', async () => {
    const { cookie } = await server.signIn(10);
    const options = { kind: 'picture', size: 'landscape', quality: 'low' } as const;
    const { end, accepted } = await make(server, cookie, 'sandbox: fast', { options });
    const path = `/api/chat/conversations/${accepted?.conversation_id}`;
    const { messages } = await server.fetch(path, { cookie }).then((one) => one.json());
    expect(messages[1]).toMatchObject({ media: end.media, answer: { options, state: 'finished' } });
    expect(end.media?.[0]).toMatchObject({ width: 768, height: 512 });
  });

  it('are refused with wrong options, without a text, and for more than the highest price', async () => {
    const { cookie } = await server.signIn(50);
    const wrong = { kind: 'video', ratio: '1:1', seconds: 5 } as const;
    const refusals = await Promise.all([
      order(server, cookie, 'a fox', { options: wrong }),
      order(server, cookie, 'a fox', { model: 'gpt-4o-mini', options: wrong }),
      order(server, cookie, 'a'.repeat(4_001)),
      order(server, cookie, 'a fox', {
        options: { kind: 'picture', size: 'square', quality: 'high' },
        maxPrice: 4,
      }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 422, 409]);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 50, held: 0 });
  });

  it.each<[string, FailureReason]>([
    ['fail-submit', 'upstream_error'],
    ['filter-submit', 'filtered'],
    ['fail 0', 'upstream_error'],
    ['filter 0', 'filtered'],
    ['empty-url 0', 'unusable_result'],
    ['broken 0', 'unusable_result'],
    ['expired 0', 'deadline_passed'],
  ])('cost nothing when the provider does this: %s', async (command, reason) => {
    const { cookie } = await server.signIn(4);
    const { end, accepted } = await make(server, cookie, `sandbox: ${command}`);
    expect(end).toMatchObject({ state: 'failed', reason, charged: 0 });
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 4, held: 0 });
    const { state } = await jobOf(accepted?.answer_id);
    expect(state).toBe(command.startsWith('expired') ? 'expired' : 'failed');
  });

  it('end at their deadline, and late files are free', async () => {
    const { cookie } = await server.signIn(4);
    const response = await order(server, cookie, 'sandbox: slow 12');
    const { accepted } = await readAll(response, ({ accepted: one }) => one !== undefined);
    const answerId = accepted?.answer_id ?? '';
    // The provider has it, and must not have made it when the deadline is set, however busy the machine is.
    await expect.poll(async () => (await jobOf(answerId)).ticket).toBeTruthy();
    await server.database.query
      .update(mediaJob)
      .set({ deadline: new Date() })
      .where(eq(mediaJob.answerId, answerId));
    const path = `/api/chat/answers/${answerId}/events`;
    const { end } = await readAll(await server.fetch(path, { cookie }));
    expect(end).toMatchObject({ state: 'failed', reason: 'deadline_passed', charged: 0 });
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 4, held: 0 });
    await expect
      .poll(() => jobOf(answerId), { timeout: 60_000 })
      .toMatchObject({ state: 'stored' });
    const { end: late } = await readAll(await server.fetch(path, { cookie }));
    expect(late).toMatchObject({ state: 'finished', reason: 'late', charged: 0 });
    expect((await fileOf(server, cookie, late?.media?.[0]?.id ?? '')).length).toBeGreaterThan(100);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 4, held: 0 });
  });

  it('are stopped for free, while they wait and while they run', async () => {
    const { cookie } = await server.signIn(20);
    const responses = await Promise.all(
      [1, 2, 3].map(() => order(server, cookie, 'sandbox: slow 60')),
    );
    const accepted = await Promise.all(
      responses.map((one) => readAll(one, (reading) => reading.accepted !== undefined)),
    );
    const ids = accepted.map((one) => one.accepted?.answer_id ?? '');
    await expect
      .poll(async () => (await Promise.all(ids.map(jobOf))).filter((job) => job.ticket).length)
      .toBe(2);
    const ends = await Promise.all(
      ids.map(async (id) => {
        await server.fetch(`/api/chat/answers/${id}/stop`, { method: 'POST', cookie });
        return readAll(await server.fetch(`/api/chat/answers/${id}/events`, { cookie }));
      }),
    );
    expect(ends.map(({ end }) => [end?.state, end?.charged])).toEqual([
      ['stopped', 0],
      ['stopped', 0],
      ['stopped', 0],
    ]);
    const reasons = ends.map(({ end }) => String(end?.reason)).toSorted();
    expect(reasons).toEqual(['cancelled', 'stopped_before_output', 'stopped_before_output']);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 20, held: 0 });
  });

  it('are free, and not sent, once the cap of their provider is reached', async () => {
    const { cookie } = await server.signIn(4);
    await jobs.stop();
    const response = await order(server, cookie, 'sandbox: fast');
    await setCap(server.platform, 'sandbox', 0, 'a test');
    jobs = await runMediaJobs(server);
    const { end, accepted } = await readAll(response);
    expect(end).toMatchObject({ state: 'failed', reason: 'provider_resting', charged: 0 });
    expect(await jobOf(accepted?.answer_id)).toMatchObject({ submits: 0, submitTried: null });
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 4, held: 0 });
    await setCap(server.platform, 'sandbox', null, 'a test');
    await expect.poll(() => server.platform.catalogue.caps.size).toBe(0);
  });

  it('run also when no process could be woken', async () => {
    const { cookie } = await server.signIn(4);
    const { pool } = server.database;
    await pool.query(`
      create function refuse_job() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
      create trigger refuse_job before insert on graphile_worker._private_jobs
        for each row execute function refuse_job()`);
    const response = await order(server, cookie, 'sandbox: fast');
    await pool.query(`drop trigger refuse_job on graphile_worker._private_jobs`);
    expect(response.status).toBe(200);
    const { end } = await readAll(response);
    expect(end).toMatchObject({ state: 'finished', charged: 4 });
  });

  it('leave no open job, no hold and a balanced ledger', async () => {
    const { rows } = await server.database.query.execute<{ open: number }>(
      `select count(*)::integer as open from media_job where state in ('queued', 'submitted', 'running')`,
    );
    expect(rows).toEqual([{ open: 0 }]);
    expect(await verifyLedger(server.database)).toEqual([]);
  });
});
