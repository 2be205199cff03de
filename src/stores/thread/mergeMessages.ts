import type { ChatMessage } from '#contract/conversations/conversations.ts';
import { type ThreadMessage, toThreadMessage } from '#stores/thread/thread.ts';

/**
 * Merges the messages on the screen with those of the server, which are all or the newest. Unchanged messages keep their
 * identity, and all keep their keys. The answer `runningKey` is streamed here and so newer than the stored one. Messages
 * without an id from the server stay at the end.
 */
export function mergeMessages(
  shown: readonly ThreadMessage[],
  stored: readonly ChatMessage[],
  runningKey: string | undefined,
): readonly ThreadMessage[] {
  const known = new Map(shown.map((message) => [message.id, message]));
  const merged = stored.map((one): ThreadMessage => {
    const before = known.get(one.id);
    const now = toThreadMessage(one);
    const parentKey = known.get(one.parent_id ?? '')?.key ?? now.parentKey;
    if (!before) return { ...now, parentKey };
    if (before.key === runningKey || isSame(before, now)) return before;
    return { ...now, key: before.key, parentKey: before.parentKey };
  });
  const storedIds = new Set(stored.map(({ id }) => id));
  const isStored = ({ id }: ThreadMessage) => id !== undefined && storedIds.has(id);
  const older = shown.slice(0, Math.max(0, shown.findIndex(isStored)));
  const others = shown.slice(older.length).filter((message) => !isStored(message));
  return [...older, ...merged, ...others];
}

function isSame(before: ThreadMessage, now: ThreadMessage): boolean {
  if (before.role === 'user' || now.role === 'user') return before.role === now.role;
  return (
    before.state === now.state &&
    before.text === now.text &&
    before.charged === now.charged &&
    before.model === now.model &&
    (before.vote ?? null) === (now.vote ?? null) &&
    before.media.length === now.media.length
  );
}
