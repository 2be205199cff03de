import type { Tier } from '#domain/plans.ts';

/** The longest question, in characters, before its tokens are counted. */
export const questionMaxCharacters = 100_000;

/** Longest starter of a GPT that goes into the address of the chat, in characters. */
export const linkedStarterCharacters = 1_500;

/** Longest title of a conversation, in characters. */
export const titleMaxCharacters = 80;

/** Answers that one user may have running at once, those that wait for their turn included. */
export const concurrentAnswers: Readonly<Record<Tier, number>> = { free: 2, basic: 2, pro: 4 };

/** The most answers that one user may stop before the first word in a day: they cost upstream, and nothing here. */
export const freeStopsPerDay = 30;

/** Longest text that conversations are searched for, in characters. */
export const searchMaxCharacters = 200;

/** Messages of a conversation that are sent or shown at once, the newest. */
export const messagesAtMost = 4_000;

/** Bytes of the largest file of conversations that can be imported. */
export const importMaxBytes = 100_000_000;

/** The formats of exported conversations. */
export const exportFormats = ['markdown', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** Ids of shared conversations: 128 random bits as base64url. */
export const shareIdPattern = /^[A-Za-z0-9_-]{22}$/;

/** Who wrote a message of a conversation. */
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

/** Keys of the examples that an empty chat with a media model or AI search begins with. */
export const starterNames = ['first', 'second', 'third'] as const;
