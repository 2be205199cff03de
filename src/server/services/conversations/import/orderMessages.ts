import {
  type ImportedConversation,
  type Node,
  Unreadable,
  importLimits,
} from '#server/services/conversations/import/imported.ts';

/** The end of a shortened text, the same in every language. */
const cutMark = '\n\n[…]';

/**
 * Sorts messages by time, parents before their children; a message that is older than its parent gets the parent's
 * time. Of a conversation that is too large, only the newest messages stay. `leaf` is the last message of the visible
 * branch, `undefined` for the newest message. Throws `Unreadable` when there are no messages.
 */
export function orderMessages(
  nodes: readonly Node[],
  leaf: Node | undefined,
): Pick<ImportedConversation, 'messages' | 'leaf' | 'shortened'> {
  // Parents come first in `nodes`, so that their times are known.
  const times = new Map<Node, number>();
  for (const node of nodes) {
    const least = node.parent ? (times.get(node.parent) ?? 0) : 0;
    times.set(node, Math.max(node.created.getTime(), least));
  }
  const timeOf = (node: Node) => times.get(node) ?? 0;
  const ordered = nodes.toSorted((one, other) => timeOf(one) - timeOf(other));
  const end = leaf ?? ordered.at(-1);
  if (!end) throw new Unreadable('no_messages');
  const kept = keepNewest(ordered, end);
  const fitting = ordered.filter((node) => kept.has(node));
  const indexes = new Map(fitting.map((node, index) => [node, index]));
  const messages = fitting.map((node) => ({
    parent: node.parent ? (indexes.get(node.parent) ?? null) : null,
    role: node.role,
    text: cutText(node.text),
    created: new Date(timeOf(node)),
  }));
  const isCut = messages.some(({ text }, index) => text !== fitting[index]?.text);
  return {
    messages,
    leaf: leaf ? (indexes.get(leaf) ?? null) : null,
    shortened: isCut || fitting.length < nodes.length,
  };
}

/**
 * Returns the messages that fit into the limits of a conversation: the newest ones of the branch that ends with `leaf`;
 * if that branch fits completely, then the newest ones of the others. Every kept message has its parent, except the
 * oldest of a shortened branch. `ordered` is sorted by time, parents before children.
 */
function keepNewest(ordered: readonly Node[], leaf: Node): ReadonlySet<Node> {
  const { messages, conversationCharacters, messageCharacters } = importLimits;
  const kept = new Set<Node>();
  let characters = 0;
  const fits = (nodes: readonly Node[]): boolean => {
    for (const { text } of nodes) characters += Math.min(text.length, messageCharacters);
    return kept.size + nodes.length <= messages && characters <= conversationCharacters;
  };
  for (let at: Node | null = leaf; at; at = at.parent) {
    if (!fits([at])) return kept;
    kept.add(at);
  }
  for (const end of ordered.toReversed()) {
    const added = missingPart(end, kept);
    if (!fits(added)) return kept;
    for (const node of added) kept.add(node);
  }
  return kept;
}

/** Returns the messages of the branch that ends with `end`, up to the first one that is already kept. */
function missingPart(end: Node, kept: ReadonlySet<Node>): Node[] {
  const missing: Node[] = [];
  for (let at: Node | null = end; at && !kept.has(at); at = at.parent) missing.push(at);
  return missing;
}

/** Returns the text; if it is too long, its beginning with a mark. */
function cutText(text: string): string {
  if (text.length <= importLimits.messageCharacters) return text;
  const start = text.slice(0, importLimits.messageCharacters - cutMark.length);
  // Half of a surrogate pair cannot be stored.
  return `${start.replace(/[\ud800-\udbff]$/, '').trimEnd()}${cutMark}`;
}
