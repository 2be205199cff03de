import { type Versions, versionsOf } from '#stores/thread/branches.ts';
import { type OpenThread, type ThreadMessage, isUnsent } from '#stores/thread/thread.ts';

/** Prefix of message ids in the address: `#message-…`. */
export const messageAnchor = 'message-';

/** A message of the branch on the screen, with the data of its row. */
export type MessageRow = {
  /** React key. All versions of a message share it, so that the focus stays when another one is shown. */
  rowKey: string;
  /** The `id` of the element. */
  anchor: string | undefined;
  message: ThreadMessage;
  versions: Versions | undefined;
  /** Whether it is the last message of its branch. */
  isLast: boolean;
};

/** Returns the rows of a conversation. Unchanged versions keep their identity, so that React skips their rows. */
export function messageRows({ all, messages }: Pick<OpenThread, 'all' | 'messages'>): MessageRow[] {
  const end = messages.findLast((message) => !isUnsent(message));
  return messages.map((message) => ({
    rowKey: isUnsent(message) ? message.key : `${message.role} ${message.parentKey ?? 'first'}`,
    anchor: message.id === undefined ? undefined : messageAnchor + message.id,
    message,
    versions: isUnsent(message) ? undefined : sameVersions(versionsOf(all, message), message.key),
    isLast: message === end,
  }));
}

const known = new Map<string, Versions>();

/** Returns the earlier object where the versions are equal to it by value. */
function sameVersions(versions: Versions | undefined, key: string): Versions | undefined {
  if (!versions) {
    known.delete(key);
    return undefined;
  }
  const before = known.get(key);
  const isSame =
    before?.position === versions.position && before.keys.join() === versions.keys.join();
  if (isSame) return before;
  known.set(key, versions);
  return versions;
}
