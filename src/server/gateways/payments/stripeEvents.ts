import type Stripe from 'stripe';
import type { EventSubject } from '#domain/orders/payments.ts';
import { InvalidSignatureError, type ProviderEvent } from '#server/gateways/payments/payments.ts';
import { isSignedByStripe } from '#server/gateways/payments/stripeSignature.ts';
import { unreadableEvent } from '#server/gateways/payments/unreadableEvent.ts';
import { parseJson } from '#server/gateways/readJson.ts';

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
