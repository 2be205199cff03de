import { described } from '#contract/openapi/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import { contactReferencePattern, contactStates, contactTopics } from '#domain/support/contact.ts';
import * as z from 'zod/mini';

export const supportMessage = z.object({
  reference: described(z.string(), { pattern: contactReferencePattern.source }),
  topic: z.enum(contactTopics),
  state: z.enum(contactStates),
  created: z.iso.datetime(),
  /** The time of the operator's mail; `null` before it is sent. */
  answered: z.nullable(z.iso.datetime()),
});

export type SupportMessage = z.output<typeof supportMessage>;

export const listSupportMessages = endpoint({
  method: 'GET',
  path: '/api/account/support',
  summary:
    'The messages that the signed-in user sent the operator while signed in, newest first, and what became of them.',
  response: () => z.object({ items: z.array(supportMessage) }),
});
