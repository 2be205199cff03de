import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import { paymentDispute } from '#server/db/schema/refunds.ts';
import { compareProviders } from '#server/services/orders/comparisons/compareProviders.ts';
import { type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

it.each([
  ['won', 500, 'fulfilled'],
  ['lost', 0, 'refunded'],
] as const)(
  'opens a dispute at the page of a checkout, which is %s there',
  async (end, left, state) => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, order);
    await server.act(page, { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), { timeout: 20_000 }).toBe('fulfilled');
    const disputePage = page.replace('/pay/', '/dispute/');
    const disputed = async () => {
      const isOf = eq(paymentDispute.orderId, order.id);
      const rows = await server.database.query.select().from(paymentDispute).where(isOf);
      return rows.map((row) => row.state);
    };
    expect(await server.act(disputePage, { outcome: 'open' })).toBe(page);
    await expect.poll(disputed, { timeout: 20_000 }).toEqual(['open']);
    expect(await server.credit(buyer)).toBe(0);
    await server.act(disputePage, { outcome: end });
    await expect.poll(disputed, { timeout: 20_000 }).toEqual([end]);
    expect([await server.credit(buyer), await server.stateOf(order.id)]).toEqual([left, state]);
    const html = await (await fetch(new URL(page, server.platform.paymentSandboxUrl))).text();
    expect(html).toContain(`The shop ${end} a dispute about it.`);
    const rows = await compareProviders(server.platform, dayOf(new Date()));
    const disputes = rows.filter((row) => row.method === 'sandbox' && row.subject === 'disputes');
    expect(disputes).toMatchObject([{ differs: false, currency: 'USD' }]);
  },
);
