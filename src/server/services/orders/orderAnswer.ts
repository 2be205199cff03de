import { encode } from 'uqr';
import type { Checkout, Order } from '#contract/orders.ts';
import type { PriceStep } from '#domain/quote.ts';
import type { Platform } from '#server/context.ts';
import { methodsFor, renewingMethodsFor } from '#server/services/orders/methodsFor.ts';
import type { OpenCheckout } from '#server/services/orders/openCheckout.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

/** Returns an order as the contract has it. */
export function orderAnswer({ payments }: Pick<Platform, 'payments'>, row: OrderRow): Order {
  const { id, kind, product, credits, currency, amount, regular, following } = row;
  const { state, failure, method, periodStarts, periodEnds } = row;
  const period =
    periodStarts && periodEnds
      ? { starts: periodStarts.toISOString(), ends: periodEnds.toISOString() }
      : null;
  return {
    id,
    kind,
    product,
    credits,
    currency,
    amount,
    regular,
    following,
    steps: row.steps.map(stepAnswer),
    state,
    failure,
    method,
    period,
    methods: methodsFor(payments, currency),
    renewing: renewingMethodsFor(payments, currency),
    receipt_number: row.receiptNumber,
    created: row.created.toISOString(),
    expires: row.expires.toISOString(),
    paid: row.paid?.toISOString() ?? null,
  };
}

/** Returns a reduction of a price as the contract has it. */
export function stepAnswer({ kind, percentOff, amount }: PriceStep): Order['steps'][number] {
  return { kind, percent_off: percentOff, amount };
}

/** Returns a checkout as the contract has it, with the code to scan drawn. */
export function checkoutAnswer({ expires, ...page }: OpenCheckout): Checkout {
  const until = expires.toISOString();
  if (page.kind === 'redirect') return { ...page, expires: until };
  return { kind: 'scan', code_url: page.codeUrl, qr: drawCode(page.codeUrl), expires: until };
}

/** Draws the dark squares of a QR code as one path, each row's neighbours together. */
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
