import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Billing, Receipt } from '#contract/orders/receipts.ts';
import type { Order } from '#contract/orders/orders.ts';
import { accountFiles, writeAccountFile } from '#server/db/queries/accountFiles.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from '../../setup/payments.ts';
import { callJson } from '../../setup/conversations.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

async function receiptOf(buyer: Buyer, { id }: Order): Promise<{ status: number; json: Receipt }> {
  const path = `/api/orders/${id}/receipt`;
  return callJson<Receipt>(server, await buyer.cookie(), 'GET', path);
}

async function putBilling(buyer: Buyer, billing: Billing): Promise<number> {
  const cookie = await buyer.cookie();
  return (await callJson(server, cookie, 'PUT', '/api/account/billing', billing)).status;
}

async function buy(buyer: Buyer, product: 'pro_month' | 'credit_500'): Promise<Order> {
  const order = await server.order(buyer, product);
  await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
  await expect.poll(() => server.stateOf(order.id)).toBe('fulfilled');
  return order;
}

it('shows seller, buyer, number and the tax of the day on which it was paid', async () => {
  const { config } = server.platform;
  config.operator.seller = 'Example Ltd, 1 Street, Town';
  const rates = [
    { from: '1970-01-01', percent: 19 },
    { from: '2100-01-01', percent: 25 },
  ];
  config.sellerTax = { id: 'DE1', rates, note: undefined };
  const buyer = await server.newBuyer();
  const order = await buy(buyer, 'pro_month');
  const { json } = await receiptOf(buyer, order);
  expect(json).toMatchObject({
    order: { id: order.id, amount: 2_899, receipt_number: expect.any(Number) },
    seller: 'Example Ltd, 1 Street, Town',
    seller_tax_id: 'DE1',
    buyer: { billing: { name: '', address: '' } },
    tax: { percent: 19, amount: 463 },
    tax_note: null,
  });
  expect(json.buyer.email).toContain('@');
  config.sellerTax = { id: undefined, rates: [], note: 'Small business, no VAT.' };
  expect((await receiptOf(buyer, order)).json).toMatchObject({
    seller_tax_id: null,
    tax: null,
    tax_note: 'Small business, no VAT.',
  });
});

it('exists for paid orders, and for their buyer only', async () => {
  const [buyer, other] = [await server.newBuyer(), await server.newBuyer()];
  const paid = await buy(buyer, 'credit_500');
  expect((await receiptOf(buyer, await server.order(buyer, 'credit_500'))).status).toBe(404);
  expect((await receiptOf(other, paid)).status).toBe(404);
  expect((await receiptOf({ ...buyer, cookie: async () => '' }, paid)).status).toBe(401);
});

it('shows the name and address that the buyer entered last, which the export has', async () => {
  const buyer = await server.newBuyer();
  const order = await buy(buyer, 'credit_500');
  expect(await putBilling(buyer, { name: 'First', address: '' })).toBe(200);
  const requested = { name: ' Second\u202e & Sons ', address: '2 Street\nTown\n' };
  expect(await putBilling(buyer, requested)).toBe(200);
  const billing = { name: 'Second & Sons', address: '2 Street\nTown' };
  expect((await receiptOf(buyer, order)).json.buyer.billing).toEqual(billing);
  expect(await putBilling(buyer, { name: 'x'.repeat(121), address: '' })).toBe(400);
  const file = accountFiles.find(({ name }) => name === 'billing.json');
  let text = '';
  if (file) {
    for await (const part of writeAccountFile(server.database.query, file, buyer.userId)) {
      text += part;
    }
  }
  expect(JSON.parse(text)).toMatchObject(billing);
});

it('shows the refunds', async () => {
  const buyer = await server.newBuyer();
  const order = await buy(buyer, 'credit_500');
  expect((await receiptOf(buyer, order)).json.refunds).toEqual([]);
  const path = `/api/orders/${order.id}/refund`;
  const body = { request_id: crypto.randomUUID() };
  expect((await callJson(server, await buyer.cookie(), 'POST', path, body)).status).toBe(200);
  const { json } = await receiptOf(buyer, order);
  expect(json.refunds).toMatchObject([{ amount: 499 }]);
});
