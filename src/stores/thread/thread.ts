import type { AnswerSearch } from '#contract/search/aiSearch.ts';
import type { Attachment } from '#contract/chat/attachments.ts';
import type { AnswerEnd, AnswerState, FailureReason } from '#contract/chat/chat.ts';
import type { ChatMessage } from '#contract/conversations/conversations.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import type { MediaFile } from '#contract/media/media.ts';
import type { Vote } from '#domain/chat/votes.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { branchTo } from '#stores/thread/branches.ts';
import type { Message } from '#stores/browser/message.ts';
import { atom, computed } from 'nanostores';

/** The fields that questions and answers share. */
type MessageBase = {
  /** Never changes, so that React keeps the message when the server gives it an id. */
  key: string;
  /** The message's id at the server; unknown until it accepted the question. */
  id: string | undefined;
  /** The key of the message before it. Messages with the same parent are versions, each with its own branch. */
  parentKey: string | null;
  text: string;
  created: string;
};

/** A question. An unsent one was refused or did not arrive: it is in no branch, and a retry uses the same request id. */
export type Question = MessageBase & {
  role: 'user';
  attachments: readonly Attachment[];
  delivery:
    | { state: 'sending' }
    | { state: 'sent' }
    | {
        state: 'unsent';
        requestId: string;
        problem: Message;
        target: ChatTarget;
        /** The newest message that was on the screen when it was sent. */
        headId: string | undefined;
        /** Whether it was sent to begin a branch. */
        isBranch: boolean;
      };
};

export type Answer = MessageBase & {
  role: 'assistant';
  /** The answer's id at the server. Undefined until the server accepted the question, and for imported answers. */
  answerId: string | undefined;
  /** `imported`: from a file of another service, without cost and model. */
  state: AnswerState | 'imported';
  reason: FailureReason | null;
  charged: number;
  model: string;
  truncated: boolean;
  /** Messages of the conversation that did not fit into its question. */
  droppedTurns: number;
  /** Whether the model's thoughts can be read (`stores/answers/thoughts.ts`). */
  hasThoughts: boolean;
  /** The sources of an AI search. `null` for every other answer, and until the answer has ended. */
  search: AnswerSearch | null;
  /** The files that a media model made, in its order. */
  media: readonly MediaFile[];
  /** The options for a media model; `null` for a text answer. */
  options: MediaOptions | null;
  /** The provider's model that made the files; `null` for a text answer. */
  madeBy: string | null;
  /** The user's vote, if there is one. */
  vote?: Vote | null | undefined;
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
      /** The conversation's model or GPT at the server, if known. */
      target: ChatTarget | undefined;
      title: string | undefined;
      /** The messages of all branches, oldest first. */
      all: readonly ThreadMessage[];
      /** The state of the messages before them: `loading` until `loadOlder` has them. */
      older: 'none' | 'loading' | 'failed';
      /** The end of the branch that is shown; `null` for the newest message. */
      leafKey: string | null;
      /** The branch that is shown, and after it the unsent questions. */
      messages: readonly ThreadMessage[];
    };

export type OpenThread = Extract<Thread, { state: 'open' }>;

/** The answer that is being streamed. Its text is `$runningText`. */
export type RunningAnswer = {
  key: string;
  /** `asking` until the server accepted the question. */
  phase: 'asking' | 'waiting' | 'writing' | 'stopping';
  connected: boolean;
  /** Answers before this one in the server's queue; `undefined` when it does not wait. */
  ahead: number | undefined;
};

export const newThread: OpenThread = {
  state: 'open',
  conversationId: undefined,
  target: undefined,
  title: undefined,
  all: [],
  older: 'none',
  leafKey: null,
  messages: [],
};

export const $thread = atom<Thread>(newThread);

/** Changes with the phase of the answer, not with its text. */
export const $runningAnswer = atom<RunningAnswer | undefined>(undefined);

/** The running answer's text so far. Separate from `$thread`, so that the list does not change with each token. */
export const $runningText = atom('');

/** The thoughts of the model that writes the running answer, where its provider sends them. */
export const $runningThoughts = atom('');

