import type { ThreadMessage } from '#stores/thread/thread.ts';

/** Lookup tables of a conversation's messages, memoised for each list. */
type Tree = {
  byKey: ReadonlyMap<string, ThreadMessage>;
  /** Messages by the key of the one that they follow, oldest first. */
  following: ReadonlyMap<string | null, readonly ThreadMessage[]>;
  /** By the key of a message, the key of its newest descendant, or its own. */
  newestAfter: ReadonlyMap<string, string>;
};

/** The versions of a message: its position among them, from 0, and the keys of all. */
export type Versions = { position: number; keys: readonly string[] };

const trees = new WeakMap<readonly ThreadMessage[], Tree>();

/** Returns the messages from the first one to `leafKey`, or to the newest one when that is `null` or unknown. */
export function branchTo(
  all: readonly ThreadMessage[],
  leafKey: string | null,
): readonly ThreadMessage[] {
  const { byKey } = treeOf(all);
  const branch: ThreadMessage[] = [];
  const seen = new Set<string>();
  let next = byKey.get(leafKey ?? '') ?? [...byKey.values()].at(-1);
  while (next && !seen.has(next.key)) {
    seen.add(next.key);
    branch.push(next);
    next = byKey.get(next.parentKey ?? '');
  }
  return branch.toReversed();
}

/** Returns the key of the last message of the branch that goes through a message: its newest descendant. */
export function endOfBranch(all: readonly ThreadMessage[], key: string): string {
  return treeOf(all).newestAfter.get(key) ?? key;
}

/** Returns the versions of a message, itself among them; `undefined` when it is the only one. */
export function versionsOf(
  all: readonly ThreadMessage[],
  message: ThreadMessage,
): Versions | undefined {
  const versions = treeOf(all).following.get(message.parentKey) ?? [];
  if (versions.length < 2) return undefined;
  const position = versions.findIndex(({ key }) => key === message.key);
  return position < 0 ? undefined : { position, keys: versions.map(({ key }) => key) };
}

export function findMessage(
  all: readonly ThreadMessage[],
  key: string | null,
): ThreadMessage | undefined {
  return key === null ? undefined : treeOf(all).byKey.get(key);
}

function treeOf(all: readonly ThreadMessage[]): Tree {
  const known = trees.get(all);
  if (known) return known;
  const tree = makeTree(all.filter(isInBranch));
  trees.set(all, tree);
  return tree;
}

function makeTree(messages: readonly ThreadMessage[]): Tree {
  const byKey = new Map(messages.map((message) => [message.key, message]));
  const following = Map.groupBy(messages, ({ parentKey }) => parentKey);
  const indexes = new Map(messages.map(({ key }, index) => [key, index]));
  const newest = messages.map((_, index) => index);
  // Backwards, so that descendants come before their parents.
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const parent = indexes.get(messages[index]?.parentKey ?? '');
    if (parent !== undefined) {
      newest[parent] = Math.max(newest[parent] ?? 0, newest[index] ?? 0);
    }
  }
  const newestAfter = new Map(
    messages.map(({ key }, index) => [key, messages[newest[index] ?? index]?.key ?? key]),
  );
  return { byKey, following, newestAfter };
}

function isInBranch(message: ThreadMessage): boolean {
  return message.role === 'assistant' || message.delivery.state !== 'unsent';
}
