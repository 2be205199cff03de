/**
 * The largest difference between a sender's clock and ours, in seconds. It is also the time in which an eavesdropper
 * can send a signed message again.
 */
const toleranceSeconds = 300;

/**
 * Whether the signed time of a message is a plain number of seconds since 1970 and near `now`, which is in milliseconds.
 * Anything else that `Number` accepts is refused: no provider sends it.
 */
export function isNearTime(text: string, now = Date.now()): boolean {
  return /^\d{1,11}$/.test(text) && Math.abs(now / 1_000 - Number(text)) <= toleranceSeconds;
}
