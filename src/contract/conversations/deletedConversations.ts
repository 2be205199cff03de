import { conversationCard, ofConversation } from '#contract/conversations/conversations.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import { momentCursor, pageSize } from '#contract/paging.ts';
import * as z from 'zod/mini';

export const listDeletedConversations = endpoint({
  method: 'GET',
  path: '/api/chat/deleted',
  summary:
    'The signed-in user’s conversations that were deleted in the last 30 days, the last deleted first.',
  query: () =>
    z.object({
      /** `deleted` of the last seen conversation, with its id. */
      before: momentCursor(),
      after_id: z.optional(uuid),
      size: pageSize(),
    }),
  response: () =>
    z.object({
      items: z.array(
        z.extend(conversationCard, {
          deleted: z.iso.datetime(),
          /** When it is gone for good. */
          restorable_until: z.iso.datetime(),
        }),
      ),
    }),
});

export const purgeConversation = endpoint({
  method: 'DELETE',
  path: '/api/chat/deleted/:id',
  summary: 'Deletes a recently deleted conversation for good. `count` is 0 if there is none.',
  params: () => ofConversation,
  response: () => z.object({ count: z.int() }),
});

export const purgeDeletedConversations = endpoint({
  method: 'DELETE',
  path: '/api/chat/deleted',
  summary: 'Deletes all recently deleted conversations of the signed-in user for good.',
  response: () => z.object({ count: z.int() }),
});
