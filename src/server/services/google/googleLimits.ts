import type { Context } from '#server/context.ts';
import { type Limit, networkUse, takePoints } from '#server/services/login/limits.ts';
import { networksOf } from '#server/services/login/network.ts';

const hour = 3_600;

/** For one network; an IPv6 /56 twice, a /48 four times as many. More than codes, because no mail is sent. */
const googleLimits = {
  start: { name: 'google_start', points: 60, seconds: hour },
  finish: { name: 'google_finish', points: 60, seconds: hour },
} as const satisfies Record<string, Limit>;

/** Counts the start or the end of a sign-in for its network. Throws `too_many_requests` with `retry_seconds`. */
export async function takeGoogleStep(
  context: Context,
  step: keyof typeof googleLimits,
): Promise<void> {
  const networks = networksOf(context.actor.address);
  await takePoints(
    context,
    networks.map((network) => networkUse(googleLimits[step], network)),
  );
}
