import type { ChatMessage } from '#contract/conversations.ts';
import { type ThreadMessage, toThreadMessage } from '#stores/thread/thread.ts';

/**
 * The messages on the screen with what the server knows of the newest of them, or all: those that are the same stay the
 * same values, and keep their keys. The answer named `readHere` is known better here; what the server has not named yet
 * stays at the end.
 */
export function mergeMessages(
  shown: readonly ThreadMessage[],
  stored: readonly ChatMessage[],
  readHere: string | undefined,
): readonly ThreadMessage[] {
  const known = new Map(shown.map((message) => [message.id, message]));
  const merged = stored.map((one): ThreadMessage => {
    const before = known.get(one.id);
    const now = toThreadMessage(one);
    const parentKey = known.get(one.parent_id ?? '')?.key ?? now.parentKey;
    if (!before) return { ...now, parentKey };
    if (before.key === readHere || isSame(before, now)) return before;
    return { ...now, key: before.key, parentKey: before.parentKey };
  });
  const named = new Set(stored.map(({ id }) => id));
  const first = shown.findIndex(({ id }) => id !== undefined && named.has(id));
  const older = shown.slice(0, Math.max(0, first));
  const others = shown.slice(older.length);
  return [...older, ...merged, ...others.filter(({ id }) => id === undefined || !named.has(id))];
}

function isSame(before: ThreadMessage, now: ThreadMessage): boolean {
  if (before.role === 'user' || now.role === 'user') return before.role === now.role;
  return (
    before.state === now.state &&
    before.text === now.text &&
    before.charged === now.charged &&
    before.model === now.model &&
    before.media.length === now.media.length
  );
}
