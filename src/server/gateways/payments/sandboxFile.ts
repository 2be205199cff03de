import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Product, isYearly } from '#domain/plans/plans.ts';
import {
  type BillRecord,
  type CheckoutRecord,
  type Interval,
  type PaymentRecord,
  type ProviderBooks,
  type SubscriptionRecord,
  type Tables,
  emptyTables,
  newBooks,
  put,
} from '#server/gateways/payments/providerBooks.ts';
import { parseTrusted } from '#domain/json.ts';

/** The sandbox's books, in one file, so that they outlive the server as a real provider's do. */
export type SandboxBooks = ProviderBooks & {
  /** The port of the sandbox, so that links to its pages stay valid after a restart. */
  port: number;
  save: () => void;
};

/** Reads the file. An unreadable file counts as empty, because no real money is in it. */
export function openSandboxBooks(file: string): SandboxBooks {
  const { port, tables } = readTables(file);
  const newId = (kind: string) =>
    `sandbox_${kind === 'bill' ? 'invoice' : kind}_${randomUUID().replaceAll('-', '')}`;
  const books: SandboxBooks = {
    ...newBooks(newId, tables),
    port,
    save: () => {
      const rows = Object.entries(tables).map(([name, table]) => [name, [...table.values()]]);
      const unfinished = `${file}.part`;
      const text = JSON.stringify({ port: books.port, ...Object.fromEntries(rows) });
      writeFileSync(unfinished, text, { mode: 0o600 });
      renameSync(unfinished, file);
    },
  };
  return books;
}

const dateFields = new Set([
  'anchor',
  'created',
  'ends',
  'expires',
  'madeAt',
  'openedAt',
  'paidAt',
  'periodEnds',
  'periodStarts',
  'starts',
]);

/** The reviver of `JSON.parse` for these records, because JSON has no dates. */
export function parseDates(key: string, value: unknown): unknown {
  return dateFields.has(key) && typeof value === 'string' ? new Date(value) : value;
}

function readTables(file: string): { port: number; tables: Tables } {
  const tables = emptyTables();
  try {
    const stored = parseTrusted<StoredRows>(readFileSync(file, 'utf8'), parseDates);
    for (const name of Object.keys(tables) as (keyof Tables)[]) {
      for (const row of stored[name] ?? []) put(tables[name] as Map<string, typeof row>, row);
    }
    if (!stored.payments) addPayments(tables);
    return { port: stored.port, tables };
  } catch {
    return { port: 0, tables: emptyTables() };
  }
}

type StoredRows = { port: number } & { [Name in keyof Tables]?: { id: string }[] };

/** An older file has these fields in checkouts and bills instead of a payment. */
type OldPaid = { paid?: PaymentRecord['paid']; paidAt?: Date; changeId?: string };
/** An older file has these fields in subscriptions instead of metadata. */
type OldSubscription = { orderId: string; product: Product };

/** Adds what older files do not have: payments, and the metadata of plans. */
function addPayments({ checkouts, bills, payments, subscriptions, refunds }: Tables): void {
  for (const row of subscriptions.values()) {
    const { orderId, product, periodStarts } = row as SubscriptionRecord & OldSubscription;
    Object.assign(row, {
      interval: intervalOf(product),
      anchor: periodStarts,
      metadata: { order_id: orderId },
    });
  }
  const addOf = (
    row: (CheckoutRecord | BillRecord) & OldPaid,
    method: PaymentRecord['method'],
    metadata: PaymentRecord['metadata'],
  ) => {
    const { paymentId: id, price, paid = price, paidAt = new Date() } = row;
    if (id === undefined || payments.has(id)) return;
    put(payments, { id, method, created: paidAt, price, state: 'paid', paid, paidAt, metadata });
  };
  for (const row of checkouts.values()) {
    const metadata = { order_id: row.orderId };
    const interval = intervalOf(row.product as Product);
    Object.assign(row, { interval, paymentMetadata: metadata, planMetadata: metadata });
    addOf(row, row.method, metadata);
  }
  for (const row of bills.values()) {
    const { changeId } = row as BillRecord & OldPaid;
    const metadata: BillRecord['metadata'] = changeId === undefined ? {} : { change_id: changeId };
    Object.assign(row, { created: row.starts, attempts: 1, metadata });
    addOf(row, subscriptions.get(row.subscriptionId)?.method ?? 'sandbox', {});
  }
  for (const row of refunds.values()) row.state = 'succeeded';
}

export function intervalOf(product: Product): Interval {
  return isYearly(product) ? 'year' : 'month';
}
