import {
  type ImportedConversation,
  type Node,
  Unreadable,
  importLimits,
} from '#server/services/conversations/import/imported.ts';

/** The end of a text that was cut. The same in every language, because a stored text has none. */
const cutMark = '\n\n[…]';

/**
 * Puts messages into one order, by time and each behind the one that it follows, which is none of a later time. A
 * conversation that is too large keeps the newest of them. `leaf` is the end of the branch that is shown, `undefined` for
 * the newest message. Throws `Unreadable` when there are no messages.
 */
export function orderMessages(
  nodes: readonly Node[],
  leaf: Node | undefined,
): Pick<ImportedConversation, 'messages' | 'leaf' | 'shortened'> {
  // Parents come first here, so each time is that of the parent or later.
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
  const places = new Map(fitting.map((node, place) => [node, place]));
  const messages = fitting.map((node) => ({
    parent: node.parent ? (places.get(node.parent) ?? null) : null,
    role: node.role,
    text: cutText(node.text),
    created: new Date(timeOf(node)),
  }));
  const isCut = messages.some(({ text }, place) => text !== fitting[place]?.text);
  return {
    messages,
    leaf: leaf ? (places.get(leaf) ?? null) : null,
    shortened: isCut || fitting.length < nodes.length,
  };
}

/**
 * Returns the messages that fit into the limits of a conversation: the newest ones of the branch that ends with `leaf`,
 * then, where all of that branch fits, the newest ones of the others. Every kept message but the oldest of a shortened
 * branch has its parent. `ordered` is by time, parents before those that follow them.
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

/** The messages of the branch that ends with this one, up to the first one that is kept already. */
function missingPart(end: Node, kept: ReadonlySet<Node>): Node[] {
  const missing: Node[] = [];
  for (let at: Node | null = end; at && !kept.has(at); at = at.parent) missing.push(at);
  return missing;
}

/** Returns the text, or its beginning and a mark where it has more characters than a message may have. */
function cutText(text: string): string {
  if (text.length <= importLimits.messageCharacters) return text;
  const start = text.slice(0, importLimits.messageCharacters - cutMark.length);
  // Half of a pair cannot be stored.
  return `${start.replace(/[\ud800-\udbff]$/, '').trimEnd()}${cutMark}`;
}
