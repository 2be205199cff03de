import { gptPath } from '#domain/gpts/gptPaths.ts';
import { languages } from '#domain/languages/languages.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { addJobIfPossible } from '#server/db/jobs.ts';
import { purgeUrls } from '#server/gateways/cdn/purgeUrls.ts';

/** The task that removes the pages of a withdrawn GPT from the CDN. */
export const purgeTask = 'purge_gpt';

/** Tries in about a day. */
const attempts = 15;

/** Has the pages of a GPT removed from the CDN after the transaction, if one is configured. */
export async function purgeAfterCommit(
  transaction: Executor,
  { config }: Pick<CorePlatform, 'config'>,
  id: string,
): Promise<void> {
  if (config.cdnPurge === undefined) return;
  await addJobIfPossible(transaction, {
    task: purgeTask,
    key: `${purgeTask}:${id}`,
    payload: { id },
    maxAttempts: attempts,
  });
}

/** Removes the pages of a GPT from the CDN. Throws the CDN's reason; the job is tried again. */
export async function purgeGpt(
  { config }: Pick<CorePlatform, 'config'>,
  payload: unknown,
): Promise<void> {
  const { id } = payload as { id?: unknown };
  if (config.cdnPurge === undefined || typeof id !== 'string') return;
  const urls = languages.map((language) => `${config.publicUrl}${gptPath(language, id)}`);
  await purgeUrls(config.cdnPurge, urls);
}
