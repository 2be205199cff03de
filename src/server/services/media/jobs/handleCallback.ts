import { eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { AppError } from '#server/errors.ts';
import { examineMessage } from '#server/services/limits/examineMessage.ts';
import { isCallbackKey } from '#server/services/media/jobs/callbackKey.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/** A message to the webhook of a job, whose body is read only if the provider signs it. */
type Callback = {
  job: string;
  key: string;
  headers: Headers;
  readBody: () => Promise<Uint8Array>;
};

/**
 * Handles a callback of a provider: polls the job immediately. The content of the message is ignored. Throws
 * `not_found` for a wrong key, `forbidden` for a wrong signature if the provider signs, and `too_many_requests` after
 * many of these from one network.
 */
export async function handleCallback(context: Context, callback: Callback): Promise<void> {
  const found = await examineMessage(context, () => verify(context, callback));
  // A genuine message about a job that was deleted.
  if (!found) throw unknownJob();
  if (found.nextStep) await wakeStep(context.database.query, callback.job);
}

/** Returns the job of a genuine message; `undefined` for a job that no longer exists. */
async function verify(
  { config, database, mediaProviders }: Context,
  { job, key, headers, readBody }: Callback,
) {
  if (!isCallbackKey(config, job, key)) throw unknownJob();
  const [found] = await database.query
    .select({ provider: mediaJob.provider, nextStep: mediaJob.nextStep })
    .from(mediaJob)
    .where(eq(mediaJob.answerId, job));
  const provider = found && mediaProviders.provider(found.provider);
  if (provider?.verify && !(await provider.verify(await readBody(), headers))) {
    throw new AppError('forbidden', 'The signature is wrong');
  }
  return found;
}

function unknownJob(): AppError {
  return new AppError('not_found', 'There is no such job');
}
