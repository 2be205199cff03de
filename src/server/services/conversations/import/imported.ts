import { type MessageRole, importMaxBytes } from '#domain/chat/chat.ts';
import type { ImportProblem } from '#contract/conversations/conversations.ts';
import type { LeftOut } from '#server/services/conversations/import/leftOut.ts';

/** A conversation from a file, ready to be stored. */
export type ImportedConversation = {
  /** The source and the id there: the same conversation is never stored twice. */
  key: string;
  title: string;
  /** Its model in the source; `null` if the file has none. */
  model: string | null;
  gptId: string | null;
  pinned: boolean;
  archived: boolean;
  created: Date;
  updated: Date;
  /** Index in `messages` of the last message of the visible branch; `null` for the newest. */
  leaf: number | null;
  /** Parents come before their children. */
  messages: ImportedMessage[];
  /** Whether messages were left out or texts cut, because the conversation exceeds our limits. */
  shortened: boolean;
  /** Counts of content that the import leaves out. */
  leftOut: LeftOut;
};

export type ImportedMessage = {
  /** Index of the parent in `messages`. */
  parent: number | null;
  role: MessageRole;
  text: string;
  created: Date;
};

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
  /** Total size of the decompressed files of conversations in a ZIP file. */
  unpackedBytes: 500_000_000,
  conversations: 20_000,
  /** Most messages in the file, including hidden ones: reading more would block other requests. */
  nodes: 100_000,
  messages: 4_000,
  messageCharacters: 400_000,
  conversationCharacters: 8_000_000,
} as const;

const earliest = Date.UTC(2000, 0, 1);

/** A message before its index is known. */
export type Node = {
  parent: Node | null;
  role: MessageRole;
  text: string;
  created: Date;
};

/** Returns the time if it is plausible: not before 2000 and not in the future. */
export function plausible(time: Date | undefined, now: Date): Date | undefined {
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
