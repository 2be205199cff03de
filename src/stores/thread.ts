import type { Attachment } from '#contract/attachments.ts';
import type { AnswerEnd, AnswerState, FailureReason } from '#contract/chat.ts';
import type { ChatMessage } from '#contract/conversations.ts';
import type { Message } from '#stores/message.ts';
import { atom, computed } from 'nanostores';

/** A question on the screen. A lost one was refused or never arrived; it is sent again with the same request id. */
export type Question = {
  role: 'user';
  /** Stays the same from sending on, so that nothing is drawn anew when the server has named it. */
  key: string;
  text: string;
  created: string;
  attachments: readonly Attachment[];
  delivery:
    | { state: 'sending' }
    | { state: 'sent' }
    | { state: 'lost'; requestId: string; problem: Message };
};

export type Answer = {
  role: 'assistant';
  key: string;
  /** The answer's id at the server; unknown until it accepted the question. */
  answerId: string | undefined;
  text: string;
  created: string;
  state: AnswerState;
  reason: FailureReason | null;
  charged: number;
  model: string;
  truncated: boolean;
};

export type ThreadMessage = Question | Answer;

/** The conversation on the screen. */
export type Thread =
  | { state: 'loading'; conversationId: string }
  | { state: 'missing'; conversationId: string }
  | { state: 'failed'; conversationId: string; problem: Message }
  | {
      state: 'open';
      /** Unknown until the first question of a new conversation is accepted. */
      conversationId: string | undefined;
      title: string | undefined;
      messages: readonly ThreadMessage[];
      /** Turns that did not fit into the last question. */
      droppedTurns: number;
    };

export type OpenThread = Extract<Thread, { state: 'open' }>;

/** The answer that is being read: its text so far, apart from the list, which stays as it is meanwhile. */
export type RunningAnswer = {
  key: string;
  text: string;
  /** `asking` until the server accepted the question. */
  phase: 'asking' | 'waiting' | 'writing' | 'stopping';
  connected: boolean;
};

export const newThread: OpenThread = {
  state: 'open',
  conversationId: undefined,
  title: undefined,
  messages: [],
  droppedTurns: 0,
};

export const $thread = atom<Thread>(newThread);

export const $runningAnswer = atom<RunningAnswer | undefined>(undefined);

export const $messages = computed($thread, (thread) =>
  thread.state === 'open' ? thread.messages : [],
);

/** Changes the open conversation; does nothing when another state is on the screen. */
export function changeThread(change: (thread: OpenThread) => Partial<OpenThread>): void {
  const thread = $thread.get();
  if (thread.state === 'open') $thread.set({ ...thread, ...change(thread) });
}

/** Replaces the message with this key and role. */
export function changeMessage<Role extends ThreadMessage['role']>(
  role: Role,
  key: string,
  change: Partial<Extract<ThreadMessage, { role: Role }>>,
): void {
  changeThread(({ messages }) => ({
    messages: messages.map((message) =>
      message.role === role && message.key === key ? { ...message, ...change } : message,
    ),
  }));
}

/** A stored message as the screen shows it. */
export function toThreadMessage(stored: ChatMessage): ThreadMessage {
  const { id: key, text, created, attachments, answer } = stored;
  if (!answer) {
    return { role: 'user', key, text, created, attachments, delivery: { state: 'sent' } };
  }
  const { id: answerId, ...rest } = answer;
  return { role: 'assistant', key, answerId, text, created, ...rest };
}

/** The two messages that a new question adds to the screen. */
export function newTurn(
  key: string,
  text: string,
  model: string,
  attachments: readonly Attachment[] = [],
): [Question, Answer] {
  const created = new Date().toISOString();
  return [
    { role: 'user', key, text, created, attachments, delivery: { state: 'sending' } },
    { role: 'assistant', key, text: '', created, model, ...unanswered },
  ];
}

/** How an answer's end changes it. */
export function endedAnswer(end: AnswerEnd, text: string): Partial<Answer> {
  const { state, reason, charged, truncated } = end;
  return { state, reason, charged, truncated, text };
}

const unanswered = {
  answerId: undefined,
  state: 'running',
  reason: null,
  charged: 0,
  truncated: false,
} as const;
