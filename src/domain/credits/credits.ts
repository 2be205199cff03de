/** Credits that a new account starts with, unless the operator configures another number. */
export const startingCredits = 10;

/** Why a new account got no starting credits: too many accounts of its network, or of all, got some that day. */
export const startLimits = ['network', 'all'] as const;

export type StartLimit = (typeof startLimits)[number];

/**
 * The kinds of changes in the ledger. A cause (order, answer, …) has at most one entry of a kind. Rows store them: none is
 * ever removed.
 */
export const ledgerKinds = [
  'grant',
  'hold',
  'settle',
  'release',
  'expire',
  'refund',
  'restore',
  'freeze',
  'unfreeze',
  'adjust',
] as const;

export type LedgerKind = (typeof ledgerKinds)[number];

/** Reasons of changes, which pages translate. Answers that cost nothing have further reasons (`contract/chat/chat.ts`). */
export const ledgerReasons = [
  'answer_finished',
  'answer_stopped',
  'starting_grant',
  'code_redeemed',
  'plan_credits',
  'pack_bought',
  'lot_ended',
  'payment_refunded',
  'refunded_later',
  'refund_failed',
  'payment_disputed',
  'dispute_won',
  'dispute_lost',
  'referral_reward',
  'referral_lost',
  'operator_granted',
  'operator_adjusted',
] as const;

/**
 * The origins of credits. Pages show them for credits that belong to no plan or pack. Rows store them: none is ever
 * removed.
 */
export const lotOrigins = ['start', 'order', 'code', 'operator', 'other'] as const;

export function isLedgerReason(reason: string): boolean {
  return (ledgerReasons as readonly string[]).includes(reason);
}

/** The fields of a lot that a refund needs, in credits. */
export type RefundableLot = {
  id: string;
  granted: number;
  /** Credits that can be taken: the remaining or the frozen ones. */
  left: number;
  /** Credits in open holds. */
  held: number;
  /** Credits that earlier refunds asked for, and those that they took. */
  asked: number;
  taken: number;
};

export type RefundShare = { lotId: string; asked: number; taken: number };

/**
 * Divides a refund among the lots of a payment, in their order, so that this refund and the earlier ones together ask for
 * `total` credits. Available credits are taken at once. The rest is asked first from lots with open holds, because held
 * credits may be released, and then from lots whose credits are spent.
 */
export function shareRefund(lots: readonly RefundableLot[], total: number): RefundShare[] {
  const sumOf = (number: (lot: RefundableLot) => number) =>
    lots.reduce((sum, lot) => sum + number(lot), 0);
  let missing =
    Math.min(
      total,
      sumOf((lot) => lot.granted),
    ) - sumOf((lot) => lot.asked);
  const shares = lots.map((lot) => ({ lot, asked: 0, taken: 0 }));
  const askFor = (capacity: (share: (typeof shares)[number]) => number) => {
    for (const share of shares) {
      const amount = Math.max(0, Math.min(missing, capacity(share)));
      share.asked += amount;
      missing -= amount;
    }
  };
  askFor(({ lot }) => lot.left);
  for (const share of shares) share.taken = share.asked;
  askFor(({ lot }) => lot.held - (lot.asked - lot.taken));
  askFor(({ lot, asked }) => lot.granted - lot.asked - asked);
  return shares
    .filter(({ asked }) => asked > 0)
    .map(({ lot, asked, taken }) => ({ lotId: lot.id, asked, taken }));
}
