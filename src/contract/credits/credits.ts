import { endpoint } from '#contract/endpoint.ts';
import { lotOrigins } from '#domain/credits/credits.ts';
import { products } from '#domain/plans/plans.ts';
import * as z from 'zod/mini';

const lot = z.object({
  /** The plan or pack of the credits; `null` for others. */
  product: z.nullable(z.enum(products)),
  origin: z.enum(lotOrigins),
  granted: z.int(),
  /** Credits that can be spent. */
  remaining: z.int(),
  /** Credits that are frozen by a dispute. */
  frozen: z.int(),
  /** The time at which the user got them. Servers before this version do not send it. */
  created: z.optional(z.iso.datetime()),
  /** The time at which the remaining credits expire; `null` for never. */
  ends: z.nullable(z.iso.datetime()),
});

export type CreditLot = z.output<typeof lot>;

export const listLots = endpoint({
  method: 'GET',
  path: '/api/credits',
  summary:
    'The credits that the signed-in user has, by what they came with, in the order in which they are spent. At most 200 are listed; `more` counts the credits of the others.',
  response: () => z.object({ items: z.array(lot), more: z.int() }),
});
