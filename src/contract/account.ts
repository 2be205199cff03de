import { described } from '#contract/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import * as z from 'zod/mini';

export const user = z.object({
  user_id: described(z.string(), { format: 'uuid' }),
  name: z.string(),
  email: described(z.string(), { format: 'email' }),
  picture: z.string(),
  /** Credits that can be spent now; 0 if missing. */
  credit: z._default(z.int(), 0),
  /** Credits held by running answers; 0 if missing. */
  held: z._default(z.int(), 0),
});

export type User = z.output<typeof user>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'The signed-in user. Answers 401 to anyone else.',
  answer: () => user,
});

export const ledgerKinds = [
  'grant',
  'hold',
  'settle',
  'release',
  'expire',
  'refund',
  'adjust',
] as const;

export const ledgerEntry = z.object({
  id: described(z.string(), { pattern: '^\\d+$' }),
  kind: z.enum(ledgerKinds),
  balance_change: z.int(),
  held_change: z.int(),
  reason: z.string(),
  created: z.iso.datetime(),
});

export const listLedger = endpoint({
  method: 'GET',
  path: '/api/account/ledger',
  summary:
    'The signed-in user’s ledger rows, newest first; `before` is the id of the last one seen.',
  query: () =>
    z.object({
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
      size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    }),
  answer: () => z.object({ items: z.array(ledgerEntry) }),
});
