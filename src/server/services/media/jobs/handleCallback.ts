import { eq } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { AppError } from '#server/errors.ts';
import { isCallbackKey } from '#server/services/media/jobs/callbackKey.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

type Dependencies = Pick<Platform, 'config' | 'database' | 'mediaProviders'>;

type Callback = { job: string; key: string; body: string; headers: Headers };

/**
 * Handles a callback of a provider: polls the job immediately. The content of the message is ignored. Throws
 * `not_found` for a wrong key, and `forbidden` for a wrong signature if the provider signs.
 */
export async function handleCallback(
  dependencies: Dependencies,
  callback: Callback,
): Promise<void> {
  const { config, database, mediaProviders } = dependencies;
  const { job, key, body, headers } = callback;
  if (!isCallbackKey(config, job, key)) throw unknownJob();
  const [found] = await database.query
    .select({ provider: mediaJob.provider, nextStep: mediaJob.nextStep })
    .from(mediaJob)
    .where(eq(mediaJob.answerId, job));
  if (!found) throw unknownJob();
  const provider = mediaProviders.provider(found.provider);
  if ((await provider?.verify?.(body, headers)) === false)
    throw new AppError('forbidden', 'The signature is wrong');
  if (found.nextStep) await wakeStep(database.query, job);
}

function unknownJob(): AppError {
  return new AppError('not_found', 'There is no such job');
}
