import { isMediaKind, mediaAtOnce, mediaDeadlineSeconds } from '#domain/media.ts';
import type { Tier } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import type { Target } from '#server/services/chat/target.ts';
import { storeProgress } from '#server/services/media/jobs/storeProgress.ts';

type NewJob = {
  answerId: string;
  userId: string;
  tier: Tier;
  prompt: string;
  target: Pick<Target, 'model' | 'route' | 'options'>;
};

/** Stores a waiting job, in the transaction that stores its answer. */
export async function storeJob(transaction: Executor, job: NewJob, now: Date): Promise<void> {
  const { answerId, userId, tier, prompt, target } = job;
  const { model, route, options } = target;
  if (!options || !isMediaKind(model.kind)) throw new Error('Only media models make media');
  const deadline = new Date(now.getTime() + mediaDeadlineSeconds[model.kind] * 1_000);
  const [provider = '', ...name] = route.upstream.split('/');
  await transaction.insert(mediaJob).values({
    answerId,
    userId,
    model: model.id,
    kind: model.kind,
    provider,
    upstream: name.join('/'),
    prompt,
    options,
    isPro: tier === 'pro',
    atOnce: mediaAtOnce[tier],
    // A job that never starts ends at its deadline.
    nextStep: deadline,
    deadline,
    created: now,
  });
  await storeProgress(transaction, answerId);
}
