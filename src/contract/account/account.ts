import { startLimits } from '#domain/credits/credits.ts';
import { described } from '#contract/openapi/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import * as z from 'zod/mini';

export const user = z.object({
  user_id: described(z.string(), { format: 'uuid' }),
  name: z.string(),
  email: described(z.string(), { format: 'email' }),
  picture: z.string(),
  /** Credits that can be spent now; 0 if missing. */
  credit: z._default(z.int(), 0),
  /** Credits in holds of running answers; 0 if missing. */
  held: z._default(z.int(), 0),
  /** Credits that are frozen while a payment is disputed; 0 if missing. */
  frozen: z._default(z.int(), 0),
  /** Why the account got no starting credits, if a limit of new accounts was used up. */
  start_withheld: z.optional(z.enum(startLimits)),
});

export type User = z.output<typeof user>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'The signed-in user. Answers 401 to anyone else.',
  response: () => user,
});
