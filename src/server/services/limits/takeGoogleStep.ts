import type { Context } from '#server/context.ts';
import { googleLimits } from '#server/services/limits/limits.ts';
import { networksOf } from '#server/services/limits/network.ts';
import { networkUse, takePoints } from '#server/services/limits/takePoints.ts';

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
