import { createHmac, timingSafeEqual } from 'node:crypto';
import { isNearTime } from '#server/gateways/signedTime.ts';

/**
 * Whether `header` has the signature of a body by one of the secrets, as in `Stripe-Signature`: `t=<seconds>` and one or
 * several `v1=<hex>`. Stripe's library is not used: it throws the same kind of error for an empty signature as for a
 * signed message that it cannot read, and takes times of the future and times that are no number.
 * https://docs.stripe.com/webhooks/signature
 */
export function isSignedByStripe(
  secrets: readonly string[],
  body: Uint8Array,
  header: string,
  now = Date.now(),
): boolean {
  const parts = header.split(',');
  const [time, ...moreTimes] = valuesOf(parts, 't');
  if (time === undefined || moreTimes.length > 0 || !isNearTime(time, now)) return false;
  const given = valuesOf(parts, 'v1')
    .filter((value) => /^[\da-f]{64}$/.test(value))
    .map((value) => Buffer.from(value, 'hex'));
  return secrets.some((secret) => {
    const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
    return given.some((signature) => timingSafeEqual(signature, right));
  });
}

function valuesOf(parts: readonly string[], name: string): string[] {
  return parts
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
}
