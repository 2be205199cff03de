import { and, count, eq, gt, lte, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import {
  type Happening,
  type TimelinePosition,
  readTimeline,
} from '#server/db/queries/userTimeline.ts';
import { accountDeletion, session } from '#server/db/schema/accounts.ts';
import { answer } from '#server/db/schema/chat.ts';
import { creditBalance, planTerm } from '#server/db/schema/credits.ts';
import { mailPause, mailSuppression } from '#server/db/schema/mail.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { accountBlock } from '#server/db/schema/people.ts';
import { hashAddress } from '#server/services/mail/sendUnlessPaused.ts';
import { namedUser } from '#server/services/people/namedUser.ts';
import { positionToText } from '#server/services/people/timelinePosition.ts';
import { findLiveSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';

/** The state of an account now. */
export type ShownUser = {
  id: string;
  email: string;
  name: string;
  language: string;
  credits: { available: number; held: number; frozen: number };
  /** Products of plans that run now. */
  plans: string[];
  /** The plan that renews itself, if there is one. */
  renewing: { product: string; until: Date; renews: boolean } | null;
  sessions: number;
  questions: number;
  /** The sums of what was paid and not returned, in minor units by currency. */
  paid: Record<string, number>;
  blocked: { since: Date; reason: string } | null;
  deletionDue: Date | null;
  /** Why it gets no mail now, except sign-in codes. */
  mailStopped: { reason: 'refused' | 'bounce' | 'complaint'; until: Date | null } | null;
};

/** Before the newest happening, also if the clock of the database or a provider is ahead. */
const theEnd: TimelinePosition = { time: 'infinity' };

type Shown = {
  user: ShownUser;
  timeline: Happening[];
  /** The position from which the rest of the timeline is shown (`positionToText`); `null` at its end. */
  next: string | null;
};

/**
 * Returns the account of a text (`namedUser`) and what happened to it, the newest first, all or from a position on.
 * Without texts of the user: no questions, messages and reviews. Throws `not_found` and `conflict`.
 */
export async function showUser(
  platform: CorePlatform,
  text: string,
  { after = theEnd, limit }: { after?: TimelinePosition | undefined; limit: number },
): Promise<Shown> {
  const { query } = platform.database;
  const { id, email, name, language } = await namedUser(platform, text);
  const { timeline, next } = await readTimeline(query, id, { after, limit });
  const user = {
    id,
    email,
    name,
    language,
    ...(await moneyOf(platform, id)),
    ...(await accessOf(platform, id)),
    mailStopped: await mailStopOf(platform, email),
  };
  return { user, timeline, next: next ? positionToText(next) : null };
}

async function moneyOf({ database: { query }, now }: CorePlatform, userId: string) {
  const time = now();
  const balance = await findRow(query, creditBalance, eq(creditBalance.userId, userId));
  const terms = await query
    .selectDistinct({ product: planTerm.product })
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), lte(planTerm.starts, time), gt(planTerm.ends, time)));
  const live = await findLiveSubscription(query, userId);
  const { paidAmount, amount, returned, paidCurrency } = paymentOrder;
  const currency = sql<string>`coalesce(${paidCurrency}, ${paymentOrder.currency})`;
  const sums = await query
    .select({
      currency,
      paid: sql`sum(coalesce(${paidAmount}, ${amount}) - ${returned})`.mapWith(Number),
    })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.userId, userId), sql`${paymentOrder.paid} is not null`))
    .groupBy(currency);
  const { available = 0, held = 0, frozen = 0 } = balance ?? {};
  return {
    credits: { available, held, frozen },
    plans: terms.map(({ product }) => product),
    renewing: live
      ? {
          product: live.product,
          until: live.periodEnds,
          renews: !live.endsAtPeriodEnd && live.leaving !== 'ending',
        }
      : null,
    paid: Object.fromEntries(sums.map((sum) => [sum.currency, sum.paid])),
  };
}

async function accessOf({ database: { query }, now }: CorePlatform, userId: string) {
  const block = await findRow(query, accountBlock, eq(accountBlock.userId, userId));
  const deletion = await findRow(query, accountDeletion, eq(accountDeletion.userId, userId));
  const isOpen = and(eq(session.userId, userId), gt(session.expires, now()));
  const [sessions] = await query.select({ count: count() }).from(session).where(isOpen);
  const [questions] = await query
    .select({ count: count() })
    .from(answer)
    .where(eq(answer.userId, userId));
  return {
    sessions: sessions?.count ?? 0,
    questions: questions?.count ?? 0,
    blocked: block ? { since: block.created, reason: block.reason } : null,
    deletionDue: deletion?.due ?? null,
  };
}

async function mailStopOf(
  { config, database: { query }, now }: CorePlatform,
  email: string,
): Promise<ShownUser['mailStopped']> {
  const addressHash = hashAddress(config.secret, email);
  const reported = await findRow(
    query,
    mailSuppression,
    eq(mailSuppression.addressHash, addressHash),
  );
  if (reported) return { reason: reported.kind, until: null };
  const paused = await findRow(query, mailPause, eq(mailPause.addressHash, addressHash));
  return paused && paused.until > now() ? { reason: 'refused', until: paused.until } : null;
}
