import type { Context } from '#server/context.ts';
import { invitationLimits } from '#server/services/limits/limits.ts';
import { networkUses, takePoints } from '#server/services/limits/takePoints.ts';
import { hashInvitation } from '#server/services/login/invitations.ts';

/**
 * Returns the hash of an invitation that a visitor has entered; `undefined` for none. Throws `too_many_requests` when
 * their network has entered too many.
 */
export async function enteredInvitation(
  context: Context,
  typed: string | undefined,
): Promise<string | undefined> {
  const { config, actor } = context;
  if (typed === undefined || config.registration !== 'code') return undefined;
  await takePoints(context, networkUses(invitationLimits.network, actor.address));
  return hashInvitation(config.secret, typed);
}
