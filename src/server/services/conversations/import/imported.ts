/** A conversation from a file, ready to be stored. */
export type ImportedConversation = {
  /** Where it comes from and its id there: the same one is never stored twice. */
  key: string;
  title: string;
  /** What it went to there; `null` where the file does not say. */
  model: string | null;
  gptId: string | null;
  pinned: boolean;
  created: Date;
  updated: Date;
  /** Place of the message in `messages` at the end of the branch that is shown; `null` for the newest. */
  leaf: number | null;
  /** Each behind the one that it follows. */
  messages: ImportedMessage[];
};

export type ImportedMessage = {
  /** Place in `messages` of what it follows. */
  parent: number | null;
  role: 'user' | 'assistant';
  text: string;
  created: Date;
};

/** Why a conversation cannot be imported: a sentence for whoever sent the file. */
export class Unreadable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unreadable';
  }
}

export const importLimits = {
  bodyBytes: 100_000_000,
  /** What a ZIP file may hold of conversations. */
  unpackedBytes: 500_000_000,
  conversations: 20_000,
  nodes: 20_000,
  messages: 4_000,
  messageCharacters: 400_000,
  conversationCharacters: 8_000_000,
} as const;

const earliest = Date.UTC(2000, 0, 1);

/** A message before its place is known. */
export type Node = {
  parent: Node | null;
  role: 'user' | 'assistant';
  text: string;
  created: Date;
};

/**
 * Puts messages into one order, by time and each behind the one that it follows, which is none of a later time. Throws
 * `Unreadable` when there are none or too many of them, or too long ones.
 */
export function orderMessages(nodes: readonly Node[]): {
  messages: ImportedMessage[];
  places: Map<Node, number>;
} {
  checkSize(nodes);
  // Parents come first here, so each time is that of the parent or later.
  const times = new Map<Node, number>();
  for (const node of nodes) {
    const least = node.parent ? (times.get(node.parent) ?? 0) : 0;
    times.set(node, Math.max(node.created.getTime(), least));
  }
  const timeOf = (node: Node) => times.get(node) ?? 0;
  const ordered = nodes.toSorted((one, other) => timeOf(one) - timeOf(other));
  const places = new Map(ordered.map((node, place) => [node, place]));
  const messages = ordered.map((node) => ({
    parent: node.parent ? (places.get(node.parent) ?? null) : null,
    role: node.role,
    text: node.text,
    created: new Date(timeOf(node)),
  }));
  return { messages, places };
}

function checkSize(nodes: readonly Node[]): void {
  const { messages, messageCharacters, conversationCharacters } = importLimits;
  if (nodes.length === 0) throw new Unreadable('It has no messages');
  if (nodes.length > messages) throw new Unreadable(`It has more than ${messages} messages`);
  let all = 0;
  for (const { text } of nodes) {
    if (text.length > messageCharacters) {
      throw new Unreadable(`A message has more than ${messageCharacters} characters`);
    }
    all += text.length;
  }
  if (all > conversationCharacters) {
    throw new Unreadable(`It has more than ${conversationCharacters} characters`);
  }
}

/** A moment that may be believed: not before there was anything to import, and not to come. */
export function believable(time: Date | undefined, now: Date): Date | undefined {
  const milliseconds = time?.getTime() ?? Number.NaN;
  return milliseconds >= earliest && milliseconds <= now.getTime() ? time : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What of a text can be stored. */
export function storableText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : '';
}
