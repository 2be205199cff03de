import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Context } from '#server/context.ts';
import { enqueueTask } from '#server/db/jobs.ts';
import { type EventState, providerEvent } from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import {
  InvalidSignatureError,
  type PaymentGateway,
  type ProviderEvent,
} from '#server/gateways/payments/payments.ts';
import { examineMessage } from '#server/services/limits/examineMessage.ts';
import { eventsTask } from '#server/services/orders/taskNames.ts';

/** A message to a webhook, whose body is read only when it is examined. */
type SentMessage = { headers: Headers; readBody: () => Promise<Uint8Array> };

/**
 * Stores a provider's webhook event once and enqueues the task that applies it. Throws `not_found` for a method that is
 * not configured, `forbidden` for a wrong signature, and `too_many_requests` after many wrong signatures from one
 * network.
 */
export async function receiveEvent(
  context: Context,
  method: PaymentMethod,
  message: SentMessage,
): Promise<{ stored: boolean }> {
  const gateway = context.payments.get(method);
  if (!gateway) throw new AppError('not_found', 'This method of payment is not configured');
  const { event, body } = await examineMessage(context, async () => {
    const sent = await message.readBody();
    return { event: await verify(context, gateway, sent, message.headers), body: sent };
  });
  const stored = await store(context, method, event, body);
  if (stored === 'parked')
    context.log.error({ method, type: event.type }, 'a payment message was parked');
  return { stored: stored !== undefined };
}

async function verify(
  { log }: Context,
  gateway: PaymentGateway,
  body: Uint8Array,
  headers: Headers,
): Promise<ProviderEvent> {
  try {
    return await gateway.readEvent(body, headers);
  } catch (error) {
    if (!(error instanceof InvalidSignatureError)) throw error;
    log.warn({ method: gateway.method }, 'a payment message with a wrong signature');
    throw new AppError('forbidden', 'The signature is missing or wrong');
  }
}

/** Returns the state of the stored event; `undefined` when it was stored before. */
async function store(
  { database, now }: Context,
  method: PaymentMethod,
  { eventId, type, subject }: ProviderEvent,
  body: Uint8Array,
): Promise<EventState | undefined> {
  const received = now();
  const state = initialState(subject.kind);
  return database.transaction(async (transaction) => {
    const stored = await transaction
      .insert(providerEvent)
      .values({
        method,
        eventId,
        type,
        subject,
        payload: Buffer.from(body),
        state,
        outcome: subject.kind === 'unreadable' ? subject.why : null,
        nextAttempt: received,
        received,
      })
      .onConflictDoNothing()
      .returning({ id: providerEvent.id });
    if (stored.length === 0) return undefined;
    if (state === 'waiting') await enqueueTask(transaction, eventsTask);
    return state;
  });
}

function initialState(kind: ProviderEvent['subject']['kind']): EventState {
  if (kind === 'none') return 'ignored';
  return kind === 'unreadable' ? 'parked' : 'waiting';
}
