import { parseTrusted } from '#domain/json.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Product, isYearly } from '#domain/plans/plans.ts';
import { ProviderBooks } from '#server/gateways/payments/providerBooks.ts';
import {
  type BillRecord,
  type CheckoutRecord,
  type Interval,
  type PaymentRecord,
  type SubscriptionRecord,
} from '#server/gateways/payments/providerRecords.ts';

const tables = [
  'checkouts',
  'payments',
  'subscriptions',
  'bills',
  'refunds',
  'disputes',
] as const satisfies (keyof ProviderBooks)[];

/** The sandbox's books, in one file, so that they outlive the server as a real provider's do. */
export class SandboxBooks extends ProviderBooks {
  readonly #file: string;
  /** The port of the sandbox, so that links to its pages stay valid after a restart. */
  port = 0;

  /** Reads the file. An unreadable file counts as empty, because no real money is in it. */
  constructor(file: string) {
    super(newId);
    this.#file = file;
    const stored = readRows(file);
    this.port = stored.port ?? 0;
    for (const name of tables) {
      const table: Map<string, { id: string }> = this[name];
      for (const row of stored[name] ?? []) table.set(row.id, row);
    }
    if (!stored.payments) addPayments(this);
  }

  save(): void {
    const rows = tables.map((name) => [name, [...this[name].values()]]);
    const unfinished = `${this.#file}.part`;
    const text = JSON.stringify({ port: this.port, ...Object.fromEntries(rows) });
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, this.#file);
  }
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

function newId(kind: string): string {
  const name = kind === 'bill' ? 'invoice' : kind;
  return `sandbox_${name}_${randomUUID().replaceAll('-', '')}`;
}

function readRows(file: string): StoredRows {
  try {
    return parseTrusted<StoredRows | null>(readFileSync(file, 'utf8'), parseDates) ?? {};
  } catch {
    return {};
  }
}

type StoredRows = { port?: number } & { [Name in (typeof tables)[number]]?: { id: string }[] };

/** An older file has these fields in checkouts and bills instead of a payment. */
type OldPaid = { paid?: PaymentRecord['paid']; paidAt?: Date; changeId?: string };
/** An older file has these fields in subscriptions instead of metadata. */
type OldSubscription = { orderId: string; product: Product };

/** Adds what older files do not have: payments, and the metadata of plans. */
function addPayments({ checkouts, bills, payments, subscriptions, refunds }: ProviderBooks): void {
  for (const row of subscriptions.values()) {
    const { orderId, product, periodStarts } = row as SubscriptionRecord & OldSubscription;
    Object.assign(row, {
      interval: intervalOf(product),
      anchor: periodStarts,
      metadata: { order_id: orderId },
    });
    if (row.next) row.next.interval = intervalOf(row.next.product as Product);
  }
  const addOf = (
    row: (CheckoutRecord | BillRecord) & OldPaid,
    method: PaymentRecord['method'],
    metadata: PaymentRecord['metadata'],
  ) => {
    const { paymentId: id, price, paid = price, paidAt = new Date() } = row;
    if (id === undefined || payments.has(id)) return;
    payments.set(id, { id, method, created: paidAt, price, state: 'paid', paid, paidAt, metadata });
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
