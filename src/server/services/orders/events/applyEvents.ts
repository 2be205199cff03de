import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { providerEvent } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import { applySubject } from '#server/services/orders/events/applySubject.ts';

type EventRow = typeof providerEvent.$inferSelect;

/** Events that one process applies in parallel. Each waits for its provider. */
const parallelEvents = 4;

/** An event about an unknown subject is retried for this time. Then it is parked for an operator. */
const givenUpAfterMilliseconds = 3 * 86_400_000;

const longestPauseSeconds = 3_600;

/**
 * Applies the webhook events that are due, each by reading its subject from the provider. A claim of an event lasts for
 * a while only, so when this process dies, another one applies it. Returns the time at which the next event is due.
 */
export async function applyEvents(platform: PaymentPlatform): Promise<Date | undefined> {
  await Promise.all(Array.from({ length: parallelEvents }, () => applyDue(platform)));
  const [next] = await platform.database.query
    .select({ due: sql<string | null>`min(${providerEvent.nextAttempt})` })
    .from(providerEvent)
    .where(isWaiting(platform));
  return next?.due ? new Date(next.due) : undefined;
}

async function applyDue(platform: PaymentPlatform): Promise<void> {
  for (;;) {
    const event = await claimNext(platform);
    if (!event) return;
    await applyEvent(platform, event);
  }
}

/** Only events of providers that this process is configured for. */
function isWaiting({ payments }: PaymentPlatform) {
  const methods = [...payments.keys()];
  return and(eq(providerEvent.state, 'waiting'), inArray(providerEvent.method, methods));
}

async function claimNext(platform: PaymentPlatform): Promise<EventRow | undefined> {
  const { database, now } = platform;
  const time = now().toISOString();
  const due = database.query
    .select({ id: providerEvent.id })
    .from(providerEvent)
    .where(and(isWaiting(platform), sql`${providerEvent.nextAttempt} <= ${time}::timestamptz`))
    .orderBy(providerEvent.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [event] = await database.query
    .update(providerEvent)
    .set({
      attempts: sql`${providerEvent.attempts} + 1`,
      // Backoff of 2, 4, 8, … seconds.
      nextAttempt: sql`${time}::timestamptz + make_interval(secs =>
        least(power(2, least(${providerEvent.attempts} + 1, 20)), ${longestPauseSeconds}::float8))`,
    })
    .where(inArray(providerEvent.id, due))
    .returning();
  return event;
}

async function applyEvent(platform: PaymentPlatform, event: EventRow): Promise<void> {
  const { log, method } = { ...platform, ...event };
  try {
    const outcome = await applySubject(platform, method, event.subject);
    if (outcome.kind === 'later') return await postpone(platform, event, outcome.why);
    const { userId, text } = outcome;
    await finish(platform, event, { state: outcome.kind, outcome: text, userId });
    if (outcome.kind === 'parked') log.error({ method, type: event.type }, text);
  } catch (error) {
    const isUnknown = error instanceof PaymentUnknownError;
    const why = isUnknown ? 'the provider could not be asked' : errorName(error);
    log.warn({ method, type: event.type, error: redactedError(error) }, 'a payment message waits');
    await postpone(platform, event, why);
  }
}

/** Keeps an event for its next try, or parks it after days of tries. */
async function postpone(platform: PaymentPlatform, event: EventRow, why: string): Promise<void> {
  const { now, log, database } = platform;
  const isOver = now().getTime() - event.received.getTime() > givenUpAfterMilliseconds;
  if (isOver) {
    log.error({ method: event.method, type: event.type }, 'a payment message was given up');
    return finish(platform, event, { state: 'parked', outcome: why });
  }
  await database.query
    .update(providerEvent)
    .set({ outcome: why })
    .where(and(eq(providerEvent.id, event.id), eq(providerEvent.state, 'waiting')));
}

async function finish(
  { database, now }: PaymentPlatform,
  { id }: EventRow,
  end: { state: 'applied' | 'ignored' | 'parked'; outcome: string; userId?: string | undefined },
): Promise<void> {
  await database.query
    .update(providerEvent)
    .set({ ...end, userId: end.userId ?? null, applied: end.state === 'parked' ? null : now() })
    .where(and(eq(providerEvent.id, id), eq(providerEvent.state, 'waiting')));
}

/** Returns only the name of an error, because its message may contain personal data from a provider. */
function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}
