import { type Column, type SQL, sql } from 'drizzle-orm';
import { type Day, addDays } from '#domain/dates.ts';
import type { PaymentDifference, paymentComparison } from '#server/db/schema/paymentComparisons.ts';
import type { TimeSpan } from '#server/gateways/payments/payments.ts';

export type ComparisonRow = typeof paymentComparison.$inferSelect;

export type ComparedDay = Pick<ComparisonRow, 'method' | 'subject' | 'day' | 'compared'>;

/** A payment, refund or dispute in the records of one side. */
export type Entry = {
  /** The provider's id; our own for a refund that the provider has not confirmed. */
  id: string;
  /** Our id of a refund. The provider may store it even when we do not have the provider's id. */
  ownId?: string | undefined;
  paymentId: string;
  currency: string;
  amount: number;
  orderId: string | null;
};

export type ListedEntry = Entry & { day: Day };

export type Sides = {
  /** The provider's records of the day, the day before and the day after. */
  near: readonly ListedEntry[];
  /** Our records of the day. */
  ours: readonly Entry[];
  /** Our records of any day that match the provider's records, by the provider's id. */
  here: ReadonlyMap<string, Entry>;
};

/** The most differences that a row stores. The first ones are enough to find the cause. */
const keptDifferences = 100;

/** Returns the condition that a time is on a UTC day: the provider's time or, where that is null, our own. */
export function isOnDay(day: Day, first: Column, second: Column): SQL {
  const [from, to] = [startOf(day).toISOString(), startOf(addDays(day, 1)).toISOString()];
  return sql`coalesce(${first}, ${second}) >= ${from} and coalesce(${first}, ${second}) < ${to}`;
}

/** Returns a row for each currency of a day; one row in the currency `usual` when nothing happened. */
export function compareSides(of: ComparedDay, sides: Sides, usual: string): ComparisonRow[] {
  const theirs = sides.near.filter(({ day }) => day === of.day);
  const { ours } = sides;
  const differences = findDifferences(theirs, sides);
  const currencies = new Set([...theirs, ...ours].map(({ currency }) => currency));
  if (currencies.size === 0) currencies.add(usual);
  return [...currencies].map((currency) => {
    const within = <Kept extends { currency: string }>(all: readonly Kept[]) =>
      all.filter((one) => one.currency === currency);
    const found = within(differences);
    return {
      ...of,
      currency,
      theirs: sumOf(within(theirs)),
      theirNumber: within(theirs).length,
      ours: sumOf(within(ours)),
      ourNumber: within(ours).length,
      differs: found.length > 0,
      differences: found.slice(0, keptDifferences).map(toDifference),
    };
  });
}

/**
 * Returns the span of a day and its neighbours. The two sides may put the same payment on different sides of midnight,
 * so it counts as missing at the provider only when none of the three days has it.
 */
export function spanAround(day: Day): TimeSpan {
  return { from: startOf(addDays(day, -1)), to: startOf(addDays(day, 2)) };
}

export function startOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

type Found = Entry & Pick<PaymentDifference, 'kind' | 'theirs' | 'ours'>;

function findDifferences(theirs: readonly ListedEntry[], { near, ours, here }: Sides): Found[] {
  const missingThere = ours
    .filter((one) => !near.some((listed) => isSame(listed, one)))
    .map((one) => ({ ...one, kind: 'missing_there' as const, theirs: null, ours: one.amount }));
  return [...theirs.flatMap((one) => differenceOf(one, here.get(one.id))), ...missingThere];
}

function isSame(one: Entry, other: Entry): boolean {
  return one.id === other.id || (one.ownId !== undefined && one.ownId === other.ownId);
}

function differenceOf(theirs: Entry, ours: Entry | undefined): Found[] {
  if (!ours) return [{ ...theirs, kind: 'missing_here', theirs: theirs.amount, ours: null }];
  if (ours.amount === theirs.amount && ours.currency === theirs.currency) return [];
  const { orderId, amount } = ours;
  return [{ ...theirs, orderId, kind: 'amount_differs', theirs: theirs.amount, ours: amount }];
}

/** The id is omitted where it equals that of the payment. */
function toDifference({ kind, id, paymentId, orderId, theirs, ours }: Found): PaymentDifference {
  return { kind, ...(id === paymentId ? {} : { id }), paymentId, orderId, theirs, ours };
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}