/** Whether no answer runs here, so that a question can be asked. */
export const $isIdle = computed($runningAnswer, (running) => running === undefined);

/** The number of questions asked in this page. Each change scrolls to the end of the conversation. */
export const $askedCount = atom(0);

export const $messages = computed($thread, (thread) =>
  thread.state === 'open' ? thread.messages : [],
);

/** Returns the conversation on the screen if it is open. */
export function currentThread(): OpenThread | undefined {
  const thread = $thread.get();
  return thread.state === 'open' ? thread : undefined;
}

/** Changes the open conversation; does nothing in any other state. */
export function changeThread(
  change: (thread: OpenThread) => Partial<Omit<OpenThread, 'messages'>>,
): void {
  const thread = currentThread();
  if (!thread) return;
  const next = { ...thread, ...change(thread) };
  const isSame = next.all === thread.all && next.leafKey === thread.leafKey;
  $thread.set(isSame ? next : { ...next, messages: shownMessages(next.all, next.leafKey) });
}

/** Returns the branch that ends at `leafKey`, and the unsent questions after it. */
export function shownMessages(
  all: readonly ThreadMessage[],
  leafKey: string | null,
): readonly ThreadMessage[] {
  return [...branchTo(all, leafKey), ...all.filter(isUnsent)];
}

/** Replaces the message with this key and role. */
export function changeMessage<Role extends ThreadMessage['role']>(
  role: Role,
  key: string,
  change: Partial<Extract<ThreadMessage, { role: Role }>>,
): void {
  changeThread(({ all }) => ({
    all: all.map((message) =>
      message.role === role && message.key === key ? { ...message, ...change } : message,
    ),
  }));
}

export function isUnsent(message: ThreadMessage): boolean {
  return message.role === 'user' && message.delivery.state === 'unsent';
}

/** Converts a stored message. Its id becomes its key. */
export function toThreadMessage(stored: ChatMessage): ThreadMessage {
  const { id, parent_id: parentKey, text, created, attachments, media, answer } = stored;
  const base = { key: id, id, parentKey, text, created };
  if (stored.role === 'user') {
    return { ...base, role: 'user', attachments, delivery: { state: 'sent' } };
  }
  if (!answer) return { ...base, role: 'assistant', model: '', ...emptyAnswer, state: 'imported' };
  const { id: answerId, dropped_turns: droppedTurns, made_by: madeBy, ...others } = answer;
  const { has_thoughts: hasThoughts = false, ...rest } = others;
  const renamed = { answerId, droppedTurns, madeBy, hasThoughts };
  return { ...base, role: 'assistant', ...renamed, media, ...rest };
}

/** Returns the question that is shown while it is sent. */
export function newQuestion(
  requestId: string,
  question: Pick<Question, 'parentKey' | 'text' | 'attachments'>,
): Question {
  const { parentKey, text, attachments } = question;
  return {
    role: 'user',
    key: `question-${requestId}`,
    id: undefined,
    parentKey,
    text,
    created: new Date().toISOString(),
    attachments,
    delivery: { state: 'sending' },
  };
}

/** Returns the empty answer that is shown while its question is sent. */
export function newAnswer(
  requestId: string,
  parentKey: string,
  { model, options }: { model: string; options?: MediaOptions | undefined },
): Answer {
  return {
    role: 'assistant',
    key: `answer-${requestId}`,
    id: undefined,
    parentKey,
    text: '',
    created: new Date().toISOString(),
    model,
    ...emptyAnswer,
    options: options ?? null,
  };
}

/** Returns the fields of an answer that its end changes. */
export function endedAnswer(
  end: AnswerEnd,
  content: Pick<Answer, 'text' | 'search' | 'media' | 'hasThoughts'>,
): Partial<Answer> {
  const { state, reason, charged, truncated } = end;
  return { state, reason, charged, truncated, ...content };
}

const emptyAnswer = {
  answerId: undefined,
  state: 'running',
  reason: null,
  charged: 0,
  truncated: false,
  droppedTurns: 0,
  hasThoughts: false,
  search: null,
  media: [],
  options: null,
  madeBy: null,
} as const;
