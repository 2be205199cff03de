import type { ThreadMessage } from '#stores/thread/thread.ts';

/** Lookup tables of a conversation's messages, memoised for each list. */
type Tree = {
  byKey: ReadonlyMap<string, ThreadMessage>;
  /** Messages by the one that they follow, oldest first. */
  following: ReadonlyMap<string | null, readonly ThreadMessage[]>;
  /** Of each message, the newest one that comes after it, or itself. */
  newestAfter: ReadonlyMap<string, string>;
};

/** The versions of a message: its place among them, from 0, and the keys of all. */
export type Versions = { place: number; keys: readonly string[] };

const trees = new WeakMap<readonly ThreadMessage[], Tree>();

/** The messages from the first one to `leafKey`, or to the newest one when that is `null` or unknown. */
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

/** The end of the branch that goes through a message: the newest one after it. */
export function endOfBranch(all: readonly ThreadMessage[], key: string): string {
  return treeOf(all).newestAfter.get(key) ?? key;
}

/** The versions of a message, itself among them; `undefined` when it is the only one. */
export function versionsOf(
  all: readonly ThreadMessage[],
  message: ThreadMessage,
): Versions | undefined {
  const versions = treeOf(all).following.get(message.parentKey) ?? [];
  if (versions.length < 2) return undefined;
  const place = versions.findIndex(({ key }) => key === message.key);
  return place < 0 ? undefined : { place, keys: versions.map(({ key }) => key) };
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
  const places = new Map(messages.map(({ key }, place) => [key, place]));
  const newest = messages.map((_, place) => place);
  // Backwards, so that descendants come before their parents.
  for (let place = messages.length - 1; place >= 0; place -= 1) {
    const parent = places.get(messages[place]?.parentKey ?? '');
    if (parent !== undefined) {
      newest[parent] = Math.max(newest[parent] ?? 0, newest[place] ?? 0);
    }
  }
  const newestAfter = new Map(
    messages.map(({ key }, place) => [key, messages[newest[place] ?? place]?.key ?? key]),
  );
  return { byKey, following, newestAfter };
}

function isInBranch(message: ThreadMessage): boolean {
  return message.role === 'assistant' || message.delivery.state !== 'unsent';
}
