import type { CorePlatform } from '#server/context.ts';
import {
  noteCancellations,
  noteEndingCredits,
  noteEnds,
  noteFailedOrders,
  noteFailedRenewals,
  noteLowCredits,
  noteOrders,
  noteRefunds,
} from '#server/db/queries/moneyMails.ts';

/** Each note is a transaction of its own, and notes nothing twice. */
const notes = [
  noteOrders,
  noteFailedOrders,
  noteFailedRenewals,
  noteRefunds,
  noteCancellations,
  noteEnds,
  noteEndingCredits,
  noteLowCredits,
] as const;

/**
 * Stores the mails about money that are due: what happened is read from the stored orders, refunds, plans and credits.
 * Outside development nothing is noted about the money of the sandbox, which a copied database may have.
 */
export async function noteMoneyMails({ config, database, now }: CorePlatform): Promise<void> {
  const time = { now: now(), isReal: config.production };
  for (const note of notes) {
    await database.transaction((transaction) => note(transaction, time));
  }
}
