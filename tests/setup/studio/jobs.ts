import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { AnswerEnd } from '#contract/chat/chat.ts';
import type { MediaProviderName } from '#domain/models/providers.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { creditOf, readAll } from '../chat.ts';
import { fileOf, makers, order } from '../mediaJobs.ts';
import type { Plan } from './plan.ts';
import { kindOf } from './providers.ts';
import type { Studio } from './studio.ts';

/** Credits of each user, more than anything costs. */
export const startingCredits = 20;

/** A question to a media model, as its user sees it. */
export type Job = {
  name: string;
  provider: MediaProviderName;
  cookie: string;
  answerId: string;
  price: number;
  /** Resolves with the last event, which the connection of the question brings. */
  end: Promise<AnswerEnd>;
};

export type JobRow = typeof mediaJob.$inferSelect;

/** Asks for something that fares at its provider as planned, as a user of its own. */
export async function startJob(
  studio: Studio,
  provider: MediaProviderName,
  name: string,
  plan: Plan,
): Promise<Job> {
  studio.providers.plans.set(name, plan);
  const server = studio.serverOf(provider);
  const { cookie } = await server.signIn(startingCredits);
  const model = makers[kindOf[provider]];
  const response = await order(server, cookie, `a fox #${name}`, { model });
  const accepted = Promise.withResolvers<{ answer_id: string; price: number }>();
  const end = readAll(response, (reading) => {
    if (reading.accepted) accepted.resolve(reading.accepted);
    return false;
  }).then((reading) => {
    if (!reading.end) throw new Error(`${name} has no end`);
    return reading.end;
  });
  end.catch(accepted.reject);
  const { answer_id: answerId, price } = await accepted.promise;
  return { name, provider, cookie, answerId, price, end };
}

export async function rowOf(studio: Studio, { answerId }: Job): Promise<JobRow> {
  const found = studio.database.query
    .select()
    .from(mediaJob)
    .where(eq(mediaJob.answerId, answerId));
  const [row] = await found;
  if (!row) throw new Error('There is no job');
  return row;
}

/**
 * Checks the properties of every job that has ended, after any events: its provider has begun it once at most, it costs
 * its price exactly if its files arrived in time, and a possible cost for us is marked.
 */
export async function checkJob(studio: Studio, job: Job): Promise<JobRow> {
  const server = studio.serverOf(job.provider);
  const [end, row] = [await job.end, await rowOf(studio, job)];
  const begun = studio.providers.ordersOf(job.name);
  expect(begun.length, `${job.name} was begun`).toBeLessThanOrEqual(1);
  const isDelivered = row.state === 'stored';
  const isFree = !isDelivered || row.reason !== null;
  const charged = isFree ? 0 : job.price;
  expect({ name: job.name, state: end.state, charged: end.charged }).toEqual({
    name: job.name,
    state: isFree ? expect.stringMatching(/^(?:failed|stopped)$/) : 'finished',
    charged,
  });
  expect(await creditOf(server, job.cookie)).toMatchObject({
    credit: startingCredits - charged,
    held: 0,
  });
  const path = `/api/chat/answers/${job.answerId}/events`;
  const { end: last } = await readAll(await server.fetch(path, { cookie: job.cookie }));
  expect(last?.state).toBe(isDelivered ? 'finished' : end.state);
  for (const { id } of last?.media ?? []) await fileOf(server, job.cookie, id);
  const count = kindOf[job.provider] === 'music' ? 2 : 1;
  expect(last?.media?.length ?? 0).toBe(isDelivered ? count : 0);
  // Orders without a known place are the operator's business.
  const isLost = begun.length > 0 && !isDelivered && row.ticket === null;
  if (isLost) expect(row).toMatchObject({ maybeCharged: true });
  return row;
}
