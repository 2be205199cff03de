import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import { votes } from '#domain/chat/votes.ts';
import * as z from 'zod/mini';

/**
 * A change of the signed-in user's conversations by any page or device, also by the reader itself. `asked` and `ended`: an
 * answer began or ended. `changed`: it was renamed, pinned or restored. `deleted`: it was deleted. `voted`: the vote
 * on an answer was given or withdrawn. `missed`: changes may be missing before this one, so everything on the page may be
 * outdated. Without a conversation, it is about all of them.
 */
export const chatChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('asked'), conversation_id: uuid, answer_id: uuid }),
  z.object({ type: z.literal('ended'), conversation_id: uuid, answer_id: uuid }),
  z.object({ type: z.literal('changed'), conversation_id: z.nullable(uuid) }),
  z.object({ type: z.literal('deleted'), conversation_id: z.nullable(uuid) }),
  z.object({
    type: z.literal('voted'),
    conversation_id: uuid,
    answer_id: uuid,
    vote: z.nullable(z.enum(votes)),
  }),
  z.object({ type: z.literal('missed') }),
]);

export type ChatChange = z.output<typeof chatChange>;

export const followChanges = endpoint({
  method: 'GET',
  path: '/api/chat/changes',
  summary:
    'Changes of the signed-in user’s conversations as server-sent events, from now on until the reader leaves. Events are not stored: a reader that was away loads again what it shows.',
});
