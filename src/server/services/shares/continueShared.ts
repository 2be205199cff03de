import { and, eq } from 'drizzle-orm';
import type { continueShare } from '#contract/conversations/shares.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { fitTitle, titleOf } from '#domain/chat/conversationTitle.ts';
import { defaultGptModel } from '#domain/models/models.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { type BranchMessage, readBranch } from '#server/db/queries/branches.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { sendChange } from '#server/services/chatChanges/sendChange.ts';
import type { ImportedConversation } from '#server/services/conversations/import/imported.ts';
import { LeftOut } from '#server/services/conversations/import/leftOut.ts';
import {
  type Destination,
  storeImported,
} from '#server/services/conversations/import/storeImported.ts';
import {
  type ConversationCard,
  cardColumns,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';
import { shareLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import {
  findShare,
  isCut,
  sharedBytes,
  subjectOf,
} from '#server/services/shares/readSharedConversation.ts';
import { withoutFailed } from '#server/services/shares/withoutFailed.ts';

/**
 * Copies the texts of a shared conversation into the acting user's account, where it can be continued; costs nothing. The
 * same link is copied once: later calls return that conversation, restored if it was deleted. Only what the page of the link
 * shows is copied, and the number of messages is returned if that is not all. Its author gets the conversation itself.
 * Throws `not_found`, `gone`, `conflict` for a conversation without texts, and `too_many_requests`.
 */
export async function continueShared(
  context: Context,
  shareId: string,
): Promise<ResponseOf<typeof continueShare>> {
  const userId = signedInUser(context);
  const { database, catalogue } = context;
  await takePoints(context, [{ limit: shareLimits.continue, by: userId }]);
  const found = await findShare(database.query, shareId);
  if (found.state !== 'found') throw noShare(found.state);
  const { share } = found;
  if (found.conversation.userId === userId) return readCard(context, { id: share.conversationId });
  const branch = await readBranch(database.query, share.conversationId, share.leafId, sharedBytes);
  const messages = withoutFailed(branch).filter(({ text }) => text.trim() !== '');
  if (messages.length === 0) throw new AppError('conflict', 'This conversation has no texts');
  const key = `share:${shareId}`;
  const imported = toImported(key, share.title, messages, context.now());
  const destination = destinationOf(imported, subjectOf(catalogue, found));
  await storeImported(database, userId, [{ imported, destination }]);
  const card = await readCard(context, { key });
  await sendChange(context, 'changed', userId, card.id);
  return isCut(branch, share.leafId) ? { ...card, copied_first: messages.length } : card;
}

function noShare(state: 'unknown' | 'gone'): AppError {
  return state === 'gone'
    ? new AppError('gone', 'This link was revoked, or its conversation was deleted')
    : new AppError('not_found', 'There is no such link');
}

function toImported(
  key: string,
  title: string,
  branch: readonly BranchMessage[],
  now: Date,
): ImportedConversation {
  const messages = branch.map(({ role, text, created }, index) => {
    return { parent: index === 0 ? null : index - 1, role, text, created };
  });
  const times = { created: now, updated: now };
  const place = { pinned: false, archived: false, leaf: null };
  const origin = { key, title, model: null, gptId: null, ...place };
  return { ...origin, ...times, messages, shortened: false, leftOut: new LeftOut() };
}

/** Returns title and target. A model or GPT that is not public is replaced by the default model. */
function destinationOf(
  { title, messages }: ImportedConversation,
  subject: ReturnType<typeof subjectOf>,
): Destination {
  const named = { title: fitTitle(title) || titleOf(messages[0]?.text ?? '') };
  if (subject?.target.group === 'g') return { ...named, model: null, gptId: subject.target.gpt };
  return { ...named, model: subject?.target.model ?? defaultGptModel, gptId: null };
}

async function readCard(
  context: Context,
  { id, key }: { id?: string; key?: string },
): Promise<ConversationCard> {
  const isOwn = eq(conversation.userId, signedInUser(context));
  const isIt = id === undefined ? eq(conversation.importKey, key ?? '') : eq(conversation.id, id);
  const [card] = await context.database.query
    .select(cardColumns)
    .from(conversation)
    .where(and(isOwn, isIt));
  if (!card) throw new AppError('gone', 'This conversation was deleted');
  return toConversationCard(card);
}
