import { answerStates, failureReasons, target } from '#contract/chat/chat.ts';
import { ledgerEntry } from '#contract/credits/ledger.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import { entryCursor, pageSize } from '#contract/paging.ts';
import { ledgerKinds } from '#domain/credits/credits.ts';
import * as z from 'zod/mini';

const question = z.object({
  /** The beginning of the question. */
  text: z.string(),
  model: z.string(),
  gpt: z.nullable(z.object({ id: z.string(), name: z.string() })),
  conversation: z.object({ id: uuid, title: z.string(), target }),
  state: z.enum(answerStates),
  /** Why it was free or ended early. */
  reason: z.nullable(z.enum(failureReasons)),
});

const row = z.object({
  /** The id of its first ledger entry, which is the cursor. */
  id: ledgerEntry.shape.id,
  kind: z.enum(['question', ...ledgerKinds]),
  created: z.iso.datetime(),
  /** The sum of its entries. */
  balance_change: z.int(),
  /** `null` for other kinds, and for a question whose conversation was deleted. */
  question: z.nullable(question),
  /** Its ledger entries, oldest first. */
  entries: z.array(ledgerEntry),
});

export type HistoryRow = z.output<typeof row>;

export const listCreditHistory = endpoint({
  method: 'GET',
  path: '/api/credits/history',
  summary:
    'The history of the signed-in user’s credits, newest first: one row a question, with its ledger entries; `before` is the id of the last one seen.',
  query: () =>
    z.object({
      before: entryCursor(),
      size: pageSize(),
    }),
  response: () => z.object({ items: z.array(row) }),
});
