import type { Tier } from '#domain/plans/plans.ts';

/** Longest question, in characters. Its tokens are limited by the model. */
export const questionMaxCharacters = 100_000;

/** Longest starter of a GPT that is put into the URL of a chat, in characters. */
export const linkedStarterCharacters = 1_500;

/** Longest title of a conversation, in characters. */
export const titleMaxCharacters = 80;

/** Largest number of answers of one user that run or wait in the queue at the same time. */
export const concurrentAnswers: Readonly<Record<Tier, number>> = { free: 2, basic: 2, pro: 4 };

/**
 * Largest number of answers per day that a user may stop before the first word. They are free here, but cost upstream.
 */
export const freeStopsPerDay = 30;

/** Days during which a deleted conversation can be restored. Afterwards it is gone for good. */
export const restoredForDays = 30;

/** Longest query of a search in conversations, in characters. */
export const searchMaxCharacters = 200;

/** Largest number of messages of a conversation that the server returns at once: the newest. */
export const messagesAtMost = 4_000;

/** Bytes of the largest importable file of conversations. */
export const importMaxBytes = 100_000_000;

/** The formats of exported conversations. */
export const exportFormats = ['markdown', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** Ids of shared conversations: 128 random bits as base64url. */
export const shareIdPattern = /^[A-Za-z0-9_-]{22}$/;

/** The authors of messages of a conversation. */
export const messageRoles = ['user', 'assistant'] as const;

export type MessageRole = (typeof messageRoles)[number];

export type Turn = { role: MessageRole; text: string };

/**
 * Keeps the newest turns whose tokens fit into `room`, whole question-and-answer pairs at a time, oldest dropped first.
 * Returns the kept turns and the number of omitted ones.
 */
export function trimHistory<SomeTurn extends Turn>(
  history: readonly SomeTurn[],
  room: number,
  tokensOf: (turn: SomeTurn) => number,
): { turns: SomeTurn[]; dropped: number } {
  let left = room;
  let start = history.length;
  for (const [index, turn] of [...history.entries()].toReversed()) {
    left -= tokensOf(turn);
    if (left < 0) break;
    if (turn.role === 'user') start = index;
  }
  return { turns: history.slice(start), dropped: start };
}

/** Message keys of the examples in an empty chat with a media model or AI search. */
export const starterNames = ['first', 'second', 'third'] as const;
