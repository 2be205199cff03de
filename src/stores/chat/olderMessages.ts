import { call } from '#contract/call.ts';
import { getConversation } from '#contract/conversations/conversations.ts';
import { messagesAtMost } from '#domain/chat/chat.ts';
import { isMessageRequested, showRequestedMessage } from '#stores/chat/shownBranch.ts';
import {
  $thread,
  type OpenThread,
  changeThread,
  currentThread,
  toThreadMessage,
} from '#stores/thread/thread.ts';

/** Adding this many messages takes less than two animation frames, so typing and scrolling stay smooth. */
const pageSize = 250;

/**
 * Loads the messages before the loaded ones of the open conversation, page by page, newest first, until all are loaded.
 * After a failure `older` is `failed`; call it again to retry.
 */
export async function loadOlder(): Promise<void> {
  const { conversationId } = $thread.get();
  if (conversationId === undefined) return;
  changeThread(() => ({ older: 'loading' }));
  for (;;) {
    const before = oldestOf(waiting(conversationId));
    if (before === undefined) return;
    const query = { newest: pageSize, before };
    const response = await call(getConversation, { params: { id: conversationId }, query }).catch(
      () => undefined,
    );
    // Meanwhile another conversation may have been opened, or these messages loaded by `openThread`.
    if (oldestOf(waiting(conversationId)) !== before) return;
    if (!response) return changeThread(() => ({ older: 'failed' }));
    const older = response.messages.map(toThreadMessage);
    changeThread(({ all }) => {
      const isWhole = !response.has_older || all.length + older.length >= messagesAtMost;
      return { all: [...older, ...all], older: isWhole ? 'none' : 'loading' };
    });
    // They may include a message that `showMessage` was called for meanwhile.
    if (waiting(conversationId) === undefined && isMessageRequested()) showRequestedMessage();
  }
}

function waiting(conversationId: string): OpenThread | undefined {
  const thread = currentThread();
  return thread?.conversationId === conversationId && thread.older === 'loading'
    ? thread
    : undefined;
}

/** Returns the id of the oldest message that has one. */
function oldestOf(thread: OpenThread | undefined): string | undefined {
  return thread?.all.find(({ id }) => id !== undefined)?.id;
}
