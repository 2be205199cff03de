import type { Config } from '#server/config.ts';
import type { MediaOrder } from '#server/gateways/media/mediaProvider.ts';
import { callbackKey } from '#server/services/media/jobs/callbackKey.ts';
import type { JobRow } from '#server/services/media/jobs/lease.ts';

/** Returns the order for the provider of a job, the same for every retry. */
export function orderOf(config: Pick<Config, 'publicUrl' | 'secret'>, job: JobRow): MediaOrder {
  const { answerId, upstream, prompt, options } = job;
  const { publicUrl } = config;
  const key = callbackKey(config, answerId);
  // A provider on the internet can only call public addresses.
  const callbackUrl = publicUrl.startsWith('https:')
    ? `${publicUrl}/api/media/callbacks/${answerId}/${key}`
    : undefined;
  return { key: answerId, model: upstream, prompt, options, callbackUrl };
}
