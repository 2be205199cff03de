import { described } from '#contract/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import { order } from '#contract/orders.ts';
import { storable, uuid } from '#contract/text.ts';
import { billingAddressMax, billingNameMax } from '#domain/billing.ts';
import * as z from 'zod/mini';

/** The buyer's details on receipts beside the e-mail address; empty for none. */
export const billing = z.strictObject({
  name: z.string().check(storable, z.trim(), z.maxLength(billingNameMax)),
  /** Lines of an address. */
  address: z.string().check(storable, z.trim(), z.maxLength(billingAddressMax)),
});

export type Billing = z.output<typeof billing>;

export const receipt = z.object({
  order,
  /** Name and address of the seller, and the number of the tax office; `null` where the operator has not set it. */
  seller: z.nullable(z.string()),
  seller_tax_id: z.nullable(z.string()),
  buyer: z.object({ email: described(z.string(), { format: 'email' }), billing }),
  /** The tax that the amount includes, in its currency; `null` where it includes none. */
  tax: z.nullable(z.object({ percent: z.number(), amount: z.int() })),
  /** A sentence of the operator's about tax. */
  tax_note: z.nullable(z.string()),
  /** Refunds of the amount, done or under way, in its currency; oldest first. */
  refunds: z.array(
    z.object({
      amount: z.int(),
      created: z.iso.datetime(),
      finished: z.nullable(z.iso.datetime()),
    }),
  ),
});

export type Receipt = z.output<typeof receipt>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/orders/:id/receipt',
  summary: 'The receipt of a paid order of the signed-in user; 404 for one that was not paid.',
  params: () => z.object({ id: uuid }),
  answer: () => receipt,
});

export const putBilling = endpoint({
  method: 'PUT',
  path: '/api/account/billing',
  summary: 'Sets the name and address that the signed-in user’s receipts show.',
  body: () => billing,
  answer: () => billing,
});
