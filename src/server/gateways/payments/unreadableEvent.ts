import { createHash } from 'node:crypto';
import type { ProviderEvent } from '#server/gateways/payments/payments.ts';

/**
 * Returns the event of a signed message that cannot be read. Its digest is its id, so that repetitions are stored once.
 */
export function unreadableEvent(body: Uint8Array, why: string): ProviderEvent {
  const digest = createHash('sha256').update(body).digest('hex');
  return { eventId: `unreadable-${digest}`, type: 'unknown', subject: { kind: 'unreadable', why } };
}
