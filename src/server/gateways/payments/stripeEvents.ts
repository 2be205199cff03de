import type Stripe from 'stripe';
import type { EventSubject } from '#domain/orders/payments.ts';
import { InvalidSignatureError, type ProviderEvent } from '#server/gateways/payments/payments.ts';
import { unreadableEvent } from '#server/gateways/payments/unreadableEvent.ts';
import { parseJson } from '#server/gateways/readJson.ts';
import { createHmac } from 'node:crypto';
import { isNearTime } from '#server/gateways/signedTime.ts';
import { isSameSecret } from '#server/isSameSecret.ts';

type ReadKind = Exclude<EventSubject['kind'], 'none' | 'unreadable'>;

/** The objects whose messages matter: Stripe's names of them, and the types of their messages. */
const subjects: readonly { kind: ReadKind; object: string; types: RegExp }[] = [
  { kind: 'checkout', object: 'checkout.session', types: /^checkout\.session\./ },
  {
    kind: 'invoice',
    object: 'invoice',
    types:
      /^invoice\.(?:paid|payment_succeeded|payment_failed|payment_action_required|voided|marked_uncollectible)$/,
  },
  { kind: 'subscription', object: 'subscription', types: /^customer\.subscription\./ },
  { kind: 'refund', object: 'refund', types: /^(?:refund\.|charge\.refund\.)/ },
  { kind: 'dispute', object: 'dispute', types: /^charge\.dispute\./ },
];

/**
 * Reads a message from its raw body. Only ids and types are read, which are the same in all versions of the API; the
 * subject's state is then read in our own version. A signed message without them is unreadable.
 */
export function readEvent(
  secrets: readonly string[],
  body: Uint8Array,
  headers: Headers,
): ProviderEvent {
  if (!isSignedByStripe(secrets, body, headers.get('stripe-signature') ?? '')) {
    throw new InvalidSignatureError('The signature of a message to the Stripe address is wrong');
  }
  return toProviderEvent(parseJson(new TextDecoder().decode(body)), body);
}

function toProviderEvent(event: unknown, body: Uint8Array): ProviderEvent {
  if (!isEvent(event)) return unreadableEvent(body, 'it has no id, type or object');
  const { id: eventId, type, data } = event;
  const subject = subjects.find(({ types }) => types.test(type));
  if (subject === undefined) return { eventId, type, subject: { kind: 'none' } };
  if (data.object.object === subject.object && typeof data.object.id === 'string') {
    return { eventId, type, subject: { kind: subject.kind, id: data.object.id } };
  }
  const why = `its object is not the ${subject.object} that its type names (API ${versionOf(event)})`;
  return { eventId, type, subject: { kind: 'unreadable', why } };
}

function isEvent(value: unknown): value is Pick<Stripe.Event, 'id' | 'type' | 'api_version'> & {
  data: { object: { object: string; id: unknown } };
} {
  if (typeof value !== 'object' || value === null) return false;
  const { object, id, type, data } = value as Record<string, unknown>;
  const inner = (data as { object?: unknown } | null | undefined)?.object;
  return (
    object === 'event' &&
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof inner === 'object' &&
    inner !== null
  );
}

function versionOf({ api_version: version }: Pick<Stripe.Event, 'api_version'>): string {
  return typeof version === 'string' ? version.slice(0, 40) : 'without version';
}

/**
 * Whether `header` has the signature of a body by one of the secrets, as in `Stripe-Signature`: `t=<seconds>` and one or
 * several `v1=<hex>`. Stripe's library is not used: it throws the same kind of error for an empty signature as for a
 * signed message that it cannot read, and takes times of the future and times that are no number.
 * https://docs.stripe.com/webhooks/signature
 */
function isSignedByStripe(
  secrets: readonly string[],
  body: Uint8Array,
  header: string,
  now = Date.now(),
): boolean {
  const parts = header.split(',');
  const [time, ...moreTimes] = valuesOf(parts, 't');
  if (time === undefined || moreTimes.length > 0 || !isNearTime(time, now)) return false;
  const given = valuesOf(parts, 'v1').filter((value) => /^[\da-f]{64}$/.test(value));
  return secrets.some((secret) => {
    const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
    return given.some((signature) => isSameSecret(signature, right));
  });
}

function valuesOf(parts: readonly string[], name: string): string[] {
  return parts
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
}
