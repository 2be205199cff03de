import { target } from '#contract/chat/chat.ts';
import { described } from '#contract/openapi/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import { entryCursor, pageSize } from '#contract/paging.ts';
import { ledgerKinds } from '#domain/credits/credits.ts';
import * as z from 'zod/mini';

export const ledgerEntry = z.object({
  id: described(z.string(), { pattern: '^\\d+$' }),
  kind: z.enum(ledgerKinds),
  balance_change: z.int(),
  held_change: z.int(),
  /** Change of the frozen credits, positive when a dispute freezes them; 0 if missing. */
  frozen_change: z._default(z.int(), 0),
  reason: z.string(),
  created: z.iso.datetime(),
  /** The conversation of the entry; `null` without one, or after its deletion. */
  conversation: z.nullable(z.object({ id: uuid, title: z.string(), target })),
});

export type LedgerEntry = z.output<typeof ledgerEntry>;

export const listLedger = endpoint({
  method: 'GET',
  path: '/api/account/ledger',
  summary:
    'The signed-in user’s ledger rows, newest first; `before` is the id of the last one seen.',
  query: () =>
    z.object({
      before: entryCursor(),
      size: pageSize(),
    }),
  response: () => z.object({ items: z.array(ledgerEntry) }),
});
