import type { AnswerSearch } from '#contract/aiSearch.ts';
import type { Attachment } from '#contract/attachments.ts';
import type { AnswerEnd, AnswerState, FailureReason } from '#contract/chat.ts';
import type { ChatMessage } from '#contract/conversations.ts';
import type { MediaOptions } from '#domain/media.ts';
import type { MediaFile } from '#contract/media.ts';
import type { ChatTarget } from '#domain/urls.ts';
import { branchTo } from '#stores/thread/branches.ts';
import type { Message } from '#stores/browser/message.ts';
import { atom, computed } from 'nanostores';

/** The fields that questions and answers share: their position in the tree of a conversation. */
type Place = {
  /** Stays the same from sending on, so that nothing is drawn anew when the server has named it. */
  key: string;
  /** The message's id at the server; unknown until it accepted the question. */
  id: string | undefined;
  /** The message that it follows or answers; those with the same one are branches. */
  parentKey: string | null;
  text: string;
  created: string;
};

/**
 * A question. An unsent one was refused or never arrived: it is in no branch, and is sent again with the same request id.
 */
export type Question = Place & {
  role: 'user';
  attachments: readonly Attachment[];
  delivery:
    | { state: 'sending' }
    | { state: 'sent' }
    | { state: 'unsent'; requestId: string; problem: Message };
};

export type Answer = Place & {
  role: 'assistant';
  /** The answer's id at the server; unknown until it accepted the question, and of imported ones. */
  answerId: string | undefined;
  /** `imported`: it came with a conversation from elsewhere, and has neither cost nor model. */
  state: AnswerState | 'imported';
  reason: FailureReason | null;
  charged: number;
  model: string;
  truncated: boolean;
  /** Messages of the conversation that did not fit into its question. */
  droppedTurns: number;
  /** The sources of an AI search; `null` for every other answer, and until it has ended. */
  search: AnswerSearch | null;
  /** The files that a media model made, in its order. */
  media: readonly MediaFile[];
  /** How it was to make it, and the provider's model that did; `null` for an answer in words. */
  options: MediaOptions | null;
  madeBy: string | null;
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
      /** The conversation's model or GPT at the server, as far as this page knows. */
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

/** The answer that is being read. Its text is `$runningText`. */
export type RunningAnswer = {
  key: string;
  /** `asking` until the server accepted the question. */
  phase: 'asking' | 'waiting' | 'writing' | 'stopping';
  connected: boolean;
  /** Answers that begin before this one, while it waits for its turn. */
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

/** The running answer's text so far, apart from the list, which therefore does not change with each token. */
export const $runningText = atom('');

/** Whether nothing is being answered here, so that a question can be asked. */
export const $isIdle = computed($runningAnswer, (running) => running === undefined);

/** How many questions were asked here: each one brings the end of the conversation into view. */
export const $askedCount = atom(0);

export const $messages = computed($thread, (thread) =>
  thread.state === 'open' ? thread.messages : [],
);

/** Changes the open conversation; does nothing when another state is on the screen. */
export function changeThread(
  change: (thread: OpenThread) => Partial<Omit<OpenThread, 'messages'>>,
): void {
  const thread = $thread.get();
  if (thread.state !== 'open') return;
  const next = { ...thread, ...change(thread) };
  const isSame = next.all === thread.all && next.leafKey === thread.leafKey;
  $thread.set(isSame ? next : { ...next, messages: shownMessages(next.all, next.leafKey) });
}

/** The branch that ends at `leafKey`, and the unsent questions. */
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

/** A stored message as the screen shows it. */
export function toThreadMessage(stored: ChatMessage): ThreadMessage {
  const { id, parent_id: parentKey, text, created, attachments, media, answer } = stored;
  const place = { key: id, id, parentKey, text, created };
  if (stored.role === 'user') {
    return { ...place, role: 'user', attachments, delivery: { state: 'sent' } };
  }
  if (!answer) return { ...place, role: 'assistant', model: '', ...unanswered, state: 'imported' };
  const { id: answerId, dropped_turns: droppedTurns, made_by: madeBy, ...rest } = answer;
  return { ...place, role: 'assistant', answerId, droppedTurns, madeBy, media, ...rest };
}

/** A question as it is put on the screen when it is sent. */
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

/** The answer that is expected to a question. */
export function newAnswer(
  requestId: string,
  parentKey: string,
  { model, options }: { model: string; options?: MediaOptions | undefined },
): Answer {
  const created = new Date().toISOString();
  const key = `answer-${requestId}`;
  return {
    role: 'assistant',
    key,
    id: undefined,
    parentKey,
    text: '',
    created,
    model,
    ...unanswered,
    options: options ?? null,
  };
}

/** How an answer's end changes it. */
export function endedAnswer(
  end: AnswerEnd,
  content: Pick<Answer, 'text' | 'search' | 'media'>,
): Partial<Answer> {
  const { state, reason, charged, truncated } = end;
  return { state, reason, charged, truncated, ...content };
}

const unanswered = {
  answerId: undefined,
  state: 'running',
  reason: null,
  charged: 0,
  truncated: false,
  droppedTurns: 0,
  search: null,
  media: [],
  options: null,
  madeBy: null,
} as const;
