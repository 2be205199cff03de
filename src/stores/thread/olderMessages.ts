import { call } from '#contract/call.ts';
import { getConversation } from '#contract/conversations.ts';
import { messagesAtMost } from '#domain/chat.ts';
import { isMessageWanted, showWantedMessage } from '#stores/thread/shownBranch.ts';
import { $thread, type OpenThread, changeThread, toThreadMessage } from '#stores/thread/thread.ts';

/** AnswerSession so many takes less than a frame or two: who types or scrolls meanwhile notices nothing. */
const pageSize = 250;

/**
 * Loads what comes before the known messages of the open conversation, the newer first, until all is there. A failure
 * is noted; calling this once more tries again.
 */
export async function loadOlder(): Promise<void> {
  const { conversationId } = $thread.get();
  if (conversationId === undefined) return;
  changeThread(() => ({ older: 'loading' }));
  for (;;) {
    const before = oldestOf(waiting(conversationId));
    if (before === undefined) return;
    const query = { newest: pageSize, before };
    const answer = await call(getConversation, { params: { id: conversationId }, query }).catch(
      () => undefined,
    );
    // Meanwhile something else may be on the screen, or the same may have come another way.
    if (oldestOf(waiting(conversationId)) !== before) return;
    if (!answer) return changeThread(() => ({ older: 'failed' }));
    const older = answer.messages.map(toThreadMessage);
    changeThread(({ all }) => {
      const isWhole = !answer.has_older || all.length + older.length >= messagesAtMost;
      return { all: [...older, ...all], older: isWhole ? 'none' : 'loading' };
    });
    // Something that was looked for meanwhile may be among them.
    if (waiting(conversationId) === undefined && isMessageWanted()) showWantedMessage();
  }
}

function waiting(conversationId: string): OpenThread | undefined {
  const thread = $thread.get();
  const isOpen = thread.state === 'open' && thread.conversationId === conversationId;
  return isOpen && thread.older === 'loading' ? thread : undefined;
}

/** The id of the oldest known message. */
function oldestOf(thread: OpenThread | undefined): string | undefined {
  return thread?.all.find(({ id }) => id !== undefined)?.id;
}
