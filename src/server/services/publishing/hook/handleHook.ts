import { createHash } from 'node:crypto';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { publishHook } from '#contract/publishing/hooks.ts';
import type { Context } from '#server/context.ts';
import { hookDelivery } from '#server/db/schema/publishing.ts';
import { AppError } from '#server/errors.ts';
import { networkOf } from '#server/services/limits/network.ts';
import { hookLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';

export type HookMessage =
  | { kind: 'ping' }
  | { kind: 'other' }
  | { kind: 'push'; ref: string; delivery: string; sent: Date | undefined; from: 'GitHub' }
  | { kind: 'request'; delivery: string; sent: Date; from: 'a hook' };

export type HookResponse = ResponseOf<typeof publishHook>;

/** Largest difference between the sender's clock and ours. */
const clockMilliseconds = 5 * 60_000;
/** Delivery ids are stored for this time, so older deliveries must be refused. GitHub retries for three days. */
const storedMilliseconds = 7 * 86_400_000;

/** Limits requests per network. Throws `too_many_requests`. */
export async function limitHooks(context: Context): Promise<void> {
  await takePoints(context, [{ limit: hookLimits.network, by: networkOf(context.actor.address) }]);
}

/**
 * Handles a signed hook: a push to the configured branch or a request requests a publish, once for each delivery and
 * body, in the transaction that stores these. Throws `forbidden` for an old message.
 */
export async function handleHook(
  context: Context,
  message: HookMessage,
  body: Uint8Array,
): Promise<HookResponse> {
  const { config, database, now } = context;
  const { branch, pulls } = config.publishHook;
  if (message.kind === 'ping') return { outcome: 'pong', message: 'The hook works' };
  if (message.kind === 'other') {
    return { outcome: 'ignored', message: 'Only pushes publish the site' };
  }
  if (message.kind === 'push' && message.ref !== `refs/heads/${branch}`) {
    return { outcome: 'ignored', message: `Only pushes to ${branch} publish the site` };
  }
  refuseOld(message, now());
  return database.transaction(async (query) => {
    // GitHub signs the body but not the id, so a replayed request with another id is detected by its body.
    const digest = createHash('sha256').update(body).digest('base64url');
    const keys = [`body ${digest}`, `id ${message.delivery}`];
    const { rowCount } = await query
      .insert(hookDelivery)
      .values(keys.map((key) => ({ key })))
      .onConflictDoNothing();
    if (rowCount !== keys.length) {
      return { outcome: 'taken', message: 'This delivery was already taken' };
    }
    await requestPublish(query, { by: message.from, isAutomatic: true, isPulling: pulls });
    return { outcome: 'asked', message: 'A publish has been asked for' };
  });
}

function refuseOld({ kind, sent }: Extract<HookMessage, { delivery: string }>, now: Date): void {
  if (sent === undefined) return;
  const age = now.getTime() - sent.getTime();
  const oldest = kind === 'push' ? storedMilliseconds : clockMilliseconds;
  if (age < oldest && age > -clockMilliseconds) return;
  throw new AppError('forbidden', 'The time in the body is too far from now');
}
