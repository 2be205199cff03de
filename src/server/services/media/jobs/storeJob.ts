import { dayOf } from '#domain/dates.ts';
import { type MediaOptions, mediaAtOnce, mediaDeadlineSeconds } from '#domain/media/media.ts';
import type { Tier } from '#domain/plans/plans.ts';
import { type MediaPrice, mediaCostOf } from '#domain/costs/upstreamPrices.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { storeProgress } from '#server/services/media/jobs/storeProgress.ts';

type NewJob = {
  answerId: string;
  userId: string;
  tier: Tier;
  prompt: string;
  /** The id of the model. */
  model: string;
  /** `provider/model`. */
  upstream: string;
  options: MediaOptions;
  mediaPrices: readonly MediaPrice[];
};

/** Stores a waiting job, in the transaction that stores its answer. */
export async function storeJob(transaction: Executor, job: NewJob, now: Date): Promise<void> {
  const { answerId, userId, tier, prompt, model, upstream, options, mediaPrices } = job;
  const { kind } = options;
  const deadline = new Date(now.getTime() + mediaDeadlineSeconds[kind] * 1_000);
  const [provider = '', ...name] = upstream.split('/');
  const order = { provider, upstream: name.join('/'), prompt, options };
  await transaction.insert(mediaJob).values({
    answerId,
    userId,
    model,
    kind,
    ...order,
    cost: mediaCostOf(order, dayOf(now), mediaPrices) ?? null,
    isPro: tier === 'pro',
    atOnce: mediaAtOnce[tier],
    // A job that never starts ends at its deadline.
    nextStep: deadline,
    deadline,
    created: now,
  });
  await storeProgress(transaction, answerId);
}
