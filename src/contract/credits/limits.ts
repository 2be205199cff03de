import { endpoint } from '#contract/endpoint.ts';
import { creditLimitMax } from '#domain/credits/creditLimits.ts';
import * as z from 'zod/mini';

const limit = z.nullable(z.int().check(z.minimum(1), z.maximum(creditLimitMax)));

/** A user's own limits in credits; `null` for none. Days and months begin at midnight UTC. */
const limits = z.strictObject({
  /** A question that would pass it is refused with `own_limit`, unless it is sent with `beyond_limit`. */
  per_day: limit,
  per_month: limit,
  /** When fewer credits than this are left, one mail is sent, until new credits arrive. */
  low_mark: limit,
});

export type CreditLimits = z.output<typeof limits>;

const state = z.object({
  limits,
  /** Credits that questions cost or hold in this day and month. */
  spent: z.object({ day: z.int(), month: z.int() }),
});

export type CreditLimitState = z.output<typeof state>;

export const getCreditLimits = endpoint({
  method: 'GET',
  path: '/api/credits/limits',
  summary: 'The limits that the signed-in user has set, with what was spent in this day and month.',
  response: () => state,
});

export const putCreditLimits = endpoint({
  method: 'PUT',
  path: '/api/credits/limits',
  summary: 'Sets one’s own limits, from the next question on.',
  body: () => limits,
  response: () => state,
});
