import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { subscription } from '#server/db/schema/orders.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { type Buyer, startPaymentServer } from './payments.ts';

export type MailedShop = Awaited<ReturnType<typeof startMailedShop>>;

/** A payment server, and its mails but those about money, which have tests of their own and come every minute. */
export async function startMailedShop() {
  const server = await startPaymentServer();
  const mails: Mail[] = [];
  const send = async (mail: Mail) => {
    if (!mail.messageId?.startsWith('<money-')) mails.push(mail);
  };
  Object.assign(server.platform.mail, { send });
  const emailOf = async ({ userId }: Buyer): Promise<string> => {
    const isUser = eq(appUser.id, userId);
    const [user] = await server.database.query.select().from(appUser).where(isUser);
    return user?.email ?? '';
  };
  return {
    server,
    mails,
    emailOf,
    /** Buys a plan, and waits until it is there. */
    buy: async (product: PlanProduct, method = 'sandbox') => {
      const buyer = await server.newBuyer();
      const order = await server.order(buyer, product);
      await server.act(await server.checkout(buyer, order, method), { outcome: 'pay' });
      await expect.poll(() => server.stateOf(order.id), { timeout: 20_000 }).toBe('fulfilled');
      return { buyer, email: await emailOf(buyer) };
    },
    planOf: async ({ userId }: Buyer) => {
      const isOwn = eq(subscription.userId, userId);
      const [row] = await server.database.query.select().from(subscription).where(isOwn);
      return row;
    },
  };
}
