import { eq } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import type { ComparedSubject } from '#server/db/schema/paymentComparisons.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import { compareProviders } from '#server/services/orders/comparisons/compareProviders.ts';
import { type OperatorShell, openOperatorShell } from './operatorProcess.ts';
import { type Bought, type ReturnsServer, startReturnsServer } from './returns.ts';

export type ComparingServer = Awaited<ReturnType<typeof startComparingServer>>;

export const today = dayOf(new Date());

type Compared = { method?: PaymentMethod; day?: string };

/**
 * A server whose providers are compared with it. Its own Stripe lists no refund and no dispute until `reconcile`, so that
 * the job which runs every ten minutes mends no difference before it is compared.
 */
export async function startComparingServer() {
  const server = await startReturnsServer();
  const shell: OperatorShell = await openOperatorShell(server.database.url);
  const platform = server.platform.payments as Map<PaymentMethod, PaymentGateway>;
  const providers = new Map(platform);
  const stripe = providers.get('stripe');
  if (!stripe) throw new Error('There is no Stripe');
  const hide = () => {
    const blind = { listRefunds: () => nothing(), listDisputes: () => nothing() };
    platform.set('stripe', { ...stripe, ...blind });
  };
  hide();
  const compareAll = (day: string = today) =>
    compareProviders({ ...server.platform, payments: providers }, day);
  const compare = async (
    subject: ComparedSubject,
    { method = 'stripe', day = today }: Compared = {},
  ) => (await compareAll(day)).filter((row) => row.method === method && row.subject === subject);
  return {
    ...server,
    shell,
    providers,
    compareAll,
    compare,
    differences: async (subject: ComparedSubject, method: PaymentMethod = 'stripe') =>
      (await compare(subject, { method })).flatMap((row) => row.differences),
    /** Whether the refunds and disputes of every provider are equal today. */
    isEqual: async () =>
      (await compareAll()).every(({ subject, differs }) => subject === 'payments' || !differs),
    /** Runs the job of every ten minutes, with a Stripe that lists everything. */
    reconcile: async () => {
      platform.set('stripe', stripe);
      await server.reconcile();
      hide();
    },
    refundedAtStripe: (bought: Bought, amount: number) => refundedAtStripe(server, bought, amount),
    buyForYen: () => buyForYen(server),
    refundRow: (id: string) =>
      server.database.query.select().from(paymentRefund).where(eq(paymentRefund.id, id)),
    changeRefund: (id: string, set: Partial<typeof paymentRefund.$inferInsert>) =>
      server.database.query.update(paymentRefund).set(set).where(eq(paymentRefund.id, id)),
    close: async () => {
      await shell.close();
      await server.close();
    },
  };
}

async function* nothing(): AsyncGenerator<never> {
  yield* [];
}

/** Refunds a part of an order. Returns our id, and the refund as Stripe has it. */
async function refundedAtStripe(server: ReturnsServer, { order }: Bought, amount: number) {
  const { id, providerId } = await server.refund(order.id, amount);
  const made = server.stripe.books.refunds.get(providerId ?? '');
  if (!made) throw new Error('Stripe has no such refund');
  return { id, made };
}

/** Of a currency without decimals, in which nothing has a price yet: the order and its payment are changed to it. */
async function buyForYen({ buy, database, stripe }: ReturnsServer): Promise<Bought> {
  const bought = await buy('credit_500');
  const isIt = eq(paymentOrder.id, bought.order.id);
  await database.query.update(paymentOrder).set({ currency: 'JPY' }).where(isIt);
  Object.assign(stripe.books.payments.get(bought.paymentId)?.paid ?? {}, { currency: 'JPY' });
  return bought;
}
