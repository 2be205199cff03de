import { type MessageRole, importMaxBytes } from '#domain/chat.ts';
import type { ImportProblem } from '#contract/conversations.ts';

/** A conversation from a file, ready to be stored. */
export type ImportedConversation = {
  /** Where it comes from and its id there: the same one is never stored twice. */
  key: string;
  title: string;
  /** Its model there; `null` where the file names none. */
  model: string | null;
  gptId: string | null;
  pinned: boolean;
  created: Date;
  updated: Date;
  /** Place of the message in `messages` at the end of the branch that is shown; `null` for the newest. */
  leaf: number | null;
  /** Each behind the one that it follows. */
  messages: ImportedMessage[];
  /** Whether messages were left out or texts cut, because the conversation is larger than one here may be. */
  shortened: boolean;
};

export type ImportedMessage = {
  /** Place in `messages` of what it follows. */
  parent: number | null;
  role: MessageRole;
  text: string;
  created: Date;
};

/** Thrown where a conversation cannot be imported. */
export class Unreadable extends Error {
  readonly reason: ImportProblem;

  constructor(reason: ImportProblem) {
    super(reason);
    this.name = 'Unreadable';
    this.reason = reason;
  }
}

export const importLimits = {
  bodyBytes: importMaxBytes,
  /** The files of conversations in a ZIP file. */
  unpackedBytes: 500_000_000,
  conversations: 20_000,
  /** Messages in the file, with those that are not shown. A conversation with more is not read: it would block others. */
  nodes: 100_000,
  /** Messages that are kept of a conversation. */
  messages: 4_000,
  messageCharacters: 400_000,
  conversationCharacters: 8_000_000,
} as const;

const earliest = Date.UTC(2000, 0, 1);

/** A message before its place is known. */
export type Node = {
  parent: Node | null;
  role: MessageRole;
  text: string;
  created: Date;
};

/** A moment that may be believed: not before there was anything to import, and not to come. */
export function believable(time: Date | undefined, now: Date): Date | undefined {
  const milliseconds = time?.getTime() ?? Number.NaN;
  return milliseconds >= earliest && milliseconds <= now.getTime() ? time : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the part of a text that can be stored. */
export function storableText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : '';
}
