import { eq } from 'drizzle-orm';
import { shareIdPattern } from '#domain/chat/chat.ts';
import { type ChatTarget, searchTarget } from '#domain/chat/chatPaths.ts';
import type { ModelPlatform, Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { conversation, conversationShare } from '#server/db/schema/chat.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { type BranchMessage, readBranch } from '#server/db/queries/branches.ts';
import { type RenderedAnswers, renderAnswers } from '#server/services/shares/renderAnswers.ts';
import { withoutFailed } from '#server/services/shares/withoutFailed.ts';
import { isShown } from '#server/services/gpts/shownGpts.ts';

/** Most bytes of the messages on one page, from the first message. The first one is always shown. */
export const sharedBytes = 2_000_000;

export type SharedConversation = {
  id: string;
  title: string;
  /** The time of sharing. */
  created: Date;
  messages: BranchMessage[];
  /** Whether messages at the end are left out, because the page would be too long. */
  isCut: boolean;
  answers: RenderedAnswers;
  /** The model or GPT of the conversation, if it is public. */
  subject: { name: string; target: ChatTarget } | undefined;
};

export type ShareOutcome =
  | { state: 'shared'; shared: SharedConversation }
  /** `gone`: the link was revoked, or the conversation was deleted. */
  | { state: 'unknown' | 'gone' };

/** Returns the conversation of a link, for anyone with the link. */
export async function readSharedConversation(
  platform: ModelPlatform,
  id: string,
): Promise<ShareOutcome> {
  const { database, catalogue } = platform;
  const found = await findShare(database.query, id);
  if (found.state !== 'found') return found;
  const { conversationId, leafId, title, created } = found.share;
  const branch = await readBranch(database.query, conversationId, leafId, sharedBytes);
  const messages = withoutFailed(branch).map((message) => ({
    ...message,
    model: message.model && (catalogue.find(message.model)?.title ?? message.model),
  }));
  const subject = subjectOf(catalogue, found);
  const answers = await renderAnswers(platform, branch);
  return {
    state: 'shared',
    shared: { id, title, created, messages, isCut: isCut(branch, leafId), answers, subject },
  };
}

/** Whether a branch lacks its last messages, because `sharedBytes` left them out. */
export function isCut(branch: readonly BranchMessage[], leafId: string): boolean {
  return branch.at(-1)?.id !== leafId;
}

/** A valid link, with its conversation and GPT. */
type FoundShare = {
  state: 'found';
  share: typeof conversationShare.$inferSelect;
  conversation: typeof conversation.$inferSelect;
  gpt: typeof gpt.$inferSelect | null;
};

export async function findShare(
  executor: Executor,
  id: string,
): Promise<FoundShare | Exclude<ShareOutcome, { state: 'shared' }>> {
  if (!shareIdPattern.test(id)) return { state: 'unknown' };
  const [row] = await executor
    .select({ share: conversationShare, conversation, gpt })
    .from(conversationShare)
    .innerJoin(conversation, eq(conversation.id, conversationShare.conversationId))
    .leftJoin(gpt, eq(gpt.id, conversation.gptId))
    .where(eq(conversationShare.id, id));
  if (!row) return { state: 'unknown' };
  if (row.share.revoked !== null || row.conversation.deleted !== null) return { state: 'gone' };
  return { state: 'found', ...row };
}

/** Returns the model or GPT of a shared conversation, if it is public and answers in text. */
export function subjectOf(
  catalogue: Platform['catalogue'],
  { gpt: row, conversation: { model } }: Pick<FoundShare, 'gpt' | 'conversation'>,
): SharedConversation['subject'] {
  return row ? gptSubject(row) : modelSubject(catalogue, model ?? '');
}

/** A GPT that is not public is not named: the address of one with visibility `link` must not be published. */
function gptSubject(row: typeof gpt.$inferSelect): SharedConversation['subject'] {
  if (!isShown(row)) return undefined;
  return { name: row.name, target: { group: 'g', gpt: row.id } };
}

function modelSubject(catalogue: Platform['catalogue'], id: string): SharedConversation['subject'] {
  const model = catalogue.find(id);
  if (model?.id === searchTarget.model) return { name: model.title, target: searchTarget };
  if (!model || model.hidden || model.kind !== 'text') return undefined;
  return { name: model.title, target: { group: model.group, model: model.id } };
}
