import { conversationCard } from '#contract/conversations/conversations.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import { shareIdPattern } from '#domain/chat/chat.ts';
import * as z from 'zod/mini';

const shareId = z.string().check(z.regex(shareIdPattern));

/** A public link to a conversation, with its content at the time of sharing. */
export const share = z.object({
  id: shareId,
  conversation_id: uuid,
  title: z.string(),
  /** The path of the link on this site. */
  path: z.string(),
  created: z.iso.datetime(),
});

export type Share = z.output<typeof share>;

export const shareConversation = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/:id/shares',
  summary:
    'Makes a link under which everybody may read the branch that is shown, as it is now. What is said later is not in it. Asked again without changes, it is the same link.',
  params: () => z.strictObject({ id: uuid }),
  response: () => share,
});

export const continueShare = endpoint({
  method: 'POST',
  path: '/api/chat/shares/:id/continue',
  summary:
    'Copies the texts of a shared conversation into the signed-in user’s account, to be continued there. Free. Asked again, it is the same conversation; the author of the link gets the shared one itself.',
  params: () => z.strictObject({ id: shareId }),
  response: () =>
    z.extend(conversationCard, {
      /** The number of copied messages, if only the first ones were copied because all are too long. */
      copied_first: z.optional(z.int()),
    }),
});

export const listShares = endpoint({
  method: 'GET',
  path: '/api/chat/shares',
  summary: 'The links that the signed-in user has made and not revoked, newest first.',
  response: () => z.object({ items: z.array(share) }),
});

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/chat/shares/:id',
  summary: 'Revokes a link: from now on it leads nowhere. Revoking it again changes nothing.',
  params: () => z.strictObject({ id: shareId }),
  response: () => z.object({ id: shareId }),
});
