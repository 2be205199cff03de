import { endpoint } from '#contract/endpoint.ts';
import { giftCodeMaxTyped } from '#domain/product/giftCodes.ts';
import * as z from 'zod/mini';

const subscribed = z.object({ subscribed: z.boolean() });
const period = z.object({ month: subscribed, year: subscribed });

export const productStatus = z.object({
  basic: period,
  pro: period,
  credit: z.object({ '500': subscribed, '1000': subscribed }),
});

export type ProductStatus = z.output<typeof productStatus>;

export const getProduct = endpoint({
  method: 'GET',
  path: '/api/product',
  summary:
    'Which plans and packs the signed-in user has. A pack counts while credits of it remain.',
  response: () => productStatus,
});

export const redeemCode = endpoint({
  method: 'POST',
  path: '/api/product/code',
  summary:
    'Redeems a gift code. Answers 200 either way; `code` is 0 when it was redeemed, −1 when not.',
  query: () =>
    z.object({
      code: z.string().check(z.trim(), z.minLength(1), z.maxLength(giftCodeMaxTyped)),
      /** The language of the page and of `msg`. */
      lang: z.optional(z.string().check(z.maxLength(10))),
    }),
  response: () => z.object({ code: z.int(), msg: z.string() }),
});
