import { described } from '#contract/openapi/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import { order } from '#contract/orders/orders.ts';
import { storable, uuid } from '#contract/text.ts';
import { billingAddressMax, billingNameMax } from '#domain/orders/billing.ts';
import * as z from 'zod/mini';

/** The buyer's details on receipts, in addition to the e-mail address; may be empty. */
export const billing = z.strictObject({
  name: z.string().check(storable, z.trim(), z.maxLength(billingNameMax)),
  /** The address, with line breaks. */
  address: z.string().check(storable, z.trim(), z.maxLength(billingAddressMax)),
});

export type Billing = z.output<typeof billing>;

export const receipt = z.object({
  order,
  /** Name and address of the seller, and the seller's tax number; `null` if the operator has not set them. */
  seller: z.nullable(z.string()),
  seller_tax_id: z.nullable(z.string()),
  buyer: z.object({ email: described(z.string(), { format: 'email' }), billing }),
  /** The tax in the amount, in its currency; `null` without tax. */
  tax: z.nullable(z.object({ percent: z.number(), amount: z.int() })),
  /** The operator's sentence about tax. */
  tax_note: z.nullable(z.string()),
  /** Finished and pending refunds, in the same currency, oldest first. */
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
  response: () => receipt,
});

export const putBilling = endpoint({
  method: 'PUT',
  path: '/api/account/billing',
  summary: 'Sets the name and address that the signed-in user’s receipts show.',
  body: () => billing,
  response: () => billing,
});
