import { createHash } from 'node:crypto';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { publishHook } from '#contract/hooks.ts';
import type { Context } from '#server/context.ts';
import { hookDelivery } from '#server/db/schema/publishing.ts';
import { AppError } from '#server/errors.ts';
import { networkOf } from '#server/services/limits/network.ts';
import { hookLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { askForPublish } from '#server/services/publishing/queue/askForPublish.ts';

/** The content of a signed request, once its body was read. */
export type HookMessage =
  | { kind: 'ping' }
  | { kind: 'other' }
  | { kind: 'push'; ref: string; delivery: string; sent: Date | undefined; from: 'GitHub' }
  | { kind: 'request'; delivery: string; sent: Date; from: 'a hook' };

export type HookAnswer = ResponseOf<typeof publishHook>;

/** How far the clock of who asks may be off. */
const clockMilliseconds = 5 * 60_000;
/** Deliveries are remembered for so long, so older ones must not pass as new. GitHub repeats for three days. */
const rememberedMilliseconds = 7 * 86_400_000;

/** Throws `too_many_requests` when this network asks too often, whatever it asks. */
export async function limitHooks(context: Context): Promise<void> {
  await takePoints(context, [{ limit: hookLimits.network, by: networkOf(context.actor.address) }]);
}

/**
 * Takes what a signed hook says: a push to the configured branch or a request asks for a publish, once for each
 * delivery and each body, in one transaction with remembering it. Throws `forbidden` for what is too old.
 */
export async function takeHook(
  context: Context,
  message: HookMessage,
  body: Uint8Array,
): Promise<HookAnswer> {
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
    // GitHub signs the body and not the id: what was recorded and sent again under another id is known by its body.
    const digest = createHash('sha256').update(body).digest('base64url');
    const keys = [`body ${digest}`, `id ${message.delivery}`];
    const { rowCount } = await query
      .insert(hookDelivery)
      .values(keys.map((key) => ({ key })))
      .onConflictDoNothing();
    if (rowCount !== keys.length) {
      return { outcome: 'taken', message: 'This delivery was already taken' };
    }
    await askForPublish(query, { by: message.from, isAutomatic: true, isPulling: pulls });
    return { outcome: 'asked', message: 'A publish has been asked for' };
  });
}

function refuseOld({ kind, sent }: Extract<HookMessage, { delivery: string }>, now: Date): void {
  if (sent === undefined) return;
  const age = now.getTime() - sent.getTime();
  const oldest = kind === 'push' ? rememberedMilliseconds : clockMilliseconds;
  if (age < oldest && age > -clockMilliseconds) return;
  throw new AppError('forbidden', 'The time in the body is too far from now');
}
