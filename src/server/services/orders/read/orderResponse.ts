import { and, eq, inArray, max, min } from 'drizzle-orm';
import { encode } from 'uqr';
import type { Checkout, Order } from '#contract/orders/orders.ts';
import type { PriceStep } from '#domain/pricing/quote.ts';
import { isPlan } from '#domain/plans/planTerms.ts';
import type { PaymentPlatform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { paymentCheckout } from '#server/db/schema/orders.ts';
import { methodsFor, renewingMethodsFor } from '#server/services/orders/checkout/methodsFor.ts';
import type { OpenCheckout } from '#server/services/orders/checkout/askForCheckout.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

type Period = { starts: Date; ends: Date };

/** Values that are not columns of orders. */
type OrderExtras = { processing: ReadonlySet<string>; periods: ReadonlyMap<string, Period> };

/** Returns an order in the form of the contract. */
export async function orderResponse(platform: PaymentPlatform, row: OrderRow): Promise<Order> {
  return toResponse(platform, row, await readExtras(platform.database, [row]));
}

/** Returns orders in the form of the contract, with as many queries as for one. */
export async function orderResponses(
  platform: PaymentPlatform,
  rows: readonly OrderRow[],
): Promise<Order[]> {
  const extras = await readExtras(platform.database, rows);
  return rows.map((row) => toResponse(platform, row, extras));
}

function toResponse(
  { payments }: PaymentPlatform,
  row: OrderRow,
  { processing, periods }: OrderExtras,
): Order {
  const { id, kind, product, credits, currency, amount, regular, following } = row;
  const { state, failure, method, periodStarts, periodEnds } = row;
  const billed =
    periodStarts && periodEnds ? { starts: periodStarts, ends: periodEnds } : undefined;
  const period = billed ?? periods.get(id);
  return {
    id,
    kind,
    product,
    credits,
    currency,
    amount,
    regular,
    following,
    steps: row.steps.map(stepResponse),
    state,
    failure,
    method,
    processing: processing.has(id),
    period: period
      ? { starts: period.starts.toISOString(), ends: period.ends.toISOString() }
      : null,
    methods: methodsFor(payments, currency),
    renewing: renewingMethodsFor(payments, currency),
    receipt_number: row.receiptNumber,
    created: row.created.toISOString(),
    expires: row.expires.toISOString(),
    paid: row.paid?.toISOString() ?? null,
  };
}

async function readExtras({ query }: Database, rows: readonly OrderRow[]): Promise<OrderExtras> {
  const pending = rows.filter(({ state }) => state === 'pending').map(({ id }) => id);
  // Plans that do not renew have no billed period, only the terms that were granted.
  const plans = rows
    .filter(({ product, fulfilled, periodEnds }) => isPlan(product) && fulfilled && !periodEnds)
    .map(({ id }) => id);
  const { orderId, state } = paymentCheckout;
  const { sourceType, sourceId, starts, ends } = planTerm;
  const [processing, terms] = await Promise.all([
    pending.length === 0
      ? []
      : query
          .select({ id: orderId })
          .from(paymentCheckout)
          .where(and(inArray(orderId, pending), eq(state, 'processing'))),
    plans.length === 0
      ? []
      : query
          .select({ id: sourceId, starts: min(starts), ends: max(ends) })
          .from(planTerm)
          .where(and(eq(sourceType, 'order'), inArray(sourceId, plans)))
          .groupBy(sourceId),
  ]);
  const periods = terms.flatMap(({ id, starts: from, ends: to }): [string, Period][] =>
    from && to ? [[id, { starts: from, ends: to }]] : [],
  );
  return { processing: new Set(processing.map(({ id }) => id)), periods: new Map(periods) };
}

/** Returns a reduction of a price in the form of the contract. */
export function stepResponse({ kind, percentOff, amount }: PriceStep): Order['steps'][number] {
  return { kind, percent_off: percentOff, amount };
}

/** Returns a checkout in the form of the contract, with the QR code as a path. */
export function checkoutResponse({ expires, ...page }: OpenCheckout): Checkout {
  const until = expires.toISOString();
  if (page.kind === 'redirect') return { ...page, expires: until };
  return { kind: 'scan', code_url: page.codeUrl, qr: drawCode(page.codeUrl), expires: until };
}

/** Draws the dark squares of a QR code as one SVG path, with one rectangle for each run in a row. */
function drawCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 4 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${(end === -1 ? size : end) - x}v1H${x}z`;
    }),
  );
  return { size, path: runs.join('') };
}
