import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';

/** The longest wait for the changes of a subscription that came before, in milliseconds. */
const longestWait = 25_000;

/** The last change of each subscription that this process is making. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs a user's changes of one subscription in this process one after the other. At the same time each would make the
 * others start again, because their answers may be older. Throws `PaymentUnknownError` after a long wait; the change is then
 * not made. `work` must not call this function for the same subscription.
 */
export async function runInTurn<Result>(
  subscriptionId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
  }, longestWait);
  const result = (running.get(subscriptionId) ?? Promise.resolve()).then(() => {
    clearTimeout(timer);
    if (isLate) throw new PaymentUnknownError('Too many changes of this subscription wait');
    return work();
  });
  const ended = result.catch(() => undefined);
  running.set(subscriptionId, ended);
  try {
    return await result;
  } finally {
    if (running.get(subscriptionId) === ended) running.delete(subscriptionId);
  }
}
