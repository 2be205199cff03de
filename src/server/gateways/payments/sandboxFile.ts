import { parseChecked, problemOf } from '#domain/json.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Product, isYearly } from '#domain/plans/plans.ts';
import { ProviderBooks } from '#server/gateways/payments/providerBooks.ts';
import {
  type BillRecord,
  type CheckoutRecord,
  type Interval,
  type PaymentRecord,
  type SubscriptionRecord,
} from '#server/gateways/payments/providerRecords.ts';
import { sandboxRecords } from '#server/gateways/payments/sandboxRecords.ts';

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

  /** Reads the file; the books are empty without one. Throws an error for the operator if its records are wrong. */
  constructor(file: string) {
    super(newId);
    this.#file = file;
    const stored = readRows(file);
    this.port = stored.port ?? 0;
    for (const name of tables) {
      const table: Map<string, { id: string }> = this[name];
      for (const row of stored[name] ?? []) table.set(row.id, row);
    }
    upgrade(this);
    const { error } = sandboxRecords.safeParse(this.#rows());
    if (error) throw new Error(`${fileName(file)} is wrong: ${problemOf(error)}`);
  }

  #rows(): Record<string, unknown[]> {
    return Object.fromEntries(tables.map((name) => [name, [...this[name].values()]]));
  }

  save(): void {
    const unfinished = `${this.#file}.part`;
    const text = JSON.stringify({ port: this.port, ...this.#rows() });
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

const storedRow = z.looseObject({ id: z.string() });
const storedRows = z.object({
  port: z.exactOptional(z.int()),
  checkouts: z.exactOptional(z.array(storedRow)),
  payments: z.exactOptional(z.array(storedRow)),
  subscriptions: z.exactOptional(z.array(storedRow)),
  bills: z.exactOptional(z.array(storedRow)),
  refunds: z.exactOptional(z.array(storedRow)),
  disputes: z.exactOptional(z.array(storedRow)),
});

type StoredRows = z.output<typeof storedRows>;

/** Returns the rows of the file, of any version, with their dates. */
function readRows(file: string): StoredRows {
  if (!existsSync(file)) return {};
  return parseChecked(storedRows, readFileSync(file, 'utf8'), fileName(file), parseDates);
}

function fileName(file: string): string {
  return `The file of the payment sandbox, ${file} (delete it to begin with empty books),`;
}

/** Older files have these fields in checkouts and bills instead of a payment. */
type OldPaid = { paid?: PaymentRecord['paid']; paidAt?: Date; changeId?: string };
/** Older files have these fields in subscriptions instead of metadata. */
type OldSubscription = { orderId: string; product: Product };

/** Adds the payments, the metadata and the dates that files of older versions do not have. */
function upgrade({ checkouts, bills, payments, subscriptions, refunds }: ProviderBooks): void {
  for (const row of subscriptions.values()) {
    const { orderId, product, periodStarts } = row as SubscriptionRecord & OldSubscription;
    const interval = intervalOf(product);
    addMissing(row, { interval, anchor: periodStarts, metadata: { order_id: orderId } });
    if (row.next) addMissing(row.next, { interval: intervalOf(row.next.product as Product) });
  }
  const addPayment = (
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
    const interval = row.following && intervalOf(row.product as Product);
    addMissing(row, { interval, paymentMetadata: metadata, planMetadata: metadata });
    addPayment(row, row.method, metadata);
    const payment = payments.get(row.paymentId ?? '');
    if (payment) addMissing(payment, { metadata });
  }
  for (const row of bills.values()) {
    const { changeId } = row as BillRecord & OldPaid;
    const metadata: BillRecord['metadata'] = changeId === undefined ? {} : { change_id: changeId };
    addMissing(row, { created: row.starts, attempts: 1, metadata });
    addPayment(row, subscriptions.get(row.subscriptionId)?.method ?? 'sandbox', {});
  }
  for (const row of payments.values()) addMissing(row, { metadata: {} });
  for (const row of refunds.values()) {
    addMissing(row, { madeAt: new Date(), state: 'succeeded' });
  }
}

function addMissing<Row extends object>(row: Row, missing: Partial<Row>): void {
  Object.assign(row, { ...missing, ...row });
}

export function intervalOf(product: Product): Interval {
  return isYearly(product) ? 'year' : 'month';
}
