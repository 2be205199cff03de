import { Semaphore } from '#domain/concurrency.ts';
import type { Context } from '#server/context.ts';
import { messageLimits } from '#server/services/limits/limits.ts';
import { networkOf } from '#server/services/limits/network.ts';
import {
  givePointsBack,
  networkUses,
  takePoints,
  tooManyRequests,
} from '#server/services/limits/takePoints.ts';

/** Messages of one network that are examined at once; fewer than may be refused, so that genuine ones never add up to it. */
const examinedAtOnce = 5;

/** Messages of one network that wait for that. */
const waitingAtMost = 200;

/** By network. */
const examinations = new Map<string, Semaphore>();

/**
 * Reads and verifies a message that anyone can send to a webhook. Every error of `verify` counts as a refusal. A
 * network with too many refused messages gets `too_many_requests` before `verify` is called. Verified messages do not
 * count.
 */
export async function examineMessage<Message>(
  context: Context,
  verify: () => Promise<Message>,
): Promise<Message> {
  const { address } = context.actor;
  const network = networkOf(address);
  const examining = examinations.get(network) ?? new Semaphore(examinedAtOnce);
  if (examining.waiting >= waitingAtMost) throw tooManyRequests(1);
  examinations.set(network, examining);
  try {
    return await examining.run(async () => {
      const uses = networkUses(messageLimits.refused, address);
      // Taken before, so that messages at the same time do not exceed the limit together.
      await takePoints(context, uses);
      const message = await verify();
      await givePointsBack(context, uses);
      return message;
    });
  } finally {
    if (examining.isIdle) examinations.delete(network);
  }
}
