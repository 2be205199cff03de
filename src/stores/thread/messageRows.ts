import { type Versions, versionsOf } from '#stores/thread/branches.ts';
import { messageAnchor } from '#stores/thread/shownBranch.ts';
import { type OpenThread, type ThreadMessage, isUnsent } from '#stores/thread/thread.ts';

/** A message of the branch on the screen, and what is drawn with it. */
export type MessageRow = {
  /** Its place in the tree: the versions of a message take turns in it, so that the focus stays where it is. */
  slot: string;
  /** Its id in the page. */
  anchor: string | undefined;
  message: ThreadMessage;
  versions: Versions | undefined;
  /** Whether nothing follows it. */
  isLast: boolean;
};

/**
 * The rows of a conversation on the screen. Rows of the same messages have the same versions, by value and identity.
 */
export function messageRows({ all, messages }: Pick<OpenThread, 'all' | 'messages'>): MessageRow[] {
  const end = messages.findLast((message) => !isUnsent(message));
  return messages.map((message) => ({
    slot: isUnsent(message) ? message.key : `${message.role} ${message.parentKey ?? 'first'}`,
    anchor: message.id === undefined ? undefined : messageAnchor + message.id,
    message,
    versions: isUnsent(message) ? undefined : sameVersions(versionsOf(all, message), message.key),
    isLast: message === end,
  }));
}

const known = new Map<string, Versions>();

/** Drawing goes by identity: what is the same by value must be the same object. */
function sameVersions(versions: Versions | undefined, key: string): Versions | undefined {
  if (!versions) {
    known.delete(key);
    return undefined;
  }
  const before = known.get(key);
  const isSame = before?.place === versions.place && before.keys.join() === versions.keys.join();
  if (isSame) return before;
  known.set(key, versions);
  return versions;
}
